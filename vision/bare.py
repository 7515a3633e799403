"""Bare table: a picture and an outline come in, whether nothing but the table is inside goes out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.choice import EVIDENCE_AT_LEAST, Pick, share_of_smaller
from vision.types import Floats, Picture, Place, Plane, Quad

BARE_COLOUR = 14.0  # difference of a and b (Lab) from the bare table that is still bare table
BARE_LIGHT = 1.7  # the same for lightness, as a factor
BARE_SHARE = 0.7  # of an outline's inside that looks like the table: then it is the table
GAP = 0.6  # the same for an outline beside cards, where it is not over them
GAP_OVER = 0.06  # of a card: how far such an outline reaches over its neighbours
SPARSE = 24  # every so many pixels tell what most of a picture looks like

Lab = npt.NDArray[np.float64]


def bare_table(picture: Picture, plane: Plane, places: Sequence[Place]) -> Lab | None:
    """The table's colour (Lab) between and around the places; None when too little of it is in sight."""
    height, width = picture.shape[:2]
    points = np.rint(plane.to_picture(_beside(tuple(places)))).astype(int)
    points = points[((points >= 0) & (points < (width, height))).all(axis=1)]
    if len(points) < 30:
        return None
    return np.asarray(np.median(_lab(picture[points[:, 1], points[:, 0]][None]).reshape(-1, 3), axis=0))


@lru_cache(maxsize=8)
def _beside(places: tuple[Place, ...]) -> Floats:
    """Points of the table (millimetres) between and around the places."""
    centres = np.array([place.centre_mm for place in places])
    low, high = centres.min(axis=0) - 90, centres.max(axis=0) + 90
    grid = np.stack(np.meshgrid(*(np.linspace(low[k], high[k], 40) for k in (0, 1))), axis=-1).reshape(-1, 2)
    reach = 0.75 * max(max(place.size_mm) for place in places)
    outside = (np.hypot(*np.moveaxis(grid[:, None] - centres[None], -1, 0)) > reach).all(axis=1)
    return np.asarray(grid[outside], np.float64)


def is_gap(picture: Picture, pick: Pick, picks: Sequence[Pick], table: Lab) -> bool:
    """Whether an unread outline is the table beside a card or between two, with an edge of each."""
    near = [other.seen.corners for other in picks if other is not pick]
    over = [corners for corners in near if share_of_smaller(pick.seen.corners, corners) > GAP_OVER]
    least = 2 if pick.evidence >= EVIDENCE_AT_LEAST else 1
    return len(over) >= least and is_bare(picture, pick.seen.corners, table, GAP, over)


def typical_colour(picture: Picture) -> Lab:
    """The colour (Lab) of most of the picture."""
    return np.asarray(np.median(_lab(picture[::SPARSE, ::SPARSE]).reshape(-1, 3), axis=0))


def is_bare(
    picture: Picture, corners: Quad, bare: Lab, least: float = BARE_SHARE, without: Sequence[Quad] = ()
) -> bool:
    """Whether the inside of an outline looks like the table, where none of these other outlines is."""
    quad = np.array(corners)
    shares = np.linspace(0.15, 0.85, 9)
    u, v = (share[..., None] for share in np.meshgrid(shares, shares))
    points = quad[0] * (1 - u) * (1 - v) + quad[1] * u * (1 - v) + quad[2] * u * v + quad[3] * (1 - u) * v
    points = np.rint(points).astype(int).clip(0, (picture.shape[1] - 1, picture.shape[0] - 1))
    points = points.reshape(-1, 2)
    quads = [np.array(each, np.float32) for each in without]
    free = [all(cv2.pointPolygonTest(q, (float(x), float(y)), False) < 0 for q in quads) for x, y in points]
    points = points[np.array(free)]
    if not len(points):
        return False
    lab = _lab(picture[points[:, 1], points[:, 0]][None]).reshape(-1, 3)
    light = (lab[:, 0] + 10) / (bare[0] + 10)
    like = (
        (np.abs(lab[:, 1:] - bare[1:]).max(axis=1) < BARE_COLOUR)
        & (light < BARE_LIGHT)
        & (light > 1 / BARE_LIGHT)
    )
    return bool(like.mean() > least)


def _lab(pixels: npt.NDArray[np.uint8]) -> Lab:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2LAB), np.float64)
