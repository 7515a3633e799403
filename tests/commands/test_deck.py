"""companion deck: what is known of the cards is listed, drawn, forgotten and given back."""

import fcntl
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.config import data_folder
from vision.decks import Deck, load_deck, open_deck, save_deck
from vision.read.patch import SIDE_PX

PATCH = np.full((SIDE_PX, SIDE_PX, 3), 200, np.uint8)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def path() -> Path:
    file = data_folder() / "decks/ascent.deck"
    deck = Deck("ascent", "ascent", complete=False).with_reference("red-7", PATCH)
    deck = deck.with_reference("red-7", PATCH, ("monday 4", "monday 9"))
    deck = deck.with_reference("bridge", PATCH, ("monday 12",))
    save_deck(deck.with_reference("red-1", PATCH, ("monday 5",), apart=True), file)
    return file


def test_decks_are_listed_with_what_they_know(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck"]) == 0
    assert capsys.readouterr().out == "ascent: 2 of 41 cards known, 1 for certain, 1 view kept apart\n"


def test_a_damaged_deck_does_not_hide_the_others(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (path.parent / "a.deck").write_text("no deck")
    assert main(["deck"]) == 2
    told = capsys.readouterr().out.splitlines()
    assert "is damaged" in told[0]
    assert told[1].startswith("ascent: 2 of 41")


@pytest.mark.parametrize("words", [["list", "--lang", "fr"], ["--lang", "fr", "list"], ["--lang", "fr"]])
def test_the_language_may_be_told_before_or_after_the_word(
    words: list[str], path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", *words]) == 0
    assert capsys.readouterr().out.startswith("ascent: 2 cartes connues sur 41")


def test_a_card_that_was_forgotten_by_mistake_comes_back(path: Path) -> None:
    assert main(["deck", "remove", "ascent", "bridge"]) == 0
    assert main(["deck", "restore", "ascent"]) == 0
    assert "bridge" in load_deck(path).cards()


def test_without_a_deck_it_says_how_one_comes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "list"]) == 0
    assert "while you play" in capsys.readouterr().out


def test_views_are_told_and_drawn(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "show", "ascent", "--out", str(tmp_path / "all.png")]) == 0
    assert capsys.readouterr().out.splitlines()[:4] == [
        "red-7 1: shown when enrolling",
        "red-7 2: certain, seen in monday 4, monday 9",
        "bridge 1: new, seen in monday 12",
        "red-1 1: kept apart, since it looks like another card; seen in monday 5",
    ]
    drawn = cv2.imread(str(tmp_path / "all.png"))
    assert drawn.shape[1] > 4 * SIDE_PX
    assert drawn[SIDE_PX, SIDE_PX].tolist() == [200, 200, 200]


def test_one_view_or_a_whole_card_is_forgotten(path: Path) -> None:
    assert main(["deck", "remove", "ascent", "red-7", "--view", "2"]) == 0
    assert [each.card for each in load_deck(path).references] == ["red-7", "bridge", "red-1"]
    assert load_deck(path).references[0].sightings == ("shown",)
    assert main(["deck", "remove", str(path), "bridge"]) == 0
    assert load_deck(path).cards() == ("red-7",)
    assert not load_deck(path).complete


def test_yesterdays_deck_comes_back_and_goes_again(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_deck(open_deck(path, "ascent", "ascent").without("bridge"), path)
    assert main(["deck", "restore", "ascent"]) == 0
    assert load_deck(path).cards() == ("red-7", "bridge")
    assert main(["deck", "--lang", "fr", "restore", "ascent"]) == 0
    assert "la dernière soirée" in capsys.readouterr().out
    assert load_deck(path).cards() == ("red-7",)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "mine"], "there is no deck mine; there are: ascent"),
        (["show", "~nobody-of-that-name/my.deck"], "there is no deck ~nobody-of-that-name/my.deck"),
        (["show", "ascent", "red-8"], "the deck does not know red-8"),
        (["remove", "ascent", "red-7", "--view", "3"], "there is no such view of red-7: it has 2"),
        (["restore", "ascent"], "no earlier deck is kept"),
    ],
)
def test_what_is_wrong_is_one_line(
    path: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_damaged_deck_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_bytes(path.read_bytes()[:500])
    assert main(["deck", "show", "ascent"]) == 2
    assert "damaged" in capsys.readouterr().err
    assert main(["deck", "--lang", "fr", "remove", "ascent", "red-7"]) == 2
    assert "abîmé" in capsys.readouterr().err
    assert main(["deck", "--lang", "fr", "list"]) == 2
    assert "abîmé" in capsys.readouterr().out


def test_that_no_earlier_deck_is_kept_is_told_in_french_too(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", "--lang", "fr", "restore", "ascent"]) == 2
    assert "aucun paquet d’une autre soirée" in capsys.readouterr().err


def test_nothing_is_forgotten_under_a_running_companion(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = data_folder() / "running.pid"
    with running.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write("4242")
        file.flush()
        assert main(["deck", "remove", "ascent", "bridge"]) == 2
    assert "stop it first" in capsys.readouterr().err
    assert "bridge" in load_deck(path).cards()
