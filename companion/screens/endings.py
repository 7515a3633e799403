"""The end of a game, a table that differs, what people must decide, and the failsafe."""

from dataclasses import dataclass
from functools import lru_cache

import pygame
import segno

from companion.games.view import TableView
from companion.intents import AcceptTable, LeaveGame, Quit, RestoreTable, Retry, SaveBundle
from companion.screens.base import Back, Key, Keys, Matter, Push, Screen, Spoken, Swap, spoken
from companion.screens.boards import (
    Highlights,
    draw_board,
    draw_no_card,
    leaves_corners,
    stands_on_corner,
)
from companion.screens.canvas import Box, Canvas
from companion.screens.listing import ListScreen, draw_evening
from companion.screens.menus import History
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import below_head, draw_card, draw_head, draw_notices
from companion.screens.play import menu_key
from companion.screens.scores import ScoreScreen, draw_chart, draw_totals
from companion.screens.side import LOOKS
from companion.screens.spoken import say_ending, tell_differences, tell_ending
from companion.screens.stage import draw_aside, draw_corner_title, draw_scenery, inner_box
from companion.screens.view import DecisionView, Difference, Failure, ListRow, PastGame, View
from hardware.signals import Button

_DIFFERS = (3, 5, 2, 5)  # how a line is shared: the place, the record, an arrow, the table
_MOST_DIFFERENCES = 3  # shown at once
_QUIET = 4  # white modules around a code


@dataclass(frozen=True)
class Ending(Screen):
    """The final table, how it ended in one sentence, figures; left only by holding."""

    def keys(self, view: View) -> Keys:
        keys = {
            Button.YES: Key(view.say("keys.finish"), Swap(self), view.say("keys.hold"), LeaveGame()),
            Button.NO: menu_key(view),
            Button.NEXT: Key(view.say("keys.history"), Push(History())),
        }
        if view.scores is not None:
            keys[Button.NEXT] = Key(view.say("keys.scores"), Push(ScoreScreen()))
        if view.ended is not None:
            keys[Button.ACTION] = code_key(view, view.ended)
        return keys

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return tell_ending(view)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        if view.table is None:
            return
        if view.match is not None:
            canvas.scenery(view.match.game.art.ending(view.table.outcome, box.w, box.h), box)
        box = draw_notices(canvas, view, box).inset(canvas.px(Space.WIDE), canvas.px(Space.BODY))
        right, left = box.cut_right(round(box.w * 0.46), canvas.px(Space.HUGE))
        draw_final(canvas, view, view.table, left)
        _draw_result(canvas, view, view.table, right)


def _draw_result(canvas: Canvas, view: View, table: TableView, box: Box) -> None:
    title, rest = box.cut_top(max(canvas.px(70), canvas.line(Size.BIG)))
    canvas.text(title, view.say(f"end.{table.outcome.value}"), 54, weight=Weight.BLACK, valign=0.3)
    words, rest = rest.cut_top(max(canvas.px(80), 3 * canvas.least_line), canvas.px(Space.SMALL))
    canvas.note(words, say_ending(view, table), Size.BODY, lines=4, valign=0.0)
    figures, rest = rest.cut_top(max(canvas.px(92), 6 * canvas.least_line), canvas.px(Space.SMALL))
    columns = figures.columns(max(1, len(view.figures)), canvas.px(Space.SMALL))
    for figure, column in zip(view.figures, columns, strict=False):
        value, label = column.rows((4, 5))
        canvas.text(value, figure.value, 42, weight=Weight.BLACK)
        canvas.note(label, figure.label, Size.TINY, lines=3, valign=0.0)
    if view.ended is not None and rest.h > 4 * canvas.least_line:
        plate, rest = rest.cut_bottom(min(rest.h, max(canvas.px(134), 6 * canvas.least_line)))
        _draw_best(canvas, view.ended, plate)
    lines = len(table.scores.lines) if table.scores is not None else 0
    if table.scores is not None and rest.h > lines * (2 * canvas.least_line + canvas.px(Space.BODY)):
        draw_chart(canvas, table.scores, rest)


def _draw_best(canvas: Canvas, game: PastGame, box: Box) -> None:
    """The best so far, and the code for a phone where it can be scanned so small."""
    canvas.veil(box, Hue.NIGHT, 0.85)
    words = box.inset(canvas.px(Space.BODY), canvas.px(Space.TIGHT))
    if _can_be_scanned(game.told, words.h):
        code, words = words.cut_right(words.h, canvas.px(Space.SMALL))
        _blit_code(canvas, game.told, code)
    if game.best is not None:
        label, value, detail = words.rows((2, 3, 4))
        canvas.note(label, game.best.label, Size.TINY, colour=Hue.MIST)
        canvas.text(value, game.best.value, Size.TITLE, weight=Weight.BLACK)
        canvas.note(detail, game.best.detail, Size.TINY, lines=3, valign=0.0, shorten=True)


def draw_final(canvas: Canvas, view: View, table: TableView, box: Box) -> None:
    """The table as it lay at the end: its places, else the points."""
    if table.board is not None:
        draw_board(canvas, view.locale, table, box, Highlights(bare=True))
    elif table.scores is not None:
        draw_totals(canvas, view, table.scores, box)


@dataclass(frozen=True)
class Differs(Screen):
    """The table is not as recorded: what differs, and the three ways out."""

    def keys(self, view: View) -> Keys:
        return {
            Button.YES: Key(view.say("keys.put-back"), RestoreTable()),
            Button.NO: menu_key(view),
            Button.NEXT: Key(view.say("keys.history"), Push(History())),
            Button.ACTION: Key(view.say("keys.accept"), AcceptTable()),
        }

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return tell_differences(view)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_scenery(canvas, view, box)
        inner = inner_box(canvas, draw_notices(canvas, view, box))
        panel, room = inner.cut_right(canvas.px(300), canvas.px(Space.BODY))
        if view.table is not None and view.table.board is not None:
            places = tuple(each.place for each in view.differences)
            shown = Highlights(
                laid={each.place: each.seen for each in view.differences if each.seen},
                missing=tuple(each.place for each in view.differences if not each.seen),
            )
            board = inner if leaves_corners(view.table) else inner.cut_bottom(round(inner.h * 0.84))[0]
            draw_aside(canvas, view, view.table, board, panel, shown, *places)
        corner = Box(inner.x, inner.y, round(room.w * 0.62), inner.h // 3)
        draw_corner_title(canvas, corner, view.say("differs.title"), view.say("differs.safe"))
        self._draw_panel(canvas, view, panel)

    def _draw_panel(self, canvas: Canvas, view: View, box: Box) -> None:
        """A place a line: what is recorded, what is seen; below it what the buttons do."""
        canvas.cover(box)
        canvas.panel(box, Hue.LOW_AMBER, edge=Hue.AMBER, radius=20, thick=3)
        inner = box.inset(canvas.px(Space.WIDE), canvas.px(Space.SMALL))
        foot, rest = inner.cut_bottom(4 * canvas.line(Size.TINY), canvas.px(Space.TIGHT))
        canvas.note(foot, view.say("differs.how"), Size.TINY, lines=5, valign=1.0)
        head, rest = rest.cut_top(canvas.line(Size.SMALL), canvas.px(Space.TIGHT))
        for key, spot in zip(("", "recorded", "", "seen"), head.columns(_DIFFERS), strict=True):
            words = view.say(f"differs.{key}") if key else ""
            canvas.note(spot, words, Size.SMALL, align=0.5)
        high = min(canvas.px(104), rest.h // max(1, min(_MOST_DIFFERENCES, len(view.differences))))
        for index, each in enumerate(view.differences[: rest.h // max(1, high)]):
            _draw_difference(canvas, view, each, Box(rest.x, rest.y + index * high, rest.w, high))


def _draw_difference(canvas: Canvas, view: View, each: Difference, box: Box) -> None:
    canvas.rule((box.x, box.bottom - 1), (box.right - 1, box.bottom - 1), Hue.DEEP_AMBER, 1)
    place, recorded, arrow, seen = box.inset(0, canvas.px(3)).columns(_DIFFERS)
    canvas.text(place, each.place, Size.BODY, weight=Weight.BLACK)
    canvas.icon(arrow.middle(canvas.px(20), canvas.px(20)), "next", Hue.AMBER)
    on_corner = view.table is not None and stands_on_corner(view.table)
    for spot, card in ((recorded, each.recorded), (seen, each.seen)):
        face = spot.square()
        if card:
            draw_card(canvas, view.locale, face, card, on_corner=on_corner)
        else:
            draw_no_card(canvas, face, on_corner)
            words = spot.middle(round(face.w * 0.9), canvas.line(Size.TINY))
            canvas.text(words, view.say("differs.empty"), Size.TINY, align=0.5)


@dataclass(frozen=True)
class Failsafe(Screen):
    """Something broke: what, what is safe, try again."""

    def keys(self, view: View) -> Keys:
        return {
            Button.YES: Key(view.say("keys.retry"), Retry()),
            Button.NO: Key(view.say("keys.quit"), Quit()),
            Button.ACTION: Key(view.say("keys.bundle"), SaveBundle()),
        }

    def tells(self, view: View) -> tuple[Spoken, ...]:
        failure = view.failure or Failure("", "")
        broke = f"{view.say('failsafe.broke')}: {failure.what}"
        safe = f"{view.say('failsafe.safe')}: {failure.safe}"
        return spoken(view.say("failsafe.title"), broke, safe, matter=Matter.VERDICT)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        failure = view.failure or Failure("", "")
        draw_evening(canvas, view, box)
        box = draw_head(canvas, view.say("failsafe.title"), box, icon="warn")
        box = below_head(canvas, box)
        broke, safe = box.rows((1, 1), canvas.px(Space.BODY))
        problem = "\n".join(filter(None, (failure.what, failure.detail)))
        self._draw_card(canvas, broke, "illegal", view.say("failsafe.broke"), problem)
        self._draw_card(canvas, safe, "legal", view.say("failsafe.safe"), failure.safe)

    def _draw_card(self, canvas: Canvas, box: Box, kind: str, title: str, text: str) -> None:
        icon, colour, ground, _ = LOOKS[kind]
        canvas.panel(box, ground, edge=colour, radius=12)
        inner = box.inset(canvas.px(Space.BODY), canvas.px(Space.SMALL))
        mark, words = inner.cut_left(canvas.px(52), canvas.px(Space.BODY))
        canvas.icon(mark, icon, colour)
        high = canvas.wrapped_height(text, words.w, Size.BODY, Weight.REGULAR)
        words = words.middle(words.w, canvas.line(Size.BODY) + canvas.px(Space.TIGHT) + high)
        head, body = words.cut_top(canvas.line(Size.BODY), canvas.px(Space.TIGHT))
        canvas.text(head, title, Size.BODY, colour=colour)
        canvas.note(body, text, Size.BODY, lines=6, valign=0.0)


@dataclass(frozen=True)
class Decision(ListScreen):
    """What is wrong, and what can be done; the button No is the way that changes nothing."""

    icon = "warn"

    def title(self, view: View) -> str:
        return self._decision(view).title

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return self._decision(view).options

    def more_keys(self, view: View) -> Keys:
        options = self._decision(view).options
        return {Button.NO: Key(view.say("keys.back"), options[-1].intent or Back())} if options else {}

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return (*spoken(self._decision(view).text, matter=Matter.VERDICT), *super().tells(view))

    def draw_list(self, canvas: Canvas, view: View, box: Box) -> None:
        text = self._decision(view).text
        high = canvas.wrapped_height(text, box.w, Size.BODY, Weight.REGULAR)
        words, rest = box.cut_top(min(high, round(box.h * 0.36)), canvas.px(Space.BODY))
        canvas.note(words, text, Size.BODY, lines=5, valign=0.0)
        super().draw_list(canvas, view, rest)

    def _decision(self, view: View) -> DecisionView:
        return view.decision or DecisionView("", "", ())


@dataclass(frozen=True)
class CodeScreen(Screen):
    """A result as a QR code that holds it as text, so that a phone takes it over without any network."""

    told: str

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return spoken(view.say("past.code"), *self.told.split("\n"))

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_evening(canvas, view, box)
        box = box.inset(canvas.px(Space.WIDE), canvas.px(Space.BODY))
        code, words = box.cut_left(box.h, canvas.px(Space.HUGE))
        _blit_code(canvas, self.told, code)
        head, rest = words.cut_top(2 * canvas.line(Size.TITLE), canvas.px(Space.BODY))
        canvas.text(head, view.say("past.code"), Size.TITLE, weight=Weight.BLACK, lines=3, valign=0.0)
        canvas.note(rest, self.told, Size.BODY, lines=12, valign=0.0)


def code_key(view: View, game: PastGame) -> Key:
    """Amber where a result is shown: its code."""
    return Key(view.say("keys.code"), Push(CodeScreen(game.told)))


def _blit_code(canvas: Canvas, text: str, box: Box) -> None:
    picture = draw_code(text, min(box.w, box.h))
    canvas.surface.blit(picture, picture.get_rect(center=box.centre))


def _can_be_scanned(text: str, side: int) -> bool:
    """Whether a code so small has at least two pixels a module."""
    modules = segno.make(text, error="m", micro=False).symbol_size(border=_QUIET)[0]
    return side >= 2 * modules


@lru_cache(maxsize=4)
def draw_code(text: str, side: int) -> pygame.Surface:
    """A QR code with its quiet rim, in whole pixels a module, at most `side` wide."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    pixels = max(1, side // (len(rows) + 2 * _QUIET))
    whole = pixels * (len(rows) + 2 * _QUIET)
    picture = pygame.Surface((whole, whole))
    picture.fill(Hue.PAPER)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                spot = ((x + _QUIET) * pixels, (y + _QUIET) * pixels, pixels, pixels)
                picture.fill(Hue.INK, spot)
    return picture
