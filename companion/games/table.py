"""The table as a camera sees it: what lies where, what differs, what would explain it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.games.events import Event


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies on a place; `turned` when its other end is up."""

    card: str
    turned: bool = False


Table = Mapping[str, Lying]  # by place, in the order in which the cards came to lie there


@dataclass(frozen=True, slots=True)
class Seen:
    """The table as the eye sees it: what surely lies where, the places it is not sure of, hands over some.

    `zones` are the cards in parts of the mat of their own (`Game.zones`), from left to right, None in doubt.
    """

    table: Table = field(default_factory=dict)
    doubts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    covered: frozenset[str] = frozenset()
    zones: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)

    @property
    def is_doubtful(self) -> bool:
        """Whether any place has candidates instead of a card."""
        return any(self.doubts.values())

    def as_recorded(self, recorded: Table) -> "Seen":
        """Places that a hand covers are taken to be as they were."""
        hidden = {place: card for place, card in recorded.items() if place in self.covered}
        return Seen({**{p: c for p, c in self.table.items() if p not in self.covered}, **hidden}, self.doubts)


NOTHING_SEEN = Seen()


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where the table is not as the record says; None is an empty place."""

    place: str
    recorded: Lying | None
    seen: Lying | None


class Kind(Enum):
    """What a look at the table came to."""

    NOTHING = "nothing"  # the table is as the record says
    WAITING = "waiting"  # for a moment: a card is in somebody's hand
    GROWING = "growing"  # for as long as it takes: others have yet to play
    MOVE = "move"  # one event explains it
    WHICH = "which"  # several do: ask
    CORRECT = "correct"  # the last event was taken back or laid elsewhere: undo, perhaps with another event
    DIFFERS = "differs"  # nothing explains it


@dataclass(frozen=True, slots=True)
class Explanation:
    """What would explain a table: events, any one of them; or why there is none, and where it differs."""

    events: tuple[Event, ...] = ()
    kind: Kind = Kind.MOVE
    undo_first: bool = False
    differences: tuple[Difference, ...] = ()
    order: tuple[str, ...] = ()  # the places whose cards must be told in the order in which they came


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the mat whose cards are shown, not played: its name and its sides in table millimetres."""

    name: str
    left_mm: float
    far_mm: float
    right_mm: float
    near_mm: float

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point of the table lies in it."""
        return self.left_mm <= x_mm < self.right_mm and self.far_mm <= y_mm <= self.near_mm


SETTLED = Explanation(kind=Kind.NOTHING)
WAITING = Explanation(kind=Kind.WAITING)
GROWING = Explanation(kind=Kind.GROWING)
UNEXPLAINED = Explanation(kind=Kind.DIFFERS)


def upright(seen: Table) -> Table:
    """The table of a game in which it is all the same which end of a card is up."""
    return {place: Lying(each.card) for place, each in seen.items()}


def compare(recorded: Table, seen: Table) -> tuple[Difference, ...]:
    """Every place where two tables differ: first what lies there now, as it came, then what is gone."""
    here = [Difference(place, recorded.get(place), card) for place, card in seen.items()]
    gone = [Difference(place, card, None) for place, card in recorded.items() if place not in seen]
    return tuple(each for each in (*here, *gone) if each.recorded != each.seen)
