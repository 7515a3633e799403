"""Generic styles of number cards: fonts and chance come in, faces of whole invented decks go out."""

from itertools import product
from random import Random

import cv2
import numpy as np

from vision.lab.training.artwork import grain, paint
from vision.lab.training.glyphs import Digits
from vision.lab.training.layouts import LAYOUTS, WEIGHTS, frame, plain
from vision.lab.training.lettering import pick_type, symbol
from vision.lab.training.palette import cream, near, suits
from vision.lab.training.recipes import LONG_PX, Card, Face, FaceLabel, Recipe
from vision.types import Picture

__all__ = ["Card", "Face", "FaceLabel", "Recipe", "deal", "draw_back", "draw_face", "invent"]


def invent(fonts: list[Digits], chance: Random) -> Recipe:
    """A deck that nobody has seen."""
    kind = chance.choices(list(LAYOUTS), weights=[WEIGHTS[name] for name in LAYOUTS])[0]
    square = chance.random() < (0.25 if kind in ("tile", "oval") else 0.75)
    ratio = 1.0 if square else chance.uniform(0.6, 0.82)
    return Recipe(
        kind=kind,
        size=(round(LONG_PX * ratio), LONG_PX),
        type=pick_type(fonts, chance),
        # On pale cards a white number would be drawn dark, and then it is a black one.
        suits=tuple(suits(chance, white=kind in ("corners", "band", "diamond"))),
        paper=cream(chance),
        art=chance.choices(["shared", "suit", "card"], weights=[4, 3, 3])[0],
        seed=chance.getrandbits(48),
    )


def deal(recipe: Recipe, count: int, chance: Random) -> list[Card]:
    """Some cards of the deck, close relatives among them, about one in nine without a number."""
    span = chance.choices([range(10), range(1, 16), range(1, 40), range(100)], weights=[2, 4, 3, 7])[0]
    pool = sorted({chance.choice(span) for _ in range(3 * count)}, key=lambda _: chance.random())
    cards: dict[tuple[int | None, str], Card] = {}
    while len(cards) < count:
        name, ink = chance.choice(recipe.suits)
        plain = chance.random() < 0.1 and recipe.art == "card"
        number = None if plain else relative(chance.choice(pool), span, chance)
        key = (number, name if number is not None else f"art {len(cards)}")
        cards.setdefault(key, Card(number, name, ink))
    return list(cards.values())


def relative(number: int, span: range, chance: Random) -> int:
    """A number, or one that is easily taken for it."""
    if chance.random() < 0.7:
        return number
    tens, units = divmod(number, 10)
    near_by = [
        tens * 10 + chance.choice([1, 7, 6, 9, 0, 8, 3, 5]),
        units * 10 + tens,
        chance.choice([1, 7, 6, 9]) * 10 + units,
    ]
    fitting = [other for other in near_by if other in span]
    return chance.choice(fitting) if fitting else number


def draw_face(recipe: Recipe, card: Card, index: int) -> Face:
    """The face of one card."""
    face, half_turn = LAYOUTS[recipe.kind](recipe, card, index)
    chance = recipe.chance("print")
    if chance.random() < 0.3:
        grain(face, chance)
    _round_corners(face, recipe)
    # Shared artwork drowns what colour a small plate has; a card without a number has an emblem only.
    drowned = recipe.art == "shared" and recipe.kind in ("corners", "band", "diamond")
    named = card.number is not None and not drowned
    return Face(
        face, FaceLabel(card.number, card.colour if named else None, half_turn and not turns(card.number))
    )


def turns(number: int | None) -> bool:
    """Whether a number upside down reads as another (or the same) one."""
    return number is not None and set(str(number)) <= set("01689")


def _round_corners(face: Picture, recipe: Recipe) -> None:
    chance = recipe.chance("round")
    radius = round(face.shape[1] * chance.uniform(0, 0.1))
    if radius < 2:
        return
    mask = np.zeros(face.shape[:2], np.uint8)
    height, width = face.shape[:2]
    cv2.rectangle(mask, (radius, 0), (width - radius, height), 255, -1)
    cv2.rectangle(mask, (0, radius), (width, height - radius), 255, -1)
    for x, y in product((radius, width - radius - 1), (radius, height - radius - 1)):
        cv2.circle(mask, (x, y), radius, 255, -1)
    face[mask == 0] = 60


def draw_back(recipe: Recipe) -> Face:
    """The back of the deck: pattern, emblem, no number."""
    chance = recipe.chance("back")
    ink = chance.choice(recipe.suits)[1]
    face = paint(recipe.size, ink, chance) if chance.random() < 0.5 else plain(recipe, ink)
    width, height = recipe.size
    step = chance.randint(8, 30)
    if chance.random() < 0.6:
        for x in range(0, width, step):
            for y in range(0, height, step):
                symbol(face, (x, y), step * 0.3, near(ink, chance, 40), recipe.seed % 9)
    if chance.random() < 0.5:
        symbol(face, (width / 2, height / 2), width * 0.2, recipe.paper, (recipe.seed // 9) % 9)
    frame(face, recipe, Card(None, "back", ink), chance)
    return Face(face, FaceLabel(None, None, half_turn=True))
