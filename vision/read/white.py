"""What is white: a picture and its tags come in, the colour of white paper at every point of it goes out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.fast_median import quantiles
from vision.geometry import spread
from vision.plane.tag_print import PAPER_MM, SIDE_MM
from vision.types import Mask, Picture, Point, Quad

White = tuple[float, float, float]  # blue, green, red
_DARKEST = 40.0  # paper darker than this tells nothing
_BLOWN_OUT = 252.0


@dataclass(frozen=True, slots=True)
class _WhiteField:
    """White paper as seen around each tag; `at` tells what it would look like anywhere on the picture."""

    points: tuple[Point, ...]
    whites: tuple[White, ...]

    def at(self, point: Point) -> White:
        """The nearer a tag, the more its paper counts."""
        distance = np.linalg.norm(np.subtract(self.points, point), axis=1)
        weight = 1 / (distance**2 + (0.1 * distance.max() + 1) ** 2)
        blue, green, red = (np.array(self.whites).T @ (weight / weight.sum())).tolist()
        return blue, green, red

    def mean(self) -> White:
        blue, green, red = np.median(np.array(self.whites), axis=0).tolist()
        return blue, green, red


def see_white(picture: Picture, tags: dict[int, Quad]) -> _WhiteField | None:
    """White from the paper around the tags; nothing when no tag shows paper that can be trusted."""
    found = {quad: white for quad in tags.values() if (white := paper_colour(picture, quad)) is not None}
    if not found:
        return None
    middles = tuple((float(x), float(y)) for x, y in (np.mean(quad, axis=0) for quad in found))
    return _WhiteField(middles, tuple(found.values()))


def paper_colour(picture: Picture, quad: Quad) -> White | None:
    """The median colour of the white rim around a tag's black square."""
    outer = spread(quad, 1 + (PAPER_MM / SIDE_MM - 1) * 0.75)
    points = np.array(outer)
    left, top = np.maximum(np.floor(points.min(axis=0)), 0).astype(int).tolist()
    right, bottom = np.ceil(points.max(axis=0)).astype(int).tolist()
    window = picture[top:bottom, left:right]
    if window.size == 0:
        return None
    rim = _filled(window, outer, (left, top)) & ~_filled(window, spread(quad, 1.08), (left, top))
    channels = np.ascontiguousarray(window[rim > 0].T)
    if channels.shape[1] < 20:
        return None
    light = channels.sum(axis=0, dtype=np.int64)
    bright = channels[:, light >= quantiles(light, (0.5,))[0]]
    blue, green, red = (quantiles(channel, (0.5,))[0] for channel in bright)
    usable = min(blue, green, red) >= _DARKEST and max(blue, green, red) < _BLOWN_OUT
    return (blue, green, red) if usable else None


def _filled(window: Picture, quad: Quad, origin: tuple[int, int]) -> Mask:
    mask = np.zeros(window.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.subtract(quad, origin)).astype(np.int32), 255)
    return mask
