"""Single cards for training: a face and chance come in, a square patch as the reader gets it goes out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import as_quad, fit_homography
from vision.lab.scene.artwork import Rng
from vision.lab.scene.render import card_mask
from vision.lab.scene.table import KINDS, TEXTURE_PX, texture
from vision.lab.scene.troubles import Troubles, apply_troubles
from vision.types import Picture, Quad, rectangle

TABLES = 4  # seeds of each kind of table that patches are cut from


@dataclass(frozen=True, slots=True)
class Rough:
    """How badly a patch may be aligned: shift, corner jitter and scale as shares of a card, turn."""

    shift: float = 0.05
    corner: float = 0.015
    turn_degrees: float = 4.0
    scale: float = 0.04


EXACT = Rough(0, 0, 0, 0)


def render_patch(
    face: Picture,
    rng: Rng,
    troubles: Troubles,
    side_px: int = 96,
    margin: float = 0.06,
    rough: Rough = EXACT,
    card_px: float | None = None,
    turn_degrees: float = 0.0,
) -> tuple[Picture, Quad]:
    """A patch of `side_px` squared, and the card's corners in it.

    The card fills the patch but for `margin`; `card_px` is how many pixels its width had on the camera's
    picture: the troubles happen at that size, then it is brought to `side_px`. `turn_degrees` turns the card
    on purpose.
    """
    seen_px = side_px if card_px is None else max(8, round(card_px * (1 + 2 * margin)))
    quad = _corners(face, seen_px, margin, rough, turn_degrees, rng)
    picture = _ground(seen_px, rng)
    _paste(picture, face, quad)
    picture = apply_troubles(picture, troubles, rng)
    if seen_px == side_px:
        return picture, as_quad(quad)
    how = cv2.INTER_AREA if seen_px > side_px * 1.2 else cv2.INTER_LINEAR
    resized = np.asarray(cv2.resize(picture, (side_px, side_px), interpolation=how), np.uint8)
    return resized, as_quad((quad + 0.5) * (side_px / seen_px) - 0.5)


def _corners(face: Picture, side: int, margin: float, rough: Rough, turn: float, rng: Rng) -> np.ndarray:
    height, width = face.shape[:2]
    room = side * (1 - 2 * margin) * (1 + rng.uniform(-rough.scale, rough.scale))
    size = (room * min(1.0, width / height), room * min(1.0, height / width))
    shift = rng.uniform(-rough.shift, rough.shift, 2) * room
    middle = (side - 1) / 2 + shift
    angle = turn + rng.uniform(-rough.turn_degrees, rough.turn_degrees)
    exact = np.array(rectangle((float(middle[0]), float(middle[1])), size, angle))
    return exact + rng.normal(0, rough.corner, (4, 2)) * room if rough.corner else exact


def _ground(side: int, rng: Rng) -> Picture:
    """A piece of some table."""
    source = texture(KINDS[int(rng.integers(len(KINDS)))], int(rng.integers(TABLES)))
    left, top = (int(v) for v in rng.integers(0, TEXTURE_PX - side, 2))
    return source[top : top + side, left : left + side].copy()


def _paste(picture: Picture, face: Picture, quad: np.ndarray) -> None:
    side = picture.shape[0]
    height, width = face.shape[:2]
    factor = max(height, width) / side
    if factor > 1.3:
        face = np.asarray(
            cv2.resize(face, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        height, width = face.shape[:2]
    source = [(-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)]
    matrix = fit_homography(source, quad)
    warped = cv2.warpPerspective(
        face, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = card_mask(matrix, (width, height), 0.05, (side, side))
    alpha = mask.astype(np.float32)[..., None] / 255
    picture[:] = (picture + (warped.astype(np.float32) - picture) * alpha).astype(np.uint8)
