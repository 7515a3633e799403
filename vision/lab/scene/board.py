"""A game's board as a scene: places and their cards come in, cards lying on the mat go out."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.lab.scene.camera import Camera
from vision.lab.scene.render import LaidCard, Scene
from vision.lab.scene.troubles import NONE, Troubles
from vision.plane.layout import Layout
from vision.plane.tags import corner_tags
from vision.types import Picture, Place, Point

DrawFace = Callable[[str, int, bool], Picture]  # a card, its width in pixels, whether it is the marked copy
_COLOURS_OF = {
    "alps": "green",
    "rockies": "red",
    "andes": "blue",
    "himalayas": "purple",
    "avalanche": "white",
}


@dataclass(frozen=True, slots=True)
class Placing:
    """How roughly people lay cards: at most this share of a card off, at most this many degrees turned."""

    shift: float = 0.04
    turn_degrees: float = 3.0
    seed: int = 0


NEAT = Placing(0.0, 0.0)
ROUGH = Placing(0.1, 8.0)


def table_scene(
    layout: Layout,
    face: DrawFace,
    board: Mapping[str, str],
    *,
    camera: Camera | None = None,
    table: str = "wood",
    table_seed: int = 0,
    troubles: Troubles = NONE,
    placing: Placing = NEAT,
    marked: Collection[str] = (),
    turned: Collection[str] = (),
    face_px: int = 192,
) -> Scene:
    """Cards lying as the board says, with the mat's four tags; `face` draws them.

    `marked` are places whose card is the copy with a symbol more, `turned` places whose card lies the other
    end up. Where a layout has no places the board's keys only keep the cards apart, in the order given.
    """
    cards = lay_board(layout, face, board, placing, marked, turned, face_px)
    return Scene(cards, corner_tags(), (), camera or Camera(), table, table_seed, troubles)


def lay_board(
    layout: Layout,
    face: DrawFace,
    board: Mapping[str, str],
    placing: Placing = NEAT,
    marked: Collection[str] = (),
    turned: Collection[str] = (),
    face_px: int = 192,
) -> tuple[LaidCard, ...]:
    """The cards of a board, each always lying the same way for the same seed, place and name."""
    spots = (
        _free_spots(layout, list(board)) if layout.free else {place.name: place for place in layout.places}
    )
    free = Placing(0.25, 25.0, placing.seed) if layout.free else placing
    laid = []
    for name, card in board.items():
        place = spots[name] if name in spots else layout.place(name)
        drawn = face(card, face_px, name in marked)
        laid.append(_lay(layout, place, card, drawn, free, name in turned))
    return tuple(laid)


def _lay(layout: Layout, place: Place, card: str, face: Picture, placing: Placing, turned: bool) -> LaidCard:
    rng = np.random.default_rng(zlib.crc32(f"{placing.seed} {place.name} {card}".encode()))
    off = rng.uniform(-placing.shift, placing.shift, 2) * layout.card.width_mm
    centre: Point = (place.centre_mm[0] + float(off[0]), place.centre_mm[1] + float(off[1]))
    turn = place.turn_degrees + float(rng.uniform(-1, 1)) * placing.turn_degrees + (180.0 if turned else 0.0)
    number, colour = number_and_colour(card)
    return LaidCard(
        name=card,
        face=face,
        centre_mm=centre,
        size_mm=layout.card.size_mm,
        turn_degrees=turn,
        corner_share=layout.card.corner_mm / layout.card.width_mm,
        number=number,
        colour=colour,
        place=None if layout.free else place.name,
    )


def number_and_colour(card: str) -> tuple[int | None, str | None]:
    """What a card's name says about its number and its colour."""
    kind, _, value = card.partition("-")
    number = int(value) if value.isdigit() else None
    colour = kind if kind in ("green", "blue", "red") else _COLOURS_OF.get(kind)
    return number, colour if number is not None else None


def _free_spots(layout: Layout, names: Sequence[str]) -> dict[str, Place]:
    """A loose row (two from seven cards on) around the middle of the mat."""
    width, height = layout.card.size_mm
    rows = 1 if len(names) <= 6 else 2
    per_row = -(-len(names) // rows)
    spots = {}
    for index, name in enumerate(names):
        row, column = divmod(index, max(per_row, 1))
        x = (column - (per_row - 1) / 2) * width * 1.75
        y = (row - (rows - 1) / 2) * height * 1.6
        spots[name] = Place(name, (x, y), layout.card.size_mm)
    return spots
