"""Every module and variant is taught on two pages, with an example that the rules allow."""

import pygame
import pytest

from companion.decks import load_deck
from companion.game_setup import GameSetup
from companion.games import GAMES, load_game, new_match
from companion.games.events import Fields
from companion.games.setup import Lesson
from companion.locale import LANGUAGES, load_locale
from companion.screens import new_game
from companion.screens.menus import Lessons
from companion.screens.navigator import draw_screen
from companion.screens.new_game import NewGame, show_lesson
from companion.screens.view import View
from companion.simulation.samples import all_samples
from hardware.signals import Button

LESSONS = [(game, lesson) for game in GAMES for lesson in load_game(game).setup.lessons]
EN = View(load_locale("en"))


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=lambda each: getattr(each, "key", each))
def test_the_example_of_a_lesson_is_legal(game: str, lesson: Lesson) -> None:
    match = new_match(game, Fields(dict(lesson.header)), load_deck(game))
    for page in lesson.pages:
        for move in page.moves:
            verdict, match = match.play(match.read_event(move))
            assert verdict.rules == (), (move, verdict.rules)


@pytest.mark.parametrize("game", GAMES)
def test_every_module_and_variant_has_a_lesson_of_two_pages(game: str) -> None:
    rules = load_game(game)
    taught = {lesson.key: len(lesson.pages) for lesson in rules.setup.lessons}
    assert {*rules.modules, *rules.boards} - {"standard"} <= taught.keys()
    assert set(taught.values()) == {2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_lessons_opens_each(language: str) -> None:
    view = View(load_locale(language))
    rows = Lessons().rows(view)
    assert len(rows) == len(LESSONS)
    for row in rows:
        pages = row.intent.resolve(view).screen.pages  # type: ignore[union-attr]
        assert pages[0].lines != pages[1].lines


def test_a_line_of_a_new_game_teaches_what_it_changes() -> None:
    setup = GameSetup("tranquility").choose(variant="pyramid")
    line = next(index for index, row in enumerate(NewGame(0, setup).rows(EN)) if row.label == "Variant")
    pages = NewGame(line, setup).keys(EN)[Button.ACTION].intent.screen.pages  # type: ignore[union-attr]
    assert pages[0].title == "Pyramid"
    assert Button.ACTION not in NewGame(0, setup).keys(EN)


@pytest.mark.parametrize(("key", "page"), [("storms", 1), ("wild", 0), ("ropes", 0), ("ropes", 1)])
def test_a_page_without_places_of_its_subject_shows_its_cards(key: str, page: int) -> None:
    [(game, lesson)] = [each for each in LESSONS if each[1].key == key]
    shown = show_lesson(game, lesson, EN).pages[page]
    assert shown.table is None
    assert len(shown.stacks) >= 3
    assert all(stack.card or (stack.label and "." not in stack.label) for stack in shown.stacks)


def test_players_have_their_signs_where_cards_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    signs: list[int] = []
    monkeypatch.setattr(new_game, "draw_token", lambda _canvas, seat, _box: signs.append(seat))
    [sample] = [each for each in all_samples(EN.locale) if each.name == "prepare-elevation"]
    draw_screen(pygame.Surface((480, 320)), sample.screen, sample.view)
    assert signs == [0, 1, 2]


@pytest.mark.parametrize("size", [(800, 480), (480, 320)])
def test_a_list_with_one_long_line_shows_all_that_fit(size: tuple[int, int]) -> None:
    [sample] = [each for each in all_samples(EN.locale) if each.name == "tranquility-rocks"]
    told = {each.text for each in draw_screen(pygame.Surface(size), sample.screen, sample.view).inked}
    assert {"Row 1", "Row 6", "They stay at row 2"} <= told
