"""The finder's line segments: a grey picture comes in, straight edges as rows x1 y1 x2 y2 go out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import turn_quarter
from vision.types import Floats, Ints, Mask, Picture


@dataclass(frozen=True, slots=True)
class _SegmentSettings:
    """Which edges are looked at; lengths in pixels of the searched picture, turns in degrees."""

    quant: float = 1.2  # gradient steps that count as flat: less than usual, for light cards on light tables
    most: int = 700  # segments kept, longest first: bounds time on carpets and wood
    merged_most: int = 900  # with those that are joined
    directions: int = 6  # of which each has its share of them, and so has ...
    cells: int = 4  # ... each part of the picture, so many each way
    same_turn: float = 7.0  # by which two differ that may show one edge twice, in light and in colour ...
    same_beside: float = 3.5  # ... and how far they lie apart
    bend: float = 4.0  # by which pieces of one broken edge differ ...
    offset: float = 2.5  # ... and how far they lie beside each other


_SETTINGS = _SegmentSettings()


@dataclass(frozen=True, slots=True)
class Segments:
    """Straight edges with what is asked of them again and again."""

    start: Floats  # n x 2
    along: Floats  # n x 2, unit vectors
    length: Floats  # n

    @classmethod
    def of(cls, rows: Floats) -> Segments:
        """From rows x1 y1 x2 y2."""
        start, end = rows[:, :2], rows[:, 2:]
        length = np.hypot(*(end - start).T)
        return cls(start, (end - start) / np.maximum(length, 1e-9)[:, None], length)

    @property
    def middle(self) -> Floats:
        return self.start + self.along * self.length[:, None] / 2

    @property
    def across(self) -> Floats:
        """Unit vectors a quarter turn from `along`."""
        return turn_quarter(self.along)


def detect_segments(picture: Picture, shortest: float, silhouettes: Mask | None = None) -> Floats:
    """The straight edges of a picture, in light and in colour, at least `shortest` pixels long.

    `silhouettes`: what is not table (see `vision.find.silhouette`), half as large; its edges count too.
    """
    light = _detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), shortest)
    small = halve(picture)
    greys = _tints(small) if silhouettes is None else (*_tints(small), silhouettes)
    tinted = [_detect(grey, shortest / 2) * 2 + 0.5 for grey in greys]
    rows = np.concatenate([light, _not_drawn_yet(light, np.concatenate(tinted))])
    height, width = picture.shape[:2]
    return rows[fair_order(Segments.of(rows), (width, height))[: _SETTINGS.most]]


def halve(picture: Picture) -> Picture:
    """The picture at half its size."""
    half = (max(1, picture.shape[1] // 2), max(1, picture.shape[0] // 2))
    return np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)


def _tints(picture: Picture) -> tuple[Picture, Picture]:
    """Blue against red, and green against both, as grey pictures: edges between colours of one lightness."""
    weights = np.array([[0.6, 0.0, -0.6], [-0.35, 0.7, -0.35]], np.float32)
    offset = np.full((2, 1), 128, np.float32)
    both = np.asarray(cv2.transform(picture, np.hstack([weights, offset])), np.uint8)
    return np.ascontiguousarray(both[..., 0]), np.ascontiguousarray(both[..., 1])


def _detect(grey: npt.NDArray[Any], shortest: float) -> Floats:
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD, quant=_SETTINGS.quant)
    found: Any = detector.detect(grey)[0]
    rows = np.zeros((0, 4)) if found is None else np.asarray(found, np.float64).reshape(-1, 4)
    return rows[np.hypot(rows[:, 2] - rows[:, 0], rows[:, 3] - rows[:, 1]) >= shortest]


def _not_drawn_yet(known: Floats, more: Floats) -> Floats:
    """Those of `more` that do not run along a known segment."""
    if not len(known) or not len(more):
        return more
    pieces = Segments.of(np.concatenate([known, more]))
    one, other = _alike_pairs(pieces, _SETTINGS.same_turn)
    one, other = np.minimum(one, other), np.maximum(one, other)
    mixed = (one < len(known)) & (other >= len(known))
    one, other = one[mixed], other[mixed]
    between, gap = _between(pieces, one, other)
    same = (np.abs(_dot(between, pieces.across[one])) < _SETTINGS.same_beside) & (
        gap < -0.5 * pieces.length[other]
    )
    drawn = np.zeros(len(pieces.length), bool)
    drawn[other[same]] = True
    return more[~drawn[len(known) :]]


def fair_order(segments: Segments, size: tuple[int, int]) -> Ints:
    """Long segments first, but of each direction and each part of the picture in turn.

    Else the grain of wood and the weave of cloth would crowd out the short edges of cards.
    """
    angle = np.arctan2(segments.along[:, 1], segments.along[:, 0]) % np.pi
    directions, cells = _SETTINGS.directions, _SETTINGS.cells
    direction = np.minimum(angle / np.pi * directions, directions - 1).astype(np.int64)
    cell = (segments.middle / size * cells).astype(np.int64).clip(0, cells - 1)
    stratum = (direction * cells + cell[:, 0]) * cells + cell[:, 1]
    order = np.lexsort((-segments.length, stratum))
    ranked = stratum[order]
    rank = np.arange(len(order)) - np.searchsorted(ranked, ranked)
    return np.asarray(order[np.lexsort((-segments.length[order], rank))])


def join_collinear(rows: Floats) -> Floats:
    """The segments and, for pieces of one broken edge, the whole edge too."""
    if len(rows) < 2:
        return rows
    pieces = Segments.of(rows)
    one, other = _collinear_pairs(pieces)
    ends = np.stack([rows[one, :2], rows[one, 2:], rows[other, :2], rows[other, 2:]], axis=1)
    longer = np.where(
        (pieces.length[one] > pieces.length[other])[:, None], pieces.along[one], pieces.along[other]
    )
    position = (ends * longer[:, None]).sum(axis=-1)
    which = np.arange(len(one))
    whole = np.concatenate(
        [ends[which, position.argmin(axis=1)], ends[which, position.argmax(axis=1)]], axis=1
    )
    return np.concatenate([rows, whole])[: _SETTINGS.merged_most]


def _collinear_pairs(pieces: Segments) -> tuple[Ints, Ints]:
    """Pairs on one line with a gap no longer than the shorter of the two."""
    one, other = _alike_pairs(pieces, _SETTINGS.bend)
    between, gap, length = *_between(pieces, one, other), pieces.length
    fits = (gap < np.minimum(length[one], length[other])) & (gap > -3)
    for which in (one, other):
        fits &= np.abs(_dot(between, pieces.across[which])) < _SETTINGS.offset
    return one[fits], other[fits]


def _between(pieces: Segments, one: Ints, other: Ints) -> tuple[Floats, Floats]:
    """The way from the middle of one to that of the other, and how far their ends are apart along it."""
    middle, length = pieces.middle, pieces.length
    between = middle[other] - middle[one]
    return between, np.abs(_dot(between, pieces.along[one])) - (length[one] + length[other]) / 2


def _dot(ways: Floats, others: Floats) -> Floats:
    """The product of each way with another: numpy is slow at sums of two."""
    return np.asarray(ways[:, 0] * others[:, 0] + ways[:, 1] * others[:, 1])


def _alike_pairs(pieces: Segments, bend_degrees: float) -> tuple[Ints, Ints]:
    """Each pair of segments whose directions differ by less than this, once."""
    angle = np.degrees(np.arctan2(pieces.along[:, 1], pieces.along[:, 0])) % 180
    order = np.argsort(angle, kind="stable")
    angle = np.concatenate([angle[order], angle[order] + 180])
    first = np.arange(len(order)) + 1
    counts = np.searchsorted(angle, angle[: len(order)] + bend_degrees) - first
    one, other = np.repeat(np.arange(len(order)), counts), ranges(first, counts)
    return order[one], order[other % len(order)]


def ranges(first: Ints, counts: Ints) -> Ints:
    """first[0] .. first[0] + counts[0] - 1, first[1] .. and so on, in one row."""
    offsets = np.cumsum(counts) - counts
    return np.arange(int(counts.sum())) - np.repeat(offsets - first, counts)
