"""The judge of Tranquility: a state and an event come in, the ruling with every broken rule goes out."""

from dataclasses import replace

from companion.games.events import Count, Event, Stuck
from companion.games.seats import Seats, short_hand
from companion.games.tranquility import events
from companion.games.tranquility.cards import island_number
from companion.games.tranquility.corners import judge_finish, judge_start
from companion.games.tranquility.options import legal_places
from companion.games.tranquility.placing import judge_place
from companion.games.tranquility.rule_modules import (
    RuleModule,
    Variant,
    conclude,
    no_such_card,
    not_in_play,
    refuse,
)
from companion.games.tranquility.state import Rule, State
from companion.games.values import BrokenRule, Ruling, Word

OUT_OF_TURN = (Count, events.Storm, events.Flip)
COMPASSES = (events.EndStorm, events.Reopen)
# Whose event it is, when neither the variant nor a module in play brings it.
WHOSE = {
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
    ruling = refuse(state, [not_in_play(WHOSE[type(event)])]) if rule is None else rule(state, event)
    if ruling.breaks:
        return ruling
    more = state.setup.variant.remarks(state, ruling.after)
    return replace(ruling, after=_note_draws(state.seats, ruling.after), remarks=ruling.remarks + more)


def _note_draws(before: Seats, after: State) -> State:
    piles = enumerate(zip(before.piles, after.seats.piles, strict=True))
    drew = after.drew.union(seat for seat, (old, new) in piles if new < old)
    return after if drew == after.drew else replace(after, drew=drew)


def takes_turn(state: State, event: Event) -> bool:
    """Whether only the player to move may do this; in the pyramid a Compass is an action, however written."""
    outside = OUT_OF_TURN if events.Reopen in state.setup.rules else OUT_OF_TURN + COMPASSES
    return not isinstance(event, outside)


def judge_discard(state: State, event: events.Discard) -> Ruling:
    """The two-card discard."""
    hand = state.seats.hand
    if hand < 2:
        return refuse(state, [short_hand(2, hand)], 2)
    return conclude(state, Ruling((), 2, state.spend(state.seats.mover, 2)), event)


def judge_count(state: State, event: Count) -> Ruling:
    """A correction of the hidden counts."""
    variant = state.setup.variant
    counted = variant.count(state, state.seats.seat(event.player), event.hand, event.pile)
    return Ruling((), 0, variant.check_hands(counted))


def judge_stuck(state: State, event: Stuck) -> Ruling:
    """The player to move has no action left, as far as can be seen."""
    if event.card is not None and not could_hold(state, event.card):
        return refuse(state, [no_such_card(event.card)])
    reason = way_out(state, event.card)
    if reason:
        return refuse(state, [BrokenRule("not-stuck", {"reason": Word(reason)})])
    return Ruling((), 0, state.setup.variant.give_up(state))


def could_hold(state: State, card: str) -> bool:
    """Whether a card can be in the hand of the player to move."""
    number = island_number(card)
    if number is None:
        mover = state.seats.mover
        return any(module.could_hold(state, mover, card) for module in state.setup.rule_modules)
    lies = any(laid is not None and laid.number == number and not laid.wild for laid in state.board)
    return number not in state.gone and not lies


def way_out(state: State, card: str | None) -> str:
    """What the player could still do, empty if nothing is known."""
    if state.seats.hand >= 2:
        return "two-cards"
    for module in state.setup.rule_modules:
        reason = module.way_out(state, card)
        if reason:
            return reason
    return "card-plays" if card is not None and legal_places(state, card) else ""


def rules_of(variant: Variant, rule_modules: tuple[RuleModule, ...]) -> dict[type[Event], Rule]:
    """The events of a game: those of every game, the corners where the variant has them, the modules' own."""
    rules: dict[type[Event], Rule] = {
        events.Place: judge_place,
        events.Discard: judge_discard,
        Count: judge_count,
        Stuck: judge_stuck,
    }
    if variant.has_start:
        rules[events.Start] = judge_start
    if variant.has_finish:
        rules[events.Finish] = judge_finish
    for module in rule_modules:
        rules |= module.rules()
    return rules
