"""The table before its scenery: a view and a panel come in, the board at its full size beside it goes out."""

from collections.abc import Mapping

from companion.games.view import TableView
from companion.screens.boards import Highlights, draw_board, leaves_corners, place_boxes
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.motion import Moving
from companion.screens.palette import Size, Space, Weight
from companion.screens.view import View

_PANEL_FROM = 32  # design units: how far right of its place a panel begins
_SKY_SHARE = 0.88  # of the height that a mountain takes


def draw_scenery(canvas: Canvas, view: View, box: Box) -> None:
    """The game's own evening behind everything."""
    if view.match is not None:
        canvas.scenery(view.match.game.art.scenery(box.w, box.h), box)


def inner_box(canvas: Canvas, box: Box) -> Box:
    """A screen without its edges."""
    return box.inset(canvas.px(Space.WIDE), canvas.px(14))


def slid(canvas: Canvas, panel: Box) -> Box:
    """Where a panel is by now: it comes in from the right."""
    off = round((1.0 - canvas.motion.part(Moving.VERDICT)) * canvas.px(_PANEL_FROM))
    return Box(panel.x + off, panel.y, panel.w, panel.h)


def mountain_box(box: Box) -> Box:
    """The part of a screen that a board fills which leaves the sky's corners free."""
    return box.cut_bottom(round(box.h * _SKY_SHARE))[0]


def draw_aside(
    canvas: Canvas, view: View, table: TableView, box: Box, panel: Box, shown: Highlights, *places: str
) -> None:
    """The board as large as at rest, moved aside for a panel at the right; the places stay in sight."""
    if table.board is None:
        return
    if not leaves_corners(table):
        draw_board(canvas, view.locale, table, Box(box.x, box.y, panel.x - box.x, box.h), shown)
        return
    board = mountain_box(box)
    after = aside(board, place_boxes(table.board, board), panel, places)
    left = board.x + (after.x - board.x) * canvas.motion.part(Moving.VERDICT)
    draw_board(canvas, view.locale, table, Box(round(left), board.y, board.w, board.h), shown)
    canvas.cover(panel)


def aside(board: Box, places: Mapping[str, Box], panel: Box, shown: tuple[str, ...]) -> Box:
    """The board moved to the left edge, and further where a card in question would lie under the panel."""
    first = min(place.x for place in places.values())
    right = max((places[place].right for place in shown if place in places), default=0)
    shift = max(first - board.x, right - panel.x + board.x)
    return Box(board.x - shift, board.y, board.w, board.h)


def free_sky(table: TableView, box: Box, whole: Box, panel: Box, places: tuple[str, ...]) -> Box:
    """Where words stand above a mountain moved aside: left of its peak, else between peak and panel."""
    wide, high = round(box.w * 0.3), round(box.h * 0.36)
    if table.board is None:
        return Box(box.x, box.y, wide, high)
    board = mountain_box(whole)
    moved = place_boxes(table.board, aside(board, place_boxes(table.board, board), panel, places))
    peak = min(moved.values(), key=lambda each: each.y)
    left, right = peak.x - box.x, panel.x - peak.right
    if left >= right:
        return Box(box.x, box.y, min(wide, left), high)
    wide = min(wide, right - peak.w // 2)
    return Box(panel.x - peak.w // 4 - wide, box.y, wide, high)


def draw_corner_title(canvas: Canvas, box: Box, title: str, text: str = "") -> None:
    """A title in the upper left corner of the scenery, and a line below it."""
    head, rest = box.cut_top(max(canvas.px(36), canvas.line(Size.TITLE)), canvas.px(Space.TIGHT))
    canvas.cover(Box(box.x, box.y, box.w, head.h + 2 * canvas.line(Size.BODY)))
    ink = canvas.text(head, title, Size.TITLE, weight=Weight.BLACK, lines=2, shorten=True)
    if text:
        line = Box(rest.x, max(rest.y, ink.bottom), rest.w, min(rest.h, 2 * canvas.line(Size.SMALL)))
        canvas.text(line, text, Size.SMALL, weight=Weight.REGULAR, valign=0.0, lines=3)
