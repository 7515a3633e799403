"""Another painter's faces: signs on white, thin lines, suits and pictograms; no number tells them apart."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import cv2
import numpy as np

from drawing import Colour
from vision.types import Floats, Picture

_INKS: dict[str, Colour] = {"red": (50, 40, 200), "green": (70, 140, 40), "blue": (170, 90, 30)}
_SUITS: dict[str, Colour] = {
    "heart": _INKS["red"],
    "diamond": _INKS["red"],
    "spade": (30, 30, 30),
    "club": (30, 30, 30),
}
_PAPER = (238, 242, 244)
_FINER = 3  # drawn so many times larger than wanted
_ROUND = np.linspace(0, 2 * np.pi, 48)

Draw = Callable[[str, int], Picture]  # a card's name, the width in pixels


def _ring(x: float, y: float, wide: float, high: float) -> Floats:
    return np.stack([x + wide * np.cos(_ROUND), y + high * np.sin(_ROUND)], axis=1)


def _line(*points: tuple[float, float]) -> Floats:
    return np.array(points, np.float64)


def _star(rays: int, inner: float) -> Floats:
    angles = np.arange(2 * rays + 1) * np.pi / rays - np.pi / 2
    reach = np.where(np.arange(2 * rays + 1) % 2, inner, 1.0)
    return np.stack([reach * np.cos(angles), reach * np.sin(angles)], axis=1)


# Lines within -1 to 1, y down.
_PICTOGRAMS: tuple[tuple[Floats, ...], ...] = (
    (_ring(0, 0, 0.5, 0.5), *(_line((0.65 * c, 0.65 * s), (c, s)) for c, s in _star(4, 1.0)[:8])),  # sun
    (
        _line((-0.8, 0.8), (-0.8, -0.1), (0, -0.9), (0.8, -0.1), (0.8, 0.8), (-0.8, 0.8)),
        _ring(0, 0.4, 0.2, 0.4),
    ),  # house
    (
        _line((-0.9, 0.3), (0.9, 0.3), (0.5, 0.8), (-0.5, 0.8), (-0.9, 0.3)),
        _line((0, 0.3), (0, -0.9), (0.7, 0.1), (0, 0.1)),
    ),  # boat
    (_line((0, 0.9), (0, 0.2)), _line((-0.7, 0.3), (0, -0.9), (0.7, 0.3), (-0.7, 0.3))),  # fir
    (
        _ring(0.1, 0, 0.7, 0.4),
        _line((-0.5, 0), (-0.9, -0.4), (-0.9, 0.4), (-0.5, 0)),
        _ring(0.5, -0.1, 0.06, 0.06),
    ),  # fish
    (
        _line((-0.6, -0.5), (-0.5, 0.7), (0.4, 0.7), (0.5, -0.5), (-0.6, -0.5)),
        _ring(0.62, 0, 0.2, 0.28),
    ),  # cup
    (_ring(0, 0, 0.75, 0.75), _line((0, -0.5), (0, 0), (0.35, 0.25))),  # clock
    (_line((-0.9, 0.7), (-0.3, -0.6), (0.1, 0.2), (0.4, -0.3), (0.9, 0.7), (-0.9, 0.7)),),  # mountains
    (
        _ring(-0.45, 0.5, 0.35, 0.35),
        _ring(0.45, 0.5, 0.35, 0.35),
        _line((-0.45, 0.5), (0, -0.3), (0.45, 0.5), (-0.45, 0.5)),
    ),  # bicycle
    (
        _line((-0.2, 0.9), (-0.2, -0.5), (0.6, -0.8), (0.6, 0.5)),
        _ring(-0.42, 0.8, 0.24, 0.18),
        _ring(0.38, 0.45, 0.24, 0.18),
    ),  # note
    (_star(5, 0.45),),
    (_ring(0, -0.2, 0.55, 0.65), _line((-0.15, 0.42), (-0.1, 0.8), (0.1, 0.8), (0.15, 0.42))),  # balloon
)
_SHAPES: tuple[tuple[Floats, ...], ...] = (
    (_ring(0, 0, 0.8, 0.45),),
    (_line((-0.9, 0), (0, -0.5), (0.9, 0), (0, 0.5), (-0.9, 0)),),
    (np.stack([np.linspace(-0.9, 0.9, 48), 0.3 * np.sin(np.linspace(0, 3 * np.pi, 48))], axis=1),),
    (_line((-0.8, -0.4), (0.8, -0.4), (0.8, 0.4), (-0.8, 0.4), (-0.8, -0.4)),),
)


def _suit(name: str) -> tuple[Floats, ...]:
    """The filled outlines of a suit."""
    if name == "diamond":
        return (_line((0, -1), (0.7, 0), (0, 1), (-0.7, 0)),)
    if name == "club":
        balls = tuple(_ring(x, y, 0.42, 0.42) for x, y in ((0, -0.5), (-0.5, 0.2), (0.5, 0.2)))
        return (*balls, _line((-0.3, 1), (0, 0), (0.3, 1)))
    heart = np.stack(
        [
            np.sin(_ROUND) ** 3,
            -(13 * np.cos(_ROUND) - 5 * np.cos(2 * _ROUND) - 2 * np.cos(3 * _ROUND) - np.cos(4 * _ROUND))
            / 16,
        ],
        axis=1,
    )
    if name == "heart":
        return (heart,)
    return (heart * (1, -0.8) - (0, 0.1), _line((-0.3, 1), (0, 0), (0.3, 1)))


def _draw_suit(name: str, width_px: int) -> Picture:
    """As many pips as the card counts, and a small one in two corners."""
    suit, _, count = name.partition("-")
    face, side = _paper(width_px), width_px * _FINER
    columns = 2 if int(count) > 3 else 1
    rows = -(-int(count) // columns)
    for index in range(int(count)):
        row, column = divmod(index, columns)
        x, y = (column + 1) / (columns + 1), 0.18 + 0.64 * (row + 0.5) / rows
        _fill(face, _suit(suit), (x * side, y * side), side * 0.065, _SUITS[suit])
    for x, y in ((0.1, 0.1), (0.9, 0.9)):
        _fill(face, _suit(suit), (x * side, y * side), side * 0.04, _SUITS[suit])
    return _shrink(face, width_px)


def _draw_pictogram(name: str, width_px: int) -> Picture:
    """One large line drawing."""
    ink, _, number = name.partition("-")
    face, side = _paper(width_px), width_px * _FINER
    _stroke(face, _PICTOGRAMS[int(number) - 1], (side / 2, side / 2), side * 0.32, _INKS[ink])
    return _shrink(face, width_px)


def _draw_thin(name: str, width_px: int) -> Picture:
    """One to three thin shapes, one above the other."""
    ink, _, number = name.partition("-")
    shape, count = divmod(int(number) - 1, 3)
    face, side = _paper(width_px), width_px * _FINER
    for index in range(count + 1):
        y = 0.5 + (index - count / 2) * 0.27
        _stroke(face, _SHAPES[shape], (side / 2, y * side), side * 0.24, _INKS[ink])
    return _shrink(face, width_px)


def _paper(width_px: int) -> Picture:
    side = width_px * _FINER
    return np.full((side, side, 3), _PAPER, np.uint8)


def _place(lines: Floats, centre: tuple[float, float], size: float) -> np.ndarray:
    return np.round((lines * size + centre) * 16).astype(np.int32)


def _fill(
    face: Picture, shapes: tuple[Floats, ...], centre: tuple[float, float], size: float, ink: Colour
) -> None:
    for shape in shapes:
        cv2.fillPoly(face, [_place(shape, centre, size)], ink, cv2.LINE_AA, 4)


def _stroke(
    face: Picture, shapes: tuple[Floats, ...], centre: tuple[float, float], size: float, ink: Colour
) -> None:
    thick = max(1, round(face.shape[0] * 0.012))
    cv2.polylines(face, [_place(shape, centre, size) for shape in shapes], False, ink, thick, cv2.LINE_AA, 4)


def _shrink(face: Picture, width_px: int) -> Picture:
    return np.asarray(cv2.resize(face, (width_px, width_px), interpolation=cv2.INTER_AREA), np.uint8)


PAINTERS: dict[str, tuple[tuple[str, ...], Draw]] = {
    "suits": (tuple(f"{suit}-{count}" for suit, count in product(_SUITS, range(1, 10))), _draw_suit),
    "pictograms": (tuple(f"{ink}-{number}" for ink, number in product(_INKS, range(1, 13))), _draw_pictogram),
    "thin signs": (tuple(f"{ink}-{number}" for ink, number in product(_INKS, range(1, 13))), _draw_thin),
}
"""By painter: the names of 36 cards, and how one is drawn."""
