"""Bare table: a picture and an outline come in, whether nothing but the table is inside goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import points_inside
from vision.types import Floats, Picture, Place, Plane, Quad


@dataclass(frozen=True, slots=True)
class _TableSettings:
    """What still is bare table, in units of Lab."""

    colour: float = 14.0  # that a and b may differ from the middle of the table ...
    beyond: float = 8.0  # ... or from most of it: grain under a lamp has many colours
    light: float = 1.7  # the same for lightness, as a factor
    most: tuple[int, int] = (10, 90)  # per cent of the table between which its colours are, tags apart
    share: float = 0.7  # of an outline's inside that looks like the table: then it is the table
    least_points: int = 30  # of the table in sight, to know its colour


_SETTINGS = _TableSettings()
_Lab = npt.NDArray[np.float64]


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
