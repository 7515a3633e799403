"""How Tranquility's simulated players choose: the play of a hand that gets farthest; all legal actions."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.events import Event
from companion.games.tranquility import events
from companion.games.tranquility.board import (
    COMPASS,
    EXPLORERS,
    FINISH,
    HIGHEST,
    KEPT,
    MONSTER,
    START,
    WILD,
    Laid,
    Place,
    discards_owed,
    island_number,
    lower,
    stretch,
    upper,
)
from companion.games.tranquility.judging import (
    NUMBERS,
    Pot,
    island_places,
    legal_places,
)
from companion.games.tranquility.state import State
from companion.games.tranquility.variants import MOON_ROWS, turned_wrong
from companion.games.values import Outcome, Pairs, Ruling

_FREELY = 1  # discards that a play may cost without thinking twice
_PRECIOUS = 1000


@dataclass(frozen=True, slots=True)
class _Gap:
    """The empty places between two cards of a sequence, and the numbers that may fill them."""

    first: int
    last: int
    low: int
    high: int

    @property
    def places(self) -> int:
        return self.last - self.first + 1


def _gap_at(state: State, place: Place) -> _Gap:
    grid, board = state.setup.grid, state.board
    below, above = lower(grid, board, place), upper(grid, board, place)
    part = grid.parts[place.part]
    low, high = _number_at(board, below, 0), _number_at(board, above, HIGHEST + 1)
    first = part.start if below is None else below + 1
    last = (part.stop if above is None else above) - 1
    return _Gap(first, last, low, high)


def _number_at(board: tuple[Laid | None, ...], index: int | None, border: int) -> int:
    laid = None if index is None else board[index]
    return border if laid is None else laid.number


def between(available: frozenset[int], low: int, high: int) -> int:
    """How many numbers can still come between two."""
    return sum(low < number < high for number in available)


def slack(available: frozenset[int], low: int, high: int, places: int) -> int:
    """How many more numbers than places there are."""
    return between(available, low, high) - places


def best_play(state: State, hand: list[str], available: frozenset[int]) -> events.Place | None:
    """The play of a hand that costs least and leaves every gap fillable."""
    chosen = min(plays(state, hand, available), key=lambda each: each[0], default=None)
    return None if chosen is None else chosen[1]


def plays(
    state: State, hand: list[str], available: frozenset[int]
) -> Iterator[tuple[tuple[int, float], events.Place]]:
    """Every sensible play with its price: the cost in cards, then how badly it divides its gap."""
    for card in sorted(set(hand)):
        for number, named in numbers_of(card, state):
            for place in island_places(state, number):
                price = _judge_price(state, place, number, available)
                if price is not None:
                    yield price, events.Place(card=card, as_=named, at=place.name)


def numbers_of(card: str, state: State) -> Iterator[tuple[int, str | None]]:
    """The numbers that a card could bring: its own, a Wild's next to what lies."""
    number = island_number(card)
    if number is not None:
        yield number, None
    elif card == WILD:
        for near in sorted({laid.number + step for laid in state.board if laid for step in (-1, 1)}):
            if 1 <= near <= HIGHEST and not state.has_island(near):
                yield near, f"island-{near}"


def _judge_price(
    state: State, place: Place, number: int, available: frozenset[int]
) -> tuple[int, float] | None:
    gap = _gap_at(state, place)
    left, right = place.index - gap.first, gap.last - place.index
    below = slack(available, gap.low, number, left)
    above = slack(available, number, gap.high, right)
    cost = discards_owed(state.setup.grid, state.board, place, number)
    if below < 0 or above < 0 or cost > _FREELY + 1:
        return None
    wrong_side = state.sky is not None and turned_wrong(
        Laid(number, facing=state.sky.facing), place.row < MOON_ROWS
    )
    uneven = abs((below + 1) / (left + 1) - (above + 1) / (right + 1))
    return cost + 4 * wrong_side, uneven


def cost_of(state: State, event: events.Place) -> int:
    """What a play costs."""
    number = island_number(event.as_ or event.card) or 0
    place = state.setup.grid.by_name[event.at]
    return discards_owed(state.setup.grid, state.board, place, number)


def worth(state: State, card: str, available: frozenset[int], finishes: int) -> float:
    """How much a card would be missed."""
    number = island_number(card)
    if number is not None:
        return _island_worth(state, number, available)
    if card == START:
        return 0 if state.start is not None else _PRECIOUS
    if card == FINISH:
        return 0 if finishes > 1 else _PRECIOUS
    if card == COMPASS:
        return 50 if state.expedition is not None and state.expedition.closed else 2
    return _PRECIOUS / 2


def _island_worth(state: State, number: int, available: frozenset[int]) -> float:
    best = 0.0
    for part in state.setup.grid.parts:
        places = stretch(state.board, part, number)
        if places:
            gap = _gap_at(state, state.setup.grid.places[places.start])
            spare = slack(available, gap.low, gap.high, gap.places)
            best = max(best, 100 * gap.places / (gap.places + max(0, spare)))
    return best


def split_start(state: State, pot: Pot) -> events.Start:
    """Those who hold most give first."""
    owed, left = state.setup.start_discards, list(pot.hands)
    shares = [0] * len(left)
    while owed and any(left):
        seat = left.index(max(left))
        left[seat] -= 1
        shares[seat] += 1
        owed -= 1
    return _with_piles(state, pot, shares, owed)


def _with_piles(state: State, pot: Pot, shares: list[int], owed: int) -> events.Start:
    players, piled = state.seats.players, {}
    for seat, player in enumerate(players):
        if owed > 0 and pot.may_pile[seat]:
            shares[seat] += 2
            piled[player] = 2
            owed -= 2
    if owed < 0:  # one card too many: somebody with a share from the hand keeps it
        seat = next(seat for seat, share in enumerate(shares) if share > piled.get(players[seat], 0))
        shares[seat] -= 1
    split = {player: share for player, share in zip(players, shares, strict=True) if share}
    return events.Start(split=Pairs.of(split), from_pile=Pairs.of(piled))


def monster_target(rng: random.Random, state: State, available: frozenset[int]) -> str:
    """The card of the grid whose place is filled again most easily, by chance among equals."""
    lying = [state.setup.grid.by_name[name] for name in legal_places(state, MONSTER)]
    rng.shuffle(lying)
    return max(lying, key=lambda place: _room_without(state, place, available)).name


def _room_without(state: State, place: Place, available: frozenset[int]) -> int:
    gap = _gap_at(state, place)
    return slack(available, gap.low, gap.high, gap.places)


def wrong_way(state: State) -> tuple[str, ...]:
    """The places whose card lies the wrong way by day and night."""
    if state.sky is None:
        return ()
    places = state.setup.grid.places
    return tuple(
        place.name for place in places if turned_wrong(state.board[place.index], place.row < MOON_ROWS)
    )


def choose_rocks(rng: random.Random, state: State, event: events.Action) -> events.Action:
    """The Jagged Rocks move to any other row that will have room."""
    if not state.rocks:
        return event
    rows = state.setup.grid.rows
    filled = state.setup.grid.by_name[event.at].index if isinstance(event, events.Place) else -1
    free = [
        number
        for number, row in enumerate(rows, 1)
        if number != state.rocks and any(not state.board[index] and index != filled for index in row)
    ]
    return replace(event, rocks=rng.choice(free)) if free else event


def legal_plays(state: State) -> Iterator[Event]:
    """Every Island and Wild that the rules allow to be laid, whatever the hidden hand may hold."""
    if state.outcome is not Outcome.OPEN:
        return
    numbers = [(f"island-{number}", number) for number in NUMBERS if number not in state.gone]
    if state.wilds_left(state.seats.mover):
        numbers += [(WILD, number) for number in NUMBERS]
    for card, number in numbers:
        for play in _every_play(state, card, number):
            yield from with_rocks(state, play)


def _every_play(state: State, card: str, number: int) -> Iterator[events.Action]:
    # with every explorer card that it could bring
    named = f"island-{number}" if card == WILD else None
    for place in island_places(state, number):
        event = events.Place(card=card, as_=named, at=place.name)
        if place.index not in state.setup.border:
            yield event
            continue
        for kind in (None, *EXPLORERS, KEPT):
            met = replace(event, explorer=kind)
            if not _judged(state, met).breaks:
                yield met


def with_rocks(state: State, action: events.Action) -> Iterator[Event]:
    """An action with every way to move the Jagged Rocks that makes it legal."""
    if not state.rocks or not _judged(state, action).breaks:
        yield action
        return
    for choice in (*range(1, len(state.setup.grid.rows) + 1), events.STAY):
        moved = replace(action, rocks=choice)
        if choice != state.rocks and not _judged(state, moved).breaks:
            yield moved


def _judged(state: State, action: events.Action) -> Ruling:
    return state.setup.rules[type(action)](state, action)
