"""The judge of Elevation: a state and an event come in, the ruling with every broken rule goes out."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.elevation import approach, events
from companion.games.elevation.approach import Approach
from companion.games.elevation.playing import (
    PHANTOM,
    Played,
    judge_trick,
    known_cards,
    play_trick,
    trick_remarks,
    unknown_card,
)
from companion.games.elevation.scoring import DayScore, Gain, Scorer
from companion.games.elevation.sheet import Question, Sheet
from companion.games.elevation.state import Day, State, close_day, open_day
from companion.games.events import Event, Stuck
from companion.games.values import BrokenRule, CardName, Pairs, Phrase, Ruling, Word


def judge(state: State, event: Event) -> Ruling:
    """All rules that the event breaks, and the state after it; of a day its first climber acts."""
    ruling = _RULES[type(event)](state, event)
    winner = ruling.shows.get("winner")
    who = Word(winner) if winner == PHANTOM else winner
    headline = Phrase("screens.play.wins", {"winner": who}) if winner else Phrase("screens.play.ready")
    first = event.first if isinstance(event, events.Day) and state.day is None else None
    return replace(ruling, player=first, headline=headline)


def _broken(state: State, *breaks: BrokenRule) -> Ruling:
    """A ruling that changes nothing."""
    return Ruling(breaks, 0, state)


def _day_open(state: State, reason: str) -> Ruling:
    return _broken(state, BrokenRule("day-open", {"reason": Word(reason)}))


def _no_such_card(state: State, name: str) -> Ruling:
    """A card that the game does not have."""
    return _broken(state, BrokenRule("deck", {"card": CardName(name)}))


def _judge_day(state: State, event: events.Day) -> Ruling:
    if state.day is not None:
        return _day_open(state, "day-runs")
    strange = next((name for name in event.approach if name not in approach.CARDS), None)
    if strange is not None:
        return _no_such_card(state, strange)
    cards = tuple(approach.CARDS[name] for name in event.approach)
    found = [
        _conflict(card, reason)
        for index, card in enumerate(cards)
        if (reason := _why_not(state, card, cards[:index], under_way=False))
    ]
    if found:
        return _broken(state, found[0])
    first = state.first if event.first is None else state.setup.climbers.index(event.first)
    after = open_day(state, cards, first)
    remarks = (BrokenRule("day-number", {"day": len(state.days) + 1}), *map(_card_remark, cards))
    return Ruling((), 0, after, remarks)


def _conflict(card: Approach, reason: str) -> BrokenRule:
    """An approach card that cannot come into play."""
    return BrokenRule("approach", {"card": CardName(card.id), "reason": Word(reason)})


def _card_remark(card: Approach) -> BrokenRule:
    return BrokenRule("card-read", {"card": CardName(card.id), "sentence": Phrase(f"approach.{card.id}")})


def _judge_trick_event(state: State, event: events.Trick) -> Ruling:
    day = state.day
    if day is None or not day.goes_on:
        return _day_open(state, "no-day" if day is None else "no-trick")
    strange = unknown_card(event)
    if strange is not None:
        return _no_such_card(state, strange)
    cards = known_cards(event)
    found = judge_trick(state, day, event, cards)
    if found:
        return _broken(state, *found)
    played = play_trick(state, day, event, cards)
    winner = PHANTOM if played.winner is None else state.setup.climbers[played.winner]
    return Ruling(
        (),
        0,
        state.with_day(played.day),
        trick_remarks(state, event, played),
        _revoke_warnings(state, played),
        {"winner": winner},
    )


def _revoke_warnings(state: State, played: Played) -> tuple[BrokenRule, ...]:
    if not played.revokes:
        return ()
    proofs = tuple(
        Phrase(
            "trick.revoke",
            {
                "player": state.setup.climbers[each.seat],
                "range": Word(each.range.value),
                "card": CardName(each.card.name),
            },
        )
        for each in played.revokes
    )
    return (BrokenRule("revoke", {"proofs": proofs}),)


def _judge_approach(state: State, event: events.ApproachCard) -> Ruling:
    day = state.day
    if day is None:
        return _day_open(state, "no-day")
    card = approach.CARDS.get(event.card)
    if card is None:
        return _no_such_card(state, event.card)
    has_own = any(each.gives_own for each in day.cards)
    if event.player is not None and has_own:
        seat = state.setup.climbers.index(event.player)
        reason = _why_not_own(state, day, card, seat)
        owned = BrokenRule("card-owned", {"player": event.player})
        return _settle_card(state, card, reason, _give_own(day, card, seat), owned)
    return _settle_card(state, card, _why_not_another(state, day, card), day.with_card(card))


def _settle_card(state: State, card: Approach, reason: str, after: Day, *remarks: BrokenRule) -> Ruling:
    if reason:
        return _broken(state, _conflict(card, reason))
    return Ruling((), 0, state.with_day(after), (_card_remark(card), *remarks))


def _why_not(state: State, card: Approach, others: tuple[Approach, ...], *, under_way: bool) -> str:
    """Why a card cannot join others in this game."""
    free_solo = state.setup.free_solo
    return approach.why_not(card, others, free_solo=free_solo, under_way=under_way, earlier=state.earlier)


def _why_not_own(state: State, day: Day, card: Approach, seat: int) -> str:
    if not card.scores:
        return "approach-scoring"
    if any(owner == seat for owner, _ in day.own):
        return "approach-owned"
    return _why_not(state, card, day.in_play, under_way=True)


def _give_own(day: Day, card: Approach, seat: int) -> Day:
    return replace(day, own=(*day.own, (seat, card)))


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
        return _broken(
            state, BrokenRule("answer", {"questions": tuple(map(_phrase_question, sheet.questions))})
        )
    after = close_day(state, scored)
    remarks = tuple(map(_gain_remark, scored.gains))
    return Ruling((), 0, after, remarks, shows={"scores": scored.as_dict()}, draws=True)


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


def _phrase_question(question: Question) -> Phrase:
    facts = {"card": CardName(question.card), "who": question.who}
    return Phrase("answers.for" if question.who else "answers.open", facts)


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
    events.Trick: _judge_trick_event,
    events.ApproachCard: _judge_approach,
    events.EndDay: _judge_end_day,
    Stuck: _judge_stuck,
}
