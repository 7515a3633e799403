"""The cards of The Ascent: names come in as written, the one card of that name goes out."""

from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    """The three colours of the mountain."""

    GREEN = "green"
    BLUE = "blue"
    RED = "red"


class Kind(Enum):
    """What a card is for."""

    ASCENT = "ascent"
    BRIDGE = "bridge"
    CAMPFIRE = "campfire"
    SUMMIT = "summit"


# Compared by identity: there is one value for each name, and boards of 45 are searched often.
@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card; Ascents have a colour and a value, Campfires a colour."""

    name: str
    kind: Kind
    colour: Colour | None = None
    value: int | None = None

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def parse(name: str) -> "Card | None":
        """The card of that name, None if the game has no such card."""
        return CARDS.get(name)


def _all_cards() -> list[Card]:
    """Every different card of the game."""
    ascents = [
        Card(f"{colour.value}-{value}", Kind.ASCENT, colour, value)
        for colour in Colour
        for value in range(1, 13)
    ]
    campfires = [Card(f"campfire-{colour.value}", Kind.CAMPFIRE, colour) for colour in Colour]
    return [*ascents, BRIDGE, *campfires, Card("summit", Kind.SUMMIT)]


BRIDGE = Card("bridge", Kind.BRIDGE)
CARDS = {card.name: card for card in _all_cards()}
