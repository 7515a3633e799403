"""Random decks for training and measuring: chance comes in, a deck's style and its cards' faces go out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

import drawing
from drawing import Colour, from_hsv
from vision.lab.scene.artwork import KINDS, Rng, paint
from vision.lab.scene.palette import RANGES, brightness, printed, shade
from vision.types import COLOURS, Picture

_INK_BLACK: Colour = (20, 18, 16)
_INK_WHITE: Colour = (252, 252, 252)

# Where numbers stand: (x, y, height) as shares of the card, and a turn.
SPOTS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "centre": ((0.5, 0.5, 0.52, 0),),
    "big": ((0.5, 0.5, 0.72, 0),),
    "corner": ((0.22, 0.2, 0.27, 0),),
    "corners": ((0.2, 0.18, 0.25, 0), (0.8, 0.82, 0.25, 180)),
    "four": ((0.18, 0.16, 0.2, 0), (0.82, 0.16, 0.2, 0), (0.82, 0.84, 0.2, 180), (0.18, 0.84, 0.2, 180)),
    "ends": ((0.5, 0.2, 0.27, 0), (0.5, 0.8, 0.27, 180)),
    "top": ((0.5, 0.24, 0.32, 0),),
    "tile": ((0.5, 0.38, 0.48, 0),),
    "oval": ((0.5, 0.5, 0.45, 0), (0.15, 0.13, 0.16, 0), (0.85, 0.87, 0.16, 180)),
    "centre+corners": ((0.5, 0.5, 0.45, 0), (0.15, 0.14, 0.17, 0), (0.85, 0.86, 0.17, 180)),
}
CARRIERS = ("background", "band", "frame", "digits", "plate")


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """All that the cards of one deck share; `seed` settles the rest."""

    seed: int
    font: str
    stretch: float
    shear: float
    spots: str
    carrier: str
    art: str
    art_shared: bool
    frame: float
    plate: str
    outlined: bool
    underlined: bool
    dark: bool
    aspect: float
    palette: tuple[tuple[str, Colour], ...]
    ground: tuple[Colour, Colour, Colour]

    def size_px(self, width_px: int) -> tuple[int, int]:
        return width_px, round(width_px * self.aspect)


def random_deck(rng: Rng, held_out: bool = False, square: bool | None = None) -> DeckStyle:
    """A new deck; `held_out` takes a font training never sees, `square` forces or forbids square cards."""
    choices = drawing.fonts(held_out)
    is_square = bool(rng.random() < 0.6) if square is None else square
    spots = str(rng.choice(list(SPOTS)))
    carrier = "background" if spots == "oval" else "digits" if spots == "tile" else str(rng.choice(CARRIERS))
    return DeckStyle(
        seed=int(rng.integers(2**31)),
        font=choices[int(rng.integers(len(choices)))].name,
        stretch=float(rng.uniform(0.85, 1.15)),
        shear=float(rng.normal(0, 0.06)),
        spots=spots,
        carrier=carrier,
        art="plain" if spots == "tile" else str(rng.choice(list(KINDS))),
        art_shared=bool(rng.random() < 0.5),
        frame=float(rng.choice([0, 0, 0.02, 0.04, 0.07])),
        plate=str(rng.choice(["none", "none", "disc", "box", "diamond"])),
        outlined=bool(rng.random() < 0.35),
        underlined=bool(rng.random() < 0.4),
        dark=bool(rng.random() < 0.35),
        aspect=1.0 if is_square else float(rng.uniform(1.25, 1.6)),
        palette=tuple((name, printed(name, rng)) for name in RANGES),
        ground=_neutral_ground(rng),
    )


def _neutral_ground(rng: Rng) -> tuple[Colour, Colour, Colour]:
    """Three quiet colours for artwork that must not compete with the card's own colour."""
    hue, tint = float(rng.uniform(0, 360)), float(rng.choice([0.0, 0.05, 0.12, 0.2]))
    light = rng.uniform(0.72, 1.0, 3)
    first, second, third = (from_hsv(hue + float(rng.normal(0, 25)), tint, float(value)) for value in light)
    return first, second, third


def draw_card(deck: DeckStyle, number: int | None, colour: str | None, width_px: int = 160) -> Picture:
    """The face of one card of the deck; without a number only the artwork, without a colour a quiet one."""
    own = dict(deck.palette)[colour] if colour else deck.ground[1]
    art_seed = (
        deck.seed
        if deck.art_shared
        else deck.seed + 1 + 8 * (number or 0) + (COLOURS.index(colour) if colour else 0)
    )
    size = deck.size_px(width_px)
    face = paint(deck.art, size, _art_colours(deck, own, colour), np.random.default_rng(art_seed))
    _carry_colour(face, deck, own, colour)
    if deck.spots == "oval":
        _oval(face)
    if number is not None:
        for spot in SPOTS[deck.spots]:
            _number(face, deck, str(number), spot, own, colour)
    if deck.spots == "tile":
        height, width = face.shape[:2]
        cv2.circle(face, (width // 2, round(height * 0.8)), round(width * 0.09), own, -1, cv2.LINE_AA)
    return face


def _art_colours(deck: DeckStyle, own: Colour, colour: str | None) -> tuple[Colour, Colour, Colour]:
    if deck.carrier == "background" and colour:
        return own, shade(own, 0.78), shade(own, 1.22)
    dark = deck.dark or (deck.carrier == "digits" and colour in ("white", "yellow"))
    if deck.carrier == "digits" and colour == "black":
        dark = False
    if not dark:
        return deck.ground
    first, second, third = (
        shade(tone, share) for tone, share in zip(deck.ground, (0.2, 0.28, 0.36), strict=True)
    )
    return first, second, third


def _carry_colour(face: Picture, deck: DeckStyle, own: Colour, colour: str | None) -> None:
    height, width = face.shape[:2]
    if deck.carrier == "frame" and colour:
        thick = round(width * (0.05 + deck.frame))
        cv2.rectangle(face, (0, 0), (width - 1, height - 1), own, thick * 2)
    elif deck.carrier == "band" and colour:
        _band(face, own, np.random.default_rng(deck.seed))
    elif deck.frame:
        tone = _INK_WHITE if deck.seed % 2 else _INK_BLACK
        cv2.rectangle(face, (0, 0), (width - 1, height - 1), tone, max(1, round(width * deck.frame * 2)))


def _band(face: Picture, own: Colour, rng: Rng) -> None:
    height, width = face.shape[:2]
    share = float(rng.uniform(0.2, 0.4))
    kind = int(rng.integers(4))
    if kind == 0:
        face[: round(height * share)] = own
    elif kind == 1:
        face[round(height * (1 - share)) :] = own
    elif kind == 2:
        face[:, : round(width * share)] = own
    else:
        corner = np.array([(0, 0), (width * share * 2, 0), (0, height * share * 2)], np.int32)
        cv2.fillPoly(face, [corner], own, cv2.LINE_AA)


def _oval(face: Picture) -> None:
    height, width = face.shape[:2]
    axes = (round(width * 0.34), round(height * 0.46))
    cv2.ellipse(face, (width // 2, height // 2), axes, 25, 0, 360, _INK_WHITE, -1, cv2.LINE_AA)


def _number(
    face: Picture,
    deck: DeckStyle,
    text: str,
    spot: tuple[float, float, float, float],
    own: Colour,
    colour: str | None,
) -> None:
    height, width = face.shape[:2]
    centre, tall = (spot[0] * width, spot[1] * height), spot[2] * min(height, width * 1.2)
    wide = min(tall * 1.25, 2 * min(centre[0], width - centre[0]) * 0.94)
    contours = drawing.fitted(deck.font, text, (wide, tall), deck.stretch)
    contours = drawing.placed(contours, centre, spot[3], deck.shear)
    ground = _plate(face, deck, centre, tall, own, colour)
    ink = _ink(deck, face, contours, ground, own, colour)
    if deck.outlined or (deck.carrier == "digits" and abs(brightness(ink) - _under(face, contours)) < 60):
        edge = _INK_WHITE if brightness(ink) < 110 else _INK_BLACK
        drawing.stroke(face, contours, edge, max(2.0, tall * 0.09))
    drawing.fill(face, contours, ink)
    if deck.underlined and text in ("6", "9", "66", "68", "86", "89", "98", "99"):
        _underline(face, contours, ink, spot[3])


def _plate(
    face: Picture, deck: DeckStyle, centre: tuple[float, float], tall: float, own: Colour, colour: str | None
) -> Colour | None:
    """The patch behind a number, and its colour; nothing when the deck has none."""
    kind = "disc" if deck.carrier == "plate" and deck.plate == "none" else deck.plate
    if kind == "none" or deck.spots in ("oval", "tile"):
        return None
    light = from_hsv(deck.seed % 360, 0.05, 0.97)
    tone = own if deck.carrier == "plate" and colour else light
    x, y, reach = centre[0], centre[1], tall * 0.78
    if kind == "disc":
        cv2.circle(face, (round(x), round(y)), round(reach), tone, -1, cv2.LINE_AA)
        return tone
    if kind == "box":
        corners = np.array(
            [
                (x - reach, y - reach * 0.8),
                (x + reach, y - reach * 0.8),
                (x + reach, y + reach * 0.8),
                (x - reach, y + reach * 0.8),
            ]
        )
    else:
        corners = np.array(
            [(x - reach * 1.2, y), (x, y - reach * 1.2), (x + reach * 1.2, y), (x, y + reach * 1.2)]
        )
    cv2.fillPoly(face, [np.round(corners * 16).astype(np.int32)], tone, cv2.LINE_AA, 4)
    return tone


def _ink(
    deck: DeckStyle,
    face: Picture,
    contours: drawing.Contours,
    ground: Colour | None,
    own: Colour,
    colour: str | None,
) -> Colour:
    if deck.carrier == "digits" and colour:
        return own
    under = brightness(ground) if ground else _under(face, contours)
    if deck.spots == "oval" and colour not in (None, "white", "yellow") and deck.seed % 3:
        return own if under > 150 else _INK_WHITE
    return _INK_BLACK if under > 135 else _INK_WHITE


def _under(face: Picture, contours: drawing.Contours) -> float:
    """How light the face is where the number will stand."""
    points = np.concatenate(contours)
    left, top = np.maximum(points.min(axis=0), 0).astype(int)
    right, bottom = points.max(axis=0).astype(int) + 1
    area = face[top:bottom, left:right]
    blue, green, red = area.reshape(-1, 3).mean(axis=0).tolist() if area.size else (128.0, 128.0, 128.0)
    return brightness((blue, green, red))


def _underline(face: Picture, contours: drawing.Contours, ink: Colour, turn: float) -> None:
    points = np.concatenate(contours)
    low, high = points.min(axis=0), points.max(axis=0)
    gap, thick = (high[1] - low[1]) * 0.12, max(1, round((high[1] - low[1]) * 0.07))
    y = low[1] - gap if turn else high[1] + gap
    cv2.line(face, (round(low[0]), round(y)), (round(high[0]), round(y)), ink, thick, cv2.LINE_AA)
