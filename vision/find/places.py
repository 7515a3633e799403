"""Places: where a card should lie comes in, its true outline nearby, or that the table is bare, goes out.

The place is seen straight from above. At every turn that people lay cards with, edges are summed along lines
at every offset; a card of the known size needs its left and right edge its width apart at one turn, and its
top and bottom likewise: the best offsets follow for each turn alone, the best turn last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.edges import Gradients
from vision.geometry import as_quad, points_inside
from vision.observation import Observation
from vision.types import Floats, Ints, Picture, Place, Plane, Quad, project


@dataclass(frozen=True, slots=True)
class _PlaceSettings:
    """How a card is looked for at its place, on a small picture of it, and what is bare table, in Lab units.

    Set by hand on rendered tables of The Ascent and Tranquility.
    """

    card_px: int = 64  # the card's longer side there
    around_px: int = 32  # by which that picture is larger
    offset_px: int = 10  # how far off a card may lie there: 16 %
    turns: tuple[float, ...] = (-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10)  # degrees that it may be turned
    along: int = 18  # points looked at on each line, over the middle three quarters of a side
    strong: float = 8.0  # grey levels a pixel; more counts the same, so artwork cannot outshout the rim ...
    bold: float = 40.0  # ... but of lines drawn alike the bolder is the better
    far_off: float = 0.06  # what an outline at the end of the range loses against one exactly in place
    colour: float = 14.0  # that a and b may differ from the middle of the table ...
    beyond: float = 8.0  # ... or from most of it: grain under a lamp has many colours
    light: float = 1.7  # the same for lightness, as a factor
    most: tuple[int, int] = (10, 90)  # per cent of the table between which its colours are, tags apart
    share: float = 0.7  # of an outline's inside that looks like the table: then it is the table
    least_points: int = 30  # of the table in sight, to know its colour


_SETTINGS = _PlaceSettings()
_TURNS = np.radians(_SETTINGS.turns)
_OFFSETS = np.arange(-_SETTINGS.offset_px, _SETTINGS.offset_px + 1)
_LOSSES = _SETTINGS.far_off * np.abs(_OFFSETS / _SETTINGS.offset_px)
_SIGNS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])

_Floats32 = npt.NDArray[np.float32]
_Lab = npt.NDArray[np.float64]


def find_all_near(
    picture: Picture, places: Sequence[npt.ArrayLike], most: int = 2
) -> list[list[Observation]]:
    """Of each place the outlines of a card that lies roughly inside it, best first."""
    return [_find_near(picture, np.asarray(corners, np.float32), most) for corners in places]


def _find_near(picture: Picture, place: _Floats32, most: int) -> list[Observation]:
    card = _card_px(place)
    size = (card[0] + _SETTINGS.around_px, card[1] + _SETTINGS.around_px)
    half, middle = _SIGNS * card / 2, (np.array(size) - 1) / 2
    matrix = cv2.getPerspectiveTransform(place, (half + middle).astype(np.float32))
    view = cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    drawn, bold = _profiles(Gradients.of(np.asarray(view, np.uint8)), card)
    edges = np.maximum(np.maximum(drawn[..., :-2], drawn[..., 2:]), drawn[..., 1:-1])
    merit = edges.sum(axis=2) + edges.min(axis=2) + bold[..., 1:-1].sum(axis=2) / 2 - _LOSSES
    offset, back, found = merit.argmax(axis=-1), np.asarray(np.linalg.inv(matrix), np.float64), []
    for turn in _peaks(merit.max(axis=-1).sum(axis=0).tolist())[:most]:
        own = half + _OFFSETS[offset[:, turn]]
        corners = project(back, own @ _turn(-_TURNS[turn]) + middle)
        # How much of each side is drawn; the weakest counts most.
        sides = edges[(0, 1), turn, :, offset[:, turn]]
        found.append(Observation(as_quad(corners), float(0.15 * sides.sum() + 0.4 * sides.min())))
    return found


def _card_px(place: _Floats32) -> tuple[int, int]:
    """Width and height on the searched picture."""
    corners = place.tolist()
    top, right, bottom, left = map(math.dist, corners, [*corners[1:], corners[0]])
    scale = _SETTINGS.card_px / max(top + bottom, right + left, 1e-6)
    return max(8, round((top + bottom) * scale)), max(8, round((right + left) * scale))


def _turn(angle: float) -> Floats:
    return np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])


def _profiles(gradients: Gradients, card: tuple[int, int]) -> tuple[_Floats32, _Floats32]:
    """How much of each line is drawn, and how boldly: axes x turns x first or second edge x offsets."""
    points, normal_x, normal_y = _lines(card, gradients.x.shape)
    x, y = gradients.x.ravel().take(points), gradients.y.ravel().take(points)
    across, beside = np.abs(x * normal_x + y * normal_y), np.abs(y * normal_x - x * normal_y)
    across *= across > beside
    strong, bold = (_SETTINGS.along * most for most in (_SETTINGS.strong, _SETTINGS.bold))
    drawn = np.minimum(across, _SETTINGS.strong).sum(axis=0) / strong
    return drawn, np.minimum(across, _SETTINGS.bold).sum(axis=0) / bold


@lru_cache(maxsize=64)
def _lines(card: tuple[int, int], shape: tuple[int, int]) -> tuple[Ints, _Floats32, _Floats32]:
    """The pixels of all lines where a card's edges may lie, and of one more on either side; the way across.

    Points along a line x axes (left and right, top and bottom) x turns x first or second edge x offsets.
    """
    band = np.arange(-_SETTINGS.offset_px - 1, _SETTINGS.offset_px + 2)
    along = np.linspace(-0.375, 0.375, _SETTINGS.along)[:, None, None, None]
    cosine, sine = np.cos(_TURNS)[:, None, None], np.sin(_TURNS)[:, None, None]
    pixels = []
    for axis in (0, 1):
        off = band + np.array([[-0.5], [0.5]]) * card[axis]
        u, v = (off, along * card[1]) if axis == 0 else (along * card[0], off)
        column = np.rint(u * cosine - v * sine + (shape[1] - 1) / 2)
        pixels.append(np.rint(u * sine + v * cosine + (shape[0] - 1) / 2) * shape[1] + column)
    x, y = np.stack([cosine, -sine]), np.stack([sine, cosine])
    return np.stack(pixels, axis=1).astype(np.intp), x.astype(np.float32), y.astype(np.float32)


def _peaks(merit: list[float]) -> list[int]:
    """The turns that are better than their neighbours, best first."""
    around = zip([-1.0, *merit[:-1]], merit, [*merit[1:], -1.0], strict=True)
    peaks = [turn for turn, (before, own, after) in enumerate(around) if own >= before and own > after]
    return sorted(peaks, key=lambda turn: -merit[turn])


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """The colours (Lab) of the bare table, from the least to the greatest."""

    low: _Lab
    high: _Lab

    @classmethod
    def of(cls, lab: _Lab) -> Bare:
        """What most of these points of the table look like."""
        middle, (low, high) = np.median(lab, axis=0), np.percentile(lab, _SETTINGS.most, axis=0)
        far = np.array([0.0, _SETTINGS.colour, _SETTINGS.colour])
        darkest, lightest = (middle[0] + 10) / _SETTINGS.light - 10, (middle[0] + 10) * _SETTINGS.light - 10
        lows = np.minimum(middle - far, low - _SETTINGS.beyond)
        highs = np.maximum(middle + far, high + _SETTINGS.beyond)
        lows[0], highs[0] = darkest, lightest
        return cls(lows, highs)

    def is_like(self, lab: _Lab) -> npt.NDArray[np.bool_]:
        """Which of these colours are the table's."""
        return np.asarray(((lab > self.low) & (lab < self.high)).all(axis=1), np.bool_)


def bare_table(picture: Picture, plane: Plane, places: Sequence[Place]) -> Bare | None:
    """The table's colours between and around the places; None when too little of it is in sight."""
    height, width = picture.shape[:2]
    points = np.rint(plane.to_picture(_beside(tuple(places)))).astype(int)
    points = points[((points >= 0) & (points < (width, height))).all(axis=1)]
    if len(points) < _SETTINGS.least_points:
        return None
    return Bare.of(_lab(picture[points[:, 1], points[:, 0]][None]).reshape(-1, 3))


@lru_cache(maxsize=8)
def _beside(places: tuple[Place, ...]) -> Floats:
    """Points of the table (millimetres) between and around the places."""
    centres = np.array([place.centre_mm for place in places])
    low, high = centres.min(axis=0) - 90, centres.max(axis=0) + 90
    grid = np.stack(np.meshgrid(*(np.linspace(low[k], high[k], 40) for k in (0, 1))), axis=-1).reshape(-1, 2)
    reach = 0.75 * max(max(place.size_mm) for place in places)
    outside = (np.hypot(*np.moveaxis(grid[:, None] - centres[None], -1, 0)) > reach).all(axis=1)
    return np.asarray(grid[outside], np.float64)


def is_bare(picture: Picture, corners: Quad, bare: Bare) -> bool:
    """Whether the inside of an outline looks like the table."""
    points = points_inside(corners, 0.15, 9)
    points = np.rint(points).astype(int).clip(0, (picture.shape[1] - 1, picture.shape[0] - 1))
    lab = _lab(picture[points[:, 1], points[:, 0]][None]).reshape(-1, 3)
    return bool(bare.is_like(lab).mean() > _SETTINGS.share)


def _lab(pixels: npt.NDArray[np.uint8]) -> _Lab:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2LAB), np.float64)
