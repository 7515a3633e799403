"""The judge of The Ascent: the rules for laying cards, the ruling on an event, and what is allowed now."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from companion.games.ascent import events
from companion.games.ascent.board import PLACE, PLACES, SUMMIT_PLACE, LaidCards, Place, lay
from companion.games.ascent.cards import BRIDGE, Card, Kind
from companion.games.ascent.goals import (
    at_summit,
    green_row,
    herd_steps,
    judge_herd,
    missing_goals,
    move_herd,
    photographed,
    with_new_goat,
)
from companion.games.ascent.state import (
    CAMPFIRE,
    GOATS,
    GREEN_PATH,
    ONE_CARD,
    PANORAMA,
    State,
    place_value,
    value_from_left,
)
from companion.games.events import Count, Event, Stuck
from companion.games.seats import short_hand, why_lost
from companion.games.values import BrokenRule, CardCount, CardName, Outcome, Phrase, Ruling, Word


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


def judge(state: State, event: Event) -> Ruling:
    """All rules that the event breaks, what it costs, and the state after it."""
    if isinstance(event, events.Herd) and not state.has(GOATS):
        return _rule(state, [BrokenRule("module", {"module": Word(GOATS)})], 0, lambda: state)
    ruling = _RULES[type(event)](state, event)
    if ruling.after.outcome is not Outcome.LOST:
        return ruling
    why = why_lost(ruling.after.seats, one_card_loses=ONE_CARD in state.setup.rulings)
    return replace(ruling, remarks=(why,))


def shown(state: State) -> dict[str, Any]:
    """What every verdict shows of the modules in play."""
    shows: dict[str, Any] = {}
    if state.has(GOATS):
        shows["goats"] = {
            place.name: state.goats[place.index] for place in PLACES if state.goats[place.index]
        }
    if state.has(PANORAMA):
        shows["objectives"] = list(state.objectives)
    if state.has(GREEN_PATH):
        shows["green_row"] = green_row(state.board)
    return shows


def _rule(state: State, breaks: list[BrokenRule], discards: int, follow: Callable[[], State]) -> Ruling:
    """A ruling; the state that follows is made only when nothing is broken."""
    return Ruling(tuple(breaks), discards, state if breaks else follow())


def _judge_place(state: State, event: events.Place) -> Ruling:
    """An Ascent, a Bridge or a Summit on a place."""
    card, place = Card.parse(event.card), PLACE.get(event.at)
    if card is None or card.kind is Kind.CAMPFIRE:
        return _rule(state, [_no_such_card(event.card)], 0, lambda: state)
    if place is None:
        return _rule(state, [BrokenRule("slot", {"at": event.at})], 0, lambda: state)
    if card.kind is Kind.BRIDGE:
        return _rule(state, judge_bridge(state, place), 0, lambda: _lay_bridge(state, place))
    if card.kind is Kind.SUMMIT:
        return _rule(state, judge_summit(state, place), 0, lambda: _lay_summit(state, card))
    found, cost = judge_ascent(state, card, place, spare=state.seats.hand - 1)
    return _rule(state, found, cost, lambda: _lay_ascent(state, card, place, cost, event.goat))


def _no_such_card(name: str) -> BrokenRule:
    """A card that the game does not have, or that is of the wrong kind for the event."""
    return BrokenRule("deck", {"what": Phrase("ascent.no-card", {"card": CardName(name)})})


def _lay_bridge(state: State, place: Place) -> State:
    spent = state.seats.spend(state.seats.mover, 1)
    board = lay(state.board, place.index, BRIDGE)
    return replace(state, seats=spent, board=board, bridges=state.bridges + 1).end_turn()


def _lay_summit(state: State, card: Card) -> State:
    seats = state.seats.spend(state.seats.mover, 1)
    return replace(
        state,
        seats=seats.draw_up(seats.mover, state.setup.hand_size),
        board=lay(state.board, SUMMIT_PLACE.index, card),
        goats=at_summit(state) if state.has(GOATS) else state.goats,
        outcome=Outcome.WON,
    )


def _lay_ascent(state: State, card: Card, place: Place, cost: int, goat: bool) -> State:
    board = lay(state.board, place.index, card)
    return replace(
        state,
        seats=state.seats.spend(state.seats.mover, 1 + cost),
        board=board,
        goats=with_new_goat(state, place) if goat and state.has(GOATS) else state.goats,
        objectives=photographed(state, board, place),
    ).end_turn()


def _judge_campfire_event(state: State, event: events.Campfire) -> Ruling:
    card = Card.parse(event.card)
    if card is None or card.kind is not Kind.CAMPFIRE:
        return _rule(state, [_no_such_card(event.card)], 0, lambda: state)
    found, cost = judge_campfire(state, card, event.at, event.to)
    return _rule(state, found, cost, lambda: _move_up(state, card, PLACE[event.at], PLACE[event.to], cost))


def _move_up(state: State, campfire: Card, old: Place, new: Place, cost: int) -> State:
    moved = state.board[old.index]
    lit = light(state, campfire, old)
    board = lay(lit.board, new.index, moved) if moved else lit.board
    return replace(
        lit,
        seats=state.seats.spend(state.seats.mover, 1 + cost),
        board=board,
        objectives=photographed(state, board, new),
    ).end_turn()


def _judge_discard(state: State, event: events.Discard) -> Ruling:
    """The two-card discard."""
    hand = state.seats.hand
    found = [short_hand(2, hand)] if hand < 2 else []
    return _rule(state, found, 2, lambda: _pay(state, 2).end_turn())


def _pay(state: State, cards: int) -> State:
    """The player to move discards cards."""
    return replace(state, seats=state.seats.spend(state.seats.mover, cards))


def _judge_herd_event(state: State, event: events.Herd) -> Ruling:
    steps = len(event.path) - 1
    found = judge_herd(state, event)
    return _rule(
        state,
        found,
        steps,
        lambda: replace(_pay(state, steps), goats=move_herd(state, event.path)).end_turn(),
    )


def _judge_rope(state: State, event: events.Rope) -> Ruling:
    found = [] if state.ropes else [BrokenRule("rope")]
    return _rule(state, found, 0, lambda: _use_rope(state))


def _use_rope(state: State) -> State:
    seats = state.seats
    shuffled = seats.holding(seats.mover, 0, seats.hand + seats.piles[seats.mover])
    return replace(state, seats=shuffled, ropes=state.ropes - 1).end_turn()


def _judge_count(state: State, event: Count) -> Ruling:
    """A correction of the hidden counts; an empty hand of the player to move loses."""
    seats = state.seats.holding(state.seats.seat(event.player), event.hand, event.pile)
    return Ruling((), 0, replace(state, seats=seats).check_empty())


def _judge_stuck(state: State, event: Stuck) -> Ruling:
    """The player to move has no action left, as far as can be seen."""
    card = None if event.card is None else Card.parse(event.card)
    if event.card is not None and (card is None or state.on_table(card) >= state.copies(card)):
        return _rule(state, [_no_such_card(event.card)], 0, lambda: state)
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
    return "card-plays" if card is not None and _could_play(state, card) else ""


_RULES: dict[type[Event], Callable[[State, Any], Ruling]] = {
    events.Place: _judge_place,
    events.Campfire: _judge_campfire_event,
    events.Discard: _judge_discard,
    events.Herd: _judge_herd_event,
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
    return tuple(place.name for place in _open_places(state.board) if _is_legal(state, card, place))


def _open_places(board: LaidCards) -> tuple[Place, ...]:
    """The places that could take any card at all: the next of each row if it is supported, and Bridges."""
    return tuple(place for place in PLACES if _is_open(board, place))


def _is_open(board: LaidCards, place: Place) -> bool:
    """Whether a place is free, its left neighbour lies and it is supported."""
    there = board[place.index]
    if there is not None:
        return there is BRIDGE
    if place.left is not None and board[place.left] is None:
        return False
    return all(board[index] is not None for index in place.below)


def _is_legal(state: State, card: Card, place: Place) -> bool:
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
        for target in _open_places(state.board):
            if target.row > place.row and not judge_campfire(state, card, place.name, target.name)[0]:
                yield target.name


def _could_play(state: State, card: Card) -> bool:
    return bool(legal_places(state, card))


def next_steps(state: State, name: str) -> list[str]:
    """Where goats that stand on a place could step next."""
    goats = tuple(int(place.name == name) for place in PLACES)
    alone = State(state.setup, state.seats, 0, board=state.board, goats=goats)
    return [above for _, above in herd_steps(alone)]
