"""Many quadrilaterals at once: their sizes, the size that they share, and which of them are distinct."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import cross
from vision.types import Bools, Floats, Ints, Point

_SAME_SIZE = 0.12  # of the log of its sides: what differs by less may be one deck's ...
LIKE_SIZE = 0.2  # ... and what differs by more is no card of a known size
_LOOKED_AT = 200
_STRONG = 0.8  # score of the quads that may tell a size
_TRUSTED_FROM = 4  # further cards of one size that make it certain


def side_lengths(quads: Floats) -> Floats:
    """The shorter and the longer side of each quad (means of opposite sides), n x 2."""
    edge = np.roll(quads, -1, axis=1) - quads
    length = np.hypot(edge[..., 0], edge[..., 1])
    return np.sort((length[:, :2] + length[:, 2:]) / 2, axis=1)


def put_clockwise(quads: Floats) -> tuple[Floats, Bools]:
    """The quads turned clockwise, and which of them are convex."""
    edge = np.roll(quads, -1, axis=1) - quads
    following = np.roll(edge, -1, axis=1)
    turn = cross(edge, following)
    backwards = np.asarray((turn < 0).all(axis=1))
    turned: Floats = np.where(backwards[:, None, None], quads[:, ::-1], quads)
    return turned, np.asarray(backwards | (turn > 0).all(axis=1))


def near_size(quads: Floats, size: Point, tolerance: float = _SAME_SIZE) -> Bools:
    """Which quads have this size (shorter, longer)."""
    return np.asarray((np.abs(np.log(side_lengths(quads) / np.sort(size))) < tolerance).all(axis=1))


@dataclass(frozen=True, slots=True)
class Size:
    """The cards' shorter and longer side, and how far to trust it, 0 to 1."""

    shorter: float
    longer: float
    trust: float = 1.0

    @property
    def sides(self) -> Point:
        return self.shorter, self.longer


def common_sizes(quads: Floats, scores: Floats) -> list[Size]:
    """The sizes that several well supported quads share without lying on each other, the best first.

    Of a card, its inner frame and a pair of touching cards the count decides, then the larger size.
    """
    strong = np.nonzero(scores >= _STRONG)[0]
    order = strong[distinct(quads[strong], scores[strong], 0.75, _LOOKED_AT)]
    sizes, weight, middle = side_lengths(quads[order]), scores[order] ** 4, quads[order].mean(axis=1)
    log = np.log(sizes)
    alike = (np.abs(log[:, None] - log[None]) < _SAME_SIZE).all(axis=-1)
    apart = np.hypot(*np.moveaxis(middle[:, None] - middle[None], -1, 0)) > 0.85 * sizes[:, :1]
    groups = [_apart(np.nonzero(each)[0], apart) for each in alike]
    gains = [weight[group].sum() * math.prod(size) ** 0.3 for group, size in zip(groups, sizes, strict=True)]
    found: list[int] = []
    for seed in np.argsort(np.negative(gains), kind="stable"):
        if len(groups[seed]) >= 2 and not alike[seed, found].any():
            found.append(seed)
    return [_size(np.median(sizes[groups[seed]], axis=0), len(groups[seed])) for seed in found]


def _size(sides: Floats, cards: int) -> Size:
    shorter, longer = sides.tolist()
    return Size(shorter, longer, min(1.0, (cards - 1) / _TRUSTED_FROM))


def _apart(members: Ints, apart: Bools) -> list[int]:
    """Members that do not lie on an earlier one."""
    kept: list[int] = []
    while len(members):
        kept.append(int(members[0]))
        members = members[1:][apart[members[0], members[1:]]]
    return kept


def areas(quads: Floats) -> Floats:
    """The area of each quad."""
    return np.asarray(np.abs(cross(quads, np.roll(quads, -1, axis=1)).sum(axis=1)) / 2)


def distinct(quads: Floats, scores: Floats, overlap: float, most: int) -> Ints:
    """The best quads, none of which overlaps a better one by more than this (shared over united area)."""
    order = np.argsort(-scores, kind="stable")
    quads = quads[order]
    area, corners, may_be_one = areas(quads), quads.astype(np.float32), _may_be_one(quads, overlap)
    kept: list[int] = []
    for index in range(len(order)):
        if len(kept) >= most:
            break
        others = np.array(kept, int)
        near = others[may_be_one[index, others]]
        shares = ((cv2.intersectConvexConvex(corners[index], corners[k])[0], area[k]) for k in near)
        if all(shared <= overlap * (area[index] + other - shared) for shared, other in shares):
            kept.append(index)
    return np.asarray(order[kept], np.intp)


def _may_be_one(quads: Floats, overlap: float) -> Bools:
    """Which pairs of quads may overlap so much, by their upright boxes and their areas: quickly told."""
    low, high, area = quads.min(axis=1), quads.max(axis=1), areas(quads)
    like = np.minimum(area[:, None], area) > overlap * np.maximum(area[:, None], area)
    for axis in (0, 1):
        like &= low[:, None, axis] < high[None, :, axis]
        like &= low[None, :, axis] < high[:, None, axis]
    return np.asarray(like)
