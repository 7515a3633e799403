"""Tables as drawings: a shape comes in, where each place lies in a box goes out, then cards are drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
from companion.views.values import Cell, Table

Spot = tuple[float, float]  # the middle of a place in card widths, x to the right and y down


@dataclass(frozen=True, slots=True)
class Highlights:
    """What stands out on a drawing: cards laid over it, marked places, places to choose from."""

    laid: Mapping[str, str] = field(default_factory=dict)
    legal: bool | None = None
    marks: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    cursor: tuple[str, ...] = ()
    learning: tuple[str, ...] = ()
    touch: Mapping[str, Intent] = field(default_factory=dict)


def mountain_spot(place: str) -> Spot:
    """Diamonds: every row half a card to the right of the one below, and half a card higher."""
    row, position = (int(part) for part in place.split("."))
    return position - 1 + (row - 1) / 2, -(row - 1) / 2


def grid_spot(place: str) -> Spot:
    """Six by six; the Start lies outside at the bottom left, the Finish at the top right."""
    if place in ("start", "finish"):
        return (-1.12, 0.0) if place == "start" else (6.12, -5.0)
    row, column = (int(part) for part in place.split("."))
    return column - 1.0, 1.0 - row


def pyramid_spot(place: str) -> Spot:
    """Rows of 8 to 1, each centred over the one below; the Finish goes on top."""
    if place == "finish":
        return 3.5 + 1.5, -7.0
    row, position = (int(part) for part in place.split("."))
    return position - 1 + (row - 1) / 2, 1.0 - row


def arch_spot(place: str) -> Spot:
    """Two pillars of two by three, and a roof of four rows of seven on them."""
    if place == "finish":
        return 7.12, -6.0
    part, _, name = place.partition(" ")
    row, column = (int(number) for number in name.split("."))
    if part == "roof":
        return column - 1.0, -2.0 - row
    return column - 1.0 + (5.0 if part == "right" else 0.0), 1.0 - row


LANDING_SIZE = 0.8  # how much larger a card is when it begins to come down
NUMBERED = ("mountain", "grid", "pyramid")
SPOTS = {"mountain": mountain_spot, "grid": grid_spot, "pyramid": pyramid_spot, "arch": arch_spot}


def place_boxes(table: Table, box: Box) -> dict[str, Box]:
    """Where each place of the table lies in a box, as large as it allows, at the bottom middle."""
    find = SPOTS[table.shape]
    spots = {cell.place: find(cell.place) for cell in table.cells}
    xs = [x for x, _ in spots.values()]
    ys = [y for _, y in spots.values()]
    width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    side = int(min(box.w / width, box.h / height))
    left = box.x + (box.w - side * width) / 2
    top = box.y + (box.h - side * height) / 2
    return {
        place: Box(round(left + (x - min(xs)) * side), round(top + (y - min(ys)) * side), side, side)
        for place, (x, y) in spots.items()
    }


def leaves_corners(table: Table) -> bool:
    """Whether the board leaves the two upper corners of its box free for words."""
    if table.shape not in SPOTS:
        return False
    boxes = place_boxes(table, Box(0, 0, 900, 600)).values()
    left, right = min(box.x for box in boxes), max(box.right for box in boxes)
    third = (right - left) / 3
    upper = [box for box in boxes if box.y < 200]
    return all(left + third * 0.8 < box.centre[0] < right - third * 0.8 for box in upper)


def draw_board(canvas: Canvas, locale: Locale, table: Table, box: Box, shown: Highlights) -> None:
    """The whole table, with what stands out."""
    boxes = place_boxes(table, box)
    for cell in table.cells:
        draw_cell(canvas, locale, table, cell, boxes[cell.place], shown)
    if canvas.landed < 1.0:
        draw_landing(canvas, locale, table, boxes, shown)
    for cell in table.cells:
        draw_over(canvas, table, cell, boxes[cell.place], shown)
    draw_row_numbers(canvas, table, boxes)
    for row, mark in table.row_marks:
        draw_row_mark(canvas, boxes, row, mark)


def draw_cell(canvas: Canvas, locale: Locale, table: Table, cell: Cell, box: Box, shown: Highlights) -> None:
    """One place: its card or the card laid over it, its marks."""
    place = cell.place
    card = shown.laid.get(place, cell.card)
    diamond = table.shape == "mountain"
    spot = box.inset(max(1, round(box.w * (0.015 if diamond else 0.03))))
    edge = edge_colour(place, shown)
    if card:
        (draw_diamond_card if diamond else draw_square_card)(canvas, locale, spot, card, edge)
    else:
        draw_empty(canvas, cell, spot, diamond, edge)


def draw_landing(
    canvas: Canvas, locale: Locale, table: Table, boxes: Mapping[str, Box], shown: Highlights
) -> None:
    """The cards just laid, larger at first: they come down onto their places."""
    more = (1.0 - canvas.landed) ** 2 * LANDING_SIZE
    for place, card in shown.laid.items():
        if card and place in boxes:
            box = boxes[place]
            wide = round(box.w * more / 2)
            spot = Box(box.x - wide, box.y - wide, box.w + 2 * wide, box.h + 2 * wide)
            draw = draw_diamond_card if table.shape == "mountain" else draw_square_card
            draw(canvas, locale, spot, card, edge_colour(place, shown))


def draw_over(canvas: Canvas, table: Table, cell: Cell, box: Box, shown: Highlights) -> None:
    """What lies over the cards: goats, facings, signs; drawn last, so that no neighbour hides it."""
    place = cell.place
    spot = box.inset(max(1, round(box.w * 0.04)))
    sign = sign_box(spot, table.shape == "mountain")
    if cell.goats:
        draw_badge(canvas, sign, "goat", cell.goats)
    if cell.facing and (cell.card or place in shown.laid):
        canvas.icon(corner(spot, 0.62, 0.62, 0.34), cell.facing, INK)
    draw_signs(canvas, place, spot, sign, shown)
    if place in shown.touch:
        canvas.touch(box, shown.touch[place])


def draw_row_numbers(canvas: Canvas, table: Table, boxes: Mapping[str, Box]) -> None:
    """The number of each row at its left, so that a place's name can be found."""
    if table.shape not in NUMBERED or table.row_marks:
        return
    for place, box in boxes.items():
        row, _, position = place.partition(".")
        if position == "1" and row.isdigit() and not (row == "1" and "start" in boxes):
            side = max(round(box.w * 0.4), canvas.type_px(Size.TINY) * 6 // 5)
            top = box.y + (round(box.h * 0.06) if table.shape == "mountain" else (box.h - side) // 2)
            spot = Box(box.x - round(side * (0.5 if table.shape == "mountain" else 1.0)), top, side, side)
            canvas.text(spot, row, Size.TINY, weight=Weight.REGULAR, colour=MIST, align=0.5)


def edge_colour(place: str, shown: Highlights) -> Colour | None:
    """The ring around a place that stands out."""
    if place in shown.laid:
        return ILLEGAL if shown.legal is False else LEGAL if shown.legal else AMBER
    if place in shown.marks:
        return ILLEGAL
    if place in shown.cursor:
        return PAPER
    return AMBER if place in shown.options else None


def draw_empty(canvas: Canvas, cell: Cell, box: Box, diamond: bool, edge: Colour | None) -> None:
    """An empty place: quiet, unless it is closed or stands out."""
    ground = SLATE if not cell.border else (46, 66, 60)
    thick = 3 if edge else 1.5
    if diamond:
        draw_facet(canvas, cell, box, edge)
    else:
        canvas.panel(box, ground, edge=edge or STEEL, radius=max(4, box.w / canvas.scale * 0.1), thick=thick)
    if cell.closed:
        canvas.icon(box.inset(box.w // 4), cell.closed, MIST)
    elif cell.border:
        canvas.icon(box.inset(box.w // 3), "compass", MIST)


def draw_facet(canvas: Canvas, cell: Cell, box: Box, edge: Colour | None) -> None:
    """An empty place of the mountain: a piece of its slope."""
    side = box.w + 2 * max(1, round(box.w * 0.015))
    picture = pictures.draw_svg(cell.ground, side, side)
    canvas.surface.blit(
        picture, (box.x - (side - box.w) // 2, box.y - (side - box.w) // 2), special_flags=BLENDED
    )
    if edge is not None:
        ring = pictures.draw_corner_ring(box.w, edge, canvas.px(4), 255)
        canvas.surface.blit(ring, (box.x, box.y), special_flags=BLENDED)


def sign_box(box: Box, diamond: bool) -> Box:
    """Where a sign stands inside its own card: in the top corner of a diamond, else at the upper right."""
    return corner(box, 0.355, 0.02, 0.29) if diamond else corner(box, 0.68, 0.02, 0.3)


def draw_signs(canvas: Canvas, place: str, box: Box, sign: Box, shown: Highlights) -> None:
    """Marks in shapes, so that no ring's colour has to be told apart."""
    if place in shown.laid and shown.legal is not None:
        draw_sign(canvas, sign, "yes" if shown.legal else "no", LEGAL if shown.legal else ILLEGAL)
    elif place in shown.marks:
        draw_sign(canvas, sign, "warn", ILLEGAL)
    elif place in shown.cursor:
        draw_sign(canvas, sign, "yes", PAPER)
    elif place in shown.learning:
        canvas.icon(box.inset(box.w // 8), "dot", LEGAL)


def draw_sign(canvas: Canvas, box: Box, name: str, colour: Colour) -> None:
    """A small round sign over the edge of a card."""
    canvas.panel(box, colour, edge=NIGHT, radius=box.w, thick=1.5)
    canvas.icon(box.inset(round(box.w * 0.24)), name, INK)


def draw_badge(canvas: Canvas, box: Box, name: str, count: int) -> None:
    """An icon with a number, as goats on a card."""
    room = Box(box.x, box.y, round(box.w * 1.0), box.h)
    canvas.panel(room, AMBER, edge=INK, radius=room.h, thick=1)
    if count == 1:
        canvas.icon(room.inset(room.w // 6), name, INK)
    else:
        canvas.text(room.inset(1), str(count), Size.SMALL, weight=Weight.BLACK, colour=INK, align=0.5)


def draw_row_mark(canvas: Canvas, boxes: Mapping[str, Box], row: int, mark: str) -> None:
    """What lies beside a row, at its left."""
    first = boxes[f"{row}.1"]
    side = round(first.w * 0.8)
    spot = Box(first.x - side - first.w // 10, first.y + (first.h - side) // 2, side, side)
    canvas.panel(spot, CARDS["purple"], radius=6)
    canvas.icon(spot.inset(side // 6), mark, PAPER)


def corner(box: Box, x: float, y: float, size: float) -> Box:
    """A small square over a card, at a part of its width and height."""
    side = max(7, round(box.w * size))
    return Box(box.x + round(box.w * x), box.y + round(box.h * y), side, side)
