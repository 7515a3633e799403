"""The finder's fine work: rough outlines and a picture's edges come in, outlines along the edges go out."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.support import Gradients
from vision.types import Floats

SAMPLES = 16  # points on each side where its edge is looked for
STEP = 0.5  # pixels between the points across it
TRUSTED = 6.0  # grey levels a pixel from which an edge counts in full
STRAY = 1.2  # pixels from the line through the others
NEXT, BEFORE = [1, 2, 3, 0], [3, 0, 1, 2]  # of a quad's corners

Floats32 = npt.NDArray[np.float32]


def refine_quads(quads: Floats, gradients: Gradients, reach: float = 3.0) -> Floats:
    """Each side moved and turned onto the edge that lies within reach; sides without an edge stay."""
    if not len(quads):
        return quads
    along = np.linspace(0.12, 0.88, SAMPLES)
    edge = quads[:, NEXT] - quads
    normal = np.stack([-edge[..., 1], edge[..., 0]], axis=-1)
    normal /= np.maximum(np.hypot(edge[..., 0], edge[..., 1]), 1e-6)[..., None]
    position, weight = _find_edges(quads, edge, normal, along, gradients, reach)
    base, slope = _fit_lines(along, position, weight)
    start = quads + normal * base[..., None]
    end = quads[:, NEXT] + normal * (base + slope)[..., None]
    return _cross_neighbours(start, end - start, quads, 2 * reach)


def _find_edges(
    quads: Floats, edge: Floats, normal: Floats, along: Floats, gradients: Gradients, reach: float
) -> tuple[Floats, Floats]:
    """Where across each sample the strongest edge lies, and how far to trust it (0 to 1)."""
    across = np.arange(-reach, reach + STEP / 2, STEP)
    points = quads[:, :, None] + edge[:, :, None] * along[:, None]
    grid = (points[:, :, :, None] + normal[:, :, None, None] * across[:, None]).astype(np.float32)
    flat = grid.reshape(-1, 1, 2)
    x, y = (
        np.concatenate([_look_up(channel, flat[i : i + 30_000]) for i in range(0, len(flat), 30_000)])
        for channel in (gradients.x, gradients.y)
    )
    across_x, across_y = (normal[:, :, None, None, k].astype(np.float32) for k in (0, 1))
    x, y = x.reshape(grid.shape[:-1]), y.reshape(grid.shape[:-1])
    step = np.abs(x * across_x + y * across_y)
    step = np.where(step > np.abs(x * across_y - y * across_x), step, 0)
    best = step.argmax(axis=-1)
    near = np.abs(np.arange(len(across)) - best[..., None]) <= 2
    share = np.where(near, step * step, 0)
    position = (share * across).sum(axis=-1) / np.maximum(share.sum(axis=-1), 1e-9)
    return position, np.clip(step.max(axis=-1) / TRUSTED, 0, 1)


def _look_up(channel: Floats32, points: Floats32) -> Floats32:
    seen = cv2.remap(channel, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)  # type: ignore[call-overload]
    return np.asarray(seen, np.float32)


def _fit_lines(along: Floats, position: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Weighted lines through the positions, twice without what strays; no edge means no move."""
    base = np.zeros(position.shape[:2])
    slope = np.zeros(position.shape[:2])
    trusted = weight
    for bound in (np.inf, 2 * STRAY, STRAY):
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
