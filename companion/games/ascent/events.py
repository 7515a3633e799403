"""The events of The Ascent, as records write them."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from companion.games.events import CardText, Event, Fields, PlaceText
from companion.games.values import BadRecord


def _read_path(line: Fields, name: str) -> tuple[str, ...]:
    path = line.places(name)
    if len(path) < 2:
        raise BadRecord("path-short")
    return path


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Event):
    """An Ascent, Bridge or Summit is laid on a place; `goat` where the card shows the goat symbol."""

    do: ClassVar[str] = "place"
    of_card: ClassVar[tuple[str, ...]] = ("goat",)
    card: CardText
    at: PlaceText
    goat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Campfire(Event):
    """A Campfire replaces the Ascent `at`, which moves up `to` another place."""

    do: ClassVar[str] = "campfire"
    card: CardText
    at: PlaceText
    to: PlaceText


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Event):
    """Two cards are discarded."""

    do: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Herd(Event):
    """All goats of the path's first card climb along it, a card discarded for each step."""

    do: ClassVar[str] = "herd"
    path: Annotated[tuple[str, ...], _read_path]

    @property
    def places(self) -> tuple[str, ...]:
        return self.path


@dataclass(frozen=True, slots=True, kw_only=True)
class Rope(Event):
    """A Guide rope: the hand is shuffled into the pile and a new one drawn."""

    do: ClassVar[str] = "rope"
