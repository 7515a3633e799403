"""Underlines: the patch of a card comes in, on which side of its number a bar lies goes out."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Mask, Picture


@dataclass(frozen=True, slots=True)
class _BarSettings:
    """Shapes of a number and of its bar; set by hand on single cards of ../shared/decks/uno-flip."""

    inner: float = 0.18  # of the patch, left out at each side: the table and the card's corners
    middle: float = 0.15  # of the patch: a number's middle lies so near to that of the card
    least_height: float = 0.15  # of a digit, as a share of the patch
    slender: float = 3.0  # length over thickness of a bar, at least
    level: float = 0.6  # height over width of the box around a bar, at most: numbers slant
    shortest: float = 0.5  # length over a digit's width, of a bar ...
    longest: float = 2.6  # ... under two digits
    gap: float = 0.35  # of the digit's height: a bar's middle is so near to it


_SETTINGS = _BarSettings()


@dataclass(frozen=True, slots=True)
class _Blob:
    """A connected part of what is printed in one tone: its middle and box, and how long and thick it is."""

    x: float  # from the middle of the card
    y: float
    width: int
    height: int
    length: float
    thickness: float

    @property
    def is_bar(self) -> bool:
        slender = self.length >= _SETTINGS.slender * self.thickness
        return slender and self.height <= _SETTINGS.level * self.width


def find_underline(patch: Picture) -> int:
    """Where a number's bar lies in the patch of a card: 1 below, -1 above it, 0 where none tells."""
    cut = round(_SETTINGS.inner * len(patch))
    inner = np.asarray(patch[cut:-cut, cut:-cut].min(axis=2), np.uint8)  # white differs from every colour
    light = np.asarray(cv2.threshold(inner, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1], np.uint8)
    return _agreed([_underline_in(_blobs(mask), len(patch)) for mask in (light, 255 - light)])


def _agreed(sides: list[int]) -> int:
    told = set(sides) - {0}
    return told.pop() if len(told) == 1 else 0


def _underline_in(blobs: list[_Blob], side: int) -> int:
    digits = [each for each in blobs if _is_digit(each, side)]
    digit = max(digits, key=lambda each: each.height, default=None)
    return _agreed([_side_of(each, digit) for each in blobs if each.is_bar]) if digit else 0


def _blobs(mask: Mask) -> list[_Blob]:
    """The parts of a mask that do not touch its edge, as the card itself and bands across it do."""
    number, labels = cv2.connectedComponents(mask)
    edge = {*labels[0], *labels[-1], *labels[:, 0], *labels[:, -1]}
    return [_blob(np.argwhere(labels == at), len(mask)) for at in range(1, number) if at not in edge]


def _blob(places: npt.NDArray[np.int64], inner: int) -> _Blob:
    points = places[:, ::-1].astype(np.int32)
    left, top, width, height = cv2.boundingRect(points)
    thickness, length = sorted(cv2.minAreaRect(points)[1])
    x, y = left + (width - inner) / 2, top + (height - inner) / 2
    return _Blob(x, y, width, height, length + 1, thickness + 1)  # the rectangle ends in pixels' middles


def _is_digit(blob: _Blob, side: int) -> bool:
    near = max(abs(blob.x), abs(blob.y)) <= _SETTINGS.middle * side
    return near and blob.height >= _SETTINGS.least_height * side


def _side_of(bar: _Blob, digit: _Blob) -> int:
    """On which side of a digit a bar lies; 0 if it is not the digit's own."""
    beyond = abs(bar.y - digit.y) - digit.height / 2
    near = 0 < beyond <= _SETTINGS.gap * digit.height and abs(bar.x - digit.x) <= bar.length / 2
    like = _SETTINGS.shortest * digit.width <= bar.length <= _SETTINGS.longest * digit.width
    return (1 if bar.y > digit.y else -1) if near and like else 0
