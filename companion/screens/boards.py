"""Tables as drawings: a shape comes in, where each place lies in a box goes out, then cards are drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.board import Board, BoardPlace
from companion.games.view import Badge, Cell, TableView
from companion.intents import Intent
from companion.locale import Locale
from companion.screens import pictures
from companion.screens.canvas import BLENDED, Canvas
from companion.screens.faces import draw_diamond_card, draw_square_card
from companion.screens.layout import Box
from companion.screens.palette import (
    AMBER,
    CARDS,
    ILLEGAL,
    INK,
    LEGAL,
    MIST,
    NIGHT,
    PAPER,
    SLATE,
    STEEL,
    Colour,
    Size,
    Weight,
)


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
    touch: Mapping[str, Intent] = field(default_factory=dict)


_LANDING_SIZE = 0.8  # how much larger a card is when it begins to come down


def place_boxes(board: Board, box: Box) -> dict[str, Box]:
    """Where each place of a board lies in a box, as large as it allows, in its middle."""
    left, bottom, right, top = board.box
    side = int(min(box.w / (right - left), box.h / (top - bottom)))
    x = box.x + (box.w - side * (right - left)) / 2
    y = box.y + (box.h - side * (top - bottom)) / 2
    return {
        place.name: Box(
            round(x + (place.x - 0.5 - left) * side), round(y + (top - 0.5 - place.y) * side), side, side
        )
        for place in board.places
    }


def _stands_on_corner(table: TableView) -> bool:
    return table.board is not None and table.board.turn_degrees == 45.0


def leaves_corners(table: TableView) -> bool:
    """Whether the board leaves the two upper corners of its box free for words."""
    if table.board is None:
        return False
    boxes = place_boxes(table.board, Box(0, 0, 900, 600)).values()
    left, right = min(box.x for box in boxes), max(box.right for box in boxes)
    third = (right - left) / 3
    upper = [box for box in boxes if box.y < 200]
    return all(left + third * 0.8 < box.centre[0] < right - third * 0.8 for box in upper)


def draw_board(canvas: Canvas, locale: Locale, table: TableView, box: Box, shown: Highlights) -> None:
    """The whole table, with what stands out."""
    if table.board is None:
        return
    columns = _columns(table.board)
    if columns:
        box = box.cut_bottom(canvas.line(Size.TINY) + canvas.px(2))[1]
    boxes = place_boxes(table.board, box)
    for cell in table.cells:
        _draw_cell(canvas, locale, table, cell, boxes[cell.place], shown)
    if canvas.landed < 1.0:
        _draw_landing(canvas, locale, table, boxes, shown)
    for cell in table.cells:
        _draw_over(canvas, table, cell, boxes[cell.place], shown)
    _draw_row_numbers(canvas, table, table.board, boxes)
    for number, place in enumerate(columns, 1):
        foot = boxes[place.name]
        spot = Box(foot.x, foot.bottom + canvas.px(2), foot.w, canvas.line(Size.TINY))
        canvas.text(spot, str(number), Size.TINY, weight=Weight.REGULAR, colour=MIST, align=0.5)
    starts = {place.row: boxes[place.name] for place in table.board.row_starts}
    for row, mark in table.row_marks:
        _draw_row_mark(canvas, starts[row], mark)


def _draw_cell(
    canvas: Canvas, locale: Locale, table: TableView, cell: Cell, box: Box, shown: Highlights
) -> None:
    place = cell.place
    card = shown.laid.get(place, cell.card)
    diamond = _stands_on_corner(table)
    spot = box.inset(max(1, round(box.w * (0.015 if diamond else 0.03))))
    edge = _edge_colour(place, shown)
    if card:
        (draw_diamond_card if diamond else draw_square_card)(canvas, locale, spot, card, edge)
    else:
        _draw_empty(canvas, cell, spot, diamond, edge)


def _draw_landing(
    canvas: Canvas, locale: Locale, table: TableView, boxes: Mapping[str, Box], shown: Highlights
) -> None:
    more = (1.0 - canvas.landed) ** 2 * _LANDING_SIZE
    for place, card in shown.laid.items():
        if card and place in boxes:
            box = boxes[place]
            wide = round(box.w * more / 2)
            spot = Box(box.x - wide, box.y - wide, box.w + 2 * wide, box.h + 2 * wide)
            draw = draw_diamond_card if _stands_on_corner(table) else draw_square_card
            draw(canvas, locale, spot, card, _edge_colour(place, shown))


def _draw_over(canvas: Canvas, table: TableView, cell: Cell, box: Box, shown: Highlights) -> None:
    place = cell.place
    spot = box.inset(max(1, round(box.w * 0.04)))
    sign = _sign_box(spot, _stands_on_corner(table))
    if cell.badge is not None:
        _draw_badge(canvas, sign, cell.badge)
    if cell.sign and cell.card:
        canvas.icon(corner(spot, 0.62, 0.62, 0.34), cell.sign, INK)
    _draw_signs(canvas, place, spot, sign, shown)
    if place in shown.touch:
        canvas.touch(box, shown.touch[place])


def _draw_row_numbers(canvas: Canvas, table: TableView, board: Board, boxes: Mapping[str, Box]) -> None:
    """Each row's number before its first place, or behind its last where a card lies before the row."""
    taken = {(place.x, place.y) for place in board.places}
    on_corner = _stands_on_corner(table)
    for place in board.row_starts:
        box = boxes[place.name]
        side = max(round(box.w * 0.4), canvas.type_px(Size.TINY) * 6 // 5)
        top = box.y + (round(box.h * 0.06) if on_corner else (box.h - side) // 2)
        left = box.x - round(side * (0.5 if on_corner else 1.0))
        if (place.x - 1.0, place.y) in taken:
            left = max(boxes[each.name].right for each in board.places if each.row == place.row)
        spot = Box(left, top, side, side)
        canvas.text(spot, str(place.row), Size.TINY, weight=Weight.REGULAR, colour=MIST, align=0.5)


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
        return ILLEGAL if shown.legal is False else LEGAL if shown.legal else AMBER
    if place in shown.marks:
        return ILLEGAL
    if place in shown.cursor:
        return PAPER
    if place in shown.options:
        return AMBER
    return PAPER if place == shown.last else None


def _draw_empty(canvas: Canvas, cell: Cell, box: Box, diamond: bool, edge: Colour | None) -> None:
    """An empty place: quiet, unless it is closed or stands out."""
    radius = max(4, box.w / canvas.scale * 0.1)
    if diamond:
        _draw_facet(canvas, cell, box, edge)
    else:
        canvas.panel(box, SLATE, edge=edge or STEEL, radius=radius, thick=3 if edge else 1.5)
    if cell.ground and not diamond:
        inner = box.inset(3)
        picture = pictures.draw_rounded(cell.ground, inner.w, inner.h, 0.1)
        canvas.surface.blit(picture, (inner.x, inner.y), special_flags=BLENDED)
    if cell.sign:
        canvas.icon(box.inset(box.w // 4), cell.sign, MIST)


def _draw_facet(canvas: Canvas, cell: Cell, box: Box, edge: Colour | None) -> None:
    side = box.w + 2 * max(1, round(box.w * 0.015))
    picture = pictures.draw_svg(cell.ground, side, side)
    canvas.surface.blit(
        picture, (box.x - (side - box.w) // 2, box.y - (side - box.w) // 2), special_flags=BLENDED
    )
    if edge is not None:
        ring = pictures.draw_corner_ring(box.w, edge, canvas.px(4), 255)
        canvas.surface.blit(ring, (box.x, box.y), special_flags=BLENDED)


def _sign_box(box: Box, diamond: bool) -> Box:
    return corner(box, 0.355, 0.02, 0.29) if diamond else corner(box, 0.68, 0.02, 0.3)


def _draw_signs(canvas: Canvas, place: str, box: Box, sign: Box, shown: Highlights) -> None:
    if place in shown.laid and shown.legal is not None:
        _draw_sign(canvas, sign, "yes" if shown.legal else "no", LEGAL if shown.legal else ILLEGAL)
    elif place in shown.marks:
        _draw_sign(canvas, sign, "warn", ILLEGAL)
    elif place in shown.cursor:
        _draw_sign(canvas, sign, "yes", PAPER)
    elif place in shown.learning:
        canvas.icon(box.inset(box.w // 8), "dot", LEGAL)


def _draw_sign(canvas: Canvas, box: Box, name: str, colour: Colour) -> None:
    canvas.panel(box, colour, edge=NIGHT, radius=box.w, thick=1.5)
    canvas.icon(box.inset(round(box.w * 0.24)), name, INK)


def _draw_badge(canvas: Canvas, box: Box, badge: Badge) -> None:
    room = Box(box.x, box.y, round(box.w * 1.0), box.h)
    canvas.panel(room, AMBER, edge=INK, radius=room.h, thick=1)
    if badge.count == 1:
        canvas.icon(room.inset(room.w // 6), badge.icon, INK)
    else:
        canvas.text(room.inset(1), str(badge.count), Size.SMALL, weight=Weight.BLACK, colour=INK, align=0.5)


def _draw_row_mark(canvas: Canvas, first: Box, mark: str) -> None:
    side = round(first.w * 0.58)
    left = first.x - round(first.w * 0.4) - side
    spot = Box(left, first.y + (first.h - side) // 2, side, side)
    canvas.panel(spot, CARDS["purple"], radius=6)
    canvas.icon(spot.inset(side // 6), mark, PAPER)


def corner(box: Box, x: float, y: float, size: float) -> Box:
    """A small square over a card, at a part of its width and height."""
    side = max(7, round(box.w * size))
    return Box(box.x + round(box.w * x), box.y + round(box.h * y), side, side)
