"""The events of Elevation, as records write them."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from companion.games.elevation import approach
from companion.games.events import CardText, CardTexts, Event, Fields, Person
from companion.games.values import BadRecord, Pairs

_NO_ANSWERS = Pairs()


def _read_answers(line: Fields, name: str) -> Pairs:
    answers = line.inner(name)
    found = []
    for key in tuple(answers.rest):
        card = approach.CARDS.get(key)
        if card is None or card.answer is None:
            raise BadRecord("field-unknown", field=key)
        found.append((key, card.answer(answers, key)))
    return Pairs(found)


_Draw = Annotated[str, lambda line, name: line.choice(name, ("up", "down"))]
Answers = Annotated[Pairs, _read_answers]  # each as its approach card reads it


@dataclass(frozen=True, slots=True, kw_only=True)
class Day(Event):
    """A day begins with its approach cards; `first` overrides who leads."""

    do: ClassVar[str] = "day"
    approach: CardTexts = ()
    first: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick(Event):
    """The cards of a trick in the order played, leader first, and what was drawn after it."""

    do: ClassVar[str] = "trick"
    cards: CardTexts
    draw: _Draw = "down"
    phantom: CardText | None = None
    sevens_low: CardTexts = ()
    to: Person | None = None

    @property
    def loose_cards(self) -> tuple[str, ...]:
        return self.cards


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproachCard(Event):
    """Another approach card comes into play: for everybody, or with a player for that climber alone."""

    do: ClassVar[str] = "approach"
    card: CardText


@dataclass(frozen=True, slots=True, kw_only=True)
class EndDay(Event):
    """The day is scored, with the answers that its approach cards need."""

    do: ClassVar[str] = "end-day"
    answers: Answers = _NO_ANSWERS
