"""What the laptop's table shows: every text fits, and it is drawn anew only when it must be."""

from typing import Any

import pygame
import pytest

from companion.locale import LANGUAGES, load_locale
from companion.screens.canvas import Canvas
from companion.screens.palette import Size, Weight
from companion.simulation.laptop.drawing import draw_scene
from companion.simulation.laptop.scene import hint_box
from companion.simulation.laptop.shown import Held
from tests.simulation.laptop.playing import GAMES, MAKE, TWO, lay, spot

ROOMS = [(677, 768), (951, 1080), (880, 664)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS, ids=str)
@pytest.mark.parametrize("header", [*GAMES, {"game": "elevation", "players": ["Ann"]}], ids=str)
def test_every_text_has_its_room(
    make: MAKE, header: dict[str, Any], language: str, room: tuple[int, int]
) -> None:
    names = ["Élisabeth-Charlotte", "Maximilian Müller-Lü"][: len(header["players"])]
    tabletop = make({**header, "players": names}, language=language)
    tabletop.resize(room)
    surface = pygame.Surface(room)
    canvas = draw_scene(surface, tabletop.table.look(tabletop.area.table_size), tabletop.scene())
    assert [each.text for each in canvas.inked if not each.fits] == []


def test_the_table_and_its_strip_fill_their_whole_room(make: MAKE) -> None:
    """The picture of the table reaches from edge to edge, and the strip from it to the foot."""
    tabletop = make(TWO)
    for room in ROOMS:
        tabletop.resize(room)
        assert tabletop.stale
        tabletop.draw(pygame.Surface(room))
        assert tabletop.area.table_size[0] == room[0]
        assert tabletop.area.table_size[1] + tabletop.area.strip.h == room[1]
        assert not tabletop.stale


def test_the_place_under_a_dragged_card_brightens_and_then_rests(make: MAKE) -> None:
    tabletop, now = make(TWO), [10.0]
    tabletop._clock = lambda: now[0]
    surface, at = pygame.Surface((880, 664)), spot(tabletop, "2.1")
    tabletop.held, tabletop.mouse_at = Held(tabletop.hand()[0], tabletop.seat), at
    seen = []
    for later in (0.0, 0.06, 0.13, 0.2):
        now[0] = 10.0 + later
        assert tabletop.stale is (later < 0.2)
        tabletop.draw(surface)
        corner = tabletop.aim()[1]
        seen.append(sum(surface.get_at((corner[0] + 9, corner[1]))[:3]))
    assert seen[0] < seen[1] < seen[2] == seen[3]


def test_it_is_drawn_anew_only_when_something_changed(make: MAKE) -> None:
    tabletop = make(TWO)
    surface = pygame.Surface((880, 664))
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
    surface = pygame.Surface((677, 768))
    tabletop.resize((677, 768))
    keys = [key for key in locale.sentences if key.startswith("tabletop.")]
    canvas = Canvas(surface)
    for key in keys:
        words = locale.say(key, **facts)
        canvas.text(hint_box(tabletop.area), words, Size.TINY, weight=Weight.REGULAR, lines=2)
    assert [each.text for each in canvas.inked if not each.fits] == []
