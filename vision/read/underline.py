"""Underlines: the patch of a card comes in, whether a bar under its number tells which way up it is goes out."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.types import Mask, Picture


@dataclass(frozen=True, slots=True)
class _BarSettings:
    """Shapes of a number and of its bar; set by hand on single cards of ../shared/decks/uno-flip."""

    inner: float = 0.18  # of the patch, left out at each side: the table and the card's corners
    middle: float = 0.15  # of the patch: a number's middle lies so near to that of the card
    least_height: float = 0.15  # of a digit, as a share of the patch
    slender: float = 3.0  # length over thickness of a bar, at least
    level: float = 0.45  # rise over run of a bar, at most: numbers slant
    shortest: float = 0.5  # length over a digit's width, of a bar ...
    longest: float = 2.6  # ... under two digits
    gap: float = 0.35  # of the digit's height: a bar's middle is so near to it


_SETTINGS = _BarSettings()


@dataclass(frozen=True, slots=True)
class _Blob:
    """A connected part of what is printed in one tone: its box, and the length, thickness and rise of it."""

    left: int
    top: int
    width: int
    height: int
    length: float
    thickness: float
    rise: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2


def find_underline(patch: Picture) -> int:
    """Where a number's bar lies in the patch of a card: 1 below, -1 above it, 0 where none tells."""
    cut = round(_SETTINGS.inner * len(patch))
    inner = np.asarray(patch[cut:-cut, cut:-cut].min(axis=2), np.uint8)  # white differs from every colour
    _, light = cv2.threshold(inner, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    signs = {_underline_in(np.asarray(mask, np.uint8), len(patch)) for mask in (light, 255 - light)} - {0}
    return signs.pop() if len(signs) == 1 else 0


def _underline_in(mask: Mask, side: int) -> int:
    blobs = _blobs(mask)
    digits = [each for each in blobs if _is_digit(each, mask.shape, side)]
    if not digits:
        return 0
    digit = max(digits, key=lambda each: each.height)
    sides = {_side_of(each, digit) for each in blobs} - {0}
    return sides.pop() if len(sides) == 1 else 0


def _blobs(mask: Mask) -> list[_Blob]:
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    return [_blob(np.asarray(labels == at), *map(int, stats[at, :4])) for at in range(1, number)]


def _blob(inside: np.ndarray, left: int, top: int, width: int, height: int) -> _Blob:  # type: ignore[type-arg]
    points = np.argwhere(inside)[:, ::-1].astype(np.float64)
    spreads, ways = np.linalg.eigh(np.cov(points.T) if len(points) > 1 else np.zeros((2, 2)))
    thickness, length = np.sqrt(12 * np.maximum(spreads, 0.0) + 1)  # of a bar with these spreads
    along = np.abs(ways[:, 1])
    return _Blob(
        left, top, width, height, float(length), float(thickness), float(along[1] / max(along[0], 1e-9))
    )


def _is_digit(blob: _Blob, shape: tuple[int, ...], side: int) -> bool:
    whole = (
        blob.left > 0
        and blob.top > 0
        and blob.left + blob.width < shape[1]
        and blob.top + blob.height < shape[0]
    )
    off = max(abs(at - size / 2) for at, size in zip(blob.middle, shape[::-1], strict=True))
    return whole and off <= _SETTINGS.middle * side and blob.height >= _SETTINGS.least_height * side


def _side_of(blob: _Blob, digit: _Blob) -> int:
    """On which side of a digit a bar lies; 0 if this is none."""
    is_bar = blob.length >= _SETTINGS.slender * blob.thickness and blob.rise <= _SETTINGS.level
    like = _SETTINGS.shortest * digit.width <= blob.length <= _SETTINGS.longest * digit.width
    (x, y), (digit_x, digit_y) = blob.middle, digit.middle
    beyond = abs(y - digit_y) - digit.height / 2
    near = 0 < beyond <= _SETTINGS.gap * digit.height and abs(x - digit_x) <= blob.length / 2
    return (1 if y > digit_y else -1) if is_bar and like and near else 0
