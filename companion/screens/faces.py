"""Card faces: a card's name comes in, its picture goes out; a mark stands beside each colour."""

from functools import lru_cache

import pygame

from companion.decks import load_deck
from companion.games import GAMES, load_game
from companion.games.svg import plain_ground
from companion.games.view import Face
from companion.locale import Locale
from companion.screens.canvas import BLENDED, Box, Canvas
from companion.screens.palette import Colour, Hue, Scheme, Weight, parse_colour
from companion.screens.text_fitting import measure

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
        core = _part(spot, 0.1, 0.22 if signed else 0.18, 0.8, 0.58)
        ink = _draw_number(canvas, core, look, spot.w * (0.43 if signed else 0.46), align=0.5)
        if look.number in _EITHER_WAY_UP:
            wide, high = max(3, round(spot.w * 0.19)), max(1, round(spot.w * 0.03))
            foot = ink.y + round(ink.h * 0.84)
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
