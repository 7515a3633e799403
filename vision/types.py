"""What passes between the rooms of the eye: pictures, points, places and the table plane."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Picture: TypeAlias = npt.NDArray[np.uint8]  # height x width x 3, blue green red
Mask: TypeAlias = npt.NDArray[np.uint8]  # height x width
Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.intp]
Bools: TypeAlias = npt.NDArray[np.bool_]
Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, ...]  # four points, clockwise on the picture, from the card's own top left

_NEWTON_STEPS = 7
COLOURS = ("red", "green", "blue", "purple", "yellow", "orange", "black", "white")


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a layout on the table: name, centre and card size in millimetres, and its turn.

    Table millimetres: x to the right, y towards the player; a turn is clockwise as seen from above.
    """

    name: str
    centre_mm: Point
    size_mm: Point
    turn_degrees: float = 0.0

    def corners_mm(self) -> Quad:
        """The card's four corners when it lies exactly here, from its own top left, clockwise."""
        return rectangle(self.centre_mm, self.size_mm, self.turn_degrees)


@dataclass(frozen=True, slots=True)
class Lens:
    """One barrel parameter: seen = straight (1 + bend r^2), r from the picture's centre in half widths."""

    centre: Point
    half_width: float
    bend: float = 0.0

    def distort(self, points: npt.ArrayLike) -> Floats:
        """Points of a lens without distortion as this lens shows them."""
        offset = (np.asarray(points, np.float64) - self.centre) / self.half_width
        square = np.minimum((offset**2).sum(axis=-1, keepdims=True), self._fold() ** 2)
        seen: Floats = offset * (1 + self.bend * square) * self.half_width + self.centre
        return seen

    def straighten(self, points: npt.ArrayLike) -> Floats:
        """The inverse of `distort`, as far as the lens does not fold the picture over."""
        offset = (np.asarray(points, np.float64) - self.centre) / self.half_width
        if not self.bend:
            return np.asarray(points, np.float64)
        seen = np.sqrt((offset**2).sum(axis=-1, keepdims=True))
        radius = np.minimum(seen, self._fold())
        for _ in range(_NEWTON_STEPS):
            slope = np.maximum(1 + 3 * self.bend * radius**2, 0.05)
            radius = np.clip(radius - (radius * (1 + self.bend * radius**2) - seen) / slope, 0, self._fold())
        straight: Floats = offset * (radius / np.maximum(seen, 1e-12)) * self.half_width + self.centre
        return straight

    def _fold(self) -> float:
        """The straight radius beyond which a barrel lens would come back on itself."""
        return math.sqrt(-1 / (3 * self.bend)) if self.bend < 0 else 1e6


@dataclass(frozen=True, slots=True)
class Plane:
    """The table plane: picture pixels to table millimetres and back, through one lens parameter."""

    size_px: tuple[int, int]  # width, height of the pictures it belongs to
    to_table: tuple[float, ...]  # nine numbers, straightened pixels -> millimetres, row by row
    bend: float = 0.0
    error_mm: float = 0.0  # how far the fitted corners are off, root mean square

    def lens(self) -> Lens:
        width, height = self.size_px
        return Lens(((width - 1) / 2, (height - 1) / 2), width / 2, self.bend)

    def to_mm(self, points: npt.ArrayLike) -> Floats:
        """Table millimetres of picture points (any shape ending in 2)."""
        return project(self._matrix(), self.lens().straighten(points))

    def to_picture(self, points: npt.ArrayLike) -> Floats:
        """Picture points of table millimetres (any shape ending in 2)."""
        straight = project(np.linalg.inv(self._matrix()).astype(np.float64), np.asarray(points, np.float64))
        return self.lens().distort(straight)

    def scale_at(self, centre_mm: Point) -> float:
        """Pixels per millimetre around a point of the table (geometric mean of all directions)."""
        steps = self.to_picture(rectangle(centre_mm, (2.0, 2.0), 0.0))
        return math.sqrt(max(abs(area(steps)) / 4, 1e-12))

    def _matrix(self) -> Floats:
        return np.array(self.to_table, np.float64).reshape(3, 3)


def project(matrix: Floats, points: Floats) -> Floats:
    """Apply a 3 x 3 homography to points of any shape ending in 2, or each of many to its own points."""
    homogeneous = np.concatenate([points, np.ones_like(points[..., :1])], axis=-1) @ matrix.swapaxes(-1, -2)
    result: Floats = homogeneous[..., :2] / homogeneous[..., 2:]
    return result


def area(quad: npt.ArrayLike) -> float:
    """Signed area of a polygon, positive when clockwise on the picture."""
    points = np.asarray(quad, np.float64).tolist()
    following = [*points[1:], points[0]]
    return float(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, following, strict=True)) / 2)


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a picture, in its pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: Sequence[Sequence[float]]) -> Region:
        """The smallest part that holds these points."""
        across, down = [x for x, _ in points], [y for _, y in points]
        return cls(min(across), min(down), max(across), max(down))

    def grown(self, by_px: float) -> Region:
        """The same with a rim."""
        return Region(self.left - by_px, self.top - by_px, self.right + by_px, self.bottom + by_px)

    def corners(self) -> tuple[Point, Point]:
        """Its top left and its bottom right."""
        return (self.left, self.top), (self.right, self.bottom)

    def within(self, other: Region) -> Region:
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Region(left, top, min(self.right, other.right), min(self.bottom, other.bottom))

    def meets(self, other: Region) -> bool:
        shared = self.within(other)
        return shared.left < shared.right and shared.top < shared.bottom

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


class Laid(Enum):
    """How people lay cards where they are read."""

    UPRIGHT = "upright"  # nearly always
    EITHER_END = "either end"  # upright or upside down
    ANYHOW = "anyhow"


def rectangle(centre: Point, size: Point, turn_degrees: float) -> Quad:
    """Corners of a turned rectangle, from its own top left, clockwise; turns are clockwise, y points down."""
    cosine, sine = math.cos(math.radians(turn_degrees)), math.sin(math.radians(turn_degrees))
    half_width, half_height = size[0] / 2, size[1] / 2
    corners = (
        (-half_width, -half_height),
        (half_width, -half_height),
        (half_width, half_height),
        (-half_width, half_height),
    )
    return tuple((centre[0] + x * cosine - y * sine, centre[1] + x * sine + y * cosine) for x, y in corners)
