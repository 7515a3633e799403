"""Procedural artwork: a size, three colours and chance come in, a picture without numbers goes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from drawing import Colour, blend
from vision.types import Picture, Point

Rng = np.random.Generator
_Painter = Callable[[Picture, Sequence[Colour], Rng], None]


def paint(kind: str, size_px: tuple[int, int], colours: Sequence[Colour], rng: Rng) -> Picture:
    """A picture of this kind, width x height, made of the three colours."""
    picture = np.empty((size_px[1], size_px[0], 3), np.uint8)
    picture[:] = colours[0]
    KINDS[kind](picture, colours, rng)
    return picture


def smooth_noise(size_px: tuple[int, int], cells: int, rng: Rng) -> npt.NDArray[np.float32]:
    """Soft random hills between 0 and 1."""
    coarse = rng.random((cells + 1, cells + 1), dtype=np.float32)
    return cv2.resize(coarse, size_px, interpolation=cv2.INTER_CUBIC).clip(0, 1).astype(np.float32)


def _plain(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    del picture, colours, rng


def _gradient(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]
    share = np.clip(x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle)) + 0.5, 0, 1)
    picture[:] = blend(colours[0], colours[1], share.astype(np.float32))


def _clouds(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    share = smooth_noise((width, height), int(rng.integers(2, 9)), rng)
    picture[:] = blend(colours[0], colours[int(rng.integers(1, 3))], share)


def _mountains(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    _gradient(picture, (colours[0], colours[1]), rng)
    layers = int(rng.integers(2, 5))
    for layer in range(layers):
        peaks = int(rng.integers(3, 9))
        base = height * (0.35 + 0.6 * (layer + 1) / (layers + 1))
        tops = base - rng.random(peaks) * height * 0.45
        xs = np.linspace(-0.1, 1.1, peaks) * width + rng.normal(0, width * 0.03, peaks)
        outline = [(-width, height), *zip(xs, tops, strict=True), (2 * width, height)]
        _fill(picture, outline, _mix(colours[1 + layer % 2], colours[2 - layer % 2], layer / layers))


def _waves(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    xs = np.linspace(0, 1, 17)
    for step in range(int(rng.integers(3, 7))):
        level = (0.15 + 0.8 * rng.random()) * height
        swing = height * rng.uniform(0.02, 0.1)
        ys = level + swing * np.sin(xs * rng.uniform(4, 18) + rng.uniform(0, 6))
        outline = [(0, height), *zip(xs * width, ys, strict=True), (width, height)]
        _fill(picture, outline, colours[step % 3])


def _stripes(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    angle, pitch = rng.uniform(0, np.pi), width * rng.uniform(0.06, 0.3)
    along = np.array([np.cos(angle), np.sin(angle)]) * 2 * width
    across = np.array([-np.sin(angle), np.cos(angle)])
    middle = np.array([width / 2, height / 2])
    for step in range(-int(width / pitch) - 1, int(width / pitch) + 2, 2):
        edge = middle + across * step * pitch
        corners = [edge - along, edge + along, edge + along + across * pitch, edge - along + across * pitch]
        _fill(picture, [(float(x), float(y)) for x, y in corners], colours[1 + step % 4 // 2])


def _polygons(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    for step in range(int(rng.integers(4, 16))):
        count = int(rng.integers(3, 7))
        angles = np.sort(rng.uniform(0, 2 * np.pi, count))
        radius = width * rng.uniform(0.05, 0.35)
        x, y = rng.random(2) * (width, height)
        corners = [(x + radius * np.cos(a), y + radius * np.sin(a)) for a in angles]
        _fill(picture, corners, _shake(colours[step % 3], 25, rng))


def _dots(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    radius, pitch = width * rng.uniform(0.02, 0.07), width * rng.uniform(0.12, 0.25)
    for row, y in enumerate(np.arange(0, height + pitch, pitch)):
        for x in np.arange(0, width + pitch, pitch) + row % 2 * pitch / 2:
            _disc(picture, (x, y), radius, colours[1 + row % 2])


def _discs(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    for step in range(int(rng.integers(3, 14))):
        _disc(
            picture,
            tuple(rng.random(2) * (width, height)),
            width * rng.uniform(0.04, 0.35),
            colours[step % 3],
        )


def _rays(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    x, y = rng.uniform(0.2, 0.8, 2) * (width, height)
    count, start = int(rng.integers(6, 16)), rng.uniform(0, 6)
    for step in range(count):
        angles = start + 2 * np.pi * np.array([step, step + 0.5]) / count
        tips = [(x + 2 * height * np.cos(a), y + 2 * height * np.sin(a)) for a in angles]
        _fill(picture, [(x, y), *tips], colours[1])
    _disc(picture, (x, y), width * rng.uniform(0.08, 0.2), colours[2])


def _trees(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    _gradient(picture, colours, rng)
    for x in np.sort(rng.random(int(rng.integers(3, 12)))) * width:
        size, foot = height * rng.uniform(0.15, 0.5), height * rng.uniform(0.7, 1.0)
        colour = _shake(colours[2], 20, rng)
        for part in (0.0, 0.3, 0.55):
            half, top = size * (0.32 - part * 0.3), foot - size * (0.4 + part)
            _fill(picture, [(x - half, foot - size * part), (x, top), (x + half, foot - size * part)], colour)


def _scribbles(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    for step in range(int(rng.integers(3, 12))):
        points = np.cumsum(rng.normal(0, 0.12, (8, 2)), axis=0) + rng.random(2)
        line = np.round(points * (width, height) * 16).astype(np.int32)
        thick = max(1, int(width * rng.uniform(0.008, 0.05)))
        cv2.polylines(picture, [line], False, colours[1 + step % 2], thick, cv2.LINE_AA, 4)


def _checks(picture: Picture, colours: Sequence[Colour], rng: Rng) -> None:
    height, width = picture.shape[:2]
    cells = int(rng.integers(3, 9))
    board = (
        rng.integers(0, 3, (cells, cells))
        if rng.random() < 0.5
        else np.indices((cells, cells)).sum(axis=0) % 2
    )
    table = np.array(colours, np.uint8)[board]
    picture[:] = cv2.resize(table, (width, height), interpolation=cv2.INTER_NEAREST)


KINDS: dict[str, _Painter] = {
    "plain": _plain,
    "gradient": _gradient,
    "clouds": _clouds,
    "mountains": _mountains,
    "waves": _waves,
    "stripes": _stripes,
    "polygons": _polygons,
    "dots": _dots,
    "discs": _discs,
    "rays": _rays,
    "trees": _trees,
    "scribbles": _scribbles,
    "checks": _checks,
}


def _fill(picture: Picture, outline: Sequence[Point], colour: Colour) -> None:
    points = np.round(np.clip(np.array(outline, np.float64), -4000, 8000) * 16).astype(np.int32)
    cv2.fillPoly(picture, [points], colour, cv2.LINE_AA, 4)


def _disc(picture: Picture, centre: Sequence[float], radius: float, colour: Colour) -> None:
    at = (round(centre[0] * 16), round(centre[1] * 16))
    cv2.circle(picture, at, max(1, round(radius * 16)), colour, -1, cv2.LINE_AA, 4)


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    blue, green, red = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return blue, green, red


def _shake(colour: Colour, amount: float, rng: Rng) -> Colour:
    change = rng.normal(0, amount)
    blue, green, red = (min(255.0, max(0.0, channel + change)) for channel in colour)
    return blue, green, red
