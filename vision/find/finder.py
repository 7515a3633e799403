"""The finder's front: a picture and what is known of plane and size come in, outlines go out, best first."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.find.choose import Size, areas, common_size, distinct, near_size
from vision.find.complete import SIZE_BONUS, Found, Look, complete_cards
from vision.find.join import Shape, join_quads, put_clockwise
from vision.find.refine import refine_quads
from vision.find.segments import Segments, detect_segments, halve, join_collinear
from vision.find.silhouette import Greys, Silhouettes, boxes_like, draw_silhouettes, put_in_corners, trace
from vision.find.support import Gradients
from vision.geometry import spread
from vision.observation import Observation
from vision.types import Floats, Picture, Plane, Point, Quad, Region

_WORK_SIDE = 1200  # longest side of the picture that is searched
_OFF_SIZE = 0.2  # of the log of its sides: what is further from the known size of a card is none
_SMALLEST_SIDE = 28.0  # of a card on that picture, in pixels, when its size is not known
_MOST = 80  # outlines proposed
_SAME = 0.65  # overlap above which two outlines are one
_WEAKEST = 0.6
_WHOLE = 0.95  # visible share from which nothing counts as hidden
_LONE = 0.9  # score of a card that lies by itself, by what it covers: edges tell more exactly
DARK = 70.0  # tone in the middle below which a picture is dark ...
_LIGHT = 90.0  # ... and to which it is brought
_LEAST_POWER = 0.45  # noise is drawn apart too
_SPARSE = 8  # every so many pixels tell how dark a picture is
_REFINED = 4.0  # pixels that a silhouette may be off: a soft shadow is part of it
_TAG_RIM = 1.45  # a tag with its white rim over the tag alone
_LARGER = 0.12  # what twice the area is worth: a card has more of it than its inner frame


_UNLIKE = 0.3  # what twice or half the area of a card of known size costs


@dataclass(frozen=True, slots=True)
class _Space:
    """Where shapes are judged: the searched picture's pixels, or the table from above at a like scale."""

    factor: float  # searched pixels for each picture pixel
    plane: Plane | None
    unit: float  # searched pixels for each table millimetre, where there is a plane
    origin: Point = (0.0, 0.0)  # the first searched pixel on the picture

    def flatten(self, points: Floats) -> Floats:
        """From searched pixels."""
        return points if self.plane is None else self.plane.to_mm(self.on_picture(points)) * self.unit

    def depict(self, points: Floats) -> Floats:
        """To searched pixels."""
        return points if self.plane is None else self.searched(self.plane.to_picture(points / self.unit))

    def on_picture(self, points: Floats) -> Floats:
        """Picture points of searched pixels."""
        return points / self.factor + self.origin

    def searched(self, points: Floats) -> Floats:
        """Searched pixels of picture points."""
        return (points - self.origin) * self.factor


def find_cards(
    picture: Picture,
    *,
    size_mm: tuple[float, float] | None = None,
    plane: Plane | None = None,
    aspect: float | None = None,
    tags: Collection[Quad] = (),
    region: Region | None = None,
    silhouettes: Silhouettes | None = None,
) -> list[Observation]:
    """Outlines of what may be cards, best first; they may overlap, for the reader to choose from.

    `size_mm` counts when the plane is known, else only its shape does. `aspect` is the longer side over the
    shorter. What lies on `tags` is none. Only `region` is searched where it is given;
    `silhouettes` are drawn if they are not given. Big pictures are searched at a smaller scale, so time and
    memory stay bounded.
    """
    whole, space = _prepare(picture, plane, silhouettes.searched if silhouettes else None)
    size = _known_size(size_mm, space)
    part, space = _part(whole, space, region)
    searched = np.ascontiguousarray(whole[part])
    shape = _shape(searched, size, aspect or (max(size_mm) / min(size_mm) if size_mm else None))
    tagged = _depict_tags(tags, space, searched)
    # The whole picture tells what is table, also where only a part of it is searched.
    drawn = None
    if size is not None:
        drawn = draw_silhouettes(halve(whole)) if silhouettes is None else silhouettes.white
    apart = None if drawn is None else drawn[_halved(part[0]), _halved(part[1])] & ~halve(tagged)
    rows = detect_segments(searched, max(10.0, shape.shortest * 0.3), apart)
    rows = join_collinear(_off_tags(rows, tagged))
    segments = Segments.of(space.flatten(rows.reshape(-1, 2, 2)).reshape(-1, 4))
    look = Look(space.depict, Gradients.of(searched, apart))
    quads = join_quads(segments, shape)
    if size is not None:
        quads = quads[near_size(quads, size.sides)]
    scores = look.support(quads).scores()
    found = Found(quads, scores, np.ones(len(quads))).pick(scores > _WEAKEST)
    size = size or common_size(found.quads, found.scores)
    if size is not None:
        found = Found(
            found.quads, found.scores + SIZE_BONUS * near_size(found.quads, size.sides), found.visible
        )
        contours = [] if apart is None else _flat_contours(apart, space)
        guesses = _in_corners(contours, size, space, look)
        found = complete_cards(found, size.sides, segments, shape, look, guesses)
        found += _lone(boxes_like(contours, size.sides))
    if size is not None and size_mm is not None and plane is not None:
        found = found.pick(near_size(found.quads, size.sides, _OFF_SIZE))
    corners = space.on_picture(space.depict(found.quads))
    sizes = areas(found.quads)
    wanted = None if size_mm is None or plane is None else math.prod(size_mm) * space.unit**2
    merit = _LARGER * np.log2(sizes + 1) if wanted is None else -_UNLIKE * np.abs(np.log2(sizes / wanted))
    kept = distinct(corners, found.scores + merit, _SAME, _MOST)
    return _outlines(found.pick(kept), corners[kept], size)


def _part(whole: Picture, space: _Space, region: Region | None) -> tuple[tuple[slice, slice], _Space]:
    """The rows and columns to search, from even pixels on, so that halves of pictures fit on each other."""
    height, width = whole.shape[:2]
    if region is None:
        return (slice(0, height), slice(0, width)), space
    (left, top), (right, bottom) = (
        space.searched(np.array(point))
        for point in ((region.left, region.top), (region.right, region.bottom))
    )
    left, top = (2 * max(0, math.floor(start / 2)) for start in (left, top))
    right, bottom = min(width, math.ceil(right)), min(height, math.ceil(bottom))
    return (slice(top, bottom), slice(left, right)), replace(
        space, origin=(left / space.factor, top / space.factor)
    )


def _halved(part: slice) -> slice:
    """The same rows or columns on a picture half as large."""
    return slice(part.start // 2, part.start // 2 + (part.stop - part.start) // 2)


def _depict_tags(tags: Collection[Quad], space: _Space, searched: Picture) -> Greys:
    """White where tags and their white rims lie on the searched picture."""
    drawn = np.zeros(searched.shape[:2], np.uint8)
    for tag in tags:
        corners = space.searched(np.array(spread(tag, _TAG_RIM)))
        cv2.fillConvexPoly(drawn, np.rint(corners).astype(np.int32), 255)
    return drawn


def _off_tags(rows: Floats, tagged: Greys) -> Floats:
    """The segments whose middle is not on a tag."""
    height, width = tagged.shape
    column, row = np.rint((rows[:, :2] + rows[:, 2:]) / 2).astype(int).T
    return np.asarray(rows[tagged[row.clip(0, height - 1), column.clip(0, width - 1)] == 0])


def _flat_contours(silhouettes: Greys, space: _Space) -> list[Floats]:
    """The outlines of silhouettes, which are half as large as the picture."""
    return [space.flatten(contour * 2 + 0.5) for contour in trace(silhouettes)]


def _in_corners(contours: Sequence[Floats], size: Size, space: _Space, look: Look) -> Floats:
    """Cards of the known size in the corners of silhouettes, as they are and put onto the edges nearby."""
    rough = np.concatenate([np.zeros((0, 4, 2)), *(put_in_corners(each, size.sides) for each in contours)])
    exact = refine_quads(space.depict(rough), look.gradients, _REFINED)
    return np.concatenate([rough, space.flatten(exact)])


def _lone(quads: Floats) -> Found:
    """Cards that lie by themselves, told by what they cover."""
    quads, _ = put_clockwise(quads)
    return Found(quads, np.full(len(quads), _LONE + SIZE_BONUS), np.ones(len(quads)))


def _outlines(found: Found, corners: Floats, size: Size | None) -> list[Observation]:
    """Best first; what has another size than most cards loses as much as that size is trusted."""
    scores = found.scores
    if size is not None:
        alike = near_size(found.quads, size.sides, 0.2)
        whole = found.visible > _WHOLE
        scores = scores - np.where(alike & whole, SIZE_BONUS, 0) - np.where(alike, 0, SIZE_BONUS * size.trust)
    order = np.argsort(-scores, kind="stable")
    return [
        Observation(
            tuple((float(x), float(y)) for x, y in corners[k]),
            float(np.clip(scores[k], 0, 1)),
            float(found.visible[k]),
        )
        for k in order
    ]


def see_silhouettes(picture: Picture) -> Silhouettes:
    """What is not table, where most of the picture is."""
    searched, space = _prepare(picture, None)
    return Silhouettes(draw_silhouettes(halve(searched)), space.factor / 2, searched)


def _prepare(
    picture: Picture, plane: Plane | None, searched: Picture | None = None
) -> tuple[Picture, _Space]:
    """The picture as it is searched, unless that was done before, and the space of its shapes."""
    height, width = picture.shape[:2]
    factor = min(1.0, _WORK_SIDE / max(height, width))
    if searched is None:
        size = (max(1, round(width * factor)), max(1, round(height * factor)))
        smaller = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if factor < 1 else picture
        searched = _lighten(np.asarray(smaller, np.uint8))
    if plane is None:
        return searched, _Space(factor, None, 1.0)
    middle = plane.to_mm(((width - 1) / 2, (height - 1) / 2))
    return searched, _Space(factor, plane, plane.scale_at((float(middle[0]), float(middle[1]))) * factor)


def _lighten(picture: Picture) -> Picture:
    middle = float(np.median(picture[::_SPARSE, ::_SPARSE]))
    if middle >= DARK:
        return picture
    power = math.log(_LIGHT / 255) / math.log(max(middle, 4.0) / 255)
    tones = 255 * (np.arange(256) / 255) ** max(power, _LEAST_POWER)
    return np.asarray(cv2.LUT(picture, tones.astype(np.uint8)), np.uint8)


def _known_size(size_mm: tuple[float, float] | None, space: _Space) -> Size | None:
    if size_mm is None or space.plane is None:
        return None
    return Size(min(size_mm) * space.unit, max(size_mm) * space.unit)


def _shape(searched: Picture, size: Size | None, aspect: float | None) -> Shape:
    if size is not None:
        return Shape(
            size.shorter * 0.85,
            size.longer * 1.15,
            size.longer / size.shorter * 1.2,
            skew_degrees=14.0,
            taper=1.25,
        )
    longest = 0.6 * max(searched.shape[:2])
    return Shape(_SMALLEST_SIDE, longest, 1.75 if aspect is None else aspect * 1.2)
