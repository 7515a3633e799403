"""The demonstration: a seed comes in, a game on the simulated table goes out, compared with the truth."""

import importlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.app.mishaps import MISHAPS, two_moves
from companion.app.people import Frames, GaveUp, People, Truth
from companion.app.stage import Stage
from companion.decks import load_deck
from companion.games.values import Event
from companion.session import Session
from hardware.simulated import SimulatedCamera, SimulatedTable
from vision.eye import Eye
from vision.lookout import Lookout

MISHAP_SHARE = 0.25  # of the events
QUICK_SHARE = 0.06
WARM_UP_FRAMES = 12

MakeEye = Callable[[SimulatedTable], Eye]


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
    """What came of it: every problem in a sentence, and figures."""

    truth: Truth
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        """Whether the record is what really happened and nothing was amiss."""
        return not self.problems


class Demo:
    """One game on the stage; `frames` moves it on by one camera frame at a time."""

    def __init__(self, plan: Plan, folder: Path, make_eye: MakeEye, say: Callable[[str], None]) -> None:
        self.plan, self.say = plan, say
        self.session = Session.new(plan.header, folder, 0.0)
        variant = str(plan.header.get("variant", "standard"))
        game = self.session.match.game.name
        self.table = SimulatedTable(game, variant, size_px=plan.size_px, seed=plan.seed)
        camera = SimulatedCamera(self.table, lambda: self.stage.seconds)
        self.stage: Stage
        self.stage = Stage(self.session, camera, Lookout(make_eye(self.table)), folder)
        self.rng = Random(plan.seed)
        cards = tuple(load_deck(game))
        self.people = People(self.table, self.session.match, self.stage, self.rng, say, cards)

    def frames(self) -> Frames:
        """The whole game."""
        try:
            yield from self.people.set_out()
            yield from self.people.pause(WARM_UP_FRAMES)
            for event in self.course():
                yield from self.one(event)
        except GaveUp as problem:
            self.people.truth.problems.append(str(problem))

    def course(self) -> Iterator[Event]:
        """The dealt game, as long as it is wanted."""
        dealing = importlib.import_module(f"companion.games.{self.session.match.game.name}.dealing")
        events: Iterator[Event] = dealing.play_out(self.session.match, Random(self.plan.seed))
        for number, event in enumerate(events):
            if self.plan.most_events is not None and number >= self.plan.most_events:
                return
            yield event

    def one(self, event: Event) -> Frames:
        """An event, perhaps after a mishap."""
        if self.plan.mishaps and self.rng.random() < MISHAP_SHARE:
            yield from self.rng.choice(MISHAPS)(self.people)
        yield from self.people.play(event)

    def run(self) -> Result:
        """Play to the end, as fast as it goes."""
        for _ in self.frames():
            self.stage.step()
        return self.finish()

    def finish(self) -> Result:
        """Compare the record with what really happened."""
        truth = self.people.truth
        lines = self.session.path.read_text(encoding="utf-8").splitlines()[1:]
        recorded = [json.loads(line) for line in lines]
        problems = [*truth.problems, *compare(recorded, truth.events)]
        self.stage.close()
        return Result(truth, problems, self.stage.seconds)


def compare(recorded: list[dict[str, Any]], real: list[dict[str, Any]]) -> list[str]:
    """Every difference between the record and what was really played."""
    found = [
        f"event {number}: recorded {one}, played {other}"
        for number, (one, other) in enumerate(zip(recorded, real, strict=False), 1)
        if one != other
    ]
    if len(recorded) != len(real):
        found.append(f"{len(recorded)} events recorded, {len(real)} played")
    return found


__all__ = ["Demo", "Plan", "Result", "compare", "two_moves"]
