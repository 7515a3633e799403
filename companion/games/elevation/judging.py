"""The judge of Elevation: how a trick is played and won, the ruling on an event with every broken rule."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.elevation import approach, events
from companion.games.elevation.approach import Approach, Sheet
from companion.games.elevation.cards import (
    CARDS,
    Card,
    Cards,
    Piles,
    Revoke,
    lead_range,
    why_it_won,
    winning_index,
)
from companion.games.elevation.scoring import DayScore, Gain, Scorer
from companion.games.elevation.state import Day, State, close_day, open_day
from companion.games.events import Event, Stuck
from companion.games.table import put
from companion.games.values import BrokenRule, CardCount, CardName, Pairs, Phrase, Ruling, Word

_PHANTOM = "phantom"


def judge(state: State, event: Event) -> Ruling:
    """All rules that the event breaks, and the state after it; of a day its first climber acts."""
    ruling = _RULES[type(event)](state, event)
    winner = ruling.shows.get("winner")
    who = Word(winner) if winner == _PHANTOM else winner
    headline = Phrase("screens.play.wins", {"winner": who}) if winner else Phrase("screens.play.ready")
    first = event.first if isinstance(event, events.Day) and state.day is None else None
    return replace(ruling, player=first, headline=headline)


def _broken(state: State, *breaks: BrokenRule) -> Ruling:
    return Ruling(breaks, 0, state)


def _day_open(state: State, reason: str) -> Ruling:
    return _broken(state, BrokenRule("day-open", {"reason": Word(reason)}))


def _no_such_card(state: State, name: str) -> Ruling:
    return _broken(state, BrokenRule("deck", {"card": CardName(name)}))


def _judge_day(state: State, event: events.Day) -> Ruling:
    if state.day is not None:
        return _day_open(state, "day-runs")
    strange = next((name for name in event.approach if name not in approach.CARDS), None)
    if strange is not None:
        return _no_such_card(state, strange)
    cards = tuple(approach.CARDS[name] for name in event.approach)
    for index, card in enumerate(cards):
        reason = _why_not(state, card, cards[:index], under_way=False)
        if reason:
            return _broken(state, _conflict(card, reason))
    first = state.first if event.first is None else state.setup.climbers.index(event.first)
    remarks = (BrokenRule("day-number", {"day": len(state.days) + 1}), *map(_card_remark, cards))
    return Ruling((), 0, open_day(state, cards, first), remarks)


def _conflict(card: Approach, reason: str) -> BrokenRule:
    return BrokenRule("approach", {"card": CardName(card.id), "reason": Word(reason)})


def _card_remark(card: Approach) -> BrokenRule:
    return BrokenRule("card-read", {"card": CardName(card.id), "sentence": Phrase(f"approach.{card.id}")})


def _judge_trick(state: State, event: events.Trick) -> Ruling:
    day = state.day
    if day is None or not day.goes_on:
        return _day_open(state, "no-day" if day is None else "no-trick")
    names = event.cards if event.phantom is None else (*event.cards, event.phantom)
    strange = next((name for name in (*names, *event.sevens_low) if name not in CARDS), None)
    if strange is not None:
        return _no_such_card(state, strange)
    cards = tuple([CARDS[name] for name in names])
    found = [*_count_breaks(state, day, event), *_duplicates(day, cards)]
    return _broken(state, *found) if found else _play_trick(state, day, event, cards)


def _count_breaks(state: State, day: Day, event: events.Trick) -> list[BrokenRule]:
    needed = day.cards_each * len(state.setup.climbers)
    reasons = []
    if len(event.cards) != needed:
        facts = {"needed": CardCount(needed), "given": CardCount(len(event.cards))}
        reasons.append(Phrase("trick.cards", facts))
    if day.has_phantom != (event.phantom is not None):
        reasons.append(Phrase("trick.phantom-plays" if day.has_phantom else "trick.phantom-rests"))
    return [BrokenRule("count", {"reason": tuple(reasons)})] if reasons else []


def _duplicates(day: Day, cards: Cards) -> list[BrokenRule]:
    if day.seen.isdisjoint(cards) and len(set(cards)) == len(cards):
        return []
    again = [card for index, card in enumerate(cards) if card in day.seen or card in cards[:index]]
    return [BrokenRule("duplicate", {"cards": tuple(CardName(card.name) for card in again)})]


def _play_trick(state: State, day: Day, event: events.Trick, cards: Cards) -> Ruling:
    """A legal trick is won (by None: the phantom), everybody draws, and the next leader is known."""
    climbers, rankers = state.setup.climbers, day.rankers
    index = winning_index(cards, rankers, event.sevens_low)
    winner = None if index == len(event.cards) else (day.leader + index) % len(climbers)
    top, played = cards[index], len(event.cards) // len(climbers)
    piles, drawn = _draw_cards(day, event, day.leader if winner is None else winner)
    plays = [((day.leader + turn) % len(climbers), CARDS[name]) for turn, name in enumerate(event.cards)]
    swaps = any(card.passes_hands(cards) for card in day.cards if card.passes_hands)
    ledger, revokes = day.ledger.after_trick(plays, lead_range(cards), drawn, int(swaps))
    # An approach card may end the day with this trick: the hands are then discarded.
    is_last = any(card.ends_day(day.piles.down) for card in day.cards if card.ends_day)
    after = replace(
        day,
        hand=0 if is_last else day.hand - played + drawn,
        auto=day.auto - played,
        piles=piles,
        leader=_next_leader(day, winner),
        ledger=ledger,
        seen=day.seen.union(cards),
        **_won_cards(day, cards, winner, top),
    )
    who = _PHANTOM if winner is None else climbers[winner]
    named = Word(who) if winner is None else who
    mountain = Word(top.range.value) if top.range else ""
    won = BrokenRule(
        why_it_won(cards, index, rankers, event.sevens_low),
        {"who": named, "card": CardName(top.name), "range": mountain},
    )
    proofs = tuple(_prove(climbers[each.seat], each) for each in revokes)
    warnings = (BrokenRule("revoke", {"proofs": proofs}),) if proofs else ()
    remarks = (*_phantom_remark(event), won, _left_remark(after))
    return Ruling((), 0, replace(state, day=after), remarks, warnings, {"winner": who})


def _prove(player: str, revoke: Revoke) -> Phrase:
    facts = {"player": player, "range": Word(revoke.range.value), "card": CardName(revoke.card.name)}
    return Phrase("trick.revoke", facts)


def _phantom_remark(event: events.Trick) -> list[BrokenRule]:
    return [] if event.phantom is None else [BrokenRule("phantom-played", {"card": CardName(event.phantom)})]


def _left_remark(day: Day) -> BrokenRule:
    left = day.tricks_left
    key = "tricks-unknown" if left is None else "tricks-left" if left else "day-over"
    return BrokenRule(key, {"left": left, "up": day.piles.up})


def _won_cards(day: Day, cards: Cards, winner: int | None, top: Card) -> dict[str, Any]:
    changed: dict[str, Any] = {"last": winner}
    if winner is not None:
        changed["tricks"] = put(day.tricks, winner, day.tricks[winner] + 1)
    if any(card.is_lost(top) for card in day.cards if card.is_lost):
        changed["lost"] = day.lost + cards
    elif winner is None:
        changed["phantom"] = day.phantom + cards
    else:
        changed["won"] = put(day.won, winner, day.won[winner] + cards)
    return changed


def _draw_cards(day: Day, event: events.Trick, first: int) -> tuple[Piles, int]:
    """The piles after everyone drew, and how many cards each drew; the phantom's card has left them before.

    Only humans draw, all of them or nobody; `first` may take the face-up card if human.
    """
    each, humans = day.draws_each, day.ledger.humans
    before = day.piles.take(1) if event.phantom is not None else day.piles
    top_up = day.draws_face_up or (event.draw == "up" and first < humans)
    after = before.draw(each * humans, top_up=top_up)
    return after, each if after.total < before.total else 0


def _next_leader(day: Day, winner: int | None) -> int:
    """The winner leads, or whom an approach card names; after the phantom's trick its leader again."""
    if winner is None:
        return day.leader
    for card in day.cards:
        winner = card.next_leader(winner, len(day.tricks)) if card.next_leader else winner
    return winner


def _judge_approach(state: State, event: events.ApproachCard) -> Ruling:
    day, card = state.day, approach.CARDS.get(event.card)
    if day is None:
        return _day_open(state, "no-day")
    if card is None:
        return _no_such_card(state, event.card)
    remarks = [_card_remark(card)]
    if event.player is not None and any(each.gives_own for each in day.cards):
        seat = state.setup.climbers.index(event.player)
        reason = _why_not_own(state, day, card, seat)
        after = replace(day, own=(*day.own, (seat, card)))
        remarks.append(BrokenRule("card-owned", {"player": event.player}))
    else:
        reason = _why_not_another(state, day, card)
        after = replace(day, cards=(*day.cards, card), drew_another=True)
    if reason:
        return _broken(state, _conflict(card, reason))
    return Ruling((), 0, replace(state, day=after), tuple(remarks))


def _why_not(state: State, card: Approach, others: tuple[Approach, ...], *, under_way: bool) -> str:
    free_solo = state.setup.free_solo
    return approach.why_not(card, others, free_solo=free_solo, under_way=under_way, earlier=state.earlier)


def _why_not_own(state: State, day: Day, card: Approach, seat: int) -> str:
    if not card.scores:
        return "approach-scoring"
    if any(owner == seat for owner, _ in day.own):
        return "approach-owned"
    return _why_not(state, card, day.in_play, under_way=True)


def _why_not_another(state: State, day: Day, card: Approach) -> str:
    if not any(each.draws_another for each in day.cards):
        return "approach-none"
    if day.piles.down:
        return "approach-early"
    if day.drew_another:
        return "approach-once"
    return _why_not(state, card, day.in_play, under_way=True)


def _judge_end_day(state: State, event: events.EndDay) -> Ruling:
    day = state.day
    if day is None:
        return _day_open(state, "no-day")
    if day.goes_on:
        return _broken(state, BrokenRule("early", {"hand": day.hand}))
    scored, sheet = score_day(state, day, event.answers)
    if sheet.questions:
        facts = [{"card": CardName(each.card), "who": each.who} for each in sheet.questions]
        questions = tuple(Phrase("answers.for" if each["who"] else "answers.open", each) for each in facts)
        return _broken(state, BrokenRule("answer", {"questions": questions}))
    remarks = tuple(map(_gain_remark, scored.gains))
    shows = {"scores": scored.as_dict()}
    return Ruling((), 0, close_day(state, scored), remarks, shows=shows, draws=True)


def score_day(state: State, day: Day, answers: Pairs) -> tuple[DayScore, Sheet]:
    """The scores of a day as it stands, and the sheet with the questions that are open."""
    setup, scorers = state.setup, len(state.setup.scorers)
    sheet = Sheet(
        setup.scorers,
        day.won[:scorers],
        day.tricks[:scorers],
        len(setup.climbers),
        day.phantom,
        day.last,
        day.seen,
        setup.heights,
        answers,
        setup.rulings,
    )
    return Scorer(day.cards, day.own, setup.humans).score(sheet)


def _gain_remark(gain: Gain) -> BrokenRule:
    card = CardName(gain.card)
    if not gain.counted:
        return BrokenRule("gain-none", {"card": card, "sentence": Phrase(f"approach.{gain.card}")})
    if not gain.points:
        return BrokenRule("gain-zero", {"card": card})
    points = tuple(
        Phrase("answers.points", {"name": name, "points": f"{points:+d}"}) for name, points in gain.points
    )
    return BrokenRule("gain", {"card": card, "points": points})


def _judge_stuck(state: State, event: Stuck) -> Ruling:
    """Nobody is ever stuck: any card may be played when none follows."""
    return _broken(state, BrokenRule("not-stuck", {"reason": Word("any-card")}))


_RULES: dict[type[Event], Callable[[State, Any], Ruling]] = {
    events.Day: _judge_day,
    events.Trick: _judge_trick,
    events.ApproachCard: _judge_approach,
    events.EndDay: _judge_end_day,
    Stuck: _judge_stuck,
}
