"""The sea as a camera sees it: cards on places and markers beside rows come in, the move goes out."""

from companion.games.events import Event
from companion.games.table import (
    SETTLED,
    UNEXPLAINED,
    WAITING,
    Difference,
    Explanation,
    Lying,
    Table,
    compare,
    upright,
)
from companion.games.tranquility import events
from companion.games.tranquility.board import Laid, Place, lower, upper
from companion.games.tranquility.cards import FINISH, HIGHEST, MONSTER, MOON, ROCKS, START, SUN, WILD
from companion.games.tranquility.state import State
from companion.games.tranquility.stormy_seas import ROWS_TO_LEAVE
from companion.games.values import Pairs

_ROW = "row "
_PURPLE_STORM = "storm-purple"
_MOST_NUMBERS = 3


def lying(state: State) -> Table:
    """The Islands, Start and Finish, and the markers at the left border."""
    places = ((place.name, state.board[place.index]) for place in state.setup.grid.places)
    cards = {name: _as_lying(laid) for name, laid in places if laid is not None}
    if state.start is not None:
        cards[START] = Lying(WILD if state.start < 0 else START)
    if state.finish:
        cards[FINISH] = Lying(FINISH)
    for row, storms in enumerate(state.sea.purple if state.sea else (), 1):
        if storms:
            cards[f"{_ROW}{row}"] = Lying(_PURPLE_STORM)
    if state.rocks:
        cards[f"{_ROW}{state.rocks}"] = Lying(ROCKS)
    return cards


def _as_lying(laid: Laid) -> Lying:
    return Lying(WILD if laid.wild else laid.name, laid.facing == MOON)


def explain(state: State, seen: Table) -> Explanation:
    """The move that turns the recorded sea into the one seen, legal or not."""
    changes = [each for each in compare(lying(state), _as_it_matters(state, seen)) if not _is_leftover(each)]
    markers = [change for change in changes if change.place.startswith(_ROW)]
    cards = [change for change in changes if change not in markers]
    if not changes:
        return SETTLED
    if not cards:
        return _explain_markers(state, markers)
    gone = [change for change in cards if change.seen is None]
    if gone:
        return WAITING if len(cards) <= 2 and not markers else UNEXPLAINED
    if _are_lifted(markers) and not _rocks_leave(state, cards):
        return WAITING
    rocks = _rocks_now(state, markers) if len(cards) == 1 else None
    return Explanation(tuple(event for change in cards for event in _moves(state, change, rocks)))


def _as_it_matters(state: State, seen: Table) -> Table:
    return seen if state.sky is not None or state.contest is not None else upright(seen)


def _is_leftover(change: Difference) -> bool:
    return change.recorded is None and change.seen is not None and change.seen.card == MONSTER


def _are_lifted(markers: list[Difference]) -> bool:
    gone = any(each.recorded == Lying(ROCKS) and each.seen is None for each in markers)
    return gone and not any(each.seen == Lying(ROCKS) for each in markers)


def _rocks_leave(state: State, cards: list[Difference]) -> bool:
    taken = {place.name for place in state.setup.grid.places if state.board[place.index] is not None}
    taken |= {change.place for change in cards}
    rows = ([state.setup.grid.places[index].name for index in row] for row in state.setup.grid.rows)
    return sum(taken.issuperset(row) for row in rows) >= ROWS_TO_LEAVE


def _rocks_now(state: State, markers: list[Difference]) -> int | str | None:
    """Where the Jagged Rocks lie now; where they were, they stayed.

    Only for one card: where they lay between two, no camera can tell, so that is left open and asked for.
    """
    if not state.rocks:
        return None
    return next((_row_of(each) for each in markers if each.seen == Lying(ROCKS)), events.STAY)


def _row_of(change: Difference) -> int:
    """The row beside which a marker lies."""
    return int(change.place.removeprefix(_ROW))


def _explain_markers(state: State, markers: list[Difference]) -> Explanation:
    moved = [change for change in markers if change.seen == Lying(ROCKS)]
    others = [change for change in markers if change not in moved and change.recorded != Lying(ROCKS)]
    if len(moved) == 1 and not others:
        return Explanation((events.Discard(rocks=_row_of(moved[0])),))
    storms = [change for change in markers if Lying(_PURPLE_STORM) in (change.recorded, change.seen)]
    if len(storms) != 1 or len(markers) != 1:
        return WAITING
    change = storms[0]
    if change.seen == Lying(_PURPLE_STORM):
        return Explanation((events.Storm(colour=events.PURPLE, row=_row_of(change)),))
    return Explanation((events.EndStorm(colour=events.PURPLE, row=_row_of(change)),))


def _moves(state: State, change: Difference, rocks: int | str | None) -> list[Event]:
    """What laid this card here; a Wild may stand for several numbers."""
    card = change.seen.card if change.seen is not None else ""
    if change.place == START:
        return [events.Start(split=_even_split(state), card=_wild_or_none(card), rocks=rocks)]
    if change.place == FINISH:
        return [events.Finish(card=_wild_or_none(card), rocks=rocks)]
    if card == MONSTER:
        return [events.Monster(at=change.place, rocks=rocks)]
    if change.recorded is not None and change.recorded.card == card:
        return [events.Rotate(at=change.place, rocks=rocks)]
    facing = _facing_of(state, change)
    if card == WILD:
        return [
            events.Place(card=WILD, as_=f"island-{number}", at=change.place, facing=facing, rocks=rocks)
            for number in _likely_numbers(state, change.place)
        ]
    return [events.Place(card=card, at=change.place, facing=facing, rocks=rocks)]


def _facing_of(state: State, change: Difference) -> str | None:
    if state.sky is None or change.seen is None:
        return None
    return MOON if change.seen.turned else SUN


def _wild_or_none(card: str) -> str | None:
    return WILD if card == WILD else None


def _even_split(state: State) -> Pairs:
    """The Start's discards shared out evenly, for a first proposal: the players change it as they agreed."""
    players = state.seats.players
    small, more = divmod(state.setup.start_discards, len(players))
    return Pairs((name, small + (seat < more)) for seat, name in enumerate(players) if small + (seat < more))


def _likely_numbers(state: State, name: str) -> list[int]:
    grid, board = state.setup.grid, state.board
    place = grid.by_name.get(name)
    if place is None:
        return []
    low, high = _number_at(state, lower(grid, board, place)), _number_at(state, upper(grid, board, place))
    free = range((low or 0) + 1, high or HIGHEST + 1)
    return sorted(free, key=lambda number: _nearness(number, low, high, place))[:_MOST_NUMBERS]


def _number_at(state: State, index: int | None) -> int | None:
    """The number that lies at an index."""
    laid = None if index is None else state.board[index]
    return None if laid is None else laid.number


def _nearness(number: int, low: int | None, high: int | None, place: Place) -> int:
    near = [abs(number - other) for other in (low, high) if other is not None]
    return min(near) if near else abs(number - round((place.index + 1) * HIGHEST / 36))
