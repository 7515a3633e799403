"""What people can tell of Elevation: days, approach cards, the trick by hand, the answers of a day."""

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from companion.games.ask import (
    Arrange,
    AtOnce,
    Choose,
    Fill,
    Offer,
    Option,
    PickCard,
    Question,
    Refused,
    Row,
    Script,
    Talk,
    Where,
    who,
)
from companion.games.elevation.approach import CARDS
from companion.games.elevation.approach import Question as Asked
from companion.games.elevation.cards import Range
from companion.games.elevation.events import EndDay, Trick
from companion.games.elevation.judging import score_day
from companion.games.elevation.state import Day, State
from companion.games.elevation.view import trick_cards
from companion.games.events import Event

_HIDDEN_CARDS = ("anchor", "supply-cache")  # cards set aside that only the players have seen
_BUTTONS = (Where.NEXT, Where.DISCARD, Where.ACTION)
_SPOTS = tuple((where, held) for held in (False, True) for where in _BUTTONS)  # of the cards of a trick


def offers(state: State, event: Event | None = None) -> tuple[Offer, ...]:
    """A day begins, ends, or another approach card comes; the trick, also as the eye has seen it."""
    if event is not None:
        return _trick_offers(state, event) if isinstance(event, Trick) else ()
    button = Offer("trick", trick, Where.DISCARD)
    day = state.day
    if day is None:
        return Offer("begin-day", _begin_day, Where.YES), Offer("day", _begin_day, icon="sun")
    if day.tricks_left == 0:
        button = Offer("score-day", _end_day, Where.YES)
    found = [button, Offer("trick", trick, icon="hand"), Offer("end-day", _end_day, icon="moon")]
    if any(card.gives_own or card.draws_another for card in day.cards):
        found.append(Offer("approach", approach, icon="peaks"))
    return tuple(found)


def _trick_offers(state: State, event: Trick) -> tuple[Offer, ...]:
    """Each card can be called wrong with a press of its own; green, held, tells who draws the open card."""
    cards, day = _row_of(event), state.day
    found = [Offer("correct", MendTrick(event), Where.ACTION)]
    if len(cards) <= len(_SPOTS):
        found = [
            Offer("not-card", MendTrick(event, at), where, held=held, card=card)
            for at, (card, (where, held)) in enumerate(zip(cards, _SPOTS, strict=False))
        ]
    if day is not None and day.piles.up and not day.draws_face_up and event.draw != "up":
        drawn = AtOnce(replace(event, draw="up"))
        found.append(Offer("draw-up", drawn, Where.YES, "eye", confirms=True, held=True))
    return tuple(found)


def _row_of(event: Trick) -> tuple[str, ...]:
    return tuple(card for card in (*event.cards, event.phantom) if card is not None)


def _approach_option(talk: Talk, card: str) -> Option:
    return Option(card, talk.language.card(card), talk.language.say(f"approach.{card}"), icon="peaks")


def _begin_day(talk: Talk) -> Script:
    number = len(talk.match.state.days) + 1
    fitting = tuple(card for card in CARDS if talk.stands(do="day", approach=[card]))
    options = tuple(_approach_option(talk, card) for card in fitting)
    title = talk.say("day.which", day=number, count=number)
    picked = yield Choose(title, options, talk.say("day.how"), least=0, most=len(options))
    return talk.event(do="day", approach=list(picked))


def approach(talk: Talk) -> Script:
    """Another approach card: for everybody, or one climber's own."""
    names = talk.match.state.setup.climbers
    everybody = Option("", talk.say("approach.all"), icon="peaks")
    whose = yield Choose(
        talk.say("approach.whose"), (everybody, *(Option(name, name, icon="hand") for name in names))
    )
    fitting = [card for card in CARDS if talk.stands(do="approach", card=card, player=whose or None)]
    if not fitting:
        yield Refused(talk.say("approach.label"), talk.say("approach.none"))
    card = yield Choose(talk.say("approach.which"), tuple(_approach_option(talk, each) for each in fitting))
    return talk.event(do="approach", card=card, player=whose or None)


def trick(talk: Talk) -> Script:
    """The trick is told: as it was seen, or card by card."""
    state: State = talk.match.state
    day, known = state.day, tuple(card.name for card in trick_cards(state, talk.seen.table))
    if day is None:
        yield Refused(talk.say("trick.label"), talk.say("trick.no-day"))
        raise ValueError("nothing follows a refusal")
    return (yield from _ask_rest(talk, day, (yield from _ask_row(talk, day, known))))


@dataclass(frozen=True, slots=True)
class MendTrick:
    """A card of a trick that was seen is another, or what was drawn after it is told."""

    seen: Trick
    wrong: int | None = None  # the card that was called wrong

    def __call__(self, talk: Talk) -> Script:
        """A mended row is the trick at once; of one that is right the rest is asked."""
        day, before = talk.match.state.day, _row_of(self.seen)
        cards = yield from _ask_row(talk, day, before, self.wrong)
        if cards == before:
            return (yield from _ask_rest(talk, day, cards))
        return replace(self.seen, **_split(day, cards))


def _ask_row(
    talk: Talk, day: Day, known: tuple[str, ...], wrong: int | None = None
) -> Generator[Question, Any, tuple[str, ...]]:
    """All cards in the order played; without any that was seen, one after the other."""
    climbers, wanted = talk.match.state.setup.climbers, day.cards_needed
    cards: tuple[str, ...] = ()
    while not known and len(cards) < wanted:
        last = day.has_phantom and len(cards) + 1 == wanted
        title = talk.say("trick.phantom") if last else talk.say("trick.card", number=len(cards) + 1)
        cards = (*cards, (yield PickCard(title)))
    if not known:
        return cards
    players = wanted - int(day.has_phantom)
    names = tuple(climbers[(day.leader + turn) % len(climbers)] for turn in range(players))
    row: tuple[str, ...] = yield Arrange(
        talk.say("trick.label"), known, wanted, names, talk.say("trick.how", count=wanted), wrong
    )
    return row


def _ask_rest(talk: Talk, day: Day, cards: tuple[str, ...]) -> Generator[Question, Any, Event]:
    raw: dict[str, Any] = {"do": "trick", **_split(day, cards)}
    if day.piles.up and not day.draws_face_up:
        up = Option("up", talk.say("trick.up"), icon="eye")
        raw["draw"] = yield Choose(
            talk.say("trick.draw"), (Option("down", talk.say("trick.down"), icon="pile"), up)
        )
    if day.draws_face_up:
        raw["to"] = yield from who(talk, talk.say("trick.to"))
    raw |= yield from _ask_sevens(talk, raw["cards"])
    return talk.event(**raw | {"cards": list(raw["cards"])})


def _split(day: Day, cards: tuple[str, ...]) -> dict[str, Any]:
    return {"cards": cards[:-1], "phantom": cards[-1]} if day.has_phantom else {"cards": cards}


def _ask_sevens(talk: Talk, cards: tuple[str, ...]) -> Generator[Question, Any, dict[str, Any]]:
    sevens = [card for card in cards if card.endswith("-7")]
    if not sevens or all(card.id != "ice-axe" for card in talk.match.state.day.cards):
        return {}
    options = tuple(Option(card, talk.language.card(card), card=card) for card in sevens)
    title, text = talk.language.card("ice-axe"), talk.say("trick.sevens")
    low = yield Choose(title, options, text, least=0, most=len(sevens))
    return {"sevens_low": list(low)} if low else {}


def _end_day(talk: Talk) -> Script:
    """The day's score; only the questions that the approach cards really need are asked."""
    state: State = talk.match.state
    answers: dict[str, Any] = {}
    for card in state.day.in_play if state.day else ():
        if card.id in _HIDDEN_CARDS:
            answers[card.id] = yield from _ask_answer(talk, card.id, state.setup.scorers)
    while (question := _next_question(talk, answers)) is not None:
        told = yield from _ask_answer(talk, question.card, question.who)
        before = answers.get(question.card)
        answers[question.card] = {**before, **told} if isinstance(before, dict) else told
    return talk.event(do="end-day", answers=answers or None)


def _next_question(talk: Talk, answers: dict[str, Any]) -> Asked | None:
    state: State = talk.match.state
    told = talk.event(do="end-day", answers=answers)
    if state.day is None or not isinstance(told, EndDay):
        return None
    return next(iter(score_day(state, state.day, told.answers)[1].questions), None)


def _ask_answer(talk: Talk, card: str, names: tuple[str, ...]) -> Generator[Question, Any, Any]:
    title = talk.language.card(card)
    if card in ("gentle-incline", "oxygen-boost"):
        options = tuple(Option(name, name, icon="hand") for name in names)
        return list((yield Choose(title, options, talk.say(f"answer.{card}"), least=0, most=len(names))))
    if card == "free-climbing":
        return (yield from who(talk, talk.say("answer.free-climbing"), names))
    if card == "seconding":
        return (yield from _ask_ranges(talk, names))
    if card == "anchor":
        hands = {}
        for name in names:
            hands[name] = yield from _ask_cards(talk, talk.say("answer.anchor", player=name), 2)
        return hands
    if card == "supply-cache":
        count = len(talk.match.state.setup.climbers) + 1
        return (yield from _ask_cards(talk, talk.say("answer.supply-cache"), count))
    rows = tuple(Row(name, name, -50, 50, 0) for name in names)
    return dict((yield Fill(title, rows, talk.say("answer.custom"))))


def _ask_ranges(talk: Talk, names: tuple[str, ...]) -> Generator[Question, Any, dict[str, str]]:
    answers = {}
    ranges = [
        Option(each.value, talk.language.say(f"screens.ranges.{each.value}"), icon="peaks") for each in Range
    ]
    for name in names:
        options = (Option("", talk.say("answer.nothing")), *ranges)
        chosen = yield Choose(name, options, talk.say("answer.seconding"))
        if chosen:
            answers[name] = chosen
    return answers


def _ask_cards(talk: Talk, title: str, count: int) -> Generator[Question, Any, list[str]]:
    cards: list[str] = []
    while len(cards) < count:
        cards.append((yield PickCard(title, text=f"{len(cards) + 1} / {count}")))
    return cards
