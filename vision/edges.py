"""Edges: a picture comes in; its gradients, how they support outlines, and outlines along them go out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import cross_lines, turn_quarter
from vision.types import Floats, Mask, Picture


@dataclass(frozen=True, slots=True)
class _EdgeSettings:
    """What an edge is; steps in grey levels."""

    floor: float = 3.0  # weaker steps are noise
    trusted: float = 6.0  # from which a side that is moved follows an edge in full
    faint: int = 16  # silhouettes are drawn this much fainter: above the floor, below most edges
    aligned: float = 0.8  # cosine between a gradient and the way across a side
    samples: int = 18  # points of a side that are looked at
    reach: int = 2  # pixels beside a side where its edge may lie
    stray: float = 1.2  # pixels from the line through the others, beyond which a point is none of it


_SETTINGS = _EdgeSettings()
_SCHARR = np.float32(32)  # what the filter makes of one grey level a pixel
_ALONG = np.linspace(0.12, 0.88, 16)  # where on each side that is moved its edge is looked for
_STEP = 0.5  # pixels between the points across it
_NEXT, _BEFORE = [1, 2, 3, 0], [3, 0, 1, 2]  # of a quad's corners

_Floats32 = npt.NDArray[np.float32]
_Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Gradients:
    """The strongest colour channel's gradient at each pixel, in grey levels a pixel."""

    x: _Floats32
    y: _Floats32

    @classmethod
    def of(cls, picture: Picture, silhouettes: Mask | None = None) -> Gradients:
        """From a picture in colour or grey; `silhouettes` (see `vision.find.silhouette`) add faint edges."""
        channels = [*cv2.split(cv2.GaussianBlur(picture, (0, 0), 1.0))]
        if silhouettes is not None:
            drawn = cv2.resize(silhouettes, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
            channels.append(drawn // _SETTINGS.faint)
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
    """For each quad, side and sample: where it was looked, and how the picture steps there."""

    points: _Floats32  # n x 4 x samples x 2
    step: _Floats32  # n x 4 x samples, grey levels a pixel

    def _hit(self) -> _Bools:
        return np.abs(self.step) > _SETTINGS.floor

    def scores(self) -> Floats:
        """One figure a quad, at most 1: all sides count, the weakest two count most."""
        hit = self._hit()
        share = hit.mean(axis=2)
        sign = (np.sign(self.step) * hit).sum(axis=2) / np.maximum(hit.sum(axis=2), 1)
        ordered = np.sort(share, axis=1)
        same_way = np.abs(np.sign(sign).sum(axis=1)) / 4
        score = share.mean(axis=1) / 2 + ordered[:, 0] / 4 + ordered[:, 1] / 4
        return np.asarray(score + 0.1 * (same_way - 1) + 0.05 * (np.abs(sign).mean(axis=1) - 1))

    def visible_scores(self, hidden: _Bools) -> tuple[Floats, Floats]:
        """The share of the sides that can be seen which lies on edges, and how much can be seen at all."""
        seen = ~hidden
        count = seen.sum(axis=(1, 2))
        drawn = (self._hit() & seen).sum(axis=(1, 2))
        return drawn / np.maximum(count, 1), count / (seen.shape[1] * seen.shape[2])


def measure_support(quads: Floats, gradients: Gradients) -> Support:
    """Look along the four sides of every quad."""
    edge, normal = _sides(quads)
    along = np.linspace(0.1, 0.9, _SETTINGS.samples)
    points = (quads[:, :, None] + edge[:, :, None] * along[:, None]).astype(np.float32)
    best = np.zeros(points.shape[:3], np.float32)
    for offset in range(-_SETTINGS.reach, _SETTINGS.reach + 1):
        step = _step_across(points + (normal[:, :, None] * offset).astype(np.float32), normal, gradients)
        best = np.where(np.abs(step) > np.abs(best), step, best)
    return Support(points, best)


def _sides(quads: Floats) -> tuple[Floats, Floats]:
    """Of each side the way along it, and the way across it, one long."""
    edge = quads[:, _NEXT] - quads
    return edge, turn_quarter(edge) / np.maximum(np.hypot(edge[..., 0], edge[..., 1]), 1e-6)[..., None]


def _step_across(points: _Floats32, normal: Floats, gradients: Gradients) -> _Floats32:
    """The gradient along the side's normal where it points that way, else 0; outside the picture 0."""
    height, width = gradients.x.shape
    column, row = np.rint(points[..., 0]).astype(np.int32), np.rint(points[..., 1]).astype(np.int32)
    inside = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    place = np.clip(row, 0, height - 1) * width + np.clip(column, 0, width - 1)
    x, y = gradients.x.ravel()[place], gradients.y.ravel()[place]
    across = x * normal[:, :, None, 0].astype(np.float32) + y * normal[:, :, None, 1].astype(np.float32)
    straight = across * across > _SETTINGS.aligned**2 * (x * x + y * y)
    return np.where(inside & straight, across, np.float32(0))


def refine_quads(groups: Sequence[tuple[Floats, Gradients]], reach: float) -> Floats:
    """Each side moved and turned onto the edge within reach; sides without an edge stay.

    Quads of several pictures, one picture after the other.
    """
    quads = np.concatenate([group for group, _ in groups])
    if not len(quads):
        return quads
    edge, normal = _sides(quads)
    across = np.arange(-reach, reach + _STEP / 2, _STEP)
    points = quads[:, :, None] + edge[:, :, None] * _ALONG[:, None]
    grid = (points[:, :, :, None] + normal[:, :, None, None] * across[:, None]).astype(np.float32)
    ends = np.cumsum([len(group) for group, _ in groups])[:-1]
    seen = zip(np.split(grid, ends), (gradients for _, gradients in groups), strict=True)
    x, y = (np.concatenate(each) for each in zip(*(_look(*each) for each in seen), strict=True))
    position, weight = _find_edges(x, y, normal, across)
    base, slope = _fit_lines(_ALONG, position, weight)
    start = quads + normal * base[..., None]
    end = quads[:, _NEXT] + normal * (base + slope)[..., None]
    return _cross_neighbours(start, end - start, quads, 2 * reach)


def _look(grid: _Floats32, gradients: Gradients) -> list[_Floats32]:
    """The gradients at each point, a row for each quad: OpenCV is slow where rows are short."""
    rows = grid.reshape(len(grid), -1, 2)
    seen = (cv2.remap(channel, rows, None, cv2.INTER_LINEAR) for channel in (gradients.x, gradients.y))  # type: ignore[call-overload]
    return [np.asarray(each, np.float32).reshape(grid.shape[:-1]) for each in seen]


def _find_edges(x: _Floats32, y: _Floats32, normal: Floats, across: Floats) -> tuple[Floats, Floats]:
    """Where across each sample the strongest edge lies, and how far to trust it (0 to 1)."""
    across_x, across_y = (normal[:, :, None, None, k].astype(np.float32) for k in (0, 1))
    step = np.abs(x * across_x + y * across_y)
    step = np.where(step > np.abs(x * across_y - y * across_x), step, 0)
    best = step.argmax(axis=-1)
    near = np.abs(np.arange(len(across)) - best[..., None]) <= 2
    share = np.where(near, step * step, 0)
    position = (share * across).sum(axis=-1) / np.maximum(share.sum(axis=-1), 1e-9)
    return position, np.clip(step.max(axis=-1) / _SETTINGS.trusted, 0, 1)


def _fit_lines(along: Floats, position: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Weighted lines through the positions, twice without what strays; no edge means no move."""
    base = np.zeros(position.shape[:2])
    slope = np.zeros(position.shape[:2])
    trusted = weight
    for bound in (np.inf, 2 * _SETTINGS.stray, _SETTINGS.stray):
        off = np.abs(position - base[..., None] - slope[..., None] * along)
        trusted = np.where(off <= bound, weight, 0)
        total = trusted.sum(axis=-1) + 1.0  # one sample's worth of staying where it is
        mean_t, mean_p = (trusted * along).sum(axis=-1) / total, (trusted * position).sum(axis=-1) / total
        spread = (trusted * (along - mean_t[..., None]) ** 2).sum(axis=-1) + 0.05
        slope = (trusted * (along - mean_t[..., None]) * (position - mean_p[..., None])).sum(axis=-1) / spread
        base = mean_p - slope * mean_t
    return base, slope


def _cross_neighbours(start: Floats, way: Floats, fallback: Floats, furthest: float) -> Floats:
    """Corners where each side meets the one before; a corner that would jump stays."""
    corner = cross_lines(start, way, start[:, _BEFORE], way[:, _BEFORE])
    jumped = np.hypot(*np.moveaxis(corner - fallback, -1, 0)) > furthest
    return np.where(jumped[..., None], fallback, corner)
