"""Training data: decks, seeds and fonts come in, arrays of patches with their labels go out (and to disk)."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from vision.lab.scene import draw_face as draw_scene_face
from vision.lab.scene import random_deck
from vision.lab.training.glyphs import Digits, lot
from vision.lab.training.styles import Card, Face, FaceLabel, Recipe, deal, draw_back, draw_face, invent
from vision.lab.training.views import View, look, look_between, look_gently
from vision.read.network import NO_NUMBER
from vision.read.patch import SIDE_PX
from vision.types import COLOURS

CARDS = 12  # of each deck
VIEWS = 4  # of each card
REJECTS = 10  # of each deck: backs, bare table, half cards, gaps between cards, pieces, outlines too large
_SCENE_SHARE = 0.45  # of the decks come from the scene's own faces
_HALF_TURN_SPOTS = ("corners", "four", "ends")
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class Shard:
    """Patches deck by deck, each deck's cards and views in order, then its rejects."""

    patches: npt.NDArray[np.uint8]  # decks x (CARDS * VIEWS + REJECTS) x side x side x 3
    numbers: npt.NDArray[np.int16]  # NO_NUMBER where there is none, UNKNOWN for rejects
    colours: npt.NDArray[np.int16]  # index into COLOURS, or UNKNOWN
    half_turns: npt.NDArray[np.bool_]
    offsets: npt.NDArray[np.float32]  # ... x 8

    def save(self, path: Path) -> None:
        """Write the arrays side by side, so that patches can be mapped."""
        for name in self.__slots__:
            np.save(path.with_name(f"{path.name}-{name}.npy"), getattr(self, name))

    @classmethod
    def load(cls, path: Path) -> "Shard":
        """Read what `save` wrote; patches stay on disk until they are used."""
        mapped = np.load(path.with_name(f"{path.name}-patches.npy"), mmap_mode="r")
        rest = (np.load(path.with_name(f"{path.name}-{name}.npy")) for name in cls.__slots__[1:])
        return cls(mapped, *rest)


def make_shard(fonts: list[Digits], decks: int, seed: int, split: str, gentle: bool = False) -> Shard:
    """Draw whole decks and look at their cards; gently for the first lessons."""
    each = CARDS * VIEWS + REJECTS
    shard = Shard(
        np.zeros((decks, each, SIDE_PX, SIDE_PX, 3), np.uint8),
        np.full((decks, each), UNKNOWN, np.int16),
        np.full((decks, each), UNKNOWN, np.int16),
        np.zeros((decks, each), bool),
        np.zeros((decks, each, 8), np.float32),
    )
    cv2.setNumThreads(1)
    for deck in range(decks):
        _fill_deck(shard, deck, fonts, Random(f"{seed} {deck}"), split, gentle)
    return shard


def _fill_deck(
    shard: Shard, deck: int, fonts: list[Digits], chance: Random, split: str, gentle: bool
) -> None:
    faces = (
        scene_faces(chance, split)
        if not gentle and chance.random() < _SCENE_SHARE
        else own_faces(fonts, chance, gentle)
    )
    drawn = list(faces)
    for index, face in enumerate(drawn[:CARDS]):
        for view in range(VIEWS):
            seen = look_gently(face.picture, chance) if gentle else look(face.picture, chance)
            write(shard, (deck, index * VIEWS + view), face, seen)
    for index in range(REJECTS):
        _write_reject(shard, (deck, CARDS * VIEWS + index), drawn, index, chance)


def own_faces(fonts: list[Digits], chance: Random, gentle: bool) -> Iterator[Face]:
    """Faces of an invented deck, its back last; gently, only decks with one large number in the middle."""
    recipe: Recipe = invent(fonts, chance)
    while gentle and recipe.kind not in ("tile", "oval", "big", "framed"):
        recipe = invent(fonts, chance)
    cards: list[Card] = deal(recipe, CARDS, chance)
    yield from (draw_face(recipe, card, index) for index, card in enumerate(cards))
    yield draw_back(recipe)


def scene_faces(chance: Random, split: str, suits: int = 0) -> Iterator[Face]:
    """Faces of one of the scene's decks, and as its back the artwork of another.

    `suits` asks for so many cards in some suits of consecutive numbers; else any numbers and colours.
    """
    rng = np.random.default_rng(chance.getrandbits(32))
    deck = random_deck(rng, held_out=split == "test")
    while split != "test" and lot(deck.font) != split:
        deck = random_deck(rng, held_out=False)
    half_turn = deck.spots in _HALF_TURN_SPOTS
    for number, colour in _pick_suits(suits, chance) if suits else _pick_cards(chance):
        # A white card with dark print may as well be called black: only white print is white for certain.
        named = None if colour == "white" and deck.carrier != "digits" else colour
        yield Face(draw_scene_face(deck, number, colour, width_px=150), FaceLabel(number, named, half_turn))
    other = random_deck(rng, held_out=split == "test")
    yield Face(draw_scene_face(other, None, None, width_px=150), FaceLabel(None, None, half_turn=True))


def _pick_cards(chance: Random) -> list[tuple[int, str]]:
    span = chance.choice([range(10), range(1, 16), range(1, 81), range(100), range(100)])
    colours = chance.sample(COLOURS, chance.randint(2, 6))
    names = {(chance.choice(span), chance.choice(colours)) for _ in range(8 * CARDS)}
    return chance.sample(sorted(names), CARDS)


def _pick_suits(count: int, chance: Random) -> list[tuple[int, str]]:
    colours = chance.sample(COLOURS, chance.choice([2, 3, 4]))
    first = chance.choice([0, 1, 1, chance.randint(0, 80)])
    return [(first + step, colour) for colour in colours for step in range(count // len(colours))]


def write(shard: Shard, at: tuple[int, int], face: Face, view: View) -> None:
    """One view of a whole card."""
    shard.patches[at] = view.patch
    shard.numbers[at] = NO_NUMBER if face.label.number is None else face.label.number
    shard.colours[at] = UNKNOWN if face.label.colour is None else COLOURS.index(face.label.colour)
    shard.half_turns[at] = face.label.half_turn
    shard.offsets[at] = view.offsets.reshape(8)


def _write_reject(shard: Shard, at: tuple[int, int], faces: list[Face], index: int, chance: Random) -> None:
    cards = [face.picture for face in faces[:-1]]
    if index < 2:  # a back
        view = look(faces[-1].picture, chance)
    elif index < 4:  # a card far off its place, bare table
        view = look(chance.choice(cards), chance, slip=chance.uniform(0.35, 0.7) if index == 2 else 1.6)
    elif index < 6:  # a card half covered
        view = look(chance.choice(cards), chance, cover=chance.uniform(0.3, 0.8))
    elif index < 8:  # the gap between cards that lie in a row or in a grid
        view = look_between(chance.sample(cards, 4), chance)
    else:  # a piece of a card, or an outline much larger than the card
        grow = chance.uniform(1.5, 3.0) if index == 8 else chance.uniform(0.35, 0.62)
        view = look(chance.choice(cards), chance, grow=grow)
    shard.patches[at] = view.patch
