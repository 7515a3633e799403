"""The pinhole camera over the table: millimetres come in, picture points go out, through a bent lens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.plane import tags
from vision.types import Floats, Lens, Point, project

MAT_MM = tags.MAT_MM


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera hangs and how it sees.

    It looks at `aim_mm` from `height_mm` above the table, leaning by `tilt_degrees` towards the player's side
    and sideways by `lean_degrees`, turned by `turn_degrees` about its own axis; `fill` is the share of the
    picture the mat takes; `bumped_mm` and `bumped_degrees` are how far it was pushed and turned since it was
    hung up like that; `k1` bends the lens: seen = straight (1 + k1 r^2), r in half widths, negative
    is barrel.
    """

    size_px: tuple[int, int] = (1920, 1080)
    height_mm: float = 900.0
    tilt_degrees: float = 0.0
    lean_degrees: float = 0.0
    turn_degrees: float = 0.0
    aim_mm: Point = (0.0, 0.0)
    fill: float = 0.93
    k1: float = 0.0
    mat_mm: Point = MAT_MM
    bumped_mm: Point = (0.0, 0.0)
    bumped_degrees: float = 0.0

    def bumped(self, by_mm: Point, degrees: float) -> Camera:
        """The camera after its arm was bumped; it still looks the same way, from beside where it hung."""
        x, y = self.bumped_mm
        return replace(
            self, bumped_mm=(x + by_mm[0], y + by_mm[1]), bumped_degrees=self.bumped_degrees + degrees
        )

    def to_picture(self, points_mm: npt.ArrayLike) -> Floats:
        """Where points of the table appear on the picture."""
        return _lens(self).distort(project(_straight_matrix(self), np.asarray(points_mm, np.float64)))

    def to_mm(self, points_px: npt.ArrayLike) -> Floats:
        """Which points of the table appear at these picture points."""
        back = np.linalg.inv(_straight_matrix(self)).astype(np.float64)
        return project(back, _lens(self).straighten(points_px))


def _lens(camera: Camera) -> Lens:
    x, y = _centre(camera).tolist()
    return Lens((x, y), camera.size_px[0] / 2, camera.k1)


def _centre(camera: Camera) -> Floats:
    return (np.array(camera.size_px, np.float64) - 1) / 2


@lru_cache(maxsize=64)
def _straight_matrix(camera: Camera) -> Floats:
    """Millimetres to pixels of the lens without bend, scaled so that the mat takes its share.

    It was hung up so that the mat is in the middle of the picture; a bump moves that.
    """
    view = _view_matrix(replace(camera, bumped_mm=(0.0, 0.0), bumped_degrees=0.0))
    half_x, half_y = camera.mat_mm[0] / 2, camera.mat_mm[1] / 2
    corners = np.array([(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)])
    seen = project(view, corners)
    low, high = seen.min(axis=0), seen.max(axis=0)
    bulge = 1 + abs(min(camera.k1, 0.0)) * 0.5  # a barrel lens pulls the corners in: no need to make room
    scale = camera.fill * bulge * float((np.array(camera.size_px) / (high - low)).min())
    middle = (low + high) / 2
    fit = np.array([[scale, 0, 0], [0, scale, 0], [0, 0, 1.0]])
    fit[:2, 2] = _centre(camera) - scale * middle
    return fit @ _view_matrix(camera)


def _view_matrix(camera: Camera) -> Floats:
    """Millimetres to the unit image plane of a leaning pinhole camera."""
    tilt, lean, turn = np.radians([camera.tilt_degrees, camera.lean_degrees, camera.turn_degrees])
    turn += np.radians(camera.bumped_degrees)
    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    about_y = np.array([[np.cos(lean), 0, np.sin(lean)], [0, 1, 0], [-np.sin(lean), 0, np.cos(lean)]])
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    rotation = about_z @ about_x @ about_y
    shift = -np.array([*np.add(camera.aim_mm, camera.bumped_mm), 0.0])
    columns = np.column_stack([rotation[:, 0], rotation[:, 1], rotation @ shift + (0, 0, camera.height_mm)])
    return columns.astype(np.float64)
