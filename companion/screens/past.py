"""Past games: a list, one game with its final table and course, and its result as a code for a phone."""

from dataclasses import dataclass
from functools import lru_cache

import pygame
import segno

from companion.intents import OpenPastGame
from companion.screens.base import Back, Key, Keys, Leave, Push, Screen, Spoken, spoken
from companion.screens.canvas import Canvas
from companion.screens.endings import draw_final
from companion.screens.layout import Box
from companion.screens.listing import ListRow, ListScreen, draw_rows, history_row
from companion.screens.palette import INK, PAPER, Size, Space, Weight
from companion.screens.parts import draw_head
from companion.screens.view import View
from hardware.signals import Button

_QUIET = 4  # white modules around a code


@dataclass(frozen=True)
class PastGamesScreen(ListScreen):
    """Every game that ended, the latest first."""

    def title(self, view: View) -> str:
        """What the list is."""
        return view.say("past.title")

    def icon(self) -> str:
        """A book."""
        return "book"

    def detail(self, view: View) -> str:
        """How many there are."""
        return view.say("past.count", count=len(view.past))

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """A line a game: what, how it ended, when and who."""
        if not view.past:
            return (ListRow(view.say("past.none")),)
        return tuple(
            ListRow(
                each.title,
                Push(PastGameScreen(game=index), OpenPastGame(each.name)),
                each.result,
                detail=each.detail,
                verb=view.say("keys.open"),
            )
            for index, each in enumerate(view.past)
        )

    def more_keys(self, view: View) -> Keys:
        """The chosen game's code."""
        if not view.past:
            return {}
        told = view.past[min(self.cursor, len(view.past) - 1)].told
        return {Button.ACTION: Key(view.say("keys.code"), Push(CodeScreen(told)))}


@dataclass(frozen=True)
class BestsScreen(ListScreen):
    """How often each game was won and how fast; each player's best points."""

    def title(self, view: View) -> str:
        """What the list is."""
        return view.say("menu.bests")

    def icon(self) -> str:
        """A crown."""
        return "crown"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """A line a game or a player."""
        if not view.bests:
            return (ListRow(view.say("past.none")),)
        return tuple(ListRow(each.label, value=each.value, detail=each.detail) for each in view.bests)


@dataclass(frozen=True)
class PastGameScreen(ListScreen):
    """One game: its final table beside its course."""

    game: int = 0

    def title(self, view: View) -> str:
        """The game's name and result."""
        return view.past[self.game].title if self.game < len(view.past) else ""

    def detail(self, view: View) -> str:
        """How it ended."""
        return view.past[self.game].result if self.game < len(view.past) else ""

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """A line an event, or why there is none."""
        opened = view.opened
        if opened is None:
            return ()
        if opened.problem:
            return (ListRow(opened.problem, icon="warn"),)
        return tuple(history_row(view, line) for line in opened.history)

    def keys(self, view: View) -> Keys:
        """As in any list; leaving closes the game."""
        keys = dict(super().keys(view))
        keys[Button.NO] = Key(view.say("keys.back"), Leave(OpenPastGame()))
        if self.game < len(view.past):
            keys[Button.ACTION] = Key(view.say("keys.code"), Push(CodeScreen(view.past[self.game].told)))
        return keys

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The table at the left where it is known, the events at the right."""
        box = draw_head(canvas, self.title(view), box, icon="book", detail=self.detail(view))
        box = box.inset(canvas.px(Space.BODY), 0).cut_top(box.h - canvas.px(Space.SMALL))[0]
        table = view.opened.table if view.opened is not None else None
        if table is not None:
            left, box = box.cut_left(round(box.w * 0.5), canvas.px(Space.BODY))
            draw_final(canvas, view, table, left)
        draw_rows(canvas, view, self.rows(view), self.cursor, box)


@dataclass(frozen=True)
class CodeScreen(Screen):
    """A result as a QR code that holds it as text, so that a phone takes it over without any network."""

    told: str

    def keys(self, view: View) -> Keys:
        """Only the way back."""
        return {Button.NO: Key(view.say("keys.back"), Back())}

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """What the code holds."""
        return spoken(view.say("past.code"), *self.told.split("\n"))

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The code as large as the screen allows, what it holds beside it."""
        box = box.inset(canvas.px(Space.WIDE), canvas.px(Space.BODY))
        code, words = box.cut_left(box.h, canvas.px(Space.HUGE))
        picture = draw_code(self.told, min(code.w, code.h))
        canvas.surface.blit(picture, picture.get_rect(center=code.centre))
        head, rest = words.cut_top(2 * canvas.line(Size.BODY), canvas.px(Space.SMALL))
        canvas.text(head, view.say("past.code"), Size.BODY, weight=Weight.BLACK, lines=3)
        canvas.text(rest, self.told, Size.SMALL, weight=Weight.REGULAR, lines=12, valign=0.0)


@lru_cache(maxsize=4)
def draw_code(text: str, side: int) -> pygame.Surface:
    """A QR code with its quiet rim, in whole pixels a module, at most `side` wide."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    pixels = max(1, side // (len(rows) + 2 * _QUIET))
    whole = pixels * (len(rows) + 2 * _QUIET)
    picture = pygame.Surface((whole, whole))
    picture.fill(PAPER)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                spot = ((x + _QUIET) * pixels, (y + _QUIET) * pixels, pixels, pixels)
                picture.fill(INK, spot)
    return picture
