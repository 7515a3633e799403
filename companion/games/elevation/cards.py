"""The mountain cards of Elevation, and how many of them lie in hands and piles."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple


class Range(Enum):
    """The four mountain ranges, in the order of the score pad."""

    ALPS = "alps"
    ANDES = "andes"
    HIMALAYAS = "himalayas"
    ROCKIES = "rockies"


HIGHEST = 14


# Compared by identity: there is one value for each name.
@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A mountain card; an Avalanche has a number but no range."""

    name: str
    range: Range | None
    number: int

    def __repr__(self) -> str:
        return self.name


Cards = tuple[Card, ...]


_PEAKS = [Card(f"{each.value}-{n}", each, n) for each in Range for n in range(1, HIGHEST + 1)]
_AVALANCHES = [Card(f"avalanche-{n}", None, n) for n in range(1, 6)]
CARDS = {card.name: card for card in (*_PEAKS, *_AVALANCHES)}


def numbers_of(cards: Cards, mountain_range: Range | None) -> list[int]:
    """The numbers of one range among some cards, lowest first; of the Avalanches for None."""
    return sorted(card.number for card in cards if card.range is mountain_range)


AUTO_CARDS = 20


class Piles(NamedTuple):
    """How many cards lie face down and face up."""

    down: int
    up: int

    @property
    def total(self) -> int:
        return self.down + self.up

    def take(self, cards: int) -> "Piles":
        """Cards leave the face-down pile, and the face-up one when that is empty."""
        below = min(cards, self.down)
        return Piles(self.down - below, self.up - (cards - below))

    def draw(self, cards: int, *, top_up: bool) -> "Piles":
        """Everybody draws, one of them perhaps the top face-up card; then one is flipped."""
        if cards > self.total:
            return self
        first = int(top_up and self.up > 0)
        return Piles(self.down, self.up - first).take(cards - first).flip()

    def flip(self) -> "Piles":
        """The top face-down card, if there is one, is turned onto the face-up pile."""
        return Piles(self.down - 1, self.up + 1) if self.down else self


def hand_size(humans: int) -> int:
    """How many cards each human climber is dealt."""
    return 10 if humans <= 3 else 8 if humans <= 5 else 6


def deal(deck: int, humans: int, autos: int, set_aside: int) -> Piles:
    """The piles once all are dealt, `set_aside` cards are taken for approach cards and one is flipped."""
    rest = deck - humans * hand_size(humans) - autos * AUTO_CARDS
    return Piles(rest, 0).flip().take(set_aside)


@lru_cache(maxsize=4096)
def tricks_by_hands(hand: int, auto: int, total: int, humans: int, each: int, phantom: bool) -> int:
    """The tricks until a climber has no card left; which pile anybody draws from does not matter.

    `hand` is what every human holds, `auto` what every auto-ascender has left, `total` both piles, `each` the
    cards that everyone plays to a trick and then draws.
    """
    tricks = 0
    while hand and auto:
        played = min(each, hand, auto)
        hand, auto, tricks = hand - played, auto - played, tricks + 1
        total -= phantom and total > 0
        if total >= each * humans:
            total, hand = total - each * humans, hand + each
    return tricks
