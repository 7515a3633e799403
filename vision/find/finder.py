"""The finder's front: a picture and what is known of plane and size come in, outlines go out, best first."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.edges import Gradients, refine_quads
from vision.find.complete import SIZE_BONUS, WHOLE, Found, Look, complete_cards
from vision.find.join import Joints, Shape, join_quads
from vision.find.quads import LIKE_SIZE, Size, areas, common_sizes, distinct, near_size
from vision.find.segments import Segments, detect_segments, halve, join_collinear
from vision.find.silhouette import Silhouettes, draw_silhouettes, put_in_corners, trace
from vision.geometry import as_quad, fill, overlap_share, spread
from vision.observation import Observation
from vision.types import Floats, Mask, Picture, Plane, Point, Quad, Region


@dataclass(frozen=True, slots=True)
class _FinderSettings:
    """What is searched and proposed."""

    work_side: int = 1200  # longest side of the picture that is searched
    smallest_side: float = 28.0  # of a card on that picture, in pixels, when its size is not known
    most: int = 80  # outlines proposed
    same: float = 0.65  # overlap above which two outlines are one
    weakest: float = 0.6  # score of a quad that may be a card
    dark: float = 70.0  # tone in the middle below which a picture is dark ...
    light: float = 90.0  # ... and to which it is brought
    least_power: float = 0.45  # noise is drawn apart too
    shadow_px: float = 4.0  # that a silhouette may be off: a soft shadow is part of it
    tag_rim: float = 1.45  # a tag with its white rim over the tag alone
    on_tag: float = 0.3  # share of a tag inside an outline from which the outline is no card
    larger: float = 0.12  # what twice the area is worth: a card has more of it than its inner frame
    unlike: float = 0.3  # what twice or half the area of a card of known size costs


_SETTINGS = _FinderSettings()


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
        return points / self.factor + self.origin

    def searched(self, points: Floats) -> Floats:
        return (points - self.origin) * self.factor


def find_cards(
    picture: Picture,
    *,
    size_mm: Point | None = None,
    plane: Plane | None = None,
    tags: Collection[Quad] = (),
    region: Region | None = None,
    silhouettes: Silhouettes | None = None,
) -> list[Observation]:
    """Outlines of what may be cards, best first; they may overlap, for the reader to choose from.

    `size_mm` counts when the plane is known, else only its shape does. What lies on `tags` is none. Only
    `region` is searched where it is given; `silhouettes` are drawn if they are not given. Big pictures are
    searched at a smaller scale, so time and memory stay bounded.
    """
    whole, space = _prepare(picture, plane, silhouettes.searched if silhouettes else None)
    known = None
    if size_mm is not None and plane is not None:
        known = Size(min(size_mm) * space.unit, max(size_mm) * space.unit)
    part, space = _part(whole, space, region)
    searched = np.ascontiguousarray(whole[part])
    tagged = _depict_tags(tags, space, searched)
    # The whole picture tells what is table, also where only a part of it is searched.
    drawn = draw_silhouettes(halve(whole)) if silhouettes is None else silhouettes.white
    apart = drawn[_halved(part[0]), _halved(part[1])] & ~halve(tagged)
    shape = _shape(searched, known, size_mm)
    rows = detect_segments(searched, max(10.0, shape.shortest * 0.3), apart)
    rows = join_collinear(_off_tags(rows, tagged))
    segments = Segments.of(space.flatten(rows.reshape(-1, 2, 2)).reshape(-1, 4))
    look = Look(space.depict, Gradients.of(searched, apart))
    found, size = _find(segments, shape, look, known, _in_corners(apart, known, space, look))
    corners = space.on_picture(space.depict(found.quads))
    sizes = areas(found.quads)
    if known is None:
        merit = _SETTINGS.larger * np.log2(sizes + 1)
    else:
        merit = -_SETTINGS.unlike * np.abs(np.log2(sizes / math.prod(known.sides)))
    kept = distinct(corners, found.scores + merit, _SETTINGS.same, _SETTINGS.most)
    outlines = _outlines(found.pick(kept), corners[kept], size)
    return [each for each in outlines if not _is_on_tag(each.corners, tags)]


def _find(
    segments: Segments, shape: Shape, look: Look, known: Size | None, guesses: Floats
) -> tuple[Found, Size | None]:
    """Quads with their scores, and the size of cards, where it is known or many share it."""
    joints = Joints.of(segments, shape)
    quads = join_quads(joints, shape)
    if known is not None:
        quads = quads[near_size(quads, known.sides)]
    scores = look.support(quads).scores()
    found = Found(quads, scores, np.ones(len(quads))).pick(scores > _SETTINGS.weakest)
    size = known or next(iter(common_sizes(found.quads, found.scores)), None)
    if size is None:
        return found, None
    bonus = SIZE_BONUS * near_size(found.quads, size.sides)
    found = complete_cards(replace(found, scores=found.scores + bonus), size.sides, joints, look, guesses)
    return found if known is None else found.pick(near_size(found.quads, size.sides, LIKE_SIZE)), size


def _part(whole: Picture, space: _Space, region: Region | None) -> tuple[tuple[slice, slice], _Space]:
    """The rows and columns to search, from even pixels on, so that halves of pictures fit on each other."""
    height, width = whole.shape[:2]
    if region is None:
        return (slice(0, height), slice(0, width)), space
    (left, top), (right, bottom) = (space.searched(np.array(point)) for point in region.corners())
    left, top = (2 * max(0, math.floor(start / 2)) for start in (left, top))
    right, bottom = min(width, math.ceil(right)), min(height, math.ceil(bottom))
    origin = (left / space.factor, top / space.factor)
    return (slice(top, bottom), slice(left, right)), replace(space, origin=origin)


def _halved(part: slice) -> slice:
    """The same rows or columns on a picture half as large."""
    return slice(part.start // 2, part.start // 2 + max(1, (part.stop - part.start) // 2))


def _depict_tags(tags: Collection[Quad], space: _Space, searched: Picture) -> Mask:
    """White where tags and their white rims lie on the searched picture."""
    rims = np.array([spread(tag, _SETTINGS.tag_rim) for tag in tags]).reshape(-1, 4, 2)
    return fill(searched.shape, space.searched(rims))


def _off_tags(rows: Floats, tagged: Mask) -> Floats:
    """The segments whose middle is not on a tag."""
    height, width = tagged.shape
    column, row = np.rint((rows[:, :2] + rows[:, 2:]) / 2).astype(int).T
    return np.asarray(rows[tagged[row.clip(0, height - 1), column.clip(0, width - 1)] == 0])


def _is_on_tag(corners: Quad, tags: Collection[Quad]) -> bool:
    return any(overlap_share(corners, tag) > _SETTINGS.on_tag for tag in tags)


def _in_corners(apart: Mask | None, size: Size | None, space: _Space, look: Look) -> Floats:
    """Cards of the known size in the corners of silhouettes, put onto the edges nearby."""
    none = np.zeros((0, 4, 2))
    if apart is None or size is None:
        return none
    # Silhouettes are half as large as the picture.
    contours = [space.flatten(contour * 2 + 0.5) for contour in trace(apart)]
    rough = np.concatenate([none, *(put_in_corners(each, size.sides) for each in contours)])
    exact = refine_quads([(space.depict(rough), look.gradients)], _SETTINGS.shadow_px)
    return space.flatten(exact)


def _outlines(found: Found, corners: Floats, size: Size | None) -> list[Observation]:
    """Best first; what has another size than most cards loses as much as that size is trusted."""
    scores = found.scores
    if size is not None:
        alike = near_size(found.quads, size.sides, LIKE_SIZE)
        whole = found.visible > WHOLE
        scores = scores - np.where(alike & whole, SIZE_BONUS, 0) - np.where(alike, 0, SIZE_BONUS * size.trust)
    order: Sequence[int] = np.argsort(-scores, kind="stable").tolist()
    drawn = scores.clip(0, 1)
    return [Observation(as_quad(corners[k]), float(drawn[k]), float(found.visible[k])) for k in order]


def see_silhouettes(picture: Picture) -> Silhouettes:
    """What is not table, where most of the picture is."""
    searched, space = _prepare(picture, None)
    return Silhouettes(draw_silhouettes(halve(searched)), space.factor / 2, searched)


def _prepare(
    picture: Picture, plane: Plane | None, searched: Picture | None = None
) -> tuple[Picture, _Space]:
    """The picture as it is searched, unless that was done before, and the space of its shapes."""
    height, width = picture.shape[:2]
    factor = min(1.0, _SETTINGS.work_side / max(height, width))
    if searched is None:
        size = (max(1, round(width * factor)), max(1, round(height * factor)))
        smaller = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if factor < 1 else picture
        searched = _lighten(np.asarray(smaller, np.uint8))
    if plane is None:
        return searched, _Space(factor, None, 1.0)
    x, y = plane.to_mm(((width - 1) / 2, (height - 1) / 2)).tolist()
    return searched, _Space(factor, plane, plane.scale_at((x, y)) * factor)


def _lighten(picture: Picture) -> Picture:
    middle = float(np.median(picture[::8, ::8]))
    if middle >= _SETTINGS.dark:
        return picture
    power = math.log(_SETTINGS.light / 255) / math.log(max(middle, 4.0) / 255)
    tones = 255 * (np.arange(256) / 255) ** max(power, _SETTINGS.least_power)
    return np.asarray(cv2.LUT(picture, tones.astype(np.uint8)), np.uint8)


def _shape(searched: Picture, size: Size | None, size_mm: Point | None) -> Shape:
    """What may be joined: little else than cards where their size is known, else anything of their shape."""
    if size is not None:
        aspect = size.longer / size.shorter * 1.2
        return Shape(size.shorter * 0.85, size.longer * 1.15, aspect, skew_degrees=14.0, taper=1.25)
    longest = 0.6 * max(searched.shape[:2])
    aspect = 1.75 if size_mm is None else max(size_mm) / min(size_mm) * 1.2
    return Shape(_SETTINGS.smallest_side, longest, aspect)
