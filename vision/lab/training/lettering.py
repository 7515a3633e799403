"""Lettering: digits and small symbols come in, and are drawn onto a face with outline, shadow and turn."""

import math
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np

from vision.lab.scene.palette import brightness
from vision.lab.training.glyphs import Digits, Mask
from vision.lab.training.palette import Ink, cream, dark
from vision.types import Picture


@dataclass(frozen=True, slots=True)
class Type:
    """How a deck writes its numbers."""

    digits: Digits
    spacing: float  # of the digit height, between two digits
    slant: float
    stretch: float
    outline: float  # of the digit height
    outline_ink: Ink | None
    shadow: float
    underline: bool  # below 6 and 9


def pick_type(fonts: list[Digits], chance: Random) -> Type:
    """A deck's way of writing."""
    outlined = chance.random() < 0.5
    return Type(
        digits=chance.choice(fonts),
        spacing=chance.uniform(0.01, 0.14),
        slant=chance.gauss(0, 0.12) if chance.random() < 0.3 else 0.0,
        stretch=chance.uniform(0.8, 1.2),
        outline=chance.uniform(0.03, 0.13) if outlined else 0.0,
        outline_ink=(dark(chance) if chance.random() < 0.7 else cream(chance)) if outlined else None,
        shadow=chance.uniform(0.03, 0.12) if chance.random() < (0.4 if outlined else 0.1) else 0.0,
        underline=chance.random() < 0.35,
    )


def outlined(style: Type, chance: Random) -> Type:
    """The same writing with an outline, for numbers that stand on artwork."""
    return replace(
        style,
        outline=max(style.outline, chance.uniform(0.05, 0.1)),
        outline_ink=style.outline_ink or dark(chance),
    )


def _number_mask(style: Type, number: int, underline: bool) -> Mask:
    masks = [style.digits[int(digit)] for digit in str(number)]
    height = max(mask.shape[0] for mask in masks)
    gap = int(style.spacing * height)
    width = sum(mask.shape[1] for mask in masks) + gap * (len(masks) - 1)
    extra = int(0.24 * height) if underline else 0
    out = np.zeros((height + extra, width), np.uint8)
    left = 0
    for mask in masks:
        out[height - mask.shape[0] : height, left : left + mask.shape[1]] = mask
        left += mask.shape[1] + gap
    if underline:
        out[height + int(0.1 * height) : height + int(0.2 * height), int(0.1 * width) : int(0.9 * width)] = (
            255
        )
    return out


def write_number(
    face: Picture,
    style: Type,
    number: int,
    centre: tuple[float, float],
    height: float,
    ink: Ink,
    turn: float = 0.0,
) -> None:
    """Draw a number centred at a point (pixels), its digits this tall, turned clockwise in degrees."""
    mask = _number_mask(style, number, style.underline and number in (6, 9, 66, 99, 68, 86, 89, 98))
    tall = max(m.shape[0] for m in style.digits)
    limit = 1.35 * tall * style.stretch
    squeeze = min(1.0, limit * 1.15 / (mask.shape[1] * style.stretch)) if number > 9 else 1.0
    stamp(face, mask, centre, height / tall, style.stretch * squeeze, style.slant, turn, ink, style)


def stamp(
    face: Picture,
    mask: Mask,
    centre: tuple[float, float],
    scale: float,
    stretch: float,
    slant: float,
    turn: float,
    ink: Ink,
    style: Type,
) -> None:
    """Ink through a mask, with the style's outline and shadow."""
    matrix = placing(mask.shape[1], mask.shape[0], centre, scale, stretch, slant, turn)
    cover = spread(mask, matrix, face)
    tall = scale * mask.shape[0]
    if style.shadow:
        step = style.shadow * tall
        shifted = matrix + np.array([[0, 0, step], [0, 0, step]])
        shade = spread(mask, shifted, face)
        if style.outline_ink is not None:
            width = max(1, round(style.outline * tall))
            shade = np.asarray(cv2.dilate(shade, np.ones((2 * width + 1, 2 * width + 1), np.uint8)), np.uint8)
        lay(face, shade, (20.0, 20.0, 20.0), 0.8)
    if style.outline_ink is not None:
        width = max(1, round(style.outline * tall))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * width + 1, 2 * width + 1))
        lay(face, np.asarray(cv2.dilate(cover, kernel), np.uint8), apart(style.outline_ink, ink), 1.0)
    lay(face, cover, ink, 1.0)


def spread(mask: Mask, matrix: np.ndarray, face: Picture) -> Mask:
    """A mask laid out over the whole face."""
    size = (face.shape[1], face.shape[0])
    return np.asarray(cv2.warpAffine(mask, matrix, size, flags=cv2.INTER_AREA), np.uint8)


def apart(outline: Ink, ink: Ink) -> Ink:
    """An outline that differs from what it surrounds."""
    if abs(brightness(outline) - brightness(ink)) > 60:
        return outline
    return (15.0, 15.0, 15.0) if brightness(ink) > 120 else (245.0, 245.0, 245.0)


def placing(
    width: int,
    height: int,
    centre: tuple[float, float],
    scale: float,
    stretch: float,
    slant: float,
    turn: float,
) -> np.ndarray:
    """The affine map of a mask to its place on the face."""
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    shape = np.array([[scale * stretch, -slant * scale], [0, scale]])
    linear = np.array([[cosine, -sine], [sine, cosine]]) @ shape
    offset = np.array(centre) - linear @ np.array([width / 2, height / 2])
    return np.hstack([linear, offset[:, None]])


def lay(face: Picture, cover: Mask, ink: Ink, strength: float) -> None:
    """Mix an ink into the face where the cover says, touching only the covered box."""
    x, y, width, height = cv2.boundingRect(cover)
    if not width:
        return
    box = face[y : y + height, x : x + width]
    share = cover[y : y + height, x : x + width, None].astype(np.float32) * (strength / 255)
    box[...] = (box * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def badge(
    face: Picture, centre: tuple[float, float], radius: float, ink: Ink, shape: int, rim: Ink | None
) -> None:
    """A plate below a number: disc, square, diamond, hexagon or shield."""
    middle = (round(centre[0]), round(centre[1]))
    if shape == 0:
        cv2.circle(face, middle, round(radius), ink, -1, cv2.LINE_AA)
        if rim:
            cv2.circle(face, middle, round(radius), rim, 2, cv2.LINE_AA)
        return
    corners = {1: 4, 2: 4, 3: 6, 4: 5}[shape]
    start = {1: 45.0, 2: 0.0, 3: 30.0, 4: 90.0}[shape]
    angles = [math.radians(start + 360 * i / corners) for i in range(corners)]
    points = np.array(
        [(centre[0] + 1.2 * radius * math.cos(a), centre[1] + 1.2 * radius * math.sin(a)) for a in angles]
    )
    cv2.fillPoly(face, [points.astype(np.int32)], ink, cv2.LINE_AA)
    if rim:
        cv2.polylines(face, [points.astype(np.int32)], True, rim, 2, cv2.LINE_AA)


def symbol(face: Picture, centre: tuple[float, float], size: float, ink: Ink, kind: int) -> None:
    """A small sign: disc, ring, triangle, star, crescent, bar, cross, heart-like pair, zigzag, dots."""
    x, y = centre
    r = size
    if kind == 0:
        cv2.circle(face, (round(x), round(y)), max(1, round(r)), ink, -1, cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(face, (round(x), round(y)), max(1, round(r)), ink, max(1, round(r / 4)), cv2.LINE_AA)
    elif kind in (2, 3, 6):
        points = {2: 3, 3: 10, 6: 8}[kind]
        radii = [r if i % 2 == 0 or kind == 2 else 0.42 * r for i in range(points)]
        angles = [-math.pi / 2 + 2 * math.pi * i / points for i in range(points)]
        star = [(x + q * math.cos(a), y + q * math.sin(a)) for q, a in zip(radii, angles, strict=True)]
        cv2.fillPoly(face, [np.array(star, np.int32)], ink, cv2.LINE_AA)
    elif kind == 4:
        cv2.ellipse(
            face,
            (round(x), round(y)),
            (round(r), round(r)),
            0,
            40,
            320,
            ink,
            max(1, round(r / 2.5)),
            cv2.LINE_AA,
        )
    elif kind == 5:
        cv2.line(
            face, (round(x - r), round(y)), (round(x + r), round(y)), ink, max(1, round(r / 3)), cv2.LINE_AA
        )
    elif kind == 7:
        zigzag = [(x + r * (i / 3 - 1), y + (r * 0.5 if i % 2 else -r * 0.5)) for i in range(7)]
        cv2.polylines(face, [np.array(zigzag, np.int32)], False, ink, max(1, round(r / 4)), cv2.LINE_AA)
    else:
        for step in (-1, 0, 1):
            cv2.circle(
                face, (round(x + step * r * 0.8), round(y)), max(1, round(r / 4)), ink, -1, cv2.LINE_AA
            )
