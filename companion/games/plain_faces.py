"""Practice faces for a game that draws none of its own: the card's number or name on a plain ground."""

from __future__ import annotations

import zlib

from drawing.pen import Pen, from_hsv, mix, web
from vision.types import Picture

_CREAM = web("#fbf6e9")
_INK = web("#20242b")


def draw(card: str, width_px: int, height_px: int, marked: bool = False) -> Picture:
    """The number large in the middle, else the name, on its family's colour; a dot on marked ones."""
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
