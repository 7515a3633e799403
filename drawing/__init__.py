"""Drawn faces: the pen that paints them in units of the card, and text as outlines of many open fonts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from assets import asset
from vision.types import Floats, Picture, Point

Colour = tuple[float, float, float]  # blue, green, red, 0 to 255
Contours = tuple[npt.NDArray[np.float32], ...]
_SHIFT = 4  # cv2 draws in sixteenths of a pixel
DEFAULT = "Lato Black"
PLAIN = "Lato Regular"


@dataclass(frozen=True, slots=True)
class _Glyph:
    """One character: its polygons in thousandths of an em (y down, baseline 0) and how far the pen moves."""

    contours: Contours
    advance: float


@dataclass(frozen=True, slots=True)
class Font:
    """One font: its name, whether it is kept from training, and its characters."""

    name: str
    held_out: bool
    glyphs: dict[str, _Glyph]


@lru_cache(maxsize=1)
def all_fonts() -> tuple[Font, ...]:
    """Every font of the asset, in a fixed order."""
    with np.load(asset("fonts/glyphs.npz")) as data:
        arrays = {key: data[key] for key in data.files}
    contours = np.split(arrays["points"].astype(np.float32), np.cumsum(arrays["contour_size"])[:-1])
    glyphs: list[dict[str, _Glyph]] = [{} for _ in arrays["font_name"]]
    start = 0
    for count, font, code, advance in zip(
        *(arrays[f"glyph_{key}"].tolist() for key in ("contours", "font", "character", "advance")),
        strict=True,
    ):
        glyphs[font][chr(code)] = _Glyph(tuple(contours[start : start + count]), float(advance))
        start += count
    names = zip(arrays["font_name"].tolist(), arrays["font_held_out"].tolist(), glyphs, strict=True)
    return tuple(Font(name, bool(held_out), drawn) for name, held_out, drawn in names)


@lru_cache(maxsize=2)
def fonts(held_out: bool = False) -> tuple[Font, ...]:
    """The fonts for training, or those kept from it for measuring."""
    return tuple(font for font in all_fonts() if font.held_out == held_out)


@lru_cache(maxsize=1)
def _glyphs_by_font() -> dict[str, dict[str, _Glyph]]:
    return {font.name: font.glyphs for font in all_fonts()}


@lru_cache(maxsize=4096)
def _outline(font: str, text: str) -> Contours:
    """The text's polygons in thousandths of an em, its ink centred on the origin."""
    pen, contours = 0.0, []
    glyphs = _glyphs_by_font()[font]
    for character in text:
        glyph = glyphs[character]
        contours += [contour + np.array([pen, 0], np.float32) for contour in glyph.contours]
        pen += glyph.advance
    if not contours:
        return ()
    points = np.concatenate(contours)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    return tuple(contour - middle for contour in contours)


def ink_size(contours: Contours) -> Point:
    """Width and height of polygons."""
    points = np.concatenate(contours)
    width, height = (points.max(axis=0) - points.min(axis=0)).tolist()
    return float(width), float(height)


def fitted(font: str, text: str, box: Point, stretch: float = 1.0) -> Contours:
    """The text scaled to fit a box (pixels), as tall as it may be, `stretch` times wider than the font."""
    contours = tuple(contour * np.array([stretch, 1], np.float32) for contour in _outline(font, text))
    width, height = ink_size(contours)
    scale = np.float32(min(box[0] / max(width, 1), box[1] / max(height, 1)))
    return tuple(contour * scale for contour in contours)


def placed(contours: Contours, centre: Point, turn_degrees: float = 0.0, shear: float = 0.0) -> Contours:
    """Polygons sheared, turned clockwise and moved to a centre."""
    angle = np.radians(turn_degrees)
    cosine, sine = np.cos(angle), np.sin(angle)
    matrix = np.array([[cosine, -sine], [sine, cosine]]) @ np.array([[1.0, -shear], [0.0, 1.0]])
    return tuple((contour @ matrix.T + centre).astype(np.float32) for contour in contours)


def fill(
    picture: Picture, contours: Sequence[Floats | npt.NDArray[np.float32]], colour: Sequence[float]
) -> None:
    """Paint polygons with smooth edges; inner contours stay holes."""
    cv2.fillPoly(picture, [_fixed(contour) for contour in contours], _bgr(colour), cv2.LINE_AA, _SHIFT)


def stroke(
    picture: Picture,
    contours: Sequence[Floats | npt.NDArray[np.float32]],
    colour: Sequence[float],
    width: float,
) -> None:
    """Draw the outlines of polygons."""
    thickness = max(1, round(width))
    cv2.polylines(
        picture, [_fixed(contour) for contour in contours], True, _bgr(colour), thickness, cv2.LINE_AA, _SHIFT
    )


def _fixed(contour: Floats | npt.NDArray[np.float32]) -> npt.NDArray[np.int32]:
    return np.round((contour - 0.5) * (1 << _SHIFT)).astype(np.int32)


def _bgr(colour: Sequence[float]) -> tuple[float, ...]:
    return tuple(float(channel) for channel in colour)


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
        fill(self.picture, [self.to_pixels(points)], colour)

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
        font: str = DEFAULT,
        edge: Colour | None = None,
        edge_width: float = 0.03,
    ) -> None:
        """Words fitted into a box, with an edge around the letters where one is given."""
        contours = [np.asarray(part, np.float64) for part in fitted(font, words, box)]
        pixels = [self.to_pixels(part + np.array(centre)) for part in contours]
        if edge is not None:
            stroke(self.picture, pixels, edge, edge_width * 2 * self._unit)
        fill(self.picture, pixels, colour)


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
