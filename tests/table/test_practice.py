"""The practice faces: every card of every deck has its own drawing."""

import cv2
import numpy as np
import pytest

from companion.decks import BadDeck, load_deck, load_tables
from companion.games import GAMES
from companion.table.practice import practice_face


@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_a_face_of_its_own(game: str) -> None:
    faces = {card: practice_face(game, card, 48) for card in load_deck(game)}
    assert len({face.tobytes() for face in faces.values()}) == len(faces)
    size = load_tables(game)["size"]
    assert {face.shape for face in faces.values()} == {
        (round(48 * size["height_mm"] / size["width_mm"]), 48, 3)
    }


def test_twelve_cards_of_the_practice_deck_show_a_goat() -> None:
    goats = load_tables("ascent")["practice"]["marked"]
    assert len(set(goats)) == 12
    assert set(goats) <= set(load_deck("ascent"))
    for card in goats:
        plain, with_goat = (practice_face("ascent", card, 64, goat) for goat in (False, True))
        assert (plain != with_goat).any(axis=2).mean() > 0.01


def test_ascent_faces_are_upright_on_their_corner() -> None:
    """The sky is at the top left corner of the square, the ground at the bottom right one."""
    for colour, channel in (("green", 1), ("blue", 0), ("red", 2)):
        face = practice_face("ascent", f"{colour}-3", 96).astype(int)
        sky, ground = face[14:22, 14:22].mean(axis=(0, 1)), face[-22:-14, -22:-14].mean(axis=(0, 1))
        assert sky.mean() > ground.mean() + 40
        assert ground.argmax() == channel


def test_island_faces_have_a_day_and_a_night_end() -> None:
    for number in (1, 40, 80):
        face = practice_face("tranquility", f"island-{number}", 96).astype(int)
        assert face[10:40].mean() > face[-40:-10].mean() + 30


@pytest.mark.parametrize(
    ("game", "card"),
    [
        ("ascent", "green-x"),
        ("ascent", "pink-3"),
        ("tranquility", "reef"),
        ("tranquility", "storm-red"),
        ("elevation", "alps"),
    ],
)
def test_unknown_cards_have_no_face(game: str, card: str) -> None:
    with pytest.raises(BadDeck, match="has no card"):
        practice_face(game, card)


def test_faces_cannot_be_painted_over() -> None:
    with pytest.raises(ValueError, match="read-only"):
        practice_face("ascent", "summit", 48)[0, 0] = 0


def test_larger_faces_show_the_same() -> None:
    small, large = (practice_face("elevation", "andes-11", width) for width in (60, 240))
    shrunk = cv2.resize(large, (60, small.shape[0]), interpolation=cv2.INTER_AREA).astype(int)
    assert np.abs(shrunk - small).mean() < 8
