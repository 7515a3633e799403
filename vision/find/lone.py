"""A lone card: a picture of one thing on a plain ground comes in, its outline goes out.

What is to be enrolled lies by itself. Its artwork may have stronger edges than its rim, but all of it differs
from the ground around it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Floats, Picture, Quad

WIDTH_PX = 320  # the picture is looked at this small
BORDER = 0.06  # of the picture's sides that shows ground only
APART = 3.5  # times the ground's own spread from which something is not ground
LEAST_APART = 9.0  # in Lab units
SMALLEST, LARGEST = 0.004, 0.7  # share of the picture that a card fills
FULL = 0.86  # share of the smallest box around a card that the card fills


def find_lone(picture: Picture) -> Quad | None:
    """The outline of the one thing on a plain ground; None when there is no such thing."""
    scale = WIDTH_PX / picture.shape[1]
    size = (WIDTH_PX, max(8, round(picture.shape[0] * scale)))
    small = cv2.GaussianBlur(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.float64)
    apart = np.abs(lab - ground(lab)).max(axis=2)
    edge = border(apart)
    limit = max(LEAST_APART, APART * float(np.quantile(edge, 0.9)))
    mask = (apart > limit).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    box = cv2.minAreaRect(hull)
    area, whole = box[1][0] * box[1][1], float(mask.size)
    if not SMALLEST * whole < area < LARGEST * whole or cv2.contourArea(hull) < FULL * area:
        return None
    corners = (cv2.boxPoints(box) + 0.5) / scale - 0.5
    return clockwise(np.asarray(corners, np.float64))


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
    wide = max(2, round(BORDER * min(values.shape[:2])))
    parts = (values[:wide], values[-wide:], values[:, :wide], values[:, -wide:])
    return np.concatenate([part.reshape(-1, *values.shape[2:]) for part in parts])


def clockwise(corners: Floats) -> Quad:
    """The corners clockwise as seen, from the top left one."""
    middle = corners.mean(axis=0)
    around = np.argsort(np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0]))
    return tuple((float(x), float(y)) for x, y in corners[around])
