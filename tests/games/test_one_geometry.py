"""One geometry: the camera's layout, the screen, the page and the text place every card as the game's board."""

import re

import pytest

from companion.games import GAMES, load_game
from companion.games.table import Board
from companion.games.values import Outcome
from companion.games.view import Cell, TableView
from companion.record.page import CELL, draw_table
from companion.screens.boards import place_boxes
from companion.screens.canvas import Box
from companion.table.layout import load_layout

BOARDS = [
    (name, variant)
    for name in GAMES
    for variant in load_game(name).boards
    if load_game(name).boards[variant] is not None
]
Spots = dict[str, tuple[float, float]]


def board_of(game: str, variant: str) -> Board:
    board = load_game(game).boards[variant]
    assert board is not None
    return board


def alike(spots: Spots, other: Spots) -> None:
    """The same places, and the same way from each to the next, in steps."""
    assert set(spots) == set(other)
    first = next(iter(spots))
    for name, (x, y) in spots.items():
        way = x - spots[first][0], y - spots[first][1]
        assert (other[name][0] - other[first][0], other[name][1] - other[first][1]) == pytest.approx(
            way, abs=0.03
        )


def told(board: Board) -> Spots:
    return {place.name: (place.x, place.y) for place in board.places}


@pytest.mark.parametrize(("game", "variant"), BOARDS)
def test_the_camera_looks_where_the_board_says(game: str, variant: str) -> None:
    board, layout = board_of(game, variant), load_layout(game, variant)
    names = [place.name for place in board.places]
    first, second = (layout.place(name).centre_mm for name in names[:2])
    step = second[0] - first[0]
    seen = {name: layout.place(name).centre_mm for name in names}
    alike({name: (x / step, -y / step) for name, (x, y) in seen.items()}, told(board))


@pytest.mark.parametrize(("game", "variant"), BOARDS)
def test_the_screen_shows_it_where_the_board_says(game: str, variant: str) -> None:
    board = board_of(game, variant)
    boxes = place_boxes(board, Box(0, 0, 8000, 4800))
    side = next(iter(boxes.values())).w
    alike({name: (box.x / side, -box.y / side) for name, box in boxes.items()}, told(board))


@pytest.mark.parametrize(("game", "variant"), BOARDS)
def test_the_page_draws_it_where_the_board_says(game: str, variant: str) -> None:
    board, rules = board_of(game, variant), load_game(game)
    card = "start" if game == "tranquility" else "summit"
    cells = tuple(Cell(place.name, card) for place in board.places)
    drawn = draw_table(TableView(game, (), None, Outcome.OPEN, board, cells), rules.art.face, "table")
    words = re.findall(r'<text class="sign" x="([\d.]+)" y="([\d.]+)"', drawn)
    spots = zip((place.name for place in board.places), words, strict=True)
    alike({name: (float(x) / CELL, -float(y) / CELL) for name, (x, y) in spots}, told(board))


@pytest.mark.parametrize(("game", "variant"), BOARDS)
def test_the_text_has_it_where_the_board_says(game: str, variant: str) -> None:
    board = board_of(game, variant)
    marks = {place.name: chr(0x4E00 + index) for index, place in enumerate(board.places)}
    lines = board.draw_text(marks, 6, {})
    rows = {y: line for line, y in enumerate(sorted({place.y for place in board.places}, reverse=True))}
    for place in board.places:
        line = lines[rows[place.y]]
        assert line.index(marks[place.name]) == 2 + round((place.x + 0.5 - board.box[0]) * 6)


def test_start_and_finish_lie_beside_the_ends_of_the_sequence() -> None:
    places = board_of("tranquility", "standard").by_name
    assert (places["start"].x, places["start"].y) == (places["1.1"].x - 1, places["1.1"].y)
    assert (places["finish"].x, places["finish"].y) == (places["6.6"].x + 1, places["6.6"].y)
