"""Cards for the reader's tests: a deck of the scene comes in, pictures of its cards lying somewhere go out."""

import cv2
import numpy as np

from vision.lab.scene import EXACT, MILD, DeckStyle, Rough, Troubles, draw_face, random_deck, render_patch
from vision.read.patch import place_in_patch
from vision.types import Picture, Quad

ROOM = 0.25  # of table around a card


def deck_of(seed: int) -> DeckStyle:
    """A square deck in a font that training never saw."""
    return random_deck(np.random.default_rng(seed), held_out=True, square=True)


def lay(
    face: Picture, seed: int, card_px: int = 120, troubles: Troubles = MILD, rough: Rough = EXACT
) -> tuple[Picture, Quad]:
    """A picture of one card, and where its outline is thought to be."""
    side = round(card_px * (1 + 2 * ROOM))
    rng = np.random.default_rng(seed)
    picture, _ = render_patch(face, rng, troubles, side_px=side, margin=ROOM / (1 + 2 * ROOM), rough=rough)
    height, width = face.shape[:2]
    return picture, tuple((float(x), float(y)) for x, y in place_in_patch(width, height, side, ROOM))


def card_picture(
    deck: DeckStyle, number: int, colour: str, seed: int, card_px: int = 120
) -> tuple[Picture, Quad]:
    """A picture of one card of a deck."""
    return lay(draw_face(deck, number, colour, 200), seed, card_px)


def on_a_table(picture: Picture, room_px: int = 300) -> Picture:
    """The same picture with so much more table around it, as a camera over a table sees a card."""
    sides = (room_px,) * 4
    return np.asarray(cv2.copyMakeBorder(picture, *sides, cv2.BORDER_REPLICATE))
