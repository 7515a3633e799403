"""The parts that all screens share: the row of button labels, the head, notices, chips, players' tokens."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from companion.games.svg import Picture, star
from companion.games.view import Seat
from companion.intents import Intent
from companion.screens.base import Key, Keys
from companion.screens.canvas import Box, Canvas
from companion.screens.palette import Colour, Hue, Size, Space, Weight
from companion.screens.text_fitting import measure
from companion.screens.view import View
from hardware.signals import Button, Press

_BAR_HEIGHT = 64
_HEAD_HEIGHT = 58
BUTTON_COLOURS: dict[Button, Colour] = {
    Button.YES: Hue.LEGAL,
    Button.NO: Hue.ILLEGAL,
    Button.NEXT: Hue.PAPER,
    Button.DISCARD: Hue.BLUE,
    Button.ACTION: Hue.AMBER,
}
_COLOURS = ("#F4A3B5", "#8CCBF4", "#BFDB70", "#C9AEF4", "#F2CC8C", "#74DAD2")
_DARK = "#131B2A"
_MOST_STACKS = 3


@dataclass(frozen=True, slots=True)
class Pressed(Intent):
    """A touch on a button's label stands for the button."""

    press: Press


def bar_height(canvas: Canvas) -> int:
    """The height of the row of labels: two lines of type and a cap."""
    return max(canvas.px(_BAR_HEIGHT), canvas.line(Size.SMALL) * 2 + canvas.px(Space.SMALL))


def draw_bar(canvas: Canvas, keys: Keys, box: Box) -> None:
    """What each button does now, at the edge where the buttons sit."""
    canvas.fill(box, Hue.DEEP)
    canvas.fill(Box(box.x, box.y, box.w, 1), Hue.STEEL)
    for button, column in zip(Button, box.columns(len(Button)), strict=True):
        canvas.touch(column, Pressed(Press(button)))
        _draw_key(canvas, button, keys.get(button), column)


def _draw_key(canvas: Canvas, button: Button, key: Key | None, box: Box) -> None:
    """One button: its stripe at the edge, its sign and label; the one that goes on is a filled tab."""
    colour, goes_on = BUTTON_COLOURS[button], button is Button.YES
    foot = canvas.px(5)
    if key is None:
        _draw_stripe(canvas, box, _faded(colour), 20, foot)
        return
    if goes_on:
        tab = Box(box.x + canvas.px(4), box.y + canvas.px(6), box.w - canvas.px(8), box.h)
        canvas.panel(tab, colour, radius=14)
    else:
        _draw_stripe(canvas, box, colour, 64, foot)
    room = box.inset(canvas.px(4), 0).cut_top(canvas.px(6))[1].cut_bottom(foot)[1]
    label_width = measure(key.label, Weight.BOLD, canvas.type_px(Size.SMALL))
    held_width = measure(key.held_label, Weight.REGULAR, canvas.type_px(Size.TINY))
    words = max(label_width, held_width) + canvas.px(2)
    side = min(canvas.px(30), room.h)
    content = room.middle(min(room.w, side + canvas.px(7) + words), room.h)
    cap, label = content.cut_square(side, canvas.px(7))
    narrow = Box(label.x, label.y, label.w, canvas.least_line)
    if key.held_label and not canvas.fits(narrow, key.held_label, Weight.REGULAR, 1):
        _draw_narrow_key(canvas, button, key, room)
        return
    draw_cap(canvas, button, cap, inverse=goes_on)
    ink, second = (Hue.INK, Hue.INK) if goes_on else (Hue.PAPER, Hue.MIST)
    upper, lower = label.rows((5, 4))
    if not key.held_label or not canvas.fits(upper, key.label, Weight.BOLD, 1):
        canvas.text(label, key.label, Size.SMALL, colour=ink, lines=2, shorten=True)
        return
    canvas.text(upper, key.label, Size.SMALL, colour=ink, valign=0.9)
    canvas.note(lower, key.held_label, Size.TINY, colour=second, valign=0.1)


def _draw_narrow_key(canvas: Canvas, button: Button, key: Key, box: Box) -> None:
    """Long words below a label take the whole width; the sign is smaller then."""
    goes_on = button is Button.YES
    upper, lower = box.cut_bottom(box.h - canvas.px(4))[0].inset(canvas.px(8), 0).rows((5, 4))
    cap, label = upper.cut_square(canvas.px(24), canvas.px(4))
    draw_cap(canvas, button, cap, inverse=goes_on)
    ink, second = (Hue.INK, Hue.INK) if goes_on else (Hue.PAPER, Hue.MIST)
    canvas.text(label, key.label, Size.SMALL, colour=ink, shorten=True)
    canvas.note(lower, key.held_label, Size.TINY, colour=second, shorten=True)


def _draw_stripe(canvas: Canvas, box: Box, colour: Colour, width: float, foot: int) -> None:
    wide = canvas.px(width)
    canvas.fill(Box(box.centre[0] - wide // 2, box.bottom - foot, wide, foot), colour)


def draw_cap(canvas: Canvas, button: Button, box: Box, inverse: bool = False) -> None:
    """A button's cap with its sign, in a square box."""
    cap, sign = BUTTON_COLOURS[button], Hue.INK
    if inverse:
        cap, sign = sign, cap
    canvas.panel(box, cap, radius=box.w)
    canvas.icon(box.inset(box.w // 4), button.value, sign)


def _faded(colour: Colour) -> Colour:
    """A colour that is hardly there, for what does nothing now."""
    red, green, blue = (deep + (bright - deep) // 3 for deep, bright in zip(Hue.DEEP, colour, strict=True))
    return red, green, blue


def draw_head(canvas: Canvas, title: str, box: Box, *, icon: str = "", detail: str = "") -> Box:
    """The head line of a screen; gives back the box below it."""
    height = max(canvas.px(_HEAD_HEIGHT), canvas.line(Size.TITLE) + canvas.px(Space.SMALL))
    head, rest = box.cut_top(height)
    line = head.inset(canvas.px(Space.WIDE), 0).cut_top(canvas.px(Space.TIGHT))[1]
    if icon:
        mark, line = line.cut_left(canvas.px(28), canvas.px(Space.SMALL))
        canvas.icon(mark, icon, Hue.AMBER)
    if detail:
        note, line = line.cut_right(round(line.w * 0.42), canvas.px(Space.BODY))
        canvas.note(note, detail, Size.SMALL, colour=Hue.MIST, align=1.0, lines=2)
    canvas.text(line, title, Size.TITLE, weight=Weight.BLACK)
    return rest


def below_head(canvas: Canvas, box: Box) -> Box:
    """The room for what stands below a head, without the edges of the screen."""
    return box.inset(canvas.px(Space.WIDE), 0).cut_top(box.h - canvas.px(Space.BODY))[0]


def draw_notices(canvas: Canvas, view: View, box: Box) -> Box:
    """The notices as a strip at the top, the gravest first; gives back the box below it."""
    if not view.notices:
        return box
    one_line = Box(box.x, box.y, box.w - canvas.px(60), canvas.line(Size.SMALL))
    two_lines = Box(one_line.x, one_line.y, one_line.w, 2 * canvas.least_line)
    text = _join_notices(view, lambda text: canvas.fits(two_lines, text, Weight.BOLD, 2))
    lines = 1 if canvas.fits(one_line, text, Weight.BOLD, 1) else 2
    high = max(canvas.line(Size.SMALL), lines * canvas.least_line)
    strip, rest = box.cut_top(high + canvas.px(Space.TIGHT))
    colour = Hue.ILLEGAL if any(each.grave for each in view.notices) else Hue.AMBER
    canvas.fill(strip, colour)
    mark, words = strip.inset(canvas.px(Space.BODY), 0).cut_left(strip.h * 3 // 4, canvas.px(Space.SMALL))
    canvas.icon(mark.middle(mark.w, mark.w), "warn", Hue.NIGHT)
    canvas.text(words, text, Size.SMALL, colour=Hue.NIGHT, lines=lines)
    return rest


def _join_notices(view: View, fits: Callable[[str], bool]) -> str:
    """As many notices as there is room for, and how many more there are; at least the gravest."""
    texts = [each.text for each in sorted(view.notices, key=lambda each: not each.grave)]
    for shown in range(len(texts), 0, -1):
        left = [view.say("keys.more-reasons", count=len(texts) - shown)] if shown < len(texts) else []
        text = " ".join([*texts[:shown], *left])
        if fits(text):
            return text
    return texts[0]


@cache
def _token_picture(index: int) -> str:
    picture = Picture(100, 100)
    picture.disc(50, 50, 50, _COLOURS[index % len(_COLOURS)])
    match index % len(_COLOURS):
        case 0:
            picture.polygon([(50, 25), (75, 70), (25, 70)], _DARK)
        case 1:
            picture.disc(50, 50, 19, _DARK, ring=12)
        case 2:
            picture.polygon([(50, 21), (76, 50), (50, 79), (24, 50)], _DARK)
        case 3:
            picture.rect(30, 30, 40, 40, _DARK, r=3)
        case 4:
            picture.polygon(star(50, 52, 30, 13), _DARK)
        case _:
            picture.rect(25, 42, 50, 16, _DARK, r=1)
            picture.rect(42, 25, 16, 50, _DARK, r=1)
    return str(picture)


def draw_token(canvas: Canvas, index: int, box: Box) -> None:
    """A player's sign, as large as its box allows."""
    canvas.drawing(_token_picture(index), box.square())


def cut_token(canvas: Canvas, view: View, player: str | None, box: Box, units: int, gap: int) -> Box:
    """The sign at the left of words that are a player's name; gives back the room for the words."""
    seat = view.seat_of(player)
    if seat is None:
        return box
    face, rest = box.cut_left(min(canvas.px(units), box.h), canvas.px(gap))
    draw_token(canvas, seat, face)
    return rest


def draw_seat(canvas: Canvas, index: int, seat: Seat, box: Box, now: bool) -> None:
    """A player's pill: sign, name, cards in hand and pile or a note; paper and an arrow for the turn."""
    ground, ink, second = (Hue.PAPER, Hue.INK, (74, 84, 104)) if now else (Hue.SLATE, Hue.PAPER, Hue.MIST)
    if now:
        wide, middle = canvas.px(10), box.y + box.h // 2
        left, half = box.x - wide - canvas.px(2), wide * 4 // 5
        canvas.polygon([(left, middle - half), (left + wide, middle), (left, middle + half)], Hue.PAPER)
    canvas.panel(box, ground, edge=None if now else Hue.LINE, radius=box.h, thick=1)
    inner = box.inset(max(1, box.h // 7), 1)
    face, inner = inner.cut_left(round(box.h * 0.72), canvas.px(Space.TIGHT))
    draw_token(canvas, index, face)
    inner = Box(inner.x, inner.y, max(0, inner.w - canvas.px(Space.TIGHT)), inner.h)
    if seat.hand is not None:
        inner = _draw_counts(canvas, seat, inner, ink, second)
    elif seat.won is not None:
        inner = _draw_stacks(canvas, seat.won, inner, ink, ground)
    elif seat.note and measure(seat.name, Weight.BOLD, canvas.smallest) < inner.w:
        note, inner = inner.cut_right(inner.w * 2 // 5, canvas.px(2))
        canvas.note(note, seat.note, Size.TINY, colour=second, align=1.0, lines=2)
    lines = 2 if inner.h >= 2 * canvas.least_line else 1
    canvas.text(inner, seat.name, Size.NAME, colour=ink, lines=lines, shorten=True)


def _draw_counts(canvas: Canvas, seat: Seat, box: Box, ink: Colour, second: Colour) -> Box:
    side = min(canvas.px(18), box.h)
    digits = measure("00", Weight.BLACK, canvas.type_px(Size.SMALL)) + canvas.px(2)
    for icon, count in (("pile", seat.pile or 0), ("hand", seat.hand or 0)):
        number, box = box.cut_right(min(digits, box.w // 4))
        mark, box = box.cut_right(min(side, box.w // 3), canvas.px(Space.TIGHT))
        canvas.icon(mark, icon, second)
        canvas.text(number, str(count), Size.SMALL, weight=Weight.BLACK, colour=ink, align=1.0)
    return box


def _draw_stacks(canvas: Canvas, won: int, box: Box, ink: Colour, ground: Colour) -> Box:
    """Tricks as small stacks of cards; many of them as one with their number."""
    if not won:
        return box
    wide, high = canvas.px(11), min(canvas.px(17), box.h)
    if won > _MOST_STACKS:
        digits = measure("00", Weight.BLACK, canvas.type_px(Size.SMALL)) + canvas.px(2)
        number, box = box.cut_right(min(digits, box.w // 3))
        canvas.text(number, str(won), Size.SMALL, weight=Weight.BLACK, colour=ink, align=1.0)
    room, box = box.cut_right((1 if won > _MOST_STACKS else won) * (wide + canvas.px(3)), canvas.px(4))
    for x in range(room.x, room.right - wide + 1, wide + canvas.px(3)):
        spot = Box(x, box.y + (box.h - high) // 2, wide, high)
        canvas.panel(spot, ink, radius=3)
        canvas.panel(spot.inset(canvas.px(2)), ground, radius=2)
    return box
