"""Real print on rendered tables: a real deck's folder comes in, what is read of its cards goes out.

What lies on the table is cut out of the deck's scenes: another photograph of the card than the enrolled one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.decks import Deck
from vision.eye import Eye, make_eye
from vision.geometry import fit_homography, quad_iou
from vision.lab.bench.reading import Count, tell
from vision.lab.bench.tables import EVERYDAY
from vision.lab.evaluate import LabelsError
from vision.lab.evaluate_deck import LABELS, enrol_pictures
from vision.lab.scene import ROUGH, TABLES, Camera, Scene, random_troubles, render, table_scene
from vision.observation import CardSeen
from vision.picture import load_picture
from vision.plane.layout import Layout, Sizes
from vision.read.reader import Reader
from vision.types import Picture, Quad, area

_FACE_PX = 192  # a cut card's width
_LEAST_PX = 40.0  # of a card's shorter side in its scene: smaller ones are no print to measure with
_LIKE_SHAPE = 0.1  # of height over width: cards that are seen from above and whole differ by no more
_FOUND = 0.5  # shared over united area from which a card seen is the one that lies there
_LOOSE = 6  # cards on a table without places
_LAID = 24  # cards on a table with places, at most

_Cut = tuple[str, Quad]  # the picture it is in, and where


@dataclass(frozen=True, slots=True, eq=False)
class PrintedDeck:
    """A real deck: its references, and of each card that its scenes show the largest cut."""

    name: str
    deck: Deck
    faces: Mapping[str, Picture]
    aspect: float  # height over width

    def face(self, card: str, width_px: int = _FACE_PX, marked: bool = False) -> Picture:
        """A card's cut, as a table draws it."""
        size = (width_px, round(width_px * self.aspect))
        return np.asarray(cv2.resize(self.faces[card], size, interpolation=cv2.INTER_AREA), np.uint8)

    def eye(self, layout: Layout, reader: Reader) -> Eye:
        return make_eye(layout, self.deck, inventory=self.deck.cards(), reader=reader)


def load_printed_deck(reader: Reader, folder: Path) -> PrintedDeck:
    """A deck's folder (see `evaluate_deck`); LabelsError when its scenes show no card with its corners."""
    deck, _ = enrol_pictures(reader, folder)
    cuts = _largest_cuts(folder, deck.cards())
    if not cuts:
        raise LabelsError(f"{folder / LABELS}: no card has its four corners (quad)")
    aspect = _usual_aspect(cuts.values())
    faces = {name: _cut(load_picture(folder / file), quad, aspect) for name, (file, quad) in cuts.items()}
    return PrintedDeck(folder.name, deck, faces, aspect)


def _largest_cuts(folder: Path, names: Sequence[str]) -> dict[str, _Cut]:
    """Of each card the largest cut that has nearly its deck's shape: others show a part of a card."""
    cuts: dict[str, list[_Cut]] = {}
    for picture in json.loads((folder / LABELS).read_text(encoding="utf-8"))["pictures"]:
        for card in picture["cards"]:
            name, quad = str(card["card"]), _quad(card)
            if name in names and quad is not None and _shorter_side(quad) >= _LEAST_PX:
                cuts.setdefault(name, []).append((str(picture["file"]), quad))
    usual = _usual_aspect(chain.from_iterable(cuts.values()))

    def size(cut: _Cut) -> tuple[bool, float]:
        return abs(_aspect(cut[1]) / usual - 1) < _LIKE_SHAPE, abs(area(cut[1]))

    return {name: max(each, key=size) for name, each in cuts.items()}


def _usual_aspect(cuts: Iterable[_Cut]) -> float:
    return float(np.median([_aspect(quad) for _, quad in cuts] or [1.0]))


def _quad(card: dict[str, Any]) -> Quad | None:
    if card.get("covered") or not card.get("quad"):
        return None
    return tuple((float(x), float(y)) for x, y in card["quad"])


def _sides(quad: Quad) -> tuple[float, float]:
    """Width and height."""
    top, right, bottom, left = np.linalg.norm(np.roll(quad, -1, axis=0) - np.array(quad), axis=1).tolist()
    return (top + bottom) / 2, (right + left) / 2


def _shorter_side(quad: Quad) -> float:
    return min(_sides(quad))


def _aspect(quad: Quad) -> float:
    width, height = _sides(quad)
    return height / width


def _cut(picture: Picture, quad: Quad, aspect: float) -> Picture:
    size = (_FACE_PX, round(_FACE_PX * aspect))
    corners = [(-0.5, -0.5), (size[0] - 0.5, -0.5), (size[0] - 0.5, size[1] - 0.5), (-0.5, size[1] - 0.5)]
    cut = cv2.warpPerspective(picture, fit_homography(quad, corners), size, flags=cv2.INTER_AREA)
    return np.asarray(cut, np.uint8)


def fit_layout(layout: Layout, aspect: float) -> Layout:
    """The same places for cards of another shape, as large as the game's own allow."""
    width, height = layout.card.size_mm
    wide = min(width, height / aspect)
    card = Sizes(wide, wide * aspect, layout.card.corner_mm)
    places = tuple(replace(place, size_mm=card.size_mm) for place in layout.places)
    return replace(layout, card=card, places=places)


@dataclass(frozen=True, slots=True)
class TableCount:
    """How the cards of some tables were read, and how many were seen where none lies."""

    cards: Count = field(default_factory=Count)
    false: int = 0

    def __add__(self, other: TableCount) -> TableCount:
        return TableCount(self.cards + other.cards, self.false + other.false)


def measure_table(printed: PrintedDeck, layout: Layout, reader: Reader, seed: int) -> TableCount:
    """One table in everyday light with cards laid roughly."""
    rng = np.random.default_rng([seed, 31])
    layout = fit_layout(layout, printed.aspect)
    scene = _lay(printed, layout, rng)
    picture, truth = render(scene, rng)
    sight = printed.eye(layout, reader).look(picture)
    total = TableCount()
    for card in truth.cards:
        seen = next((each for each in sight.cards if quad_iou(each.corners, card.corners) > _FOUND), None)
        total += TableCount(tell(card.name, None if seen is None else seen.card))
    return total + TableCount(false=sum(_is_false(each, truth.cards) for each in sight.cards))


def _is_false(seen: CardSeen, cards: Sequence[Any]) -> bool:
    return all(quad_iou(seen.corners, card.corners) <= _FOUND for card in cards)


def _lay(printed: PrintedDeck, layout: Layout, rng: np.random.Generator) -> Scene:
    names = rng.permutation(sorted(printed.faces)).tolist()
    spots = [place.name for place in layout.places] or [str(number) for number in range(_LOOSE)]
    spots = rng.permutation(spots).tolist()[: min(_LAID, len(names))]
    camera = Camera(tilt_degrees=float(rng.uniform(0, 10)), k1=float(rng.uniform(-0.05, 0.0)))
    return table_scene(
        layout,
        printed.face,
        dict(zip(spots, names, strict=False)),
        camera=camera,
        table=str(rng.choice(list(TABLES))),
        table_seed=int(rng.integers(1 << 20)),
        troubles=replace(random_troubles(rng, EVERYDAY), glare=0),
        placing=replace(ROUGH, seed=int(rng.integers(1 << 20))),
    )
