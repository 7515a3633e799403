"""The finder's fine work: rough outlines and a picture's edges come in, outlines along the edges go out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.support import Gradients
from vision.types import Floats

_ALONG = np.linspace(0.12, 0.88, 16)  # where on each side its edge is looked for
_AT_ONCE = 30_000  # sides that are looked up in one go
_STEP = 0.5  # pixels between the points across it
_TRUSTED = 6.0  # grey levels a pixel from which an edge counts in full
_STRAY = 1.2  # pixels from the line through the others
NEXT, BEFORE = [1, 2, 3, 0], [3, 0, 1, 2]  # of a quad's corners

_Floats32 = npt.NDArray[np.float32]


def refine_quads(quads: Floats, gradients: Gradients, reach: float = 3.0) -> Floats:
    """Each side moved and turned onto the edge that lies within reach; sides without an edge stay."""
    return refine_on_each([(quads, gradients)], reach)


def refine_on_each(groups: Sequence[tuple[Floats, Gradients]], reach: float) -> Floats:
    """The same for the quads of several pictures, one picture after the other."""
    quads = np.concatenate([group for group, _ in groups])
    if not len(quads):
        return quads
    edge = quads[:, NEXT] - quads
    normal = np.stack([-edge[..., 1], edge[..., 0]], axis=-1)
    normal /= np.maximum(np.hypot(edge[..., 0], edge[..., 1]), 1e-6)[..., None]
    across = np.arange(-reach, reach + _STEP / 2, _STEP)
    points = quads[:, :, None] + edge[:, :, None] * _ALONG[:, None]
    grid = (points[:, :, :, None] + normal[:, :, None, None] * across[:, None]).astype(np.float32)
    ends = np.cumsum([len(group) for group, _ in groups])[:-1]
    seen = zip(np.split(grid, ends), (gradients for _, gradients in groups), strict=True)
    x, y = (np.concatenate(each) for each in zip(*(_look(*each) for each in seen), strict=True))
    position, weight = _find_edges(x, y, normal, across)
    base, slope = _fit_lines(_ALONG, position, weight)
    start = quads + normal * base[..., None]
    end = quads[:, NEXT] + normal * (base + slope)[..., None]
    return _cross_neighbours(start, end - start, quads, 2 * reach)


def _look(grid: _Floats32, gradients: Gradients) -> tuple[_Floats32, _Floats32]:
    """The gradients at each point; OpenCV is slow where rows are short, and takes no more than so many."""
    flat = grid.reshape(-1, grid.shape[-3] * grid.shape[-2], 2)
    x, y = (
        [_look_up(channel, flat[i : i + _AT_ONCE]) for i in range(0, len(flat), _AT_ONCE)]
        for channel in (gradients.x, gradients.y)
    )
    shape = grid.shape[:-1]
    return np.concatenate(x).reshape(shape), np.concatenate(y).reshape(shape)


def _look_up(channel: _Floats32, points: _Floats32) -> _Floats32:
    seen = cv2.remap(channel, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)  # type: ignore[call-overload]
    return np.asarray(seen, np.float32)


def _find_edges(x: _Floats32, y: _Floats32, normal: Floats, across: Floats) -> tuple[Floats, Floats]:
    """Where across each sample the strongest edge lies, and how far to trust it (0 to 1)."""
    across_x, across_y = (normal[:, :, None, None, k].astype(np.float32) for k in (0, 1))
    step = np.abs(x * across_x + y * across_y)
    step = np.where(step > np.abs(x * across_y - y * across_x), step, 0)
    best = step.argmax(axis=-1)
    near = np.abs(np.arange(len(across)) - best[..., None]) <= 2
    share = np.where(near, step * step, 0)
    position = (share * across).sum(axis=-1) / np.maximum(share.sum(axis=-1), 1e-9)
    return position, np.clip(step.max(axis=-1) / _TRUSTED, 0, 1)


def _fit_lines(along: Floats, position: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Weighted lines through the positions, twice without what strays; no edge means no move."""
    base = np.zeros(position.shape[:2])
    slope = np.zeros(position.shape[:2])
    trusted = weight
    for bound in (np.inf, 2 * _STRAY, _STRAY):
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
    before_start, before = start[:, BEFORE], way[:, BEFORE]
    turn = way[..., 0] * before[..., 1] - way[..., 1] * before[..., 0]
    gap = before_start - start
    step = (gap[..., 0] * before[..., 1] - gap[..., 1] * before[..., 0]) / np.where(
        np.abs(turn) < 1e-9, 1e-9, turn
    )
    corner = start + step[..., None] * way
    jumped = np.hypot(*np.moveaxis(corner - fallback, -1, 0)) > furthest
    return np.where(jumped[..., None], fallback, corner)
