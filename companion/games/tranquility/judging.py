"""The judge of Tranquility: the ruling on an event with every broken rule, and what the rules allow now."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.events import Count, Event, Stuck
from companion.games.table import Seats, short_hand
from companion.games.tranquility import events
from companion.games.tranquility.board import (
    EXPLORERS,
    FINISH,
    HIGHEST,
    START,
    WILD,
    Place,
    discards_owed,
    island_number,
    lower,
    stretch,
    upper,
)
from companion.games.tranquility.state import Play, Rule, RuleModule, State, Variant, no_such_card, said
from companion.games.tranquility.stormy_seas import gain_compass
from companion.games.values import BrokenRule, CardCount, CardName, Outcome, Ruling, Word

_ORDER = (
    *("slot", "occupied", "phase", "duplicate", "order", "impossible", "blocked", "adjacent-only"),
    *("orientation", "cost", "explorer-missing", "rocks-missing", "rocks-full", "hand"),
)
_EXTRA_CARDS = 2  # that one or two players draw for the Start
_FROM_PILE = 2
NUMBERS = range(1, HIGHEST + 1)
_OUT_OF_TURN = (Count, events.Storm, events.Flip)
_COMPASSES = (events.EndStorm, events.Reopen)
# Whose event it is, when neither the variant nor a module in play brings it.
_WHOSE = {
    events.Start: "starts",
    events.Finish: "finishes",
    events.Monster: "monsters",
    events.Storm: "storms",
    events.EndStorm: "storms",
    events.DiscardHand: "storms",
    events.Flip: "day-night",
    events.Rotate: "day-night",
    events.Refresh: "competitive",
    events.Reopen: "pyramid",
}


def judge(state: State, event: Event) -> Ruling:
    """All rules that the event breaks, what it costs, and the state after it."""
    rule = state.setup.rules.get(type(event))
    if rule is None:
        return state.refuse([BrokenRule("module", {"module": Word(_WHOSE[type(event)])})])
    ruling = rule(state, event)
    if ruling.breaks:
        return ruling
    after: State = ruling.after
    piles = enumerate(zip(state.seats.piles, after.seats.piles, strict=True))
    drew = after.drew.union(seat for seat, (old, new) in piles if new < old)
    remarks = ruling.remarks + state.setup.variant.remarks(state, after)
    return replace(ruling, after=replace(after, drew=drew), remarks=remarks)


def takes_turn(state: State, event: Event) -> bool:
    """Whether only the player to move may do this; in the pyramid a Compass is an action, however written."""
    outside = _OUT_OF_TURN if events.Reopen in state.setup.rules else _OUT_OF_TURN + _COMPASSES
    return not isinstance(event, outside)


def rules_of(variant: Variant, rule_modules: tuple[RuleModule, ...]) -> dict[type[Event], Rule]:
    """The events of a game: those of every game, the corners where the variant has them, the modules' own."""
    rules: dict[type[Event], Rule] = {
        events.Place: _judge_place,
        events.Discard: _judge_discard,
        Count: _judge_count,
        Stuck: _judge_stuck,
    }
    rules |= {events.Start: _judge_start} if variant.has_start else {}
    rules |= {events.Finish: _judge_finish} if variant.has_finish else {}
    for module in rule_modules:
        rules |= module.rules()
    return rules


def _judge_place(state: State, event: events.Place) -> Ruling:
    number = _played_number(state, event)
    if number is None:
        return state.refuse([_why_not_placed(state, event)])
    place = state.setup.grid.by_name.get(event.at)
    if place is None:
        return state.refuse([BrokenRule("slot", {"at": event.at})])
    facing = state.setup.variant.facing(state, event.facing)
    play = Play(number, place, event.card == WILD, facing, event.explorer)
    breaks, cost = _judge_play(state, play)
    if breaks:
        return state.refuse(breaks, cost)
    ruling = state.setup.variant.cover(state, play, cost)
    return ruling if ruling.breaks else state.conclude(ruling, event)


def _played_number(state: State, event: events.Place) -> int | None:
    if event.card == WILD:
        return island_number(event.as_ or "") if state.wilds_left(state.seats.mover) else None
    number = island_number(event.card)
    return None if number in state.gone else number


def _why_not_placed(state: State, event: events.Place) -> BrokenRule:
    if event.card in (START, FINISH):
        return BrokenRule("deck", {"what": said("only-islands", card=CardName(event.card))})
    is_wild = event.card == WILD and state.wilds_left(state.seats.mover) > 0
    return no_such_card((event.as_ or WILD) if is_wild else event.card)


def _judge_play(state: State, play: Play) -> tuple[list[BrokenRule], int]:
    """All rules that a play breaks, each code once in the documented order, and what it costs."""
    place, there = play.place, state.board[play.place.index]
    cost = discards_owed(state.setup.grid, state.board, place, play.number)
    found = _duplicate(state, play) + _order(state, play)
    if there is not None:
        facts = {"at": place.name, "there": CardName(there.name)}
        found.append(BrokenRule("occupied", facts, (place.name,)))
    for module in state.setup.rule_modules:
        found += module.hinders(state, play)
    spare = state.seats.hand - 1
    if cost > spare and there is None:
        found.append(BrokenRule("cost", {"cost": CardCount(cost), "spare": CardCount(max(spare, 0))}))
    if len(found) < 2:
        return found, cost
    once = {each.code: each for each in reversed(found)}
    return [once[code] for code in _ORDER if code in once], cost


def _duplicate(state: State, play: Play) -> list[BrokenRule]:
    numbers = [laid and laid.number for laid in state.board]
    if play.number not in numbers:
        return []
    at = state.setup.grid.places[numbers.index(play.number)].name
    return [BrokenRule("duplicate", {"card": play.card, "at": at}, (at,))]


def _order(state: State, play: Play) -> list[BrokenRule]:
    """Every earlier number is smaller, every later one greater; as the grid ascends, the nearest tell."""
    grid, board = state.setup.grid, state.board
    for key, find, sign in (("order-before", lower, 1), ("order-after", upper, -1)):
        index = find(grid, board, play.place)
        other = None if index is None else board[index]
        if index is not None and other is not None and sign * (play.number - other.number) <= 0:
            key = "order-same" if other.number == play.number else key
            why = said(key, card=play.card, other=CardName(other.name))
            return [BrokenRule("order", {"what": why}, (grid.places[index].name,))]
    return []


def _judge_discard(state: State, event: events.Discard) -> Ruling:
    hand = state.seats.hand
    if hand < 2:
        return state.refuse([short_hand(2, hand)], 2)
    return state.conclude(Ruling((), 2, state.spend(state.seats.mover, 2)), event)


def _judge_count(state: State, event: Count) -> Ruling:
    variant = state.setup.variant
    counted = variant.count(state, state.seats.seat(event.player), event.hand, event.pile)
    return Ruling((), 0, variant.check_hands(counted))


def _judge_stuck(state: State, event: Stuck) -> Ruling:
    if event.card is not None and not _could_hold(state, event.card):
        return state.refuse([no_such_card(event.card)])
    reason = _way_out(state, event.card)
    if reason:
        return state.refuse([BrokenRule("not-stuck", {"reason": Word(reason)})])
    return Ruling((), 0, state.setup.variant.give_up(state))


def _could_hold(state: State, card: str) -> bool:
    number = island_number(card)
    if number is None:
        mover = state.seats.mover
        return any(module.could_hold(state, mover, card) for module in state.setup.rule_modules)
    lies = any(laid is not None and laid.number == number and not laid.wild for laid in state.board)
    return number not in state.gone and not lies


def _way_out(state: State, card: str | None) -> str:
    """What the player could still do, empty if nothing is known."""
    if state.seats.hand >= 2:
        return "two-cards"
    for module in state.setup.rule_modules:
        reason = module.way_out(state, card)
        if reason:
            return reason
    return "card-plays" if card is not None and legal_places(state, card) else ""


# Start and Finish, the cards outside the grid


@dataclass(frozen=True, slots=True)
class Pot:
    """What each seat could give for the Start: cards in hand, and whether two may come from the pile."""

    hands: tuple[int, ...]
    piles: tuple[int, ...]
    may_pile: tuple[bool, ...]


def make_pot(state: State) -> Pot:
    """The Start has left the hand; one or two players have drawn two extra as far as the pile lasts."""
    seats = state.seats
    extra = _EXTRA_CARDS if len(seats.players) <= 2 else 0
    drawn = [min(extra, pile) for pile in seats.piles]
    hands = [hand + more for hand, more in zip(seats.hands, drawn, strict=True)]
    hands[seats.mover] -= 1
    piles = tuple(pile - more for pile, more in zip(seats.piles, drawn, strict=True))
    yellow = state.sea.yellow if state.sea else (0,) * len(hands)
    # Ruling: the pile is counted after the extra cards, and must hold two.
    may_pile = tuple(count > 0 and pile >= _FROM_PILE for count, pile in zip(yellow, piles, strict=True))
    return Pot(tuple(hands), piles, may_pile)


def _judge_start(state: State, event: events.Start) -> Ruling:
    mover, wild = state.seats.mover, event.card == WILD
    if event.card not in (None, START, WILD) or (wild and not state.wilds_left(mover)):
        return state.refuse([no_such_card(event.card or START)])
    if not wild and mover not in state.drew:
        return state.refuse([BrokenRule("deck", {"what": said("no-start-yet")})])
    share: int = event.split.get(state.seats.player, 0)
    pot = make_pot(state)
    found = [] if state.start is None else [BrokenRule("start-again")]
    found += _judge_split(state, event, pot)
    if found:
        return state.refuse(found, share)
    played = state.use_wild(mover) if wild else state
    after = replace(played, seats=_give(state.seats, event, pot), start=-1 if wild else mover)
    remarks: tuple[BrokenRule, ...] = ()
    if after.sea is not None:
        after, remarks = gain_compass(after, "gain-start")
    closed = state.close(Ruling((), share, after, remarks), event)
    if closed.breaks:
        return closed
    after = closed.after
    for seat in range(len(after.seats.players)):
        after = after.draw(seat)
    return replace(closed, after=state.setup.variant.pass_turn(after))


def _judge_split(state: State, event: events.Start, pot: Pot) -> list[BrokenRule]:
    owed = state.setup.start_discards
    given = sum(share for _, share in event.split)
    reason = "split-sum" if given != owed else _split_reason(state.seats, event, pot)
    if not reason:
        return []
    facts = {"owed": CardCount(owed), "given": CardCount(given), "reason": Word(reason)}
    return [BrokenRule("start-split", facts)]


def _split_reason(seats: Seats, event: events.Start, pot: Pot) -> str:
    for seat, player in enumerate(seats.players):
        piled = event.from_pile.get(player, 0)
        from_hand = event.split.get(player, 0) - piled
        if piled and (piled != _FROM_PILE or not pot.may_pile[seat] or from_hand < 0):
            return "split-pile"
        if from_hand > pot.hands[seat]:
            return "split-holds"
    return ""


def _give(seats: Seats, event: events.Start, pot: Pot) -> Seats:
    piled = [event.from_pile.get(player, 0) for player in seats.players]
    shares = [event.split.get(player, 0) for player in seats.players]
    hands = (hand - share + top for hand, share, top in zip(pot.hands, shares, piled, strict=True))
    piles = (pile - top for pile, top in zip(pot.piles, piled, strict=True))
    return replace(seats, hands=tuple(hands), piles=tuple(piles))


def can_start(state: State, *, wild: bool) -> bool:
    """Whether a Start, or a Wild as one, can be in the hand, and the players could give what it costs."""
    if events.Start not in state.setup.rules or state.start is not None:
        return False
    pot = make_pot(state)
    most = sum(pot.hands) + _FROM_PILE * sum(pot.may_pile)
    return (wild or state.seats.mover in state.drew) and most >= state.setup.start_discards


def _judge_finish(state: State, event: events.Finish) -> Ruling:
    mover, wild = state.seats.mover, event.card == WILD
    possible = state.wilds_left(mover) > 0 if wild else state.setup.variant.can_finish(state, mover)
    if event.card not in (None, FINISH, WILD) or not possible:
        return state.refuse([no_such_card(event.card or FINISH)])
    found = _finish_early(state)
    for module in state.setup.rule_modules:
        found += module.finish_hinders(state, event)
    if found:
        return state.refuse(found)
    played = state.use_wild(mover) if wild else state.setup.variant.play_finish(state, mover)
    won = replace(played, finish=True, outcome=Outcome.WON).spend(mover, 1)
    return Ruling((), 0, won.draw(mover))


def _finish_early(state: State) -> list[BrokenRule]:
    empty = tuple(place.name for place in state.setup.grid.places if not state.board[place.index])
    no_start = state.setup.variant.has_start and state.start is None
    missing = [said("places-empty", count=len(empty))] if empty else []
    missing += [said("start-missing")] if no_start else []
    return [BrokenRule("finish-early", {"missing": missing}, empty)] if missing else []


def can_finish(state: State, *, wild: bool) -> bool:
    """Whether a Finish, or a Wild as one, could be played now."""
    finish = events.Finish(card=WILD if wild else None)
    return events.Finish in state.setup.rules and not _judge_finish(state, finish).breaks


def legal_places(state: State, card: str) -> tuple[str, ...]:
    """Where the player to move could play that card; `start` and `finish` are places too."""
    if state.outcome is not Outcome.OPEN:
        return ()
    number = island_number(card)
    if number is not None:
        return tuple(place.name for place in island_places(state, number)) if number not in state.gone else ()
    wild = card == WILD and state.wilds_left(state.seats.mover) > 0
    found = {place.name for number in NUMBERS for place in island_places(state, number)} if wild else set()
    places = [place.name for place in state.setup.grid.places if place.name in found]
    places += [name for module in state.setup.rule_modules for name in module.targets(state, card)]
    places += [START] if (wild or card == START) and can_start(state, wild=wild) else []
    places += [FINISH] if (wild or card == FINISH) and can_finish(state, wild=wild) else []
    return tuple(dict.fromkeys(places))


def island_places(state: State, number: int) -> Iterator[Place]:
    """Where a number could be laid, whatever the explorer deck then brings."""
    if state.has_island(number):
        return
    grid, facing = state.setup.grid, state.setup.variant.facing(state, None)
    for part in grid.parts:
        for index in stretch(state.board, part, number):
            play = Play(number, grid.places[index], facing=facing, explorer=EXPLORERS[0])
            if not _judge_play(state, play)[0]:
                yield play.place
