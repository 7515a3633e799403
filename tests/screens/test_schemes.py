"""Colour schemes: every setting has one, colours can be told apart, and the buttons keep their own."""

import pygame
import pytest

from companion.config_keys import COLOUR_SCHEMES
from companion.games.svg import contrast
from companion.locale import load_locale
from companion.screens.navigator import draw_screen
from companion.screens.palette import SCHEMES, Hue, parse_colour, recolour
from companion.simulation.samples import all_samples

SAMPLES = {each.name: each for each in all_samples(load_locale("en"), games=("ascent",))}


def written(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def as_seen(colour: tuple[int, int, int]) -> tuple[float, float]:
    """How a red-green blind eye sees a colour: how light, and how yellow or blue."""
    red, green, blue = (value / 255 for value in colour)
    light = 0.2 * red + 0.7 * green + 0.1 * blue
    return light, (red + green) / 2 - blue


def test_every_scheme_that_can_be_set_is_there() -> None:
    assert tuple(SCHEMES) == COLOUR_SCHEMES


def test_high_contrast_is_black_and_white() -> None:
    paint = SCHEMES["high-contrast"].paint
    assert contrast(written(paint(Hue.PAPER)), written(paint(Hue.NIGHT))) == pytest.approx(21, abs=0.1)
    assert contrast(written(paint(Hue.MIST)), written(paint(Hue.NIGHT))) > 15


def test_legal_and_illegal_differ_for_eyes_without_red_and_green() -> None:
    paint = SCHEMES["colour-blind"].paint
    (_, one), (_, other) = as_seen(paint(Hue.LEGAL)), as_seen(paint(Hue.ILLEGAL))
    (_, usual), (_, wrong) = as_seen(Hue.LEGAL), as_seen(Hue.ILLEGAL)
    assert abs(one - other) > 2 * abs(usual - wrong)


def test_numbers_stay_readable_on_the_recoloured_cards() -> None:
    for colour in SCHEMES["colour-blind"].drawn.values():
        if colour != "#F0E442":
            assert contrast(colour, "#F8F1E3") > 3.0  # large type with a dark edge
    assert recolour("<rect fill='#34834c'/>", SCHEMES["colour-blind"]) == "<rect fill='#12756A'/>"


def test_the_labels_keep_the_colours_of_the_buttons() -> None:
    surface = pygame.Surface((800, 480))
    sample = SAMPLES["ascent-colour-blind-legal"]
    canvas = draw_screen(surface, sample.screen, sample.view)
    shown = {tuple(surface.get_at((x, 470))[:3]) for x in range(0, 160, 4)}
    assert Hue.LEGAL in shown
    assert canvas.box.h == 480


def test_a_scheme_changes_the_screen_and_back() -> None:
    pictures = []
    for name in ("ascent-play-legal", "ascent-high-contrast-legal", "ascent-colour-blind-legal"):
        surface = pygame.Surface((480, 320))
        draw_screen(surface, SAMPLES[name].screen, SAMPLES[name].view)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert len(set(pictures)) == 3
    assert parse_colour("#41C58F") == Hue.LEGAL
