"""The finder's second look: found cards and their size come in, neighbours and half hidden cards go out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from vision.edges import Gradients, Support, measure_support
from vision.find.join import Joints, Shape, extend_bays, join_quads
from vision.find.quads import LIKE_SIZE, distinct, near_size, put_clockwise
from vision.find.segments import Segments
from vision.geometry import cross, fill
from vision.types import Bools, Floats, Ints, Point

SIZE_BONUS = 0.15  # score that a quad of the known size is worth more than another
WHOLE = 0.95  # visible share from which nothing counts as hidden


@dataclass(frozen=True, slots=True)
class _CompletionSettings:
    """What may be a card that is half hidden, or one of a row."""

    certain: float = 0.95  # score, with the bonus, from which a quad can hide another and has neighbours
    covered: float = 0.94  # of the sides of one that is certain: what lies inside is hidden
    least_visible: float = 0.4
    least_drawn: float = 0.8  # of the sides that can be seen
    unseen: float = 0.5  # of the score: what sides cost that cannot be seen
    wide: float = 0.1  # of the log of a side: so much the distance of two arms may differ from it
    arm: tuple[float, float] = (0.55, 1.25)  # of a side, from and to: how much of it is drawn at a corner
    steps: tuple[float, ...] = (0.98, 1.0, 1.03, 1.06)  # of a side, from a card to the next of its row ...
    slips: tuple[float, ...] = (-0.04, 0.0, 0.04)  # ... and across
    longest_row: float = 9.0  # touching cards that are found as one long shape ...
    strip_drawn: float = 0.75  # ... whose score is above this
    rounds: int = 2  # neighbours of neighbours
    most_guesses: int = 2_000  # of each kind that are looked at ...
    most_kept: int = 150  # ... and kept


_SETTINGS = _CompletionSettings()


@dataclass(frozen=True, slots=True)
class Found:
    """Quads with their scores and the share of their sides that can be seen."""

    quads: Floats
    scores: Floats
    visible: Floats

    def pick(self, which: Bools | Ints) -> Found:
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
        return measure_support(self.depict(quads), self.gradients)


def complete_cards(found: Found, size: Point, joints: Joints, look: Look, guesses: Floats) -> Found:
    """What was found and more quads of the known size: two or three sides are enough for them.

    `guesses`: quads that are worth a look besides.
    """
    found += _split_strips(size, joints.segments, look)
    for sides in (guesses, _three_sides(size, joints), _two_sides(size, joints)):
        found += _judge(sides, found, size, look)
    for _ in range(_SETTINGS.rounds):
        certain = _certain(found, size)
        found += _judge(_beside(certain), found, size, look)
        if len(_certain(found, size)) == len(certain):
            break
    return found


def _certain(found: Found, size: Point) -> Floats:
    """Cards of the known size that may hide others and have neighbours."""
    best = found.pick(near_size(found.quads, size, LIKE_SIZE) & (found.scores > _SETTINGS.certain))
    return best.quads[distinct(best.quads, best.scores, 0.3, 80)]


def _judge(guesses: Floats, found: Found, size: Point, look: Look) -> Found:
    """Those guesses whose sides are drawn wherever they can be seen."""
    quads, convex = put_clockwise(guesses)
    quads = quads[convex & near_size(quads, size, LIKE_SIZE)]
    support, covers = look.support(quads), look.depict(_certain(found, size))
    drawn, visible = support.visible_scores(_hidden(support.points, covers, look.gradients.x.shape))
    whole = support.scores() + SIZE_BONUS
    half = np.maximum(drawn - _SETTINGS.unseen * (1 - visible), whole - SIZE_BONUS)
    found = Found(quads, np.where(visible > WHOLE, whole, half), visible)
    better = found.pick((drawn > _SETTINGS.least_drawn) & (visible > _SETTINGS.least_visible))
    return better.pick(distinct(better.quads, better.scores, 0.75, _SETTINGS.most_kept))


def _split_strips(size: Point, segments: Segments, look: Look) -> Found:
    """Rows of touching cards, found as one long shape and divided into cards of the known proportions."""
    longest = _SETTINGS.longest_row
    strip = Shape(size[0] * 0.75, size[0] * longest, longest, skew_degrees=25.0, taper=1.5)
    quads = join_quads(Joints.of(segments, strip), strip)
    scores = look.support(quads).scores()
    drawn = scores > _SETTINGS.strip_drawn
    quads, scores = quads[drawn], scores[drawn]
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


def _divide(quad: Floats, size: Point) -> list[Floats]:
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
    for step, slip, sign in product(_SETTINGS.steps, _SETTINGS.slips, (-1, 1)):
        moves += [sign * step * right + slip * down, sign * step * down + slip * right]
    return np.concatenate([known + move[:, None] for move in moves])[: _SETTINGS.most_guesses]


def _three_sides(size: Point, joints: Joints) -> Floats:
    """Three sides, one of them whole: the known size tells how deep the card is."""
    found = []
    for width, depth in (size, size[::-1]):
        fitting = joints.bays.pick(np.abs(np.log(joints.bays.width / width)) < _SETTINGS.wide)
        found.append(extend_bays(joints.segments, fitting, np.full(len(fitting.base), depth)))
    return np.concatenate(found)[: _SETTINGS.most_guesses]


def _two_sides(size: Point, joints: Joints) -> Floats:
    """One corner with both arms at least half drawn: the known size tells the rest, lying or standing."""
    segments, corners, (least, most) = joints.segments, joints.corners, _SETTINGS.arm
    base, arm = segments.along[corners.base], segments.along[corners.arm]
    point = segments.start[corners.base] + corners.position[:, None] * base
    behind, ahead = corners.position, segments.length[corners.base] - corners.position
    left = arm * np.sign(cross(base, arm))[:, None]
    found = []
    for along, along_reach in ((base, ahead), (-base, behind)):
        for across, across_reach in ((left, corners.left), (-left, corners.right)):
            for one, other in (size, size[::-1]):
                long = (along_reach > least * one) & (across_reach > least * other)
                long &= (along_reach < most * one) & (across_reach < most * other)
                a, u, v = point[long], along[long] * one, across[long] * other
                found.append(np.stack([a, a + u, a + u + v, a + v], axis=1))
    return np.concatenate(found)[: _SETTINGS.most_guesses]


def _hidden(points: npt.NDArray[np.float32], covers: Floats, shape: tuple[int, int]) -> Bools:
    """Which samples lie outside the picture or well inside a card that is certain."""
    height, width = shape
    middle = covers.mean(axis=1, keepdims=True)
    covered = fill(shape, middle + (covers - middle) * _SETTINGS.covered)
    column, row = np.rint(points[..., 0]).astype(np.int32), np.rint(points[..., 1]).astype(np.int32)
    outside = (column < 1) | (row < 1) | (column > width - 2) | (row > height - 2)
    return np.asarray(outside | (covered[row.clip(0, height - 1), column.clip(0, width - 1)] > 0))
