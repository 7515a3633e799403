"""The table: its places, what a camera sees there and what explains it; who sits there, with hidden cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TypeVar

from companion.games.events import Event
from companion.games.values import BrokenRule, CardCount, Outcome, Standing

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A place of the table: its middle in steps from the board's, x to the right, y away from people.

    A step leads from one card to the next. `row` is the number of its row, 0 for what lies beside the rows.
    """

    name: str
    x: float
    y: float
    row: int = 0


@dataclass(frozen=True)
class Board:
    """The places of a game; cards lie turned by `turn_degrees`, with either end up where that matters.

    `markers` are places for cards that tell something of a row, beside it: seen by the camera, not drawn as
    places.
    """

    places: tuple[BoardPlace, ...]
    markers: tuple[BoardPlace, ...] = ()
    turn_degrees: float = 0.0
    either_end: bool = False

    @cached_property
    def by_name(self) -> Mapping[str, BoardPlace]:
        return {place.name: place for place in self.places}

    @cached_property
    def row_starts(self) -> tuple[BoardPlace, ...]:
        """The leftmost place of each row."""
        starts: dict[float, BoardPlace] = {}
        for place in self.places:
            if place.row and (place.y not in starts or place.x < starts[place.y].x):
                starts[place.y] = place
        return tuple(starts.values())

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of all cards."""
        xs, ys = [place.x for place in self.places], [place.y for place in self.places]
        return min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5

    def draw_text(self, texts: Mapping[str, str], cell: int, beside: Mapping[int, str]) -> list[str]:
        """The board in lines for a terminal, the farthest row first; `beside` follows a row's number."""
        lines = []
        for y in sorted({place.y for place in self.places}, reverse=True):
            row = [place for place in self.places if place.y == y]
            number = max(place.row for place in row)
            line = f"{number or ' '}{beside.get(number, ' ')}"
            for place in sorted(row, key=lambda each: each.x):
                end = 3 + round((place.x + 0.5 - self.box[0]) * cell)
                text = texts.get(place.name, "")
                line += text.rjust(end - len(line)) if len(text) <= end - len(line) else f" {text}"
            lines.append(line.rstrip())
        return lines


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
    `open_ends` are places whose card a person named: which end of it is up the eye does not know.
    """

    table: Table = field(default_factory=dict)
    doubts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    covered: frozenset[str] = frozenset()
    zones: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    open_ends: frozenset[str] = frozenset()

    @property
    def is_doubtful(self) -> bool:
        """Whether any place has candidates instead of a card."""
        return any(self.doubts.values())

    def as_recorded(self, recorded: Table) -> "Seen":
        """Places that a hand covers are taken to be as they were."""
        hidden = {place: card for place, card in recorded.items() if place in self.covered}
        table = {**{p: c for p, c in self.table.items() if p not in self.covered}, **hidden}
        return Seen(table, self.doubts, open_ends=self.open_ends - self.covered)


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


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with the hidden counts; `note` is what lies before them."""

    name: str
    hand: int | None = None
    pile: int | None = None
    moves: bool = False
    note: str = ""
    won: int | None = None  # tricks that lie before the player


@dataclass(frozen=True, slots=True)
class Seats:
    """Players in turn order with the number of cards in each hand and each draw pile."""

    players: tuple[str, ...]
    hands: tuple[int, ...]
    piles: tuple[int, ...]
    mover: int = 0

    @property
    def player(self) -> str:
        return self.players[self.mover]

    @property
    def hand(self) -> int:
        return self.hands[self.mover]

    def standing(self, outcome: Outcome) -> Standing:
        return Standing(
            outcome,
            self.player if outcome is Outcome.OPEN else None,
            dict(zip(self.players, self.hands, strict=True)),
            dict(zip(self.players, self.piles, strict=True)),
        )

    def view(self, outcome: Outcome, notes: Mapping[str, str] | None = None) -> tuple[Seat, ...]:
        open_seat = self.mover if outcome is Outcome.OPEN else None
        return tuple(
            Seat(name, self.hands[seat], self.piles[seat], seat == open_seat, (notes or {}).get(name, ""))
            for seat, name in enumerate(self.players)
        )

    def seat(self, player: str | None) -> int:
        """The seat of a player; without a name that of the player to move."""
        return self.mover if player is None else self.players.index(player)

    def holding(self, seat: int, hand: int, pile: int) -> "Seats":
        return Seats(self.players, put(self.hands, seat, hand), put(self.piles, seat, pile), self.mover)

    def spend(self, seat: int, cards: int) -> "Seats":
        return Seats(self.players, put(self.hands, seat, self.hands[seat] - cards), self.piles, self.mover)

    def draw_up(self, seat: int, limit: int) -> "Seats":
        """Draw up to a limit from the own pile, as far as it lasts."""
        drawn = max(0, min(limit - self.hands[seat], self.piles[seat]))
        return self.holding(seat, self.hands[seat] + drawn, self.piles[seat] - drawn) if drawn else self

    def pass_turn(self) -> "Seats":
        return Seats(self.players, self.hands, self.piles, (self.mover + 1) % len(self.players))


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The same values but for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def why_lost(seats: Seats, *, one_card_loses: bool) -> BrokenRule:
    """Why the player to move has lost: no card, one by a house rule, or one that cannot be played."""
    code = "empty-hand" if not seats.hand else "last-card" if one_card_loses else "no-way-out"
    return BrokenRule(code, {"player": seats.player})


def short_hand(needed: int, hand: int) -> BrokenRule:
    """The hand holds fewer cards than something takes."""
    return BrokenRule("hand", {"needed": CardCount(needed), "hand": CardCount(hand)})
