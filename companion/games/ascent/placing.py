"""Laying cards: the rules for Ascents, Bridges, Summits and Campfires, and what an Ascent costs."""

from dataclasses import replace

from companion.games.ascent.board import PLACE, PLACES, SUMMIT_PLACE, LaidCards, Place, lay
from companion.games.ascent.cards import BRIDGE, Card, Kind
from companion.games.ascent.goals import missing_goals
from companion.games.ascent.state import CAMPFIRE, State, place_value, value_from_left
from companion.games.values import BrokenRule, CardCount, CardName, Phrase, Word


def judge_ascent(state: State, card: Card, place: Place, *, spare: int) -> tuple[list[BrokenRule], int]:
    """All rules that an Ascent on a place breaks, and its cost; `spare` cards are left to pay with."""
    if place is SUMMIT_PLACE:
        return [BrokenRule("summit-place", {"card": CardName(card.name)}, (place.name,))], 0
    board, there = state.board, state.board[place.index]
    cost = discards_owed(state, card, place)
    found: list[BrokenRule] = []
    if there is not None and there is not BRIDGE:
        found.append(occupied(place, there))
    elif there is None:
        found += _row_start(board, place)
    found += support(board, place)
    if card.value is not None and card.value < place.row:
        found.append(
            BrokenRule("row-value", {"card": CardName(card.name), "row": place.row, "value": card.value})
        )
    found += _same_colour(board, card, place)
    found += _too_many(state, card)
    if cost > spare and (there is None or there is BRIDGE):
        found.append(BrokenRule("cost", {"cost": CardCount(cost), "spare": CardCount(spare)}))
    return found, cost


def judge_bridge(state: State, place: Place) -> list[BrokenRule]:
    """All rules that a Bridge on a place breaks."""
    if place is SUMMIT_PLACE:
        return [BrokenRule("summit-place", {"card": CardName(BRIDGE.name)}, (place.name,))]
    there = state.board[place.index]
    found = [occupied(place, there)] if there is not None else []
    if place.is_first or _row_start(state.board, place):
        found.append(BrokenRule("row-start", {"what": Phrase("ascent.row-bridge")}))
    found += support(state.board, place)
    found += _too_many(state, BRIDGE)
    if place.is_end:
        found.append(BrokenRule("bridge-end", {"at": place.name, "row": place.row}))
    return found


def judge_summit(state: State, place: Place) -> list[BrokenRule]:
    """All rules that a Summit on a place breaks; nothing else is judged."""
    found = []
    if place is not SUMMIT_PLACE:
        found.append(BrokenRule("summit-place", {"card": CardName("summit")}, (SUMMIT_PLACE.name,)))
    open_places = [each.name for each in PLACES[:-1] if not _is_climbed(state.board[each.index])]
    if open_places:
        found.append(BrokenRule("summit-early", {"count": len(open_places)}, tuple(open_places)))
    goals = missing_goals(state)
    if goals:
        found.append(BrokenRule("summit-goal", {"goals": tuple(Word(goal) for goal in goals)}))
    return found


def _is_climbed(card: Card | None) -> bool:
    return card is not None and card.kind in (Kind.ASCENT, Kind.CAMPFIRE)


def discards_owed(state: State, card: Card, place: Place) -> int:
    """The difference to the neighbour's value; between two neighbours the greater one."""
    if card.value is None:
        return 0
    values = (place_value(state, place.left), place_value(state, place.right))
    return max((abs(card.value - value) for value in values if value is not None), default=0)


def occupied(place: Place, there: Card) -> BrokenRule:
    """The place is taken."""
    return BrokenRule("occupied", {"at": place.name, "there": CardName(there.name)}, (place.name,))


def _row_start(board: LaidCards, place: Place) -> list[BrokenRule]:
    if place.left is None or board[place.left] is not None:
        return []
    why = Phrase("ascent.row-gap", {"at": place.name})
    return [BrokenRule("row-start", {"what": why}, (PLACES[place.left].name,))]


def support(board: LaidCards, place: Place) -> list[BrokenRule]:
    """Both places below hold a card."""
    missing = tuple(PLACES[index].name for index in place.below if board[index] is None)
    return [BrokenRule("support", {"at": place.name, "missing": missing}, missing)] if missing else []


def _same_colour(board: LaidCards, card: Card, place: Place) -> list[BrokenRule]:
    for index in (place.left, place.right):
        beside = None if index is None else board[index]
        if index is not None and beside is not None and beside.colour is card.colour and card.colour:
            facts = {
                "card": CardName(card.name),
                "beside": CardName(beside.name),
                "colour": Word(card.colour.value),
            }
            return [BrokenRule("colour", facts, (PLACES[index].name,))]
    return []


def _too_many(state: State, card: Card) -> list[BrokenRule]:
    copies = state.copies(card)
    if state.on_table(card) < copies:
        return []
    facts = {"card": CardName(card.name), "copies": copies}
    return [BrokenRule("deck", {"what": Phrase("ascent.all-played" if copies else "ascent.no-card", facts)})]


def judge_campfire(state: State, campfire: Card, at: str, to: str) -> tuple[list[BrokenRule], int]:
    """All rules that a Campfire and its move break, and what the move costs."""
    place = PLACE.get(at)
    there = None if place is None else state.board[place.index]
    if place is None or there is None or there.kind is not Kind.ASCENT:
        return [BrokenRule("campfire-target", {"at": at}, (at,)), *_too_many(state, campfire)], 0
    found = []
    if there.colour is not campfire.colour:
        facts = {"card": CardName(campfire.name), "there": CardName(there.name)}
        found.append(BrokenRule("campfire-colour", facts, (at,)))
    if state.goats[place.index]:
        found.append(BrokenRule("campfire-goats", {"at": at}, (at,)))
    found += _too_many(state, campfire)
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
