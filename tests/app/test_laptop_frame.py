"""The window on a laptop: device, story and table fill it to its edges, and nothing overlaps."""

from itertools import combinations

import pygame
import pytest

from companion.app.laptop_frame import LaptopFrame, draw_device, draw_story
from companion.locale import LANGUAGES, load_locale
from companion.screens.canvas import Canvas
from companion.screens.view import HistoryLine

SIZES = [(1366, 768), (1920, 1080), (1280, 800), (1024, 600), (2560, 1080)]
SCREENS = [(800, 480), (480, 320), (480, 800)]


@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_whole_height_is_used_and_nothing_overlaps(
    size: tuple[int, int], screen: tuple[int, int]
) -> None:
    frame = LaptopFrame(size, screen)
    assert (frame.table.y, frame.table.bottom, frame.table.right) == (0, size[1], size[0])
    assert size[1] - frame.story.bottom == frame.device.y
    assert frame.device.holds(frame.screen)
    assert all(frame.device.holds(box) for box in frame.button_boxes().values())
    parts = [frame.screen, frame.story, frame.table, *frame.button_boxes().values()]
    assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
    assert abs(frame.screen.w / frame.screen.h - screen[0] / screen[1]) < 0.02


def test_the_device_takes_half_of_a_laptops_width() -> None:
    """800 x 480 is shown 640 wide at 1366 x 768, 900 wide and more at 1920 x 1080."""
    assert LaptopFrame((1366, 768), (800, 480)).screen.w >= 630
    assert LaptopFrame((1920, 1080), (800, 480)).screen.w >= 900


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_story_fits_with_long_names(size: tuple[int, int], language: str) -> None:
    name = "Maximilienne-Hélène d"
    lines = tuple(
        HistoryLine(f"{name} plays the red Campfire on 1.4; the card there moves up to 2.5", *facts, name)
        for facts in ((True, False, 3), (False, False, 0), (True, True, 1))
    )
    surface, frame = pygame.Surface(size), LaptopFrame(size, (800, 480))
    canvas, locale = Canvas(surface, scale=frame.scale), load_locale(language)
    draw_device(canvas, frame, locale)
    draw_story(canvas, frame, locale, lines * 4, [name])
    assert [each.text for each in canvas.inked if not each.fits] == []
    said = [each.text for each in canvas.inked]
    assert locale.say("screens.history.undone") in said
    assert locale.say("screens.history.illegal") in said
