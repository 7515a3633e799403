"""Measure the processor time while idle, the delay until a card is on the screen, and the memory.

The simulated table is watched at 1080p as a real one would be; the time to draw its pictures is not counted.
"""

import argparse
import json
import math
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar

import pygame

from companion.games.table import Lying
from companion.intents import Confirm
from companion.record.session import Session
from companion.screens.navigator import draw_screen
from companion.simulation.demo.hands import Frames, Hands, pause
from companion.simulation.demo.headers import demo_header
from companion.simulation.demo.play import practice_eye
from companion.simulation.demo.stage import Stage
from companion.table.practice import simulated_table
from hardware.frames import Frame
from hardware.simulated import FRAME_SECONDS, SimulatedCamera, SimulatedTable, Thing
from vision.watch.table_watcher import Frame as WatchedFrame
from vision.watch.table_watcher import Steady, TableWatcher

CARD_FRAMES = 600  # a minute
_WARM_UP_FRAMES = 12
_Result = TypeVar("_Result")
ANYHOW = ""  # a card that lies on no place
_LAID_AGAINST = "andes-12"  # the card that comes to lie against another one
MOVED = "a moved card is told after, seconds"
TOUCHING = "work of one core where cards touch, seconds"
CARDS = {
    "ascent": (("green-5", "1.1"), ("red-7", "1.2"), ("blue-9", "1.3"), ("bridge", "1.4")),
    "tranquility": (("island-12", "2.3"), ("island-37", "4.1"), ("wild", "5.5"), ("start", "start")),
    "elevation": tuple((card, ANYHOW) for card in ("alps-3", "andes-5", "rockies-2", "himalayas-9")),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the measurement's arguments."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--game", choices=tuple(CARDS), default="ascent", help="use the table of this game (default: ascent)"
    )
    parser.add_argument(
        "--drops", type=int, default=20, help="lay this many cards and time each (default: 20)"
    )
    parser.add_argument(
        "--frames", type=int, default=2000, help="watch this many frames; 72000 are two hours (default: 2000)"
    )


@dataclass
class Watched:
    """A table under a watcher whose own work is timed, with the drawing of pictures left out."""

    game: str
    seconds: float = 0.0
    work_seconds: float = 0.0
    table: SimulatedTable = field(init=False)

    def __post_init__(self) -> None:
        self.table = simulated_table(self.game, seed=1)
        self.camera = SimulatedCamera(self.table, lambda: self.seconds)
        self.watcher = TableWatcher(practice_eye(self.table))
        self.hands = Hands(self.table, Random(1))

    def frame(self) -> Frame:
        self.seconds = round(self.seconds + FRAME_SECONDS, 3)
        drawn = self.table.picture()
        return Frame(self.table.grey(), self.seconds, 0, lambda: drawn)

    def look(self, frame: Frame) -> Steady | None:
        start = time.process_time()
        steady = self.watcher.update(frame)
        self.work_seconds += time.process_time() - start
        return steady

    def until_steady(self) -> Steady:
        while True:
            steady = self.look(self.frame())
            if steady is not None:
                return steady


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    figures = measure(arguments.game, max(10, arguments.frames), max(1, arguments.drops))
    if arguments.json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:<52}{value:>10.2f}")
    return 0


def measure(game: str, frames: int, drops: int) -> dict[str, float]:
    """Latency of some cards, then idle frames."""
    watched = Watched(game)
    watched.until_steady()
    waits = list(_measure_cards(watched))
    touching = {} if ANYHOW not in dict(CARDS[game]).values() else {TOUCHING: _measure_touching(watched)}
    idle, early, late = _measure_evening(watched, frames)
    return {
        **_measure_screen(game, drops),
        "from the hand leaving, seconds at the table": max(wait for wait, _ in waits),
        "of which work of one core, seconds": max(work for _, work in waits),
        "work of one core, median seconds": sorted(work for _, work in waits)[len(waits) // 2],
        **touching,
        "idle, % of one core at 10 frames a second": idle * 10 * 100,
        f"memory after {frames // 4} frames, MB": early,
        f"memory after {frames} frames, MB": late,
    }


@dataclass(frozen=True, slots=True)
class _Cost:
    """Seconds of work: by the clock, and of the processor, which other programs do not lengthen."""

    clock: float = 0.0
    processor: float = 0.0

    def __add__(self, other: "_Cost") -> "_Cost":
        return _Cost(self.clock + other.clock, self.processor + other.processor)


def _time_work(work: Callable[[], _Result]) -> tuple[_Result, _Cost]:
    clock, processor = time.perf_counter(), time.process_time()
    result = work()
    return result, _Cost(time.perf_counter() - clock, time.process_time() - processor)


_FRAME = _Cost(FRAME_SECONDS, FRAME_SECONDS)


def _time_at_pace(works: Sequence[_Cost]) -> _Cost:
    """How long frames take that come at the camera's pace or, after longer work, at once."""
    waits = [_Cost(max(each.clock, FRAME_SECONDS), max(each.processor, FRAME_SECONDS)) for each in works[:-1]]
    return sum((_FRAME, *waits, *works[-1:]), _FRAME)  # the first without the hand, and the one after it


class _TimedWatcher(TableWatcher):
    works: tuple[_Cost, ...] = ()

    def update(self, frame: WatchedFrame, light_change_seconds: float | None = None) -> Steady | None:
        """As every watcher, timed; the picture is drawn before the clock starts."""
        drawn = frame.picture
        ready = Frame(frame.grey, frame.seconds, 0, lambda: drawn)
        steady, cost = _time_work(lambda: super(_TimedWatcher, self).update(ready, light_change_seconds))
        self.works += (cost,)
        return steady


@dataclass(frozen=True, slots=True)
class _Drop:
    """One card from the last frame with the hand to the drawn screen: at the table, reading, drawing."""

    table: float
    seen: _Cost  # until it is read
    telling: _Cost

    @property
    def whole(self) -> _Cost:
        return self.seen + self.telling


def _measure_screen(game: str, drops: int) -> dict[str, float]:
    """From the last frame with the hand to the drawn screen, of many cards; and of a card that was moved."""
    with TemporaryDirectory() as folder:
        table = simulated_table(game, seed=1)
        watcher, hands = _TimedWatcher(practice_eye(table)), Hands(table, Random(1))
        session = Session.new(demo_header(game, 3), Path(folder), 0.0)
        stage = Stage(session, SimulatedCamera(table, lambda: stage.seconds), watcher, Path(folder))
        _step(stage, pause(_WARM_UP_FRAMES))
        cards = CARDS[game]
        if table.layout.free:
            for card, place in cards[1:]:  # those that lie there already
                _step(stage, lay(hands, card, place))
                _step(stage, pause(_WARM_UP_FRAMES))
        laid = cards[:1] if table.layout.free else cards
        waits = [_drop(stage, watcher, hands, *laid[at % len(laid)]) for at in range(drops)]
        moved = {} if table.layout.free else {MOVED: _move(stage, hands, *cards[0], cards[1][1])}
        stage.close()
    late = sorted(waits, key=lambda drop: drop.whole.processor)[math.ceil(0.95 * len(waits)) - 1]
    return {
        "hand to drawn screen, 95 of 100, by the clock": _quantile([drop.whole.clock for drop in waits]),
        "the same with processor time instead of the clock": late.whole.processor,
        "of which until it is still and seen": late.table,
        "of which reading (processor)": late.seen.processor - late.table,
        "of which ruling and drawing (processor)": late.telling.processor,
        "longest of all, with processor time": max(drop.whole.processor for drop in waits),
        **moved,
    }


def _quantile(values: Sequence[float]) -> float:
    return sorted(values)[math.ceil(0.95 * len(values)) - 1]


def _step(stage: Stage, frames: Frames) -> None:
    for _ in frames:
        stage.step()


def _drop(stage: Stage, watcher: _TimedWatcher, hands: Hands, card: str, place: str) -> _Drop:
    _step(stage, lay(hands, card, place))
    left, watcher.works = stage.seconds - FRAME_SECONDS, ()
    before = _known(stage)
    while _known(stage) == before:
        stage.step()
    seconds, seen = stage.seconds - left, _time_at_pace(watcher.works)
    _, telling = _time_work(lambda: _draw(stage))
    _step(stage, lift(hands))
    _step(stage, pause(_WARM_UP_FRAMES))
    return _Drop(seconds, seen, telling)


def _draw(stage: Stage) -> None:
    stage.refresh()
    draw_screen(pygame.Surface((800, 480)), stage.navigator.screen, stage.view())


def _move(stage: Stage, hands: Hands, card: str, place: str, other: str) -> float:
    """A recorded card is put elsewhere: until the screen says that the table differs."""
    _step(stage, lay(hands, card, place))
    _step(stage, pause(_WARM_UP_FRAMES))
    if stage.wish(lambda intent: isinstance(intent, Confirm)) is None:
        raise RuntimeError(f"the bench's own card {card} was not proposed")
    _step(stage, pause(_WARM_UP_FRAMES))
    key, thing = list(hands.table.things.items())[-1]
    moved = replace(thing, centre_mm=hands.spot(other))
    _step(stage, hands.act(thing.centre_mm, lambda: hands.table.put(key, moved)))
    left = stage.seconds - FRAME_SECONDS
    while not stage.controller.differs and stage.pending() is None:
        stage.step()
    return stage.seconds - left


def _known(stage: Stage) -> int:
    """How many cards the companion knows to lie on the table."""
    return 0 if stage.game.controller is None else len(stage.game.controller.seen().table)


def _measure_cards(watched: Watched) -> Iterator[tuple[float, float]]:
    for card, place in CARDS[watched.game]:
        for _ in lay(watched.hands, card, place):
            watched.look(watched.frame())
        watched.work_seconds, left = 0.0, watched.seconds
        steady = watched.until_steady()
        yield steady.seconds - left, watched.work_seconds


def _measure_touching(watched: Watched) -> float:
    beside = _laid_against(list(watched.table.things.values()), watched.table.layout.card.width_mm)
    for _ in watched.hands.act(beside.centre_mm, lambda: watched.table.put("beside", beside)):
        watched.look(watched.frame())
    watched.work_seconds = 0.0
    steady = watched.until_steady()
    if _LAID_AGAINST not in {card.card for card in steady.cards}:
        raise RuntimeError(f"the bench's own card {_LAID_AGAINST} was not read")
    return watched.work_seconds


def _laid_against(things: Sequence[Thing], width_mm: float) -> Thing:
    sides = []
    for thing in things:
        others = [other.centre_mm for other in things if other is not thing]
        x, y = thing.centre_mm
        turn = math.radians(thing.turn_degrees)
        for width in (-width_mm, width_mm):
            at = x + width * math.cos(turn), y + width * math.sin(turn)
            room = min((math.dist(at, other) for other in others), default=math.inf)
            sides.append((room, replace(thing, card=_LAID_AGAINST, centre_mm=at)))
    return max(sides, key=lambda side: side[0])[1]


def _measure_evening(watched: Watched, frames: int) -> tuple[float, float, float]:
    """Seconds of work for one still frame, and the memory held after a quarter of the frames and after all.

    Once a minute a card is laid, read, taken away and missed, as at a table.
    """
    still = [watched.frame().grey for _ in range(8)]
    picture, early, work, idle = watched.table.picture(), 0.0, 0.0, 0
    for number in range(frames):
        if number % CARD_FRAMES == CARD_FRAMES - 1:
            _lay_and_lift(watched)
        watched.work_seconds = 0.0
        watched.seconds = round(watched.seconds + FRAME_SECONDS, 3)
        watched.look(Frame(still[number % 8], watched.seconds, number, lambda: picture))
        work, idle = work + watched.work_seconds, idle + 1
        early = _held_megabytes() if number == frames // 4 else early
    return work / idle, early, _held_megabytes()


def _lay_and_lift(watched: Watched) -> None:
    hands, card = watched.hands, CARDS[watched.game][0][0]
    free = watched.table.layout.free
    for act in (lay(hands, card, ANYHOW if free else "3.3"), lift(hands)):
        for _ in act:
            watched.look(watched.frame())
        watched.until_steady()


def lay(hands: Hands, card: str, place: str) -> Frames:
    """A hand brings a card, to its place if it has one."""
    return hands.play_card(card) if place == ANYHOW else hands.lay(place, Lying(card))


def lift(hands: Hands) -> Frames:
    """A hand takes the card that came last."""
    key, thing = list(hands.table.things.items())[-1]
    yield from hands.act(thing.centre_mm, lambda: hands.table.lift(key))


def _held_megabytes() -> float:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / (1 << 20)
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
