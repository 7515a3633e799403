"""What the rules allow now: where a card could be played, and every action of the player to move."""

from collections.abc import Iterator

from companion.games.ascent import events
from companion.games.ascent.board import PLACES, LaidCards, Place
from companion.games.ascent.campfires import judge_campfire
from companion.games.ascent.cards import BRIDGE, CARDS, Card, Kind
from companion.games.ascent.goals import herd_steps
from companion.games.ascent.placing import judge_ascent, judge_bridge, judge_summit
from companion.games.ascent.state import GOATS, State
from companion.games.events import Event
from companion.games.values import Outcome


def legal_places(state: State, card: Card) -> tuple[str, ...]:
    """Where the card could be played now; for a Campfire the places of the cards that it could replace."""
    if state.outcome is not Outcome.OPEN or not state.seats.hand:
        return ()
    if card.kind is Kind.CAMPFIRE:
        return tuple(place.name for place in PLACES if any(campfire_moves(state, card, place)))
    return tuple(place.name for place in open_places(state.board) if is_legal(state, card, place))


def open_places(board: LaidCards) -> tuple[Place, ...]:
    """The places that could take any card at all: the next of each row if it is supported, and Bridges."""
    return tuple(place for place in PLACES if is_open(board, place))


def is_open(board: LaidCards, place: Place) -> bool:
    """Whether a place is free, its left neighbour lies and it is supported."""
    there = board[place.index]
    if there is not None:
        return there is BRIDGE
    if place.left is not None and board[place.left] is None:
        return False
    return all(board[index] is not None for index in place.below)


def is_legal(state: State, card: Card, place: Place) -> bool:
    """Whether an Ascent, Bridge or Summit may lie on a place."""
    if card.kind is Kind.BRIDGE:
        return not judge_bridge(state, place)
    if card.kind is Kind.SUMMIT:
        return not judge_summit(state, place)
    return not judge_ascent(state, card, place, spare=state.seats.hand - 1)[0]


def campfire_moves(state: State, card: Card, place: Place) -> Iterator[str]:
    """Where the card on a place may move when the Campfire replaces it."""
    there = state.board[place.index]
    if there is not None and there.kind is Kind.ASCENT and there.colour is card.colour:
        for target in open_places(state.board):
            if target.row > place.row and not judge_campfire(state, card, place.name, target.name)[0]:
                yield target.name


def could_play(state: State, card: Card) -> bool:
    """Whether a card in hand could be played anywhere."""
    return bool(legal_places(state, card))


def legal_events(state: State) -> Iterator[Event]:
    """Every action that the rules allow, whatever the hidden hand may hold."""
    if state.outcome is not Outcome.OPEN:
        return
    for card in CARDS.values():
        yield from plays(state, card)
    if state.seats.hand >= 2:
        yield events.Discard()
    if state.ropes:
        yield events.Rope()
    if state.has(GOATS):
        for step in herd_steps(state):
            yield from herds(state, step)


def plays(state: State, card: Card) -> Iterator[Event]:
    """Every way to play one card."""
    if card.kind is not Kind.CAMPFIRE:
        yield from (events.Place(card=card.name, at=name) for name in legal_places(state, card))
        return
    for place in PLACES:
        for target in campfire_moves(state, card, place):
            yield events.Campfire(card=card.name, at=place.name, to=target)


def herds(state: State, path: tuple[str, ...]) -> Iterator[Event]:
    """A herd's path and every longer one that the hand can pay."""
    if len(path) - 1 > state.seats.hand:
        return
    yield events.Herd(path=path)
    for above in next_steps(state, path[-1]):
        yield from herds(state, (*path, above))


def next_steps(state: State, name: str) -> list[str]:
    """Where goats that stand on a place could step next."""
    goats = tuple(int(place.name == name) for place in PLACES)
    alone = State(state.setup, state.seats, 0, board=state.board, goats=goats)
    return [above for _, above in herd_steps(alone)]
