"""Hidden cards as counts: how a day is dealt, what a draw does to the piles, how many tricks are to come."""

from functools import lru_cache
from typing import NamedTuple

AUTO_CARDS = 20


class Piles(NamedTuple):
    """How many cards lie face down and face up."""

    down: int
    up: int

    @property
    def total(self) -> int:
        """The cards of both piles."""
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
