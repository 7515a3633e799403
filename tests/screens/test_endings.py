"""The end of a game: the result, the scores and the figures are all in sight."""

import pygame
import pytest

from companion.locale import load_locale
from companion.screens.navigator import draw_screen
from companion.simulation.samples import all_samples

EN = load_locale("en")


@pytest.mark.parametrize("size", [(800, 480), (480, 320)])
@pytest.mark.parametrize("name", ["ascent-end-lost", "tranquility-end-won", "elevation-end"])
def test_the_figures_are_told_also_where_a_game_has_scores(name, size):
    [sample] = [each for each in all_samples(EN) if each.name == name]
    canvas = draw_screen(pygame.Surface(size), sample.screen, sample.view)
    assert sample.view.figures
    assert {figure.label for figure in sample.view.figures} <= {each.text for each in canvas.inked}
