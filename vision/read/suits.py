"""Suits: the known cards of a deck come in, which suit the colours of another card speak for goes out."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.decks import Deck
from vision.read.naming import Names, number_of, suit_of
from vision.read.patch import tint_of
from vision.types import Floats, Picture

_KNOWN = 2  # cards of a suit that tell its colours
# Nearer to another suit's colours than to its own: of bench learning's decks wrong ones come to 0.05.
_PLAINLY = 0.5
_SPREAD = 6.0  # of 255: the cards of a suit are at most 4.3 off each other, those of others 18.9 and more
_UNKNOWN = 2 * _SPREAD  # how far a card is taken to be off a suit that is not known
# The same between two looks: one card that was moved a little or in another light came to 5.3, blown out to
# 13.6, one of another suit with its number to 16.3 at least (two invented decks of Elevation, five looks).
_UNLIKE = 15.0


@dataclass(frozen=True, slots=True, eq=False)
class Suits:
    """The colours of each suit's known cards."""

    tints: Mapping[str, Floats]

    def off(self, suit: str, patch: Picture) -> float:
        """How far the colours of a card are off the nearest card of a suit."""
        return min(_distances(self.tints[suit], patch)) if suit in self.tints else _UNKNOWN

    def deny(self, card: str, patch: Picture) -> bool:
        """Whether a card has the colours of another suit, as far as the suits are known."""
        known = {suit: np.median(each, axis=0) for suit, each in self.tints.items() if len(each) >= _KNOWN}
        off = {suit: _distances(each[None], patch)[0] for suit, each in known.items()}
        own = off.pop(suit_of(card), 0.0)
        return min(off.values(), default=np.inf) < _PLAINLY * own

    def weigh(self, candidates: Names, patch: Picture) -> Names:
        """Candidates with what the colours of their suits speak for them, the likeliest first."""
        shares = {
            name: share * math.exp(-((self.off(suit_of(name), patch) / _SPREAD) ** 2) / 2)
            for name, share in candidates
        }
        total = sum(shares.values()) or 1.0
        return tuple(sorted(((name, each / total) for name, each in shares.items()), key=lambda p: -p[1]))

    def tell(self, card: str, patch: Picture, inventory: Collection[str]) -> bool:
        """Whether colours plainly tell a card from all others of its number: every suit must be known."""
        rivals = {suit_of(name) for name in inventory if number_of(name) == number_of(card)}
        if any(len(self.tints.get(suit, ())) < _KNOWN for suit in rivals):
            return False
        others = [self.off(suit, patch) for suit in rivals - {suit_of(card)}]
        return self.off(suit_of(card), patch) < _PLAINLY * min(others, default=np.inf)


@lru_cache(maxsize=2)
def suits_of(deck: Deck) -> Suits:
    """What a deck's numbered cards tell of their suits; a guess and what is kept apart tell nothing."""
    tints: dict[str, list[Floats]] = {}
    for each in () if deck.guess else deck.references:
        if not each.apart and number_of(each.card) is not None:
            tints.setdefault(suit_of(each.card), []).append(tint_of(each.patch))
    return Suits({suit: np.array(each) for suit, each in tints.items()})


def are_unlike(card: Picture, other: Picture) -> bool:
    """Whether two looks at cards plainly show other colours, as those of one card never do."""
    return float(np.linalg.norm(tint_of(card) - tint_of(other))) > _UNLIKE


def _distances(tints: Floats, patch: Picture) -> list[float]:
    return [float(each) for each in np.linalg.norm(tints - tint_of(patch), axis=1)]
