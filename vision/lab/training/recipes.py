"""What an invented deck is: its recipe, its cards, and a drawn face with what it truly shows."""

from dataclasses import dataclass
from random import Random

from vision.lab.training.lettering import Type
from vision.lab.training.palette import Ink
from vision.types import Picture

LONG_PX = 176


@dataclass(frozen=True, slots=True)
class FaceLabel:
    """What a drawn face truly is; a card without a number has None, one without a colour too."""

    number: int | None
    colour: str | None
    half_turn: bool  # looks the same upside down


@dataclass(frozen=True, slots=True)
class Face:
    """One drawn card."""

    picture: Picture
    label: FaceLabel


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that the cards of one deck share."""

    kind: str
    size: tuple[int, int]
    type: Type
    suits: tuple[tuple[str, Ink], ...]
    paper: Ink
    art: str  # shared, per suit, per card
    seed: int

    def chance(self, *words: object) -> Random:
        """Chance that is the same for the same words, within this deck."""
        return Random(f"{self.seed} {words}")


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a recipe: what is drawn on it."""

    number: int | None
    colour: str
    ink: Ink
