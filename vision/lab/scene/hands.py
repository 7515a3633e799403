"""Hands over the table: a place, a direction and a skin come in, soft arms with fingers go out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from drawing import Colour
from vision.lab.scene.artwork import Rng, smooth_noise
from vision.types import Floats, Mask, Picture, Point

_SKINS: tuple[Colour, ...] = ((160, 185, 230), (120, 150, 205), (90, 125, 180), (60, 85, 130), (45, 60, 90))


@dataclass(frozen=True, slots=True)
class Hand:
    """A reaching arm: fingertips at `tip` (shares of the picture), from `angle_degrees` (0 is below)."""

    tip: Point
    angle_degrees: float = 0.0
    size: float = 0.16  # width of the spread hand as a share of the picture's height
    skin: Colour = _SKINS[1]
    sleeve: Colour | None = None
    grain: int | None = None  # a number for chance: skin and cloth as on a photograph, not smooth


# Each finger: how far to the side of the hand's middle, and how far its tip is behind the longest one's.
_FINGERS = ((-0.36, 0.22), (-0.12, 0.04), (0.12, 0.0), (0.36, 0.1))
_CREASES = (0.3, 0.62)  # where a finger bends, in spans behind its tip


def random_hand(rng: Rng) -> Hand:
    """Somebody reaching in from any side but most often from the player's."""
    sleeve = tuple(rng.uniform(20, 230, 3).tolist()) if rng.random() < 0.6 else None
    return Hand(
        tip=(float(rng.uniform(0.15, 0.85)), float(rng.uniform(0.2, 0.85))),
        angle_degrees=float(rng.normal(0, 45)) if rng.random() < 0.7 else float(rng.uniform(-180, 180)),
        size=float(rng.uniform(0.12, 0.24)),
        skin=_SKINS[int(rng.integers(len(_SKINS)))],
        sleeve=sleeve,
    )


def photographed_hand(rng: Rng) -> Hand:
    """The same with mottled skin, creases, nails and the weave of a sleeve."""
    return replace(random_hand(rng), grain=int(rng.integers(1 << 16)))


def hand_mask(size_px: tuple[int, int], hand: Hand) -> tuple[Mask, Mask]:
    """Where the skin and where the sleeve is, as masks of the whole picture."""
    width, height = size_px
    skin, sleeve = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    span, tip, along, across = _frame_of(size_px, hand)
    for share, reach in _FINGERS:
        start = tip + across * share * span + along * reach * span
        _limb(skin, start, tip + across * share * 0.8 * span + along * 0.9 * span, span * 0.19)
    _limb(skin, tip + across * -0.6 * span + along * 0.75 * span, tip + along * 1.25 * span, span * 0.2)
    _limb(skin, tip + along * 0.95 * span, tip + along * 1.2 * span, span * 0.85)
    _limb(skin, tip + along * 1.2 * span, tip + along * (height + width), span * 0.5)
    if hand.sleeve is not None:
        _limb(sleeve, tip + along * 2.2 * span, tip + along * (height + width), span * 0.72)
    return skin, sleeve


def _frame_of(size_px: tuple[int, int], hand: Hand) -> tuple[float, Floats, Floats, Floats]:
    """The hand's width, its tip, and the directions along the arm and across it, in pixels."""
    width, height = size_px
    turn = np.radians(hand.angle_degrees)
    along = np.array([-np.sin(turn), np.cos(turn)])
    tip = np.array([hand.tip[0] * width, hand.tip[1] * height])
    return hand.size * height, tip, along, np.array([along[1], -along[0]])


def draw_hand(picture: Picture, hand: Hand) -> Mask:
    """Paint the hand with its shadow into the picture; what it covers is given back."""
    size_px = (picture.shape[1], picture.shape[0])
    skin, sleeve = hand_mask(size_px, hand)
    covered: Mask = cv2.bitwise_or(skin, sleeve)  # type: ignore[assignment]
    _shade(picture, covered, round(hand.size * picture.shape[0] * 0.12))
    for mask, colour in ((skin, hand.skin), (sleeve, hand.sleeve)):
        if colour is not None:
            _paint(picture, mask, colour, hand.size)
    if hand.grain is not None:
        _draw_nails(picture, hand)
        _roughen(picture, covered, np.random.default_rng(hand.grain))
    return covered


def _draw_nails(picture: Picture, hand: Hand) -> None:
    """Nails at the tips, and the dark lines where fingers bend."""
    span, tip, along, across = _frame_of((picture.shape[1], picture.shape[0]), hand)
    pale, dark = (np.array(hand.skin) * share for share in (1.15, 0.6))
    for share, reach in _FINGERS:
        end = tip + across * share * span + along * reach * span
        middle = tuple(np.round(end + along * 0.04 * span).astype(int).tolist())
        axes = max(1, round(span * 0.055)), max(1, round(span * 0.075))
        cv2.ellipse(picture, middle, axes, hand.angle_degrees, 0, 360, pale.clip(0, 255).tolist(), -1)
        for crease in _CREASES:
            at = end + along * crease * span
            points = [np.round(at + across * side * span).astype(int).tolist() for side in (-0.07, 0.07)]
            cv2.line(picture, points[0], points[1], dark.tolist(), max(1, round(span * 0.012)), cv2.LINE_AA)


def _roughen(picture: Picture, covered: Mask, rng: Rng) -> None:
    """Blotches, fine grain and the soft outline of what is nearer to the camera than the table."""
    x, y, width, height = cv2.boundingRect(covered)
    window = np.s_[y : y + height, x : x + width]
    part = picture[window]
    if part.size == 0:
        return
    shape = part.shape[:2]
    tone = (
        0.82 + 0.36 * smooth_noise(shape[::-1], 9, rng) + 0.05 * rng.standard_normal(shape, dtype=np.float32)
    )
    rough = np.asarray(cv2.multiply(part, cv2.merge([tone.astype(np.float32)] * 3), dtype=cv2.CV_8U))
    soft = np.asarray(cv2.blur(rough, (3, 3)), np.float32)
    share = np.asarray(cv2.blur(covered[window], (5, 5)), np.float32)[..., None] / 255
    part[:] = (part + (soft - part) * share).clip(0, 255).astype(np.uint8)


def _shade(picture: Picture, covered: Mask, shift: int) -> None:
    """The soft shadow to the lower right, worked out at a quarter of the size and only where it falls."""
    x, y, width, height = cv2.boundingRect(covered)
    left, top = max(0, x - shift), max(0, y - shift)
    window = np.s_[top : y + height + 3 * shift, left : x + width + 3 * shift]
    part = picture[window]
    if width == 0 or part.size == 0:
        return
    small = cv2.resize(covered[window], None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    move = np.array([[1.0, 0, shift / 4], [0, 1.0, shift / 4]])
    moved = cv2.warpAffine(small, move, (small.shape[1], small.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(moved, (0, 0), max(1.0, shift / 8)).astype(np.float32)
    dark = 1 - cv2.resize(soft, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_LINEAR) * np.float32(
        0.4 / 255
    )
    part[:] = cv2.multiply(part, cv2.merge([dark] * 3), dtype=cv2.CV_8U)


def _paint(picture: Picture, mask: Mask, colour: Colour, size: float) -> None:
    """Rounder towards the edge: the blurred mask darkens what lies near the outline."""
    box = cv2.boundingRect(mask)
    if box[2] == 0:
        return
    window = np.s_[box[1] : box[1] + box[3], box[0] : box[0] + box[2]]
    own = mask[window].astype(np.float32) / 255
    quarter = (max(1, box[2] // 4), max(1, box[3] // 4))
    small = cv2.resize(own, quarter, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(1.0, size * picture.shape[0] * 0.02))
    round_light = 0.55 + 0.5 * cv2.resize(soft, (box[2], box[3]), interpolation=cv2.INTER_LINEAR)
    tone = np.array(colour, np.float32) * np.asarray(round_light)[..., None]
    picture[window] = (
        (picture[window] * (1 - own[..., None]) + tone * own[..., None]).clip(0, 255).astype(np.uint8)
    )


def _limb(mask: Mask, start: np.ndarray, end: np.ndarray, thick: float) -> None:
    points = [tuple(np.round(point * 4).astype(int).tolist()) for point in (start, end)]
    cv2.line(mask, points[0], points[1], 255, max(1, round(thick)), cv2.LINE_AA, 2)
