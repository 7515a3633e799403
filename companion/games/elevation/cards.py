"""The mountain cards of Elevation: names come in as written, the one card of that name goes out."""

from dataclasses import dataclass
from enum import Enum


class Range(Enum):
    """The four mountain ranges, in the order of the score pad."""

    ALPS = "alps"
    ANDES = "andes"
    HIMALAYAS = "himalayas"
    ROCKIES = "rockies"


HIGHEST = 14
_AVALANCHES = 5


# Compared by identity: there is one value for each name.
@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A mountain card; an Avalanche has a number but no range."""

    name: str
    range: Range | None
    number: int

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.name

    @staticmethod
    def parse(name: str) -> "Card | None":
        """The card of that name, None if the game has no such card."""
        return CARDS.get(name)


Cards = tuple[Card, ...]


def all_cards() -> list[Card]:
    """The 61 cards of the box."""
    peaks = [Card(f"{each.value}-{n}", each, n) for each in Range for n in range(1, HIGHEST + 1)]
    return [*peaks, *(Card(f"avalanche-{n}", None, n) for n in range(1, _AVALANCHES + 1))]


CARDS = {card.name: card for card in all_cards()}


def numbers_of(cards: Cards, mountain_range: Range | None) -> list[int]:
    """The numbers of one range among some cards, lowest first; of the Avalanches for None."""
    return sorted(card.number for card in cards if card.range is mountain_range)
