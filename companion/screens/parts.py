"""The parts that all screens share: the row of button labels, the head, notices, chips and cards of type."""

from dataclasses import dataclass

from companion.intents import Intent
from companion.screens.base import Keys
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import (
    AMBER,
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
    Space,
    Weight,
)
from companion.views.values import View
from hardware.signals import Button, Press

BAR_HEIGHT = 70
HEAD_HEIGHT = 50
BUTTON_COLOURS: dict[Button, Colour] = {
    Button.YES: LEGAL,
    Button.NO: ILLEGAL,
    Button.NEXT: PAPER,
    Button.DISCARD: (126, 176, 226),
    Button.ACTION: AMBER,
}


@dataclass(frozen=True, slots=True)
class Pressed(Intent):
    """A touch on a button's label stands for the button."""

    press: Press


def bar_height(canvas: Canvas) -> int:
    """The height of the row of labels: two lines of type and a cap."""
    return max(canvas.px(BAR_HEIGHT), canvas.line(Size.SMALL) * 2 + canvas.px(Space.SMALL))


def draw_bar(canvas: Canvas, keys: Keys, box: Box) -> None:
    """What each button does now, at the edge where the buttons sit."""
    canvas.surface.fill(SLATE, (box.x, box.y, box.w, box.h))
    canvas.surface.fill(STEEL, (box.x, box.y, box.w, canvas.px(2)))
    for button, column in zip(
        Button, box.inset(canvas.px(Space.TIGHT), 0).columns(5, canvas.px(Space.TIGHT)), strict=True
    ):
        canvas.touch(column, Pressed(Press(button)))
        draw_key(canvas, button, keys, column.inset(0, canvas.px(Space.TIGHT)))


def draw_key(canvas: Canvas, button: Button, keys: Keys, box: Box) -> None:
    """One button's cap and label; a button that does nothing is only an outline."""
    key = keys.get(button)
    side = min(canvas.px(34), box.h)
    cap, words = box.cut_left(side, canvas.px(Space.TIGHT + 2))
    cap = cap.middle(side, side)
    if key is None:
        canvas.panel(cap, SLATE, edge=STEEL, radius=side)
        canvas.icon(cap.inset(side // 4), button.value, STEEL)
        return
    canvas.panel(cap, BUTTON_COLOURS[button], radius=side)
    canvas.icon(cap.inset(side // 5), button.value, INK)
    if not key.held_label:
        canvas.text(words, key.label, Size.SMALL, lines=2)
        return
    upper, lower = words.rows((5, 4))
    canvas.text(upper, key.label, Size.SMALL, valign=0.9)
    canvas.text(lower, key.held_label, Size.TINY, weight=Weight.REGULAR, colour=MIST, valign=0.1)


def draw_head(canvas: Canvas, title: str, box: Box, *, icon: str = "", detail: str = "") -> Box:
    """The head line of a screen; gives back the box below it."""
    height = max(canvas.px(HEAD_HEIGHT), canvas.line(Size.TITLE) + canvas.px(Space.SMALL))
    head, rest = box.cut_top(height)
    line = head.inset(canvas.px(Space.BODY), 0)
    if icon:
        mark, line = line.cut_left(canvas.px(28), canvas.px(Space.SMALL))
        canvas.icon(mark, icon, AMBER)
    if detail:
        note, line = line.cut_right(round(line.w * 0.42), canvas.px(Space.BODY))
        canvas.text(note, detail, Size.SMALL, weight=Weight.REGULAR, colour=MIST, align=1.0, lines=2)
    canvas.text(line, title, Size.TITLE, weight=Weight.BLACK)
    return rest


def draw_notices(canvas: Canvas, view: View, box: Box) -> Box:
    """The gravest notice as a strip at the top; gives back the box below it."""
    if not view.notices:
        return box
    notice = sorted(view.notices, key=lambda each: not each.grave)[0]
    strip, rest = box.cut_top(canvas.line(Size.SMALL) + canvas.px(Space.TIGHT))
    colour = ILLEGAL if notice.grave else AMBER
    canvas.surface.fill(colour, (strip.x, strip.y, strip.w, strip.h))
    mark, words = strip.inset(canvas.px(Space.BODY), 0).cut_left(strip.h * 3 // 4, canvas.px(Space.SMALL))
    canvas.icon(mark.middle(mark.w, mark.w), "warn", NIGHT)
    canvas.text(words, notice.text, Size.SMALL, colour=NIGHT)
    return rest
