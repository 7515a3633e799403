"""The events of Elevation: fields of a record's line come in, frozen events go out."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.common import ALWAYS, Read
from companion.games.elevation import approach
from companion.games.fields import Fields
from companion.games.values import BadRecord, Event, Pairs

NO_ANSWERS = Pairs()


@dataclass(frozen=True, slots=True, kw_only=True)
class Day(Event):
    """A day begins with its approach cards; `first` overrides who leads."""

    do: ClassVar[str] = "day"
    approach: tuple[str, ...] = ()
    first: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick(Event):
    """The cards of a trick in the order played, leader first, and what was drawn after it."""

    do: ClassVar[str] = "trick"
    cards: tuple[str, ...]
    draw: str = "down"
    phantom: str | None = None
    sevens_low: tuple[str, ...] = ()
    to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproachCard(Event):
    """Another approach card comes into play: for everybody, or with a player for that climber alone."""

    do: ClassVar[str] = "approach"
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndDay(Event):
    """The day is scored, with the answers that its approach cards need."""

    do: ClassVar[str] = "end-day"
    answers: Pairs = NO_ANSWERS


def read_day(fields: Fields) -> Event:
    """`{"do": "day", "approach": ["descent"], "first": "Ann"}`."""
    return Day(
        player=fields.player(),
        approach=fields.optional("approach", fields.cards, ()),
        first=fields.person("first") if fields.has("first") else None,
    )


def read_trick(fields: Fields) -> Event:
    """`{"do": "trick", "cards": ["alps-3", "alps-9", "avalanche-1"], "draw": "up"}`."""
    return Trick(
        player=fields.player(),
        cards=fields.cards("cards"),
        draw=fields.choice("draw", ("up", "down")) if fields.has("draw") else "down",
        phantom=fields.card("phantom") if fields.has("phantom") else None,
        sevens_low=fields.cards("sevens_low") if fields.has("sevens_low") else (),
        to=fields.person("to") if fields.has("to") else None,
    )


def read_approach(fields: Fields) -> Event:
    """`{"do": "approach", "card": "harness", "player": "Ann"}`."""
    return ApproachCard(player=fields.player(), card=fields.card("card"))


def read_end_day(fields: Fields) -> Event:
    """`{"do": "end-day", "answers": {"seconding": {"Ann": "alps"}}}`."""
    return EndDay(
        player=fields.player(), answers=fields.optional("answers", lambda _: read_answers(fields), NO_ANSWERS)
    )


def read_answers(fields: Fields) -> Pairs:
    """The answers, each as its approach card reads it; there is no answer that no card asks for."""
    answers = fields.inner("answers")
    found = []
    for name in tuple(answers.rest):
        card = approach.CARDS.get(name)
        if card is None or card.answer is None:
            raise BadRecord("field-unknown", field=name)
        found.append((name, card.answer(answers, name)))
    return Pairs(found)


READERS: dict[str, Read] = {
    **ALWAYS,
    "day": read_day,
    "trick": read_trick,
    "approach": read_approach,
    "end-day": read_end_day,
}
