"""Alignment: a reference's print and a seen one come in, how the reference must be moved to fit goes out.

The slopes of a reference are known before anything is seen, so that a step is one look and one product:
OpenCV's findTransformECC works them out anew at every step, and takes three times as long.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
Move = npt.NDArray[np.float64]  # 2 x 3: where a point of what is seen lies on the reference

_SOFT = np.array([1, 2, 1], np.float32) / 4  # slopes reach further on a smooth print
SLOPE, NO_SLOPE = np.array([-0.5, 0, 0.5], np.float32), np.ones(1, np.float32)
_STEADY = 1e-3  # of the strength of its slopes: a print hardly moves along what it does not tell
_SETTLED = 1e-3  # alike: a step that gains less is the last
_LEAST_GAIN = 0.3  # a seen print is strengthened at least to this, else noise would look like print
STILL: Move = np.eye(2, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """How a reference was moved, and how alike it then was to what is seen."""

    move: Move
    alike: float


@dataclass(frozen=True, slots=True, eq=False)
class Guide:
    """What a reference tells beforehand: its print, and which move each difference from it asks for."""

    mask: Vectors  # one where the print counts
    smooth: Vectors  # the softened print, flat, nothing outside the mask
    steer: Vectors  # moves (see `corrected`) x pixels

    @classmethod
    def of(cls, even: Vectors, mask: Vectors) -> Guide:
        """Take it from a square print."""
        smooth = soften(even)
        across = cv2.sepFilter2D(smooth, cv2.CV_32F, SLOPE, NO_SLOPE)
        down = cv2.sepFilter2D(smooth, cv2.CV_32F, NO_SLOPE, SLOPE)
        middle = (len(even) - 1) / 2
        y, x = np.indices(even.shape) - middle
        asks = np.stack([across * x, across * y, across, down * x, down * y, down])
        flat = asks.reshape(6, -1).astype(np.float64) * mask.ravel()
        strength = flat @ flat.T
        steadied = strength + np.diag(_STEADY * np.diag(strength) + 1e-9)  # a print may have no slopes at all
        steer = np.linalg.inv(steadied) @ flat
        return cls(mask.ravel(), smooth.ravel() * mask.ravel(), steer.astype(np.float32))

    def align(self, seen: Vectors, start: Move, looks: int) -> Way:
        """Where the reference fits a softened print best, searched from a start in so many looks."""
        side, flags = seen.shape[::-1], cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        back, best = inverted(start), Way(start, -1.0)
        own = math.sqrt(float(self.smooth @ self.smooth)) + 1e-6
        for look in range(looks):
            view = cv2.warpAffine(seen, back, side, flags=flags, borderMode=cv2.BORDER_REPLICATE)
            here = view.ravel() * self.mask
            shared, strength = float(here @ self.smooth), float(here @ here) + 1e-6
            alike = shared / (math.sqrt(strength) * own)
            settled = alike < best.alike + _SETTLED
            if alike > best.alike:
                best = Way(inverted(back), alike)
            if settled or look == looks - 1:
                break
            gain = np.float32(max(shared / strength, _LEAST_GAIN))
            back = corrected(back, self.steer @ (here * gain - self.smooth), (side[0] - 1) / 2)
        return best


def soften(even: Vectors) -> Vectors:
    """A print made smooth."""
    return np.asarray(cv2.sepFilter2D(even, cv2.CV_32F, _SOFT, _SOFT), np.float32)


def corrected(back: Move, asked: Vectors, middle: float) -> Move:
    """A move whose reference was found to lie moved by this much around its middle, put right."""
    a, b, x, c, d, y = asked.tolist()
    error = np.array([[1 + a, b, x - a * middle - b * middle], [c, 1 + d, y - c * middle - d * middle]])
    return composed(back, inverted(error))


def composed(first: Move, then: Move) -> Move:
    """Where a point goes that is moved by the second, and then by the first."""
    result = first[:, :2] @ then
    result[:, 2] += first[:, 2]
    return np.asarray(result)


def inverted(move: Move) -> Move:
    """The move back."""
    (a, b, x), (c, d, y) = move.tolist()
    whole = a * d - b * c
    whole = whole if abs(whole) > 1e-6 else 1e-6
    e, f, g, h = d / whole, -b / whole, -c / whole, a / whole
    return np.array([[e, f, -e * x - f * y], [g, h, -g * x - h * y]])
