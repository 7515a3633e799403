"""Colour and light: a picture and what is white in it come in, the picture as under plain light goes out."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Picture

White = tuple[float, float, float]  # blue, green, red of something white under this light
PAPER = 225.0  # how bright white paper is after balancing
_LARGEST_GAIN = 2.5


def _white_gains(white: White) -> npt.NDArray[np.float32]:
    gains = PAPER / np.maximum(np.array(white, np.float32), 1.0)
    return np.clip(gains, 1 / _LARGEST_GAIN, _LARGEST_GAIN).astype(np.float32)


def balance(picture: Picture, white: White | None) -> Picture:
    """The picture as it would be under plain light; unchanged when no white is known."""
    if white is None:
        return picture
    return np.asarray(cv2.LUT(picture, _balancing(white)), np.uint8)


@lru_cache(maxsize=4)
def _balancing(white: White) -> Picture:
    levels = np.arange(256, dtype=np.float32)[:, None] * _white_gains(white) + 0.5
    return np.asarray(np.clip(levels, 0, 255)[None], np.uint8)
