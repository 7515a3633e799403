"""Table tops: a kind and chance come in, a texture goes out; a camera lays it under the cards."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from vision.lab.scene.artwork import Rng, smooth_noise
from vision.lab.scene.camera import Camera
from vision.types import Picture

KINDS = ("wood", "dark wood", "cloth", "dark cloth", "plain", "light plain", "dark plain")
TEXTURE_PX = 1024
_TEXTURE_MM = 700.0


@lru_cache(maxsize=8)  # three megabytes each
def texture(kind: str, seed: int) -> Picture:
    """A square piece of table top, mirrored at its edges when the table is larger."""
    rng = np.random.default_rng(seed)
    if "wood" in kind:
        return _wood(rng, "dark" in kind)
    if "cloth" in kind:
        return _cloth(rng, "dark" in kind)
    return _plain(rng, kind)


def lay(camera: Camera, kind: str, seed: int) -> Picture:
    """The empty table as the camera sees it."""
    map_x, map_y = _texture_map(camera)
    top = cv2.remap(texture(kind, seed), map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(top, np.uint8)


@lru_cache(maxsize=4)
def _texture_map(camera: Camera) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """For each picture point its point on the texture: worked out coarsely, then spread."""
    width, height = camera.size_px
    xs, ys = np.linspace(-0.5, width - 0.5, 97), np.linspace(-0.5, height - 0.5, 55)
    points = np.stack(np.meshgrid((xs[1:] + xs[:-1]) / 2, (ys[1:] + ys[:-1]) / 2), axis=-1)
    coarse = (camera.to_mm(points) / _TEXTURE_MM + 0.5) * TEXTURE_PX
    fine = cv2.resize(coarse.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    whole, parts = cv2.convertMaps(fine, np.empty(0, np.float32), cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(parts, np.uint16)


def _wood(rng: Rng, dark: bool) -> Picture:
    size = TEXTURE_PX
    board = rng.integers(4, 9)
    base = np.array((38, 62, 98) if dark else (118, 164, 205), np.float32) * np.float32(
        rng.uniform(0.8, 1.15)
    )
    coarse = rng.random((int(rng.integers(90, 220)), 7), dtype=np.float32)
    grain = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.random((size, 24), dtype=np.float32), (size, size), interpolation=cv2.INTER_LINEAR)
    tone = 0.82 + 0.24 * grain + 0.08 * fine + 0.1 * smooth_noise((size, size), 5, rng)
    edges = np.linspace(0, size, board + 1).astype(int)
    for top, bottom in pairwise(edges.tolist()):
        tone[top:bottom] = np.roll(tone[top:bottom], int(rng.integers(size)), axis=1) * rng.uniform(
            0.88, 1.08
        )
        tone[top : top + 2] *= 0.6
    return np.asarray((base * tone[..., None]).clip(0, 255), np.uint8)


def _cloth(rng: Rng, dark: bool) -> Picture:
    size = TEXTURE_PX
    value = rng.uniform(45, 95) if dark else rng.uniform(150, 225)
    base = np.array(value * (1 + rng.uniform(-0.3, 0.3, 3)), np.float32)
    weave = np.indices((size, size)).astype(np.float32)
    threads = 1 + 0.05 * np.sin(weave[0] * 1.9) * np.sin(weave[1] * 1.9)
    folds = 0.9 + 0.2 * smooth_noise((size, size), 4, rng)
    speckle = 1 + 0.07 * rng.standard_normal((size, size), dtype=np.float32)
    return np.asarray((base * (threads * folds * speckle)[..., None]).clip(0, 255), np.uint8)


def _plain(rng: Rng, kind: str) -> Picture:
    size = TEXTURE_PX
    low, high = {"light plain": (205, 245), "dark plain": (25, 70)}.get(kind, (80, 190))
    base = np.array(rng.uniform(low, high) * (1 + rng.normal(0, 0.05, 3)), np.float32)
    tone = 0.97 + 0.06 * smooth_noise((size, size), 6, rng)
    return np.asarray((base * tone[..., None]).clip(0, 255), np.uint8)
