"""Colour and light: a picture and what is white in it come in, the picture as under plain light goes out."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Picture

White = tuple[float, float, float]  # blue, green, red of something white under this light
PAPER = 225.0  # how bright white paper is after balancing
LARGEST_GAIN = 2.5


def white_gains(white: White) -> npt.NDArray[np.float32]:
    """The factors for blue, green and red that make `white` look like paper in plain light."""
    gains = PAPER / np.maximum(np.array(white, np.float32), 1.0)
    return np.clip(gains, 1 / LARGEST_GAIN, LARGEST_GAIN).astype(np.float32)


def balance(picture: Picture, white: White | None) -> Picture:
    """The picture as it would be under plain light; unchanged when no white is known."""
    if white is None:
        return picture
    levels = np.arange(256, dtype=np.float32)[:, None] * white_gains(white) + 0.5
    table = np.clip(levels, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table[None]), np.uint8)


def find_white(patches: Sequence[Picture]) -> White | None:
    """The white that these patches of white things (tag borders, card rims) share: a robust bright colour.

    None when nothing is bright enough to be trusted.
    """
    whites = [bright_colour(patch) for patch in patches if patch.size]
    if not whites:
        return None
    white = np.median(np.array(whites), axis=0)
    if white.min() < 40:
        return None
    return (float(white[0]), float(white[1]), float(white[2]))


def bright_colour(patch: Picture) -> npt.NDArray[np.float64]:
    """The median colour of the brightest fifth of a patch that is not blown out."""
    pixels = patch.reshape(-1, 3).astype(np.float64)
    light = pixels.min(axis=1)
    kept = pixels[light <= 250]
    if len(kept) < len(pixels) / 10:
        kept = pixels
    bar = np.quantile(kept.min(axis=1), 0.8)
    middle: npt.NDArray[np.float64] = np.median(kept[kept.min(axis=1) >= bar], axis=0)
    return middle
