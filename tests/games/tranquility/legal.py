"""Every action that Tranquility's rules allow, whatever the hidden hand may hold."""

from collections.abc import Iterator

from companion.games.events import Event
from companion.games.tranquility import events
from companion.games.tranquility.board import COMPASS, MONSTER, WILD
from companion.games.tranquility.judging import can_finish, can_start, legal_places, make_pot
from companion.games.tranquility.state import State
from companion.games.values import Outcome, Pairs
from companion.simulation.tranquility_plan import legal_plays, with_rocks


def legal_events(state: State) -> Iterator[Event]:
    yield from legal_plays(state)
    if state.outcome is Outcome.OPEN:
        for action in _further_actions(state):
            yield from with_rocks(state, action)


def _further_actions(state: State) -> Iterator[events.Action]:
    if state.seats.hand >= 2:
        yield events.Discard()
    yield from _corner_actions(state)
    yield from _module_actions(state)


def _corner_actions(state: State) -> Iterator[events.Action]:
    wild = state.wilds_left(state.seats.mover) > 0
    for card in (None, WILD) if wild else (None,):
        if can_start(state, wild=card == WILD):
            yield from (events.Start(split=split, card=card) for split in _splits(state))
        if can_finish(state, wild=card == WILD):
            yield events.Finish(card=card)


def _splits(state: State) -> Iterator[Pairs]:
    """Every way to give what the Start costs from the hands."""
    yield from _divide_among(state.seats.players, make_pot(state).hands, state.setup.start_discards)


def _divide_among(players: tuple[str, ...], most: tuple[int, ...], owed: int) -> Iterator[Pairs]:
    if not players:
        if owed == 0:
            yield Pairs()
        return
    for share in range(min(owed, most[0]) + 1):
        for rest in _divide_among(players[1:], most[1:], owed - share):
            yield Pairs((*(((players[0], share),) if share else ()), *rest))


def _module_actions(state: State) -> Iterator[events.Action]:
    rules = state.setup.rules
    if events.Refresh in rules:
        yield events.Refresh()
    if events.Reopen in rules:
        yield from (events.Reopen(at=name) for name in legal_places(state, COMPASS))
    if events.Rotate in rules:
        places = (place for place in state.setup.grid.places if state.board[place.index])
        yield from (events.Rotate(at=place.name) for place in places)
    if events.Monster in rules:
        yield from (events.Monster(at=name) for name in legal_places(state, MONSTER))
        if state.wilds_left(state.seats.mover):
            laid = (place for place in state.setup.grid.places if state.board[place.index])
            open_places = (place.name for place in laid if not state.closes(place))
            yield from (events.Monster(at=name, card=WILD) for name in open_places)
    if events.DiscardHand in rules:
        yield events.DiscardHand()
