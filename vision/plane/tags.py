"""Tags: the printed squares as things on a table, and where on a picture they and their corners are seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.edges import Gradients, refine_quads
from vision.geometry import as_quad, spread
from vision.types import Picture, Point, Quad, area

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
    rim: float = 1.25  # the part of the picture that its corners are measured on is so many times its size
    reaches: tuple[float, ...] = (4.0, 2.0)  # pixels beside a rough edge where the true one is looked for


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
    return _refined(picture, found) if found else {}


def _at_spot(picture: Picture, number: int, quad: Quad) -> Quad | None:
    """The tag within a window around where it was."""
    window, origin = _cut_out(picture, quad, _SETTINGS.spot)
    if min(window.shape[:2]) < 16:
        return None
    scale = _SETTINGS.spot_tag_px / float(np.sqrt(abs(area(quad))))
    seen = _detect(window, scale, _SETTINGS.quick).get(number)
    return None if seen is None else as_quad(np.add(seen, origin))


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
    """Corners where lines along the edges cross; edges that cannot be measured stay as they are."""
    groups, origins = [], []
    for quad in quads.values():
        window, origin = _cut_out(picture, quad, _SETTINGS.rim)
        grey = np.asarray(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), np.uint8)
        groups.append((np.array([quad], np.float64) - origin, Gradients.of(grey)))
        origins.append(origin)
    for reach in _SETTINGS.reaches:
        exact = refine_quads(groups, reach)
        groups = [(quad[None], gradients) for quad, (_, gradients) in zip(exact, groups, strict=True)]
    found = zip(quads, groups, origins, strict=True)
    return {number: as_quad(exact[0] + origin) for number, (exact, _), origin in found}


def _cut_out(picture: Picture, quad: Quad, factor: float) -> tuple[Picture, tuple[int, int]]:
    """The part of a picture around a quad that is grown so much, and where it begins."""
    points = np.array(spread(quad, factor))
    left, top = np.maximum(np.floor(points.min(axis=0)), 0).astype(int).tolist()
    right, bottom = np.maximum(np.ceil(points.max(axis=0)), 0).astype(int).tolist()
    return picture[top:bottom, left:right], (left, top)
