"""Digits of many fonts: the bundled outlines and, if given, more fonts come in, masks of digits go out."""

import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from drawing import Contours, Font, fill, fonts
from vision.types import Point

_GLYPH_PX = 96
_TWIN = 0.975  # mean likeness above which two fonts are one
Mask = npt.NDArray[np.uint8]
Digits = tuple[Mask, ...]  # ten masks, cropped to the ink, of one common scale
_Shapes = npt.NDArray[np.float64]


def load_fonts(split: str, folder: Path | None = None) -> list[Digits]:
    """The fonts of a split: `train`, `calibrate` (kept from training) or `test` (kept from both).

    A folder of fonts widens `train` only; those that look like a font kept from training are left out.
    """
    kept = [
        _draw_bundled(font) for font in fonts(held_out=split == "test") if split in ("test", lot(font.name))
    ]
    found = _keep_readable(_drop_twins([digits for digits in kept if digits is not None]))
    if split != "train" or folder is None:
        return found
    away = load_fonts("calibrate") + load_fonts("test")
    paths = sorted((*folder.rglob("*.ttf"), *folder.rglob("*.otf")))
    more = _drop_twins([digits for path in paths if (digits := _draw_file(path)) is not None])
    return found + unlike(_keep_readable(more), away)


def lot(name: str) -> str:
    """Whether a font that training may see is kept for calibration; families stay together."""
    return "calibrate" if zlib.crc32(name.split()[0].lower().encode()) % 6 == 0 else "train"


def _draw_bundled(font: Font) -> Digits | None:
    return draw([font.glyphs[digit].contours for digit in "0123456789" if digit in font.glyphs])


def _draw_file(path: Path) -> Digits | None:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        font = TTFont(path, lazy=True)
        table, glyphs = font.getBestCmap() or {}, font.getGlyphSet()
        return draw([trace(glyphs, table[ord(digit)]) for digit in "0123456789" if ord(digit) in table])
    except (OSError, TTLibError, KeyError, ValueError, AssertionError):
        return None


def trace(glyphs: Any, name: str) -> Contours:
    """One glyph's outline as polygons, y down."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    contours: list[list[Point]] = []
    for step, points in pen.value:
        if step == "moveTo":
            contours.append([points[0]])
        elif step in ("lineTo", "qCurveTo", "curveTo"):
            contours[-1] += flatten(contours[-1][-1], points, quadratic=step == "qCurveTo")
    return tuple(np.array(contour, np.float32) * np.array([1, -1], np.float32) for contour in contours)


def flatten(start: Point, points: Sequence[Point | None], quadratic: bool) -> list[Point]:
    """The end points of short lines along a curve from `start`."""
    if not quadratic:
        return along([start, *(point for point in points if point is not None)])
    through = [point for point in points if point is not None]
    pieces, here, line = [], start, []
    for index, control in enumerate(through[:-1]):
        last = index == len(through) - 2
        after = through[-1] if last else middle(control, through[index + 1])
        pieces.append([here, control, after])
        here = after
    for piece in pieces or [[start, *through]]:
        line += along(piece)
    return line


def middle(one: Point, other: Point) -> Point:
    """Half way."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def along(controls: Sequence[Point]) -> list[Point]:
    """Points on a Bezier curve of any degree, its start left out."""
    steps = 1 if len(controls) == 2 else 8
    found = []
    for t in (step / steps for step in range(1, steps + 1)):
        points = list(controls)
        while len(points) > 1:
            points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
        found.append(points[0])
    return found


def draw(contours: Sequence[Contours]) -> Digits | None:
    """The ten digits' outlines as masks of one scale."""
    if len(contours) < 10 or not all(contours):
        return None
    scale = _GLYPH_PX * 0.72 / max(float(np.ptp(np.concatenate(drawn)[:, 1])) for drawn in contours)
    masks = []
    for drawn in contours:
        points = np.concatenate(drawn)
        low = points.min(axis=0)
        width, height = (np.ptp(points, axis=0) * scale + 2).astype(int)
        canvas = np.zeros((max(height, 2), max(width, 2), 3), np.uint8)
        fill(canvas, [(contour - low) * scale + 1 for contour in drawn], (255, 255, 255))
        masks.append(canvas[:, :, 0].copy())
    return usable(masks)


def usable(masks: list[Mask]) -> Digits | None:
    """The digits, unless some are missing, specks, or all the same box."""
    inked = all(m.shape[0] > 25 and m.shape[1] > 6 and 0.12 < m.mean() / 255 < 0.97 for m in masks)
    heights = [mask.shape[0] for mask in masks]
    distinct = len({mask.tobytes() for mask in masks}) == len(masks)
    return tuple(masks) if inked and distinct and max(heights) <= 1.7 * min(heights) else None


def _drop_twins(found: list[Digits]) -> list[Digits]:
    return list({b"".join(mask.tobytes() for mask in digits): digits for digits in found}.values())


def unlike(found: list[Digits], away: list[Digits]) -> list[Digits]:
    """Without the fonts that look like one of those that training must not see."""
    likeness = np.einsum("fdp,adp->fa", _shapes_of(found), _shapes_of(away)) / 10
    return [digits for digits, near in zip(found, likeness.max(axis=1), strict=True) if near < _TWIN]


def _keep_readable(found: list[Digits]) -> list[Digits]:
    shapes = _shapes_of(found)
    typical = np.median(shapes, axis=0)
    typical /= np.linalg.norm(typical, axis=1, keepdims=True)
    right = (np.einsum("fdp,tp->fdt", shapes, typical).argmax(axis=2) == np.arange(10)).sum(axis=1)
    return [digits for digits, count in zip(found, right, strict=True) if count >= 9]


def _shapes_of(found: list[Digits]) -> _Shapes:
    return np.stack([np.stack([_shape_of(mask) for mask in digits]) for digits in found])


def _shape_of(mask: Mask) -> _Shapes:
    small = cv2.GaussianBlur(cv2.resize(mask, (20, 28), interpolation=cv2.INTER_AREA), (0, 0), 1.5)
    flat = np.asarray(small, np.float64).ravel()
    flat -= flat.mean()
    unit: _Shapes = flat / (np.linalg.norm(flat) + 1e-9)
    return unit
