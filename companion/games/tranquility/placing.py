"""Laying an Island on a place: the rules of every grid, joined with what the modules in play are against."""

from companion.games.tranquility import events
from companion.games.tranquility.cards import WILD, island_number
from companion.games.tranquility.grid import Laid, Place, discards_owed, lower, upper
from companion.games.tranquility.rule_modules import Play, conclude, no_such_card, refuse, said, wilds_left
from companion.games.tranquility.state import State
from companion.games.values import BrokenRule, CardCount, CardName, Ruling

ORDER = (
    *("slot", "occupied", "phase", "duplicate", "order", "impossible", "blocked", "adjacent-only"),
    *("orientation", "cost", "explorer-missing", "rocks-missing", "rocks-full", "hand"),
)
_RANK = {code: rank for rank, code in enumerate(ORDER)}


def judge_place(state: State, event: events.Place) -> Ruling:
    """An Island, or a Wild as one, on a place."""
    number = _played_number(state, event)
    if number is None:
        return refuse(state, [no_such_card(wrong_card(state, event))])
    place = state.setup.grid.by_name.get(event.at)
    if place is None:
        return refuse(state, [BrokenRule("slot", {"at": event.at})])
    facing = state.setup.variant.facing(state, event.facing)
    play = Play(number, place, event.card == WILD, facing, event.explorer)
    breaks, cost = judge_play(state, play)
    if breaks:
        return refuse(state, breaks, cost)
    ruling = state.setup.variant.cover(state, play, cost)
    return ruling if ruling.breaks else conclude(state, ruling, event)


def _played_number(state: State, event: events.Place) -> int | None:
    if event.card == WILD:
        return island_number(event.as_ or "") if wilds_left(state, state.seats.mover) else None
    number = island_number(event.card)
    return None if number is None or number in state.gone else number


def wrong_card(state: State, event: events.Place) -> str:
    """The card that cannot come: the one played, or what a Wild is to stand for."""
    is_wild = event.card == WILD and wilds_left(state, state.seats.mover) > 0
    return (event.as_ or WILD) if is_wild else event.card


def judge_play(state: State, play: Play) -> tuple[list[BrokenRule], int]:
    """All rules that a play breaks, in the documented order, and what it costs."""
    grid, place = state.setup.grid, play.place
    cost = discards_owed(grid, state.board, place, play.number)
    found = occupied(state, play) + duplicate(state, play) + order(state, play)
    for module in state.setup.rule_modules:
        found += module.hinders(state, play)
    spare = state.seats.hand - 1
    if cost > spare and state.board[place.index] is None:
        found.append(BrokenRule("cost", {"cost": CardCount(cost), "spare": CardCount(max(spare, 0))}))
    return in_order(found) if len(found) > 1 else found, cost


def in_order(found: list[BrokenRule]) -> list[BrokenRule]:
    """Each code once, in the documented order."""
    once = {each.code: each for each in reversed(found)}
    return sorted(once.values(), key=lambda each: _RANK[each.code])


def occupied(state: State, play: Play) -> list[BrokenRule]:
    """The place is taken."""
    there = state.board[play.place.index]
    if there is None:
        return []
    facts = {"at": play.place.name, "there": CardName(there.name)}
    return [BrokenRule("occupied", facts, (play.place.name,))]


def duplicate(state: State, play: Play) -> list[BrokenRule]:
    """The number already lies somewhere in the grid."""
    numbers = [laid and laid.number for laid in state.board]
    if play.number not in numbers:
        return []
    at = state.setup.grid.places[numbers.index(play.number)].name
    return [BrokenRule("duplicate", {"card": play.card, "at": at}, (at,))]


def order(state: State, play: Play) -> list[BrokenRule]:
    """Every earlier number is smaller, every later one greater; as the grid ascends, the nearest tell."""
    grid, board, place = state.setup.grid, state.board, play.place
    before = lower(grid, board, place)
    low = None if before is None else board[before]
    if before is not None and low is not None and low.number >= play.number:
        return [_out_of_order("order-before", play, low, grid.places[before])]
    after = upper(grid, board, place)
    high = None if after is None else board[after]
    if after is not None and high is not None and high.number <= play.number:
        return [_out_of_order("order-after", play, high, grid.places[after])]
    return []


def _out_of_order(key: str, play: Play, other: Laid, place: Place) -> BrokenRule:
    same = other.number == play.number
    why = said("order-same" if same else key, card=play.card, other=CardName(other.name))
    return BrokenRule("order", {"what": why}, (place.name,))
