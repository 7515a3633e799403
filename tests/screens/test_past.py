"""Past games on the device: the list, one game opened, and a code that a camera reads back."""

from dataclasses import replace

import cv2
import pygame
import pytest

from companion.games.ascent.samples import ascent_game, lost_view
from companion.intents import OpenPastGame
from companion.locale import load_locale
from companion.screens.canvas import Canvas
from companion.screens.endings import CodeScreen, draw_code
from companion.screens.navigator import Navigator
from companion.screens.past import PastEnding, PastGameScreen, PastGamesScreen
from companion.screens.stage import draw_thumbnail
from companion.screens.view import HistoryLine, OpenedGame, PastGame, View
from companion.simulation.samples.making import view_game
from hardware.signals import Press

EN = load_locale("en")
TOLD = "Tranquility: The Ascent\n16 November 2026 20:41\nAnn, Ben, Chloé\nwon\n1 h 07 min"
GAMES = (
    PastGame("one", "ascent", "The Ascent", "16 Nov · Ann, Ben", "won", TOLD),
    PastGame("two", "elevation", "Elevation", "15 Nov · Ann, Dev", "Ann wins", "Elevation\nAnn 82, Dev 71"),
)
VIEW = View(EN, past=GAMES)


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


def test_the_course_of_a_past_game_bears_the_players_signs() -> None:
    table = view_game(*ascent_game(3, False, 4), EN).table
    lines = tuple(HistoryLine(f"{seat.name} discards.", player=seat.name) for seat in table.seats)
    opened = replace(VIEW, opened=OpenedGame(table=table, history=lines))
    assert [row.player for row in PastGameScreen(game=0).rows(opened)] == [0, 1, 2]


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


def test_the_end_of_a_past_game_opens_once_more() -> None:
    table = lost_view(*ascent_game(3, False), EN).table
    view = replace(VIEW, opened=OpenedGame(table=table))
    navigator = Navigator()
    navigator.show(view)
    navigator.above = (PastGameScreen(game=0),)
    navigator.press(Press.parse("yes"))
    assert navigator.screen == PastEnding(game=0)
    assert "Not this time" in [each.text for each in navigator.screen.tells(view)]
    navigator.press(Press.parse("no"))
    assert navigator.screen == PastGameScreen(game=0)


def test_a_thumbnail_is_the_table_as_it_lay() -> None:
    """Another card on the table makes another picture; an unknown table shows the game's poster."""
    pictures = []
    for count in (3, 9):
        table = view_game(*ascent_game(3, False, count), EN).table
        canvas = Canvas(pygame.Surface((120, 90)))
        draw_thumbnail(canvas, VIEW, "ascent", table, canvas.box, 0.1)
        pictures.append(pygame.surfarray.array3d(canvas.surface))
        assert canvas.inked == []
    assert (pictures[0] != pictures[1]).any()
