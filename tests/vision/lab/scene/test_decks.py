"""Random decks: the same seed draws the same cards, different cards look different."""

import cv2
import numpy as np
import pytest

import drawing
from vision.lab.scene import draw_face, random_deck
from vision.lab.scene.artwork import KINDS, paint
from vision.lab.scene.decks import CARRIERS, SPOTS
from vision.lab.scene.palette import brightness, from_hsv, printed, shade
from vision.types import COLOURS


def test_a_deck_is_made_by_its_seed_alone() -> None:
    one, other = (random_deck(np.random.default_rng(5)) for _ in range(2))
    assert one == other
    assert np.array_equal(draw_face(one, 7, "red", 64), draw_face(other, 7, "red", 64))


def test_decks_come_in_every_style() -> None:
    decks = [random_deck(np.random.default_rng(seed)) for seed in range(300)]
    assert {deck.spots for deck in decks} == set(SPOTS)
    assert {deck.carrier for deck in decks} == set(CARRIERS)
    assert {deck.art for deck in decks} == set(KINDS)
    assert len({deck.font for deck in decks}) > 100


@pytest.mark.parametrize("held_out", [False, True])
def test_fonts_come_from_the_set_asked_for(held_out: bool) -> None:
    names = {font.name for font in drawing.fonts(held_out)}
    assert all(random_deck(np.random.default_rng(seed), held_out).font in names for seed in range(60))


@pytest.mark.parametrize("square", [False, True])
def test_cards_are_square_where_asked(square: bool) -> None:
    for seed in range(20):
        face = draw_face(random_deck(np.random.default_rng(seed), square=square), 12, "blue", 50)
        assert (face.shape[0] == face.shape[1]) is square


@pytest.mark.parametrize("seed", range(40))
def test_the_number_shows_on_every_face(seed: int) -> None:
    """Two numbers of one deck differ where they are printed, in any style and colour."""
    deck = random_deck(np.random.default_rng(seed))
    for colour in COLOURS:
        shared = [draw_face(deck, number, colour, 96).astype(int) for number in (17, 84)]
        assert (np.abs(shared[0] - shared[1]).max(axis=2) > 40).mean() > 0.004, colour


@pytest.mark.parametrize("seed", range(12))
def test_the_colour_shows_on_every_face(seed: int) -> None:
    deck = random_deck(np.random.default_rng(seed))
    faces = [draw_face(deck, 5, colour, 64).astype(int) for colour in ("red", "green", "blue", "yellow")]
    for one in range(4):
        for other in range(one):
            assert (np.abs(faces[one] - faces[other]).max(axis=2) > 25).mean() > 0.004


def test_a_face_without_number_or_colour_is_artwork() -> None:
    deck = random_deck(np.random.default_rng(3))
    assert draw_face(deck, None, None, 64).shape == (64, 64, 3)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_artwork_has_its_size_and_follows_its_seed(kind: str) -> None:
    colours = ((10.0, 20.0, 200.0), (200.0, 30.0, 20.0), (240.0, 240.0, 240.0))
    one, other = (paint(kind, (60, 90), colours, np.random.default_rng(4)) for _ in range(2))
    assert one.shape == (90, 60, 3)
    assert np.array_equal(one, other)


@pytest.mark.parametrize("name", COLOURS)
def test_printed_colours_look_like_their_names(name: str) -> None:
    hues = {"red": 0, "orange": 27, "yellow": 52, "green": 120, "blue": 215, "purple": 285}
    for seed in range(30):
        colour = printed(name, np.random.default_rng(seed))
        if name == "black":
            assert brightness(colour) < 60
        elif name == "white":
            assert brightness(colour) > 215
        else:
            hue = cv2.cvtColor(np.array([[colour]], np.float32) / 255, cv2.COLOR_BGR2HSV)[0, 0, 0]
            assert abs((hue - hues[name] + 180) % 360 - 180) < 46


def test_shades() -> None:
    assert shade((100, 100, 100), 0.5) == (50, 50, 50)
    assert shade((100, 100, 100), 2.0) == (255, 255, 255)
    assert from_hsv(120, 1, 1) == pytest.approx((0, 255, 0))
