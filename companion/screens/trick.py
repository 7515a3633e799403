"""Cards that lie freely: a round table, every player's name at the seat, the card before it, who wins."""

from functools import cache, lru_cache
from math import cos, pi, sin

from companion.games.svg import Picture
from companion.games.view import Played, Seat, Trick
from companion.screens import pictures
from companion.screens.canvas import BLENDED, Canvas
from companion.screens.faces import draw_turned_card
from companion.screens.layout import Box
from companion.screens.motion import Moving
from companion.screens.palette import AMBER, INK
from companion.screens.parts import draw_seat
from companion.screens.side import to_play
from companion.screens.view import View

_PILL_UNITS = (164, 40)
_FEW = 4  # players whose cards can be large
_TURNS = (-3, 7, 4, -8, 6, -5)  # degrees: how the card before each seat lies


def draw_trick(canvas: Canvas, view: View, box: Box) -> None:
    """The table seen from above; nobody's card lies on another's."""
    table = view.table
    if table is None or not table.seats:
        return
    trick, now, count = table.trick or Trick(), to_play(view), len(table.seats)
    wide, high = _pill_size(canvas, box)
    felt = box.inset(wide // 3, high // 2 + canvas.px(4))
    _draw_felt(canvas, felt)
    angles = [pi / 2 + 2 * pi * index / count for index in range(count)]
    played = [[each for each in trick.cards if each.player == seat.name] for seat in table.seats]
    cards = count * max(1, *map(len, played))
    spots = [_spot_before(felt, angle, cards) for angle in angles]
    for index, (seat, spot) in enumerate(zip(table.seats, spots, strict=True)):
        _draw_cards(canvas, view, played[index], spot, seat.name == now, _TURNS[index % len(_TURNS)])
    leader = trick.cards[0].player if trick.cards else ""
    for index, seat in enumerate(table.seats):
        pill = _seat_box(box, felt, angles[index], spots[index], (wide, high))
        _draw_player(canvas, index, seat, pill, now, leader)


def _pill_size(canvas: Canvas, box: Box) -> tuple[int, int]:
    wide = min(canvas.px(_PILL_UNITS[0]), (box.w - canvas.px(24)) // 3)
    return wide, max(canvas.px(_PILL_UNITS[1]), 2 * canvas.least_line)


def _seat_box(box: Box, felt: Box, angle: float, card: Box, size: tuple[int, int]) -> Box:
    wide, high = size
    x = felt.centre[0] + cos(angle) * felt.w / 2
    y = felt.centre[1] + sin(angle) * felt.h / 2 - high / 2
    if abs(cos(angle)) > 0.5:
        y = card.y - high if sin(angle) < -0.1 else card.bottom
    left = min(max(round(x - wide / 2), box.x), box.right - wide)
    return Box(left, min(max(round(y), box.y), box.bottom - high), wide, high)


def _spot_before(felt: Box, angle: float, cards: int) -> Box:
    high = round(felt.h * (0.4 if cards <= _FEW else 0.28))
    wide = round(high / 1.4)
    across, down = (0.27, 0.22) if cards <= _FEW else (0.25, 0.28)
    x = felt.centre[0] + cos(angle) * felt.w * across
    y = felt.centre[1] + sin(angle) * felt.h * down
    return Box(round(x - wide / 2), round(y - high / 2), wide, high)


def _draw_cards(
    canvas: Canvas, view: View, played: list[Played], spot: Box, waiting: bool, degrees: int
) -> None:
    if not played and waiting:
        canvas.drawing(_card_to_come(), spot)
    for index, each in enumerate(played):
        step = round((index - (len(played) - 1) / 2) * 0.8 * spot.w)
        face = Box(spot.x + step, spot.y, spot.w, spot.h)
        if not each.wins:
            draw_turned_card(canvas, view.locale, face, each.card, degrees)
            continue
        lifted = canvas.motion.part(Moving.WINNER)
        face = face.inset(-round(spot.w * 0.07 * lifted), -round(spot.h * 0.07 * lifted))
        glow = pictures.draw_glow(spot.h * 3 // 4, canvas.scheme.paint(AMBER), 90)
        canvas.surface.blit(glow, glow.get_rect(center=face.centre), special_flags=BLENDED)
        draw_turned_card(canvas, view.locale, face, each.card, degrees, AMBER)
        if lifted > 0.5:
            _draw_crown(canvas, face)


def _draw_crown(canvas: Canvas, face: Box) -> None:
    side = canvas.px(30)
    spot = Box(face.centre[0] - side // 2, face.y - side // 2, side, side)
    canvas.panel(spot, AMBER, edge=INK, radius=side)
    canvas.icon(spot.inset(side // 4), "crown", INK)


def _draw_player(canvas: Canvas, index: int, seat: Seat, box: Box, now: str | None, leader: str) -> None:
    draw_seat(canvas, index, seat, box, seat.name == now)
    if seat.name == leader:
        side = canvas.px(24)
        canvas.drawing(_flag(), Box(box.x + side // 4, box.y - side + canvas.px(6), side, side))


def _draw_felt(canvas: Canvas, box: Box) -> None:
    canvas.drawing(_felt(box.w, box.h), Box(box.x, box.y, box.w, box.h + 14))


@lru_cache(maxsize=8)
def _felt(width: int, height: int) -> str:
    picture = Picture(width, height + 14)
    x, y = width / 2, height / 2
    picture.oval(x, y + 8, x, y, "#05080F", opacity=0.45)
    picture.oval(x, y, x, y, "#9B7150")
    picture.oval(x, y, x - 2, y - 2, "#6B4A34")
    picture.oval(x, y, x - 11, y - 11, picture.fade([(0, "#1F4A4A"), (1, "#163838")]))
    picture.oval(x, y, x - 22, y - 22, "#3C7070", opacity=0.7)
    picture.oval(x, y, x - 23.5, y - 23.5, picture.fade([(0, "#1F4A4A"), (1, "#163838")]))
    return str(picture)


@cache
def _card_to_come() -> str:
    picture = Picture(100, 140)
    picture.rect(2, 2, 96, 136, "#0D2626", r=9, opacity=0.5)
    corners = [(4, 4), (96, 4), (96, 136), (4, 136), (4, 4)]
    picture.line(corners, "#F8F1E3", 3, opacity=0.8, dash="8 8")
    return str(picture)


@cache
def _flag() -> str:
    picture = Picture(100, 100)
    picture.line([(20, 98), (20, 4)], "#F5B742", 12)
    picture.polygon([(26, 6), (96, 30), (26, 58)], "#F5B742")
    return str(picture)
