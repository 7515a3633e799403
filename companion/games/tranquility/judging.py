"""The judge of Tranquility: the ruling on an event with every broken rule, and what the rules allow now."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.events import Count, Event, Stuck
from companion.games.seats import Seats, short_hand
from companion.games.tranquility import events
from companion.games.tranquility.board import (
    EXPLORERS,
    FINISH,
    HIGHEST,
    START,
    WILD,
    Laid,
    Place,
    discards_owed,
    island_number,
    lower,
    stretch,
    upper,
)
from companion.games.tranquility.rule_modules import (
    Play,
    RuleModule,
    Variant,
    close,
    conclude,
    no_such_card,
    not_in_play,
    refuse,
    said,
    use_wild,
    wilds_left,
)
from companion.games.tranquility.state import Rule, State
from companion.games.values import BrokenRule, CardCount, CardName, Outcome, Ruling, Word

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


_ORDER = (
    *("slot", "occupied", "phase", "duplicate", "order", "impossible", "blocked", "adjacent-only"),
    *("orientation", "cost", "explorer-missing", "rocks-missing", "rocks-full", "hand"),
)
_RANK = {code: rank for rank, code in enumerate(_ORDER)}


def _judge_place(state: State, event: events.Place) -> Ruling:
    """An Island, or a Wild as one, on a place."""
    number = _played_number(state, event)
    if number is None:
        return refuse(state, [_why_not_placed(state, event)])
    place = state.setup.grid.by_name.get(event.at)
    if place is None:
        return refuse(state, [BrokenRule("slot", {"at": event.at})])
    facing = state.setup.variant.facing(state, event.facing)
    play = Play(number, place, event.card == WILD, facing, event.explorer)
    breaks, cost = _judge_play(state, play)
    if breaks:
        return refuse(state, breaks, cost)
    ruling = state.setup.variant.cover(state, play, cost)
    return ruling if ruling.breaks else conclude(state, ruling, event)


def _played_number(state: State, event: events.Place) -> int | None:
    if event.card == WILD:
        return island_number(event.as_ or "") if wilds_left(state, state.seats.mover) else None
    number = island_number(event.card)
    return None if number is None or number in state.gone else number


def _why_not_placed(state: State, event: events.Place) -> BrokenRule:
    if event.card in (START, FINISH):
        return BrokenRule("deck", {"what": said("only-islands", card=CardName(event.card))})
    return no_such_card(_wrong_card(state, event))


def _wrong_card(state: State, event: events.Place) -> str:
    """The card that cannot come: the one played, or what a Wild is to stand for."""
    is_wild = event.card == WILD and wilds_left(state, state.seats.mover) > 0
    return (event.as_ or WILD) if is_wild else event.card


def _judge_play(state: State, play: Play) -> tuple[list[BrokenRule], int]:
    """All rules that a play breaks, in the documented order, and what it costs."""
    grid, place = state.setup.grid, play.place
    cost = discards_owed(grid, state.board, place, play.number)
    found = _occupied(state, play) + _duplicate(state, play) + _order(state, play)
    for module in state.setup.rule_modules:
        found += module.hinders(state, play)
    spare = state.seats.hand - 1
    if cost > spare and state.board[place.index] is None:
        found.append(BrokenRule("cost", {"cost": CardCount(cost), "spare": CardCount(max(spare, 0))}))
    return _in_order(found) if len(found) > 1 else found, cost


def _in_order(found: list[BrokenRule]) -> list[BrokenRule]:
    """Each code once, in the documented order."""
    once = {each.code: each for each in reversed(found)}
    return sorted(once.values(), key=lambda each: _RANK[each.code])


def _occupied(state: State, play: Play) -> list[BrokenRule]:
    """The place is taken."""
    there = state.board[play.place.index]
    if there is None:
        return []
    facts = {"at": play.place.name, "there": CardName(there.name)}
    return [BrokenRule("occupied", facts, (play.place.name,))]


def _duplicate(state: State, play: Play) -> list[BrokenRule]:
    """The number already lies somewhere in the grid."""
    numbers = [laid and laid.number for laid in state.board]
    if play.number not in numbers:
        return []
    at = state.setup.grid.places[numbers.index(play.number)].name
    return [BrokenRule("duplicate", {"card": play.card, "at": at}, (at,))]


def _order(state: State, play: Play) -> list[BrokenRule]:
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
    ruling = refuse(state, [not_in_play(_WHOSE[type(event)])]) if rule is None else rule(state, event)
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
    outside = _OUT_OF_TURN if events.Reopen in state.setup.rules else _OUT_OF_TURN + _COMPASSES
    return not isinstance(event, outside)


def _judge_discard(state: State, event: events.Discard) -> Ruling:
    """The two-card discard."""
    hand = state.seats.hand
    if hand < 2:
        return refuse(state, [short_hand(2, hand)], 2)
    return conclude(state, Ruling((), 2, state.spend(state.seats.mover, 2)), event)


def _judge_count(state: State, event: Count) -> Ruling:
    """A correction of the hidden counts."""
    variant = state.setup.variant
    counted = variant.count(state, state.seats.seat(event.player), event.hand, event.pile)
    return Ruling((), 0, variant.check_hands(counted))


def _judge_stuck(state: State, event: Stuck) -> Ruling:
    """The player to move has no action left, as far as can be seen."""
    if event.card is not None and not _could_hold(state, event.card):
        return refuse(state, [no_such_card(event.card)])
    reason = _way_out(state, event.card)
    if reason:
        return refuse(state, [BrokenRule("not-stuck", {"reason": Word(reason)})])
    return Ruling((), 0, state.setup.variant.give_up(state))


def _could_hold(state: State, card: str) -> bool:
    """Whether a card can be in the hand of the player to move."""
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


def rules_of(variant: Variant, rule_modules: tuple[RuleModule, ...]) -> dict[type[Event], Rule]:
    """The events of a game: those of every game, the corners where the variant has them, the modules' own."""
    rules: dict[type[Event], Rule] = {
        events.Place: _judge_place,
        events.Discard: _judge_discard,
        Count: _judge_count,
        Stuck: _judge_stuck,
    }
    if variant.has_start:
        rules[events.Start] = judge_start
    if variant.has_finish:
        rules[events.Finish] = judge_finish
    for module in rule_modules:
        rules |= module.rules()
    return rules


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
            if _fits(state, number, grid.places[index]):
                yield grid.places[index]


def _fits(state: State, number: int, place: Place) -> bool:
    """Whether a number could be laid on a place, whatever the explorer deck then brings."""
    facing = state.setup.variant.facing(state, None)
    return not _judge_play(state, Play(number, place, facing=facing, explorer=EXPLORERS[0]))[0]


def _wild_places(state: State) -> tuple[str, ...]:
    if not wilds_left(state, state.seats.mover):
        return ()
    found = {place for number in NUMBERS for place in island_places(state, number)}
    return tuple(place.name for place in state.setup.grid.places if place in found)


def _can_play_corner(state: State, card: str, corner: str) -> bool:
    wild = card == WILD
    if card != corner and not (wild and wilds_left(state, state.seats.mover)):
        return False
    return can_start(state, wild=wild) if corner == START else can_finish(state, wild=wild)
