"""`companion enrol --from`: what it took is shown, the deck reads itself, and knows whether it is complete."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.read.cards import deck_of, lay, on_a_table
from vision.decks import load_deck
from vision.lab.scene import NONE, draw_face


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two cards of a drawn deck, a picture each."""
    (tmp_path / "cards").mkdir()
    for number in (2, 7):
        picture = on_a_table(lay(draw_face(deck_of(22), number, "blue", 200), number, 160, NONE)[0])
        cv2.imwrite(str(tmp_path / "cards" / f"blue-{number}.png"), picture)
    return tmp_path / "cards"


def test_a_deck_tells_how_well_it_reads_itself_and_shows_what_it_took(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["enrol", str(tmp_path / "x.deck"), "--from", str(folder), "--outlines", str(tmp_path / "out")]
    assert main([*words, "--lang", "en"]) == 0
    assert "2 of 2 cards are clearly different from all others" in capsys.readouterr().out
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["blue-2.jpg", "blue-7.jpg"]
    assert load_deck(tmp_path / "x.deck").complete


def test_a_deck_with_a_refused_card_or_declared_so_is_incomplete(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["enrol", str(tmp_path / "x.deck"), "--from", str(folder), "--lang", "en"]
    assert main([*words, "--incomplete"]) == 0
    assert not load_deck(tmp_path / "x.deck").complete
    assert main(words) == 0
    assert load_deck(tmp_path / "x.deck").complete
    assert "not accepted" not in capsys.readouterr().out
    cv2.imwrite(str(folder / "bare.png"), np.full((200, 400, 3), 90, np.uint8))
    assert main(words) == 1
    assert "1 picture was not accepted (bare): see above what to do." in capsys.readouterr().out
    assert not load_deck(tmp_path / "x.deck").complete


def test_a_black_picture_does_not_end_the_drawing_of_outlines(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(folder / "black.png"), np.zeros((200, 400, 3), np.uint8))
    words = ["enrol", str(tmp_path / "x.deck"), "--from", str(folder), "--outlines", str(tmp_path / "out")]
    assert main([*words, "--lang", "en"]) == 1
    said = capsys.readouterr()
    assert "not accepted (black)" in said.out
    assert said.err.count("black.png") == 1
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["blue-2.jpg", "blue-7.jpg"]


def test_a_bad_new_picture_of_a_known_card_leaves_its_deck_complete(folder: Path, tmp_path: Path) -> None:
    words = ["enrol", str(tmp_path / "x.deck"), "--from", str(folder), "--lang", "en"]
    assert main(words) == 0
    cv2.imwrite(str(folder / "blue-2.png"), np.full((200, 400, 3), 90, np.uint8))
    assert main([*words, "--again"]) == 0
    assert load_deck(tmp_path / "x.deck").complete
