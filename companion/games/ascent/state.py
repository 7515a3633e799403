"""The state of a game of The Ascent: a header comes in, the mountain before the first card goes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.ascent.board import EMPTY, PLACES, LaidCards
from companion.games.ascent.cards import BRIDGE, Card, Colour, Kind
from companion.games.events import Fields
from companion.games.game import CardCounts
from companion.games.seats import Seats, divide, read_modules, read_piles, read_rulings
from companion.games.values import BadRecord, Outcome

GREEN_PATH = "green-path"
PANORAMA = "panorama"
GOATS = "goats"
MODULES = (GREEN_PATH, PANORAMA, GOATS)
MOST_GOATS = 12
# Other readings of the books that an owner may prefer, as the header names them.
CAMPFIRE, ONE_CARD = "campfire", "one-card"
RULINGS: dict[str, tuple[str | int, ...]] = {CAMPFIRE: ("frozen",), ONE_CARD: ("lost",)}
MOST_ROPES = 3
LEAST_OBJECTIVES, MOST_OBJECTIVES = 3, 5  # ruling: the books advise against more


@dataclass(frozen=True, slots=True)
class _Setup:
    """What a header settles for the whole game."""

    deck: CardCounts
    hand_size: int
    modules: frozenset[str]
    objectives: tuple[tuple[int, ...], ...]
    solo: bool
    rulings: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """The mountain and all counts; `bridges` counts the covered ones too, goats are by place index."""

    setup: _Setup
    seats: Seats
    ropes: int
    board: LaidCards = EMPTY
    bridges: int = 0
    goats: tuple[int, ...] = (0,) * len(PLACES)
    objectives: tuple[bool, ...] = ()
    outcome: Outcome = Outcome.OPEN
    frozen: tuple[tuple[int, int | None], ...] = ()  # values that Campfires keep, where that is the ruling

    def has(self, module: str) -> bool:
        """Whether a module is in play."""
        return module in self.setup.modules

    def on_table(self, card: Card) -> int:
        """How many copies of a card lie on the table, covered Bridges included."""
        return self.bridges if card is BRIDGE else self.board.count(card)

    def copies(self, card: Card) -> int:
        """How many copies of a card this game is played with."""
        return 0 if is_taken_out(card, self.setup.solo) else self.setup.deck.get(card.name, 0)

    def end_turn(self) -> "State":
        """The player to move draws up and passes the turn; an empty hand then loses."""
        drawn = self.seats.draw_up(self.seats.mover, self.setup.hand_size)
        return replace(self, seats=drawn.pass_turn()).check_empty()

    def check_empty(self) -> "State":
        """Lost when the player to move holds no card; by another ruling with one card, too."""
        least = 2 if ONE_CARD in self.setup.rulings else 1
        lost = self.outcome is Outcome.OPEN and self.seats.hand < least
        return replace(self, outcome=Outcome.LOST) if lost else self


def is_taken_out(card: Card, solo: bool) -> bool:
    """A solo game is played without the six 1s."""
    return solo and card.value == 1


def new_game(header: Fields, deck: CardCounts) -> State:
    """The state before the first event."""
    players = tuple(header.players)
    solo = len(players) == 1
    modules = read_modules(header, MODULES)
    objectives = _read_objectives(header, PANORAMA in modules)
    rulings = read_rulings(header, RULINGS)
    setup = _Setup(deck, 6 if solo else 5, frozenset(modules), objectives, solo, rulings)
    return State(
        setup,
        Seats(players, (setup.hand_size,) * len(players), _read_starting_piles(header, setup)),
        _read_ropes(header, solo),
        objectives=(False,) * len(objectives),
    )


def _read_objectives(header: Fields, panorama: bool) -> tuple[tuple[int, ...], ...]:
    if panorama != header.has("objectives"):
        raise BadRecord("objectives-panorama")
    if not panorama:
        return ()
    objectives = header.each("objectives", lambda one: one.numbers("objectives", 1, 12))
    if not LEAST_OBJECTIVES <= len(objectives) <= MOST_OBJECTIVES:
        raise BadRecord("objectives-count", least=LEAST_OBJECTIVES, most=MOST_OBJECTIVES)
    if any(not 2 <= len(sequence) <= 6 for sequence in objectives):
        raise BadRecord("objectives-length")
    return objectives


def _read_ropes(header: Fields, solo: bool) -> int:
    if not solo:
        if header.has("ropes"):
            raise BadRecord("ropes-solo")
        return 0
    return header.optional("ropes", lambda name: header.number(name, 0, MOST_ROPES), MOST_ROPES)


def bridge_seats(players: int) -> tuple[int, ...]:
    """Which seats are dealt a Bridge before the deck is divided."""
    if players == 1:
        return ()
    return (1,) if players < 4 else (1, 3)


def _read_starting_piles(header: Fields, setup: _Setup) -> tuple[int, ...]:
    """The piles once everyone has drawn up; ruling: the larger ones go to the first players in order."""
    players = len(header.players)
    dealt = bridge_seats(players)
    cards = sum(setup.deck.values()) - (_ones(setup.deck) if setup.solo else 0)
    piles = divide(cards - len(dealt), players, larger_first=True)
    after = tuple(pile - setup.hand_size + (seat in dealt) for seat, pile in enumerate(piles))
    return read_piles(header, after, cards - players * setup.hand_size)


def _ones(deck: CardCounts) -> int:
    """How many 1s the deck has."""
    return sum(deck.get(f"{colour.value}-1", 0) for colour in Colour)


def place_value(state: State, index: int | None) -> int | None:
    """The value of a place: an Ascent's own; a Campfire's is read from its left, or kept if it is frozen."""
    card = None if index is None else state.board[index]
    if card is None or card.kind is not Kind.CAMPFIRE:
        return None if card is None else card.value
    kept = dict(state.frozen)
    return kept[index] if index in kept else value_from_left(state.board, index)


def value_from_left(board: LaidCards, index: int | None) -> int | None:
    """The value of the nearest Ascent on this place or to its left, through Campfires and Bridges."""
    while index is not None:
        card = board[index]
        if card is not None and card.kind is Kind.ASCENT:
            return card.value
        index = PLACES[index].left
    return None
