"""The table before its scenery: a view and a panel come in, the board at its full size beside it goes out."""

from collections.abc import Mapping
from functools import cache, lru_cache
from math import cos, pi, sin

import pygame

from companion.games import load_game
from companion.games.svg import Picture
from companion.games.table import Board
from companion.games.values import Outcome
from companion.games.view import Played, TableView, Trick
from companion.locale import load_locale
from companion.screens import painting
from companion.screens.boards import (
    Highlights,
    draw_board,
    grid_box,
    leaves_corners,
    place_boxes,
    row_numbers_width,
)
from companion.screens.canvas import BLENDED, Box, Canvas, Moving
from companion.screens.palette import Hue, Scheme, Size, Space, Weight
from companion.screens.parts import draw_seat, draw_turned_card
from companion.screens.view import View

SEATS_UNITS = 216  # the width of the players beside a board
_PANEL_FROM = 32  # design units: how far right of its place a panel begins
_SKY_SHARE = 0.88  # of the height that a mountain takes
_PILL_UNITS = (164, 40)
_TALLEST = 1.2  # a table on a screen that stands upright, in parts of its width
_FEW = 4  # players whose cards can be large
_TURNS = (-3, 7, 4, -8, 6, -5)  # degrees: how the card before each seat lies
_TIMES = 2  # how much larger the sheet of a thumbnail is


def draw_scenery(canvas: Canvas, view: View, box: Box) -> None:
    """The game's own evening behind everything."""
    if view.match is not None:
        canvas.scenery(view.match.game.art.scenery(box.w, box.h), box)


def inner_box(canvas: Canvas, box: Box) -> Box:
    """A screen without its edges."""
    return box.inset(canvas.px(Space.WIDE), canvas.px(14))


def slid(canvas: Canvas, panel: Box) -> Box:
    """Where a panel is by now: it comes in from the right."""
    off = round((1.0 - canvas.motion.part(Moving.VERDICT)) * canvas.px(_PANEL_FROM))
    return Box(panel.x + off, panel.y, panel.w, panel.h)


def mountain_box(box: Box) -> Box:
    """The part of a screen that a board fills which leaves the sky's corners free."""
    return box.cut_bottom(round(box.h * _SKY_SHARE))[0]


def draw_table(canvas: Canvas, view: View, table: TableView, box: Box, shown: Highlights) -> None:
    """The places of a table, or the round table where cards lie freely."""
    if table.board is not None:
        draw_board(canvas, view.locale, table, box, shown)
    else:
        _draw_trick(canvas, view, table, box)


def draw_aside(
    canvas: Canvas, view: View, table: TableView, box: Box, panel: Box, shown: Highlights, *places: str
) -> None:
    """The board as large as at rest, moved aside for a panel at the right; the places stay in sight."""
    if table.board is None:
        room = Box(box.x, box.y, panel.x - canvas.px(Space.BODY) - box.x, box.h)
        draw_table(canvas, view, table, room, shown)
        return
    if leaves_corners(table):
        board = mountain_box(box)
        after = aside(board, place_boxes(table.board, board), panel, places)
    else:
        board = box.cut_right(canvas.px(SEATS_UNITS), canvas.px(Space.BODY))[1]
        grid = grid_box(canvas, table.board, board)
        free = Box(board.x, box.y, panel.x - canvas.px(Space.BODY) - board.x, box.h)
        hidden = _hidden_columns(canvas, table.board, grid, free, places)
        after = Box(board.x - hidden, board.y, board.w, board.h)
    left = board.x + (after.x - board.x) * canvas.motion.part(Moving.VERDICT)
    draw_board(canvas, view.locale, table, Box(round(left), board.y, board.w, board.h), shown)
    canvas.cover(panel)


def _hidden_columns(canvas: Canvas, board: Board, grid: Box, free: Box, shown: tuple[str, ...]) -> int:
    """How far a grid slides left: by whole columns, no more of its rows than what is shown needs."""
    places, first = place_boxes(board, grid), free.x + row_numbers_width(canvas)
    seen = [places[place] for place in shown if place in places]
    whole = max(each.right for each in places.values())
    left, right = min((each.x for each in seen), default=whole), max((each.right for each in seen), default=0)
    steps = sorted({max(0, each.x - first) for each in places.values() if each.x <= left})
    rows = max(0, min(places[place.name].x for place in board.places if place.row) - first)
    best = [step for step in steps if step <= rows and whole - step <= free.right]
    enough = [step for step in steps if right - step <= free.right]
    return next(iter(best or [step for step in enough if step >= rows] or enough or steps[-1:]), 0)


def aside(board: Box, places: Mapping[str, Box], panel: Box, shown: tuple[str, ...]) -> Box:
    """The board moved to the left edge, and further where a card in question would lie under the panel."""
    first = min(place.x for place in places.values())
    right = max((places[place].right for place in shown if place in places), default=0)
    shift = max(first - board.x, right - panel.x + board.x)
    return Box(board.x - shift, board.y, board.w, board.h)


def free_sky(table: TableView, box: Box, whole: Box, panel: Box, places: tuple[str, ...]) -> Box:
    """Where words stand above a mountain moved aside: left of its peak, else between peak and panel."""
    wide, high = round(box.w * 0.3), round(box.h * 0.36)
    if table.board is None:
        return Box(box.x, box.y, wide, high)
    board = mountain_box(whole)
    moved = place_boxes(table.board, aside(board, place_boxes(table.board, board), panel, places))
    peak = min(moved.values(), key=lambda each: each.y)
    left, right = peak.x - box.x, panel.x - peak.right
    if left >= right:
        return Box(box.x, box.y, min(wide, left), high)
    wide = min(wide, right - peak.w // 2)
    return Box(panel.x - peak.w // 4 - wide, box.y, wide, high)


def draw_corner_title(canvas: Canvas, box: Box, title: str, text: str = "") -> None:
    """A title in the upper left corner of the scenery, and a line below it."""
    head, rest = box.cut_top(max(canvas.px(36), canvas.line(Size.TITLE)), canvas.px(Space.TIGHT))
    canvas.cover(Box(box.x, box.y, box.w, head.h + 2 * canvas.line(Size.BODY)))
    ink = canvas.text(head, title, Size.TITLE, weight=Weight.BLACK, lines=2, shorten=True)
    if text:
        line = Box(rest.x, max(rest.y, ink.bottom), rest.w, min(rest.h, 2 * canvas.line(Size.SMALL)))
        canvas.note(line, text, Size.SMALL, valign=0.0, lines=3)


def _draw_trick(canvas: Canvas, view: View, table: TableView, box: Box) -> None:
    """The table seen from above; nobody's card lies on another's."""
    if not table.seats:
        return
    trick, now, count = table.trick or Trick(), view.to_play, len(table.seats)
    wide = min(canvas.px(_PILL_UNITS[0]), (box.w - canvas.px(24)) // 3)
    high = max(canvas.px(_PILL_UNITS[1]), 2 * canvas.least_line + 2)  # two lines within its rim
    felt = box.inset(wide // 3, high // 2 + canvas.px(4))
    felt = felt.middle(felt.w, round(felt.w * _TALLEST))
    canvas.drawing(_felt(felt.w, felt.h), Box(felt.x, felt.y, felt.w, felt.h + 14))
    angles = [pi / 2 + 2 * pi * index / count for index in range(count)]
    played = [[each for each in trick.cards if each.player == seat.name] for seat in table.seats]
    cards = count * max(1, *map(len, played))
    spots = [_spot_before(felt, angle, cards) for angle in angles]
    for index in sorted(range(count), key=lambda each: bool(played[each])):  # outlines below the cards
        waiting = table.seats[index].name == now
        _draw_cards(canvas, view, played[index], spots[index], waiting, _TURNS[index % len(_TURNS)])
    leader = trick.cards[0].player if trick.cards else ""
    for index, seat in enumerate(table.seats):
        pill = _seat_box(box, felt, angles[index], spots[index], (wide, high))
        draw_seat(canvas, index, seat, pill, seat.name == now)
        if seat.name == leader:
            side = canvas.px(24)
            canvas.drawing(_flag(), Box(pill.x + side // 4, pill.y - side + canvas.px(6), side, side))


def _seat_box(box: Box, felt: Box, angle: float, card: Box, size: tuple[int, int]) -> Box:
    wide, high = size
    x = felt.centre[0] + cos(angle) * felt.w / 2
    y = felt.centre[1] + sin(angle) * felt.h / 2 - high / 2
    if abs(cos(angle)) > 0.5:
        clear = card.h // 12  # the winning card is larger, and lies turned
        y = card.y - high - clear if sin(angle) < -0.1 else card.bottom + clear
    left = min(max(round(x - wide / 2), box.x), box.right - wide)
    return Box(left, min(max(round(y), box.y), box.bottom - high), wide, high)


def _spot_before(felt: Box, angle: float, cards: int) -> Box:
    high = round(min(felt.h * (0.38 if cards <= _FEW else 0.28), felt.w * 0.36))
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
        glow = painting.draw_glow(spot.h * 3 // 4, canvas.scheme.paint(Hue.AMBER), 90)
        canvas.surface.blit(glow, glow.get_rect(center=face.centre), special_flags=BLENDED)
        draw_turned_card(canvas, view.locale, face, each.card, degrees, Hue.AMBER)
        if lifted > 0.5:
            side = canvas.px(30)
            x, y = (face.centre[0], face.y) if len(played) == 1 else (face.x, face.centre[1])
            crown = Box(x - side // 2, y - side // 2, side, side)
            canvas.panel(crown, Hue.AMBER, edge=Hue.INK, radius=side)
            canvas.icon(crown.inset(side // 4), "crown", Hue.INK)


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


def draw_thumbnail(
    canvas: Canvas, view: View, game: str, table: TableView | None, box: Box, radius: float
) -> None:
    """The table as it lay; the game's poster where that is not known, or no card lies there any more."""
    if table is None or (table.board is None and table.outcome is not Outcome.OPEN):
        canvas.card(load_game(game).art.poster(box.w, box.h), box, radius)
    else:
        canvas.sprite(_make_small(table, view.locale.language, box.w, box.h, radius, canvas.scheme), box)


@lru_cache(maxsize=24)
def _make_small(
    table: TableView, language: str, width: int, height: int, radius: float, scheme: Scheme
) -> pygame.Surface:
    sheet = pygame.Surface((width * _TIMES, height * _TIMES))
    canvas, locale = Canvas(sheet, scheme=scheme), load_locale(language)
    canvas.clear()
    if not scheme.plain:
        scenery = load_game(table.game).art.scenery(*sheet.get_size())
        sheet.blit(painting.draw_scenery.__wrapped__(scenery, *sheet.get_size()), (0, 0))
    room = canvas.box.inset(canvas.px(Space.HUGE))
    draw_table(canvas, View(locale, table=table), table, room, Highlights(bare=True))
    return painting.round_off(pygame.transform.smoothscale(sheet, (width, height)), radius)
