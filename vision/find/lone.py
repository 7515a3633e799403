"""Lone cards: a picture of things on a plain ground comes in, the outlines of those by themselves go out.

A card's artwork may have stronger edges than its rim, but all of it differs from the ground around it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Floats, Picture, Quad

_WIDTH_PX = 480  # the picture is looked at this small
_BORDER = 0.06  # of the picture's sides that shows ground only
_APART = 3.5  # times the ground's own spread from which something is not ground
_LEAST_APART = 6.0  # in Lab units
SMALLEST, LARGEST = 0.004, 0.7  # share of the picture that a card fills
_FULL = 0.86  # share of the smallest box around a card that the card fills


def find_lone(picture: Picture) -> Quad | None:
    """The outline of the one thing on a plain ground; None when there is no such thing."""
    boxes = [box for box in _find_boxes(picture) if box.area > 0]
    largest = max(boxes, key=lambda box: box.area, default=None)
    if largest is None or not SMALLEST < largest.area < LARGEST or largest.full < _FULL:
        return None
    return largest.corners


@dataclass(frozen=True, slots=True)
class Box:
    """The smallest box around something: its corners, its share of the picture, and how full it is."""

    corners: Quad
    area: float
    full: float


def _find_boxes(picture: Picture) -> list[Box]:
    scale = _WIDTH_PX / picture.shape[1]
    size = (_WIDTH_PX, max(8, round(picture.shape[0] * scale)))
    small = cv2.GaussianBlur(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.float64)
    apart = lab - ground(lab)
    strange = [_is_apart(each) for each in (np.abs(apart[..., 0]), np.hypot(apart[..., 1], apart[..., 2]))]
    mask = (strange[0] | strange[1]).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    boxes = []
    for contour in contours:
        hull = cv2.convexHull(contour)
        box = cv2.minAreaRect(hull)
        area = box[1][0] * box[1][1]
        if area > 1:
            corners = clockwise(np.asarray((cv2.boxPoints(box) + 0.5) / scale - 0.5, np.float64))
            boxes.append(Box(corners, area / mask.size, cv2.contourArea(hull) / area))
    return boxes


def _is_apart(distance: Floats) -> npt.NDArray[np.bool_]:
    return distance > max(_LEAST_APART, _APART * float(np.quantile(border(distance), 0.9)))


def ground(lab: Floats) -> Floats:
    """The ground under the whole picture, as its border tells: colours that change evenly."""
    height, width = lab.shape[:2]
    rows, columns = np.indices((height, width))
    terms = np.stack([np.ones((height, width)), rows / height, columns / width], axis=2)
    known = border(terms).reshape(-1, 3)
    colours = border(lab).reshape(-1, 3)
    fit, *_ = np.linalg.lstsq(known, colours, rcond=None)
    result: Floats = terms @ fit
    return result


def border(values: Floats) -> Floats:
    """The values along the picture's border."""
    wide = max(2, round(_BORDER * min(values.shape[:2])))
    parts = (values[:wide], values[-wide:], values[:, :wide], values[:, -wide:])
    return np.concatenate([part.reshape(-1, *values.shape[2:]) for part in parts])


def clockwise(corners: Floats) -> Quad:
    """The corners clockwise as seen, from the top left one."""
    middle = corners.mean(axis=0)
    around = np.argsort(np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0]))
    return tuple((float(x), float(y)) for x, y in corners[around])
