"""Simulated people: a dealt game comes in; hands, cards and presses on the simulated table go out.

They lay cards roughly, sometimes where they may not, take them back, rest a hand in the picture, bump the
camera; and they know what really happened, so that the record can be compared with it. Each `yield` is one
frame of the camera.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.app.stage import Stage
from companion.games.match import Match
from companion.games.seeing import Lying, Table
from companion.games.values import Event
from companion.intents import AnswerQuestion, Confirm, Intent, ProposeEvent
from companion.session import Question
from hardware.simulated import SimulatedTable, Thing
from vision.types import Point

REACH_FRAMES = 3
PATIENCE_FRAMES = 80  # how long people wait for the companion before they give up
Frames = Iterator[None]


class GaveUp(Exception):
    """The companion did not understand in time; the text tells what was waited for."""


@dataclass
class Truth:
    """What really happened: the events in order, and what went wrong on the way."""

    events: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    illegal_shown: int = 0
    asked: int = 0


@dataclass
class People:
    """Everybody at the table; `match` is the game as they really play it."""

    table: SimulatedTable
    match: Match
    stage: Stage
    rng: Random
    say: Callable[[str], None]
    cards: tuple[str, ...]
    truth: Truth = field(default_factory=Truth)
    count: int = 0

    def set_out(self) -> Frames:
        """What lies on the table before the first event."""
        for place, lying in self.lying().items():
            self.put_down(place, lying)
        yield

    def play(self, event: Event, *, rough: bool = True) -> Frames:
        """One event of the game as people do it: cards, then buttons."""
        before, (verdict, after) = self.lying(), self.match.play(event)
        self.say(f"{verdict.player or '-'}: {describe(event)}")
        yield from self.move_cards(before, after.game.lying(after.state), rough)
        if self.shows_on_table(event):
            yield from self.wait_for(event)
        yield from self.press_until(event)
        self.record(event)
        yield from self.pause(2)

    def record(self, event: Event) -> None:
        """It has really happened."""
        self.truth.events.append(self.stage.as_written(event).as_dict())
        self.match = self.match.play(event)[1]

    def lying(self) -> Table:
        """What should lie on the table as people know it."""
        return self.match.game.lying(self.match.state)

    def shows_on_table(self, event: Event) -> bool:
        """Whether a camera can see this event."""
        after = self.match.play(event)[1]
        return bool(after.game.lying(after.state) != self.lying())

    # hands

    def move_cards(self, before: Table, after: Table, rough: bool) -> Frames:
        """Lift what goes, lay what comes, one card at a time, a hand for each."""
        for place in [place for place in before if place not in after]:
            yield from self.lift(place)
        for place, lying in after.items():
            if before.get(place) != lying:
                if place in before and self.replaces(before[place], lying, after):
                    yield from self.lift(place)
                yield from self.lay(place, lying, rough)

    def replaces(self, old: Lying, new: Lying, after: Table) -> bool:
        """Whether the old card is taken away first: it lies elsewhere afterwards, or is only turned."""
        return old.card == new.card or old in after.values()

    def lay(self, place: str, lying: Lying, rough: bool = True) -> Frames:
        """A hand brings a card to a place."""
        yield from self.reach(place)
        self.put_down(place, lying, rough)
        yield
        yield from self.withdraw()

    def put_down(self, place: str, lying: Lying, rough: bool = True, face_down: bool = False) -> None:
        """The card lies, about a tenth of a card off and some degrees turned."""
        self.count += 1
        shift, turn = (0.09, 7.0) if rough else (0.02, 1.0)
        off: Point = (self.rng.uniform(-shift, shift), self.rng.uniform(-shift, shift))
        turned = self.rng.uniform(-turn, turn) + (180.0 if lying.turned else 0.0)
        key = f"{place}#{self.count}"
        self.table.lay(key, lying.card, place, off=off, turn_degrees=turned, face_down=face_down)

    def lift(self, place: str) -> Frames:
        """A hand takes the top card of a place."""
        yield from self.reach(place)
        self.take_up(place)
        yield
        yield from self.withdraw()

    def take_up(self, place: str) -> Thing:
        """The top card of a place leaves the table."""
        key = [key for key in self.table.things if key.startswith(f"{place}#")][-1]
        return self.table.lift(key)

    def reach(self, place: str) -> Frames:
        """A hand comes in over the place, from the players' side."""
        x, y = self.table.layout.place(place).centre_mm
        angle = self.rng.uniform(-25, 25)
        for step in range(REACH_FRAMES, -1, -1):
            self.table.reach((x, y + step * 110.0), angle)
            yield

    def withdraw(self) -> Frames:
        """The hand leaves."""
        hand = self.table.hand
        for step in range(1, REACH_FRAMES):
            if hand is not None:
                x, y = hand.tip
                self.table.hand = type(hand)((x, y + 0.2 * step), hand.angle_degrees, hand.size)
            yield
        self.table.reach(None)
        yield

    def pause(self, frames: int) -> Frames:
        """Time passes."""
        for _ in range(frames):
            yield

    # what lies there

    def any_key(self) -> str | None:
        """Some card that nothing lies on."""
        places = {key.split("#")[0]: key for key in self.table.things}
        return self.rng.choice(list(places.values())) if places else None

    def any_card(self) -> str:
        """Some card of the deck."""
        return self.rng.choice(self.cards)

    def free_place(self) -> str | None:
        """Some place where nothing lies."""
        taken = {key.split("#")[0] for key in self.table.things}
        free = [place.name for place in self.table.layout.places if place.name not in taken]
        return self.rng.choice(free) if free else None

    def find_illegal(self) -> Event | None:
        """A card on a place where the rules refuse it, if chance finds one."""
        for _ in range(30):
            place = self.free_place()
            if place is None:
                return None
            seen = {**self.lying(), place: Lying(self.any_card())}
            for event in self.match.game.explain(self.match.state, seen).events:
                if event.do == "place" and not self.match.judge(event).legal:
                    return event
        return None

    # what the companion says

    def settle(self, what: str) -> Frames:
        """The table is still and as recorded; anything else the companion says is a problem."""
        for _ in range(PATIENCE_FRAMES):
            yield
            if self.stage.is_calm():
                return
        self.truth.problems.append(f"{what}, but {self.stage.describe()}")

    def press(self, kind: type[Intent]) -> Frames:
        """Press what leads to an intent of this kind."""
        if not self.stage.wish(lambda intent: isinstance(intent, kind)):
            raise GaveUp(f"no button does {kind.__name__}; {self.stage.describe()}")
        yield from self.pause(2)

    def wait_for(self, event: Event) -> Frames:
        """Until the companion has understood; a question is answered with what really happened."""
        for _ in range(PATIENCE_FRAMES):
            yield
            pending = self.stage.pending()
            if pending is None:
                continue
            if pending.question is Question.WHICH_CARD:
                yield from self.answer(event)
                continue
            if same_table(pending.first.event, event):
                return
        raise GaveUp(f"{describe(event)} was not understood; {self.stage.describe()}")

    def answer(self, event: Event) -> Frames:
        """One button for the right candidate, if it is among them."""
        self.truth.asked += 1

        def right(intent: Intent) -> bool:
            return isinstance(intent, AnswerQuestion) and same_table(intent.value, event)

        if not self.stage.wish(right):
            raise GaveUp(f"{describe(event)} is not among the answers; {self.stage.describe()}")
        yield from self.pause(3)

    def press_until(self, event: Event) -> Frames:
        """Choose exactly this event with the buttons if it does not wait already, then confirm it."""
        pending = self.stage.pending()
        if pending is None or pending.first.event != self.stage.as_written(event):
            wanted = self.stage.as_written(event)
            if not self.stage.wish(
                lambda intent: isinstance(intent, ProposeEvent) and intent.event == wanted
            ):
                raise GaveUp(f"no buttons lead to {describe(event)}; {self.stage.describe()}")
            yield from self.pause(3)
        if not self.stage.wish(lambda intent: isinstance(intent, Confirm)):
            raise GaveUp(f"{describe(event)} cannot be confirmed; {self.stage.describe()}")
        yield from self.pause(3)


def describe(event: Event) -> str:
    """An event in one short line."""
    written = event.as_dict()
    return " ".join(str(value) for value in written.values())


def same_table(one: Event, other: Event) -> bool:
    """Whether two events look the same to a camera: what it cannot see does not count."""
    if one.do != other.do:
        return False
    unseen = ("player", "goat", "rocks", "facing", "explorer", "draw", "split", "from_pile", "monsters_held")
    left, right = one.as_dict(), other.as_dict()
    return {k: v for k, v in left.items() if k not in unseen} == {
        k: v for k, v in right.items() if k not in unseen
    }
