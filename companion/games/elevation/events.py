"""The events of Elevation, as records write them."""

from typing import Annotated

from companion.games.elevation import approach
from companion.games.events import CardText, CardTexts, Event, Fields, Person, event
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


@event("day")
class Day(Event):
    """A day begins with its approach cards; `first` overrides who leads."""

    approach: CardTexts = ()
    first: Person | None = None


@event("trick")
class Trick(Event):
    """The cards of a trick in the order played, leader first, and what was drawn after it."""

    cards: CardTexts
    draw: _Draw = "down"
    phantom: CardText | None = None
    sevens_low: CardTexts = ()
    to: Person | None = None

    @property
    def loose_cards(self) -> tuple[str, ...]:
        return self.cards


@event("approach")
class ApproachCard(Event):
    """Another approach card comes into play: for everybody, or with a player for that climber alone."""

    card: CardText


@event("end-day")
class EndDay(Event):
    """The day is scored, with the answers that its approach cards need."""

    answers: Answers = _NO_ANSWERS
