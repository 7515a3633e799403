"""Boxes never overlap, type is set without cuts, places lie where the table has them."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets import asset
from companion.game_setup import GameSetup
from companion.games import GAMES, load_game
from companion.games.ascent.samples import ascent_game
from companion.games.tranquility.samples import tranquility_game
from companion.locale import load_locale
from companion.screens import painting, stage
from companion.screens.boards import Highlights, draw_board, grid_box, place_boxes
from companion.screens.canvas import Box, Canvas, icon
from companion.screens.navigator import draw_screen
from companion.screens.new_game import prepare
from companion.screens.palette import Space, Weight
from companion.screens.parts import draw_card
from companion.screens.stage import aside, free_sky, mountain_box
from companion.screens.view import View
from companion.simulation.samples import all_samples
from companion.simulation.samples.making import view_game

EN = load_locale("en")
BOXES = st.builds(Box, st.integers(0, 300), st.integers(0, 300), st.integers(40, 800), st.integers(40, 480))


@given(BOXES, st.integers(1, 9), st.integers(0, 4))
def test_rows_and_columns_lie_inside_and_apart(box, count, gap):
    for parts in (box.rows(count, gap), box.columns(count, gap)):
        assert all(box.holds(part) for part in parts)
        assert not any(a.overlaps(b) for i, a in enumerate(parts) for b in parts[i + 1 :])


@given(BOXES, st.integers(0, 600), st.integers(0, 30))
def test_cuts_never_overlap(box, size, gap):
    for one, other in (
        box.cut_top(size, gap),
        box.cut_bottom(size, gap),
        box.cut_left(size, gap),
        box.cut_right(size, gap),
    ):
        assert box.holds(one)
        assert not one.overlaps(other)


@given(st.text("abcdé ïÅ-", min_size=1, max_size=60), st.integers(60, 400), st.integers(30, 200))
def test_no_letter_is_lost_when_a_text_is_set(text, width, height):
    setting = painting.fit(text, width, height, Weight.BOLD, 24, 9)
    assert "".join(setting.lines).replace(" ", "") == text.replace(" ", "")
    if setting.fits:
        assert setting.height <= height
        assert all(painting.measure(line, Weight.BOLD, setting.pixels) <= width for line in setting.lines)


def test_text_that_fits_keeps_its_size():
    assert painting.fit("Legal", 400, 100, Weight.BLACK, 46, 1).pixels == 46


def test_an_endless_word_is_broken_rather_than_cut():
    setting = painting.fit("W" * 40, 100, 400, Weight.BOLD, 24, 12)
    assert setting.fits
    assert "".join(setting.lines) == "W" * 40


@pytest.mark.parametrize("size", [14, 22, 36, 196])
def test_capitals_and_digits_stand_in_the_middle_of_their_box(size):
    canvas = Canvas(pygame.Surface((800, 480)))
    canvas.clear((0, 0, 0))
    canvas.text(Box(100, 100, 600, 300), "HE3", size, weight=Weight.BLACK, colour=(255, 255, 255))
    ink = pygame.mask.from_threshold(canvas.surface, (255, 255, 255), (128, 128, 128)).get_bounding_rects()
    top, bottom = min(each.top for each in ink), max(each.bottom for each in ink)
    assert abs((top + bottom) / 2 - 250) <= max(1.0, size * 0.02)


@pytest.mark.parametrize("name", sorted(file.stem for file in asset("icons").glob("*.svg")))
def test_every_icon_has_ink(name):
    picture = icon(name, 24, (255, 255, 255))
    assert pygame.mask.from_surface(picture).count() > 20


@pytest.mark.parametrize("variant", ["standard", "high-arch", "pyramid", "day-night", "competitive"])
def test_places_of_the_sea_do_not_overlap(variant):
    table = view_game(*tranquility_game(2, False, variant, (), 4), EN).table
    boxes = list(place_boxes(table.board, Box(0, 0, 480, 340)).values())
    assert len(boxes) == len(table.cells)
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    assert all(Box(0, 0, 480, 340).holds(box) for box in boxes)


def test_a_diamond_sits_in_the_notch_between_two_below():
    table = view_game(*ascent_game(3, False), EN).table
    boxes = place_boxes(table.board, Box(0, 0, 480, 340))
    left, right, above = boxes["1.3"], boxes["1.4"], boxes["2.3"]
    assert above.y < left.y == right.y
    assert left.x < above.x < right.x
    assert abs(above.centre[0] - (left.centre[0] + right.centre[0]) / 2) <= 1


@pytest.mark.parametrize("size", [(800, 480), (480, 320)])
def test_words_keep_clear_of_the_peak_of_a_mountain_moved_aside(size):
    """Wherever the card lies, what is said of it stands beside the peak and the places below it."""
    table = view_game(*ascent_game(3, False), EN).table
    whole = Box(0, 0, size[0], round(size[1] * 0.87)).inset(10)
    panel = whole.cut_right(round(whole.w * 0.4))[0]
    board = mountain_box(whole)
    for place in table.board.places:
        sky = free_sky(table, whole, whole, panel, (place.name,))
        moved = place_boxes(table.board, aside(board, place_boxes(table.board, board), panel, (place.name,)))
        peak = min(moved.values(), key=lambda each: each.y)
        assert whole.holds(sky)
        assert not sky.overlaps(peak)
        assert not sky.overlaps(panel)
        assert sky.w > whole.w * 0.2


def test_every_place_of_every_board_is_drawn():
    boards = [board for name in GAMES for board in load_game(name).boards.values()]
    for board in filter(None, boards):
        assert set(place_boxes(board, Box(0, 0, 480, 340))) == {place.name for place in board.places}
    assert sum(board is None for board in boards) == 1


def test_both_sizes_share_one_scale():
    assert Canvas(pygame.Surface((800, 480))).px(100) == 100
    assert Canvas(pygame.Surface((480, 320))).px(100) == 60


def test_larger_text_is_larger():
    surface = pygame.Surface((800, 480))
    assert Canvas(surface, larger=True).type_px(20) > Canvas(surface).type_px(20)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Quelle carte est-ce ?", ("Quelle carte", "est-ce ?")),
        ("un sous-ensemble long", ("un sous-", "ensemble long")),
        ("les rangées 10-12 ici", ("les rangées", "10-12 ici")),
    ],
)
def test_a_line_breaks_only_between_longer_parts_of_a_word(text: str, lines: tuple[str, ...]) -> None:
    width = painting.measure(max(lines, key=len) + "xx", Weight.BOLD, 24)
    assert painting.wrap(text.replace(" ?", "\u00a0?"), width, Weight.BOLD, 24) == tuple(
        line.replace(" ?", "\u00a0?") for line in lines
    )


@pytest.mark.parametrize("size", [14, 28, 48])
@pytest.mark.parametrize("text", ["Île", "À Ann", "Événement", "Å"])
def test_accents_do_not_push_a_line_down(text: str, size: int) -> None:
    """All lines of a size stand on the same base, whatever stands on their letters."""
    bases = set[int]()
    for line in (text, "Ann"):
        surface = pygame.Surface((400, 120))
        canvas = Canvas(surface)
        canvas.text(Box(20, 20, 360, 80), line, size)
        rows = [y for y in range(120) if any(surface.get_at((x, y))[0] > 128 for x in range(20, 380))]
        bases.add(rows[-1])
    assert len(bases) == 1


def test_an_accent_at_the_upper_edge_is_not_cut() -> None:
    def ink(top: int) -> int:
        surface = pygame.Surface((200, 90))
        Canvas(surface).text(Box(0, top, 200, 60), "Å", 36, valign=0.0)
        return sum(surface.get_at((x, y))[0] > 128 for x in range(200) for y in range(90))

    assert ink(0) == ink(30)


@pytest.mark.parametrize("size", [(800, 480), (480, 320)])
@pytest.mark.parametrize("variant", ["standard", "day-night", "competitive"])
def test_every_row_and_column_of_the_sea_has_its_number(variant, size):
    """So that 3.2 is found; the Start lies before row 1, whose number is then behind it."""
    table = view_game(*tranquility_game(2, False, variant, (), 0), EN).table
    canvas = Canvas(pygame.Surface(size))
    draw_board(canvas, EN, table, Box(20, 20, size[0] - 40, size[1] - 120), Highlights())
    told = [each.text for each in canvas.inked]
    assert [told.count(str(number)) for number in range(1, 7)] == [2] * 6


@pytest.mark.parametrize("game", ["ascent", "tranquility"])
def test_the_first_page_of_a_set_up_shows_the_empty_table(game):
    screen = prepare(GameSetup(game, ("Ann", "Ben")), View(EN))
    canvas = Canvas(pygame.Surface((800, 480)))
    screen.draw(canvas, View(EN), Box(0, 0, 800, 400))
    told = [each.text for each in canvas.inked]
    assert {"1", "2", "3", "4", "5", "6"} <= set(told)


@pytest.mark.parametrize("size", [(800, 480), (480, 320)])
@pytest.mark.parametrize("panel_units", [290, 300, 440])
@pytest.mark.parametrize("variant", ["standard", "high-arch", "day-night"])
def test_a_grid_keeps_its_size_beside_a_panel_and_shows_the_card(size, panel_units, variant, monkeypatch):
    canvas = Canvas(pygame.Surface(size))
    view = view_game(*tranquility_game(2, False, variant, (), 4), EN)
    rest: list[Box] = []
    monkeypatch.setattr(stage, "draw_board", lambda canvas, locale, table, box, shown: rest.append(box))
    box = stage.inner_box(canvas, canvas.box.cut_bottom(canvas.px(64))[1])
    panel = box.cut_right(canvas.px(panel_units))[0]
    at_rest = box.cut_right(canvas.px(stage.SEATS_UNITS), canvas.px(Space.BODY))[1]
    tile = next(iter(place_boxes(view.table.board, grid_box(canvas, view.table.board, at_rest)).values())).w
    for place in view.table.board.places:
        stage.draw_aside(canvas, view, view.table, box, panel, Highlights(), place.name)
        shown = place_boxes(view.table.board, grid_box(canvas, view.table.board, rest[-1]))[place.name]
        assert shown.w == tile
        assert shown.x >= 0
        assert shown.right <= panel.x


def test_a_place_stays_with_the_word_before_it():
    lines = painting.wrap("joue le 6 herbeux en 3.2.", 150, Weight.BOLD, 16)
    assert lines == ("joue le 6 herbeux", "en 3.2.")


@pytest.mark.parametrize("size", [(480, 800), (320, 480), (800, 480)])
def test_the_cards_of_a_trick_lie_on_the_screen_and_apart(size, monkeypatch):
    sample = next(each for each in all_samples(EN, games=("elevation",)) if each.name == "elevation-play")
    faces: list[Box] = []
    monkeypatch.setattr(stage, "draw_turned_card", lambda canvas, locale, box, *how: faces.append(box))
    draw_screen(pygame.Surface(size), sample.screen, sample.view)
    assert len(faces) == 3
    assert all(Box(0, 0, *size).holds(face) for face in faces)
    cores = [face.inset(face.w // 8, face.h // 8) for face in faces]
    assert not any(a.overlaps(b) for i, a in enumerate(cores) for b in cores[i + 1 :])


@pytest.mark.parametrize("side", [46, 66, 68])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("card", ["blue-6", "red-9"])
def test_the_line_under_a_number_stands_apart_from_it(side, signed, card):
    canvas = Canvas(pygame.Surface((480, 320)))
    draw_card(canvas, EN, Box(100, 100, side, side), card, on_corner=True, signed=signed)
    across = range(100 + side // 2 - 3, 100 + side // 2 + 4)
    pale = [
        [min(canvas.surface.get_at((x, y))[:3]) > 200 for x in across]
        for y in range(100 + side // 2, 100 + round(side * 0.73))
    ]
    line = max(index for index, row in enumerate(pale) if all(row))
    top = next(index for index in range(line, 0, -1) if not all(pale[index]))
    assert not any(pale[top])
