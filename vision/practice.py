"""The practice deck, enrolled: our own drawn faces come in, a deck that the eye can read goes out.

The simulated table and everybody who has printed the practice deck read with it; nobody has to show it first.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.decks import Deck
from vision.faces import practice_face
from vision.plane.layout import load_deck_tables
from vision.read.patch import rectify
from vision.types import Picture

FACE_PX = 160
TABLE = (96, 118, 140)  # what lies around a card: blue green red


@lru_cache(maxsize=4)
def practice_deck(game: str, names: tuple[str, ...]) -> Deck:
    """A reference of each of these cards, and of those with the goat symbol a second one."""
    goats = load_deck_tables(game).get("practice", {}).get("goats", ())
    deck = Deck("practice", game)
    for name in names:
        deck = deck.with_reference(name, face_patch(game, name))
        if name in goats:
            deck = deck.with_reference(name, face_patch(game, name, goat=True))
    return deck


def face_patch(game: str, name: str, goat: bool = False) -> Picture:
    """A face lying straight on a plain table, a little soft as a camera sees it."""
    face = practice_face(game, name, FACE_PX, goat)
    height, width = face.shape[:2]
    edge = FACE_PX // 4
    picture = np.empty((height + 2 * edge, width + 2 * edge, 3), np.uint8)
    picture[:] = TABLE
    picture[edge : edge + height, edge : edge + width] = face
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    left, top, right, bottom = edge - 0.5, edge - 0.5, edge + width - 0.5, edge + height - 0.5
    return rectify(soft, ((left, top), (right, top), (right, bottom), (left, bottom)))
