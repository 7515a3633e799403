"""The final table as a drawing: what a screen would show of it comes in, SVG goes out.

Cards are plain tiles of our own: the colour of the card, its number or a sign.
"""

from collections.abc import Callable

from companion.charts import frame, tag, write
from companion.games.board import Board
from companion.games.view import Cell, Face, TableView

CELL = 64.0
SIGNS = {"sun": "☀", "moon": "☾"}  # icons of cells as letters


def draw_table(table: TableView, face: Callable[[str], Face], title: str) -> str:
    """The table with every place of its board, empty ones too; nothing where cards lie anyhow."""
    board = table.board
    if board is None:
        return ""
    left, bottom, right, top = board.box
    tiles = []
    for place in board.places:
        x, y = (place.x - left) * CELL, (top - place.y) * CELL
        cell = table.cell(place.name) or Cell(place.name)
        if place.row or cell.card:
            tiles.append(_draw_tile(board, cell, face, x, y))
    return frame((top - bottom) * CELL, title, tiles, "table", (right - left) * CELL)


def _draw_tile(board: Board, cell: Cell, face: Callable[[str], Face], x: float, y: float) -> str:
    on_corner = board.turn_degrees % 90 != 0
    half = CELL * 0.34 if on_corner else CELL * 0.44
    turn = {"transform": f"rotate({board.turn_degrees:g} {x:.1f} {y:.1f})"} if on_corner else {}
    box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 7}
    if not cell.card:
        return tag("rect", class_="tile empty", **box, **turn)
    look = face(cell.card)
    square = tag("rect", class_="tile", fill=look.colour, **box, **turn)
    words = (look.number or look.sign) + SIGNS.get(cell.sign, "")
    return square + write(words, x, y + 7, "sign", "middle", fill=look.ink)
