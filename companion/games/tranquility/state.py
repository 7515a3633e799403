"""The state of a game of Tranquility, and what variants and expansions are made of.

A rule module answers a few questions, and by default says nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.table import Board, Seats, put, why_lost
from companion.games.tranquility import events
from companion.games.tranquility.board import (
    FINISH,
    STANDARD,
    STANDARD_BOARD,
    START,
    Grid,
    Laid,
    LaidCards,
    Place,
)
from companion.games.values import BrokenRule, CardName, Outcome, Phrase, Ruling, Say, Standing

T = TypeVar("T")
# Other readings of the books that an owner may prefer, as the header names them.
ONE_CARD, COMPASSES = "one-card", "compasses"
RULINGS: dict[str, tuple[str | int, ...]] = {ONE_CARD: ("lost",), COMPASSES: ("back",)}
YELLOW_LIMIT = 3
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

    def has(self, name: str) -> bool:
        """Whether this variant or module is in play."""
        return any(module.name == name for module in self.setup.rule_modules)

    @property
    def is_full(self) -> bool:
        return all(self.board)

    def limit(self, seat: int) -> int:
        """Up to how many cards a player draws: three under a Yellow Storm, however many there are."""
        stormy = self.sea is not None and self.sea.yellow[seat]
        return min(YELLOW_LIMIT, self.setup.hand_size) if stormy else self.setup.hand_size

    def draw(self, seat: int) -> "State":
        return self.setup.variant.draw(self, seat)

    def spend(self, seat: int, cards: int) -> "State":
        return replace(self, seats=self.seats.spend(seat, cards))

    def has_island(self, number: int) -> bool:
        return any(laid is not None and laid.number == number for laid in self.board)

    def wilds_left(self, seat: int) -> int:
        """How many Wilds that player may hold."""
        return sum(module.wilds(self, seat) for module in self.setup.rule_modules)

    def use_wild(self, seat: int) -> "State":
        state = self
        for module in self.setup.rule_modules:
            state = module.use_wild(state, seat)
        return state

    def closes(self, place: Place) -> list[BrokenRule]:
        """What closes the row of a place: of several the first."""
        found = [each for module in self.setup.rule_modules for each in module.closed(self, place)]
        return found[:1]

    def lay(self, play: "Play", cost: int) -> Ruling:
        """The Island lies and its cost is paid; the modules add what follows."""
        mover, laid = self.seats.mover, Laid(play.number, play.wild, play.facing)
        paid = (self.use_wild(mover) if play.wild else self).spend(mover, 1 + cost)
        after = replace(paid, board=put(self.board, play.place.index, laid))
        remarks: tuple[BrokenRule, ...] = ()
        for module in self.setup.rule_modules:
            after, more = module.laid(after, play.place)
            remarks += more
        return Ruling((), cost, after, remarks)

    def refuse(self, breaks: Iterable[BrokenRule], discards: int = 0) -> Ruling:
        """An illegal event changes nothing."""
        return Ruling(tuple(breaks), discards, self)

    def close(self, ruling: Ruling, event: events.Action) -> Ruling:
        """The modules add what belongs to an action before its draw; a broken rule undoes it."""
        for module in self.setup.rule_modules:
            ruling = module.closing(ruling, event)
        return self.refuse(ruling.breaks, ruling.discards) if ruling.breaks else ruling

    def conclude(self, ruling: Ruling, event: events.Action) -> Ruling:
        """An action that is legal in itself: the modules close it, its player draws, the turn goes on."""
        closed = self.close(ruling, event)
        return closed if closed.breaks else replace(closed, after=self.setup.variant.end_turn(closed.after))


def in_play(part: T | None) -> T:
    """What a module or a variant keeps in the state of a game that has it."""
    if part is None:
        raise ValueError("not in this game")
    return part


def add(counts: tuple[int, ...], index: int, more: int = 1) -> tuple[int, ...]:
    """The same counts but for one."""
    return put(counts, index, counts[index] + more)


@dataclass(frozen=True, slots=True)
class Play:
    """An Island (or a Wild as one) about to lie on a place."""

    number: int
    place: Place
    wild: bool = False
    facing: str = ""
    explorer: str | None = None

    @property
    def card(self) -> CardName:
        return CardName(f"island-{self.number}")


class RuleModule:
    """A variant or an expansion: the hooks that it does not need say nothing."""

    name = ""

    def rules(self) -> Mapping[type[Event], Rule]:
        """The events that this module brings into the game."""
        return {}

    def cards(self, deck: CardCounts, chosen: int) -> int:
        """How many cards are shuffled in before dealing; `chosen` is what the header says, else 0."""
        return 0

    def open(self, state: State) -> State:
        """The state before the first event."""
        return state

    def hinders(self, state: State, play: Play) -> Iterable[BrokenRule]:
        """What is against a play on a place: here what closes its row."""
        return self.closed(state, play.place)

    def closed(self, state: State, place: Place) -> Iterable[BrokenRule]:
        """What closes the row of a place, to Islands and to Sea Monsters."""
        return ()

    def laid(self, state: State, place: Place) -> tuple[State, tuple[BrokenRule, ...]]:
        """What follows once a card lies, and what is remarked."""
        return state, ()

    def closing(self, ruling: Ruling, event: events.Action) -> Ruling:
        """What belongs to an otherwise legal action before its draw."""
        return ruling

    def finish_hinders(self, state: State, event: events.Finish) -> Iterable[BrokenRule]:
        """What is against the Finish."""
        return ()

    def wilds(self, state: State, seat: int) -> int:
        """How many Wilds that player may hold."""
        return 0

    def use_wild(self, state: State, seat: int) -> State:
        """A Wild of that player is played."""
        return state

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        """Whether a card that is no Island can be in that hand."""
        return False

    def way_out(self, state: State, card: str | None) -> str:
        """An action that is open whatever the lone card is: a word, empty if there is none."""
        return ""

    def targets(self, state: State, card: str) -> tuple[str, ...]:
        """Where a card that is no Island could be played."""
        return ()

    def lines(self, state: State, say: Say) -> list[str]:
        """Lines under the drawing."""
        return []


class Variant(RuleModule):
    """The shape of the game: its grid, its deck, how cards are drawn and how a turn ends."""

    grid: Grid = STANDARD
    board: Board = STANDARD_BOARD
    has_start = True
    has_finish = True

    def cards(self, deck: CardCounts, chosen: int) -> int:
        return islands(deck) + deck.get(FINISH, 0)

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        """A Start of one's own that was not played, a Finish."""
        own_start = self.has_start and state.start != seat and seat in state.drew
        return (card == START and own_start) or (card == FINISH and self.has_finish)

    def facing(self, state: State, chosen: str | None) -> str:
        """Which end of a card is up; only two variants care."""
        return ""

    def cover(self, state: State, play: Play, cost: int) -> Ruling:
        """A legal play is carried out, up to the draw."""
        return state.lay(play, cost)

    def can_finish(self, state: State, seat: int) -> bool:
        """Whether that player can have a Finish at all."""
        return self.has_finish

    def play_finish(self, state: State, seat: int) -> State:
        """A Finish that is no Wild leaves the hand."""
        return state

    def draw(self, state: State, seat: int) -> State:
        """A player draws up from the own pile."""
        seats = state.seats.draw_up(seat, state.limit(seat))
        return state if seats is state.seats else replace(state, seats=seats)

    def count(self, state: State, seat: int, hand: int, pile: int) -> State:
        """The hidden counts of a player as they were found at the table."""
        return replace(state, seats=state.seats.holding(seat, hand, pile))

    def end_turn(self, state: State) -> State:
        """The player to move draws up and passes the turn."""
        return self.pass_turn(self.draw(state, state.seats.mover))

    def pass_turn(self, state: State) -> State:
        """The turn goes on; an empty hand then loses."""
        return self.check_hands(replace(state, seats=state.seats.pass_turn()))

    def check_hands(self, state: State) -> State:
        """Lost when the player to move holds no card; by another ruling with one card, too."""
        least = 2 if ONE_CARD in state.setup.rulings else 1
        lost = state.outcome is Outcome.OPEN and state.seats.hand < least
        return replace(state, outcome=Outcome.LOST) if lost else state

    def give_up(self, state: State) -> State:
        return replace(state, outcome=Outcome.LOST)

    def remarks(self, before: State, after: State) -> tuple[BrokenRule, ...]:
        """What is remarked after an event: here why the game is lost."""
        if after.outcome is not Outcome.LOST:
            return ()
        return (why_lost(after.seats, one_card_loses=ONE_CARD in after.setup.rulings),)

    def standing(self, state: State) -> Standing:
        return state.seats.standing(state.outcome)


def islands(deck: CardCounts) -> int:
    """How many Islands a deck has."""
    return sum(count for name, count in deck.items() if name.startswith("island-"))


def said(key: str, **facts: object) -> Phrase:
    """A sentence of this game among the facts of another."""
    return Phrase(f"tranquility.{key}", facts)


def no_such_card(name: str) -> BrokenRule:
    """A card that the game does not have, or has no more."""
    return BrokenRule("deck", {"what": said("no-card", card=CardName(name))})
