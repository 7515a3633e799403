"""Drawings over a picture: a plane and a layout come in, the picture with the table's lines goes out."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from drawing import glyphs
from vision.plane.layout import Layout
from vision.plane.mat import Mat
from vision.types import Floats, Picture, Plane, Point, Quad

_MAT_COLOUR = (60, 200, 255)
_GRID_COLOUR = (255, 255, 255)
_PLACE_COLOUR = (90, 230, 120)
_TAG_COLOUR = (255, 120, 60)
_GRID_MM = 100.0


def draw_plane(
    picture: Picture,
    plane: Plane,
    mat: Mat,
    layout: Layout | None = None,
    tags: dict[int, Quad] | None = None,
) -> Picture:
    """A copy of the picture with the mat, a grid of 10 cm, the places and the tags drawn over it."""
    drawn = picture.copy()
    faint = picture.copy()
    for line in _grid(mat):
        _line(faint, plane, line, _GRID_COLOUR, 1)
    cv2.addWeighted(faint, 0.45, drawn, 0.55, 0, drawn)
    thick = max(1, round(picture.shape[1] / 800))
    _line(drawn, plane, _closed(mat.corners_mm()), _MAT_COLOUR, thick)
    for place in layout.places if layout else ():
        _line(drawn, plane, _closed(place.corners_mm()), _PLACE_COLOUR, thick)
        _name(drawn, plane, place.name, place.centre_mm, min(place.size_mm))
    for quad in (tags or {}).values():
        points = np.round(np.array(quad) * 16).astype(np.int32)
        cv2.polylines(drawn, [points], True, _TAG_COLOUR, thick * 2, cv2.LINE_AA, 4)
    return drawn


def _grid(mat: Mat) -> list[list[Point]]:
    half_x, half_y = mat.size_mm[0] / 2, mat.size_mm[1] / 2
    xs = np.arange(-half_x // _GRID_MM * _GRID_MM + _GRID_MM, half_x, _GRID_MM).tolist()
    ys = np.arange(-half_y // _GRID_MM * _GRID_MM + _GRID_MM, half_y, _GRID_MM).tolist()
    return [[(x, -half_y), (x, half_y)] for x in xs] + [[(-half_x, y), (half_x, y)] for y in ys]


def _closed(quad: Quad) -> list[Point]:
    return [*quad, quad[0]]


def _line(
    picture: Picture, plane: Plane, points: list[Point], colour: tuple[int, int, int], thick: int
) -> None:
    """A line of the table, bent as the lens bends it."""
    steps = np.linspace(0, 1, 13)[:, None]
    pairs = pairwise(points)
    way: Floats = np.concatenate([np.array(a) + steps * np.subtract(b, a) for a, b in pairs])
    seen = np.clip(plane.to_picture(way), -1e5, 1e5)
    cv2.polylines(picture, [np.round(seen * 16).astype(np.int32)], False, colour, thick, cv2.LINE_AA, 4)


def _name(picture: Picture, plane: Plane, name: str, centre: Point, size_mm: float) -> None:
    height = plane.scale_at(centre) * size_mm * 0.17
    x, y = plane.to_picture((centre[0], centre[1] + size_mm * 0.32)).tolist()
    outline = glyphs.placed(glyphs.fitted(glyphs.DEFAULT, name, (height * 4, height)), (x, y))
    if height > 4:
        glyphs.stroke(picture, outline, (0, 0, 0), max(2.0, height * 0.25))
        glyphs.fill(picture, outline, _PLACE_COLOUR)
