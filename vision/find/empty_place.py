"""Bare table: a picture and an outline come in, whether nothing but the table is inside goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Floats, Picture, Place, Plane, Quad

_LEAST_POINTS = 30  # of the table in sight, to know its colour
_BARE_COLOUR = 14.0  # difference of a and b (Lab) from the bare table that is still bare table
_BARE_LIGHT = 1.7  # the same for lightness, as a factor
_BARE_SHARE = 0.7  # of an outline's inside that looks like the table: then it is the table
_MOST = (10, 90)  # per cent of the table between which its colours are; the tags are among the others
_BEYOND = 8.0  # how much further a and b may be: grain under a lamp has many colours

_Lab = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """The colours (Lab) of the bare table, from the least to the greatest."""

    low: _Lab
    high: _Lab

    @classmethod
    def of(cls, lab: _Lab) -> Bare:
        """What most of these points of the table look like."""
        middle, (low, high) = np.median(lab, axis=0), np.percentile(lab, _MOST, axis=0)
        far = np.array([0.0, _BARE_COLOUR, _BARE_COLOUR])
        darkest, lightest = (middle[0] + 10) / _BARE_LIGHT - 10, (middle[0] + 10) * _BARE_LIGHT - 10
        lows, highs = np.minimum(middle - far, low - _BEYOND), np.maximum(middle + far, high + _BEYOND)
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
    if len(points) < _LEAST_POINTS:
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
    quad = np.array(corners)
    shares = np.linspace(0.15, 0.85, 9)
    u, v = (share[..., None] for share in np.meshgrid(shares, shares))
    points = quad[0] * (1 - u) * (1 - v) + quad[1] * u * (1 - v) + quad[2] * u * v + quad[3] * (1 - u) * v
    points = np.rint(points).astype(int).clip(0, (picture.shape[1] - 1, picture.shape[0] - 1))
    points = points.reshape(-1, 2)
    lab = _lab(picture[points[:, 1], points[:, 0]][None]).reshape(-1, 3)
    return bool(bare.is_like(lab).mean() > _BARE_SHARE)


def _lab(pixels: npt.NDArray[np.uint8]) -> _Lab:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2LAB), np.float64)
