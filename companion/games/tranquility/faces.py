"""The practice faces of Tranquility: a card's name comes in, its drawing with sun and moon ends goes out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from drawing import Colour, Pen, from_hsv, mix, star, web
from vision.types import Picture, Point

_CREAM = web("#fdf8ea")
_INK = web("#1d2733")
_SUN = web("#ffd25e")
_MOON = web("#f4f1dc")
_NIGHT = web("#22305c")
_ACROSS = np.linspace(-1.1, 1.1, 45)
_STORMS = {"yellow": web("#f2c531"), "purple": web("#8a4fb5"), "orange": web("#ee8329")}


def draw(card: str, width_px: int, height_px: int, marked: bool = False) -> Picture:
    """The face of one Tranquility card."""
    pen = Pen((width_px, height_px))
    kind, _, value = card.partition("-")
    if kind == "island":
        _island(pen, int(value))
    elif kind == "storm":
        _storm(pen, _STORMS[value])
    else:
        _SPECIALS[kind](pen)
    tall = height_px / width_px
    pen.line([(-1, -tall), (1, -tall), (1, tall), (-1, tall)], _CREAM, 0.13, closed=True)
    return pen.done()


def _island(pen: Pen, number: int) -> None:
    """Day above the middle, night below it and upside down, an island on the line between."""
    rng = np.random.default_rng(number)
    hue = 178 + (number - 1) / 79 * 215  # turquoise through blue and rose to gold
    day, dusk = from_hsv(hue, 0.38, 0.97), from_hsv(hue + 18, 0.62, 0.82)
    corner = (0.62, -0.62)
    pen.sky(mix(day, _CREAM, 0.25), dusk, -0.95, 0.0)
    pen.polygon(star(corner, 0.26, 0.19, 12), mix(_SUN, _CREAM, 0.3))
    pen.disc(corner, 0.16, _SUN)
    _number(pen, number, mix(dusk, _INK, 0.62))
    pen.polygon([(-1.2, 0), (1.2, 0), (1.2, 1.2), (-1.2, 1.2)], mix(_NIGHT, dusk, 0.18))
    pen.flipped = True
    for x, y in rng.uniform((-0.9, -0.9), (0.9, -0.2), (14, 2)).tolist():
        pen.disc((x, y), 0.014, _MOON)
    pen.disc(corner, 0.18, _MOON)
    pen.disc((corner[0] + 0.09, corner[1] - 0.04), 0.15, mix(_NIGHT, dusk, 0.18))
    _number(pen, number, mix(_NIGHT, _INK, 0.6))
    pen.flipped = False
    _shore(pen, rng, dusk)


def _number(pen: Pen, number: int, edge: Colour) -> None:
    pen.text(str(number), (-0.16, -0.54), (0.94, 0.54), _CREAM, edge=edge, edge_width=0.05)


def _shore(pen: Pen, rng: np.random.Generator, dusk: Colour) -> None:
    """The island: a hill on the day side, its dark mirror image on the night side, and what grows there."""
    half, height = float(rng.uniform(0.45, 0.75)), float(rng.uniform(0.08, 0.14))
    xs = np.linspace(-half, half, 15)
    bumps = height * (1 - (xs / half) ** 2) * (1 + 0.35 * np.sin(xs * rng.uniform(5, 12) + rng.uniform(0, 6)))
    land = from_hsv(float(rng.uniform(85, 150)), 0.5, 0.45)
    for side, tone in ((-1, land), (1, mix(land, _NIGHT, 0.7))):
        outline = [(-half, 0.0), *zip(xs.tolist(), (side * bumps).tolist(), strict=True), (half, 0.0)]
        pen.polygon(outline, tone)
    for x in rng.uniform(-half * 0.6, half * 0.6, int(rng.integers(1, 4))).tolist():
        _palm(pen, (x, -height * 0.6), 0.1, mix(land, _INK, 0.35))
    pen.line([(-0.98, 0), (0.98, 0)], mix(dusk, _CREAM, 0.6), 0.018)


def _palm(pen: Pen, foot: Point, size: float, colour: Colour) -> None:
    x, y = foot
    pen.line([(x, y), (x + size * 0.12, y - size)], colour, size * 0.14)
    for dx, dy in ((-0.6, -0.1), (-0.4, 0.3), (0.1, -0.4), (0.6, 0.25), (0.7, -0.1)):
        top = (x + size * 0.12, y - size)
        pen.line([top, (top[0] + dx * size, top[1] + dy * size)], colour, size * 0.16)


def _sea(pen: Pen, top: Colour, bottom: Colour) -> None:
    pen.sky(top, bottom, -0.9, 0.6)
    for row, share in ((0.45, 0.0), (0.62, 0.25), (0.8, 0.5)):
        _wave(pen, row + 0.035 * np.sin(_ACROSS * 9 + row * 20), mix(web("#2f7fa8"), web("#123a5c"), share))


def _wave(pen: Pen, ys: np.ndarray, colour: Colour) -> None:
    pen.polygon([(-1.1, 1.2), *zip(_ACROSS.tolist(), ys.tolist(), strict=True), (1.1, 1.2)], colour)


def _start(pen: Pen) -> None:
    _sea(pen, web("#dff3ea"), web("#8ed0c4"))
    pen.line([(0, 0.36), (0, -0.72)], web("#5b3a1c"), 0.05)
    pen.polygon([(0.06, -0.66), (0.56, 0.16), (0.06, 0.16)], _CREAM)
    pen.polygon([(-0.06, -0.5), (-0.42, 0.16), (-0.06, 0.16)], web("#f3e2c0"))
    pen.polygon([(-0.6, 0.26), (0.66, 0.26), (0.44, 0.56), (-0.42, 0.56)], web("#7a4a22"))
    pen.polygon([(0, -0.72), (0.24, -0.8), (0, -0.88)], web("#2f9a5a"))
    pen.text("START", (0, 0.78), (1.0, 0.17), _CREAM)


def _finish(pen: Pen) -> None:
    _sea(pen, web("#2a2f5e"), web("#e78f62"))
    pen.polygon([(0, -0.6), (1.2, -0.85), (1.2, -0.35)], web("#f9e7ad"))
    pen.polygon([(-0.22, 0.4), (-0.14, -0.45), (0.14, -0.45), (0.22, 0.4)], _CREAM)
    for low, high in ((0.22, 0.02), (-0.16, -0.32)):
        pen.polygon(
            [(-0.2 + (0.2 - low) * 0.1, low), (0.2 - (0.2 - low) * 0.1, low), (0.18, high), (-0.18, high)],
            web("#c23b32"),
        )
    pen.polygon([(-0.18, -0.45), (0.18, -0.45), (0.14, -0.7), (-0.14, -0.7)], web("#ffe28a"))
    pen.polygon([(-0.2, -0.7), (0.2, -0.7), (0, -0.88)], web("#7e211c"))
    pen.polygon([(-0.7, 0.6), (-0.4, 0.36), (0.4, 0.36), (0.7, 0.6)], web("#3f3b38"))
    pen.text("FINISH", (0, 0.78), (1.1, 0.17), _CREAM)


def _wild(pen: Pen) -> None:
    for step in range(16):
        angles = np.array([step, step + 1.02]) * np.pi / 8
        tips = [(2 * float(np.cos(a)), 2 * float(np.sin(a))) for a in angles]
        pen.polygon([(0, 0), *tips], from_hsv(step * 22.5, 0.5, 0.92))
    pen.disc((0, 0), 0.56, _CREAM)
    pen.polygon(star((0, 0.02), 0.46, 0.2, 5), _SUN)


def _compass(pen: Pen) -> None:
    pen.sky(web("#f4ead2"), web("#dcc79c"))
    pen.ring((0, 0), 0.68, _INK, 0.04)
    pen.ring((0, 0), 0.58, _INK, 0.015)
    pen.polygon(star((0, 0), 0.5, 0.14, 4, np.pi / 4), web("#8c7a55"))
    pen.polygon(star((0, 0), 0.76, 0.15, 4), _INK)
    pen.polygon([(0, -0.76), (0.11, -0.11), (0, 0)], web("#c23b32"))
    pen.polygon([(0, -0.76), (-0.11, -0.11), (0, 0)], web("#e8655a"))
    pen.disc((0, 0), 0.07, _CREAM)


def _storm(pen: Pen, colour: Colour) -> None:
    _sea(pen, mix(colour, _INK, 0.3), mix(colour, _CREAM, 0.25))
    puffs = [(-0.42, -0.38, 0.27), (0.0, -0.52, 0.36), (0.42, -0.38, 0.28)]
    for x, y, size in (*puffs, (-0.1, -0.3, 0.3), (0.2, -0.28, 0.28)):
        pen.disc((x, y), size, web("#39414d"))
    bolt = [(-0.02, -0.2), (0.24, -0.2), (0.08, 0.08), (0.26, 0.08), (-0.16, 0.62), (-0.02, 0.2), (-0.2, 0.2)]
    pen.polygon(bolt, colour)
    pen.line(bolt, _CREAM, 0.025, closed=True)


def _monster(pen: Pen) -> None:
    _sea(pen, web("#cfe0d6"), web("#6fa39a"))
    skin, dark = web("#2f7d5b"), web("#1a4a38")
    for x, size in ((0.62, 0.2), (0.2, 0.26)):
        pen.ring((x, 0.42), size, dark, 0.17)
        pen.ring((x, 0.42), size, skin, 0.13)
    neck = [(-0.3, 0.7), (-0.34, 0.2), (-0.2, -0.1), (-0.3, -0.42)]
    pen.line(neck, dark, 0.25)
    pen.line(neck, skin, 0.2)
    head = [(-0.12, -0.62), (-0.4, -0.66), (-0.84, -0.4), (-0.78, -0.26), (-0.3, -0.28), (-0.12, -0.42)]
    pen.polygon(head, skin)
    pen.disc((-0.34, -0.5), 0.06, _CREAM)
    pen.disc((-0.36, -0.5), 0.03, _INK)
    _wave(pen, 0.5 + 0.04 * np.sin(_ACROSS * 10), web("#1d5570"))


def _rocks(pen: Pen) -> None:
    _sea(pen, web("#d5dbe3"), web("#8c99a8"))
    for x, top, half in ((-0.5, -0.2, 0.3), (0.52, -0.05, 0.28), (0.02, -0.72, 0.4)):
        east = [(x, top), (x + half * 0.4, top + 0.4), (x + half, 0.62)]
        pen.polygon([(x - half, 0.62), (x - half * 0.3, top + 0.2), *east], web("#3d434b"))
        pen.polygon([*east, (x + half * 0.1, 0.62)], web("#282d34"))
    pen.line([(x, 0.62 + 0.03 * float(np.sin(x * 14))) for x in np.linspace(-1, 1, 40)], _CREAM, 0.05)


def _border(pen: Pen) -> None:
    pen.sky(web("#2f6f93"), web("#17405f"))
    xs = np.linspace(-1.1, 1.1, 60)
    for row in np.linspace(-0.72, 0.72, 7).tolist():
        ys = row + 0.045 * np.sin(xs * 8 + row * 9)
        pen.line(
            np.stack([xs, ys], axis=1), mix(web("#8cc4d8"), web("#2f6f93"), 0.35 + 0.3 * (row + 0.72)), 0.03
        )
    side = np.linspace(-0.76, 0.76, 14).tolist()
    rope = [(x, -0.76) for x in side] + [(0.76, y) for y in side]
    rope += [(-x, 0.76) for x in side] + [(-0.76, -y) for y in side]
    pen.line([(-0.76, -0.76), (0.76, -0.76), (0.76, 0.76), (-0.76, 0.76)], web("#8a6a3c"), 0.1, closed=True)
    for x, y in rope:
        pen.disc((x, y), 0.04, web("#d8b982"))


_SPECIALS: dict[str, Callable[[Pen], None]] = {
    "border": _border,
    "start": _start,
    "finish": _finish,
    "wild": _wild,
    "compass": _compass,
    "monster": _monster,
    "rocks": _rocks,
}
