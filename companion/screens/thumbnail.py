"""A table as a small picture: the board's own drawing on a larger sheet, made small and kept."""

from functools import lru_cache

import pygame

from companion.games import load_game
from companion.games.values import Outcome
from companion.games.view import TableView
from companion.locale import load_locale
from companion.screens import pictures
from companion.screens.boards import Highlights, draw_board
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import Scheme, Space
from companion.screens.trick import draw_trick
from companion.screens.view import View

_TIMES = 2  # how much larger the sheet is


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
        sheet.blit(pictures.draw_scenery.__wrapped__(scenery, *sheet.get_size()), (0, 0))
    room = canvas.box.inset(canvas.px(Space.HUGE))
    if table.board is not None:
        draw_board(canvas, locale, table, room, Highlights(bare=True))
    else:
        draw_trick(canvas, View(locale, table=table), room)
    return pictures.round_off(pygame.transform.smoothscale(sheet, (width, height)), radius)
