"""The mountain as a camera sees it: cards on places come in, the move that explains them goes out."""

from companion.games.ascent import events
from companion.games.ascent.board import PLACES
from companion.games.ascent.cards import BRIDGE, Card, Kind
from companion.games.ascent.state import State
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


def lying(state: State) -> Table:
    """What a camera should see: the top card of every place."""
    cards = ((place.name, state.board[place.index]) for place in PLACES)
    return {name: Lying(card.name) for name, card in cards if card is not None}


def explain(state: State, seen: Table) -> Explanation:
    """The move that turns the recorded mountain into the one seen, legal or not."""
    changes = compare(lying(state), upright(seen))
    if not changes:
        return SETTLED
    lit = [change for change in changes if _is_campfire(change)]
    gone = [change for change in changes if _is_lifted(state, change)]
    laid = [change for change in changes if change not in gone and not _is_campfire(change)]
    if lit:
        return _explain_campfire(lit, laid, gone)
    if gone:
        return _explain_lifted(laid, gone)
    return Explanation(tuple(_place_event(change) for change in laid))


def _is_campfire(change: Difference) -> bool:
    card = None if change.seen is None else Card.parse(change.seen.card)
    return card is not None and card.kind is Kind.CAMPFIRE and change.recorded is not None


def _is_lifted(state: State, change: Difference) -> bool:
    if change.seen is None:
        return True
    covered = state.bridges > state.board.count(BRIDGE)
    return covered and change.recorded is not None and change.seen == Lying(BRIDGE.name)


def _explain_campfire(lit: list[Difference], laid: list[Difference], gone: list[Difference]) -> Explanation:
    if len(lit) > 1 or gone or len(laid) > 1:
        return UNEXPLAINED
    fire = lit[0]
    if not laid:
        return WAITING
    moved = laid[0]
    if fire.seen is None or moved.seen is None or moved.seen != fire.recorded:
        return UNEXPLAINED
    return Explanation((events.Campfire(card=fire.seen.card, at=fire.place, to=moved.place),))


def _explain_lifted(laid: list[Difference], gone: list[Difference]) -> Explanation:
    if len(gone) == 1 and (not laid or (len(laid) == 1 and laid[0].seen == gone[0].recorded)):
        return WAITING
    return UNEXPLAINED


def _place_event(change: Difference) -> events.Place:
    return events.Place(card=change.seen.card if change.seen else BRIDGE.name, at=change.place)
