"""What simulated climbers draw and answer in Elevation: approach cards by chance, and a day's questions."""

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

from companion.games.elevation import approach, events
from companion.games.elevation.approach import Approach, Question
from companion.games.elevation.cards import Range
from companion.games.elevation.judging import judge, score_day
from companion.games.elevation.state import DAYS, Day, State
from companion.games.events import Event
from companion.games.values import Pairs


def random_approach(
    rng: Random, count: int, *, free_solo: bool, earlier: Collection[str] = ()
) -> tuple[str, ...]:
    """So many approach cards that go together; what does not fit is drawn again."""
    drawn: tuple[Approach, ...] = ()
    stack = [card for card in approach.CARDS.values() if card not in approach.CUSTOM]
    rng.shuffle(stack)
    for card in stack:
        conflict = approach.why_not(card, drawn, free_solo=free_solo, under_way=False, earlier=earlier)
        if len(drawn) < count and not conflict:
            drawn = (*drawn, card)
    return tuple(card.id for card in drawn)


def approach_today(rng: Random, state: State, days: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The day's approach cards: those that were asked for, else one, two and three by chance."""
    number = len(state.days)
    if number < len(days):
        return tuple(name for name in days[number] if name not in state.earlier)
    free_solo, earlier = state.setup.free_solo, state.earlier
    return random_approach(rng, min(number + 1, DAYS), free_solo=free_solo, earlier=earlier)


def own_card(rng: Random, state: State, day: Day) -> Event | None:
    """Pathfinder: the next climber gets an own scoring card."""
    given = dict(day.own)
    missing = [name for seat, name in enumerate(state.setup.climbers) if seat not in given]
    if not any(card.gives_own for card in day.cards) or not missing:
        return None
    used = {card.id for card in (*day.cards, *given.values())} | state.earlier
    stack = [card.id for card in approach.CARDS.values() if card.scores and card.id not in used]
    stack = [name for name in stack if not name.startswith("custom")]
    return events.ApproachCard(card=rng.choice(stack), player=missing[0]) if stack else None


def another_card(rng: Random, state: State, day: Day) -> Event | None:
    """Off Course: another approach card, once the face-down pile is gone."""
    if day.drew_another or not any(card.draws_another for card in day.cards):
        return None
    stack = [events.ApproachCard(card=name) for name in approach.CARDS if not name.startswith("custom")]
    rng.shuffle(stack)
    return next((event for event in stack if not judge(state, event).breaks), None)


def answer_all(rng: Random, state: State, day: Day, answers: dict[str, Any]) -> Pairs:
    """The given answers with one to every further question that the judge asks."""
    while questions := score_day(state, day, Pairs.of(answers))[1].questions:
        for question in questions:
            answer = _ANSWERS[question.card]
            answers[question.card] = answer(rng, question, answers.get(question.card))
    return Pairs.of(answers)


def _answer_range(rng: Random, question: Question, given: Pairs | None) -> Pairs:
    """A range for everyone asked; the judge asks again where it is not among the smallest."""
    guesses = {name: rng.choice(list(Range)).value for name in question.who}
    return Pairs.of(dict(given or ()) | guesses)


def _answer_points(rng: Random, question: Question, given: Pairs | None) -> Pairs:
    return Pairs((name, rng.randint(-5, 10)) for name in question.who)


def _answer_name(rng: Random, question: Question, given: str | None) -> str:
    """One of those who may get the phantom's cards."""
    return rng.choice(question.who)


def _answer_names(rng: Random, question: Question, given: tuple[str, ...] | None) -> tuple[str, ...]:
    """Some of those whose cards' heights are not known."""
    return tuple(name for name in question.who if rng.random() < 0.5)


_ANSWERS: dict[str, Callable[[Random, Question, Any], Any]] = {
    "seconding": _answer_range,
    "free-climbing": _answer_name,
    "gentle-incline": _answer_names,
    "oxygen-boost": _answer_names,
    **{card.id: _answer_points for card in approach.CUSTOM},
}
