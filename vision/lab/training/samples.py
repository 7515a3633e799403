"""Samples to measure on: decks, sizes and chance come in, what the reader saw of each card goes out.

Cards lie roughly (a tenth off, eight degrees turned) in everyday troubles; each is enrolled from one view.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from vision.decks import Deck
from vision.enrolment import as_shown
from vision.find.near import find_near
from vision.lab.scene import EXACT, Rough, Troubles, random_troubles, render_patch
from vision.lab.training.glyphs import Digits
from vision.lab.training.shards import own_faces, scene_faces
from vision.lab.training.styles import Face
from vision.lab.training.views import look
from vision.read.colour import PAPER, White
from vision.read.judgement import Glimpse
from vision.read.patch import place_in_patch, rectify
from vision.read.reader import Reader
from vision.types import Picture, Quad

ROOM = 0.25  # seen around a card, so that it can lie off
ROUGH = Rough(shift=0.1, corner=0.006, turn_degrees=8.0, scale=0.01)
SUITS = 24  # cards of a deck of the scene: some suits of consecutive numbers, as most games have
TAGS_SEEN = 0.7  # of the decks are enrolled with the mat's tags in view
ENROL_PX = 150
STRENGTH = 0.7  # of everyday troubles
ENROL_STRENGTH = 0.4
ENROL_ROUGH = replace(EXACT, turn_degrees=3.0, shift=0.02)


@dataclass(frozen=True, slots=True)
class Sample:
    """One look at one card: which it is (None: it must not be read), and what the network made of it."""

    truth: Face | None
    index: int | None
    card_px: int
    glimpses: list[Glimpse]


@dataclass(frozen=True, slots=True)
class DeckSamples:
    """One deck, enrolled, and looks at its cards."""

    deck: Deck
    samples: list[Sample]
    of_scene: bool  # drawn by the scene, whose cards all show their colour plainly


def sample_deck(
    reader: Reader, fonts: list[Digits], split: str, sizes: tuple[int, ...], chance: Random
) -> DeckSamples:
    """Draw a deck, enrol it, and look at each card once a size."""
    of_scene = chance.random() < 0.6
    drawn = list(scene_faces(chance, split, SUITS) if of_scene else own_faces(fonts, chance, gentle=False))
    faces, back = drawn[:-1], drawn[-1]
    deck = enrol(reader, faces, chance)
    jobs = [(index, px) for px in sizes for index in range(len(faces))]
    views = [lay(faces[index].picture, px, chance) for index, px in jobs]
    samples = [
        Sample(faces[index], index, px, seen)
        for (index, px), seen in zip(jobs, see(reader, views, deck), strict=True)
    ]
    samples += sample_rejects(reader, faces, back, deck, chance)
    return DeckSamples(deck, samples, of_scene)


def enrol(reader: Reader, faces: list[Face], chance: Random) -> Deck:
    """Each card from one good view, straightened by the reader, upright as it was laid."""
    deck = Deck("sample")
    tags_seen = chance.random() < TAGS_SEEN
    # A deck is shown in one go: the light stays, but for a little.
    rng = np.random.default_rng(chance.getrandbits(32))
    troubles = replace(random_troubles(rng, ENROL_STRENGTH, size_px=1920), glare=0)
    for index, face in enumerate(faces):
        flicker = replace(troubles, gain=troubles.gain * chance.uniform(0.97, 1.03))
        picture, outline, light = lay(face.picture, ENROL_PX, chance, flicker, ENROL_ROUGH)
        white = light if tags_seen else None
        reading = reader.read_outlines(picture, [outline], white=white)[0]
        shown = as_shown(reading.corners or outline)
        deck = deck.with_reference(str(index), rectify(picture, shown, white=white))
    return deck


def lay(
    face: Picture, card_px: int, chance: Random, troubles: Troubles | None = None, rough: Rough = ROUGH
) -> tuple[Picture, Quad, White]:
    """A picture of one card lying roughly, where it should lie, and what the tags tell of the light."""
    rng = np.random.default_rng(chance.getrandbits(32))
    side = round(card_px * (1 + 2 * ROOM))
    trouble = troubles or replace(random_troubles(rng, STRENGTH, size_px=1920), glare=0)
    picture, _ = render_patch(face, rng, trouble, side_px=side, margin=ROOM / (1 + 2 * ROOM), rough=rough)
    height, width = face.shape[:2]
    outline = tuple((float(x), float(y)) for x, y in place_in_patch(width, height, side, ROOM))
    return picture, outline, tag_white(trouble, rng)


def tag_white(troubles: Troubles, rng: np.random.Generator) -> White:
    """The white of the tags in this light, as well as it can be measured."""
    light = PAPER * troubles.gain * np.exp(rng.normal(0, 0.03, 3))
    warm = np.array([1 - troubles.warmth, 1 + troubles.tint, 1 + troubles.warmth])
    blue, green, red = (light * warm).clip(1, 255).tolist()
    return blue, green, red


def see(reader: Reader, views: list[tuple[Picture, Quad, White]], deck: Deck) -> Iterator[list[Glimpse]]:
    """What the reader sees, as it does at the table."""
    for picture, outline, white in views:
        near = find_near(picture, outline, most=1)[0].corners
        yield reader.glimpse_outlines(picture, [near], white=white, deck=deck)[0]


def sample_rejects(
    reader: Reader, faces: list[Face], back: Face, deck: Deck, chance: Random
) -> Iterator[Sample]:
    """The back, bare table, and half-covered cards, of which only the true name would not be wrong."""
    covered = [chance.randrange(len(faces)) for _ in range(2)]
    patches = [look(back.picture, chance).patch, look(back.picture, chance, slip=1.6).patch]
    patches += [look(faces[i].picture, chance, cover=chance.uniform(0.5, 0.85)).patch for i in covered]
    glimpses = reader.glimpse_patches(patches, deck=deck)
    for index, seen in zip((None, None, *covered), glimpses, strict=True):
        yield Sample(None if index is None else faces[index], index, 0, seen)
