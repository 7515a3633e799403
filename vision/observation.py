"""What passes through the eye: what may be a card, cards, places, and the whole of a picture."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from vision.read.reading import Reading
from vision.types import Picture, Plane, Quad

_UNREAD = Reading(None, None, None, (), 0, 0.0)


@dataclass(frozen=True, slots=True)
class Observation:
    """Something that may be a card on its way through the eye: a finder outlines it, the reader reads it."""

    corners: Quad
    drawn: float  # how well edges support the outline, 0 to 1
    visible: float = 1.0  # share of its sides that no other card and no picture border hides
    reading: Reading = _UNREAD


@dataclass(frozen=True, slots=True)
class CardSeen:
    """One card on a picture: where it lies and what was read, sure or as candidates."""

    corners: Quad
    card: str | None = None
    number: int | None = None
    colour: str | None = None
    candidates: tuple[tuple[str, float], ...] = ()
    place: str | None = None
    turn_degrees: float = 0.0
    patch: Picture | None = field(default=None, compare=False, repr=False)  # as a reference would show it

    def unsure(self) -> CardSeen:
        """The same card, only with what it may be."""
        return replace(self, card=None, number=None, colour=None)


class PlaceState(Enum):
    """What lies at a place."""

    EMPTY = "empty"
    CARD = "card"
    BACK = "back"  # of a card's size, but no face that can be read
    HIDDEN = "hidden"  # something is in the way


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """One place of the layout as seen: its state, its card if any, and how well an outline is drawn."""

    place: str
    state: PlaceState
    card: CardSeen | None = None
    drawn: float = 0.0


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eye saw in one picture; notes are short words for what limited it."""

    plane: Plane | None
    cards: tuple[CardSeen, ...]
    places: tuple[PlaceSeen, ...] = ()
    notes: tuple[str, ...] = ()
