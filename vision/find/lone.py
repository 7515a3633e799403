"""Lone cards: a picture of things on a plain ground comes in, the outlines of those by themselves go out.

A card's artwork may have stronger edges than its rim, but all of it differs from the ground around it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import as_quad
from vision.types import Bools, Floats, Mask, Picture, Quad


@dataclass(frozen=True, slots=True)
class _LoneSettings:
    """What is one card on a plain ground."""

    width_px: int = 480  # the picture is looked at this small
    border: float = 0.06  # of the picture's sides that shows ground only
    apart: float = 3.5  # times the ground's own spread from which something is not ground
    least_apart: float = 6.0  # in Lab units
    smallest: float = 0.004  # share of the picture that a card fills
    largest: float = 0.7
    seam_px: int = 15  # what is narrower, as where boards meet, is no part of a card ...
    beside_px: int = 5  # ... but for so much of it, which may be a card's own corner
    full: float = 0.86  # share of the smallest box around a card that the card fills


_SETTINGS = _LoneSettings()


def find_lone(picture: Picture) -> Quad | None:
    """The outline of the one thing on a plain ground; None when there is no such thing."""
    scale = _SETTINGS.width_px / picture.shape[1]
    mask = _draw_strange(picture, scale)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hulls = [cv2.convexHull(contour) for contour in contours]
    boxes = [(cv2.minAreaRect(hull), cv2.contourArea(hull)) for hull in hulls]
    box, covered = max(boxes, key=lambda each: math.prod(each[0][1]), default=(None, 0.0))
    if box is None:
        return None
    area = math.prod(box[1])
    is_card = _SETTINGS.smallest < area / mask.size < _SETTINGS.largest and covered >= _SETTINGS.full * area
    return _clockwise((cv2.boxPoints(box) + 0.5) / scale - 0.5) if is_card else None


def _draw_strange(picture: Picture, scale: float) -> Mask:
    """White where a picture at this scale is not ground."""
    size = (_SETTINGS.width_px, max(8, round(picture.shape[0] * scale)))
    small = cv2.GaussianBlur(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.float64)
    apart = lab - _ground(lab)
    strange = _is_apart(np.abs(apart[..., 0])) | _is_apart(np.hypot(apart[..., 1], apart[..., 2]))
    mask = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    broad = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((_SETTINGS.seam_px,) * 2, np.uint8))
    around = cv2.dilate(broad, np.ones((_SETTINGS.beside_px,) * 2, np.uint8))
    return np.asarray(cv2.bitwise_and(mask, around), np.uint8)


def _is_apart(distance: Floats) -> Bools:
    return distance > max(_SETTINGS.least_apart, _SETTINGS.apart * float(np.quantile(_border(distance), 0.9)))


def _ground(lab: Floats) -> Floats:
    """The ground under the whole picture, as its border tells: colours that change evenly."""
    height, width = lab.shape[:2]
    rows, columns = np.indices((height, width))
    terms = np.stack([np.ones((height, width)), rows / height, columns / width], axis=2)
    fit, *_ = np.linalg.lstsq(_border(terms), _border(lab), rcond=None)
    return np.asarray(terms @ fit)


def _border(values: Floats) -> Floats:
    """The values along the picture's border."""
    wide = max(2, round(_SETTINGS.border * min(values.shape[:2])))
    parts = (values[:wide], values[-wide:], values[:, :wide], values[:, -wide:])
    return np.concatenate([part.reshape(-1, *values.shape[2:]) for part in parts])


def _clockwise(corners: Floats) -> Quad:
    """The corners clockwise as seen, from the top left one."""
    x, y = (corners - corners.mean(axis=0)).T
    return as_quad(corners[np.argsort(np.arctan2(y, x))])
