"""Past games on the device: the list, one game opened, and a code that a camera reads back."""

from dataclasses import replace

import cv2
import pygame
import pytest

from companion.intents import OpenPastGame
from companion.locale import load_locale
from companion.screens.canvas import Canvas
from companion.screens.navigator import Navigator
from companion.screens.past import CodeScreen, PastGameScreen, PastGamesScreen, draw_code
from companion.screens.view import HistoryLine, OpenedGame, PastGame, View
from hardware.signals import Press

TOLD = "Tranquility: The Ascent\n16 November 2026 20:41\nAnn, Ben, Chloé\nwon\n1 h 07 min"
GAMES = (
    PastGame("one", "ascent", "The Ascent", "16 Nov · Ann, Ben", "won", TOLD),
    PastGame("two", "elevation", "Elevation", "15 Nov · Ann, Dev", "Ann wins", "Elevation\nAnn 82, Dev 71"),
)
VIEW = View(load_locale("en"), past=GAMES)


def shown(view: View) -> Navigator:
    navigator = Navigator()
    navigator.show(view)
    navigator.above = (PastGamesScreen(),)
    return navigator


def test_a_game_is_opened_and_closed_again() -> None:
    navigator = shown(VIEW)
    navigator.press(Press.parse("next"))
    assert navigator.press(Press.parse("yes")) == OpenPastGame("two")
    assert navigator.screen == PastGameScreen(game=1)
    opened = replace(VIEW, opened=OpenedGame(history=(HistoryLine("Ann leads."),)))
    navigator.show(opened)
    assert [row.label for row in navigator.screen.rows(opened)] == ["Ann leads."]
    assert navigator.press(Press.parse("no")) == OpenPastGame("")
    assert isinstance(navigator.screen, PastGamesScreen)


def test_without_any_game_the_list_says_so() -> None:
    empty = View(load_locale("en"))
    assert [row.label for row in PastGamesScreen().rows(empty)] == ["No game has ended yet."]
    assert PastGamesScreen().more_keys(empty) == {}


@pytest.mark.parametrize("size", [(800, 480), (480, 320)])
@pytest.mark.parametrize(
    "told", [TOLD, "Élévation\n" + ", ".join(f"Grimpeur {n}: {n * 31}" for n in range(6))]
)
def test_a_phone_reads_the_code_on_the_screen(told: str, size: tuple[int, int]) -> None:
    surface = pygame.Surface(size)
    canvas = Canvas(surface)
    CodeScreen(told).draw(canvas, VIEW, canvas.box)
    pixels = pygame.surfarray.array3d(surface).swapaxes(0, 1)[:, :, ::-1].copy()
    text, corners, _ = cv2.QRCodeDetector().detectAndDecode(pixels)
    assert corners is not None
    assert text == told


def test_a_code_has_whole_pixels_and_a_quiet_rim() -> None:
    picture = draw_code("Ann 82", 200)
    assert picture.get_width() <= 200
    assert picture.get_at((0, 0)) == picture.get_at((picture.get_width() - 1, 5))
