"""The finder's line segments: a grey picture comes in, straight edges as rows x1 y1 x2 y2 go out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Floats, Picture

Ints = npt.NDArray[np.intp]
QUANT = 1.2  # gradient steps that count as flat: lower than usual, for light cards on a light table
MOST = 700  # segments kept, longest first: bounds time on carpets and wood
MERGED_MOST = 900


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
        """The middles, n x 2."""
        return self.start + self.along * self.length[:, None] / 2

    @property
    def across(self) -> Floats:
        """Unit vectors a quarter turn from `along`."""
        return np.stack([-self.along[:, 1], self.along[:, 0]], axis=1)


def detect_segments(picture: Picture, shortest: float) -> Floats:
    """The longest straight edges of a picture, at least `shortest` pixels long."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD, quant=QUANT)
    found: Any = detector.detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))[0]
    rows = np.zeros((0, 4)) if found is None else np.asarray(found, np.float64).reshape(-1, 4)
    length = np.hypot(rows[:, 2] - rows[:, 0], rows[:, 3] - rows[:, 1])
    order = np.argsort(-length, kind="stable")[:MOST]
    return rows[order[length[order] >= shortest]]


def join_collinear(rows: Floats, *, bend_degrees: float = 4.0, offset: float = 2.5) -> Floats:
    """The segments and, for pieces of one broken edge, the whole edge too."""
    if len(rows) < 2:
        return rows
    pieces = Segments.of(rows)
    one, other = _collinear_pairs(pieces, bend_degrees, offset)
    ends = np.stack([rows[one, :2], rows[one, 2:], rows[other, :2], rows[other, 2:]], axis=1)
    longer = np.where(
        (pieces.length[one] > pieces.length[other])[:, None], pieces.along[one], pieces.along[other]
    )
    position = (ends * longer[:, None]).sum(axis=-1)
    which = np.arange(len(one))
    whole = np.concatenate(
        [ends[which, position.argmin(axis=1)], ends[which, position.argmax(axis=1)]], axis=1
    )
    return np.concatenate([rows, whole])[:MERGED_MOST]


def _collinear_pairs(pieces: Segments, bend_degrees: float, offset: float) -> tuple[Ints, Ints]:
    """Pairs on one line with a gap no longer than the shorter of the two."""
    one, other = _alike_pairs(pieces, bend_degrees)
    between, length = pieces.middle[other] - pieces.middle[one], pieces.length
    gap = np.abs((between * pieces.along[one]).sum(axis=1)) - (length[one] + length[other]) / 2
    fits = (gap < np.minimum(length[one], length[other])) & (gap > -3)
    for which in (one, other):
        fits &= np.abs((between * pieces.across[which]).sum(axis=1)) < offset
    return one[fits], other[fits]


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
