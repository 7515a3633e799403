"""Procedural artwork: inks and chance come in, mountains, skies, shapes and textures go out."""

from collections.abc import Callable
from random import Random

import cv2
import numpy as np

from vision.lab.training.palette import Ink, any_ink, blend, near
from vision.types import Picture


def paint(size: tuple[int, int], ink: Ink, chance: Random, strength: float = 1.0) -> Picture:
    """A picture of this (width, height) whose tone leans on an ink."""
    canvas = gradient(size, near(ink, chance, 30), blend(ink, any_ink(chance), 0.6 * strength), chance)
    for _ in range(chance.randint(1, 3)):
        chance.choice(_MOTIFS)(canvas, ink, chance)
    if chance.random() < 0.4:
        grain(canvas, chance)
    return canvas


def gradient(size: tuple[int, int], top: Ink, bottom: Ink, chance: Random) -> Picture:
    """From one ink to another, downwards or sideways."""
    width, height = size
    down = chance.random() < 0.7
    ramp = np.linspace(0, 1, height if down else width, dtype=np.float32)
    ramp = ramp[:, None, None] if down else ramp[None, :, None]
    tones = np.array(top, np.float32) * (1 - ramp) + np.array(bottom, np.float32) * ramp
    return np.ascontiguousarray(np.broadcast_to(tones, (height, width, 3)).astype(np.uint8))


def mountains(canvas: Picture, ink: Ink, chance: Random) -> None:
    """Two or three ridges, some with snow."""
    height, width = canvas.shape[:2]
    for layer in range(chance.randint(1, 3)):
        base = height * (0.35 + 0.2 * layer)
        xs = np.linspace(0, width, chance.randint(4, 9))
        ys = [base + chance.uniform(-0.2, 0.25) * height for _ in xs]
        ridge = np.array([*zip(xs, ys, strict=True), (width, height), (0, height)], np.int32)
        cv2.fillPoly(canvas, [ridge], blend(ink, any_ink(chance), chance.uniform(0.2, 0.8)), cv2.LINE_AA)


def _blobs(canvas: Picture, ink: Ink, chance: Random) -> None:
    height, width = canvas.shape[:2]
    for _ in range(chance.randint(1, 7)):
        centre = (chance.randrange(width), chance.randrange(height))
        radius = int(chance.uniform(0.03, 0.25) * width)
        thick = -1 if chance.random() < 0.7 else chance.randint(1, 4)
        cv2.circle(
            canvas, centre, radius, blend(ink, any_ink(chance), chance.uniform(0.3, 1)), thick, cv2.LINE_AA
        )


def stripes(canvas: Picture, ink: Ink, chance: Random) -> None:
    """Lines across: rays, water, fences, hatching."""
    height, width = canvas.shape[:2]
    tone, thick = blend(ink, any_ink(chance), chance.uniform(0.3, 1)), chance.randint(1, 5)
    slope, step = chance.uniform(-1.5, 1.5), chance.randint(6, 30)
    for offset in range(-2 * height, 2 * height, step):
        cv2.line(canvas, (0, offset), (width, int(offset + slope * width)), tone, thick, cv2.LINE_AA)


def _facets(canvas: Picture, ink: Ink, chance: Random) -> None:
    height, width = canvas.shape[:2]
    for _ in range(chance.randint(1, 5)):
        points = [(chance.randrange(width), chance.randrange(height)) for _ in range(chance.randint(3, 6))]
        hull = cv2.convexHull(np.array(points, np.int32))
        cv2.fillPoly(canvas, [hull], blend(ink, any_ink(chance), chance.uniform(0.2, 0.9)), cv2.LINE_AA)


def clouds(canvas: Picture, ink: Ink, chance: Random) -> None:
    """Soft spots of light and dark."""
    height, width = canvas.shape[:2]
    coarse = np.random.default_rng(chance.getrandbits(32)).uniform(
        -40, 40, (chance.randint(3, 9), chance.randint(3, 9), 1)
    )
    spots = cv2.resize(coarse.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    np.copyto(canvas, np.clip(canvas + spots[..., None], 0, 255).astype(np.uint8))


def wave(canvas: Picture, ink: Ink, chance: Random) -> None:
    """A river or a path: a thick wavy line."""
    height, width = canvas.shape[:2]
    xs = np.linspace(-5, width + 5, 14)
    ys = height * chance.random() + height * 0.15 * np.sin(
        xs / width * chance.uniform(3, 12) + chance.uniform(0, 6)
    )
    points = np.stack([xs, ys], axis=1).astype(np.int32)
    tone = blend(ink, any_ink(chance), chance.uniform(0.3, 1))
    cv2.polylines(canvas, [points], False, tone, chance.randint(2, 18), cv2.LINE_AA)


_MOTIFS: tuple[Callable[[Picture, Ink, Random], None], ...] = (
    mountains,
    mountains,
    _blobs,
    stripes,
    _facets,
    clouds,
    wave,
)


def grain(canvas: Picture, chance: Random) -> None:
    """Printed texture."""
    rng = np.random.default_rng(chance.getrandbits(32))
    noise = rng.normal(0, chance.uniform(3, 14), canvas.shape[:2]).astype(np.float32)
    if chance.random() < 0.5:
        noise = 2 * np.asarray(cv2.GaussianBlur(noise, (0, 0), 1.2), np.float32)
    np.copyto(canvas, np.clip(canvas + noise[..., None], 0, 255).astype(np.uint8))


def table(side: int, chance: Random) -> Picture:
    """What lies around a card: wood, cloth, plain, or other cards' edges."""
    tone = any_ink(chance)
    canvas = gradient((side, side), tone, near(tone, chance, 25), chance)
    kind = chance.random()
    rng = np.random.default_rng(chance.getrandbits(32))
    if kind < 0.35:
        lines = rng.normal(0, chance.uniform(4, 22), (side, 1)).astype(np.float32)
        texture = cv2.GaussianBlur(np.repeat(lines, side, axis=1), (0, 0), chance.uniform(0.5, 2.5))
        texture = texture if chance.random() < 0.5 else texture.T
        canvas = np.clip(canvas + texture[..., None], 0, 255).astype(np.uint8)
    elif kind < 0.6:
        texture = rng.normal(0, chance.uniform(4, 25), (side, side)).astype(np.float32)
        canvas = np.clip(canvas + texture[..., None], 0, 255).astype(np.uint8)
    elif kind < 0.7:
        canvas = paint((side, side), tone, chance)
    return canvas
