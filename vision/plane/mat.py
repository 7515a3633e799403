"""The mat: a picture's tags (or four corners by hand) come in, the table plane in millimetres goes out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np
import numpy.typing as npt

from vision.errors import PlaneError
from vision.geometry import as_quad, cross, fit_homography
from vision.plane.tags import MAT_MM, SIDE_MM, TAGS, corner_tags, find_tags
from vision.types import Floats, Lens, Picture, Plane, Point, Quad, area, rectangle


@dataclass(frozen=True, slots=True)
class _PlaneSettings:
    """How a plane is fitted to tags, and when the camera has moved; set by hand."""

    most_bend: float = 0.6  # the lens parameter is kept within this: beyond it the fit has gone astray
    steps: int = 8
    nudge: float = 1e-6  # of half a picture's width: what the slope is measured by, and what is enough
    knocked_share: float = 0.001  # of the picture's width: a smaller shift of the mat is the measurement's
    knocked_px: float = 2.5  # at 1920 pixels: tags this far from where the plane has them: the camera moved


_SETTINGS = _PlaneSettings()


@dataclass(frozen=True, slots=True)
class Mat:
    """How the tags lie: the rectangle of their outer edges and the side of each black square (mm)."""

    size_mm: Point = MAT_MM
    side_mm: float = SIDE_MM

    def tag_corners(self) -> dict[int, Quad]:
        tags = corner_tags(self.size_mm, self.side_mm)
        return {tag.number: rectangle(tag.centre_mm, (tag.side_mm, tag.side_mm), 0.0) for tag in tags}

    def corners_mm(self) -> Quad:
        return rectangle((0.0, 0.0), self.size_mm, 0.0)


class MatStatus(Enum):
    """How far the plane can be trusted now."""

    FRESH = "fresh"  # all four tags were seen and fitted
    HELD = "held"  # some are covered; those in sight are where the last plane has them
    PARTIAL = "partial"  # the camera moved and not all are in sight: worked out from three
    LOST = "lost"  # too few tags to know; the last plane may be wrong


@dataclass(frozen=True, slots=True)
class MatSeen:
    """What is known of the mat: the plane (if any), the tags in sight and how far to trust it."""

    plane: Plane | None
    status: MatStatus
    tags: dict[int, Quad] = field(default_factory=dict)


def see_mat(picture: Picture, last: MatSeen | None = None, mat: Mat | None = None) -> MatSeen:
    """Find the tags and the plane; what was known before holds where too little is in sight."""
    mat = mat or Mat()
    size_px = (picture.shape[1], picture.shape[0])
    known = last.plane if last and last.plane and last.plane.size_px == size_px else None
    tags = find_tags(picture, expected_tags(known, mat) if known else None)
    return judge_tags(tags, size_px, known, mat)


def judge_tags(tags: dict[int, Quad], size_px: tuple[int, int], known: Plane | None, mat: Mat) -> MatSeen:
    """The plane that follows from the tags in sight and from what was known before."""
    if len(tags) == len(TAGS):
        return MatSeen(fit_plane(tags, size_px, mat), MatStatus.FRESH, tags)
    if known is None:
        enough = len(tags) == 3
        plane = fit_plane(tags, size_px, mat, bend=0.0) if enough else None
        return MatSeen(plane, MatStatus.PARTIAL if enough else MatStatus.LOST, tags)
    if tags and _tag_error_px(known, tags, mat) <= _SETTINGS.knocked_px * size_px[0] / 1920:
        return MatSeen(known, MatStatus.HELD, tags)
    if len(tags) == 3:
        return MatSeen(fit_plane(tags, size_px, mat, bend=known.bend), MatStatus.PARTIAL, tags)
    return MatSeen(known, MatStatus.LOST if tags else MatStatus.HELD, tags)


def expected_tags(plane: Plane, mat: Mat) -> dict[int, Quad]:
    """Where the tags should appear on the picture."""
    return {number: as_quad(plane.to_picture(quad)) for number, quad in mat.tag_corners().items()}


def _tag_error_px(plane: Plane, tags: dict[int, Quad], mat: Mat) -> float:
    expected = expected_tags(plane, mat)
    return max(float(np.abs(np.subtract(quad, expected[number])).max()) for number, quad in tags.items())


def plane_from_corners(corners: Quad, size_px: tuple[int, int], mat: Mat | None = None) -> Plane:
    """The plane from the mat's four corners set by hand: top left, top right, bottom right, bottom left."""
    mat = mat or Mat()
    points = np.array(corners, np.float64)
    if points.shape != (4, 2) or not _convex(points):
        raise PlaneError.told("corners-order")
    if abs(area(points)) < 0.01 * size_px[0] * size_px[1]:
        raise PlaneError.told("corners-close")
    return Plane(size_px, _nine(fit_homography(points, mat.corners_mm())))


def fit_plane(
    tags: dict[int, Quad], size_px: tuple[int, int], mat: Mat | None = None, bend: float | None = None
) -> Plane:
    """The plane through the tags' corners; with all four also the lens parameter, unless it is given."""
    places = (mat or Mat()).tag_corners()
    numbers = sorted(number for number in tags if number in places)
    if len(numbers) < 3:
        raise PlaneError(f"three or four corner tags must be in sight, not {len(numbers)}")
    seen = np.concatenate([np.array(tags[number], np.float64) for number in numbers])
    table = np.concatenate([np.array(places[number], np.float64) for number in numbers])
    return _fit(seen, table, size_px, bend)


def _fit(seen: Floats, table: Floats, size_px: tuple[int, int], bend: float | None) -> Plane:
    """Least squares in pixels over the homography's eight numbers and the lens parameter (Gauss-Newton)."""
    width, height = size_px
    lens = Lens(((width - 1) / 2, (height - 1) / 2), width / 2, bend or 0.0)
    unit = np.abs(table).max()
    matrix = fit_homography(table / unit, (lens.straighten(seen) - lens.centre) / lens.half_width)
    numbers = np.append((matrix / matrix[2, 2]).reshape(-1)[:8], lens.bend)
    free = 9 if bend is None else 8
    nudges = np.concatenate([np.zeros((1, 9)), np.eye(9)[:free]]) * _SETTINGS.nudge
    for _ in range(_SETTINGS.steps):
        off = _residuals(numbers + nudges, table / unit, seen, lens)
        step = np.linalg.lstsq((off[1:] - off[0]).T / _SETTINGS.nudge, off[0], rcond=None)[0]
        numbers[:free] -= step
        numbers[8] = float(np.clip(numbers[8], -_SETTINGS.most_bend, _SETTINGS.most_bend))
        if float(np.abs(step).max()) < _SETTINGS.nudge:
            break
    return _plane(numbers, unit, lens, size_px, seen, table)


def _residuals(numbers: Floats, table: Floats, seen: Floats, lens: Lens) -> Floats:
    """For each row of nine numbers, how far from where they were seen the table's points come out (px)."""
    matrices = np.concatenate([numbers[:, :8], np.ones((len(numbers), 1))], axis=1).reshape(-1, 3, 3)
    points = np.concatenate([table, np.ones((len(table), 1))], axis=1) @ matrices.transpose(0, 2, 1)
    straight = points[..., :2] / points[..., 2:]
    square = (straight**2).sum(axis=-1, keepdims=True)
    out = straight * (1 + numbers[:, 8, None, None] * square) * lens.half_width + lens.centre
    off: Floats = (out - seen).reshape(len(numbers), -1)
    return off


def _plane(
    numbers: Floats, unit: float, lens: Lens, size_px: tuple[int, int], seen: Floats, table: Floats
) -> Plane:
    to_unit = np.append(numbers[:8], 1.0).reshape(3, 3)
    to_pixels = np.array(
        [[lens.half_width, 0, lens.centre[0]], [0, lens.half_width, lens.centre[1]], [0, 0, 1.0]]
    )
    to_table = np.diag([unit, unit, 1.0]) @ np.linalg.inv(to_pixels @ to_unit)
    plane = Plane(size_px, _nine(to_table), float(numbers[8]))
    off = plane.to_mm(seen) - table
    return replace(plane, error_mm=float(np.sqrt((off**2).sum(axis=1).mean())))


def _nine(matrix: Floats) -> tuple[float, ...]:
    return tuple(float(number) for number in (matrix / matrix[2, 2]).reshape(-1))


def _convex(points: npt.NDArray[np.float64]) -> bool:
    sides = np.roll(points, -1, axis=0) - points
    return bool((cross(sides, np.roll(sides, -1, axis=0)) > 0).all())


def is_knocked(before: MatSeen, now: MatSeen) -> bool:
    """Whether the camera has moved: what looks like a hand then is the whole picture, shifted."""
    if before.plane is None or now.plane is None or now.status is not MatStatus.FRESH:
        return False
    corners = Mat().corners_mm()
    shift = np.abs(before.plane.to_picture(corners) - now.plane.to_picture(corners)).max()
    return bool(shift > _SETTINGS.knocked_share * now.plane.size_px[0])
