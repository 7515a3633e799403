"""Generic layouts of number cards: a recipe and a card come in, a drawn face goes out.

Each also tells whether the face looks the same upside down.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from vision.lab.scene.palette import brightness
from vision.lab.training.artwork import gradient, paint
from vision.lab.training.lettering import badge, outlined, symbol, write_number
from vision.lab.training.palette import Ink, blend, cream, dark, near
from vision.lab.training.recipes import LONG_PX, Card, Recipe
from vision.types import Picture


def background(recipe: Recipe, card: Card, index: int) -> Picture:
    """Artwork, shared as the deck shares it."""
    key = {"shared": "all", "suit": card.colour, "card": index}[recipe.art]
    chance = recipe.chance("art", key)
    return paint(recipe.size, card.ink if recipe.art != "shared" else near(recipe.paper, chance, 60), chance)


def plain(recipe: Recipe, ink: Ink) -> Picture:
    """A ground of one ink, or nearly."""
    chance = recipe.chance("ground")
    return gradient(recipe.size, ink, near(ink, chance, 12), chance)


def readable(ink: Ink, ground: Ink, chance: Random) -> Ink:
    """The ink, or black or white when it would drown in the ground."""
    far = sum(abs(a - b) for a, b in zip(ink, ground, strict=True))
    if abs(brightness(ink) - brightness(ground)) > 40 or far > 230:
        return ink
    return dark(chance) if brightness(ground) > 120 else cream(chance)


def tile(recipe: Recipe, card: Card, index: int) -> tuple[Picture, bool]:
    """A cream tile: a coloured number in the upper half or the middle, faint relief, a small sign below."""
    chance = recipe.chance("tile")
    face = plain(recipe, recipe.paper)
    width, height = recipe.size
    centre = (width * chance.uniform(0.45, 0.55), height * chance.choice([0.33, 0.36, 0.4, 0.5]))
    soft = blend(recipe.paper, dark(chance), chance.uniform(0.03, 0.15))
    if chance.random() < 0.6:
        radius = round(width * chance.uniform(0.25, 0.42))
        cv2.circle(
            face, (round(centre[0]), round(centre[1])), radius, soft, chance.choice([-1, 1, 2]), cv2.LINE_AA
        )
    below = chance.random() < 0.75
    if below:
        sign_ink = soft if chance.random() < 0.5 else card.ink
        symbol(
            face,
            (width / 2, height * chance.uniform(0.72, 0.88)),
            width * chance.uniform(0.05, 0.16),
            sign_ink,
            chance.randrange(9),
        )
    if below and chance.random() < 0.5:
        _scribble(face, (width * 0.5, height * chance.uniform(0.72, 0.85)), width * 0.3, soft, chance)
    _emblem_or_number(face, recipe, card, centre, height * chance.uniform(0.2, 0.42), card.ink, index)
    return face, not below and centre[1] > 0.45 * height


def _scribble(face: Picture, centre: tuple[float, float], half: float, ink: Ink, chance: Random) -> None:
    steps = chance.randint(5, 12)
    for step in range(steps):
        x = centre[0] + half * (2 * step / steps - 1)
        tall = half * chance.uniform(0.1, 0.3)
        cv2.line(
            face,
            (round(x), round(centre[1] - tall)),
            (round(x + 2), round(centre[1] + tall)),
            ink,
            2,
            cv2.LINE_AA,
        )


def oval(recipe: Recipe, card: Card, index: int) -> tuple[Picture, bool]:
    """A coloured card with a pale rim, a tilted oval, a big number in it and small ones in two corners."""
    chance = recipe.chance("oval")
    width, height = recipe.size
    face = plain(recipe, recipe.paper)
    rim = round(width * chance.uniform(0.02, 0.09))
    cv2.rectangle(face, (rim, rim), (width - rim, height - rim), card.ink, -1)
    middle = (width / 2, height / 2)
    axes = (round(width * chance.uniform(0.3, 0.46)), round(height * chance.uniform(0.33, 0.5)))
    filled = chance.random() < 0.4
    tilt = chance.uniform(10, 40) * chance.choice([1, 1, 0])
    cv2.ellipse(
        face,
        (width // 2, height // 2),
        axes,
        tilt,
        0,
        360,
        recipe.paper,
        -1 if filled else chance.randint(2, 5),
        cv2.LINE_AA,
    )
    ground = recipe.paper if filled else card.ink
    ink = card.ink if filled else readable(recipe.paper, ground, chance)
    _emblem_or_number(
        face,
        recipe,
        card,
        middle,
        height * chance.uniform(0.26, 0.46),
        readable(ink, ground, chance),
        index,
        lean=chance.choice([0, 0, 8, 15]),
    )
    if chance.random() < 0.85:
        _corner_numbers(face, recipe, card, readable(recipe.paper, card.ink, chance), chance, count=2)
    return face, True


def _corner_numbers(face: Picture, recipe: Recipe, card: Card, ink: Ink, chance: Random, count: int) -> None:
    if card.number is None:
        return
    height, width = face.shape[:2]
    tall = height * chance.uniform(0.1, 0.19)
    inset_x, inset_y = max(tall * 0.85, 0.11 * width), max(tall * 0.8, 0.1 * height)
    spots = [
        (inset_x, inset_y, 0.0),
        (width - inset_x, height - inset_y, 180.0),
        (width - inset_x, inset_y, 0.0),
        (inset_x, height - inset_y, 180.0),
    ]
    for x, y, turn in spots[:count]:
        write_number(face, recipe.type, card.number, (x, y), tall, ink, turn)


def corners(recipe: Recipe, card: Card, index: int) -> tuple[Picture, bool]:
    """Artwork with the number on plates in one, two or four corners."""
    face = background(recipe, card, index)
    chance = recipe.chance("corners")
    width, height = recipe.size
    count = chance.choice([1, 1, 2, 2, 4])
    tall = height * chance.uniform(0.13, 0.27)
    plate_ink, ink = _plate_inks(recipe, card, chance)
    shape, plate = chance.randrange(5), chance.random() < 0.75
    inset = tall * chance.uniform(0.85, 1.1)
    spots = [
        (inset, inset, 0.0),
        (width - inset, height - inset, 180.0),
        (width - inset, inset, 0.0),
        (inset, height - inset, 180.0),
    ]
    same_way = chance.random() < 0.3
    if same_way:
        spots = [(x, y, 0.0) for x, y, _ in spots]
    if not plate:
        recipe = replace(recipe, type=outlined(recipe.type, chance))
    for x, y, turn in spots[:count]:
        if plate:
            badge(
                face, (x, y), tall * 0.85, plate_ink, shape, dark(chance) if chance.random() < 0.3 else None
            )
        _emblem_or_number(face, recipe, card, (x, y), tall, ink, index, lean=turn)
    frame(face, recipe, card, chance)
    return face, count > 1 and not same_way


def _plate_inks(recipe: Recipe, card: Card, chance: Random) -> tuple[Ink, Ink]:
    if card.colour == "white":
        return dark(chance), card.ink
    if chance.random() < 0.5:
        return card.ink, readable(recipe.paper if chance.random() < 0.7 else dark(chance), card.ink, chance)
    return recipe.paper, readable(card.ink, recipe.paper, chance)


def frame(face: Picture, recipe: Recipe, card: Card, chance: Random) -> None:
    """A rim in paper or in the card's colour, on many cards none."""
    height, width = face.shape[:2]
    pick = chance.random()
    if pick < 0.4:
        return
    thick = round(width * chance.uniform(0.02, 0.08))
    ink = recipe.paper if pick < 0.65 else card.ink
    cv2.rectangle(face, (thick // 2, thick // 2), (width - thick // 2, height - thick // 2), ink, thick)


def big(recipe: Recipe, card: Card, index: int) -> tuple[Picture, bool]:
    """One big number on colour, paper or artwork."""
    chance = recipe.chance("big")
    width, height = recipe.size
    pick = chance.random()
    ground, ink = (card.ink, recipe.paper) if pick < 0.5 else (recipe.paper, card.ink)
    face = plain(recipe, ground) if pick < 0.75 else background(recipe, card, index)
    if pick >= 0.75:
        ground, ink = _plate_inks(recipe, card, chance)
        badge(face, (width / 2, height / 2), width * 0.36, ground, chance.randrange(4), None)
    side = chance.uniform(0.42, 0.58)
    _emblem_or_number(
        face,
        recipe,
        card,
        (width * 0.5, height * side),
        height * chance.uniform(0.26, 0.5),
        readable(ink, ground, chance),
        index,
    )
    frame(face, recipe, card, chance)
    if chance.random() < 0.6:
        symbol(
            face,
            (width * 0.5, height * chance.choice([0.1, 0.9])),
            width * 0.06,
            readable(ink, ground, chance),
            chance.randrange(9),
        )
    return face, False


def framed(recipe: Recipe, card: Card, index: int) -> tuple[Picture, bool]:
    """A pale card whose colour is a rim and the number's, or the number is black."""
    chance = recipe.chance("framed")
    width, height = recipe.size
    face = plain(recipe, recipe.paper)
    thick = round(width * chance.uniform(0.03, 0.12))
    cv2.rectangle(face, (thick // 2, thick // 2), (width - thick // 2, height - thick // 2), card.ink, thick)
    ink = card.ink if chance.random() < 0.6 else dark(chance)
    side = chance.uniform(0.35, 0.5)
    _emblem_or_number(
        face,
        recipe,
        card,
        (width / 2, height * side),
        height * chance.uniform(0.25, 0.45),
        readable(ink, recipe.paper, chance),
        index,
    )
    if chance.random() < 0.6:
        symbol(
            face, (width / 2, height * 0.8), width * chance.uniform(0.06, 0.14), card.ink, chance.randrange(9)
        )
    if chance.random() < 0.4:
        _corner_numbers(face, recipe, card, readable(ink, recipe.paper, chance), chance, count=2)
    return face, False


def band(recipe: Recipe, card: Card, index: int) -> tuple[Picture, bool]:
    """Artwork with a band at the top, the bottom or the side, the number on it."""
    face = background(recipe, card, index)
    chance = recipe.chance("band")
    width, height = recipe.size
    plate_ink, ink = _plate_inks(recipe, card, chance)
    thick = chance.uniform(0.2, 0.34)
    at_top = chance.random() < 0.6
    top, bottom = (0, thick * height) if at_top else ((1 - thick) * height, height)
    cv2.rectangle(face, (0, round(top)), (width, round(bottom)), plate_ink, -1)
    x = width * chance.choice([0.2, 0.5, 0.5, 0.8])
    _emblem_or_number(
        face, recipe, card, (x, (top + bottom) / 2), thick * height * chance.uniform(0.6, 0.85), ink, index
    )
    if chance.random() < 0.5:
        symbol(
            face,
            (width - x if x != width / 2 else width * 0.15, (top + bottom) / 2),
            width * 0.06,
            ink,
            chance.randrange(9),
        )
    frame(face, recipe, card, chance)
    return face, False


def diamond(recipe: Recipe, card: Card, index: int) -> tuple[Picture, bool]:
    """A square made to lie on a corner, its number upright there: at the top, in the middle, or twice."""
    square = replace(recipe, size=(LONG_PX, LONG_PX))
    face = (
        background(square, card, index) if recipe.chance("ground").random() < 0.7 else plain(square, card.ink)
    )
    chance = recipe.chance("diamond")
    plate_ink, ink = _plate_inks(recipe, card, chance)
    tall = LONG_PX * chance.uniform(0.17, 0.3)
    spot = LONG_PX * chance.choice([0.22, 0.25, 0.5])
    if chance.random() < 0.8:
        badge(face, (spot, spot), tall * 0.85, plate_ink, chance.randrange(4), None)
    else:
        cv2.fillPoly(
            face, [np.array([(0, 0), (2 * spot, 0), (0, 2 * spot)], np.int32)], plate_ink, cv2.LINE_AA
        )
    _emblem_or_number(face, recipe, card, (spot, spot), tall, ink, index, lean=-45)
    if spot < LONG_PX / 3 and chance.random() < 0.5:
        badge(face, (LONG_PX - spot, LONG_PX - spot), tall * 0.85, plate_ink, chance.randrange(4), None)
        _emblem_or_number(face, recipe, card, (LONG_PX - spot, LONG_PX - spot), tall, ink, index, lean=135)
    frame(face, recipe, card, chance)
    return face, False


def _emblem_or_number(
    face: Picture,
    recipe: Recipe,
    card: Card,
    centre: tuple[float, float],
    tall: float,
    ink: Ink,
    index: int,
    lean: float = 0.0,
) -> None:
    if card.number is None:
        symbol(face, centre, tall * 0.45, ink, _EMBLEMS[index % len(_EMBLEMS)])
    else:
        write_number(face, recipe.type, card.number, centre, tall, ink, lean)


_EMBLEMS = (0, 2, 3, 6, 7, 8)  # the signs that do not look like a digit
Layout = Callable[[Recipe, Card, int], tuple[Picture, bool]]
LAYOUTS: dict[str, Layout] = {
    layout.__name__: layout for layout in (tile, oval, corners, big, framed, band, diamond)
}
WEIGHTS = {"tile": 14, "oval": 20, "corners": 20, "big": 14, "framed": 9, "band": 10, "diamond": 13}
