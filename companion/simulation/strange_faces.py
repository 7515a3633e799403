"""Faces by painters of their own, as no training ever saw: digits of strokes on hills, or on tiles."""

import colorsys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import cv2
import numpy as np

from vision.read.naming import colour_of, number_of
from vision.types import COLOURS, Picture

Colour = tuple[int, int, int]  # blue, green, red
_FONTS = (cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX)
_HUES = {"red": 2, "green": 130, "blue": 222, "purple": 285, "yellow": 52, "orange": 28}
_PLAIN_HUE = 190.0
_SIDE = 512  # faces are painted at this width and made smaller
_PLATE, _INK = (238, 244, 246), (34, 30, 28)


@dataclass(frozen=True, slots=True)
class StrangeFaces:
    """One invented deck: the same seed paints the same cards."""

    seed: int
    shape: float = 1.0  # height over width
    cards: tuple[str, ...] = ()  # of the deck: its suits are told apart by colour, as those of a real one
    painter: str = "hills"  # one of PAINTERS

    def draw(self, card: str, width_px: int, marked: bool = False) -> Picture:
        """The face of a card in this width; copies do not differ."""
        face = PAINTERS[self.painter](self.seed, self.shape, card, _hue(card, self.seed, self.cards))
        size = (width_px, round(width_px * self.shape))
        return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=256)
def _paint_hills(seed: int, shape: float, card: str, hue: float) -> Picture:
    """A landscape of its own for each card, and a number on a plate."""
    style, own = Random(seed), Random(f"{seed} {card}")
    font, low, spot = style.choice(_FONTS), style.uniform(0.5, 0.7), style.choice(("top", "middle"))
    face = _ground(own, hue, shape)
    _hills(face, own, hue, low)
    _frame(face, from_hsv(hue, 0.75, 0.8))
    number = number_of(card)
    if number is None:
        _sign(face, own, from_hsv(hue, 0.8, 0.55))
    else:
        _number(face, str(number), font, spot, from_hsv(hue, 0.85, 0.7))
    return face


@lru_cache(maxsize=256)
def _paint_tiles(seed: int, shape: float, card: str, hue: float) -> Picture:
    """Cards of a suit differ by nothing but the numbers in two corners."""
    style, number = Random(f"{seed} tiles"), number_of(card)
    italic = cv2.FONT_ITALIC if style.random() < 0.5 else 0
    pale, own = style.random() < 0.5, Random(f"{seed} {_suit(card)}")
    face = np.full((round(_SIDE * shape), _SIDE, 3), _PLATE, np.uint8)
    rim = style.randrange(18, 34)
    face[rim:-rim, rim:-rim] = from_hsv(hue, 0.25, 0.95) if pale else from_hsv(hue, 0.8, 0.6)
    _tiles(face[rim:-rim, rim:-rim], own, hue, pale)
    if number is None:
        _sign(face, own, from_hsv(hue, 0.8, 0.55))
    else:
        _corners(face, str(number), cv2.FONT_HERSHEY_SIMPLEX | italic, _INK if pale else _PLATE)
    return face


PAINTERS: Mapping[str, Callable[[int, float, str, float], Picture]] = {
    "hills": _paint_hills,
    "tiles": _paint_tiles,
}


def from_hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour by its hue in degrees."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 360 / 360, saturation, value)
    return round(255 * blue), round(255 * green), round(255 * red)


@lru_cache(maxsize=256)
def _hue(card: str, seed: int, cards: tuple[str, ...]) -> float:
    """The colour that a card is named after; else its suit's, evenly apart from those of other suits."""
    colour, suit = colour_of(card), _suit(card)
    if colour is not None:
        return _HUES.get(COLOURS[colour], _PLAIN_HUE)
    suits = sorted({_suit(each) for each in cards if number_of(each) is not None and colour_of(each) is None})
    if suit not in suits:
        return Random(f"{seed} {suit}").uniform(0, 360)
    rng = Random(f"{seed} {' '.join(suits)}")
    first = rng.uniform(0, 360)
    rng.shuffle(suits)
    return first + 360 * suits.index(suit) / len(suits)


def _suit(card: str) -> str:
    return card.rsplit("-", 1)[0] if number_of(card) is not None else card


def _ground(rng: Random, hue: float, shape: float) -> Picture:
    """A sky that grows lighter towards the ground, with a sun somewhere."""
    height = round(_SIDE * shape)
    top, bottom = np.array(from_hsv(hue, 0.35, 0.85)), np.array(from_hsv(hue, 0.12, 1.0))
    steps = np.linspace(0, 1, height)[:, None, None]
    sky = np.broadcast_to(top * (1 - steps) + bottom * steps, (height, _SIDE, 3)).astype(np.uint8).copy()
    at = (rng.randrange(_SIDE), rng.randrange(height // 2))
    cv2.circle(sky, at, rng.randrange(24, 60), (190, 235, 250), -1, cv2.LINE_AA)
    return sky


def _hills(face: Picture, rng: Random, hue: float, low: float) -> None:
    height, width = face.shape[:2]
    for depth in range(4):
        base = height * (low + 0.11 * depth)
        xs = np.linspace(0, width, 9)
        ys = [base + rng.uniform(-0.16, 0.1) * height for _ in xs]
        points = np.array([*zip(xs, ys, strict=True), (width, height), (0, height)], np.int32)
        tone = from_hsv(hue + rng.uniform(-25, 25), 0.3 + 0.12 * depth, 0.85 - 0.13 * depth)
        cv2.fillPoly(face, [points], tone, cv2.LINE_AA)


def _frame(face: Picture, colour: Colour) -> None:
    height, width = face.shape[:2]
    edge = width // 24
    cv2.rectangle(face, (edge // 2, edge // 2), (width - edge // 2, height - edge // 2), colour, edge)


def _number(face: Picture, digits: str, font: int, spot: str, colour: Colour) -> None:
    """The number on a plate, a line below it where it could be read upside down."""
    height, width = face.shape[:2]
    middle = (width // 2, round(height * (0.36 if spot == "top" else 0.5)))
    cv2.ellipse(face, middle, (round(width * 0.33), round(width * 0.27)), 0, 0, 360, _PLATE, -1, cv2.LINE_AA)
    cv2.ellipse(face, middle, (round(width * 0.33), round(width * 0.27)), 0, 0, 360, colour, 8, cv2.LINE_AA)
    scale = width / 512 * (6.2 if len(digits) == 1 else 5.2)
    (wide, tall), _ = cv2.getTextSize(digits, font, scale, 16)
    at = (middle[0] - wide // 2, middle[1] + tall // 2)
    cv2.putText(face, digits, at, font, scale, _INK, 16, cv2.LINE_AA)
    if set(digits) <= set("0689"):
        line = middle[1] + tall // 2 + 22
        cv2.line(face, (at[0], line), (at[0] + wide, line), _INK, 9, cv2.LINE_AA)


def _sign(face: Picture, rng: Random, colour: Colour) -> None:
    height, width = face.shape[:2]
    for _ in range(3):
        x, y = rng.uniform(0.25, 0.75) * width, rng.uniform(0.25, 0.6) * height
        corners = [
            (x + rng.uniform(-0.25, 0.25) * width, y + rng.uniform(-0.25, 0.25) * height) for _ in range(5)
        ]
        cv2.fillPoly(face, [cv2.convexHull(np.array(corners, np.int32))], colour, cv2.LINE_AA)
        colour = from_hsv(rng.uniform(0, 360), 0.7, 0.75)


def _tiles(face: Picture, rng: Random, hue: float, pale: bool) -> None:
    """Rings and triangles about the middle, in tones of one hue."""
    height, width = face.shape[:2]
    for _ in range(rng.randrange(5, 9)):
        bright = rng.uniform(0.75, 1) if pale else 0.8
        tone = from_hsv(hue + rng.uniform(-20, 20), rng.uniform(0.3, 0.8), bright)
        x, y = (round(side * rng.uniform(0.3, 0.7)) for side in (width, height))
        size = round(width * rng.uniform(0.06, 0.2))
        if rng.random() < 0.5:
            cv2.circle(face, (x, y), size, tone, rng.choice((-1, 14)), cv2.LINE_AA)
        else:
            corners = np.array([(x - size, y + size), (x + size, y + size), (x, y - size)], np.int32)
            cv2.fillPoly(face, [corners], tone, cv2.LINE_AA)


def _corners(face: Picture, digits: str, font: int, ink: Colour) -> None:
    """The number in the upper left corner, and upside down in the lower right one."""
    for side in (face, face[::-1, ::-1]):
        canvas = np.zeros(face.shape[:2], np.uint8)
        (_, tall), _ = cv2.getTextSize(digits, font, 5.0, 20)
        cv2.putText(canvas, digits, (50, 60 + tall), font, 5.0, 255, 20, cv2.LINE_AA)
        if set(digits) <= set("0689"):
            cv2.line(canvas, (54, 92 + tall), (130, 92 + tall), 255, 10, cv2.LINE_AA)
        share = canvas[..., None] / 255
        side[:] = np.rint(side * (1 - share) + np.array(ink) * share).astype(np.uint8)
