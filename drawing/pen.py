"""A pen for drawn faces: shapes in units of the card come in, smooth pixels go out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from drawing import glyphs
from vision.types import Floats, Picture, Point

Colour = tuple[float, float, float]  # blue, green, red, 0 to 255
_BOLD = "Lato Black"
PLAIN = "Lato Regular"


class Pen:
    """Draws on one face. The middle is (0, 0), x runs from -1 to 1 over the width, y down in the same unit.

    A diamond pen draws for a card on its corner: (0, -1) is the corner that points away from the player.
    """

    def __init__(self, size_px: tuple[int, int], diamond: bool = False, fine: int = 2) -> None:
        self.size_px = size_px
        width, height = size_px[0] * fine, size_px[1] * fine
        self.picture: Picture = np.full((height, width, 3), 255, np.uint8)
        self._unit = width / 2 * (math.sqrt(2) if diamond else 1.0)
        turn = -math.pi / 4 if diamond else 0.0
        cosine, sine = math.cos(turn) * self._unit, math.sin(turn) * self._unit
        self._matrix = np.array([[cosine, -sine], [sine, cosine]])
        self._middle = np.array([width / 2, height / 2])
        self.flipped = False

    def done(self) -> Picture:
        return np.asarray(cv2.resize(self.picture, self.size_px, interpolation=cv2.INTER_AREA), np.uint8)

    def to_pixels(self, points: Sequence[Point] | Floats) -> Floats:
        """Pixels of points in card units; a flipped pen draws everything turned by half a turn."""
        units = np.asarray(points, np.float64) * (-1 if self.flipped else 1)
        pixels: Floats = units @ self._matrix.T + self._middle
        return pixels

    def polygon(self, points: Sequence[Point] | Floats, colour: Colour) -> None:
        glyphs.fill(self.picture, [self.to_pixels(points)], colour)

    def line(
        self, points: Sequence[Point] | Floats, colour: Colour, width: float, closed: bool = False
    ) -> None:
        fixed = np.round((self.to_pixels(points) - 0.5) * 16).astype(np.int32)
        thick = max(1, round(width * self._unit))
        cv2.polylines(self.picture, [fixed], closed, colour, thick, cv2.LINE_AA, 4)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        self.polygon(circle(centre, radius), colour)

    def ring(self, centre: Point, radius: float, colour: Colour, width: float) -> None:
        self.line(circle(centre, radius), colour, width, closed=True)

    def sky(self, top: Colour, bottom: Colour, start: float = -1.0, end: float = 1.0) -> None:
        """A gradient over the whole face from y = start to y = end."""
        height, width = self.picture.shape[:2]
        back = np.linalg.inv(self._matrix)
        x = np.arange(width, dtype=np.float32)[None, :] - np.float32(self._middle[0])
        y = np.arange(height, dtype=np.float32)[:, None] - np.float32(self._middle[1])
        level = x * np.float32(back[1, 0]) + y * np.float32(back[1, 1])
        share = np.clip((level - start) / (end - start), 0, 1).astype(np.float32)
        self.picture[:] = blend(top, bottom, share)

    def text(
        self,
        words: str,
        centre: Point,
        box: Point,
        colour: Colour,
        font: str = _BOLD,
        edge: Colour | None = None,
        edge_width: float = 0.03,
    ) -> None:
        """Words fitted into a box, with an edge around the letters where one is given."""
        contours = [np.asarray(part, np.float64) for part in glyphs.fitted(font, words, box)]
        pixels = [self.to_pixels(part + np.array(centre)) for part in contours]
        if edge is not None:
            glyphs.stroke(self.picture, pixels, edge, edge_width * 2 * self._unit)
        glyphs.fill(self.picture, pixels, colour)


def circle(centre: Point, radius: float, steps: int = 48) -> Floats:
    """A circle as a polygon."""
    angles = np.arange(steps) * 2 * np.pi / steps
    return np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], axis=1)


def star(centre: Point, outer: float, inner: float, points: int, turn: float = 0.0) -> Floats:
    """A star as a polygon, its first point up."""
    angles = np.arange(points * 2) * np.pi / points - np.pi / 2 + turn
    radius = np.where(np.arange(points * 2) % 2 == 0, outer, inner)
    return np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], axis=1)


def ridge(left: float, right: float, base: float, tops: Sequence[float], foot: float) -> list[Point]:
    """A mountain chain from left to right: tops above the base line, filled down to the foot."""
    xs = np.linspace(left, right, len(tops)).tolist()
    return [(left, foot), *((x, base - top) for x, top in zip(xs, tops, strict=True)), (right, foot)]


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Between two colours."""
    blue, green, red = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return blue, green, red


def web(code: str) -> Colour:
    """A colour written as on web pages: `#2f6b3a`."""
    red, green, blue = (float(int(code[k : k + 2], 16)) for k in (1, 3, 5))
    return blue, green, red


def blend(low: Colour, high: Colour, share: npt.NDArray[np.float32]) -> Picture:
    """Between two colours, pixel by pixel."""
    first, second = np.array(low, np.float32), np.array(high, np.float32)
    return (first + (second - first) * share[..., None]).clip(0, 255).astype(np.uint8)


def from_hsv(hue: float, saturation: float, value: float) -> Colour:
    """Blue, green, red of a hue in degrees."""
    pixel = np.array([[[hue % 360, min(1.0, max(0.0, saturation)), min(1.0, max(0.0, value))]]], np.float32)
    blue, green, red = (cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255).tolist()
    return blue, green, red
