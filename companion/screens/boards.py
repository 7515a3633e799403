"""Tables as drawings: a shape comes in, where each place lies in a box goes out, then cards are drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise

from companion.games.svg import Picture
from companion.games.table import Board, BoardPlace
from companion.games.view import Cell, TableView
from companion.intents import Intent
from companion.locale import Locale
from companion.screens.canvas import Box, Canvas, Moving
from companion.screens.palette import Colour, Hue, Size, Space, Weight
from companion.screens.parts import draw_card


@dataclass(frozen=True, slots=True)
class Highlights:
    """What stands out on a drawing: cards laid over it, marked places, places to choose from."""

    laid: Mapping[str, str] = field(default_factory=dict)
    legal: bool | None = None
    marks: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    cursor: tuple[str, ...] = ()
    learning: tuple[str, ...] = ()
    last: str = ""  # where the card lies that was confirmed last
    missing: tuple[str, ...] = ()  # where a card ought to lie
    path: tuple[str, ...] = ()  # from place to place, a line that grows
    bare: bool = False  # without the numbers of rows and columns
    touch: Mapping[str, Intent] = field(default_factory=dict)


_ON_CORNER = 45.0  # degrees by which the cards of a mountain are turned
_RING, _LAST_RING = 4.5, 3.0  # around the proposed card, around the last one
_FOOT: Colour = (24, 28, 54)
_EMPTY: Colour = (15, 26, 46)
_CARD_FROM, _CARD_MS, _SWING_MS = 24, 180, 200  # how a proposed card comes; design units, milliseconds


def place_boxes(board: Board, box: Box) -> dict[str, Box]:
    """Where each place lies in a box, as large as can be: in its middle, a mountain at the foot."""
    left, bottom, right, top = board.box
    side = int(min(box.w / (right - left), box.h / (top - bottom)))
    x = box.x + (box.w - side * (right - left)) / 2
    y = box.y + (box.h - side * (top - bottom)) * (1.0 if board.turn_degrees == _ON_CORNER else 0.5)
    return {
        place.name: Box(
            round(x + (place.x - 0.5 - left) * side), round(y + (top - 0.5 - place.y) * side), side, side
        )
        for place in board.places
    }


def stands_on_corner(table: TableView) -> bool:
    """Whether the cards of a table lie on their corners."""
    return table.board is not None and table.board.turn_degrees == _ON_CORNER


def leaves_corners(table: TableView) -> bool:
    """Whether the board leaves the two upper corners of its box free for words."""
    return table.board is not None and _is_peaked(table.board)


@lru_cache(maxsize=32)
def _is_peaked(board: Board) -> bool:
    boxes = place_boxes(board, Box(0, 0, 900, 600)).values()
    left, right = min(box.x for box in boxes), max(box.right for box in boxes)
    third = (right - left) / 3
    upper = [box for box in boxes if box.y < 200]
    return all(left + third * 0.8 < box.centre[0] < right - third * 0.8 for box in upper)


def draw_board(canvas: Canvas, locale: Locale, table: TableView, box: Box, shown: Highlights) -> None:
    """The whole table, with what stands out."""
    if table.board is None:
        return
    columns = () if shown.bare else _columns(table.board)
    boxes = place_boxes(table.board, box if shown.bare else grid_box(canvas, table.board, box))
    if not stands_on_corner(table):  # a grid that slid aside hides whole columns
        boxes = {place: each for place, each in boxes.items() if each.x >= canvas.box.x}
    if stands_on_corner(table):
        _draw_foot(canvas, boxes, table.board)
    moving = {place: _moved(canvas, boxes[place], shown) for place in shown.laid if place in boxes}
    cells = [cell for cell in table.cells if cell.place in boxes]
    for cell in sorted(cells, key=lambda each: each.place in moving):
        _draw_cell(canvas, locale, table, cell, moving.get(cell.place, boxes[cell.place]), shown)
    for cell in cells:
        _draw_over(canvas, table, cell, moving.get(cell.place, boxes[cell.place]), shown)
    _draw_path(canvas, [boxes[place] for place in shown.path if place in boxes])
    if not shown.bare:
        _draw_row_numbers(canvas, table, table.board, boxes)
    for number, place in enumerate(columns, 1):
        foot = boxes.get(place.name)
        if foot is None:
            continue
        spot = Box(foot.x, foot.bottom + canvas.px(2), foot.w, canvas.line(Size.TINY))
        canvas.text(spot, str(number), Size.TINY, align=0.5, edge=Hue.NIGHT)
    for row, mark in table.row_marks:
        _draw_row_mark(canvas, table.board, boxes, row, mark)


def grid_box(canvas: Canvas, board: Board, box: Box) -> Box:
    """A box without the room for the numbers of rows and columns, which a mountain has in its sky."""
    if board.turn_degrees != _ON_CORNER:
        box = box.cut_right(box.w - row_numbers_width(canvas))[0]
    return box.cut_bottom(canvas.line(Size.TINY) + canvas.px(2))[1] if _columns(board) else box


def row_numbers_width(canvas: Canvas) -> int:
    """The room left of a grid for the numbers of its rows."""
    return canvas.type_px(Size.TINY) * 6 // 5


def _draw_cell(
    canvas: Canvas, locale: Locale, table: TableView, cell: Cell, box: Box, shown: Highlights
) -> None:
    place = cell.place
    card = shown.laid.get(place, cell.card)
    diamond = stands_on_corner(table)
    spot = box.inset(max(1, round(box.w * (0.015 if diamond else 0.03))))
    edge = _edge_colour(place, shown)
    if place in shown.missing:
        if diamond:
            _draw_facet(canvas, cell, spot, None)
        canvas.drawing(_dashes(diamond, "#F5B742", "#33260D"), spot)
        canvas.icon(spot.middle(round(spot.w * 0.4), round(spot.h * 0.4)), "question", Hue.AMBER)
    elif card:
        ground = cell.ground if cell.card == card else ""
        thick = _LAST_RING if place == shown.last and place not in shown.laid else _RING
        draw_card(
            canvas,
            locale,
            spot,
            card,
            edge,
            thick,
            on_corner=diamond,
            ground=ground,
            mark=cell.mark if ground else "",
            signed=cell.badge is not None or place in (*shown.laid, *shown.marks, *shown.cursor),
        )
    else:
        _draw_empty(canvas, cell, spot, diamond, edge)
    if cell.closed and not diamond:
        canvas.drawing(_hatching(), spot)


@cache
def _hatching() -> str:
    picture = Picture(100, 100)
    for step in range(1, 10):
        low, high = max(4, step * 20 - 96), min(96, step * 20 - 4)
        picture.line([(low, step * 20 - low), (high, step * 20 - high)], "#B4BFD3", 3, opacity=0.55)
    return str(picture)


def draw_no_card(canvas: Canvas, box: Box, diamond: bool) -> None:
    """The outline of a card that does not lie there."""
    canvas.drawing(_dashes(diamond, "#F8F1E3", ""), box)


@cache
def _dashes(diamond: bool, colour: str, fill: str) -> str:
    picture = Picture(100, 100)
    corners = [(50, 4), (96, 50), (50, 96), (4, 50)] if diamond else [(4, 4), (96, 4), (96, 96), (4, 96)]
    if fill:
        picture.polygon(corners, fill)
    picture.line([*corners, corners[0]], colour, 4, dash="9 7")
    return str(picture)


def _draw_foot(canvas: Canvas, boxes: Mapping[str, Box], board: Board) -> None:
    """Dark triangles between the feet of the lowest cards: what the mountain stands on."""
    lowest = min(place.y for place in board.places)
    row = sorted((boxes[each.name] for each in board.places if each.y == lowest), key=lambda each: each.x)
    if canvas.scheme.plain or not row:
        return
    half, foot = row[0].w // 2, row[0].bottom
    for x in [row[0].x, *(each.right for each in row)]:
        canvas.polygon([(x - half, foot), (x, foot - half), (x + half, foot)], _FOOT)


def _draw_path(canvas: Canvas, boxes: list[Box]) -> None:
    """Gold rings from card to card, one after the other, and arrows between them."""
    legs = len(boxes) - 1
    if legs < 0:
        return
    step_ms = min(80.0, Moving.HERD.milliseconds / (legs + 1))
    reached = legs if canvas.motion.what is not Moving.HERD else int(canvas.motion.elapsed_ms / step_ms)
    for box in boxes[: reached + 1]:
        canvas.corner_ring(box, Hue.AMBER, canvas.px(_RING))
    side = max(10, round(boxes[0].w * 0.26))
    for start, end in list(pairwise(boxes))[:reached]:
        (ax, ay), (bx, by) = start.centre, end.centre
        spot = Box((ax + bx - side) // 2, (ay + by - side) // 2, side, side)
        canvas.panel(spot, Hue.AMBER, edge=Hue.INK, radius=side, thick=1)
        canvas.icon(spot.inset(side // 5), "up", Hue.INK)


def _moved(canvas: Canvas, box: Box, shown: Highlights) -> Box:
    """A proposed card comes from above its place; one that may not lie there swings once more."""
    up = (1.0 - canvas.motion.part(Moving.VERDICT, _CARD_MS)) * canvas.px(_CARD_FROM)
    aside = canvas.motion.swing(Moving.VERDICT, _SWING_MS) * canvas.px(4) if shown.legal is False else 0.0
    return Box(box.x + round(aside), box.y - round(up), box.w, box.h)


def _draw_over(canvas: Canvas, table: TableView, cell: Cell, box: Box, shown: Highlights) -> None:
    place = cell.place
    spot = box.inset(max(1, round(box.w * 0.04)))
    sign = _corner(spot, 0.385, 0.055, 0.23) if stands_on_corner(table) else _corner(spot, 0.68, 0.02, 0.3)
    judged = place in shown.laid or place in shown.marks or place in shown.cursor
    if cell.badge is not None and not judged:
        canvas.panel(sign, Hue.AMBER, edge=Hue.INK, radius=sign.h, thick=1)
        if cell.badge.count == 1:
            canvas.icon(sign.inset(sign.w // 6), cell.badge.icon, Hue.INK)
        else:
            count = str(cell.badge.count)
            canvas.text(sign.inset(1), count, Size.SMALL, weight=Weight.BLACK, colour=Hue.INK, align=0.5)
    if cell.sign and cell.card:
        canvas.icon(_corner(spot, 0.62, 0.62, 0.34), cell.sign, Hue.INK)
    _draw_signs(canvas, place, spot, sign, shown)
    if place in shown.touch:
        canvas.touch(box, shown.touch[place])


def _draw_row_numbers(canvas: Canvas, table: TableView, board: Board, boxes: Mapping[str, Box]) -> None:
    on_corner, first = stands_on_corner(table), _first_in_rows(board, boxes)
    for row, box in first.items():
        side = max(round(box.w * 0.4), canvas.type_px(Size.TINY) * 6 // 5)
        top = box.y + (round(box.h * 0.06) if on_corner else (box.h - side) // 2)
        spot = Box(box.x - round(side * (0.5 if on_corner else 1.0)), top, side, side)
        canvas.text(spot, str(row), Size.TINY, align=0.5, edge=Hue.NIGHT)


def _first_in_rows(board: Board, boxes: Mapping[str, Box]) -> dict[int, Box]:
    """The leftmost place in sight of each row; what lies beside a row's first place is its neighbour."""
    beside = {(place.x, place.y): place.name for place in board.places}
    found = {}
    for start in board.row_starts:
        names = [beside.get((start.x - 1.0, start.y), start.name), start.name]
        names += [place.name for place in board.places if place.row == start.row and place.y == start.y]
        seen = [boxes[name] for name in names if name in boxes]
        if seen:
            found[start.row] = min(seen, key=lambda each: each.x)
    return found


def _columns(board: Board) -> tuple[BoardPlace, ...]:
    """The lowest row of a board whose rows all lie in the same columns; none of other boards."""
    rows: dict[int, list[BoardPlace]] = {}
    for place in board.places:
        if place.row:
            rows.setdefault(place.row, []).append(place)
    lines = [sorted(row, key=lambda place: place.x) for _, row in sorted(rows.items())]
    same = len({tuple(place.x for place in row) for row in lines}) == 1
    return tuple(lines[0]) if same and len(lines) > 1 else ()


def _edge_colour(place: str, shown: Highlights) -> Colour | None:
    if place in shown.laid:
        return Hue.ILLEGAL if shown.legal is False else Hue.LEGAL if shown.legal else Hue.AMBER
    if place in shown.marks:
        return Hue.ILLEGAL
    if place in shown.cursor:
        return Hue.PAPER
    if place in shown.options:
        return Hue.MIST if shown.path else Hue.AMBER
    return Hue.PAPER if place == shown.last else None


def _draw_empty(canvas: Canvas, cell: Cell, box: Box, diamond: bool, edge: Colour | None) -> None:
    """An empty place: quiet, unless it is closed or stands out."""
    radius = max(4, box.w / canvas.scale * 0.1)
    if diamond:
        _draw_facet(canvas, cell, box, edge)
    else:
        canvas.panel(box, _EMPTY, edge=edge or Hue.STEEL, radius=radius, thick=3 if edge else 1.5)
    if cell.ground and not diamond:
        canvas.card(cell.ground, box.inset(3), 0.1)
    if cell.sign:
        canvas.icon(box.inset(box.w // 4), cell.sign, Hue.MIST)


def _draw_facet(canvas: Canvas, cell: Cell, box: Box, edge: Colour | None) -> None:
    side = box.w + 2 * max(1, round(box.w * 0.015))
    canvas.drawing(cell.ground, Box(box.x - (side - box.w) // 2, box.y - (side - box.w) // 2, side, side))
    if edge is not None:
        canvas.corner_ring(box, edge, canvas.px(4))


def _draw_signs(canvas: Canvas, place: str, box: Box, sign: Box, shown: Highlights) -> None:
    if place in shown.laid and shown.legal is not None:
        _draw_sign(canvas, sign, "yes" if shown.legal else "no", Hue.LEGAL if shown.legal else Hue.ILLEGAL)
    elif place in shown.marks:
        _draw_sign(canvas, sign, "warn", Hue.ILLEGAL)
    elif place in shown.cursor:
        _draw_sign(canvas, sign, "yes", Hue.PAPER)
    elif place in shown.learning:
        canvas.icon(box.inset(box.w // 8), "dot", Hue.LEGAL)


def _draw_sign(canvas: Canvas, box: Box, name: str, colour: Colour) -> None:
    canvas.panel(box, colour, edge=Hue.NIGHT, radius=box.w, thick=1.5)
    canvas.icon(box.inset(round(box.w * 0.24)), name, Hue.INK)


def _draw_row_mark(canvas: Canvas, board: Board, boxes: Mapping[str, Box], row: int, mark: str) -> None:
    """A sign left of a row's number; where a card lies there, right of the row."""
    places = sorted((each for each in board.places if each.row == row), key=lambda each: each.x)
    seen = [boxes[place.name] for place in places if place.name in boxes]
    if not seen:
        return
    first, last = seen[0], seen[-1]
    taken = any((each.x, each.y) == (places[0].x - 1.0, places[0].y) for each in board.places)
    side = round(first.w * 0.58)
    left = first.x - round(first.w * 0.4) - side
    if taken or left < canvas.box.x:
        left = last.right + canvas.px(Space.SMALL)
    spot = Box(left, first.y + (first.h - side) // 2, side, side)
    canvas.panel(spot, Hue.PURPLE, radius=6)
    canvas.icon(spot.inset(side // 6), mark, Hue.PAPER)


def _corner(box: Box, x: float, y: float, size: float) -> Box:
    """A small square over a card, at a part of its width and height."""
    side = max(8, round(box.w * size))
    return Box(box.x + round(box.w * x), box.y + round(box.h * y), side, side)
