"""The drawn practice faces: a game and a card's name come in, our own drawing of it goes out.

    face = practice_face("ascent", "green-5", goat=True, width_px=256)

Ascent faces are drawn for cards that lie on a corner: their top left corner points away from the player, and
numbers are upright when the card is turned 45 degrees clockwise. Tranquility's have the sun at the top, the
moon upside down at the bottom. Faces are cached and cannot be written to.
"""

from __future__ import annotations

from functools import lru_cache

from vision.errors import DeckError
from vision.faces import ascent, elevation, tranquility
from vision.plane.layout import card_sizes, load_deck_tables
from vision.types import Picture


@lru_cache(maxsize=512)
def practice_face(game: str, card: str, width_px: int = 256, goat: bool = False) -> Picture:
    """The face of one card of the practice deck; DeckError when the game has no such card."""
    size = card_sizes(load_deck_tables(game))
    try:
        face = _draw(game, card, width_px, round(width_px * size.height_mm / size.width_mm), goat)
    except (KeyError, ValueError) as error:
        raise DeckError(f"{game} has no card {card!r}") from error
    face.setflags(write=False)
    return face


def _draw(game: str, card: str, width_px: int, height_px: int, goat: bool) -> Picture:
    if game == "ascent":
        return ascent.draw(card, width_px, goat)
    if game == "tranquility":
        return tranquility.draw(card, width_px, height_px)
    return elevation.draw(card, width_px, height_px)
