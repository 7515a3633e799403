"""The finder's silhouettes: a picture of a table comes in, a grey picture of what is not table goes out.

A dark card on a dark table has weak edges that its artwork outshouts, but all of it differs from the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import as_quad, cross, fill, is_one_card, lie_in, points_inside, spread, turn_quarter
from vision.types import Bools, Floats, Mask, Picture, Plane, Point, Quad, Region, rectangle


@dataclass(frozen=True, slots=True)
class _SilhouetteSettings:
    """What is not table, in units of Lab, and which of it may be a card."""

    smooth: float = 1.2  # pixels: noise is less than what differs
    sparse: int = 6  # every so many pixels tell what the table looks like
    rounds: int = 4  # fits of the table, each without what strayed from the one before ...
    stray: float = 2.5  # ... by so many times the usual distance
    apart: float = 2.2  # times the distance that nearly all of the table keeps: what is further is none
    least_apart: float = 5.0
    blown_out: int = 250  # of 255: in brighter light the table's own tint fades ...
    faded: int = 3  # ... and a tint must differ so many times more
    closed: int = 5  # pixels
    opened: int = 3
    shortest: int = 20  # points of an outline that is worth a look
    bend: float = 0.06  # of a card's shorter side: how far a straight side of a silhouette may bend
    least_side: float = 0.25  # of a card's shorter side, on both sides of a corner
    skew: float = 0.3  # cosine of the angle at a corner, at most
    smaller: float = 0.12  # of a card's sides: what else lies on a table is seldom so much like one
    larger: float = 0.2  # the same for a silhouette that is larger: a soft shadow is part of it
    full: float = 0.74  # share of the smallest box around a card: pale corners may look like the table
    speck: float = 0.02  # of a card's area: smaller silhouettes are noise
    rim: float = 1.1  # of a known card: so far its soft edge and the gaps to its neighbours are its own
    seam: float = 0.12  # of a card's shorter side: what is thinner is no part of one


_SETTINGS = _SilhouetteSettings()


@dataclass(frozen=True, slots=True)
class _LoneSettings:
    """What is one card on a plain ground."""

    width_px: int = 480  # the picture is looked at this small
    border: float = 0.06  # of the picture's sides that shows ground only
    apart: float = 3.5  # times the ground's own spread from which something is not ground
    least_apart: float = 6.0  # in Lab units
    smallest: float = 0.004  # share of the picture that a card fills
    largest: float = 0.7
    seam_px: int = 15  # what is narrower, as where boards meet, is no part of a card ...
    beside_px: int = 5  # ... but for so much of it, which may be a card's own corner
    full: float = 0.86  # share of the smallest box around a card that the card fills


_LONE = _LoneSettings()
_LOOKED_AT = 12  # points each way inside an outline
_Lab = npt.NDArray[np.float32]


def draw_silhouettes(picture: Picture) -> Mask:
    """White where the picture is not table; the table may have a pattern and uneven light."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), _SETTINGS.smooth), cv2.COLOR_BGR2LAB)
    table, limits = _fit_table(np.asarray(lab[:: _SETTINGS.sparse, :: _SETTINGS.sparse], np.float32))
    size = (picture.shape[1], picture.shape[0])
    apart = (lab - cv2.resize(table, size, interpolation=cv2.INTER_LINEAR)) / limits
    light, *tint = cv2.split(apart)
    blue, green, red = cv2.split(picture)
    blown_out = cv2.max(cv2.max(blue, green), red) >= _SETTINGS.blown_out
    faded = np.where(blown_out, np.float32(_SETTINGS.faded), np.float32(1))
    strange = ((np.abs(light) > 1) | (cv2.magnitude(*tint) > faded)).astype(np.uint8) * 255
    mask = cv2.morphologyEx(strange, cv2.MORPH_CLOSE, _square(_SETTINGS.closed))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _square(_SETTINGS.opened)), np.uint8)


def _square(side: int) -> Mask:
    return np.ones((side, side), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Silhouettes:
    """What is not table on a picture: white on a smaller one, and how much smaller that is."""

    white: Mask
    factor: float
    searched: Picture | None = None  # the picture as it is searched, twice as large as the white

    def without(self, quads: Sequence[Quad]) -> Silhouettes:
        """The same as if these parts of the picture were table."""
        return replace(self, white=self.white & ~self.draw(quads))

    def draw(self, quads: Sequence[Quad]) -> Mask:
        """White where these lie, as large as what is not table."""
        return fill(self.white.shape, np.array(quads) * self.factor)

    def on_picture(self, points: Floats) -> Floats:
        """Picture points of points on the smaller one, where each stands for two by two."""
        return (points + 0.25) / self.factor

    def show_in(self, region: Region) -> bool:
        """Whether anything at all in a region is not table."""
        (left, top), (right, bottom) = (
            (max(0, round(x * self.factor)), max(0, round(y * self.factor))) for x, y in region.corners()
        )
        return bool(self.white[top:bottom, left:right].any())

    def share(self, corners: Quad, without: Sequence[Quad] = ()) -> float:
        """How much of an outline's inside is neither table nor inside these others."""
        points = points_inside(corners, 0.12, _LOOKED_AT)
        height, width = self.white.shape
        column, row = np.rint(points * self.factor).astype(int).T
        white = self.white[row.clip(0, height - 1), column.clip(0, width - 1)] > 0
        return float((white & ~lie_in(points, without)).mean())


def trace(silhouettes: Mask) -> list[Floats]:
    """The outlines of all silhouettes, each n x 2, clockwise as seen."""
    contours, _ = cv2.findContours(silhouettes, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    long = [contour for contour in contours if len(contour) > _SETTINGS.shortest]
    return [np.asarray(contour[::-1, 0], np.float64) for contour in long]


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands out in a region: new cards that lie by themselves, and boxes around all else."""

    alone: tuple[Quad, ...]
    crowds: tuple[Region, ...]


def stand_alone(
    silhouettes: Silhouettes, size_mm: Point, plane: Plane, region: Region, known: Sequence[Quad]
) -> Standing:
    """The silhouettes in a region, without those of cards that are known to lie there."""
    alone: list[Quad] = []
    crowds: list[Region] = []
    for outline in _large_outlines(silhouettes, size_mm, plane):
        if not _inside(outline, region):
            continue
        card = card_like(plane.to_mm(outline), size_mm)
        if card is None:
            crowds.append(Region.around(outline.tolist()))
            continue
        quad = as_quad(plane.to_picture(card))
        if not any(is_one_card(quad, other, overlapping=True) for other in known):
            alone.append(quad)
    if known and crowds:
        off_known = silhouettes.without([spread(quad, _SETTINGS.rim) for quad in known])
        new = [Region.around(each.tolist()) for each in _large_outlines(off_known, size_mm, plane)]
        crowds = [crowd for crowd in crowds if any(crowd.meets(each) for each in new)]
    return Standing(tuple(alone), tuple(crowds))


def _large_outlines(silhouettes: Silhouettes, size_mm: Point, plane: Plane) -> list[Floats]:
    outlines = map(silhouettes.on_picture, trace(silhouettes.white))
    return [outline for outline in outlines if _is_large(outline, size_mm, plane)]


def _inside(points: Floats, region: Region) -> bool:
    """Whether a part of an outline lies in a region."""
    box = (points >= (region.left, region.top)) & (points <= (region.right, region.bottom))
    return bool(box.all(axis=1).any())


def _is_large(outline: Floats, size_mm: Point, plane: Plane) -> bool:
    """Whether something is more than a speck or the seam between two boards."""
    shape = plane.to_mm(outline).astype(np.float32)
    speck = cv2.contourArea(shape) <= _SETTINGS.speck * size_mm[0] * size_mm[1]
    return not speck and min(cv2.minAreaRect(shape)[1]) > _SETTINGS.seam * min(size_mm)


def put_in_corners(contour: Floats, size: Point) -> Floats:
    """Cards of a known size in each square corner of a silhouette, lying and standing; n x 4 x 2."""
    bend = _SETTINGS.bend * min(size)
    points = cv2.approxPolyDP(contour.astype(np.float32)[:, None], bend, True)[:, 0].astype(np.float64)
    back, ahead = np.roll(points, 1, axis=0) - points, np.roll(points, -1, axis=0) - points
    lengths = np.stack([np.hypot(*back.T), np.hypot(*ahead.T)], axis=1)
    back, ahead = (way / np.maximum(np.hypot(*way.T), 1e-9)[:, None] for way in (back, ahead))
    square = (cross(ahead, back) > 0) & (np.abs((back * ahead).sum(axis=1)) < _SETTINGS.skew)
    square &= lengths.min(axis=1) > _SETTINGS.least_side * min(size)
    # The longer side tells the turn.
    longer = (lengths[:, 1] >= lengths[:, 0])[square][:, None]
    corner, back, ahead = points[square], back[square], ahead[square]
    along = np.where(longer, ahead, -turn_quarter(back))
    across = turn_quarter(along)
    cards = []
    for wide, deep in sorted({size, size[::-1]}):
        right, down = along * wide, across * deep
        cards.append(np.stack([corner, corner + right, corner + right + down, corner + down], axis=1))
    return np.concatenate(cards)


def card_like(contour: Floats, size: Point) -> Quad | None:
    """A card of the known size in the middle of a silhouette that is about as large."""
    hull = cv2.convexHull(contour.astype(np.float32))
    middle, sides, turn = cv2.minAreaRect(hull)
    like = np.sort(sides) / np.sort(size) - 1
    full = cv2.contourArea(hull) > _SETTINGS.full * sides[0] * sides[1]
    if not full or (like <= -_SETTINGS.smaller).any() or (like >= _SETTINGS.larger).any():
        return None
    shorter, longer = sorted(size)
    exact = (shorter, longer) if sides[0] <= sides[1] else (longer, shorter)
    return rectangle((middle[0], middle[1]), exact, turn)


def _fit_table(lab: _Lab) -> tuple[_Lab, _Lab]:
    height, width = lab.shape[:2]
    terms = _terms(height, width)
    colours = lab.reshape(-1, 3)
    apart = np.abs(colours - _medians(colours))
    table: npt.NDArray[Any] = colours
    kept = np.ones(len(colours), np.bool_)
    for _ in range(_SETTINGS.rounds):
        near = apart <= _SETTINGS.stray * _medians(apart) + 1
        kept = near[:, 0] & near[:, 1] & near[:, 2]
        own = terms[kept]
        fit = np.linalg.lstsq(own.T @ own, own.T @ colours[kept], rcond=None)[0]
        table = terms @ fit
        apart = np.abs(colours - table)
    limits = _SETTINGS.apart * np.quantile(apart[kept], 0.95, axis=0)
    limits = np.maximum(limits, _SETTINGS.least_apart)
    return table.reshape(lab.shape).astype(np.float32), limits.astype(np.float32)


def _medians(colours: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Of each channel; numpy is slow at columns."""
    return np.asarray(np.median(np.ascontiguousarray(colours.T), axis=1))


@lru_cache(maxsize=4)
def _terms(height: int, width: int) -> Floats:
    """What a table's light may change with: where it is, to the second power."""
    row, column = (axis.ravel() / max(height, width) for axis in np.indices((height, width)))
    powers = [np.ones_like(row), row, column, row * row, row * column, column * column]
    return np.stack(powers, axis=1)


def find_lone(picture: Picture) -> Quad | None:
    """The outline of the one thing on a plain ground; None when there is no such thing."""
    scale = _LONE.width_px / picture.shape[1]
    mask = _draw_strange(picture, scale)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hulls = [cv2.convexHull(contour) for contour in contours]
    boxes = [(cv2.minAreaRect(hull), cv2.contourArea(hull)) for hull in hulls]
    box, covered = max(boxes, key=lambda each: math.prod(each[0][1]), default=(None, 0.0))
    if box is None:
        return None
    area = math.prod(box[1])
    is_card = _LONE.smallest < area / mask.size < _LONE.largest and covered >= _LONE.full * area
    return _clockwise((cv2.boxPoints(box) + 0.5) / scale - 0.5) if is_card else None


def _draw_strange(picture: Picture, scale: float) -> Mask:
    """White where a picture at this scale is not ground."""
    size = (_LONE.width_px, max(8, round(picture.shape[0] * scale)))
    small = cv2.GaussianBlur(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.float64)
    apart = lab - _ground(lab)
    strange = _is_apart(np.abs(apart[..., 0])) | _is_apart(np.hypot(apart[..., 1], apart[..., 2]))
    mask = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_CLOSE, _square(7))
    broad = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _square(_LONE.seam_px))
    around = cv2.dilate(broad, _square(_LONE.beside_px))
    return np.asarray(cv2.bitwise_and(mask, around), np.uint8)


def _is_apart(distance: Floats) -> Bools:
    return distance > max(_LONE.least_apart, _LONE.apart * float(np.quantile(_border(distance), 0.9)))


def _ground(lab: Floats) -> Floats:
    """The ground under the whole picture, as its border tells: colours that change evenly."""
    height, width = lab.shape[:2]
    rows, columns = np.indices((height, width))
    terms = np.stack([np.ones((height, width)), rows / height, columns / width], axis=2)
    fit, *_ = np.linalg.lstsq(_border(terms), _border(lab), rcond=None)
    return np.asarray(terms @ fit)


def _border(values: Floats) -> Floats:
    """The values along the picture's border."""
    wide = max(2, round(_LONE.border * min(values.shape[:2])))
    parts = (values[:wide], values[-wide:], values[:, :wide], values[:, -wide:])
    return np.concatenate([part.reshape(-1, *values.shape[2:]) for part in parts])


def _clockwise(corners: Floats) -> Quad:
    """The corners clockwise as seen, from the top left one."""
    x, y = (corners - corners.mean(axis=0)).T
    return as_quad(corners[np.argsort(np.arctan2(y, x))])
