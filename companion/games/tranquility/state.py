"""The state of a game of Tranquility: what a header settles, the grid, and what each expansion keeps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.seats import Seats, put
from companion.games.tranquility.board import Grid, LaidCards
from companion.games.values import Outcome, Ruling

if TYPE_CHECKING:
    from companion.games.tranquility.rule_modules import RuleModule, Variant

T = TypeVar("T")
# Other readings of the books that an owner may prefer, as the header names them.
ONE_CARD, COMPASSES = "one-card", "compasses"
RULINGS: dict[str, tuple[str | int, ...]] = {ONE_CARD: ("lost",), COMPASSES: ("back",)}
Rule = Callable[["State", Any], Ruling]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a header settles for the whole game; `rule_modules` are the variant and the modules in play."""

    deck: CardCounts
    variant: "Variant"
    rule_modules: tuple["RuleModule", ...]
    rules: Mapping[type[Event], Rule] = field(compare=False, repr=False)
    hand_size: int
    start_discards: int
    monsters: int = 0
    border: frozenset[int] = frozenset()
    harder: bool = False
    easier: bool = False
    removed: int = 0
    rulings: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def grid(self) -> Grid:
        return self.variant.grid


@dataclass(frozen=True, slots=True)
class Sea:
    """Storms drawn by colour, those that last (by seat, Purple by row), Compasses at hand and ever gained."""

    drawn: tuple[int, ...]
    yellow: tuple[int, ...]
    orange: tuple[int, ...]
    purple: tuple[int, ...]
    compasses: int = 0
    gained: int = 0


@dataclass(frozen=True, slots=True)
class Sky:
    """Day & Night: how the hands are turned, and how many Compasses were drawn."""

    facing: str
    flips: int = 0


@dataclass(frozen=True, slots=True)
class Contest:
    """Competitive: the face-up row and what each player has discarded."""

    row: int
    discarded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Expedition:
    """Pyramid: explorer cards known by kind, what each seat holds of them, kept unseen, and closed places."""

    drawn: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    closed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class State:
    """The grid and all counts; `start` is the seat whose own Start lies there, -1 for a Wild."""

    setup: Setup
    seats: Seats
    board: LaidCards
    outcome: Outcome = Outcome.OPEN
    start: int | None = None
    finish: bool = False
    drew: frozenset[int] = frozenset()  # seats that have drawn from the own pile: a Start may be among it
    wilds: int = 0  # played so far, of the module's two
    gone: frozenset[int] = frozenset()  # Islands that a Monster took
    rocks: int = 0  # the row that the Jagged Rocks close, 0 when they are not in the game
    monsters: int = 0  # played so far
    sea: Sea | None = None
    sky: Sky | None = None
    contest: Contest | None = None
    expedition: Expedition | None = None

    @property
    def is_full(self) -> bool:
        return all(self.board)

    def limit(self, seat: int) -> int:
        limit = self.setup.hand_size
        for module in self.setup.rule_modules:
            limit = module.limit(self, seat, limit)
        return limit

    def draw(self, seat: int) -> "State":
        return self.setup.variant.draw(self, seat)

    def spend(self, seat: int, cards: int) -> "State":
        return replace(self, seats=self.seats.spend(seat, cards))

    def has_island(self, number: int) -> bool:
        return any(laid is not None and laid.number == number for laid in self.board)


def in_play(part: T | None) -> T:
    """What a module or a variant keeps in the state of a game that has it."""
    if part is None:
        raise ValueError("not in this game")
    return part


def add(counts: tuple[int, ...], index: int, more: int = 1) -> tuple[int, ...]:
    """The same counts but for one."""
    return put(counts, index, counts[index] + more)
