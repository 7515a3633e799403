"""The finder's second look: found cards and their size come in, neighbours and half hidden cards go out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.choose import distinct, near_size
from vision.find.join import Corners, Shape, extend_bays, find_bays, join_quads, meet_corners, put_clockwise
from vision.find.segments import Segments
from vision.find.support import Gradients, Support, measure_support
from vision.types import Floats

_CERTAIN = 0.95  # score (with the bonus for the common size) from which a quad can hide another
_LEAST_VISIBLE = 0.4
_LEAST_DRAWN = 0.8  # of the sides that can be seen
_MOST_HYPOTHESES = 2_000
_MOST_KEPT = 150
SIZE_BONUS = 0.15  # a quad of the known size is worth more than another
_LONGEST_ROW = 9.0  # touching cards that are found as one long shape
_STRIP_DRAWN = 0.75
_ROUNDS = 2  # neighbours of neighbours


@dataclass(frozen=True, slots=True)
class Found:
    """Quads with their scores and the share of their sides that can be seen."""

    quads: Floats
    scores: Floats
    visible: Floats

    def pick(self, which: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> Found:
        """Some of them."""
        return Found(self.quads[which], self.scores[which], self.visible[which])

    def __add__(self, other: Found) -> Found:
        return Found(
            np.concatenate([self.quads, other.quads]),
            np.concatenate([self.scores, other.scores]),
            np.concatenate([self.visible, other.visible]),
        )


@dataclass(frozen=True, slots=True)
class Look:
    """How quads are looked at: where they are depicted on the searched picture, and its edges."""

    depict: Callable[[Floats], Floats]
    gradients: Gradients

    def support(self, quads: Floats) -> Support:
        """The edges along the sides of these quads."""
        return measure_support(self.depict(quads), self.gradients)


def complete_cards(
    found: Found, size: tuple[float, float], segments: Segments, shape: Shape, look: Look, guesses: Floats
) -> Found:
    """What was found and more quads of the known size: two or three sides are enough for them.

    `guesses`: quads that are worth a look besides.
    """
    corners = meet_corners(segments, shape)
    found += _split_strips(size, segments, look)
    found += _judge(guesses, found, size, look)
    found += _judge(_three_sides(size, segments, corners, shape), found, size, look)
    found += _judge(_two_sides(size, segments, corners), found, size, look)
    for _ in range(_ROUNDS):
        certain = _certain(found, size)
        found += _judge(_beside(certain), found, size, look)
        if len(_certain(found, size)) == len(certain):
            break
    return found


def _certain(found: Found, size: tuple[float, float]) -> Floats:
    """Cards of the known size that may hide others and have neighbours."""
    best = found.pick(near_size(found.quads, size, 0.2) & (found.scores > _CERTAIN))
    return best.quads[distinct(best.quads, best.scores, 0.3, 80)]


def _judge(guesses: Floats, found: Found, size: tuple[float, float], look: Look) -> Found:
    """Those guesses whose sides are drawn wherever they can be seen."""
    quads, convex = put_clockwise(guesses)
    quads = quads[convex & near_size(quads, size, 0.2)]
    support, covers = look.support(quads), look.depict(_certain(found, size))
    drawn, visible = support.visible_scores(_hidden(support.points, covers, look.gradients.x.shape))
    whole = support.scores() + SIZE_BONUS
    scores = np.where(visible > 0.95, whole, np.maximum(drawn - 0.5 * (1 - visible), whole - SIZE_BONUS))
    better = Found(quads, scores, visible).pick((drawn > _LEAST_DRAWN) & (visible > _LEAST_VISIBLE))
    return better.pick(distinct(better.quads, better.scores, 0.75, _MOST_KEPT))


def _split_strips(size: tuple[float, float], segments: Segments, look: Look) -> Found:
    """Rows of touching cards, found as one long shape and divided into cards of the known proportions."""
    strip = Shape(size[0] * 0.75, size[0] * _LONGEST_ROW, _LONGEST_ROW, skew_degrees=25.0, taper=1.5)
    quads = join_quads(segments, strip)
    scores = look.support(quads).scores()
    quads, scores = quads[scores > _STRIP_DRAWN], scores[scores > _STRIP_DRAWN]
    kept = distinct(quads, scores, 0.8, 60)
    cells = [
        (cell, score)
        for quad, score in zip(quads[kept], scores[kept], strict=True)
        for cell in _divide(quad, size)
    ]
    if not cells:
        return Found(np.zeros((0, 4, 2)), np.zeros(0), np.zeros(0))
    parts = np.stack([cell for cell, _ in cells])
    whole = np.array([score for _, score in cells])
    merit = 0.6 * whole + 0.4 * look.support(parts).scores() + SIZE_BONUS
    return Found(parts, merit, np.ones(len(parts)))


def _divide(quad: Floats, size: tuple[float, float]) -> list[Floats]:
    """A strip cut into cards across its longer side, lying or standing, as its own width tells the scale."""
    length = np.hypot(*np.moveaxis(np.roll(quad, -1, axis=0) - quad, -1, 0))
    if length[0] + length[2] < length[1] + length[3]:
        quad, length = np.roll(quad, -1, axis=0), np.roll(length, -1)
    long, wide = (length[0] + length[2]) / 2, (length[1] + length[3]) / 2
    cells: list[Floats] = []
    for along, across in (size, size[::-1]):
        exact = long / wide * across / along
        number = round(exact)
        if abs(np.log(wide / across)) < 0.3 and number >= 2 and abs(exact - number) < 0.12 * number:
            cuts = np.linspace(0, 1, number + 1)[:, None]
            top, bottom = quad[0] + (quad[1] - quad[0]) * cuts, quad[3] + (quad[2] - quad[3]) * cuts
            cells += [np.stack([top[k], top[k + 1], bottom[k + 1], bottom[k]]) for k in range(number)]
    return cells


def _beside(known: Floats) -> Floats:
    """Where the next card of a row or a grid would lie, with a little play."""
    if not len(known):
        return np.zeros((0, 4, 2))
    right = (known[:, 1] - known[:, 0] + known[:, 2] - known[:, 3]) / 2
    down = (known[:, 3] - known[:, 0] + known[:, 2] - known[:, 1]) / 2
    moves = []
    for step in (0.98, 1.0, 1.03, 1.06):
        for slip in (-0.04, 0.0, 0.04):
            for sign in (-1, 1):
                moves += [sign * step * right + slip * down, sign * step * down + slip * right]
    return np.concatenate([known + move[:, None] for move in moves])[:_MOST_HYPOTHESES]


def _three_sides(size: tuple[float, float], segments: Segments, corners: Corners, shape: Shape) -> Floats:
    """Three sides, one of them whole: the known size tells how deep the card is."""
    bays = find_bays(segments, corners, shape)
    found = []
    for width, depth in (size, size[::-1]):
        fitting = bays.pick(np.abs(np.log(bays.width / width)) < 0.1)
        found.append(extend_bays(segments, fitting, np.full(len(fitting.base), depth)))
    return np.concatenate(found)[:_MOST_HYPOTHESES]


def _two_sides(size: tuple[float, float], segments: Segments, corners: Corners) -> Floats:
    """One corner with both arms at least half drawn: the known size tells the rest, lying or standing."""
    base, arm = segments.along[corners.base], segments.along[corners.arm]
    point = segments.start[corners.base] + corners.position[:, None] * base
    behind, ahead = corners.position, segments.length[corners.base] - corners.position
    turn = base[:, 0] * arm[:, 1] - base[:, 1] * arm[:, 0]
    left = arm * np.sign(turn)[:, None]
    found = []
    for along, along_reach in ((base, ahead), (-base, behind)):
        for across, across_reach in ((left, corners.left), (-left, corners.right)):
            for one, other in (size, size[::-1]):
                long = (along_reach > 0.55 * one) & (across_reach > 0.55 * other)
                long &= (along_reach < 1.25 * one) & (across_reach < 1.25 * other)
                a, u, v = point[long], along[long] * one, across[long] * other
                found.append(np.stack([a, a + u, a + u + v, a + v], axis=1))
    return np.concatenate(found)[:_MOST_HYPOTHESES]


def _hidden(points: npt.NDArray[np.float32], covers: Floats, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """Which samples lie outside the picture or well inside a card that is certain."""
    height, width = shape
    covered = np.zeros((height, width), np.uint8)
    middle = covers.mean(axis=1, keepdims=True)
    for quad in middle + (covers - middle) * 0.94:
        cv2.fillConvexPoly(covered, np.rint(quad * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    column, row = np.rint(points[..., 0]).astype(np.int32), np.rint(points[..., 1]).astype(np.int32)
    outside = (column < 1) | (row < 1) | (column > width - 2) | (row > height - 2)
    return np.asarray(outside | (covered[row.clip(0, height - 1), column.clip(0, width - 1)] > 0))
