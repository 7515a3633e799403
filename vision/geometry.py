"""Pure geometry shared by the rooms of the eye: quads and homographies come in, quads and fits go out."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Bools, Floats, Mask, Point, Quad, area

_NEARLY_SQUARE = 1.12  # longer over shorter sides
# Of the smaller outline, the share inside the other from which both are one card: of cards that lie side by
# side, of cards that may cover each other, and of two that were surely read as the same one (real tiles that
# touch come to less). Fitted on the bench's tables and on photographs of touching tiles.
_SIDE_BY_SIDE, _OVERLAPPING, _BY_NAME = 0.45, 0.68, 0.08


def as_quad(points: npt.ArrayLike) -> Quad:
    """Four points as the plain tuples that pass between the rooms."""
    return tuple((float(x), float(y)) for x, y in np.asarray(points, np.float64).reshape(-1, 2))


def fit_homography(source: npt.ArrayLike, target: npt.ArrayLike) -> Floats:
    """The homography that takes source to target points: exact for four, least squares for more."""
    before, after = (np.asarray(points, np.float64).reshape(-1, 2) for points in (source, target))
    if len(before) == 4:
        return np.asarray(cv2.getPerspectiveTransform(before.astype(np.float32), after.astype(np.float32)))
    matrix, _ = cv2.findHomography(before, after, 0)
    if matrix is None:
        raise ValueError(f"no homography through {len(before)} points")
    return np.asarray(matrix)


def middle(quad: Quad) -> Point:
    """The middle of an outline's corners."""
    return sum(x for x, _ in quad) / len(quad), sum(y for _, y in quad) / len(quad)


def quad_turn(quad: Quad) -> float:
    """How far a quad is turned clockwise from upright, in degrees from -180 to 180."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return math.degrees(math.atan2((by + cy) - (ay + dy), (bx + cx) - (ax + dx)))


def rotate_quad(quad: Quad, steps: int) -> Quad:
    """The same outline read from another corner: each step turns the reading a quarter clockwise."""
    steps %= 4
    return quad[steps:] + quad[:steps]


def as_lying(quad: Quad, other: npt.ArrayLike) -> Quad:
    """The same outline read from the corner from which it lies turned most like another one."""
    turn = quad_turn(as_quad(other))
    return min(
        (rotate_quad(quad, step) for step in range(4)), key=lambda way: angle_between(quad_turn(way), turn)
    )


def stand_up(quad: Quad) -> Quad:
    """The same outline read from the corner that is its top left if it stands upright in the picture.

    One that is longer than wide stands on a short side, whichever is lower.
    """
    corners = np.array(quad, np.float64)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    wide, high = float(sides[0] + sides[2]), float(sides[1] + sides[3])
    ways = [rotate_quad(quad, step) for step in range(4)]
    if max(wide, high) > _NEARLY_SQUARE * min(wide, high):
        ways = ways[::2] if wide < high else ways[1::2]
    return min(ways, key=lambda way: abs(quad_turn(way)))


def cross(one: Floats, other: Floats) -> Floats:
    """The cross product of each way with another one; both of any shape ending in 2."""
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def turn_quarter(ways: Floats) -> Floats:
    """Each way a quarter turned, clockwise as seen."""
    return np.stack([-ways[..., 1], ways[..., 0]], axis=-1)


def cross_lines(start: Floats, way: Floats, other_start: Floats, other_way: Floats) -> Floats:
    """Where lines cross, each a point and a way; those of parallel ones are very far away."""
    turn = cross(way, other_way)
    step = cross(other_start - start, other_way) / np.where(np.abs(turn) < 1e-9, 1e-9, turn)
    return np.asarray(start + step[..., None] * way)


def quad_iou(one: Quad, other: Quad) -> float:
    """Area shared by two convex quads over the area they cover together."""
    shared = _shared_area(one, other)
    union = abs(area(one)) + abs(area(other)) - shared
    return shared / union if union > 0 else 0.0


def overlap_share(one: Quad, other: Quad) -> float:
    """The shared area of two outlines as a share of the smaller one."""
    smaller = min(abs(area(one)), abs(area(other)))
    return _shared_area(one, other) / max(smaller, 1e-9)


def _shared_area(one: Quad, other: Quad) -> float:
    first, second = (np.array(quad, np.float32) for quad in (one, other))
    return float(cv2.intersectConvexConvex(first, second)[0])


def is_one_card(one: Quad, other: Quad, *, overlapping: bool = False, same_name: bool = False) -> bool:
    """Whether two outlines show one card; this is the only place that says so.

    `overlapping`: the cards may lie over each other. `same_name`: both were surely read as the same card.
    """
    least = _BY_NAME if same_name else _OVERLAPPING if overlapping else _SIDE_BY_SIDE
    return overlap_share(one, other) >= least


def angle_between(one: float, other: float) -> float:
    """The smaller difference of two directions in degrees, 0 to 180."""
    return abs((one - other + 180) % 360 - 180)


def spread(quad: Quad, factor: float) -> Quad:
    """A quad grown (or shrunk) about its middle."""
    points = np.array(quad, np.float64)
    middle: Point = tuple(points.mean(axis=0))
    return as_quad(middle + (points - middle) * factor)


def fill(shape: tuple[int, ...], quads: npt.ArrayLike) -> Mask:
    """White where quads (n x 4 x 2) lie on a picture of this shape."""
    drawn = np.zeros(shape[:2], np.uint8)
    for quad in np.rint(np.asarray(quads, np.float64).reshape(-1, 4, 2) * 16).astype(np.int32):
        cv2.fillConvexPoly(drawn, quad, 255, cv2.LINE_8, 4)
    return drawn


def lie_in(points: Floats, quads: Iterable[Quad]) -> Bools:
    """Which points (n x 2) lie in any of these quads."""
    near = [np.array(quad, np.float32) for quad in quads]
    inside = (any(cv2.pointPolygonTest(quad, point, False) >= 0 for quad in near) for point in points)
    return np.fromiter(inside, np.bool_)


def points_inside(quad: Quad, margin: float, number: int) -> Floats:
    """So many points each way all over a quad's inside, this share of its sides away from them; n x 2."""
    return _grid_shares(margin, number) @ np.array(quad, np.float64)


@lru_cache(maxsize=8)
def _grid_shares(margin: float, number: int) -> Floats:
    """What each corner counts at each of so many points each way."""
    steps = np.linspace(margin, 1 - margin, number)
    u, v = (step.ravel() for step in np.meshgrid(steps, steps))
    return np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1)
