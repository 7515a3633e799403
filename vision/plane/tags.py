"""Tags: the printed squares as things on a table, and where on a picture they and their corners are seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import as_quad, cross, cross_lines, spread, turn_quarter
from vision.types import Floats, Picture, Point, Quad, area

DICTIONARY = cv2.aruco.DICT_4X4_50
CELLS = 6  # four by four bits and the black border
MAT_MM: Point = (900.0, 500.0)  # between the outer edges of the black squares
SIDE_MM = 40.0
PAPER_MM = 56.0


@dataclass(frozen=True, slots=True)
class Tag:
    """One printed tag: its number, where its centre lies, and its sizes."""

    number: int
    centre_mm: Point
    side_mm: float = SIDE_MM
    paper_mm: float = PAPER_MM
    turn_degrees: float = 0.0


def corner_tags(mat_mm: Point = MAT_MM, side_mm: float = SIDE_MM) -> tuple[Tag, ...]:
    """Tags 0 to 3 clockwise from the top left, outer edges on the mat's border; its middle is (0, 0)."""
    x, y = (mat_mm[0] - side_mm) / 2, (mat_mm[1] - side_mm) / 2
    paper = side_mm * PAPER_MM / SIDE_MM
    centres = ((-x, -y), (x, -y), (x, y), (-x, y))
    return tuple(Tag(number, centre, side_mm, paper) for number, centre in enumerate(centres))


def tag_bits(number: int) -> Picture:
    """The tag as 6 x 6 cells of 0 and 255, grey."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, CELLS), np.uint8)


TAGS = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class _TagSettings:
    """How tags are searched and measured; set by hand for tags of 25 pixels and more."""

    search_px: int = 640  # the first search is on a picture of this width, a second one on twice as much
    quick: tuple[int, ...] = (13,)  # sizes of the threshold's window, in pixels of the searched picture
    thorough: tuple[int, ...] = (5, 13, 21)
    spot: float = 2.2  # an expected tag is looked for in a window so many times its size ...
    spot_tag_px: float = 40.0  # ... in which it is brought down to about this size
    samples: int = 15  # places along each side where its edge is measured
    profile: int = 9  # points across the edge at each of them
    least_contrast: float = 25.0  # between the black square and its paper, of 255


_SETTINGS = _TagSettings()


def find_tags(picture: Picture, expected: dict[int, Quad] | None = None) -> dict[int, Quad]:
    """The corner tags in sight, each from its own top left, clockwise; looked for first where expected."""
    spots = {number: _at_spot(picture, number, quad) for number, quad in (expected or {}).items()}
    found = {number: quad for number, quad in spots.items() if quad is not None}
    if len(found) < len(TAGS):
        width = picture.shape[1]
        found = _detect(picture, _SETTINGS.search_px / width, _SETTINGS.quick) | found
        if len(found) < len(TAGS) and not expected:
            found = _detect(picture, 2 * _SETTINGS.search_px / width, _SETTINGS.thorough) | found
    return _refined(picture, found)


def _at_spot(picture: Picture, number: int, quad: Quad) -> Quad | None:
    """The tag within a window around where it was."""
    points = np.array(spread(quad, _SETTINGS.spot))
    left, top = np.maximum(np.floor(points.min(axis=0)), 0).astype(int).tolist()
    right, bottom = np.ceil(points.max(axis=0)).astype(int).tolist()
    window = picture[top:bottom, left:right]
    if min(window.shape[:2]) < 16:
        return None
    scale = _SETTINGS.spot_tag_px / float(np.sqrt(abs(area(quad))))
    seen = _detect(window, scale, _SETTINGS.quick).get(number)
    return None if seen is None else as_quad(np.add(seen, (left, top)))


def _detect(picture: Picture, scale: float, windows: tuple[int, ...]) -> dict[int, Quad]:
    """Our four tags on a picture that is brought down to a scale; corners are those of the picture itself."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    corners, numbers, _ = _detector(windows).detectMarkers(grey)
    seen = zip(() if not corners else np.asarray(numbers).reshape(-1).tolist(), corners, strict=True)
    scale = min(1.0, scale)
    return {
        int(number): as_quad((np.asarray(quad, np.float64) + 0.5) / scale - 0.5)
        for number, quad in seen
        if number in TAGS
    }


@lru_cache(maxsize=2)
def _detector(windows: tuple[int, ...]) -> cv2.aruco.ArucoDetector:
    """A detector that thresholds with windows of these sizes; each costs a pass over the picture."""
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = windows[0]
    settings.adaptiveThreshWinSizeMax = windows[-1]
    settings.adaptiveThreshWinSizeStep = max(1, windows[-1] - windows[0]) // max(1, len(windows) - 1)
    settings.minMarkerPerimeterRate = 0.02
    settings.minMarkerDistanceRate = (
        0.02  # the paper's own outline lies close around the tag's and must not hide it
    )
    settings.errorCorrectionRate = 0.3  # no tag of ours may be seen where there is none
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)


def _refined(picture: Picture, quads: dict[int, Quad]) -> dict[int, Quad]:
    """Corners from lines fitted to all edges at once; where edges cannot be measured the rough ones."""
    if not quads:
        return {}
    corners = np.array(list(quads.values()), np.float64)
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).mean(axis=1)
    reach = np.maximum(2.0, sides / CELLS * 0.45)
    for _ in range(2):
        middle, direction, usable = _edge_lines(picture, corners, reach)
        moved = cross_lines(np.roll(middle, 1, axis=1), np.roll(direction, 1, axis=1), middle, direction)
        near = np.abs(moved - corners).max(axis=(1, 2)) < 2 * reach
        corners = np.where((usable & near)[:, None, None], moved, corners)
        reach = np.maximum(2.0, reach * 0.6)
    return {number: as_quad(quad) for number, quad in zip(quads, corners, strict=True)}


def _edge_lines(
    picture: Picture, corners: Floats, reach: Floats
) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    """A point and a direction of each tag's four edges, and which tags have four edges to be trusted."""
    along = np.roll(corners, -1, axis=1) - corners
    across = turn_quarter(along) / np.maximum(np.linalg.norm(along, axis=-1, keepdims=True), 1e-9)
    base = corners[:, :, None] + np.linspace(0.12, 0.88, _SETTINGS.samples)[:, None] * along[:, :, None]
    offsets = np.linspace(-1, 1, _SETTINGS.profile) * reach[:, None]
    points = base[:, :, :, None] + offsets[:, None, None, :, None] * across[:, :, None, None]
    shift, weight = _steps(_sample(picture, points), offsets[:, None, None])
    edges = base + shift[..., None] * across[:, :, None]
    middle, direction = _fit_lines(edges, weight)
    return middle, direction, ((weight > 0).sum(axis=2) >= _SETTINGS.samples // 2).all(axis=1)


def _sample(picture: Picture, points: Floats) -> Floats:
    """How light the picture is at points of any shape."""
    flat = points.reshape(-1, _SETTINGS.profile, 2).astype(np.float32)
    x, y = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light: Floats = np.asarray(seen, np.float64).mean(axis=-1).reshape(points.shape[:-1])
    return light


def _steps(profile: Floats, offsets: Floats) -> tuple[Floats, Floats]:
    """Where each profile steps from black to white (blur does not move a slope's middle), and its weight."""
    steps = np.abs(np.diff(profile, axis=-1))
    slope = np.maximum(steps - steps.max(axis=-1, keepdims=True) * 0.2, 0)
    middles = (offsets[..., 1:] + offsets[..., :-1]) / 2
    shift = (slope * middles).sum(axis=-1) / np.maximum(slope.sum(axis=-1), 1e-9)
    contrast = np.abs(profile[..., -1] - profile[..., 0])
    return shift, np.where(contrast > _SETTINGS.least_contrast, 1.0, 0.0)


def _fit_lines(points: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Weighted lines through rows of points, twice: the second time without what lies off the first line."""
    for _ in range(2):
        total = np.maximum(weight.sum(axis=-1, keepdims=True), 1e-9)[..., None]
        middle = (points * weight[..., None]).sum(axis=-2, keepdims=True) / total
        offset = points - middle
        xx, xy, yy = (
            (offset[..., a] * offset[..., b] * weight).sum(axis=-1) for a, b in ((0, 0), (0, 1), (1, 1))
        )
        angle = np.arctan2(2 * xy, xx - yy) / 2
        direction = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        off = np.abs(cross(direction[..., None, :], offset))
        limit = np.maximum(2.5 * np.median(off, axis=-1, keepdims=True), 0.15)
        weight = weight * (off <= limit)
    return middle[..., 0, :], direction
