"""A deck as a whole: references that stand out among their fellows, and cards that are hardly told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.decks import Deck
from vision.read.patch import SIDE_PX, measure_quality
from vision.read.prints import card_edges
from vision.read.reader import Reader
from vision.read.reading import Reading
from vision.types import Floats, Picture


@dataclass(frozen=True, slots=True)
class _FellowSettings:
    """By how much a reference stands out: set on the 236 references of ../shared/decks.

    With `edge` and `ground` every picture that was taken whole is told there, and every plate of half a
    card's size; of frames a seventh inside the card or around it 93 and 91 %. Of right references 13 are
    told, most of them since they lie on other ground than the rest.
    """

    enough: int = 4  # references from which fellows can be compared
    shape: float = 0.08  # of the log of width over height
    darker: float = 0.7  # of the middle brightness of a deck's white
    glare: float = 0.08  # share of a card beyond what its fellows have
    paler: float = 0.4  # of white that ink is lighter than its fellows'
    edge: float = 0.15  # of the middle step of colour across the outline
    # Of the lightest paper: 42 of 45 references in an arm's shadow are darker somewhere, of 345 others three.
    shadow: float = 0.7
    ground: float = 30.0  # Lab units that the ground around it is off that of its fellows ...
    grounds: float = 3.0  # ... and times as far as three in four of them


class Oddity(Enum):
    """How a reference stands out among its fellows."""

    SHAPE = "shape"  # a plate, a frame or more than the card was taken for it
    EDGE = "edge"  # the same, where that has a card's shape
    DARK = "dark"
    PALE = "pale"
    GLARE = "glare"
    SHADOW = "shadow"  # across it, which hides print that tells it from its twins


_SETTINGS = _FellowSettings()
_RIM_PX = (1.0, 5.0)  # inside the outline, what is looked at of the card ...
_GROUND_PX = (-5.3, -1.7)  # ... and outside of the ground


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """What to show again, and which cards the deck hardly tells apart."""

    odd: tuple[tuple[str, Oddity], ...]
    alike: tuple[tuple[str, str], ...]
    told: int  # references that are surely told from all others
    mistaken: tuple[int, ...] = ()  # references that show another card, of names that have a better one


def check_deck(reader: Reader, deck: Deck) -> DeckCheck:
    """Compare each reference with its fellows, and read each against all, and against all but its card's."""
    if len(deck.cards()) < 2:  # nothing to compare it with
        return DeckCheck((), (), len(deck.references))
    readings = reader.read_patches([each.patch for each in deck.references], deck=deck)
    pairs = [(each.card, reading) for each, reading in zip(deck.references, readings, strict=True)]
    doubtful = [(card, _rival(card, reading)) for card, reading in pairs if reading.card != card]
    others = _read_as_others(reader, deck)
    named = [(each.card, other) for each, other in zip(deck.references, others, strict=True)]
    alike = dict.fromkeys((min(pair), max(pair)) for pair in (*doubtful, *named) if pair[1])
    clean = {card for card, other in named if not other}
    mistaken = tuple(at for at, (card, other) in enumerate(named) if other and card in clean)
    return DeckCheck(_odd_ones(reader, deck), tuple(alike), len(pairs) - len(doubtful), mistaken)


def _read_as_others(reader: Reader, deck: Deck) -> list[str]:
    """What each reference plainly is to a deck without its card: one like it, or the same card shown twice.

    Against itself each is plainly what it is called: a 58 that was read as a 68 was never found so.
    """
    whole = replace(deck, complete=True)
    readings = (
        reader.read_patches([each.patch], deck=whole, without=(each.card,))[0] for each in deck.references
    )
    return [each.card if each.card and each.matched else "" for each in readings]


def _rival(card: str, reading: Reading) -> str:
    return next((name for name, _ in reading.candidates if name != card), "")


def _odd_ones(reader: Reader, deck: Deck) -> tuple[tuple[str, Oddity], ...]:
    if len(deck.references) < _SETTINGS.enough:
        return ()
    shapes, whites, inks, glares = np.array([_measures(each.patch) for each in deck.references]).T
    odd = {
        Oddity.SHAPE: np.abs(shapes - np.median(shapes)) > _SETTINGS.shape,
        Oddity.EDGE: _are_off_edge([each.patch for each in deck.references]),
        Oddity.DARK: whites < _SETTINGS.darker * np.median(whites),
        Oddity.PALE: inks > np.median(inks) + _SETTINGS.paler,
        Oddity.GLARE: glares > np.median(glares) + _SETTINGS.glare,
        Oddity.SHADOW: reader.shades(deck) < _SETTINGS.shadow,
    }
    return tuple(
        (reference.card, oddity)
        for at, reference in enumerate(deck.references)
        for oddity, ones in odd.items()
        if ones[at]
    )


def _measures(patch: Picture) -> tuple[float, float, float, float]:
    """The log of width over height, how bright white is, ink over white, and the share lost in glare."""
    left, top = card_edges(patch)
    inside = patch[round(top) : SIDE_PX - round(top), round(left) : SIDE_PX - round(left)]
    shape = float(np.log((SIDE_PX - 2 * left) / (SIDE_PX - 2 * top)))
    ink, white = np.quantile(inside, (0.02, 0.9))
    return shape, float(white), float(ink / max(white, 1.0)), measure_quality(patch).glare


def _are_off_edge(patches: Sequence[Picture]) -> npt.NDArray[np.bool_]:
    """Whether there is no edge of a card along each outline, or no ground outside, as its fellows have."""
    rims, grounds = (np.array([_along(each, depth) for each in patches]) for depth in (_RIM_PX, _GROUND_PX))
    steps = np.linalg.norm(rims - grounds, axis=1)
    off = np.linalg.norm(grounds - np.median(grounds, axis=0), axis=1)
    far = max(_SETTINGS.ground, _SETTINGS.grounds * float(np.quantile(off, 0.75)))
    return np.asarray((steps < _SETTINGS.edge * np.median(steps)) | (off > far))


def _along(patch: Picture, depth_px: tuple[float, float]) -> Floats:
    """The middle colour (Lab) so deep inside the outline."""
    left, top = card_edges(patch)
    places = np.arange(SIDE_PX, dtype=np.float64)
    across, down = (np.minimum(places - edge, SIDE_PX - 1 - edge - places) for edge in (left, top))
    deep = np.minimum(across[None, :], down[:, None])
    lab = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB)[(deep > depth_px[0]) & (deep < depth_px[1])]
    return np.asarray(np.median(lab, axis=0), np.float64)
