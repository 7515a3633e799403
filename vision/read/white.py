"""White: a picture and its tags come in, what is white, and the picture as under plain light, go out."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.fast_median import quantiles
from vision.geometry import spread
from vision.plane.tags import PAPER_MM, SIDE_MM
from vision.types import Mask, Picture, Quad

White = tuple[float, float, float]  # blue, green, red of something white under this light
PAPER = 225.0  # how bright white paper is after balancing
_LARGEST_GAIN = 2.5
_DARKEST = 40.0  # paper darker than this tells nothing
_BLOWN_OUT = 252.0
_BRIGHTEST = 250.0  # of a balanced picture but for its glints
_SAMPLE_STEP, _GLINTS = 4, 0.98  # pixels between those looked at; the share of them that is no glint
_EXPOSURES = 32  # steps


def see_white(picture: Picture, tags: dict[int, Quad]) -> White | None:
    """White from the paper around the tags; nothing when no tag shows paper that can be trusted."""
    whites = [white for quad in tags.values() if (white := paper_colour(picture, quad)) is not None]
    if not whites:
        return None
    blue, green, red = np.median(whites, axis=0).tolist()
    return blue, green, red


def paper_colour(picture: Picture, quad: Quad) -> White | None:
    """The median colour of the white rim around a tag's black square."""
    outer = spread(quad, 1 + (PAPER_MM / SIDE_MM - 1) * 0.75)
    points = np.array(outer)
    left, top = np.maximum(np.floor(points.min(axis=0)), 0).astype(int).tolist()
    right, bottom = np.ceil(points.max(axis=0)).astype(int).tolist()
    window = picture[top:bottom, left:right]
    if window.size == 0:
        return None
    rim = _filled(window, outer, (left, top)) & ~_filled(window, spread(quad, 1.08), (left, top))
    channels = np.ascontiguousarray(window.reshape(-1, 3)[np.flatnonzero(rim)].T)
    if channels.shape[1] < 20:
        return None
    light = channels.sum(axis=0, dtype=np.int64)
    bright = channels[:, light >= quantiles(light, (0.5,))[0]]
    blue, green, red = (quantiles(channel, (0.5,))[0] for channel in bright)
    usable = min(blue, green, red) >= _DARKEST and max(blue, green, red) < _BLOWN_OUT
    return (blue, green, red) if usable else None


def _filled(window: Picture, quad: Quad, origin: tuple[int, int]) -> Mask:
    mask = np.zeros(window.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.subtract(quad, origin)).astype(np.int32), 255)
    return mask


def _white_gains(white: White) -> npt.NDArray[np.float32]:
    gains = PAPER / np.maximum(np.array(white, np.float32), 1.0)
    return np.clip(gains, 1 / _LARGEST_GAIN, _LARGEST_GAIN).astype(np.float32)


def balance(picture: Picture, white: White | None) -> Picture:
    """The picture as it would be under plain light; unchanged when no white is known.

    Where that would blow out what is lit better than the tags, it is left darker.
    """
    if white is None:
        return picture
    return np.asarray(cv2.LUT(picture, _balancing(white, _exposure(picture, white))), np.uint8)


def _exposure(picture: Picture, white: White) -> float:
    """The share of the gains at which hardly anything is blown out."""
    sample, gains = picture[::_SAMPLE_STEP, ::_SAMPLE_STEP].reshape(-1, 3), _white_gains(white)
    if float((sample.max(axis=0) * gains).max()) <= _BRIGHTEST:
        return 1.0
    levels = np.partition(sample, int(_GLINTS * len(sample)), axis=0)[int(_GLINTS * len(sample))]
    return min(1.0, math.floor(_EXPOSURES * _BRIGHTEST / float((levels * gains).max() + 1e-6)) / _EXPOSURES)


@lru_cache(maxsize=64)
def _balancing(white: White, exposure: float) -> Picture:
    levels = np.arange(256, dtype=np.float32)[:, None] * (exposure * _white_gains(white)) + 0.5
    return np.asarray(np.clip(levels, 0, 255)[None], np.uint8)
