"""A deck as a whole: references that stand out among their fellows, and cards that are hardly told apart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from vision.decks import Deck
from vision.read.judgement import Reading
from vision.read.patch import SIDE_PX, measure_quality
from vision.read.prints import card_edges
from vision.read.reader import Reader
from vision.types import Picture

_OTHER_SHAPE = 0.08  # of the log of width over height: references of one deck differ by less
_DARKER = 0.7  # of the middle brightness of a deck's white
_MORE_GLARE = 0.08  # share of a card beyond what its fellows have
_ENOUGH = 4  # references from which fellows can be compared


class Oddity(Enum):
    """How a reference stands out among its fellows."""

    SHAPE = "shape"  # a plate, a frame or more than the card was taken for it
    DARK = "dark"
    GLARE = "glare"


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """What to show again, and which cards the deck hardly tells apart."""

    odd: tuple[tuple[str, Oddity], ...]
    alike: tuple[tuple[str, str], ...]
    told: int  # references that are surely told from all others


def check_deck(reader: Reader, deck: Deck) -> DeckCheck:
    """Compare each reference with its fellows, and read each against all."""
    if not deck.references:
        return DeckCheck((), (), 0)
    readings = reader.read_patches([each.patch for each in deck.references], deck=deck)
    pairs = [(each.card, reading) for each, reading in zip(deck.references, readings, strict=True)]
    doubtful = [(card, _rival(card, reading)) for card, reading in pairs if reading.card != card]
    alike = dict.fromkeys((min(pair), max(pair)) for pair in doubtful if pair[1])
    return DeckCheck(_odd_ones(deck), tuple(alike), len(pairs) - len(doubtful))


def _rival(card: str, reading: Reading) -> str:
    return next((name for name, _ in reading.candidates if name != card), "")


def _odd_ones(deck: Deck) -> tuple[tuple[str, Oddity], ...]:
    if len(deck.references) < _ENOUGH:
        return ()
    shapes, whites, glares = np.array([_measures(each.patch) for each in deck.references]).T
    found: list[tuple[str, Oddity]] = []
    for at, reference in enumerate(deck.references):
        if abs(shapes[at] - np.median(shapes)) > _OTHER_SHAPE:
            found.append((reference.card, Oddity.SHAPE))
        if whites[at] < _DARKER * np.median(whites):
            found.append((reference.card, Oddity.DARK))
        if glares[at] > np.median(glares) + _MORE_GLARE:
            found.append((reference.card, Oddity.GLARE))
    return tuple(found)


def _measures(patch: Picture) -> tuple[float, float, float]:
    """The log of width over height, how bright white is, and the share lost in glare."""
    left, top = card_edges(patch)
    inside = patch[round(top) : SIDE_PX - round(top), round(left) : SIDE_PX - round(left)]
    shape = float(np.log((SIDE_PX - 2 * left) / (SIDE_PX - 2 * top)))
    return shape, float(np.quantile(inside, 0.9)), measure_quality(patch).glare
