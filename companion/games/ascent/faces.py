"""The practice faces of The Ascent: a card's name comes in, its drawing for a card on its corner goes out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drawing import Colour, Pen, mix, ridge, star, web
from vision.types import Picture, Point

_CREAM = web("#fbf6e9")
_INK = web("#20242b")
_GOLD = web("#e9b949")
_TONES: dict[str, tuple[Colour, Colour, Colour, Colour]] = {  # sky top, sky bottom, far, near
    "green": (web("#cfe8c4"), web("#8fca82"), web("#3f9a4c"), web("#1f6b35")),
    "blue": (web("#d8ecfa"), web("#8fc4ee"), web("#3b82c4"), web("#1c4f8c")),
    "red": (web("#fbd9c8"), web("#f0957a"), web("#cf4030"), web("#8e1f1c")),
}


def draw(card: str, width_px: int, height_px: int, marked: bool = False) -> Picture:
    """The face of one card, square; a marked one shows a goat."""
    pen = Pen((width_px, width_px), diamond=True)
    kind, _, value = card.partition("-")
    if kind in _TONES:
        _ascent(pen, kind, int(value), marked)
    elif kind == "campfire":
        _campfire(pen, value)
    else:
        {"bridge": _bridge, "summit": _summit}[card](pen)
    pen.line([(0, -1), (1, 0), (0, 1), (-1, 0)], _CREAM, 0.1, closed=True)
    return pen.done()


def _place(at: Point, size: float, points: Sequence[Point]) -> list[Point]:
    """A shape of size 1 around (0, 0) as it stands on a card."""
    return [(at[0] + size * x, at[1] + size * y) for x, y in points]


def _ascent(pen: Pen, colour: str, value: int, goat: bool) -> None:
    top, bottom, far, near = _TONES[colour]
    pen.sky(top, bottom, -0.9, 0.5)
    rng = np.random.default_rng([value, len(colour)])
    pen.disc((0.42, -0.3), 0.1, mix(_CREAM, top, 0.2))
    pen.polygon(ridge(-1, 1, 0.3, _tops(rng, 7, 0.18, 0.42), 1), mix(far, bottom, 0.55))
    pen.polygon(ridge(-1, 1, 0.42, _tops(rng, 6, 0.1, 0.36), 1), far)
    _ground(pen, colour, near, rng)
    _value(pen, value, near)
    if goat:
        _goat(pen, (0.0, 0.67), 0.17)


def _tops(rng: np.random.Generator, count: int, low: float, high: float) -> list[float]:
    heights = rng.uniform(low, high, count)
    heights[::2] *= 0.55
    return [float(height) for height in heights]


def _ground(pen: Pen, colour: str, near: Colour, rng: np.random.Generator) -> None:
    """Grass with firs, snow on peaks, or layered rock."""
    pen.polygon(ridge(-1, 1, 0.55, _tops(rng, 9, 0.0, 0.1), 1), near)
    if colour == "green":
        for x in rng.uniform(-0.62, 0.62, 7):
            _fir(pen, (float(x), 0.56 + 0.06 * float(rng.random())), 0.2, mix(near, _INK, 0.15))
    elif colour == "blue":
        for x in (-0.45, 0.02, 0.44):
            _snow_peak(pen, (x + float(rng.normal(0, 0.05)), 0.6), float(rng.uniform(0.26, 0.36)), near)
    else:
        for step in range(3):
            level = 0.56 + 0.1 * step
            points = [
                (x, level + float(rng.normal(0, 0.012)))
                for x in np.linspace(-0.5 + step * 0.1, 0.5 - step * 0.1, 8)
            ]
            pen.line(points, mix(near, _CREAM, 0.35), 0.014)


def _fir(pen: Pen, foot: Point, size: float, colour: Colour) -> None:
    for lift, half in ((0.0, 0.36), (0.3, 0.28), (0.58, 0.2)):
        tier = [(-half, -lift), (0, -lift - 0.5), (half, -lift)]
        pen.polygon(_place(foot, size, tier), colour)


def _snow_peak(pen: Pen, foot: Point, size: float, near: Colour) -> None:
    pen.polygon(_place(foot, size, [(-0.9, 0), (0, -1), (0.9, 0)]), mix(near, _CREAM, 0.12))
    cap = [(-0.34, -0.62), (0, -1), (0.34, -0.62), (0.15, -0.54), (0, -0.66), (-0.16, -0.52)]
    pen.polygon(_place(foot, size, cap), _CREAM)


def _value(pen: Pen, value: int, near: Colour) -> None:
    """The number, large in the middle, where it can be read from a chair."""
    pen.text(str(value), (0, -0.12), (0.78, 0.6), _CREAM, edge=mix(near, _INK, 0.35), edge_width=0.045)
    if value in (6, 9):
        pen.line([(-0.16, 0.28), (0.16, 0.28)], mix(near, _INK, 0.35), 0.1)
        pen.line([(-0.15, 0.28), (0.15, 0.28)], _CREAM, 0.045)


def _goat(pen: Pen, at: Point, size: float) -> None:
    """A goat's head on a gold disc: horns, ears, beard."""
    pen.disc(at, size, _INK)
    pen.disc(at, size * 0.9, _GOLD)
    size *= 0.62
    for side in (-1, 1):
        horn = [(side * 0.25, -0.3), (side * 0.62, -0.75), (side * 0.98, -0.5)]
        pen.line(_place(at, size, horn), _INK, size * 0.2)
        ear = [(side * 0.3, -0.2), (side * 0.95, -0.02), (side * 0.35, 0.12)]
        pen.polygon(_place(at, size, ear), _INK)
    pen.polygon(_place(at, size, [(-0.42, -0.4), (0.42, -0.4), (0.26, 0.55), (-0.26, 0.55)]), _INK)
    pen.polygon(_place(at, size, [(-0.16, 0.5), (0.16, 0.5), (0, 1.05)]), _INK)


def _campfire(pen: Pen, colour: str) -> None:
    top, bottom, far, near = _TONES[colour]
    pen.sky(mix(near, _INK, 0.35), far, -0.9, 0.7)
    rng = np.random.default_rng(len(colour))
    for x, y in rng.uniform(-0.5, 0.5, (26, 2)) * (1.1, 0.9) - (0, 0.25):
        pen.disc((float(x), float(y)), 0.011, mix(_CREAM, top, 0.3))
    pen.polygon(ridge(-1, 1, 0.3, _tops(rng, 7, 0.1, 0.34), 1), mix(near, _INK, 0.3))
    pen.disc((0, 0.22), 0.4, mix(far, _GOLD, 0.35))
    pen.disc((0, 0.22), 0.31, mix(bottom, _GOLD, 0.6))
    _flame(pen, 0.5, web("#d9481f"))
    _flame(pen, 0.36, web("#f39a2b"))
    _flame(pen, 0.2, web("#fde08a"))
    for side in (-1, 1):
        pen.line([(-0.32 * side, 0.5), (0.32 * side, 0.4)], web("#5b3417"), 0.09)
        pen.disc((0.32 * side, 0.4), 0.045, web("#c99a63"))


def _flame(pen: Pen, size: float, colour: Colour) -> None:
    """A flame that stands on (0, 0.42)."""
    shape = (
        *((0, 0.0), (-0.42, -0.12), (-0.5, -0.45), (-0.3, -0.72), (-0.24, -0.5)),
        *((-0.05, -1.25), (0.2, -0.78), (0.3, -0.98), (0.5, -0.5), (0.42, -0.14)),
    )
    pen.polygon(_smooth(_place((0, 0.42), size, shape)), colour)


def _smooth(points: list[Point]) -> list[Point]:
    """Corners cut twice: a rounder outline."""
    for _ in range(2):
        cut: list[Point] = []
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            cut += [
                (ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25),
                (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75),
            ]
        points = cut
    return points


def _bridge(pen: Pen) -> None:
    pen.sky(web("#e9e2d0"), web("#b9ac93"), -0.8, 0.8)
    rng = np.random.default_rng(5)
    pen.polygon(ridge(-1, 1, 0.35, _tops(rng, 7, 0.2, 0.5), 1), web("#cfc4ad"))
    for side in (-1, 1):
        cliff = [(1.0, -0.12), (0.55, -0.1), (0.5, 0.1), (0.4, 0.3), (0.34, 1), (1.0, 1)]
        grass = [(1.0, -0.12), (0.55, -0.1), (0.52, 0.0), (1.0, 0.0)]
        pen.polygon([(side * x, y) for x, y in cliff], web("#6f6455"))
        pen.polygon([(side * x, y) for x, y in grass], web("#8d9a5b"))
    xs = np.linspace(-0.58, 0.58, 15)
    deck = [(float(x), 0.02 + 0.2 * (1 - (x / 0.58) ** 2)) for x in xs]
    rail = [(x, y - 0.2) for x, y in deck]
    for (ax, ay), (bx, by) in zip(deck, rail, strict=True):
        pen.line([(ax, ay), (bx, by)], web("#4d3a22"), 0.014)
    pen.line(rail, web("#4d3a22"), 0.022)
    for x, y in deck:
        plank = [(-0.034, -0.02), (0.034, -0.02), (0.034, 0.045), (-0.034, 0.045)]
        pen.polygon(_place((x, y), 1, plank), web("#9c6b35"))
    pen.line(deck, web("#5b3f1d"), 0.018)


def _summit(pen: Pen) -> None:
    pen.sky(web("#fce8b2"), web("#f2b66d"), -0.9, 0.6)
    pen.polygon(star((0, -0.1), 1.4, 0.3, 16), web("#fdf0c8"))
    pen.disc((0, -0.1), 0.34, web("#fff8e0"))
    rock = [(-0.9, 0.7), (-0.3, 0.05), (-0.12, 0.14), (0.06, -0.16), (0.26, 0.12), (0.4, 0.06), (0.95, 0.75)]
    snow = [(-0.18, 0.24), (0.06, -0.16), (0.26, 0.12), (0.34, 0.22), (0.2, 0.2), (0.1, 0.32), (0.0, 0.18)]
    pen.polygon([*rock, (0, 1)], web("#54606e"))
    pen.polygon([*snow, (-0.08, 0.3)], _CREAM)
    pen.polygon([(0.06, -0.16), (0.95, 0.75), (0.3, 0.9), (0.14, 0.4)], web("#3f4a57"))
    pen.line([(0.06, -0.14), (0.06, -0.58)], _INK, 0.028)
    pen.polygon([(0.06, -0.58), (0.38, -0.48), (0.06, -0.36)], web("#c8322b"))
