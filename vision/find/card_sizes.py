"""The size of cards that nobody told: outlines and readings come in, sizes that most of them share go out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.find import Silhouettes
from vision.find.quads import side_lengths
from vision.find.select_outlines import SETTINGS, evidence, merit
from vision.geometry import is_one_card
from vision.observation import CardSeen, Observation
from vision.types import Floats, Plane, Point, area


@dataclass(frozen=True, slots=True)
class _SizeSettings:
    """How cards tell their size; the last three were fitted on 72 of the bench's tables (3026 to 3037)."""

    one_size: float = 0.08  # of the log of their sides: cards that differ by less may be one deck's
    likely_card: float = 0.9  # the reader's is_card from which an outline may tell the size of cards
    unread_vote: float = 0.4  # what a card that was not read counts when cards tell their size
    rival: float = 0.4  # of what the best size tells: from there on another one is tried too
    most: int = 4  # sizes that are tried at once
    well_read: float = 0.6  # of the cards: with less, the size may be that of a block of cards
    full: float = 0.85  # of what lies inside cards that is not table
    least_side_mm: float = 40.0  # of a card; the plates of numbers are smaller
    unread: float = 0.8  # what a card that was not read is worth beside one that was ...
    twice: float = 0.4  # ... and what is taken from it: what is covered twice ...
    on_table: float = 1.0  # ... and what is table inside a card


_SETTINGS = _SizeSettings()


def _is_same(one: Point, other: Point) -> bool:
    """Whether two sizes may be one deck's."""
    return all(abs(math.log(a / b)) < _SETTINGS.one_size for a, b in zip(one, other, strict=True))


def likely_sizes(observed: Sequence[Observation], plane: Plane) -> list[Point]:
    """Sizes on the table (millimetres, the shorter side first) by which most of the picture is cards.

    The plates of numbers share a size too, and so do blocks of four cards: plates cover less, blocks are not
    read.
    """
    likely = [
        each
        for each in observed
        if each.visible >= SETTINGS.whole and each.reading.is_card >= _SETTINGS.likely_card
    ]
    if len(likely) < 2:
        return []
    likely.sort(key=lambda each: -merit(each))
    corners = [np.asarray(plane.to_mm(each.corners), np.float64) for each in likely]
    sides = side_lengths(np.stack(corners))
    alike = np.asarray((np.abs(np.log(sides[:, None] / sides[None])) < _SETTINGS.one_size).all(axis=-1))
    told = np.array([_explained(_apart([likely[k] for k in np.nonzero(members)[0]])) for members in alike])
    told[sides[:, 0] < _SETTINGS.least_side_mm] = 0.0
    order = [at for at in np.argsort(-told, kind="stable") if told[at] > _SETTINGS.rival * told.max()]
    return _distinct_sizes([_middle_size(sides[alike[at]]) for at in order])[: _SETTINGS.most]


def parts_of(sizes: Sequence[Point]) -> list[Point]:
    """The sizes of cards of which two or four make a block of one of these sizes."""
    ways = [
        (a / i, b / j)
        for a, b in sizes
        for i, j in ((1, 2), (2, 1), (2, 2))
        if a / i >= _SETTINGS.least_side_mm
    ]
    parts = [(min(way), max(way)) for way in ways]
    return _distinct_sizes([*sizes, *parts])[len(_distinct_sizes(sizes)) :][: _SETTINGS.most]


def are_well_read(cards: Sequence[CardSeen]) -> bool:
    """Whether most of the cards were read."""
    return count_read(cards) >= _SETTINGS.well_read * len(cards)


def are_full(cards: Sequence[CardSeen], silhouettes: Silhouettes) -> bool:
    """Whether hardly any table shows inside the cards, as in blocks of cards; white on white is not told."""
    shares = [silhouettes.share(card.corners) for card in cards]
    return sum(shares) >= _SETTINGS.full * len(shares)


def count_read(cards: Sequence[CardSeen]) -> int:
    """How many of the cards were read."""
    return sum(map(_is_read, cards))


def _middle_size(sides: Floats) -> Point:
    shorter, longer = np.median(sides, axis=0)
    return float(shorter), float(longer)


def _distinct_sizes(sizes: Sequence[Point]) -> list[Point]:
    return [size for at, size in enumerate(sizes) if not any(_is_same(size, other) for other in sizes[:at])]


def _apart(observed: Sequence[Observation]) -> list[Observation]:
    """Those that do not lie on an earlier one; none if it is but one."""
    kept: list[Observation] = []
    for each in observed:
        if not any(is_one_card(each.corners, other.corners) for other in kept):
            kept.append(each)
    return kept if len(kept) > 1 else []


def _explained(observed: Sequence[Observation]) -> float:
    """How much of a picture (square pixels) these tell to be cards, by how likely each is one."""
    total = 0.0
    for each in observed:
        likely = 1 / (1 + math.exp(-evidence(each)))
        total += (
            abs(area(each.corners)) * likely * (_SETTINGS.unread_vote if each.reading.card is None else 1.0)
        )
    return total


def told_by(cards: Sequence[CardSeen], silhouettes: Silhouettes) -> float:
    """How much of what is not table these cards cover, where those that were read count more than others.

    What they cover of the table, or twice, speaks against them.
    """
    covered, often = (np.zeros(silhouettes.white.shape, np.float32) for _ in range(2))
    for card in sorted(cards, key=_is_read):
        drawn = np.zeros(silhouettes.white.shape, np.uint8)
        cv2.fillConvexPoly(drawn, np.rint(np.array(card.corners) * silhouettes.factor).astype(np.int32), 1)
        covered[drawn > 0] = 1.0 if _is_read(card) else _SETTINGS.unread
        often += drawn
    there = silhouettes.white > 0
    twice = np.maximum(often - 1, 0)[there].sum()
    return float(covered[there].sum() - _SETTINGS.twice * twice - _SETTINGS.on_table * often[~there].sum())


def _is_read(card: CardSeen) -> bool:
    """Whether something of a card is sure."""
    return card.card is not None or card.number is not None
