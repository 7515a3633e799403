"""The finder's judge: quadrilaterals and a picture come in, how well edges support each of them goes out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.silhouette import Greys
from vision.types import Floats, Picture

_SAMPLES = 18  # points looked at on each side
_REACH = 2  # pixels beside the side where its edge may lie
_SCHARR = np.float32(32)  # what the filter makes of one grey level a pixel
_FLOOR = 3.0  # grey levels a pixel; weaker gradients are noise
_FAINT = 16  # silhouettes are drawn this much fainter: above the floor, below most edges
_ALIGNED = 0.8  # cosine between gradient and the side's normal


@dataclass(frozen=True, slots=True)
class Gradients:
    """The strongest colour channel's gradient at each pixel, in grey levels a pixel."""

    x: npt.NDArray[np.float32]
    y: npt.NDArray[np.float32]

    @classmethod
    def of(cls, picture: Picture, silhouettes: Greys | None = None) -> Gradients:
        """From a blue-green-red picture; `silhouettes` (see `vision.find.silhouette`) add faint edges."""
        smooth = cv2.GaussianBlur(picture, (0, 0), 1.0)
        channels = [*cv2.split(smooth)]
        if silhouettes is not None:
            size = (picture.shape[1], picture.shape[0])
            channels.append(cv2.resize(silhouettes, size, interpolation=cv2.INTER_LINEAR) // _FAINT)
        best_x = best_y = strength = np.zeros(0, np.float32)
        for channel in channels:
            # Whole numbers first: OpenCV is much quicker at them.
            x = cv2.Scharr(channel, cv2.CV_16S, 1, 0).astype(np.float32)
            y = cv2.Scharr(channel, cv2.CV_16S, 0, 1).astype(np.float32)
            squared = x * x + y * y
            if not strength.size:
                best_x, best_y, strength = x, y, squared
                continue
            stronger = (squared > strength).view(np.uint8)
            for best, new in ((best_x, x), (best_y, y), (strength, squared)):
                cv2.copyTo(new, stronger, best)
        return cls(best_x / _SCHARR, best_y / _SCHARR)


@dataclass(frozen=True, slots=True)
class Support:
    """For each quad, side and sample: where it was looked, whether an edge lies there, which way it steps."""

    points: npt.NDArray[np.float32]  # n x 4 x samples x 2
    step: npt.NDArray[np.float32]  # n x 4 x samples, grey levels a pixel

    @property
    def hit(self) -> npt.NDArray[np.bool_]:
        """Where an edge lies along the side."""
        return np.abs(self.step) > _FLOOR

    def scores(self) -> Floats:
        """One figure a quad, at most 1: all sides count, the weakest two count most."""
        hit = self.hit
        share = hit.mean(axis=2)
        sign = (np.sign(self.step) * hit).sum(axis=2) / np.maximum(hit.sum(axis=2), 1)
        ordered = np.sort(share, axis=1)
        same_way = np.abs(np.sign(sign).sum(axis=1)) / 4
        score = share.mean(axis=1) / 2 + ordered[:, 0] / 4 + ordered[:, 1] / 4
        return np.asarray(score + 0.1 * (same_way - 1) + 0.05 * (np.abs(sign).mean(axis=1) - 1))

    def visible_scores(self, hidden: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The share of the sides that can be seen which lies on edges, and how much can be seen at all."""
        seen = ~hidden
        count = seen.sum(axis=(1, 2))
        return (self.hit & seen).sum(axis=(1, 2)) / np.maximum(count, 1), count / (
            seen.shape[1] * seen.shape[2]
        )


def measure_support(quads: Floats, gradients: Gradients) -> Support:
    """Look along the four sides of every quad."""
    along = np.linspace(0.1, 0.9, _SAMPLES)
    edge = np.roll(quads, -1, axis=1) - quads
    normal = np.stack([-edge[..., 1], edge[..., 0]], axis=-1)
    normal /= np.maximum(np.hypot(edge[..., 0], edge[..., 1]), 1e-6)[..., None]
    points = (quads[:, :, None] + edge[:, :, None] * along[:, None]).astype(np.float32)
    best = np.zeros(points.shape[:3], np.float32)
    for offset in range(-_REACH, _REACH + 1):
        step = _step_across(points + (normal[:, :, None] * offset).astype(np.float32), normal, gradients)
        best = np.where(np.abs(step) > np.abs(best), step, best)
    return Support(points, best)


def _step_across(
    points: npt.NDArray[np.float32], normal: Floats, gradients: Gradients
) -> npt.NDArray[np.float32]:
    """The gradient along the side's normal where it points that way, else 0; outside the picture 0."""
    height, width = gradients.x.shape
    column, row = np.rint(points[..., 0]).astype(np.int32), np.rint(points[..., 1]).astype(np.int32)
    inside = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    place = np.clip(row, 0, height - 1) * width + np.clip(column, 0, width - 1)
    x, y = gradients.x.ravel()[place], gradients.y.ravel()[place]
    across = x * normal[:, :, None, 0].astype(np.float32) + y * normal[:, :, None, 1].astype(np.float32)
    straight = across * across > (_ALIGNED * _ALIGNED) * (x * x + y * y)
    return np.where(inside & straight, across, np.float32(0))
