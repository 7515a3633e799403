"""The trick around the table: every climber's name where they sit, the card before them, who is winning."""

from companion.screens.canvas import Canvas
from companion.screens.faces import draw_square_card
from companion.screens.layout import Box
from companion.screens.palette import AMBER, INK, LEGAL, MIST, PAPER, SLATE, STEEL, Size, Space
from companion.views.values import Played, Seat, Trick, View


def draw_trick(canvas: Canvas, view: View, box: Box) -> None:
    """The table seen from above; the cards in the order they arrived."""
    table = view.table
    if table is None or not table.seats:
        return
    trick = view.trick or Trick()
    foot = ""
    if trick.reminder:
        foot = trick.reminder
    line = canvas.line(Size.BODY) + canvas.px(Space.TIGHT)
    note, box = box.cut_bottom(line, canvas.px(Space.TIGHT))
    if foot:
        mark, words = note.cut_left(canvas.px(24), canvas.px(Space.SMALL))
        canvas.icon(mark, "eye", AMBER)
        canvas.text(words, foot, Size.BODY, colour=AMBER)
    places = seat_boxes(canvas, box, len(table.seats))
    draw_felt(canvas, box)
    for seat, spot in zip(table.seats, places, strict=True):
        draw_climber(
            canvas, view, seat, [each for each in trick.cards if each.climber == seat.name], trick, spot
        )


def draw_felt(canvas: Canvas, box: Box) -> None:
    """The table itself, quiet in the background."""
    inner = box.inset(round(box.w * 0.2), round(box.h * 0.3))
    canvas.panel(inner, SLATE, edge=STEEL, radius=60)


def seat_boxes(canvas: Canvas, box: Box, count: int) -> list[Box]:
    """Where the climbers sit: clockwise from the bottom, in two rows; nobody overlaps."""
    upper = count // 2
    lower = count - upper
    gap = canvas.px(Space.SMALL)
    rows = box.rows(2, gap) if upper else [box]
    top = rows[0].columns(upper, gap) if upper else []
    bottom = rows[-1].columns(lower, gap)
    # Clockwise seen from above: along the lower row to the left, then along the upper row to the right.
    return [*reversed(bottom), *top]


def draw_climber(
    canvas: Canvas, view: View, seat: Seat, played: list[Played], trick: Trick, box: Box
) -> None:
    """A climber: the name, the card or cards played, a crown for who is winning."""
    wins = any(each.wins for each in played)
    waiting = trick.waiting == seat.name
    line = max(canvas.line(Size.SMALL), 2 * canvas.least_line) + canvas.px(4)
    name, room = box.cut_bottom(line, canvas.px(Space.TIGHT))
    canvas.panel(name, PAPER if waiting else STEEL, edge=LEGAL if wins else None, radius=6)
    inner = name.inset(canvas.px(Space.TIGHT), 0)
    if wins or waiting:
        mark, inner = inner.cut_left(canvas.px(20), canvas.px(Space.TIGHT))
        canvas.icon(mark, "crown" if wins else "play", INK if waiting else LEGAL)
    canvas.text(inner, seat.name, Size.BODY, colour=INK if waiting else PAPER, align=0.5, lines=2)
    spots = room.columns(max(1, len(played)), canvas.px(Space.TIGHT))
    if not played:
        side = round(min(room.w, room.h) * 0.8)
        canvas.panel(room.middle(round(side * 0.8), side), SLATE, edge=MIST if waiting else STEEL, radius=8)
    for each, spot in zip(played, spots, strict=False):
        side = min(spot.w, spot.h)
        face = spot.middle(round(side * 0.86), side)
        draw_square_card(canvas, view.locale, face, each.card, LEGAL if each.wins else None)
        draw_order(canvas, face, trick.cards.index(each) + 1)


def draw_order(canvas: Canvas, face: Box, order: int) -> None:
    """The how-manieth card of the trick it was, beside the card."""
    side = max(canvas.px(24), canvas.line(Size.TINY))
    badge = Box(face.x - side - canvas.px(2), face.y, side, side)
    canvas.panel(badge, STEEL, radius=side)
    canvas.text(badge.inset(1), str(order), Size.TINY, align=0.5)
