"""The state of a game of The Ascent: what a header settles, the mountain, and the goals of its modules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from companion.games.ascent.board import (
    BRIDGE,
    EMPTY,
    PLACE,
    PLACES,
    TOP_ROW,
    Card,
    Colour,
    Kind,
    LaidCards,
    Place,
)
from companion.games.events import Fields
from companion.games.game import CardCounts
from companion.games.setup import divide, read_modules, read_piles, read_rulings
from companion.games.table import Seats, short_hand
from companion.games.values import BadRecord, BrokenRule, Outcome

GREEN_PATH = "green-path"
PANORAMA = "panorama"
GOATS = "goats"
MODULES = (GREEN_PATH, PANORAMA, GOATS)
MOST_GOATS = 12
GOATS_NEEDED = 8
TOP_PLACES = tuple(place.index for place in PLACES if place.row == TOP_ROW)
# Other readings of the books that an owner may prefer, as the header names them.
CAMPFIRE, ONE_CARD = "campfire", "one-card"
RULINGS: dict[str, tuple[str | int, ...]] = {CAMPFIRE: ("frozen",), ONE_CARD: ("lost",)}
MOST_ROPES = 3
LEAST_OBJECTIVES, MOST_OBJECTIVES = 3, 5  # ruling: the books advise against more


@dataclass(frozen=True, slots=True)
class _Setup:
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
        return module in self.setup.modules

    def on_table(self, card: Card) -> int:
        """How many copies of a card lie on the table, covered Bridges included."""
        return self.bridges if card is BRIDGE else self.board.count(card)

    def copies(self, card: Card) -> int:
        return 0 if is_taken_out(card, self.setup.solo) else self.setup.deck.get(card.name, 0)

    def spend(self, cards: int) -> "State":
        """Cards leave the hand of the player to move."""
        return replace(self, seats=self.seats.spend(self.seats.mover, cards))

    def draw_up(self) -> Seats:
        return self.seats.draw_up(self.seats.mover, self.setup.hand_size)

    def end_turn(self) -> "State":
        """The player to move draws up and passes the turn; an empty hand then loses."""
        return replace(self, seats=self.draw_up().pass_turn()).check_empty()

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
    seats = Seats(players, (setup.hand_size,) * len(players), _read_starting_piles(header, setup))
    return State(setup, seats, _read_ropes(header, solo), objectives=(False,) * len(objectives))


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
    if not solo and header.has("ropes"):
        raise BadRecord("ropes-solo")
    default = MOST_ROPES if solo else 0
    return header.optional("ropes", lambda name: header.number(name, 0, MOST_ROPES), default)


def bridge_seats(players: int) -> tuple[int, ...]:
    """Which seats are dealt a Bridge before the deck is divided."""
    if players == 1:
        return ()
    return (1,) if players < 4 else (1, 3)


def _read_starting_piles(header: Fields, setup: _Setup) -> tuple[int, ...]:
    """The piles once everyone has drawn up; ruling: the larger ones go to the first players in order."""
    players = len(header.players)
    dealt = bridge_seats(players)
    ones = sum(setup.deck.get(f"{colour.value}-1", 0) for colour in Colour)
    cards = sum(setup.deck.values()) - (ones if setup.solo else 0)
    piles = divide(cards - len(dealt), players, larger_first=True)
    after = tuple(pile - setup.hand_size + (seat in dealt) for seat, pile in enumerate(piles))
    return read_piles(header, after, cards - players * setup.hand_size)


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


def shown(state: State) -> dict[str, Any]:
    """What every verdict shows of the modules in play."""
    shows: dict[str, Any] = {}
    if state.has(GOATS):
        herds = zip(PLACES, state.goats, strict=True)
        shows["goats"] = {place.name: goats for place, goats in herds if goats}
    if state.has(PANORAMA):
        shows["objectives"] = list(state.objectives)
    if state.has(GREEN_PATH):
        shows["green_row"] = green_row(state.board)
    return shows


def missing_goals(state: State) -> list[str]:
    """The modules in play that are not fulfilled; ruling: the Summit waits for all of them."""
    fulfilled = {
        GREEN_PATH: green_row(state.board) == TOP_ROW,
        PANORAMA: all(state.objectives),
        GOATS: goats_on_top(state) >= GOATS_NEEDED,
    }
    return [module for module in MODULES if state.has(module) and not fulfilled[module]]


def green_row(board: LaidCards) -> int:
    """The highest row that a path of green cards from row 1 reaches; ruling: green Campfires count."""
    row, reached = 0, {place.index for place in PLACES if place.row == 1}
    while reached := {index for index in reached if (card := board[index]) and card.colour is Colour.GREEN}:
        row = PLACES[min(reached)].row
        reached = {above for index in reached for above in PLACES[index].above}
    return row


def photographed(state: State, place: Place) -> tuple[bool, ...]:
    """The objectives done once a card lies on a place; what was done stays done."""
    cards = [state.board[each.index] for each in PLACES if each.row == place.row]
    numbers = tuple(card.value if card is not None else None for card in cards)
    return tuple(
        done or any(numbers[start : start + len(wanted)] == wanted for start in range(len(numbers)))
        for done, wanted in zip(state.objectives, state.setup.objectives, strict=True)
    )


def goats_on_top(state: State) -> int:
    """The goats on row 8."""
    return sum(state.goats[index] for index in TOP_PLACES)


_HERD_CODES = ("herd-from", "herd-path", "herd-empty", "herd-bridge", "herd-top", "hand")


def judge_herd(state: State, path: tuple[str, ...]) -> list[BrokenRule]:
    """All rules that a herd's path breaks; each code once, whatever the number of steps."""
    found: dict[str, BrokenRule] = {}
    start = PLACE.get(path[0])
    if start is None or not state.goats[start.index]:
        found["herd-from"] = BrokenRule("herd-from", {"at": path[0]}, path[:1])
    for below, above in pairwise(path):
        for each in _judge_step(state, below, above):
            found.setdefault(each.code, each)
    if len(path) - 1 > state.seats.hand:
        found["hand"] = short_hand(len(path) - 1, state.seats.hand)
    return [found[code] for code in _HERD_CODES if code in found]


def _judge_step(state: State, below: str, above: str) -> list[BrokenRule]:
    found = []
    lower, upper = PLACE.get(below), PLACE.get(above)
    if lower is None or upper is None or upper.index not in lower.above:
        found.append(BrokenRule("herd-path", {"below": below, "above": above}, (above,)))
    row = int(above.split(" ")[-1].split(".")[0])  # as its name tells, on the mountain or not
    if row > TOP_ROW:
        found.append(BrokenRule("herd-top", {"above": above}, (above,)))
    elif upper is not None and state.board[upper.index] in (None, BRIDGE):
        code = "herd-bridge" if state.board[upper.index] is BRIDGE else "herd-empty"
        found.append(BrokenRule(code, {"above": above}, (above,)))
    return found


def herd_steps(state: State) -> list[tuple[str, str]]:
    """Every single step that a herd could take now."""
    herds = [place.name for place in PLACES if state.goats[place.index]]
    return [(low, high) for low in herds for high in next_steps(state, low)]


def next_steps(state: State, name: str) -> list[str]:
    """Where goats that stand on a place could step next."""
    above = PLACE[name].above if PLACE[name].row < TOP_ROW else ()
    return [PLACES[index].name for index in above if state.board[index] not in (None, BRIDGE)]
