"""Campfires: an Ascent is replaced by a Campfire of its colour and climbs at least one row."""

from dataclasses import replace

from companion.games.ascent.board import PLACE, Place, lay
from companion.games.ascent.cards import Card, Kind
from companion.games.ascent.placing import judge_ascent, too_many
from companion.games.ascent.state import CAMPFIRE, State, value_from_left
from companion.games.values import BrokenRule, CardName


def judge_campfire(state: State, campfire: Card, at: str, to: str) -> tuple[list[BrokenRule], int]:
    """All rules that a Campfire and its move break, and what the move costs."""
    place = PLACE.get(at)
    there = None if place is None else state.board[place.index]
    if place is None or there is None or there.kind is not Kind.ASCENT:
        return [BrokenRule("campfire-target", {"at": at}, (at,)), *too_many(state, campfire)], 0
    found = []
    if there.colour is not campfire.colour:
        facts = {"card": CardName(campfire.name), "there": CardName(there.name)}
        found.append(BrokenRule("campfire-colour", facts, (at,)))
    if state.goats[place.index]:
        found.append(BrokenRule("campfire-goats", {"at": at}, (at,)))
    found += too_many(state, campfire)
    moves, cost = _judge_move(light(state, campfire, place), there, place, to)
    return found + moves, cost


def light(state: State, campfire: Card, place: Place) -> State:
    """The mountain once the Campfire lies in the old place, before the Ascent moves."""
    board = lay(state.board, place.index, campfire)
    if CAMPFIRE not in state.setup.rulings:
        return replace(state, board=board)
    kept = (place.index, value_from_left(board, place.index))
    return replace(state, board=board, frozen=(*state.frozen, kept))


def _judge_move(state: State, card: Card, old: Place, to: str) -> tuple[list[BrokenRule], int]:
    facts = {"card": CardName(card.name), "to": to}
    place = PLACE.get(to)
    if place is None:
        return [BrokenRule("campfire-move", facts, (to,)), BrokenRule("slot", {"at": to})], 0
    # Ruling: the usual placement rules include the cost, paid from the hand without the Campfire.
    found, cost = judge_ascent(state, card, place, spare=state.seats.hand - 1)
    if found or place.row <= old.row:
        found.insert(0, BrokenRule("campfire-move", facts, (to,)))
    return found, cost
