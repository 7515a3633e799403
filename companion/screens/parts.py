"""The parts that all screens share: button labels, the head, notices, players, and the faces of cards."""

from collections.abc import Callable
from functools import cache, lru_cache

import pygame

from companion.decks import load_deck
from companion.games import GAMES, load_game
from companion.games.svg import Picture, plain_ground, star
from companion.games.table import Seat
from companion.games.view import Face
from companion.locale import Locale
from companion.screens.canvas import BLENDED, Box, Canvas
from companion.screens.painting import measure
from companion.screens.palette import Colour, Hue, Scheme, Size, Space, Weight, parse_colour
from companion.screens.view import View
from hardware.signals import Button

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


def draw_cap(canvas: Canvas, button: Button, box: Box, inverse: bool = False) -> None:
    """A button's cap with its sign, in a square box."""
    cap, sign = BUTTON_COLOURS[button], Hue.INK
    if inverse:
        cap, sign = sign, cap
    canvas.panel(box, cap, radius=box.w)
    canvas.icon(box.inset(box.w // 4), button.value, sign)


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
        told = [*texts[:shown], *left]
        text = " ".join([*(_with_stop(each) for each in told[:-1]), told[-1]])
        if fits(text):
            return text
    return texts[0]


def _with_stop(text: str) -> str:
    return text if text[-1:] in ".!?…" else f"{text}."


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


def draw_players(canvas: Canvas, names: tuple[str, ...], box: Box, colour: Colour) -> None:
    """Who played, each with the sign of the seat, side by side; names as far as there is room."""
    if not names:
        return
    side, gap = min(canvas.px(20), box.h), canvas.px(Space.TIGHT)
    pixels = canvas.type_px(Size.TINY)
    needed = [side + gap + measure(name, Weight.BOLD, pixels) + canvas.px(Space.SMALL) for name in names]
    room = Box(box.x, box.y, min(box.w, sum(needed)), box.h)
    for index, (name, part) in enumerate(zip(names, room.columns(needed, canvas.px(2)), strict=True)):
        face, words = part.cut_square(side, gap)
        draw_token(canvas, index, face)
        if words.h >= canvas.least_line and canvas.fits(words, f"{name[:2]}…", Weight.BOLD, 1):
            canvas.text(words, name, Size.TINY, colour=colour, shorten=True)


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


_UNKNOWN = Face(*plain_ground(""), icon="question")
_EITHER_WAY_UP = ("6", "9", "66", "99", "68", "89")  # underlined, so that nobody reads them upside down


@lru_cache(maxsize=256)
def find_face(card: str) -> Face:
    """How a card of any game looks."""
    owner = next((name for name in GAMES if card in load_deck(name)), None)
    return _UNKNOWN if owner is None else load_game(owner).art.face(card)


def draw_card(
    canvas: Canvas,
    locale: Locale,
    box: Box,
    card: str,
    ring: Colour | None = None,
    thick: float = 4,
    *,
    on_corner: bool = False,
    ground: str = "",
    mark: str = "",
    signed: bool = False,
) -> None:
    """A card as large as its box allows; lying straight it may have another ground and mark than its own.

    On its corner the number stands lower where it is `signed`.
    """
    look = find_face(card)
    if on_corner:
        _draw_diamond_card(canvas, box.square(), look, ring, thick, signed)
        return
    if look.tall:
        _draw_tall_card(canvas, locale, box, look, ring)
        return
    spot = box.square()
    _draw_ground(canvas, spot, ground or look.ground, 0.13, ring, thick)
    if look.number:
        _draw_number(canvas, _part(spot, 0.04, 0.08, 0.92, 0.7), look, spot.w * 0.5, align=0.5)
    if look.mark or mark:
        canvas.icon(_part(spot, 0.4, 0.74, 0.2, 0.2), mark or look.mark, parse_colour(look.ink))
    elif look.icon:
        corner = (0.4, 0.72, 0.2, 0.2) if look.number else (0.28, 0.24, 0.44, 0.44)
        canvas.icon(_part(spot, *corner), look.icon, parse_colour(look.ink))


def _draw_diamond_card(
    canvas: Canvas, spot: Box, look: Face, ring: Colour | None, thick: float, signed: bool
) -> None:
    canvas.corner_card(look.ground, spot)
    canvas.corner_ring(spot, ring or Hue.PAPER, canvas.px(thick) if ring else 1, 255 if ring else 90)
    if look.number:
        core = _part(spot, 0.1, 0.165 if signed else 0.125, 0.8, 0.58)
        ink = _draw_number(canvas, core, look, spot.w * (0.43 if signed else 0.46), align=0.5)
        if look.number in _EITHER_WAY_UP:
            wide, high = max(3, round(spot.w * 0.19)), max(1, round(spot.w * 0.03))
            foot = ink.y + round(ink.h * 0.945)
            canvas.fill(Box(ink.centre[0] - wide // 2, foot, wide, high), Hue.PAPER)
    if look.mark:
        canvas.icon(_part(spot, 0.41, 0.715, 0.18, 0.18), look.mark, Hue.PAPER)


def draw_turned_card(
    canvas: Canvas, locale: Locale, box: Box, card: str, degrees: int, ring: Colour | None = None
) -> None:
    """A card as a hand lays it, turned a little; its box tells where it would lie straight."""
    key = (card, box.w, box.h, degrees, ring, canvas.px(4))
    picture = _turned(locale, canvas.scheme, key, round(canvas.scale * 1000))
    spot = picture.get_rect(center=box.centre)
    canvas.surface.blit(picture, spot, special_flags=BLENDED)


@lru_cache(maxsize=64)
def _turned(
    locale: Locale,
    scheme: Scheme,
    key: tuple[str, int, int, int, Colour | None, int],
    scale: int,
) -> pygame.Surface:
    card, wide, high, degrees, ring, edge = key
    sheet = pygame.Surface((wide + 4 * edge, high + 4 * edge), pygame.SRCALPHA)
    own = Canvas(sheet, scheme=scheme, scale=scale / 1000)
    draw_card(own, locale, Box(2 * edge, 2 * edge, wide, high), card, ring)
    return pygame.transform.rotozoom(sheet, degrees, 1.0).premul_alpha()


def _draw_tall_card(canvas: Canvas, locale: Locale, box: Box, look: Face, ring: Colour | None = None) -> None:
    width = min(box.w, round(box.h / 1.4))
    spot = box.middle(width, round(width * 1.4))
    number = _part(spot, 0.1, 0.05, 0.56, 0.38)
    if number.h < canvas.least_line:
        spot = box.square()
        canvas.panel(spot, _edge_of(look) or Hue.INK, radius=5)
        size = spot.w * 0.7 / canvas.type_scale
        canvas.text(spot, look.number, size, weight=Weight.BLACK, align=0.5)
        return
    _draw_ground(canvas, spot, look.ground, 0.09, ring)
    _draw_number(canvas, number, look, width * 0.42, align=0.0)
    canvas.icon(_part(spot, 0.7, 0.08, 0.22, 0.16), look.mark, _edge_of(look) or Hue.INK)
    name, words = _part(spot, 0.09, 0.77, 0.82, 0.18), locale.say(look.label) if look.label else ""
    if name.h >= canvas.least_line and measure(words, Weight.BOLD, canvas.smallest) <= name.w:
        canvas.text(name, words, width * 0.165 / canvas.type_scale, align=0.5)


def _edge_of(look: Face) -> Colour | None:
    return parse_colour(look.edge) if look.edge else None


def _draw_ground(
    canvas: Canvas, box: Box, ground: str, radius: float, ring: Colour | None, thick: float = 4
) -> None:
    canvas.card(ground, box, radius)
    if ring is not None:
        canvas.ring(box, ring, radius * box.w, thick)


def _draw_number(canvas: Canvas, box: Box, look: Face, pixels: float, align: float) -> Box:
    return canvas.text(
        box,
        look.number,
        pixels / canvas.type_scale,
        weight=Weight.BLACK,
        colour=parse_colour(look.ink),
        align=align,
        edge=_edge_of(look),
    )


def _part(box: Box, x: float, y: float, w: float, h: float) -> Box:
    """A part of a box, told in parts of its width and height."""
    return Box(box.x + round(box.w * x), box.y + round(box.h * y), round(box.w * w), round(box.h * h))
