"""Cards that are known to lie: whether one seen now is one of them, and which cells of a frame it covers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry import is_one_card
from vision.observation import CardSeen
from vision.types import Floats, Place, Plane, Region
from vision.watch.settings import SETTINGS
from vision.watch.settle import Cells

_STEPS = np.linspace(0, 1, 5)
# A lattice of points over a card, each as weights of its four corners.
WEIGHTS = np.array([((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v) for u in _STEPS for v in _STEPS])


def is_over(card: CardSeen, hand: Cells, scale: Floats) -> bool:
    """Whether a hand's cells lie over the middle or a corner of a card."""
    corners = np.array(card.corners)
    points = np.concatenate([corners, corners.mean(axis=0, keepdims=True)]) * scale
    return any((int(x), int(y)) in hand for x, y in points)


def covered_share(card: CardSeen, cells: Cells, scale: Floats) -> float:
    """How much of a card lies on these cells."""
    points = np.einsum("kc,cx->kx", WEIGHTS, np.array(card.corners)) * scale
    return sum((int(x), int(y)) in cells for x, y in points) / len(points)


def as_they_came(cards: Sequence[CardSeen], before: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """Cards lying anyhow in the order in which they came: those seen before keep theirs."""

    def rank(card: CardSeen) -> int:
        return next((index for index, old in enumerate(before) if is_among(old, (card,))), len(before))

    return tuple(sorted(cards, key=rank))


def is_among(card: CardSeen, cards: Sequence[CardSeen]) -> bool:
    """Whether a card is one of those seen: by its name or its outline."""
    return any(
        (card.card is not None and card.card == each.card)
        or is_one_card(card.corners, each.corners, overlapping=True)
        for each in cards
    )


def still_there(card: CardSeen, before: Sequence[CardSeen]) -> CardSeen:
    """A card, with the name of the one that lay in its spot if it is not sure and may still be that one."""
    names = {name for name, share in card.candidates if share >= SETTINGS.may_be}
    same = (
        old
        for old in before
        if card.card is None
        and old.card in names
        and is_one_card(card.corners, old.corners, overlapping=True)
    )
    old = next(same, None)
    return card if old is None else replace(old, corners=card.corners)


def once_each(cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """Cards of which there is one each: where a name is seen twice, the first keeps it."""
    names = [card.card for card in cards]
    return tuple(
        replace(card, card=None, number=None, colour=None) if card.card in names[:index] else card
        for index, card in enumerate(cards)
    )


def cells_of(places: Sequence[Place], plane: Plane, grid: tuple[int, int]) -> dict[str, Cells]:
    """The cells of the small frame that each place lies on, a little less than the whole card."""
    corners = plane.to_picture(np.array([place.corners_mm() for place in places]))
    middle = corners.mean(axis=1, keepdims=True)
    quads = middle + (corners - middle) * SETTINGS.inner
    points = np.einsum("kc,pcx->pkx", WEIGHTS, quads) / plane.size_px * grid
    return {
        place.name: frozenset((int(x), int(y)) for x, y in spread)
        for place, spread in zip(places, points, strict=True)
    }


def under(hand: Cells, cells: dict[str, Cells]) -> frozenset[str]:
    """The places that a hand's cells touch."""
    return frozenset(name for name, place in cells.items() if place & hand)


def region_of(
    changed: Cells, cards: Sequence[CardSeen], plane: Plane, scale: Floats, card_mm: float
) -> Region | None:
    """The part of the picture that changed or holds these cards; None: look at all of it."""
    cells = [(x + dx, y + dy) for x, y in changed for dx in (0, 1) for dy in (0, 1)]
    points = [*(np.array(cells).reshape(-1, 2) / scale), *(point for card in cards for point in card.corners)]
    if not points:
        return Region(0, 0, 0, 0)
    around = plane.scale_at((0.0, 0.0)) * card_mm / 2
    box = Region.around([(float(x), float(y)) for x, y in points]).grown(around)
    share = (box.right - box.left) * (box.bottom - box.top) / math.prod(plane.size_px)
    return box if share < SETTINGS.everywhere else None
