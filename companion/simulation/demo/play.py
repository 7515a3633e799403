"""The demonstration: a seed comes in, a game on the simulated table goes out, compared with the truth."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from companion.decks import load_deck
from companion.games.events import Event
from companion.locale import Locale
from companion.record.session import Session
from companion.simulation.dealer import play_out
from companion.simulation.demo.covering import is_under_hand
from companion.simulation.demo.hands import Frames, Hands, pause
from companion.simulation.demo.mishaps import MISHAPS, may_be_quick, two_moves
from companion.simulation.demo.report import Problem, Truth, compare
from companion.simulation.demo.simulated_players import GaveUp, People
from companion.simulation.demo.stage import Stage
from companion.simulation.demo.trick_players import Climbers
from companion.table.practice import practice_deck, simulated_table
from hardware.simulated import SimulatedCamera, SimulatedTable
from vision.eye import Eye, make_eye
from vision.watch.table_watcher import TableWatcher

MISHAP_SHARE = 0.25  # of the events
QUICK_SHARE = 0.06
_CHEAT_SHARE = 0.1  # of Elevation's cards that could follow do not
LINGER_SHARE = 0.08
_LINGER_FRAMES = (9, 60)  # longer than it takes to settle; longer than a hand is taken for one
_WARM_UP_FRAMES = 12
_PROGRESS_FRAMES = 200

MakeEye = Callable[[SimulatedTable], Eye]


def practice_eye(table: SimulatedTable) -> Eye:
    """The real eye with the practice deck enrolled."""
    game = table.layout.name
    return make_eye(table.layout, practice_deck(game), inventory=tuple(load_deck(game)))


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play."""

    header: dict[str, Any]
    seed: int = 1
    most_events: int | None = None
    mishaps: bool = True
    size_px: tuple[int, int] = (1920, 1080)


@dataclass
class Result:
    """What came of it: every problem, and figures."""

    truth: Truth
    problems: list[Problem] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        """Whether the record is what really happened and nothing was amiss."""
        return not self.problems


class Demo:
    """One game on the stage; each step of `frames` wants one camera frame, `step` takes it."""

    def __init__(
        self, plan: Plan, folder: Path, make_eye: MakeEye, say: Callable[[str], None], locale: Locale
    ) -> None:
        self.plan = plan
        self.session = Session.new(plan.header, folder, 0.0)
        game = self.session.match.game.name
        variant = str(plan.header.get("variant", "standard"))
        self.table = simulated_table(game, variant, size_px=plan.size_px, seed=plan.seed)
        self.stage: Stage
        camera = SimulatedCamera(self.table, lambda: self.stage.seconds)
        watcher = TableWatcher(make_eye(self.table))
        self.stage = Stage(self.session, camera, watcher, folder, language=locale.language)
        self.rng = Random(plan.seed)
        kind = Climbers if self.table.layout.free else People
        hands = Hands(self.table, self.rng)
        cards = tuple(load_deck(game))
        self.people = kind(
            hands, self.session.match, self.stage, self.rng, say, locale, cards, careless=plan.mishaps
        )
        self.locale = locale
        self._waited: Event | None = None
        self._playing: Event | None = None
        self._given_up: list[Problem] = []

    def frames(self) -> Frames:
        try:
            yield from self.people.set_out()
            yield from pause(_WARM_UP_FRAMES)
            yield from self.whole_game()
        except GaveUp as problem:
            self._given_up.append(Problem(self.say_given_up(), str(problem)))

    def say_given_up(self) -> str:
        """At what the table and the companion could not agree."""
        number, event = len(self.people.truth.events) + 1, self._playing
        if event is None:
            return self.locale.say("demo.problems.set-out")
        return self.locale.say("demo.problems.given-up", number=number, what=self.people.does(event))

    def whole_game(self) -> Frames:
        course = Ahead(self.course())
        for event in course:
            self._playing = event
            if self.plan.mishaps and self.rng.random() < MISHAP_SHARE:
                yield from self.rng.choice(MISHAPS)(self.people)
            if self.plan.mishaps and self.rng.random() < LINGER_SHARE:
                self.people.hands.lingers = self.rng.choice(_LINGER_FRAMES)
            quick = self.plan.mishaps and self.rng.random() < QUICK_SHARE
            if quick and course.next is not None and may_be_quick(self.people, event, course.next):
                yield from two_moves(self.people, event, next(course))
            else:
                yield from self.people.play(event)

    def course(self) -> Iterator[Event]:
        cheating = {"cheat": _CHEAT_SHARE} if self.table.layout.free and self.plan.mishaps else {}
        events = play_out(self.session.match, Random(self.plan.seed), **cheating)
        return events if self.plan.most_events is None else islice(events, self.plan.most_events)

    def step(self) -> None:
        """One camera frame through everything; nothing may be proposed under a hand."""
        self.stage.step()
        pending = self.stage.pending()
        event = None if pending is None or pending.told else pending.candidates[0].event
        is_new = event is not None and event != self._waited
        if event is not None and is_new and is_under_hand(self.table, event, self.session.match):
            self.people.truth.problems.append(f"proposed under a hand: {event.as_dict()}")
        self._waited = event

    def run(self, progress: Callable[["Demo"], None] = lambda demo: None) -> Result:
        """To the end, as fast as it goes; now and then a word on how far it is."""
        for number, _ in enumerate(self.frames()):
            self.step()
            if number % _PROGRESS_FRAMES == 0:
                progress(self)
        return self.finish()

    def finish(self) -> Result:
        """Compare the record with what really happened."""
        truth = self.people.truth
        lines = self.session.path.read_text(encoding="utf-8").splitlines()[1:]
        recorded = [json.loads(line) for line in lines]
        amiss = [Problem(self.locale.say("demo.problems.amiss"), detail) for detail in truth.problems]
        differing = compare(recorded, truth.events, self.session.match, self.locale)
        problems = [*amiss, *self._given_up, *differing]
        self.stage.close()
        return Result(truth, problems, self.stage.seconds)


class Ahead(Iterator[Event]):
    """Events one by one, with a look at the one that follows."""

    def __init__(self, events: Iterator[Event]) -> None:
        self._events = events
        self.next = next(events, None)

    def __next__(self) -> Event:
        if self.next is None:
            raise StopIteration
        event, self.next = self.next, next(self._events, None)
        return event
