"""Before a round: its number large at the left, what people do step by step on a plate at the right."""

from companion.games.view import Steps, TableView
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import INK, LEGAL, LINE, PAPER, SLATE, Size, Space, Weight
from companion.screens.view import View

_TITLE = 116  # the size of the type


def draw_steps(canvas: Canvas, view: View, table: TableView, box: Box) -> None:
    """The round and who begins it, then the steps; green goes on."""
    steps = table.steps
    if steps is None:
        return
    left, right = box.columns((4, 5), canvas.px(Space.WIDE))
    title, rest = left.cut_top(round(left.h * 0.34), canvas.px(Space.TIGHT))
    canvas.text(title, steps.title, _TITLE, weight=Weight.BLACK)
    words, rest = rest.cut_top(3 * canvas.line(Size.BODY), canvas.px(Space.BODY))
    canvas.text(words, steps.text, Size.BODY, lines=3, valign=0.0)
    _draw_rounds(canvas, steps, rest)
    canvas.veil(right, SLATE, 0.92, radius=20)
    inner = right.inset(canvas.px(20), canvas.px(Space.SMALL))
    for number, (line, row) in enumerate(zip(steps.lines, inner.rows(len(steps.lines)), strict=True), 1):
        side = min(canvas.px(36), row.h)
        cap, row = row.cut_left(side, canvas.px(Space.BODY))
        canvas.panel(cap.middle(side, side), PAPER, radius=side)
        canvas.text(
            cap.middle(side, side), str(number), Size.BODY, weight=Weight.BLACK, colour=INK, align=0.5
        )
        canvas.text(row, line, Size.BODY, lines=2)


def _draw_rounds(canvas: Canvas, steps: Steps, box: Box) -> None:
    """A peak a round: those behind with a tick, the one that comes in paper."""
    side = min(canvas.px(64), box.h, box.w // max(1, steps.rounds))
    for number in range(1, steps.rounds + 1):
        x = box.x + (number - 1) * (side + canvas.px(Space.TIGHT))
        colour = LEGAL if number < steps.at else PAPER if number == steps.at else LINE
        foot = box.y + side * 3 // 4
        canvas.polygon([(x, foot), (x + side // 2, box.y), (x + side, foot)], colour)
        spot = Box(x + side // 4, box.y + side // 4, side // 2, side // 2)
        if number < steps.at:
            canvas.icon(spot.inset(side // 12), "yes", INK)
        elif side >= 3 * canvas.least_line:
            ink = INK if number == steps.at else PAPER
            canvas.text(spot, str(number), Size.SMALL, weight=Weight.BLACK, colour=ink, align=0.5)
