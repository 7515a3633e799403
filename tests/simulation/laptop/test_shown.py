"""What the laptop's table shows: every text fits, and it is drawn anew only when it must be."""

from typing import Any

import pygame
import pytest

from companion.locale import LANGUAGES, load_locale
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import Size, Weight
from companion.simulation.laptop.drawing import draw_scene
from tests.simulation.laptop.playing import GAMES, MAKE, TWO, lay


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("header", [*GAMES, {"game": "elevation", "players": ["Ann"]}], ids=str)
def test_every_text_has_its_room(make: MAKE, header: dict[str, Any], language: str) -> None:
    names = ["Élisabeth-Charlotte", "Maximilian Müller-Lü"][: len(header["players"])]
    tabletop = make({**header, "players": names}, language=language)
    surface = pygame.Surface(tabletop.size)
    canvas = draw_scene(surface, tabletop.table.look((880, 495)), tabletop.scene())
    assert [each.text for each in canvas.inked if not each.fits] == []


def test_it_is_drawn_anew_only_when_something_changed(make: MAKE) -> None:
    tabletop = make(TWO)
    surface = pygame.Surface(tabletop.size)
    tabletop.draw(surface)
    assert not tabletop.stale
    empty = pygame.image.tobytes(surface, "RGB")
    lay(tabletop, "1.1")
    assert tabletop.stale
    tabletop.draw(surface)
    assert (tabletop.stale, pygame.image.tobytes(surface, "RGB") != empty) == (False, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hint_fits(make: MAKE, language: str) -> None:
    """The longest name, in each language, in every sentence of the strip."""
    locale = load_locale(language)
    facts = {"player": "Maximilian Müller-Lü", "count": 8, "card": "Himalayas 14"}
    tabletop = make(TWO, language=language)
    surface = pygame.Surface(tabletop.size)
    keys = [key for key in locale.sentences if key.startswith("tabletop.")]
    canvas = Canvas(surface)
    for key in keys:
        canvas.text(Box(12, 640, 856, 20), locale.say(key, **facts), Size.TINY, weight=Weight.REGULAR)
    assert [each.text for each in canvas.inked if not each.fits] == []
