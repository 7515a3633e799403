"""Tables to measure on: chance comes in, scenes of cards lying anyhow, in rows or in grids go out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.lab.scene import (
    TABLES,
    Camera,
    DeckStyle,
    LaidCard,
    Scene,
    Troubles,
    Truth,
    corner_tags,
    draw_face,
    random_deck,
    random_troubles,
    render,
)
from vision.types import COLOURS, Picture, Point

Rng = np.random.Generator
CARD_MM = 63.0
KINDS = ("isolated", "overlapping", "half hidden", "rows", "grid", "light on light")
FACE_PX = 200
EVERYDAY = 0.6  # strength of the troubles


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A picture, the truth about it, and the size of its cards."""

    picture: Picture
    truth: Truth
    size_mm: Point
    scene: Scene


def render_table(kind: str, seed: int) -> Rendered:
    """One table of a kind; fonts and decks are those that training never sees."""
    rng = np.random.default_rng([seed, KINDS.index(kind), 77])
    deck = _light_deck(rng) if kind == "light on light" else random_deck(rng, held_out=True)
    size = (CARD_MM, CARD_MM * deck.aspect)
    places = _PLACES[kind](rng, size)
    cards = tuple(_lay(deck, rng, centre, size, turn) for centre, turn in places)
    table = str(rng.choice(list(TABLES))) if kind != "light on light" else _light_table(rng)
    camera = Camera(
        tilt_degrees=float(rng.uniform(0, 18)),
        lean_degrees=float(rng.normal(0, 3)),
        turn_degrees=float(rng.normal(0, 3)),
        k1=float(rng.uniform(-0.08, 0.02)),
    )
    troubles = random_troubles(rng, EVERYDAY)
    scene = Scene(cards, corner_tags(), (), camera, table, seed, replace(troubles, glare=0))
    picture, truth = render(scene, rng)
    return Rendered(picture, truth, size, scene)


def _lay(deck: DeckStyle, rng: Rng, centre: Point, size: Point, turn: float) -> LaidCard:
    number, colour = int(rng.integers(100)), str(rng.choice(COLOURS))
    face = draw_face(deck, number, colour, FACE_PX)
    return LaidCard(f"{colour}-{number}", face, centre, size, turn, number=number, colour=colour)


def _light_deck(rng: Rng) -> DeckStyle:
    """A deck with pale rims."""
    deck = random_deck(rng, held_out=True)
    return replace(deck, dark=False, carrier="digits", frame=0.0, art="plain", spots="centre")


def _light_table(rng: Rng) -> str:
    return str(rng.choice([name for name in TABLES if name in ("light plain", "cloth")]))


Spots = list[tuple[Point, float]]


def _isolated(rng: Rng, size: Point) -> Spots:
    """Cards at any turn with room between them."""
    reach = float(np.hypot(*size)) + 8
    spots: Spots = []
    for _ in range(400):
        centre = (float(rng.uniform(-330, 330)), float(rng.uniform(-170, 170)))
        if len(spots) < 8 and all(np.hypot(*np.subtract(centre, other)) > reach for other, _ in spots):
            spots.append((centre, float(rng.uniform(0, 360))))
    return spots


def _overlapping(rng: Rng, size: Point) -> Spots:
    """Pairs of cards, the second over a corner of the first."""
    return _pairs(rng, size, (0.72, 0.95))


def _half_hidden(rng: Rng, size: Point) -> Spots:
    """Pairs of cards, the second over about half of the first."""
    return _pairs(rng, size, (0.4, 0.6))


def _pairs(rng: Rng, size: Point, apart: tuple[float, float]) -> Spots:
    spots: Spots = []
    for column in (-1, 0, 1):
        centre = (column * 260 + float(rng.uniform(-20, 20)), float(rng.uniform(-90, 90)))
        turn = float(rng.uniform(0, 360))
        angle, share = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(*apart))
        step = np.array([np.cos(angle) * size[0], np.sin(angle) * size[1]]) * share
        radians = np.radians(turn)
        shift = (
            step[0] * np.cos(radians) - step[1] * np.sin(radians),
            step[0] * np.sin(radians) + step[1] * np.cos(radians),
        )
        second = (centre[0] + float(shift[0]), centre[1] + float(shift[1]))
        spots += [(centre, turn), (second, turn + float(rng.uniform(-25, 25)))]
    return spots


def _rows(rng: Rng, size: Point) -> Spots:
    """Rows of touching cards, each row turned as it likes."""
    spots: Spots = []
    for line in (-1, 1):
        turn = float(rng.uniform(-20, 20))
        along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        number = int(rng.integers(3, 6))
        middle = np.array([float(rng.uniform(-120, 120)), line * 120.0])
        for index in range(number):
            x, y = (middle + along * (index - (number - 1) / 2) * size[0]).tolist()
            spots.append(((x, y), turn + float(rng.normal(0, 0.4))))
    return spots


def _grid(rng: Rng, size: Point) -> Spots:
    """A tight grid: hardly a gap, each card a little off."""
    columns, rows = int(rng.integers(3, 6)), 3 if size[1] < 90 else 2
    gap, turn = float(rng.uniform(0.0, 3.0)), float(rng.uniform(-10, 10))
    cosine, sine = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    spots: Spots = []
    for column in range(columns):
        for row in range(rows):
            x = (column - (columns - 1) / 2) * (size[0] + gap)
            y = (row - (rows - 1) / 2) * (size[1] + gap)
            centre = (float(x * cosine - y * sine), float(x * sine + y * cosine))
            spots.append((centre, turn + float(rng.normal(0, 0.5))))
    return spots


_PLACES = {
    "isolated": _isolated,
    "overlapping": _overlapping,
    "half hidden": _half_hidden,
    "rows": _rows,
    "grid": _grid,
    "light on light": _isolated,
}

__all__ = ["CARD_MM", "EVERYDAY", "KINDS", "Rendered", "Troubles", "render_table"]
