"""The parts that all screens share: the row of button labels, the head, notices, chips and cards of type."""

from dataclasses import dataclass

from companion.intents import Intent
from companion.screens import text_fitting
from companion.screens.base import Key, Keys
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import (
    AMBER,
    BLUE,
    DEEP,
    ILLEGAL,
    INK,
    LEGAL,
    MIST,
    NIGHT,
    PAPER,
    STEEL,
    Colour,
    Size,
    Space,
    Weight,
)
from companion.screens.view import View
from hardware.signals import Button, Press

_BAR_HEIGHT = 64
_HEAD_HEIGHT = 50
BUTTON_COLOURS: dict[Button, Colour] = {
    Button.YES: LEGAL,
    Button.NO: ILLEGAL,
    Button.NEXT: PAPER,
    Button.DISCARD: BLUE,
    Button.ACTION: AMBER,
}


@dataclass(frozen=True, slots=True)
class Pressed(Intent):
    """A touch on a button's label stands for the button."""

    press: Press


def bar_height(canvas: Canvas) -> int:
    """The height of the row of labels: two lines of type and a cap."""
    return max(canvas.px(_BAR_HEIGHT), canvas.line(Size.SMALL) * 2 + canvas.px(Space.SMALL))


def draw_bar(canvas: Canvas, keys: Keys, box: Box) -> None:
    """What each button does now, at the edge where the buttons sit."""
    canvas.fill(box, DEEP)
    canvas.fill(Box(box.x, box.y, box.w, 1), STEEL)
    for button, column in zip(Button, box.columns(5), strict=True):
        canvas.touch(column, Pressed(Press(button)))
        _draw_key(canvas, button, keys.get(button), column)


def _draw_key(canvas: Canvas, button: Button, key: Key | None, box: Box) -> None:
    """One button: its stripe at the edge, its sign and label; the one that goes on is a filled tab."""
    colour, goes_on = BUTTON_COLOURS[button], button is Button.YES
    foot = canvas.px(5)
    if key is None:
        _draw_stripe(canvas, box, faded(colour), 20, foot)
        return
    if goes_on:
        tab = Box(box.x + canvas.px(4), box.y + canvas.px(6), box.w - canvas.px(8), box.h)
        canvas.panel(tab, colour, radius=14)
    else:
        _draw_stripe(canvas, box, colour, 64, foot)
    room = box.inset(canvas.px(4), canvas.px(Space.TIGHT)).cut_bottom(foot)[1]
    words = _measure_key(canvas, key, room.w)
    side = min(canvas.px(30), room.h)
    content = room.middle(min(room.w, side + canvas.px(7) + words), room.h)
    cap, label = content.cut_left(side, canvas.px(7))
    cap = cap.middle(side, side)
    narrow = Box(label.x, label.y, label.w, canvas.least_line)
    if key.held_label and not canvas.fits(narrow, key.held_label, Weight.REGULAR, 1):
        _draw_narrow_key(canvas, button, key, room)
        return
    canvas.panel(cap, INK if goes_on else colour, radius=side)
    canvas.icon(cap.inset(side // 4), button.value, colour if goes_on else INK)
    _draw_key_words(canvas, key, label, goes_on)


def _draw_narrow_key(canvas: Canvas, button: Button, key: Key, box: Box) -> None:
    """Long words below a label take the whole width; the sign is smaller then."""
    colour, goes_on = BUTTON_COLOURS[button], button is Button.YES
    upper, lower = box.cut_bottom(box.h - canvas.px(4))[0].inset(canvas.px(8), 0).rows((5, 4))
    side = min(canvas.px(24), upper.h)
    cap, label = upper.cut_left(side, canvas.px(4))
    canvas.panel(cap.middle(side, side), INK if goes_on else colour, radius=side)
    canvas.icon(cap.middle(side, side).inset(side // 4), button.value, colour if goes_on else INK)
    ink, second = (INK, INK) if goes_on else (PAPER, MIST)
    canvas.text(label, key.label, Size.SMALL, colour=ink, shorten=True)
    canvas.text(lower, key.held_label, Size.TINY, weight=Weight.REGULAR, colour=second, shorten=True)


def _draw_stripe(canvas: Canvas, box: Box, colour: Colour, width: float, foot: int) -> None:
    wide = canvas.px(width)
    canvas.fill(Box(box.centre[0] - wide // 2, box.bottom - foot, wide, foot), colour)


def _draw_key_words(canvas: Canvas, key: Key, box: Box, goes_on: bool) -> None:
    ink, second = (INK, INK) if goes_on else (PAPER, MIST)
    upper, lower = box.rows((5, 4))
    if not key.held_label or not canvas.fits(upper, key.label, Weight.BOLD, 1):
        canvas.text(box, key.label, Size.SMALL, colour=ink, lines=2, shorten=True)
        return
    canvas.text(upper, key.label, Size.SMALL, colour=ink, valign=0.9)
    canvas.text(lower, key.held_label, Size.TINY, weight=Weight.REGULAR, colour=second, valign=0.1)


def _measure_key(canvas: Canvas, key: Key, room: int) -> int:
    label = text_fitting.measure(key.label, Weight.BOLD, canvas.type_px(Size.SMALL))
    held = text_fitting.measure(key.held_label, Weight.REGULAR, canvas.type_px(Size.TINY))
    return min(room, max(label, held) + canvas.px(2))


def faded(colour: Colour) -> Colour:
    """A colour that is hardly there, for what does nothing now."""
    return (
        DEEP[0] + (colour[0] - DEEP[0]) // 3,
        DEEP[1] + (colour[1] - DEEP[1]) // 3,
        DEEP[2] + (colour[2] - DEEP[2]) // 3,
    )


def draw_head(canvas: Canvas, title: str, box: Box, *, icon: str = "", detail: str = "") -> Box:
    """The head line of a screen; gives back the box below it."""
    height = max(canvas.px(_HEAD_HEIGHT), canvas.line(Size.TITLE) + canvas.px(Space.SMALL))
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
    wide = Box(box.x, box.y, box.w - canvas.px(60), canvas.line(Size.SMALL))
    lines = 1 if canvas.fits(wide, notice.text, Weight.BOLD, 1) else 2
    strip, rest = box.cut_top(
        max(canvas.line(Size.SMALL), lines * canvas.least_line) + canvas.px(Space.TIGHT)
    )
    colour = ILLEGAL if notice.grave else AMBER
    canvas.fill(strip, colour)
    mark, words = strip.inset(canvas.px(Space.BODY), 0).cut_left(strip.h * 3 // 4, canvas.px(Space.SMALL))
    canvas.icon(mark.middle(mark.w, mark.w), "warn", NIGHT)
    canvas.text(words, notice.text, Size.SMALL, colour=NIGHT, lines=lines)
    return rest
