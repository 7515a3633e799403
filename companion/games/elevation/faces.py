"""The practice faces of Elevation: a card's name comes in, its drawing goes out."""

from __future__ import annotations

import numpy as np

from drawing import PLAIN, Colour, Pen, mix, ridge, web
from vision.types import Picture

_CREAM = web("#fbf7ee")
_RANGES: dict[str, tuple[Colour, Colour, Colour]] = {  # sky, mountain, deep
    "alps": (web("#d3ecc9"), web("#3f9a52"), web("#17552c")),
    "rockies": (web("#fbd6c6"), web("#cf4a34"), web("#7d1b18")),
    "andes": (web("#cfe6f8"), web("#3d80c6"), web("#163f77")),
    "himalayas": (web("#e4d5f2"), web("#8a4fb5"), web("#46206b")),
    "avalanche": (web("#ffffff"), web("#c9d3dd"), web("#4b5763")),
}
_HIGHEST = 14


def draw(card: str, width_px: int, height_px: int, marked: bool = False) -> Picture:
    """The face of one Elevation card."""
    kind, _, value = card.partition("-")
    sky, mountain, deep = _RANGES[kind]
    tall = height_px / width_px
    pen = Pen((width_px, height_px))
    pen.sky(sky, mix(sky, mountain, 0.35 if kind != "avalanche" else 0.15), -tall, tall)
    if kind == "avalanche":
        _avalanche(pen, int(value), tall, mountain, deep)
    else:
        _peak(pen, int(value), tall, mountain, deep)
    _numbers(pen, kind, int(value), tall, deep)
    pen.line([(-1, -tall), (1, -tall), (1, tall), (-1, tall)], _CREAM, 0.12, closed=True)
    return pen.done()


def _numbers(pen: Pen, kind: str, value: int, tall: float, deep: Colour) -> None:
    """Large in the top left corner, again upside down in the opposite one; the range's name at the foot."""
    for flipped in (False, True):
        pen.flipped = flipped
        pen.text(str(value), (-0.47, -tall + 0.44), (0.72, 0.5), _CREAM, edge=deep, edge_width=0.045)
        if value in (6, 9):
            pen.line([(-0.62, -tall + 0.8), (-0.32, -tall + 0.8)], deep, 0.06)
    pen.flipped = False
    pen.text(kind.upper(), (-0.26, tall - 0.2), (1.0, 0.13), _CREAM, font=PLAIN, edge=deep, edge_width=0.02)


def _peak(pen: Pen, value: int, tall: float, mountain: Colour, deep: Colour) -> None:
    rng = np.random.default_rng(value)
    top = -tall * (0.05 + 0.5 * value / _HIGHEST)
    far = rng.uniform(0.1, 0.5, 7).tolist()
    pen.polygon(ridge(-1.1, 1.1, tall * 0.45, far, tall), mix(mountain, _CREAM, 0.45))
    x = float(rng.uniform(0.05, 0.35))
    foot = tall * 0.75
    pen.polygon(
        [(x - 1.3, foot), (x - 0.28, top + 0.42), (x, top), (x + 0.34, top + 0.5), (x + 1.3, foot)], mountain
    )
    pen.polygon(
        [(x, top), (x + 0.34, top + 0.5), (x + 1.3, foot), (x + 0.1, foot), (x + 0.05, top + 0.5)],
        mix(mountain, deep, 0.45),
    )
    snow = [(-0.19, 0.28), (0, 0), (0.2, 0.3), (0.1, 0.24), (0.02, 0.38), (-0.08, 0.24)]
    pen.polygon([(x + right, top + down) for right, down in snow], _CREAM)
    near = rng.uniform(0.0, 0.25, 9).tolist()
    pen.polygon(ridge(-1.1, 1.1, tall * 0.68, near, tall), deep)


def _avalanche(pen: Pen, value: int, tall: float, mountain: Colour, deep: Colour) -> None:
    """Snow tumbling down a dark slope; more of it for a higher number."""
    rng = np.random.default_rng(100 + value)
    pen.polygon([(-1.1, tall), (1.1, -tall * 0.55), (1.1, tall)], mix(deep, mountain, 0.25))
    pen.polygon([(-1.1, tall), (1.1, -tall * 0.1), (1.1, tall)], deep)
    for _ in range(14 + 10 * value):
        along, off = float(rng.uniform(0, 1)), float(rng.normal(0, 0.16))
        x, y = -0.85 + 1.8 * along, tall * 0.75 - along * tall * 1.25 + off
        size = float(rng.uniform(0.05, 0.2)) * (0.7 + 0.1 * value)
        pen.disc((x + 0.02, y + 0.03), size, mix(mountain, deep, 0.2))
        pen.disc((x, y), size, _CREAM)
