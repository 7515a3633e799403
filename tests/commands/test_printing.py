"""`companion mat` and `companion cards`: files that print in true size."""

import colorsys

import cv2
import numpy as np
import pytest

from companion.commands import cards
from companion.decks import load_deck
from companion.games import GAMES
from companion.locale import load_locale
from companion.print_pages import TINTS, card_pages
from companion.screens.parts import BUTTON_COLOURS
from hardware.signals import Button
from tests.commands.run import run
from vision.plane.tags import tag_bits


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_mat_writes_a_pdf(capsys: pytest.CaptureFixture[str], tmp_path, paper: str, language: str) -> None:
    out = tmp_path / "mat.pdf"
    ran = run(capsys, "mat", "--paper", paper, "--lang", language, "--out", out)
    assert (ran.code, ran.err) == (0, "")
    said = {"en": f"{out}: 2 pages, print at 100 %", "fr": f"{out}\u00a0: 2 pages, à imprimer à 100\u00a0%"}
    assert ran.out == said[language] + "\n"
    assert out.read_bytes().startswith(b"%PDF-1.4")


@pytest.mark.parametrize("button", Button, ids=str)
def test_a_printed_label_has_the_colour_of_its_button_on_the_screen(button: Button) -> None:
    hue, _, strength = colorsys.rgb_to_hls(*TINTS[button.value])
    shown_hue, _, _ = colorsys.rgb_to_hls(*(part / 255 for part in BUTTON_COLOURS[button]))
    if button is Button.NEXT:  # the only one without a colour: white there, grey on white paper
        assert strength < 0.2
    else:
        assert abs(hue - shown_hue) < 0.05


def test_the_printed_tags_are_found_by_the_eye() -> None:
    """What goes on paper is what the detector looks for: its number, upright."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    for number in range(4):
        big = np.kron(tag_bits(number), np.ones((20, 20), np.uint8))
        corners, found, _ = detector.detectMarkers(
            cv2.copyMakeBorder(big, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
        )
        assert found.ravel().tolist() == [number]
        assert np.abs(corners[0][0][0] - 40).max() < 2


def test_an_unwritable_file_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path) -> None:
    ran = run(capsys, "mat", "--out", tmp_path / "none" / "mat.pdf")
    assert ran.code == 2
    assert ran.err.startswith("companion mat: ")
    assert ran.err.count("\n") == 1


def test_an_unknown_paper_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "mat", "--paper", "a3").code == 2


def test_cards_writes_a_pdf(
    capsys: pytest.CaptureFixture[str], tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards, "DOTS_PER_MM", 0.6)
    monkeypatch.setattr(cards.practice_sheet, "__defaults__", (0.6,))
    out = tmp_path / "deck.pdf"
    ran = run(capsys, "cards", "--game", "ascent", "--out", out)
    assert (ran.code, ran.err) == (0, "")
    assert "8 pages" in ran.out
    assert out.read_bytes().count(b"/DCTDecode") > 40


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_has_every_copy_of_every_card(game: str) -> None:
    sheet = cards.practice_sheet(game, load_locale("en"), dots_per_mm=0.6)
    assert len(sheet.faces) == sum(load_deck(game).values())
    assert len(card_pages("letter", sheet, load_locale("en"))) == -(
        -len(sheet.faces) // (9 if game == "elevation" else 12)
    )


def test_twelve_goats_are_printed() -> None:
    sheet = cards.practice_sheet("ascent", load_locale("en"), dots_per_mm=1.0)
    pairs = [sheet.faces[index : index + 2] for index in range(0, 72, 2)]
    assert sum(one != other for one, other in pairs) == 12
