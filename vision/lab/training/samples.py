"""Samples to measure on: decks, sizes and chance come in, what the network saw of each card goes out.

Cards lie roughly (a tenth off, eight degrees turned) in everyday troubles.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from vision.find.places import find_all_near
from vision.geometry import as_quad
from vision.lab.scene import Rough, Troubles, random_troubles, render_patch
from vision.lab.training.glyphs import Digits
from vision.lab.training.shards import own_faces, scene_faces
from vision.lab.training.styles import Face
from vision.lab.training.unjudged import UnjudgedReader
from vision.lab.training.views import look
from vision.read.patch import place_in_patch
from vision.read.reading import Glimpse
from vision.read.white import PAPER, White
from vision.types import Picture, Quad

ROOM = 0.25  # seen around a card, so that it can lie off
ROUGH = Rough(shift=0.1, corner=0.006, turn_degrees=8.0, scale=0.01)
_SUITS = 24  # cards of a deck of the scene: some suits of consecutive numbers, as most games have
_STRENGTH = 0.7  # of everyday troubles


@dataclass(frozen=True, slots=True)
class Sample:
    """One look at one card: which it is (None: it must not be read), and what the network made of it."""

    truth: Face | None
    card_px: int  # 0: it must not be read
    glimpses: list[Glimpse]


@dataclass(frozen=True, slots=True)
class DeckSamples:
    """Looks at the cards of one deck."""

    samples: list[Sample]
    of_scene: bool  # drawn by the scene, whose cards all show their colour plainly


def sample_deck(
    reader: UnjudgedReader, fonts: list[Digits], split: str, sizes: tuple[int, ...], chance: Random
) -> DeckSamples:
    """Draw a deck and look at each card once a size."""
    of_scene = chance.random() < 0.6
    drawn = list(scene_faces(chance, split, _SUITS) if of_scene else own_faces(fonts, chance, gentle=False))
    faces, back = drawn[:-1], drawn[-1]
    jobs = [(index, px) for px in sizes for index in range(len(faces))]
    views = [lay(faces[index].picture, px, chance) for index, px in jobs]
    samples = [
        Sample(faces[index], px, seen) for (index, px), seen in zip(jobs, see(reader, views), strict=True)
    ]
    samples += _sample_rejects(reader, faces, back, chance)
    return DeckSamples(samples, of_scene)


def lay(
    face: Picture, card_px: int, chance: Random, troubles: Troubles | None = None, rough: Rough = ROUGH
) -> tuple[Picture, Quad, White]:
    """A picture of one card lying roughly, where it should lie, and what the tags tell of the light."""
    rng = np.random.default_rng(chance.getrandbits(32))
    side = round(card_px * (1 + 2 * ROOM))
    trouble = troubles or replace(random_troubles(rng, _STRENGTH, size_px=1920), glare=0)
    picture, _ = render_patch(face, rng, trouble, side_px=side, margin=ROOM / (1 + 2 * ROOM), rough=rough)
    height, width = face.shape[:2]
    outline = as_quad(place_in_patch(width, height, side, ROOM))
    return picture, outline, _tag_white(trouble, rng)


def _tag_white(troubles: Troubles, rng: np.random.Generator) -> White:
    light = PAPER * troubles.gain * np.exp(rng.normal(0, 0.03, 3))
    warm = np.array([1 - troubles.warmth, 1 + troubles.tint, 1 + troubles.warmth])
    blue, green, red = (light * warm).clip(1, 255).tolist()
    return blue, green, red


def see(reader: UnjudgedReader, views: list[tuple[Picture, Quad, White]]) -> Iterator[list[Glimpse]]:
    """What the reader sees, as it does at the table."""
    for picture, outline, white in views:
        near = find_all_near(picture, [outline], most=1)[0][0].corners
        yield reader.glimpse_outlines(picture, [near], white=white)[0]


def _sample_rejects(
    reader: UnjudgedReader, faces: list[Face], back: Face, chance: Random
) -> Iterator[Sample]:
    covered = [chance.randrange(len(faces)) for _ in range(2)]
    patches = [look(back.picture, chance).patch, look(back.picture, chance, slip=1.6).patch]
    patches += [look(faces[i].picture, chance, cover=chance.uniform(0.5, 0.85)).patch for i in covered]
    for index, seen in zip((None, None, *covered), reader.glimpse_patches(patches), strict=True):
        yield Sample(None if index is None else faces[index], 0, seen)
