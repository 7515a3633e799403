"""Places: where a card should lie comes in, its true outline nearby, or that the table is bare, goes out.

The place is seen straight from above. At every turn that people lay cards with, edges are summed along lines
at every offset; a card of the known size needs its left and right edge its width apart at one turn, and its
top and bottom likewise: the best offsets follow for each turn alone, the best turn last. Many places are
searched together, as the single steps are short.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.edges import Gradients, refine_quads
from vision.geometry import as_quad, points_inside
from vision.observation import Observation
from vision.types import Bools, Floats, Ints, Picture, Place, Plane, Quad, project


@dataclass(frozen=True, slots=True)
class _PlaceSettings:
    """How a card is looked for at its place, on a small picture of it."""

    card_px: int = 64  # the card's longer side there
    margin: float = 0.25  # of the card's longer side, around the place
    offset_px: int = 10  # how far off a card may lie there: 16 %
    turns: tuple[float, ...] = (-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10)  # degrees that it may be turned
    along: int = 18  # points looked at on each line, over the middle three quarters of a side
    strong: float = 8.0  # grey levels a pixel; more counts the same, so artwork cannot outshout the rim ...
    bold: float = 40.0  # ... but of lines drawn alike the bolder is the better
    stretches: tuple[float, ...] = (0.97, 1.0, 1.03)  # cards are not cut exactly ...
    losses: tuple[float, ...] = (0.3, 0.0, 0.2)  # ... and what that costs, as inner frames lure
    far_off: float = 0.06  # what an outline at the end of the range loses against one exactly in place
    refine_px: float = 1.5


SETTINGS = _PlaceSettings()


@dataclass(frozen=True, slots=True)
class _TableSettings:
    """What still is bare table, in units of Lab."""

    colour: float = 14.0  # that a and b may differ from the middle of the table ...
    beyond: float = 8.0  # ... or from most of it: grain under a lamp has many colours
    light: float = 1.7  # the same for lightness, as a factor
    most: tuple[int, int] = (10, 90)  # per cent of the table between which its colours are, tags apart
    share: float = 0.7  # of an outline's inside that looks like the table: then it is the table
    least_points: int = 30  # of the table in sight, to know its colour


_TABLE = _TableSettings()
_TURNS = np.radians(SETTINGS.turns)
_TURN_BACK = np.array([[(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))] for turn in _TURNS])
_OFFSETS = np.arange(-SETTINGS.offset_px, SETTINGS.offset_px + 1)
_LOSSES = np.array(SETTINGS.losses)[:, None] + SETTINGS.far_off * np.abs(_OFFSETS / SETTINGS.offset_px)
_BAND_PX = SETTINGS.offset_px + 2  # how far from its usual place a stretched card's edge may lie
BAND = 2 * _BAND_PX + 1  # lines there
_SIGNS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])

_Floats32 = npt.NDArray[np.float32]
_Lab = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A place seen from above: the homography to that picture, the picture's size and the card's on it."""

    matrix: Floats
    size: tuple[int, int]
    card: tuple[int, int]

    @classmethod
    def of(cls, outline: Floats) -> _View:
        """The view in which the place lies in the middle."""
        card = np.array(_card_px(outline))
        size = np.rint(card + 2 * SETTINGS.margin * SETTINGS.card_px).astype(int)
        target = (_SIGNS * card / 2 + (size - 1) / 2).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(outline.astype(np.float32), target)
        return cls(np.asarray(matrix, np.float64), (int(size[0]), int(size[1])), (int(card[0]), int(card[1])))

    def gradients(self, picture: Picture) -> Gradients:
        flags, border = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
        patch = cv2.warpPerspective(picture, self.matrix, self.size, flags=flags, borderMode=border)
        return Gradients.of(np.asarray(patch, np.uint8))


@dataclass(frozen=True, slots=True, eq=False)
class _Fits:
    """The best pairs of opposite edges: where their middle lies, how far apart, how drawn.

    All are places x axes (left and right, top and bottom) x turns.
    """

    middle: _Floats32
    apart: _Floats32
    first: _Floats32
    second: _Floats32
    merit: _Floats32


def find_all_near(
    picture: Picture, places: Sequence[npt.ArrayLike], most: int = 2
) -> list[list[Observation]]:
    """Of each place the outlines of a card that lies roughly inside it, best first."""
    if not places:
        return []
    views = [_View.of(np.asarray(corners, np.float64)) for corners in places]
    gradients = [view.gradients(picture) for view in views]
    profiles = [_profiles(seen, view.card) for seen, view in zip(gradients, views, strict=True)]
    drawn, bold = (np.stack(each) for each in zip(*profiles, strict=True))
    fits = _fit(drawn, bold, [view.card for view in views])
    peaks = [turns[:most] for turns in _peaks(fits.merit.sum(axis=1))]
    owner = np.repeat(np.arange(len(views)), [len(turns) for turns in peaks])
    turn = np.concatenate(peaks)
    rough = _quads(fits, owner, turn, np.array([view.size for view in views]))
    groups = [(rough[owner == at], seen) for at, seen in enumerate(gradients)]
    back = np.linalg.inv(np.stack([view.matrix for view in views]))[owner]
    exact = project(back, refine_quads(groups, SETTINGS.refine_px))
    return _by_place(len(views), owner, exact, _sides(fits, owner, turn))


def _card_px(outline: Floats) -> tuple[int, int]:
    """Width and height on the searched picture."""
    corners = outline.tolist()
    top, right, bottom, left = map(math.dist, corners, [*corners[1:], corners[0]])
    width, height = top + bottom, right + left
    scale = SETTINGS.card_px / max(width, height, 1e-6)
    return max(8, round(width * scale)), max(8, round(height * scale))


def _profiles(gradients: Gradients, card: tuple[int, int]) -> tuple[_Floats32, _Floats32]:
    """How much of each line is drawn, and how boldly: axes x turns x first or second x lines of its band."""
    lines = _lines(card, gradients.x.shape)
    x, y = gradients.x.ravel().take(lines.points), gradients.y.ravel().take(lines.points)
    along, across = x * lines.cosine, y * lines.cosine
    along += y * lines.sine
    across -= x * lines.sine
    step = np.abs(along, out=along)
    step *= (along > np.abs(across, out=across)) & lines.inside
    drawn, bold = (
        _share(step, most).reshape(2, len(_TURNS), 2, BAND + 2) for most in (SETTINGS.strong, SETTINGS.bold)
    )
    return drawn, bold


def _share(step: _Floats32, most: float) -> _Floats32:
    """How much of each line is drawn, where steps above the most count the same."""
    limited = cv2.threshold(step, most, most, cv2.THRESH_TRUNC)[1]
    return np.asarray(limited.sum(axis=0) / (most * SETTINGS.along), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """The lines that may be edges: points along them x lines, for sums over the first axis are the quickest.

    The lines are those of axes x turns x first or second edge x offsets.
    """

    points: Ints  # which pixel
    inside: Bools  # whether it is on the picture
    cosine: _Floats32  # of each line, of the way across it
    sine: _Floats32


@lru_cache(maxsize=64)
def _lines(card: tuple[int, int], shape: tuple[int, int]) -> _Lines:
    """All lines where a card's edges may lie, and one more on either side of each band."""
    columns, rows = zip(*(_line_points(card, axis) for axis in (0, 1)), strict=True)
    column, row = (np.stack(each, axis=1).reshape(SETTINGS.along, -1) for each in (columns, rows))
    column = np.rint(column + (shape[1] - 1) / 2).astype(np.intp)
    row = np.rint(row + (shape[0] - 1) / 2).astype(np.intp)
    inside = (column >= 0) & (column < shape[1]) & (row >= 0) & (row < shape[0])
    points = row.clip(0, shape[0] - 1) * shape[1] + column.clip(0, shape[1] - 1)
    across = np.concatenate([(np.cos(_TURNS), np.sin(_TURNS)), (-np.sin(_TURNS), np.cos(_TURNS))], axis=1)
    cosine, sine = np.repeat(across, 2 * (BAND + 2), axis=1).astype(np.float32)
    return _Lines(points, inside, cosine, sine)


def _line_points(card: tuple[int, int], axis: int) -> tuple[Floats, Floats]:
    """Columns and rows from the middle, points along the line x turns x offsets."""
    band = np.arange(-_BAND_PX - 1, _BAND_PX + 2)
    offset = np.concatenate([band - _half(card[axis]), band + _half(card[axis])])[None, None, :]
    along = np.linspace(-0.375, 0.375, SETTINGS.along)[:, None, None] * card[1 - axis]
    u, v = (offset, along) if axis == 0 else (along, offset)
    cosine, sine = np.cos(_TURNS)[None, :, None], np.sin(_TURNS)[None, :, None]
    return u * cosine - v * sine, u * sine + v * cosine


def _half(length: int) -> int:
    """Where the middle of a band lies."""
    return round(length / 2)


def _fit(drawn: _Floats32, bold: _Floats32, cards: Sequence[tuple[int, int]]) -> _Fits:
    """The best pairs of lines about a card's width and height apart, for each place and turn."""
    thick = np.maximum(np.maximum(drawn[..., :-2], drawn[..., 2:]), drawn[..., 1:-1])
    pairs = [[_pairs(length) for length in card] for card in cards]
    lines = np.array([[each.lines for each in both] for both in pairs])[:, :, None]
    starts = np.arange(0, thick.size, 2 * BAND).reshape(*thick.shape[:3], 1, 1)
    chosen = starts + lines  # places x axes x turns x first or second x pairs
    first, second = np.moveaxis(thick.ravel().take(chosen), 3, 0)
    boldness = bold[..., 1:-1].ravel().take(chosen).sum(axis=3) / 2
    merit = first + second + np.minimum(first, second) + boldness - _LOSSES.ravel()
    best = merit.argmax(axis=-1)[..., None]
    middle, apart = (
        np.array([[getattr(each, name) for each in both] for both in pairs])[:, :, None]
        for name in ("middle", "apart")
    )
    fit = (np.take_along_axis(each, best, axis=-1)[..., 0] for each in (middle, apart, first, second, merit))
    return _Fits(*(np.asarray(each, np.float32) for each in fit))


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """The pairs of lines that may be a card's two edges, stretch by stretch and offset by offset."""

    lines: Ints  # first or second x pairs
    middle: _Floats32  # of each pair: where its middle lies, and how far it is apart
    apart: _Floats32


@lru_cache(maxsize=64)
def _pairs(length: int) -> _Pairs:
    """All pairs about `length` apart, of lines numbered band after band."""
    apart = np.array([[round(length * stretch)] for stretch in SETTINGS.stretches])
    half = np.array([[round(length * stretch / 2)] for stretch in SETTINGS.stretches])
    first = _OFFSETS - half
    far = np.broadcast_to(apart, first.shape)
    lines = np.stack([first + _half(length), first + apart - _half(length) + BAND]) + _BAND_PX
    middle = first + apart / 2
    return _Pairs(lines.reshape(2, -1), middle.ravel().astype(np.float32), far.ravel().astype(np.float32))


def _peaks(merit: _Floats32) -> list[Ints]:
    """Of each place the turns that are better than their neighbours, best first."""
    padded = np.pad(merit, ((0, 0), (1, 1)), constant_values=-1)
    peak = (merit >= padded[:, :-2]) & (merit > padded[:, 2:])
    order = np.argsort(np.where(peak, -merit, np.inf), axis=1, kind="stable")
    return [turns[:count] for turns, count in zip(order, peak.sum(axis=1), strict=True)]


def _quads(fits: _Fits, owner: Ints, turn: Ints, sizes: npt.NDArray[np.int64]) -> Floats:
    """The outlines at these turns of these places, on the searched pictures."""
    apart, middle = (each[owner, :, turn].astype(np.float64)[:, None] for each in (fits.apart, fits.middle))
    own = _SIGNS * apart / 2 + middle
    return np.asarray(own @ _TURN_BACK[turn] + (sizes[owner, None] - 1) / 2, np.float64)


def _sides(fits: _Fits, owner: Ints, turn: Ints) -> _Floats32:
    """How much of top, right, bottom and left is drawn."""
    first, second = fits.first[owner, :, turn], fits.second[owner, :, turn]
    return np.stack([first[:, 1], second[:, 0], second[:, 1], first[:, 0]], axis=1)


def _by_place(count: int, owner: Ints, quads: Floats, sides: _Floats32) -> list[list[Observation]]:
    """The outlines sorted to the places that own them; of what is drawn the weakest side counts most."""
    found: list[list[Observation]] = [[] for _ in range(count)]
    for at, corners, drawn in zip(owner.tolist(), quads, sides.tolist(), strict=True):
        found[at].append(Observation(as_quad(corners), 0.15 * sum(drawn) + 0.4 * min(drawn)))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """The colours (Lab) of the bare table, from the least to the greatest."""

    low: _Lab
    high: _Lab

    @classmethod
    def of(cls, lab: _Lab) -> Bare:
        """What most of these points of the table look like."""
        middle, (low, high) = np.median(lab, axis=0), np.percentile(lab, _TABLE.most, axis=0)
        far = np.array([0.0, _TABLE.colour, _TABLE.colour])
        darkest, lightest = (middle[0] + 10) / _TABLE.light - 10, (middle[0] + 10) * _TABLE.light - 10
        lows = np.minimum(middle - far, low - _TABLE.beyond)
        highs = np.maximum(middle + far, high + _TABLE.beyond)
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
    if len(points) < _TABLE.least_points:
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
    return bool(bare.is_like(lab).mean() > _TABLE.share)


def _lab(pixels: npt.NDArray[np.uint8]) -> _Lab:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2LAB), np.float64)
