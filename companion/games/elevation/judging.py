"""The judge of Elevation: how a trick is played and won, the ruling on an event with every broken rule."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.games.elevation import approach, events
from companion.games.elevation.approach import Approach, Question, Sheet
from companion.games.elevation.cards import CARDS, Card, Cards, Piles
from companion.games.elevation.events import Trick
from companion.games.elevation.scoring import DayScore, Gain, Scorer
from companion.games.elevation.state import Day, State, close_day, open_day
from companion.games.elevation.tricks import Ledger, Revoke, lead_range, why_it_won, winning_index
from companion.games.events import Event, Stuck
from companion.games.seats import put
from companion.games.values import BrokenRule, CardCount, CardName, Pairs, Phrase, Ruling, Word

PHANTOM = "phantom"


@dataclass(frozen=True, slots=True)
class Played:
    """A trick that stands: the day after it, who won it (None: the phantom) with what, and what it proved."""

    day: Day
    winner: int | None
    card: Card
    reason: str
    revokes: list[Revoke]


def unknown_card(event: Trick) -> str | None:
    """The first card of a trick that the game does not have."""
    named = (*event.cards, *((event.phantom,) if event.phantom else ()), *event.sevens_low)
    return next((name for name in named if name not in CARDS), None)


def known_cards(event: Trick) -> Cards:
    """The cards of a trick in the order played, the phantom's last."""
    names = event.cards if event.phantom is None else (*event.cards, event.phantom)
    return tuple([CARDS[name] for name in names])


def judge_trick(state: State, day: Day, event: Trick, cards: Cards) -> list[BrokenRule]:
    """What is wrong with a trick of known cards."""
    return [*_count_breaks(state, day, event), *_duplicates(day, cards)]


def _count_breaks(state: State, day: Day, event: Trick) -> list[BrokenRule]:
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


def play_trick(state: State, day: Day, event: Trick, cards: Cards) -> Played:
    """The day after a legal trick: it is won, everybody has drawn, and the next leader is known."""
    seats, rankers = len(state.setup.climbers), day.conditions.rankers
    index = winning_index(cards, rankers, event.sevens_low)
    winner = None if index == len(event.cards) else (day.leader + index) % seats
    top, played = cards[index], len(event.cards) // seats
    piles, drawn = _draw_cards(day, event, day.leader if winner is None else winner)
    ledger, revokes = _follow_claims(day, cards, len(event.cards), drawn)
    after = replace(
        day,
        hand=0 if _ends_day(day) else day.hand - played + drawn,
        auto=day.auto - played,
        piles=piles,
        leader=_next_leader(day, winner, seats),
        ledger=ledger,
        seen=day.seen.union(cards),
        **_won_cards(day, cards, winner, top),
    )
    return Played(after, winner, top, why_it_won(cards, index, rankers, event.sevens_low), revokes)


def _ends_day(day: Day) -> bool:
    """Whether an approach card ends the day with the next trick: the hands are then discarded."""
    return any(ends(day.piles.down) for ends in day.conditions.ends_day)


def _won_cards(day: Day, cards: Cards, winner: int | None, top: Card) -> dict[str, Any]:
    lost = any(loses(top) for loses in day.conditions.is_lost)
    changed: dict[str, Any] = {"last": winner}
    if winner is not None:
        changed["tricks"] = put(day.tricks, winner, day.tricks[winner] + 1)
    if lost:
        changed["lost"] = day.lost + cards
    elif winner is None:
        changed["phantom"] = day.phantom + cards
    else:
        changed["won"] = put(day.won, winner, day.won[winner] + cards)
    return changed


def _draw_cards(day: Day, event: Trick, first: int) -> tuple[Piles, int]:
    """The piles after everyone drew, and how many cards each drew; the phantom's card has left them before.

    Only humans draw, all of them or nobody; `first` may take the face-up card if human.
    """
    each, humans = day.conditions.cards_each, day.ledger.humans
    before = day.piles.take(1) if event.phantom is not None else day.piles
    top_up = day.conditions.draws_face_up or (event.draw == "up" and first < humans)
    after = before.draw(each * humans, top_up=top_up)
    return after, each if after.total < before.total else 0


def _follow_claims(day: Day, cards: Cards, count: int, drawn: int) -> tuple[Ledger, list[Revoke]]:
    seats = len(day.tricks)
    plays = [((day.leader + index) % seats, card) for index, card in enumerate(cards[:count])]
    swaps = any(passes(cards) for passes in day.conditions.passes_hands)
    return day.ledger.after_trick(plays, lead_range(cards), drawn, int(swaps))


def _next_leader(day: Day, winner: int | None, seats: int) -> int:
    """The winner leads, or whom an approach card names; after the phantom's trick its leader again."""
    if winner is None:
        return day.leader
    for change in day.conditions.next_leader:
        winner = change(winner, seats)
    return winner


def trick_remarks(state: State, event: Trick, played: Played) -> tuple[BrokenRule, ...]:
    """For people: what the phantom played, who won and why, and what is left."""
    setup, day = state.setup, played.day
    who = Word(PHANTOM) if played.winner is None else setup.climbers[played.winner]
    of = Word(played.card.range.value) if played.card.range else ""
    left = day.tricks_left
    key = "tricks-unknown" if left is None else "tricks-left" if left else "day-over"
    phantom = (
        [] if event.phantom is None else [BrokenRule("phantom-played", {"card": CardName(event.phantom)})]
    )
    return (
        *phantom,
        BrokenRule(played.reason, {"who": who, "card": CardName(played.card.name), "range": of}),
        BrokenRule(key, {"left": left, "up": CardCount(day.piles.up)}),
    )


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
