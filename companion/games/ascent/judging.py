"""The judge of The Ascent: the rules for laying cards, the ruling on an event, and what is allowed now."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from companion.games.ascent import events
from companion.games.ascent.board import BRIDGE, CARDS, PLACE, PLACES, SUMMIT_PLACE, Card, Kind, Place
from companion.games.ascent.state import (
    CAMPFIRE,
    GOATS,
    MOST_GOATS,
    ONE_CARD,
    TOP_PLACES,
    State,
    herd_steps,
    judge_herd,
    missing_goals,
    photographed,
    place_value,
    value_from_left,
)
from companion.games.events import Count, Event, Stuck
from companion.games.table import put, short_hand, why_lost
from companion.games.values import BrokenRule, CardCount, CardName, Outcome, Phrase, Ruling, Word


def judge(state: State, event: Event) -> Ruling:
    """All rules that the event breaks, what it costs, and the state after it."""
    ruling = _RULES[type(event)](state, event)
    if ruling.after.outcome is not Outcome.LOST:
        return ruling
    why = why_lost(ruling.after.seats, one_card_loses=ONE_CARD in state.setup.rulings)
    return replace(ruling, remarks=(why,))


def _rule(state: State, breaks: list[BrokenRule], discards: int, follow: Callable[[], State]) -> Ruling:
    """A ruling; the state that follows is made only when nothing is broken."""
    return Ruling(tuple(breaks), discards, state if breaks else follow())


def _refuse(state: State, code: str, facts: dict[str, Any]) -> Ruling:
    return Ruling((BrokenRule(code, facts),), 0, state)


def _no_such_card(state: State, name: str) -> Ruling:
    """A card that the game does not have, or that is of the wrong kind for the event."""
    return _refuse(state, "deck", {"what": Phrase("ascent.no-card", {"card": CardName(name)})})


def _judge_place(state: State, event: events.Place) -> Ruling:
    card, place = CARDS.get(event.card), PLACE.get(event.at)
    if card is None or card.kind is Kind.CAMPFIRE:
        return _no_such_card(state, event.card)
    if place is None:
        return _refuse(state, "slot", {"at": event.at})
    found, cost = _judge_card(state, card, place)
    return _rule(state, found, cost, lambda: _lay(state, card, place, cost, event.goat))


def _judge_card(state: State, card: Card, place: Place) -> tuple[list[BrokenRule], int]:
    """All rules that an Ascent, a Bridge or a Summit on a place breaks, and what it costs."""
    if card.kind is Kind.SUMMIT:
        return _judge_summit(state, place), 0
    if place is SUMMIT_PLACE:
        return [BrokenRule("summit-place", {"card": CardName(card.name)}, (place.name,))], 0
    return (_judge_bridge(state, place), 0) if card is BRIDGE else _judge_ascent(state, card, place)


def _judge_ascent(state: State, card: Card, place: Place) -> tuple[list[BrokenRule], int]:
    there, cost = state.board[place.index], discards_owed(state, card, place)
    spare = state.seats.hand - 1
    found = _occupied(place, there) if there is not BRIDGE else []
    if there is None:
        found += _row_start(state, place)
    found += _support(state, place)
    if card.value is not None and card.value < place.row:
        facts = {"card": CardName(card.name), "row": place.row, "value": card.value}
        found.append(BrokenRule("row-value", facts))
    found += _same_colour(state, card, place)
    found += _too_many(state, card)
    if cost > spare and there in (None, BRIDGE):
        found.append(BrokenRule("cost", {"cost": CardCount(cost), "spare": CardCount(spare)}))
    return found, cost


def _judge_bridge(state: State, place: Place) -> list[BrokenRule]:
    found = _occupied(place, state.board[place.index])
    if place.left is None or _row_start(state, place):
        found.append(BrokenRule("row-start", {"what": Phrase("ascent.row-bridge")}))
    found += _support(state, place)
    found += _too_many(state, BRIDGE)
    if place.left is None or place.right is None:
        found.append(BrokenRule("bridge-end", {"at": place.name, "row": place.row}))
    return found


def _judge_summit(state: State, place: Place) -> list[BrokenRule]:
    found = []
    if place is not SUMMIT_PLACE:
        found.append(BrokenRule("summit-place", {"card": CardName("summit")}, (SUMMIT_PLACE.name,)))
    below = PLACES[:-1]
    open_places = tuple(each.name for each in below if state.board[each.index] in (None, BRIDGE))
    if open_places:
        found.append(BrokenRule("summit-early", {"count": len(open_places)}, open_places))
    goals = missing_goals(state)
    if goals:
        found.append(BrokenRule("summit-goal", {"goals": tuple(map(Word, goals))}))
    return found


def discards_owed(state: State, card: Card, place: Place) -> int:
    """The difference to the neighbour's value; between two neighbours the greater one."""
    if card.value is None:
        return 0
    values = (place_value(state, place.left), place_value(state, place.right))
    return max((abs(card.value - value) for value in values if value is not None), default=0)


def _occupied(place: Place, there: Card | None) -> list[BrokenRule]:
    if there is None:
        return []
    return [BrokenRule("occupied", {"at": place.name, "there": CardName(there.name)}, (place.name,))]


def _row_start(state: State, place: Place) -> list[BrokenRule]:
    if place.left is None or state.board[place.left] is not None:
        return []
    why = Phrase("ascent.row-gap", {"at": place.name})
    return [BrokenRule("row-start", {"what": why}, (PLACES[place.left].name,))]


def _support(state: State, place: Place) -> list[BrokenRule]:
    missing = tuple(PLACES[index].name for index in place.below if state.board[index] is None)
    return [BrokenRule("support", {"at": place.name, "missing": missing}, missing)] if missing else []


def _same_colour(state: State, card: Card, place: Place) -> list[BrokenRule]:
    for index in (place.left, place.right):
        beside = None if index is None else state.board[index]
        if index is not None and beside is not None and beside.colour is card.colour and card.colour:
            facts = {"card": CardName(card.name), "beside": CardName(beside.name)}
            marks = (PLACES[index].name,)
            return [BrokenRule("colour", {**facts, "colour": Word(card.colour.value)}, marks)]
    return []


def _too_many(state: State, card: Card) -> list[BrokenRule]:
    copies = state.copies(card)
    if state.on_table(card) < copies:
        return []
    facts = {"card": CardName(card.name), "copies": copies}
    return [BrokenRule("deck", {"what": Phrase("ascent.all-played" if copies else "ascent.no-card", facts)})]


def _lay(state: State, card: Card, place: Place, cost: int, goat: bool) -> State:
    """The state once a card lies; the Summit wins, and the goats of row 8 climb onto it by themselves."""
    laid = replace(state.spend(1 + cost), board=put(state.board, place.index, card))
    goats = state.goats
    if card.kind is Kind.SUMMIT:
        on_top = sum(goats[index] for index in TOP_PLACES)
        left = tuple(0 if index in TOP_PLACES else count for index, count in enumerate(goats))
        climbed = put(left, SUMMIT_PLACE.index, on_top)
        return replace(laid, seats=laid.draw_up(), goats=climbed, outcome=Outcome.WON)
    if card is BRIDGE:
        return replace(laid, bridges=state.bridges + 1).end_turn()
    if goat and state.has(GOATS) and sum(goats) < MOST_GOATS:
        goats = put(goats, place.index, goats[place.index] + 1)
    return replace(laid, goats=goats, objectives=photographed(laid, place)).end_turn()


def _judge_campfire(state: State, event: events.Campfire) -> Ruling:
    campfire = CARDS.get(event.card)
    if campfire is None or campfire.kind is not Kind.CAMPFIRE:
        return _no_such_card(state, event.card)
    found, cost = _judge_move(state, campfire, event.at, event.to)
    return _rule(state, found, cost, lambda: _move_up(state, campfire, event, cost))


def _judge_move(state: State, campfire: Card, at: str, to: str) -> tuple[list[BrokenRule], int]:
    """All rules that a Campfire and the move of the card that it replaces break, and what the move costs."""
    old, new = PLACE.get(at), PLACE.get(to)
    there = None if old is None else state.board[old.index]
    if old is None or there is None or there.kind is not Kind.ASCENT:
        return [BrokenRule("campfire-target", {"at": at}, (at,)), *_too_many(state, campfire)], 0
    found = []
    if there.colour is not campfire.colour:
        facts = {"card": CardName(campfire.name), "there": CardName(there.name)}
        found.append(BrokenRule("campfire-colour", facts, (at,)))
    if state.goats[old.index]:
        found.append(BrokenRule("campfire-goats", {"at": at}, (at,)))
    found += _too_many(state, campfire)
    moving = BrokenRule("campfire-move", {"card": CardName(there.name), "to": to}, (to,))
    if new is None:
        return [*found, moving, BrokenRule("slot", {"at": to})], 0
    # Ruling: the usual placement rules include the cost, paid from the hand without the Campfire.
    breaks, cost = _judge_card(_light(state, campfire, old), there, new)
    return [*found, *([moving] if breaks or new.row <= old.row else []), *breaks], cost


def _light(state: State, campfire: Card, place: Place) -> State:
    """The mountain once the Campfire lies in the old place, before the Ascent moves."""
    board = put(state.board, place.index, campfire)
    if CAMPFIRE not in state.setup.rulings:
        return replace(state, board=board)
    kept = (place.index, value_from_left(board, place.index))
    return replace(state, board=board, frozen=(*state.frozen, kept))


def _move_up(state: State, campfire: Card, event: events.Campfire, cost: int) -> State:
    old, new = PLACE[event.at], PLACE[event.to]
    lit = _light(state.spend(1 + cost), campfire, old)
    moved = replace(lit, board=put(lit.board, new.index, state.board[old.index]))
    return replace(moved, objectives=photographed(moved, new)).end_turn()


def _judge_discard(state: State, event: events.Discard) -> Ruling:
    found = [short_hand(2, state.seats.hand)] if state.seats.hand < 2 else []
    return _rule(state, found, 2, lambda: state.spend(2).end_turn())


def _judge_herd(state: State, event: events.Herd) -> Ruling:
    if not state.has(GOATS):
        return _refuse(state, "module", {"module": Word(GOATS)})
    steps = len(event.path) - 1
    return _rule(state, judge_herd(state, event.path), steps, lambda: _climb(state, event.path))


def _climb(state: State, path: tuple[str, ...]) -> State:
    """The goats on every card passed join the herd."""
    passed = {PLACE[name].index for name in path}
    left = tuple(0 if index in passed else count for index, count in enumerate(state.goats))
    goats = put(left, PLACE[path[-1]].index, sum(state.goats[index] for index in passed))
    return replace(state.spend(len(path) - 1), goats=goats).end_turn()


def _judge_rope(state: State, event: events.Rope) -> Ruling:
    seats = state.seats
    shuffled = seats.holding(seats.mover, 0, seats.hand + seats.piles[seats.mover])
    found = [] if state.ropes else [BrokenRule("rope")]
    return _rule(state, found, 0, lambda: replace(state, seats=shuffled, ropes=state.ropes - 1).end_turn())


def _judge_count(state: State, event: Count) -> Ruling:
    seats = state.seats.holding(state.seats.seat(event.player), event.hand, event.pile)
    return Ruling((), 0, replace(state, seats=seats).check_empty())


def _judge_stuck(state: State, event: Stuck) -> Ruling:
    card = None if event.card is None else CARDS.get(event.card)
    if event.card is not None and (card is None or state.on_table(card) >= state.copies(card)):
        return _no_such_card(state, event.card)
    reason = _way_out(state, card)
    found = [BrokenRule("not-stuck", {"reason": Word(reason)})] if reason else []
    return _rule(state, found, 0, lambda: replace(state, outcome=Outcome.LOST))


def _way_out(state: State, card: Card | None) -> str:
    """What the player could still do, empty if nothing is known."""
    if state.seats.hand >= 2:
        return "two-cards"
    if state.ropes:
        return "rope-left"
    if state.has(GOATS) and herd_steps(state):
        return "herd-free"
    return "card-plays" if card is not None and legal_places(state, card) else ""


_RULES: dict[type[Event], Callable[[State, Any], Ruling]] = {
    events.Place: _judge_place,
    events.Campfire: _judge_campfire,
    events.Discard: _judge_discard,
    events.Herd: _judge_herd,
    events.Rope: _judge_rope,
    Count: _judge_count,
    Stuck: _judge_stuck,
}


def legal_places(state: State, card: Card) -> tuple[str, ...]:
    """Where the card could be played now; for a Campfire the places of the cards that it could replace."""
    if state.outcome is not Outcome.OPEN or not state.seats.hand:
        return ()
    if card.kind is Kind.CAMPFIRE:
        return tuple(place.name for place in PLACES if any(campfire_moves(state, card, place)))
    return tuple(place.name for place in _open_places(state) if not _judge_card(state, card, place)[0])


def _open_places(state: State) -> Iterator[Place]:
    """The places that could take any card at all: the next of each row if it is supported, and Bridges."""
    for place in PLACES:
        needed = place.below if place.left is None else (place.left, *place.below)
        supported = all(state.board[index] is not None for index in needed)
        if state.board[place.index] is BRIDGE or (state.board[place.index] is None and supported):
            yield place


def campfire_moves(state: State, card: Card, place: Place) -> Iterator[str]:
    """Where the card on a place may move when the Campfire replaces it."""
    there = state.board[place.index]
    if there is not None and there.kind is Kind.ASCENT and there.colour is card.colour:
        for target in _open_places(state):
            if target.row > place.row and not _judge_move(state, card, place.name, target.name)[0]:
                yield target.name
