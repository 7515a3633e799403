"""Patches: a picture and a card's outline come in, the card seen from above, and how well, goes out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.fast_median import quantiles
from vision.read.white import White, balance
from vision.types import Picture, Quad

SIDE_PX = 96  # what the network looks at
MARGIN = 0.08  # of the card's longer side, seen around the card
GREY = (128, 128, 128)  # fills what a card that is not square leaves over
_SQUARE_ENOUGH = 1.12  # longer side over shorter side
BLOWN_OUT, WHITEST = (253, 253, 253), (255, 255, 255)

Corners = Sequence[Sequence[float]]  # four picture points, clockwise
Points = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Quality:
    """How well a card is seen: sharpness (higher is sharper), and the share of it lost in glare."""

    sharpness: float
    glare: float


def rectify(
    picture: Picture,
    corners: Corners,
    side_px: int = SIDE_PX,
    margin: float = MARGIN,
    white: White | None = None,
) -> Picture:
    """The card inside `corners` as a square patch, in plain light if the white is known.

    What is beside a card that is not square is grey.
    """
    outline = np.array(corners, np.float32)
    width, height = card_shape(outline)
    target = place_in_patch(width, height, side_px, margin)
    turn = np.asarray(cv2.getPerspectiveTransform(outline, target), np.float64)
    patch = balance(_warp_smoothly(picture, turn, side_px, max(width, height)), white)
    return patch if width == height else grey_outside(patch, target, margin * side_px)


def refine(corners: Corners, offsets: npt.NDArray[np.float64], margin: float = MARGIN) -> Quad:
    """The outline moved by offsets that were seen in its patch (four, in shares of the patch's side)."""
    outline = np.array(corners, np.float32)
    width, height = card_shape(outline)
    nominal = place_in_patch(width, height, 1000, margin)
    back = cv2.getPerspectiveTransform(nominal, outline)
    moved = (nominal + 1000 * offsets).astype(np.float32)
    points = cv2.perspectiveTransform(moved[None], back)[0]
    return tuple((float(x), float(y)) for x, y in points)


def card_shape(outline: Points) -> tuple[float, float]:
    """Width and height of an outline in picture pixels; equal when it is nearly square."""
    corners = outline.tolist()
    top, right, bottom, left = map(math.dist, corners, [*corners[1:], corners[0]])
    width, height = (top + bottom) / 2, (right + left) / 2
    longer, shorter = max(width, height, 1.0), max(min(width, height), 1.0)
    return (longer, longer) if longer / shorter < _SQUARE_ENOUGH else (max(width, 1.0), max(height, 1.0))


def place_in_patch(width: float, height: float, side_px: int, margin: float) -> Points:
    """Where a card of this shape has its corners in a patch."""
    scale = side_px / (1 + 2 * margin) / max(width, height)
    half_width, half_height, middle = width * scale / 2, height * scale / 2, side_px / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    # Pixel centres are whole numbers: the patch spans from -0.5 to side - 0.5.
    corners = signs * np.array([half_width, half_height], np.float32) + (middle - 0.5)
    return np.asarray(corners, np.float32)


def _warp_smoothly(picture: Picture, turn: npt.NDArray[np.float64], side_px: int, card_px: float) -> Picture:
    shrink = card_px / side_px
    factor = int(np.ceil(shrink)) if shrink >= 1.5 else 1
    grow = np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1]])
    size = (side_px * factor, side_px * factor)
    large = cv2.warpPerspective(
        picture, grow @ turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if factor > 1:
        large = cv2.resize(large, (side_px, side_px), interpolation=cv2.INTER_AREA)
    return np.asarray(large, np.uint8)


def grey_outside(patch: Picture, target: Points, margin_px: float) -> Picture:
    """Make grey what lies further than the margin beside a card that is not square."""
    left, top = np.floor(target.min(axis=0) - margin_px).astype(int)
    right, bottom = np.ceil(target.max(axis=0) + margin_px).astype(int) + 1
    side = patch.shape[0]
    if left <= 1 and top <= 1 and right >= side - 1 and bottom >= side - 1:
        return patch
    out = np.full_like(patch, GREY)
    box = slice(max(top, 0), min(bottom, side)), slice(max(left, 0), min(right, side))
    out[box] = patch[box]
    return out


def hide_surroundings(patch: Picture, corners: Corners) -> Picture:
    """The patch of a card with nothing of what lies around the outline."""
    width, height = card_shape(np.array(corners, np.float32))
    return grey_outside(patch, place_in_patch(width, height, SIDE_PX, MARGIN), 0.0)


def tint_of(patch: Picture) -> npt.NDArray[np.float64]:
    """The mean colour of the card in a patch, whatever its brightness, of 255."""
    inner = slice(SIDE_PX // 8, -SIDE_PX // 8)  # the card without the table
    colour = np.asarray(patch[inner, inner].mean(axis=(0, 1)), np.float64)
    return np.asarray(255 * colour / max(1.0, float(colour.sum())))


def measure_quality(patch: Picture) -> _Quality:
    """Sharpness as the strongest edges, glare as the share of blown-out pixels that have no edges."""
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)
    edges = np.abs(cv2.Laplacian(grey, cv2.CV_16S))
    dark, light = quantiles(grey, (0.02, 0.98))
    sharpness = quantiles(edges, (0.98,))[0] / (light - dark + 1.0)
    blown = cv2.countNonZero(cv2.inRange(patch, BLOWN_OUT, WHITEST))
    return _Quality(sharpness=sharpness, glare=blown / grey.size)
