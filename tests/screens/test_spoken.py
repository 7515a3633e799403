"""Every screen can be heard: it tells itself, in sentences without signs, in both languages."""

from dataclasses import replace

import pygame
import pytest

from companion.app.cues import for_ear
from companion.games.elevation.samples import elevation_game
from companion.locale import LANGUAGES, load_locale
from companion.screens.base import Matter, finished
from companion.screens.endings import Ending
from companion.screens.navigator import draw_screen
from companion.screens.play import Play
from companion.screens.scores import ScoreScreen
from companion.screens.spoken import tell_table, tell_turn
from companion.screens.view import Figure
from companion.simulation.samples import all_samples
from companion.simulation.samples.making import view_game


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_tells_itself(language: str) -> None:
    silent = [each.name for each in all_samples(load_locale(language)) if not each.screen.tells(each.view)]
    assert silent == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_heard_has_no_signs_that_a_voice_cannot_read(language: str) -> None:
    for sample in all_samples(load_locale(language)):
        labels = [key.label for key in sample.screen.keys(sample.view).values()]
        for text in (*(each.text for each in sample.screen.tells(sample.view)), *labels):
            heard = for_ear(finished(text), sample.view)
            assert not set(heard) & set("–·×{}_|\n\u00a0"), (sample.name, heard)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_can_be_told(language: str) -> None:
    for sample in all_samples(load_locale(language)):
        told = tell_table(sample.view)
        assert told.endswith((".", "!", "?")), sample.name
        for cell in () if sample.view.table is None else sample.view.table.cells:
            if cell.card:
                assert sample.view.locale.card(cell.card).lower() in told.lower()


def test_where_nobody_is_to_play_the_title_says_what_to_do() -> None:
    locale = load_locale("en")
    view = view_game(*elevation_game(4, False, 1, 0), locale)
    assert [each.text for each in tell_turn(view)] == ["All tricks are played."]
    surface = pygame.Surface((800, 480))
    canvas = draw_screen(surface, Play(), view)
    titles = [
        each.text for each in canvas.inked if each.text in ("All tricks are played.", "The game goes on")
    ]
    assert titles == ["All tricks are played."]


def test_a_deck_that_is_complete_or_in_doubt_does_not_ask_for_the_next_card() -> None:
    told = {
        each.name: " ".join(part.text for part in each.screen.tells(each.view))
        for each in all_samples(load_locale("en"), games=())
        if each.name.startswith("enrol-")
    }
    assert "All cards are known" in told["enrol-done"]
    assert "Which card is it?" in told["enrol-doubt"]
    assert "Show them once more: green 6 and green 9" in told["enrol-again"]


@pytest.mark.parametrize(
    ("language", "day", "words"),
    [
        pytest.param("en", "Day 2", "{name} scores {points} points, {total} in all: Alps ", id="en"),
        pytest.param(
            "fr", "Journée 2", "{name} marque {points} points, {total} en tout\u00a0: Alpes ", id="fr"
        ),
    ],
)
def test_the_points_of_a_later_day_are_not_told_as_all_points(language: str, day: str, words: str) -> None:
    """Who hears turns and points, but not the titles, took the points of the second day for the sum."""
    view = view_game(*elevation_game(3, False, 2, 0), load_locale(language))
    sheet = view.scores
    assert sheet is not None
    told = [each.text for each in ScoreScreen(2).tells(view) if each.matter >= Matter.TURN]
    assert told[0] == day
    for line, heard in zip(sheet.lines, told[1:], strict=True):
        facts = {"name": line.name, "points": line.sums[1], "total": sum(line.sums[:2])}
        assert heard.startswith(words.format(**facts))


@pytest.mark.parametrize(
    ("language", "words"), [("en", "The game is over"), ("fr", "La partie est finie")], ids=("en", "fr")
)
def test_the_end_is_heard_with_the_last_rounds_sheet(language: str, words: str) -> None:
    """Who hears only verdicts had to leave the sheet first; the end tells the same words, which is once."""
    view = view_game(*elevation_game(4, False, 3), load_locale(language))
    sheet, end = ScoreScreen(3, opened_itself=True).tells(view), Ending().tells(view)
    verdicts = [each for each in sheet if each.matter >= Matter.VERDICT]
    assert verdicts == [each for each in end if each.matter >= Matter.VERDICT]
    assert verdicts[0].text == words
    between = view_game(*elevation_game(4, False, 2, 0), load_locale(language))
    for other in (ScoreScreen(2, opened_itself=True).tells(between), ScoreScreen(3).tells(view)):
        assert all(each.matter < Matter.VERDICT for each in other)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Minutes: 1"), ("fr", "Minutes\u00a0: 1")], ids=("en", "fr")
)
def test_a_figure_of_one_is_heard_without_a_wrong_plural(language: str, words: str) -> None:
    ending = next(
        each
        for each in all_samples(load_locale(language), games=("ascent",))
        if each.name == "ascent-end-lost"
    )
    view = replace(ending.view, figures=(Figure("Minutes", "1"),))
    assert words in [each.text for each in ending.screen.tells(view)]
