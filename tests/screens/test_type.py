"""Words on all screens: large enough, and set off from what they stand on."""

import pygame
import pytest

from companion.games.svg import contrast
from companion.locale import LANGUAGES, load_locale
from companion.screens.base import bar_height
from companion.screens.boards import place_boxes
from companion.screens.canvas import Box, Canvas
from companion.screens.navigator import draw_screen
from companion.screens.palette import Colour
from companion.simulation.samples import Sample, all_samples

SMALLEST = {(800, 480): 14, (480, 320): 11}
NUMBERS = {(800, 480): 20, (480, 320): 14}  # the height of the digits on a mountain
DIGITS = 0.72  # of the size of the type
LEAST_CONTRAST = 4.5
LEAST_FAR = 44  # nothing smaller is read from two metres


def drawn(sample: Sample, size: tuple[int, int]) -> Canvas:
    return draw_screen(pygame.Surface(size), sample.screen, sample.view)


@pytest.mark.parametrize("size", SMALLEST, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_type_is_smaller_than_can_be_read(language: str, size: tuple[int, int]) -> None:
    small = {}
    for sample in all_samples(load_locale(language)):
        found = {each.text: each.pixels for each in drawn(sample, size).inked if each.pixels < SMALLEST[size]}
        if found:
            small[sample.name] = found
    assert not small


@pytest.mark.parametrize("size", NUMBERS, ids=str)
def test_numbers_on_the_mountain_are_read_from_a_chair(size: tuple[int, int]) -> None:
    """Each numbered card in sight; the numbers of the rows beside them may be smaller."""
    for sample in all_samples(load_locale("en"), games=("ascent",)):
        if sample.name not in ("ascent-play", "ascent-play-five", "ascent-play-debt", "ascent-places"):
            continue
        canvas = drawn(sample, size)
        large = NUMBERS[size] / DIGITS - 0.5
        read = [each for each in canvas.inked if each.text.isdigit() and each.edged and each.pixels >= large]
        table = sample.view.table
        assert table is not None
        numbered = [cell for cell in table.cells if cell.card.rpartition("-")[2].isdigit()]
        assert len(read) >= len(numbered) > 0, sample.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_far_nothing_is_small_but_the_buttons(language: str) -> None:
    samples = [each for each in all_samples(load_locale(language)) if "-far-" in each.name]
    assert len(samples) >= 4
    for sample in samples:
        canvas = drawn(sample, (800, 480))
        edge = canvas.box.h - bar_height(canvas)
        words = [each for each in canvas.inked if each.ink.y < edge]
        assert words
        assert min(each.pixels for each in words) >= LEAST_FAR, sample.name


def ground_of(surface: pygame.Surface, ink: Box) -> list[Colour]:
    """The colours just around a text, where no letter reaches."""
    inside = surface.get_rect()
    rows = range(ink.y, ink.bottom, 2)
    rim = [(x, y) for x in (ink.x - 2, ink.right + 1) for y in rows if inside.collidepoint(x, y)]
    return [tuple(surface.get_at(at)[:3]) for at in rim]  # type: ignore[misc]


def written(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


@pytest.mark.parametrize("size", SMALLEST, ids=str)
def test_words_stand_out_from_their_ground(size: tuple[int, int]) -> None:
    """The middle contrast around a text; numbers on cards have an edge of their own and are left out."""
    faint = {}
    for sample in all_samples(load_locale("en")):
        surface = pygame.Surface(size)
        canvas = draw_screen(surface, sample.screen, sample.view)
        for each in canvas.inked:
            around = sorted(contrast(written(each.colour), written(g)) for g in ground_of(surface, each.ink))
            if not each.edged and around and around[len(around) // 2] < LEAST_CONTRAST:
                faint[f"{sample.name}: {each.text[:30]}"] = round(around[len(around) // 2], 1)
    assert not faint


def test_marks_of_cards_are_never_smaller_than_eight_pixels() -> None:
    """Where colours cannot be told apart the mark has to be: 0.18 of the smallest card on the table."""
    for sample in all_samples(load_locale("en"), games=("ascent",)):
        if sample.name == "ascent-play":
            table = sample.view.table
            assert table is not None
            assert table.board is not None
            canvas = drawn(sample, (480, 320))
            room = Box(
                0, 0, 480 - 2 * canvas.px(16), round((320 - bar_height(canvas) - 2 * canvas.px(14)) * 0.88)
            )
            side = min(box.w for box in place_boxes(table.board, room).values())
            assert round(side * 0.97 * 0.18) >= 8


def test_from_far_a_trick_tells_its_winner_and_no_discards() -> None:
    [sample] = [each for each in all_samples(load_locale("en")) if each.name == "elevation-far-trick"]
    told = [each.text for each in drawn(sample, (800, 480)).inked]
    assert "Dev wins the trick" in told
    assert "0" not in told
