"""The practice deck: our own drawn faces, and a deck of them that the eye can read.

The simulated table and everybody who has printed the practice deck read with it; nobody has to show it first.
Faces are drawn for cards as they lie on the game's board; they are cached and cannot be written to.
"""

import importlib
import zlib
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.decks import BadDeck, load_deck, load_tables
from companion.games import load_game
from companion.games.game import STANDARD
from companion.table.layout import card_sizes, load_layout
from drawing import Pen, from_hsv, mix, web
from vision.decks import Deck
from vision.read.patch import rectify
from vision.types import Picture

if TYPE_CHECKING:
    from hardware.simulated import SimulatedTable

_FACE_PX = 160
_TABLE = (96, 118, 140)  # what lies around a card: blue green red
_CREAM = web("#fbf6e9")
_INK = web("#20242b")


@lru_cache(maxsize=512)
def practice_face(game: str, card: str, width_px: int = 256, marked: bool = False) -> Picture:
    """The face of one card, a marked one with its symbol; BadDeck when there is no such card."""
    size = card_sizes(game)
    faces = load_game(game).art.faces
    draw = importlib.import_module(faces).draw if faces else _draw_plain
    try:
        face: Picture = draw(card, width_px, round(width_px * size.height_mm / size.width_mm), marked)
    except (KeyError, ValueError) as error:
        raise BadDeck(f"{game} has no card {card!r}") from error
    face.setflags(write=False)
    return face


@lru_cache(maxsize=4)
def practice_deck(game: str) -> Deck:
    """A reference of each card, and of those with a symbol more a second one."""
    marked = marked_cards(game)
    deck = Deck("practice", game)
    for name in load_deck(game):
        deck = deck.with_reference(name, _patch(practice_face(game, name, _FACE_PX)))
        if name in marked:
            deck = deck.with_reference(name, _patch(practice_face(game, name, _FACE_PX, marked=True)))
    return deck


def marked_cards(game: str) -> frozenset[str]:
    """The cards of which one copy in the practice deck shows a symbol more."""
    return frozenset(load_tables(game).get("practice", {}).get("marked", ()))


def simulated_table(game: str, variant: str = STANDARD, **how: Any) -> "SimulatedTable":
    """A table on which the practice deck is played; `how` as `SimulatedTable` takes it."""
    from hardware.simulated import SimulatedTable  # the door to the laboratory, opened only when wanted

    return SimulatedTable(load_layout(game, variant), partial(practice_face, game), **how)


def _patch(face: Picture) -> Picture:
    height, width = face.shape[:2]
    edge = _FACE_PX // 4
    picture = np.empty((height + 2 * edge, width + 2 * edge, 3), np.uint8)
    picture[:] = _TABLE
    picture[edge : edge + height, edge : edge + width] = face
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    left, top, right, bottom = edge - 0.5, edge - 0.5, edge + width - 0.5, edge + height - 0.5
    return rectify(soft, ((left, top), (right, top), (right, bottom), (left, bottom)))


def _draw_plain(card: str, width_px: int, height_px: int, marked: bool = False) -> Picture:
    """For a game that draws no faces: its number or name on its family's colour; a dot on marked ones."""
    family, _, number = card.rpartition("-")
    tall = height_px / width_px
    ground = from_hsv(zlib.crc32(family.encode()) % 360, 0.45, 0.75)
    pen = Pen((width_px, height_px))
    pen.sky(mix(ground, _CREAM, 0.3), ground, -tall, tall)
    shown, box = (number, (1.1, 0.8)) if number.isdigit() else (card.upper(), (1.5, 0.3))
    pen.text(shown, (0, 0), box, _CREAM, edge=mix(ground, _INK, 0.6), edge_width=0.05)
    if marked:
        pen.disc((0.6, 0.6 * tall), 0.15, _INK)
    pen.line([(-1, -tall), (1, -tall), (1, tall), (-1, tall)], _CREAM, 0.12, closed=True)
    return pen.done()
