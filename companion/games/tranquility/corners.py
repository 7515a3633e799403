"""Start and Finish, the cards outside the grid: who gives what for the Start, what the Finish waits for."""

from dataclasses import dataclass, replace

from companion.games.seats import Seats
from companion.games.tranquility import events
from companion.games.tranquility.cards import FINISH, START, WILD
from companion.games.tranquility.rule_modules import close, no_such_card, refuse, said, use_wild, wilds_left
from companion.games.tranquility.state import State
from companion.games.values import BrokenRule, CardCount, Outcome, Ruling, Word

_EXTRA_CARDS = 2
_EXTRA_PLAYERS = 2
_FROM_PILE = 2


@dataclass(frozen=True, slots=True)
class Pot:
    """What each seat could give for the Start: cards in hand, and whether two may come from the pile."""

    hands: tuple[int, ...]
    piles: tuple[int, ...]
    may_pile: tuple[bool, ...]

    @property
    def most(self) -> tuple[int, ...]:
        """The most that each could give."""
        return tuple(hand + _FROM_PILE * piled for hand, piled in zip(self.hands, self.may_pile, strict=True))


def make_pot(state: State) -> Pot:
    """The Start has left the hand; one or two players have drawn two extra as far as the pile lasts."""
    seats = state.seats
    extra = _EXTRA_CARDS if len(seats.players) <= _EXTRA_PLAYERS else 0
    drawn = [min(extra, pile) for pile in seats.piles]
    hands = tuple(
        hand + more - (seat == seats.mover)
        for seat, (hand, more) in enumerate(zip(seats.hands, drawn, strict=True))
    )
    piles = tuple(pile - more for pile, more in zip(seats.piles, drawn, strict=True))
    yellow = state.sea.yellow if state.sea else (0,) * len(hands)
    # Ruling: the pile is counted after the extra cards, and must hold two.
    may_pile = tuple(count > 0 and pile >= _FROM_PILE for count, pile in zip(yellow, piles, strict=True))
    return Pot(hands, piles, may_pile)


def judge_start(state: State, event: events.Start) -> Ruling:
    """The Start, and the split of what it costs."""
    mover, wild = state.seats.mover, event.card == WILD
    if event.card not in (None, START, WILD) or (wild and not wilds_left(state, mover)):
        return refuse(state, [no_such_card(event.card or START)])
    if not wild and mover not in state.drew:
        return refuse(state, [BrokenRule("deck", {"what": said("no-start-yet")})])
    share: int = event.split.get(state.seats.player, 0)
    pot = make_pot(state)
    found = [] if state.start is None else [BrokenRule("start-again")]
    found += _judge_split(state, event, pot)
    if found:
        return refuse(state, found, share)
    after = replace(
        use_wild(state, mover) if wild else state,
        seats=_give(state.seats, event, pot),
        start=-1 if wild else mover,
    )
    remarks: tuple[BrokenRule, ...] = ()
    for module in state.setup.rule_modules:
        after, more = module.started(after)
        remarks += more
    return _end_start(state, Ruling((), share, after, remarks), event)


def _end_start(before: State, ruling: Ruling, event: events.Start) -> Ruling:
    closed = close(before, ruling, event)
    if closed.breaks:
        return closed
    after: State = closed.after
    for seat in range(len(after.seats.players)):
        after = after.draw(seat)
    return replace(closed, after=before.setup.variant.pass_turn(after))


def _judge_split(state: State, event: events.Start, pot: Pot) -> list[BrokenRule]:
    owed = state.setup.start_discards
    reason = _split_reason(state.seats, event, pot, owed)
    if not reason:
        return []
    given = sum(share for _, share in event.split)
    facts = {"owed": CardCount(owed), "given": CardCount(given), "reason": Word(reason)}
    return [BrokenRule("start-split", facts)]


def _split_reason(seats: Seats, event: events.Start, pot: Pot, owed: int) -> str:
    if sum(share for _, share in event.split) != owed:
        return "split-sum"
    for seat, player in enumerate(seats.players):
        piled = event.from_pile.get(player, 0)
        from_hand = event.split.get(player, 0) - piled
        if piled and (piled != _FROM_PILE or not pot.may_pile[seat] or from_hand < 0):
            return "split-pile"
        if from_hand > pot.hands[seat]:
            return "split-holds"
    return ""


def _give(seats: Seats, event: events.Start, pot: Pot) -> Seats:
    """The table once everyone has given their share."""
    piled = [event.from_pile.get(player, 0) for player in seats.players]
    shares = [event.split.get(player, 0) for player in seats.players]
    hands = (hand - share + top for hand, share, top in zip(pot.hands, shares, piled, strict=True))
    piles = (pile - top for pile, top in zip(pot.piles, piled, strict=True))
    return replace(seats, hands=tuple(hands), piles=tuple(piles))


def can_start(state: State, *, wild: bool) -> bool:
    """Whether a Start, or a Wild as one, can be in the hand, and the players could give what it costs."""
    return (
        events.Start in state.setup.rules
        and state.start is None
        and (wild or state.seats.mover in state.drew)
        and sum(make_pot(state).most) >= state.setup.start_discards
    )


def judge_finish(state: State, event: events.Finish) -> Ruling:
    """The Finish wins once everything it waits for is there."""
    mover, wild = state.seats.mover, event.card == WILD
    possible = wilds_left(state, mover) > 0 if wild else state.setup.variant.can_finish(state, mover)
    if event.card not in (None, FINISH, WILD) or not possible:
        return refuse(state, [no_such_card(event.card or FINISH)])
    found = _finish_hinders(state, event)
    if found:
        return refuse(state, found)
    played = use_wild(state, mover) if wild else state.setup.variant.play_finish(state, mover)
    won = replace(played, finish=True, outcome=Outcome.WON).spend(mover, 1)
    return Ruling((), 0, won.draw(mover))


def _finish_hinders(state: State, event: events.Finish) -> list[BrokenRule]:
    """What the Finish still waits for."""
    found = _finish_early(state)
    for module in state.setup.rule_modules:
        found += module.finish_hinders(state, event)
    return found


def _finish_early(state: State) -> list[BrokenRule]:
    empty = tuple(place.name for place in state.setup.grid.places if not state.board[place.index])
    no_start = state.setup.variant.has_start and state.start is None
    missing = [said("places-empty", count=len(empty))] if empty else []
    missing += [said("start-missing")] if no_start else []
    return [BrokenRule("finish-early", {"missing": missing}, empty)] if missing else []


def can_finish(state: State, *, wild: bool) -> bool:
    """Whether a Finish, or a Wild as one, could be played now."""
    return (
        events.Finish in state.setup.rules
        and not judge_finish(state, events.Finish(card=WILD if wild else None)).breaks
    )
