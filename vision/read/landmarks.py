"""Landmarks: a picture and a deck come in, where its cards lie goes out, by spots of their print (SIFT).

It is for outlines that fit no card, as where two cards overlap and were taken for one. Which card it is, the
comparison of prints tells far better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import as_quad, middle, quad_iou
from vision.read.judgement import CARD_AT_LEAST
from vision.read.patch import SIDE_PX
from vision.read.prints import card_edges
from vision.read.reading import Reading
from vision.types import Picture, Quad, area

Points = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _LandmarkSettings:
    """How spots are found and matched; chosen on twelve pictures of UNO Flip (see reader.md)."""

    larger: int = 3  # times that a reference is enlarged for it
    card_px: float = 250.0  # the longer side of an outline where spots are looked for
    around: float = 0.1  # of an outline's longer side, beside it
    contrast: float = 0.02  # of a spot
    same: float = 0.85  # likeness of two spots, at least
    near_px: float = 5.0  # that a spot may be off
    least: int = 7  # spots that agree on where a card lies
    other: float = 0.8  # shared over united area below which two placements differ
    most: int = 2  # placements of one outline


_SETTINGS = _LandmarkSettings()


@dataclass(frozen=True, slots=True, eq=False)
class _Spots:
    points: Points
    signs: Points  # one row a spot: alike if their product is near one


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """The spots of each reference of a deck, and where its corners are beside them."""

    patches: tuple[Picture, ...]
    spots: tuple[_Spots, ...]
    corners: tuple[Points, ...]

    @classmethod
    def of(cls, patches: Sequence[Picture], before: Landmarks | None = None) -> Landmarks:
        """Take them from a deck's patches; of a deck that grew since `before`, from what is new."""
        known = {} if before is None else dict(zip(map(id, before.patches), before.spots, strict=True))
        corners = tuple(map(_corners, patches))
        spots = tuple(
            known.get(id(patch)) or _see(_enlarge(patch), around)
            for patch, around in zip(patches, corners, strict=True)
        )
        return cls(tuple(patches), spots, corners)

    def place(self, picture: Picture, quad: Quad) -> list[Quad]:
        """Where cards seem to lie in the neighbourhood of an outline, best first."""
        outline = np.array(quad, np.float32)
        size = float(np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1).max())
        beside = _SETTINGS.around * size
        first = np.maximum(outline.min(axis=0) - beside, 0).astype(int)
        last = np.ceil(outline.max(axis=0) + beside).astype(int)
        part, scale = picture[first[1] : last[1], first[0] : last[0]], _SETTINGS.card_px / size
        if min(part.shape[:2]) * scale < _SETTINGS.card_px / 4:
            return []
        grey = cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_BGR2GRAY)
        seen = _see(np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)))
        found = [self._place_one(at, seen) for at in range(len(self.spots))] if len(seen.points) else []
        best = sorted((each for each in found if each is not None), key=lambda each: -each[0])
        return _distinct([as_quad(points / scale + first) for _, points in best])

    def _place_one(self, at: int, seen: _Spots) -> tuple[int, Points] | None:
        """How many spots of a reference agree, and where its corners then are."""
        own = self.spots[at]
        if len(own.points) < _SETTINGS.least:
            return None
        alike = own.signs @ seen.signs.T
        there = alike.argmax(axis=1)
        near = np.flatnonzero(alike[np.arange(len(there)), there] >= _SETTINGS.same)
        paired = near[alike[:, there[near]].argmax(axis=0) == near]
        if len(paired) < _SETTINGS.least:
            return None
        move, agree = cv2.estimateAffinePartial2D(
            own.points[paired],
            seen.points[there[paired]],
            ransacReprojThreshold=_SETTINGS.near_px,
            maxIters=300,
        )
        count = 0 if move is None else int(agree.sum())
        if count < _SETTINGS.least:
            return None
        return count, np.asarray(cv2.transform(self.corners[at][None], move)[0], np.float32)


def _corners(patch: Picture) -> Points:
    left, top = card_edges(patch)
    right, bottom = SIDE_PX - left, SIDE_PX - top
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)
    return corners * _SETTINGS.larger


def _enlarge(patch: Picture) -> Picture:
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)
    size = (SIDE_PX * _SETTINGS.larger,) * 2
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def _see(grey: Picture, around: Points | None = None) -> _Spots:
    """The spots of a picture, or of what lies inside these corners."""
    mask = None
    if around is not None:
        mask = np.zeros(grey.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(around).astype(np.int32), 255)
    sift = cv2.SIFT.create(contrastThreshold=_SETTINGS.contrast)
    spots, signs = sift.detectAndCompute(grey, mask)
    if not spots:
        return _Spots(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32))
    shares = signs / (signs.sum(axis=1, keepdims=True) + 1e-6)
    return _Spots(np.array([spot.pt for spot in spots], np.float32), np.sqrt(shares).astype(np.float32))


def _distinct(quads: Sequence[Quad]) -> list[Quad]:
    kept: list[Quad] = []
    for quad in quads:
        if all(quad_iou(quad, other) < _SETTINGS.other for other in kept):
            kept.append(quad)
    return kept[: _SETTINGS.most]


def by_size(readings: Sequence[Reading]) -> list[int]:
    """The largest outlines first."""
    sizes = [abs(area(each.corners)) if each.corners else 0.0 for each in readings]
    return sorted(range(len(readings)), key=lambda at: -sizes[at])


def is_lost(reading: Reading, readings: Sequence[Reading]) -> bool:
    """Whether something that looks like a card is not read, and lies on none that is."""
    unread = reading.card is None and reading.is_card >= CARD_AT_LEAST and reading.corners is not None
    return unread and not lies_on_read(reading, readings)


def lies_on_read(reading: Reading, readings: Sequence[Reading]) -> bool:
    """Whether the middle of an outline lies on a card that is read."""
    at = middle(reading.corners or ())
    sure = [each.corners for each in readings if each.card is not None and each.corners]
    return any(cv2.pointPolygonTest(np.array(quad, np.float32), at, False) >= 0 for quad in sure)
