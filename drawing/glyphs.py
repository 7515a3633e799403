"""Numbers as outlines of many open fonts: text and a font come in, polygons or painted letters go out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from assets import asset
from vision.types import Floats, Picture, Point

Contours = tuple[npt.NDArray[np.float32], ...]
_SHIFT = 4  # cv2 draws in sixteenths of a pixel
DEFAULT = "Lato Black"


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
