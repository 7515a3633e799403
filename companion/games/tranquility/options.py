"""What the rules allow now: where a card could be played, and every action of the player to move."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.events import Event
from companion.games.tranquility import corners, events
from companion.games.tranquility.cards import EXPLORERS, FINISH, HIGHEST, KEPT, START, WILD, island_number
from companion.games.tranquility.grid import Place, stretch
from companion.games.tranquility.placing import judge_play
from companion.games.tranquility.rule_modules import Play, wilds_left
from companion.games.tranquility.state import State
from companion.games.values import Outcome, Ruling

NUMBERS = range(1, HIGHEST + 1)


def legal_places(state: State, card: str) -> tuple[str, ...]:
    """Where the player to move could play that card; `start` and `finish` are places too."""
    if state.outcome is not Outcome.OPEN:
        return ()
    number = island_number(card)
    if number is not None:
        return tuple(place.name for place in island_places(state, number)) if number not in state.gone else ()
    inside = _wild_places(state) if card == WILD else ()
    outside = tuple(name for name in (START, FINISH) if _can_play_corner(state, card, name))
    targets = tuple(name for module in state.setup.rule_modules for name in module.targets(state, card))
    return tuple(dict.fromkeys((*inside, *targets, *outside)))


def island_places(state: State, number: int) -> Iterator[Place]:
    """Where a number could be laid."""
    if state.has_island(number):
        return
    grid = state.setup.grid
    for part in grid.parts:
        for index in stretch(state.board, part, number):
            if fits(state, number, grid.places[index]):
                yield grid.places[index]


def fits(state: State, number: int, place: Place) -> bool:
    """Whether a number could be laid on a place, whatever the explorer deck then brings."""
    facing = state.setup.variant.facing(state, None)
    return not judge_play(state, Play(number, place, facing=facing, explorer=EXPLORERS[0]))[0]


def _wild_places(state: State) -> tuple[str, ...]:
    if not wilds_left(state, state.seats.mover):
        return ()
    found = {place for number in NUMBERS for place in island_places(state, number)}
    return tuple(place.name for place in state.setup.grid.places if place in found)


def _can_play_corner(state: State, card: str, corner: str) -> bool:
    wild = card == WILD
    if card != corner and not (wild and wilds_left(state, state.seats.mover)):
        return False
    return corners.can_start(state, wild=wild) if corner == START else corners.can_finish(state, wild=wild)


def legal_events(state: State) -> Iterator[Event]:
    """Every action that the rules allow, whatever the hidden hand may hold."""
    if state.outcome is not Outcome.OPEN:
        return
    for action in actions(state):
        yield from _with_rocks(state, action)


def actions(state: State) -> Iterator[events.Action]:
    """Every action, before the Jagged Rocks are moved."""
    for number in NUMBERS:
        if number not in state.gone:
            yield from plays(state, f"island-{number}", number)
    if wilds_left(state, state.seats.mover):
        for number in NUMBERS:
            yield from plays(state, WILD, number)
    if state.seats.hand >= 2:
        yield events.Discard()
    yield from _corner_actions(state)
    for module in state.setup.rule_modules:
        yield from module.actions(state)


def plays(state: State, card: str, number: int) -> Iterator[events.Action]:
    """Every place for a card, with every explorer card that it could bring."""
    named = f"island-{number}" if card == WILD else None
    for place in island_places(state, number):
        event = events.Place(card=card, as_=named, at=place.name)
        if place.index not in state.setup.border:
            yield event
            continue
        for kind in (None, *EXPLORERS, KEPT):
            met = replace(event, explorer=kind)
            if not judged(state, met).breaks:
                yield met


def _corner_actions(state: State) -> Iterator[events.Action]:
    wild = wilds_left(state, state.seats.mover) > 0
    for card in (None, WILD) if wild else (None,):
        if corners.can_start(state, wild=card == WILD):
            yield from (events.Start(split=split, card=card) for split in corners.splits(state))
        if corners.can_finish(state, wild=card == WILD):
            yield events.Finish(card=card)


def _with_rocks(state: State, action: events.Action) -> Iterator[Event]:
    if not state.rocks or not judged(state, action).breaks:
        yield action
        return
    for choice in (*range(1, len(state.setup.grid.rows) + 1), events.STAY):
        moved = replace(action, rocks=choice)
        if choice != state.rocks and not judged(state, moved).breaks:
            yield moved


def judged(state: State, action: events.Action) -> Ruling:
    """The ruling on an action whose turn it is."""
    return state.setup.rules[type(action)](state, action)
