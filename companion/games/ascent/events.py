"""The events of The Ascent, as records write them."""

from typing import Annotated, ClassVar

from companion.games.events import CardText, Event, Fields, PlaceText, event
from companion.games.values import BadRecord


def _read_path(line: Fields, name: str) -> tuple[str, ...]:
    path = line.places(name)
    if len(path) < 2:
        raise BadRecord("path-short")
    return path


@event("place")
class Place(Event):
    """An Ascent, Bridge or Summit is laid on a place; `goat` where the card shows the goat symbol."""

    of_card: ClassVar[tuple[str, ...]] = ("goat",)
    card: CardText
    at: PlaceText
    goat: bool = False


@event("campfire")
class Campfire(Event):
    """A Campfire replaces the Ascent `at`, which moves up `to` another place."""

    card: CardText
    at: PlaceText
    to: PlaceText


@event("discard")
class Discard(Event):
    """Two cards are discarded."""


@event("herd")
class Herd(Event):
    """All goats of the path's first card climb along it, a card discarded for each step."""

    path: Annotated[tuple[str, ...], _read_path]

    @property
    def places(self) -> tuple[str, ...]:
        return self.path


@event("rope")
class Rope(Event):
    """A Guide rope: the hand is shuffled into the pile and a new one drawn."""
