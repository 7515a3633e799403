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
    lit = [change for change in changes if is_campfire(change)]
    gone = [change for change in changes if is_lifted(state, change)]
    laid = [change for change in changes if change not in gone and not is_campfire(change)]
    if lit:
        return explain_campfire(lit, laid, gone)
    if gone:
        return explain_lifted(laid, gone)
    return Explanation(tuple(place_event(change) for change in laid))


def is_campfire(change: Difference) -> bool:
    """Whether a Campfire has come to lie on a card."""
    card = None if change.seen is None else Card.parse(change.seen.card)
    return card is not None and card.kind is Kind.CAMPFIRE and change.recorded is not None


def is_lifted(state: State, change: Difference) -> bool:
    """Whether a card has left its place; the Bridge that it covered may show there again."""
    if change.seen is None:
        return True
    covered = state.bridges > state.board.count(BRIDGE)
    return covered and change.recorded is not None and change.seen == Lying(BRIDGE.name)


def explain_campfire(lit: list[Difference], laid: list[Difference], gone: list[Difference]) -> Explanation:
    """A Campfire and the card that it replaced, which may still be in somebody's hand."""
    if len(lit) > 1 or gone or len(laid) > 1:
        return UNEXPLAINED
    fire = lit[0]
    if not laid:
        return WAITING
    moved = laid[0]
    if fire.seen is None or moved.seen is None or moved.seen != fire.recorded:
        return UNEXPLAINED
    return Explanation((events.Campfire(card=fire.seen.card, at=fire.place, to=moved.place),))


def explain_lifted(laid: list[Difference], gone: list[Difference]) -> Explanation:
    """One card was lifted: it may be on its way up, before its Campfire comes."""
    if len(gone) == 1 and (not laid or (len(laid) == 1 and laid[0].seen == gone[0].recorded)):
        return WAITING
    return UNEXPLAINED


def place_event(change: Difference) -> events.Place:
    """A card laid on a place, whatever was there."""
    return events.Place(card=change.seen.card if change.seen else BRIDGE.name, at=change.place)
