"""The finder's joiner: line segments come in, quadrilaterals with the shape of a card go out.

Two segments that nearly meet at about a right angle are a corner; two corners on one segment, opening to the
same side, are three sides of a card; a parallel segment that meets one of the arms is the fourth, or else the
longer arm tells how far the card reaches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.find.quads import put_clockwise
from vision.find.segments import Segments, ranges
from vision.geometry import cross, cross_lines
from vision.types import Bools, Floats, Ints


@dataclass(frozen=True, slots=True)
class _JoinSettings:
    """Which segments are sides of one card, and how many ways are followed: bounds time and memory."""

    parallel: float = 0.97  # cosine of the turn between opposite sides
    most_arms: int = 40  # a base's corners that are paired, the longest first
    most_bays: int = 600  # of each size
    most_quads: int = 400  # of each size
    grid: float = 4.0  # quads are the same whose corners differ by less


_SETTINGS = _JoinSettings()


@dataclass(frozen=True, slots=True)
class Shape:
    """What a card may measure, in the units of the segments."""

    shortest: float
    longest: float
    aspect: float  # the longer over the shorter side, at most
    skew_degrees: float = 28.0  # how far from square a corner may look
    taper: float = 1.4  # the longer over the shorter of two opposite sides, at most


@dataclass(frozen=True, slots=True)
class Corners:
    """Segment `base` meets segment `arm` at `position` along the base, sorted by base."""

    base: Ints
    arm: Ints
    position: Floats
    left: Floats  # how far the arm reaches to the positive side of the base
    right: Floats
    first: Ints  # where each base's corners begin; one more than there are segments


def _meet_corners(segments: Segments, shape: Shape) -> Corners:
    """All pairs of segments that nearly meet at about a right angle."""
    along, length, start = segments.along, segments.length, segments.start
    turns = cross(along[:, None], along[None])
    base, arm = np.nonzero(np.abs(turns) > np.cos(np.radians(shape.skew_degrees + 4)))
    way, turn = start[arm] - start[base], turns[base, arm]
    position, on_arm = cross(way, along[arm]) / turn, cross(way, along[base]) / turn
    near = _gap(position, length[base]) < np.minimum(6 + 0.6 * length[base], shape.longest / 2)
    near &= _gap(on_arm, length[arm]) < np.minimum(6 + 0.6 * length[arm], shape.longest / 2)
    base, arm = base[near], arm[near]
    position, on_arm, turn = position[near], on_arm[near], turn[near]
    ahead, behind = length[arm] - on_arm, on_arm
    left, right = np.where(turn > 0, ahead, behind), np.where(turn > 0, behind, ahead)
    first = np.searchsorted(base, np.arange(len(length) + 1))
    return Corners(base, arm, position, left, right, first)


def _gap(position: Floats, length: Floats) -> Floats:
    """How far a position lies outside a segment."""
    return np.maximum(np.maximum(-position, position - length), 0)


@dataclass(frozen=True, slots=True)
class _Bays:
    """Three sides of a card: a base, two arms to one side of it, how wide and how deep."""

    base: Ints
    one: Ints
    other: Ints
    side: Floats  # +1 or -1 of the base
    width: Floats
    depth: Floats
    support: Floats  # how much of base and arms is drawn

    def pick(self, which: Ints | Bools) -> _Bays:
        return _Bays(*(getattr(self, name)[which] for name in _Bays.__slots__))


@dataclass(frozen=True, slots=True)
class Joints:
    """Segments, and where they meet as two and as three sides of a card."""

    segments: Segments
    corners: Corners
    bays: _Bays

    @classmethod
    def of(cls, segments: Segments, shape: Shape) -> Joints:
        corners = _meet_corners(segments, shape)
        return cls(segments, corners, _find_bays(segments, corners, shape))


def _find_bays(segments: Segments, corners: Corners, shape: Shape) -> _Bays:
    """Pairs of corners on one segment that open to the same side at a card's width."""
    sides = [
        _bays_to_one_side(segments, corners, shape, side, reach)
        for side, reach in ((1.0, corners.left), (-1.0, corners.right))
    ]
    both = _Bays(*(np.concatenate([getattr(bays, name) for bays in sides]) for name in _Bays.__slots__))
    return both.pick(_best_of_each_size(both.width, both.support, _SETTINGS.most_bays))


def _bays_to_one_side(
    segments: Segments, corners: Corners, shape: Shape, side: float, reach: Floats
) -> _Bays:
    long = _longest_arms(corners, reach, max(6.0, shape.shortest / 4))
    base, arm, position, reach = corners.base[long], corners.arm[long], corners.position[long], reach[long]
    first = np.searchsorted(base, np.arange(len(segments.length) + 1))
    counts = np.diff(first)[base]
    one, other = np.repeat(np.arange(len(base)), counts), ranges(first[base], counts)
    width = position[other] - position[one]
    keep = (width >= shape.shortest) & (width <= shape.longest)
    one, other, width = one[keep], other[keep], width[keep]
    keep = np.abs((segments.along[arm[one]] * segments.along[arm[other]]).sum(axis=1)) > _SETTINGS.parallel
    one, other, width = one[keep], other[keep], width[keep]
    drawn = np.minimum(position[other], segments.length[base[one]]) - np.maximum(position[one], 0)
    arms = np.clip(reach[one] / width, 0, 1) + np.clip(reach[other] / width, 0, 1)
    support = np.clip(drawn / width, 0, 1) + arms / 2
    depth = np.maximum(reach[one], reach[other])
    bays = _Bays(base[one], arm[one], arm[other], np.full(len(one), side), width, depth, support)
    return bays.pick(drawn > 0.25 * width)


def _longest_arms(corners: Corners, reach: Floats, shortest: float) -> Ints:
    """For each base the corners whose arms reach furthest to one side, in the order of the bases."""
    order = np.lexsort((-reach, corners.base))
    rank = np.arange(len(order)) - corners.first[corners.base[order]]
    return np.sort(order[(rank < _SETTINGS.most_arms) & (reach[order] > shortest)])


def join_quads(joints: Joints, shape: Shape) -> Floats:
    """Quadrilaterals (n x 4 x 2, clockwise) that the segments can be joined to, the best drawn ones first."""
    closed, closed_drawn = _close(joints, shape)
    open_, open_drawn = _extend(joints, shape)
    quads, drawn = np.concatenate([closed, open_]), np.concatenate([closed_drawn, open_drawn])
    quads, fits = put_clockwise(quads)
    fits &= has_shape(quads, shape)
    quads, drawn = quads[fits], drawn[fits]
    edge = quads[:, 2] - quads[:, 0]
    return _distinct(quads[_best_of_each_size(np.hypot(edge[:, 0], edge[:, 1]), drawn, _SETTINGS.most_quads)])


def _best_of_each_size(sizes: Floats, merit: Floats, most: int) -> Ints:
    kind = np.floor(2 * np.log2(np.maximum(sizes, 1e-6)))
    order = np.lexsort((-merit, kind))
    kind = kind[order]
    rank = np.arange(len(order)) - np.searchsorted(kind, kind)
    order = order[rank < most]
    return np.asarray(order[np.argsort(-merit[order], kind="stable")])


def _close(joints: Joints, shape: Shape) -> tuple[Floats, Floats]:
    """Bays closed by a fourth segment that meets one of their arms."""
    segments, corners, bays = joints.segments, joints.corners, joints.bays
    found = []
    for arm in (bays.one, bays.other):
        counts = np.diff(corners.first)[arm]
        bay = np.repeat(np.arange(len(arm)), counts)
        found.append(np.stack([bay, corners.arm[ranges(corners.first[arm], counts)]], axis=1))
    bay, lid = np.concatenate(found).T
    base, width = bays.base[bay], bays.width[bay]
    distance = ((segments.middle[lid] - segments.start[base]) * segments.across[base]).sum(
        axis=1
    ) * bays.side[bay]
    keep = np.abs((segments.along[base] * segments.along[lid]).sum(axis=1)) > _SETTINGS.parallel
    keep &= (distance > np.maximum(shape.shortest, width / shape.aspect)) & (
        distance < np.minimum(shape.longest, width * shape.aspect)
    )
    bay, lid, distance = bay[keep], lid[keep], distance[keep]
    if not len(bay):
        return np.zeros((0, 4, 2)), np.zeros(0)
    sides = np.stack([bays.base[bay], bays.one[bay], lid, bays.other[bay]], axis=1)
    sides = sides[_first_of_each(sides)]
    points = [_meet(segments, sides[:, k], sides[:, (k + 1) % 4]) for k in range(4)]
    quads = np.stack(points, axis=1)
    return quads, _drawn(segments, sides, np.roll(quads, 1, axis=1))


def _first_of_each(sides: Ints) -> Ints:
    """One row of each set of four segments, in whatever order they were joined."""
    key = np.concatenate([np.sort(sides[:, [0, 2]], axis=1), np.sort(sides[:, [1, 3]], axis=1)], axis=1)
    swapped = key[:, 0] > key[:, 2]
    key[swapped] = key[swapped][:, [2, 3, 0, 1]]
    return np.asarray(np.unique(_one_number(key), return_index=True)[1])


def _one_number(rows: Ints) -> npt.NDArray[np.int64]:
    """Rows of numbers hashed to one number each: sorting those is many times faster."""
    total = np.zeros(len(rows), np.uint64)
    for column in rows.T:
        total = (total ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        total ^= total >> np.uint64(29)
    return total.view(np.int64)


def _drawn(segments: Segments, sides: Ints, quads: Floats) -> Floats:
    """How much of the four sides is drawn by their own segments, 0 to 4; side k starts at corner k."""
    total = np.zeros(len(quads))
    for k in range(4):
        segment, one, other = sides[:, k], quads[:, k], quads[:, (k + 1) % 4]
        span = [
            ((point - segments.start[segment]) * segments.along[segment]).sum(axis=1)
            for point in (one, other)
        ]
        low, high = np.minimum(*span), np.maximum(*span)
        shared = np.minimum(high, segments.length[segment]) - np.maximum(low, 0)
        total += np.clip(shared / np.maximum(high - low, 1e-6), 0, 1)
    return total


def _meet(segments: Segments, one: Ints, other: Ints) -> Floats:
    """Where the lines of two segments cross."""
    start, along = segments.start, segments.along
    return cross_lines(start[one], along[one], start[other], along[other])


def _extend(joints: Joints, shape: Shape) -> tuple[Floats, Floats]:
    """Bays without a fourth side, as deep as the longer arm reaches."""
    bays = joints.bays
    deep = (bays.depth > bays.width / shape.aspect) & (bays.depth < bays.width * shape.aspect)
    bays = bays.pick(deep & (bays.depth >= shape.shortest))
    return extend_bays(joints.segments, bays, bays.depth), bays.support - 0.5


def extend_bays(segments: Segments, bays: _Bays, depth: Floats) -> Floats:
    """The quads of bays that are given a depth."""
    one, other = _meet(segments, bays.base, bays.one), _meet(segments, bays.base, bays.other)
    inward = segments.across[bays.base] * bays.side[:, None]
    arms = []
    for arm in (bays.one, bays.other):
        along = segments.along[arm]
        arms.append(along * np.sign((along * inward).sum(axis=1))[:, None] * depth[:, None])
    return np.stack([one, one + arms[0], other + arms[1], other], axis=1)


def has_shape(quads: Floats, shape: Shape) -> Bools:
    """Which quads could be a card seen not too obliquely."""
    edge = np.roll(quads, -1, axis=1) - quads
    length = np.maximum(np.hypot(edge[..., 0], edge[..., 1]), 1e-6)
    one, other = (length[:, 0] + length[:, 2]) / 2, (length[:, 1] + length[:, 3]) / 2
    fits = (length.min(axis=1) > shape.shortest) & (length.max(axis=1) < shape.longest)
    fits &= np.maximum(one, other) < shape.aspect * np.minimum(one, other)
    for k in (0, 1):
        fits &= np.maximum(length[:, k], length[:, k + 2]) < shape.taper * np.minimum(
            length[:, k], length[:, k + 2]
        )
    unit = edge / length[..., None]
    cosine = np.abs((unit * np.roll(unit, -1, axis=1)).sum(axis=-1))
    fits &= (cosine < np.sin(np.radians(shape.skew_degrees))).all(axis=1)
    return np.asarray(fits)


def _distinct(quads: Floats) -> Floats:
    """The first of quads that are the same to within a few units."""
    if not len(quads):
        return quads
    nearest = quads.sum(axis=2).argmin(axis=1)
    turned = quads[np.arange(len(quads))[:, None], (nearest[:, None] + np.arange(4)) % 4]
    key = np.rint(turned / _SETTINGS.grid).astype(np.int64).reshape(len(quads), -1)
    return quads[np.sort(np.unique(_one_number(key), return_index=True)[1])]
