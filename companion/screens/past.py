"""Past games: a list, one game with its final table and course, and its end once more."""

from dataclasses import dataclass, replace

from companion.intents import OpenPastGame
from companion.screens.base import Back, Key, Keys, Leave, Push, Spoken
from companion.screens.canvas import Box, Canvas
from companion.screens.endings import Ending, code_key, draw_final
from companion.screens.listing import ListScreen, draw_games, history_row
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.spoken import tell_ending
from companion.screens.view import ListRow, PastGame, View
from hardware.signals import Button


@dataclass(frozen=True)
class PastGamesScreen(ListScreen):
    """Every game that ended, the latest first."""

    heading = "past.title"
    icon = "book"

    def detail(self, view: View) -> str:
        return view.say("past.count", count=len(view.past))

    def rows(self, view: View) -> tuple[ListRow, ...]:
        if not view.past:
            return (ListRow(view.say("past.none")),)
        return tuple(
            ListRow(
                each.title,
                Push(PastGameScreen(game=index), OpenPastGame(each.name)),
                each.result,
                each.sign,
                detail=each.detail,
                verb=view.say("keys.open"),
            )
            for index, each in enumerate(view.past)
        )

    def draw_list(self, canvas: Canvas, view: View, box: Box) -> None:
        if not view.past:
            super().draw_list(canvas, view, box)
            return
        side, left = box.cut_right(round(box.w * 0.3), canvas.px(Space.BODY))
        at = min(self.cursor, len(view.past) - 1)
        draw_games(canvas, view, self.rows(view), view.past, at, left)
        _draw_told(canvas, view, view.past[at], side)

    def more_keys(self, view: View) -> Keys:
        if not view.past:
            return {}
        return {Button.ACTION: code_key(view, view.past[min(self.cursor, len(view.past) - 1)])}


def _draw_told(canvas: Canvas, view: View, game: PastGame, box: Box) -> None:
    canvas.veil(box, Hue.SLATE, 0.92, radius=16)
    inner = box.inset(canvas.px(Space.BODY))
    title, rest = inner.cut_top(2 * canvas.line(Size.BODY), canvas.px(Space.SMALL))
    canvas.text(title, view.say(f"short.{game.game}"), Size.TITLE, weight=Weight.BLACK, lines=2)
    line = max(canvas.line(38), 2 * canvas.least_line)
    for figure in game.figures:
        row, rest = rest.cut_top(line, canvas.px(Space.TIGHT))
        value, words = row.columns((3, 5), canvas.px(Space.SMALL))
        canvas.text(value, figure.value, 38, weight=Weight.BLACK)
        canvas.note(words, figure.label, Size.TINY, lines=2)
    best = game.best
    if best is not None:
        foot = rest.cut_bottom(canvas.line(Size.TITLE) + 4 * canvas.line(Size.TINY))[0]
        label, foot = foot.cut_top(canvas.line(Size.TINY))
        value, detail = foot.cut_top(canvas.line(Size.TITLE))
        canvas.note(label, best.label, Size.TINY, colour=Hue.MIST)
        canvas.text(value, best.value, Size.TITLE, weight=Weight.BLACK)
        if detail.h >= canvas.least_line:
            canvas.note(detail, best.detail, Size.TINY, lines=3, valign=0.0, shorten=True)


@dataclass(frozen=True)
class BestsScreen(ListScreen):
    """How often each game was won and how fast; each player's best points."""

    heading = "menu.bests"
    icon = "crown"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        if not view.bests:
            return (ListRow(view.say("past.none")),)
        return tuple(ListRow(each.label, value=each.value, detail=each.detail) for each in view.bests)


@dataclass(frozen=True)
class PastGameScreen(ListScreen):
    """One game: its final table beside its course."""

    icon = "book"
    game: int = 0

    def title(self, view: View) -> str:
        return view.past[self.game].title if self.game < len(view.past) else ""

    def detail(self, view: View) -> str:
        return view.past[self.game].result if self.game < len(view.past) else ""

    def rows(self, view: View) -> tuple[ListRow, ...]:
        opened = view.opened
        if opened is None:
            return ()
        if opened.problem:
            return (ListRow(opened.problem, icon="warn"),)
        then = replace(view, table=opened.table)  # whose players have the signs of their seats
        return tuple(history_row(then, line) for line in opened.history)

    def keys(self, view: View) -> Keys:
        keys = dict(super().keys(view))
        keys[Button.NO] = Key(view.say("keys.back"), Leave(OpenPastGame()))
        if self.game < len(view.past):
            keys[Button.ACTION] = code_key(view, view.past[self.game])
            if view.opened is not None and view.opened.table is not None:
                keys[Button.YES] = Key(view.say("keys.ending"), Push(PastEnding(self.game)))
        return keys

    def draw_list(self, canvas: Canvas, view: View, box: Box) -> None:
        table = view.opened.table if view.opened is not None else None
        if table is not None:
            left, box = box.cut_left(round(box.w * 0.5), canvas.px(Space.BODY))
            draw_final(canvas, view, table, left)
        super().draw_list(canvas, view, box)


@dataclass(frozen=True)
class PastEnding(Ending):
    """The end of a past game, as it was shown then."""

    game: int = 0

    def keys(self, view: View) -> Keys:
        keys = {Button.NO: Key(view.say("keys.back"), Back())}
        if self.game < len(view.past):
            keys[Button.ACTION] = code_key(view, view.past[self.game])
        return keys

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return tell_ending(self._then(view))

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        super().draw(canvas, self._then(view), box)

    def _then(self, view: View) -> View:
        opened, game = view.opened, view.past[self.game] if self.game < len(view.past) else None
        if opened is None or game is None:
            return view
        return replace(
            view,
            match=opened.match,
            table=opened.table,
            history=opened.history,
            figures=game.figures,
            ended=game,
        )
