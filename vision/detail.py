"""Fine detail: upright patches come in, vectors that tell how exactly two show the same print go out.

The network tells cards apart by what it learnt; where a deck shares its artwork and only small print differs,
comparing the print itself, at many small shifts, turns and sizes, tells more.
"""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.patch import GREY, MARGIN, SIDE_PX
from vision.types import Picture

Vectors = npt.NDArray[np.float32]

RIM_PX = 3.0  # of a card's edge that is not compared
FINE_PX = 44
REACH = 1  # shifts of the fine picture to each side
TURNS = (-2.5, 0.0, 2.5)
SIZES = (0.97, 1.0, 1.03)
AREA_PX = 7.0  # light is evened out over about this
FLAT = 14.0  # contrast below this is noise, and is not blown up
TONE_PX = 8  # the coarse grid of colours
TONE_STEP = 10.0  # a difference that anybody sees
LIGHT = np.array([4.0, 0.8, 0.8], np.float32)  # what light may change over the whole card
FOREIGN = 2.2  # a cell further from its reference than this shows something else
CHROMA = 0.7  # weight of colour against lightness


def reference_details(patches: list[Picture]) -> Vectors:
    """One unit vector a patch."""
    return np.stack([flatten(fine(patch, 0.0, 1.0)) for patch in patches])


def seen_details(patch: Picture) -> Vectors:
    """The patch at every small shift, turn and size, one unit vector each."""
    poses = [(turn, 1.0) for turn in TURNS] + [(0.0, size) for size in SIZES if size != 1.0]
    return np.concatenate([shifted(fine(patch, turn, size)) for turn, size in poses])


def exactness(seen: Vectors, references: Vectors) -> npt.NDArray[np.float64]:
    """How exactly each reference is what was seen, at its best pose: minus the log of what is left over."""
    best = (seen @ references.T).max(axis=0).astype(np.float64)
    result: npt.NDArray[np.float64] = -np.log(np.clip(1.02 - best, 0.02, 2.0))
    return result


def tones(patches: Sequence[Picture]) -> Vectors:
    """The colours (Lab) of a coarse grid over each card's inside: patches x cells x 3."""
    cells = []
    for patch in patches:
        left, top = (round(edge) for edge in rim(patch))
        inside = patch[top : SIDE_PX - top, left : SIDE_PX - left]
        cells.append(cv2.resize(inside, (TONE_PX, TONE_PX), interpolation=cv2.INTER_AREA))
    grids = [np.asarray(cv2.cvtColor(cell, cv2.COLOR_BGR2LAB), np.float32).reshape(-1, 3) for cell in cells]
    return np.stack(grids) / TONE_STEP


def tone_likeness(seen: Vectors, references: Vectors) -> npt.NDArray[np.float64]:
    """How alike the colours are, lightness aside: minus their mean difference, patches x references."""
    apart = np.abs(seen[:, None, :, 1:] - references[None, :, :, 1:]).mean(axis=(2, 3))
    return np.asarray(-apart, np.float64)


def foreign_share(seen: Vectors, references: Vectors) -> npt.NDArray[np.float64]:
    """The share of a card that shows something else than the reference: a hand, another card.

    A change of light that concerns the whole card does not count, if light can do it.
    """
    change = seen[:, None] - references[None]
    change = change - np.clip(np.median(change, axis=2, keepdims=True), -LIGHT, LIGHT)
    size = np.sqrt(0.1 * change[..., 0] ** 2 + change[..., 1] ** 2 + change[..., 2] ** 2)
    return np.asarray((size > FOREIGN).mean(axis=2), np.float64)


def fine(patch: Picture, turn: float, size: float) -> Vectors:
    """Lightness and two colours of the card's inside, a little larger than compared, light evened out."""
    side = FINE_PX + 2 * REACH
    small = cv2.warpAffine(patch, pose(turn, size, rim(patch)), (side, side), flags=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.float32)
    mean = cv2.GaussianBlur(lab, (0, 0), AREA_PX)
    flat = lab - mean
    contrast = np.sqrt(cv2.GaussianBlur(flat[..., 0] ** 2, (0, 0), AREA_PX)) + FLAT
    even = flat / contrast[..., None]
    even[..., 1:] *= CHROMA
    return np.asarray(even, np.float32)


@lru_cache(maxsize=128)
def pose(turn: float, size: float, edges: tuple[float, float]) -> npt.NDArray[np.float64]:
    """The map from a patch to the fine picture of its inside."""
    middle, centre = (SIDE_PX - 1) / 2, (FINE_PX + 2 * REACH - 1) / 2
    cosine, sine = np.cos(np.radians(turn)) * size, np.sin(np.radians(turn)) * size
    stretch = np.diag([FINE_PX / (SIDE_PX - 2 * edge) for edge in edges])
    linear = stretch @ np.array([[cosine, sine], [-sine, cosine]])
    return np.column_stack([linear, np.array([centre, centre]) - linear @ np.array([middle, middle])])


def rim(patch: Picture) -> tuple[float, float]:
    """How far from the patch's left and from its top the inside of the card begins.

    Beside a card that is not square the patch is grey, then a margin of table is seen.
    """
    grey = (patch == GREY).all(axis=2)
    beside = [int(np.argmin(grey.all(axis=axis))) for axis in (0, 1)]
    left, top = (SIDE_PX * (MARGIN / (1 + 2 * MARGIN) if not n else MARGIN) + n + RIM_PX for n in beside)
    return left, top


def shifted(even: Vectors) -> Vectors:
    """All shifts within reach as unit vectors."""
    steps = range(2 * REACH + 1)
    return np.stack([unit(even[y : y + FINE_PX, x : x + FINE_PX]) for y in steps for x in steps])


def flatten(even: Vectors) -> Vectors:
    """The middle shift as a unit vector."""
    return unit(even[REACH : REACH + FINE_PX, REACH : REACH + FINE_PX])


def unit(window: Vectors) -> Vectors:
    """A window as a vector of length one."""
    vector = window.ravel()
    return np.asarray(vector / (np.linalg.norm(vector) + 1e-6), np.float32)
