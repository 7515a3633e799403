"""The end of a game: the result, the scores and the figures are all in sight."""

import pygame
import pytest

from companion.games import GAMES, load_game
from companion.games.svg import contrast
from companion.games.values import Outcome
from companion.locale import load_locale
from companion.screens.navigator import draw_screen
from companion.screens.painting import draw_scenery
from companion.simulation.samples import all_samples

EN = load_locale("en")


@pytest.mark.parametrize("size", [(800, 480), (480, 320)])
@pytest.mark.parametrize("name", ["ascent-end-lost", "tranquility-end-won", "elevation-end"])
def test_the_figures_are_told_also_where_a_game_has_scores(name, size):
    [sample] = [each for each in all_samples(EN) if each.name == name]
    canvas = draw_screen(pygame.Surface(size), sample.screen, sample.view)
    assert sample.view.figures
    assert {figure.label for figure in sample.view.figures} <= {each.text for each in canvas.inked}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ends_at_dusk_or_by_the_moon(game: str) -> None:
    art = load_game(game).art
    won, lost = art.ending(Outcome.WON, 800, 416), art.ending(Outcome.LOST, 800, 416)
    assert "#A34B70" in won
    assert "#F4EDD3" in lost
    assert art.scenery(800, 416) not in (won, lost)


@pytest.mark.parametrize("outcome", [Outcome.WON, Outcome.LOST, Outcome.DONE])
@pytest.mark.parametrize("game", GAMES)
def test_words_stand_out_from_the_sky_of_an_end(game: str, outcome: Outcome) -> None:
    sky = draw_scenery(load_game(game).art.ending(outcome, 800, 416), 800, 416)
    grounds = (sky.get_at((x, y)) for x in range(432, 800, 8) for y in range(0, 280, 8))
    assert min(contrast("#F8F1E3", f"#{r:02x}{g:02x}{b:02x}") for r, g, b, _ in grounds) > 4.5


@pytest.mark.parametrize("name", ["ascent-play-debt", "ascent-far-debt"])
def test_what_is_owed_names_the_card_that_has_the_ring(name: str) -> None:
    [sample] = [each for each in all_samples(EN) if each.name == name]
    debt, table, place = sample.view.debt, sample.view.table, sample.view.last_place
    assert debt is not None
    assert table is not None
    cell = table.cell(place)
    assert cell is not None
    assert debt.text == f"{EN.card(cell.card)} · {place}"
