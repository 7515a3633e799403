"""Players on the screen: each has a colour and a sign; the one whose turn it is stands on paper."""

from functools import cache

from companion.games.svg import Picture, star
from companion.games.view import Seat
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import INK, LINE, MIST, PAPER, SLATE, Colour, Size, Space, Weight
from companion.screens.text_fitting import measure

COLOURS = ("#F4A3B5", "#8CCBF4", "#BFDB70", "#C9AEF4", "#F2CC8C", "#74DAD2")
_DARK = "#131B2A"
_MOST_STACKS = 3


@cache
def _token_picture(index: int) -> str:
    picture = Picture(100, 100)
    picture.disc(50, 50, 50, COLOURS[index % len(COLOURS)])
    signs = (_triangle, _ring, _diamond, _square, _star, _plus)
    signs[index % len(signs)](picture)
    return str(picture)


def draw_token(canvas: Canvas, index: int, box: Box) -> None:
    """A player's sign, as large as its box allows."""
    side = min(box.w, box.h)
    spot = box.middle(side, side)
    canvas.drawing(_token_picture(index), spot)


def draw_seat(canvas: Canvas, index: int, seat: Seat, box: Box, now: bool) -> None:
    """A player's pill: sign, name, cards in hand and pile or a note; paper and an arrow for the turn."""
    ground, ink, second = (PAPER, INK, (74, 84, 104)) if now else (SLATE, PAPER, MIST)
    if now:
        _draw_arrow(canvas, box)
    canvas.panel(box, ground, edge=None if now else LINE, radius=box.h, thick=1)
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
        canvas.text(note, seat.note, Size.TINY, weight=Weight.REGULAR, colour=second, align=1.0, lines=2)
    lines = 2 if inner.h >= 2 * canvas.least_line else 1
    canvas.text(inner, seat.name, Size.NAME, colour=ink, lines=lines, shorten=True)


def _draw_arrow(canvas: Canvas, box: Box) -> None:
    wide, middle = canvas.px(10), box.y + box.h // 2
    left = box.x - wide - canvas.px(2)
    canvas.polygon(
        [(left, middle - wide * 4 // 5), (left + wide, middle), (left, middle + wide * 4 // 5)], PAPER
    )


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


def _triangle(picture: Picture) -> None:
    picture.polygon([(50, 25), (75, 70), (25, 70)], _DARK)


def _ring(picture: Picture) -> None:
    picture.disc(50, 50, 19, _DARK, ring=12)


def _diamond(picture: Picture) -> None:
    picture.polygon([(50, 21), (76, 50), (50, 79), (24, 50)], _DARK)


def _square(picture: Picture) -> None:
    picture.rect(30, 30, 40, 40, _DARK, r=3)


def _star(picture: Picture) -> None:
    picture.polygon(star(50, 52, 30, 13), _DARK)


def _plus(picture: Picture) -> None:
    picture.rect(25, 42, 50, 16, _DARK, r=1)
    picture.rect(42, 25, 16, 50, _DARK, r=1)
