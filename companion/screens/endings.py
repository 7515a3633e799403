"""The end of a game, a table that differs, what people must decide, and the failsafe."""

from dataclasses import dataclass

from companion.games.view import TableView
from companion.intents import AcceptTable, LeaveGame, Quit, RestoreTable, Retry, SaveBundle
from companion.screens.base import Key, Keys, Matter, Push, Screen, Spoken, Swap, spoken
from companion.screens.boards import Highlights, draw_board
from companion.screens.canvas import Canvas
from companion.screens.faces import draw_square_card
from companion.screens.layout import Box
from companion.screens.listing import ListRow, ListScreen, draw_rows
from companion.screens.menus import AskUndo, History, Menu
from companion.screens.palette import (
    DEEP_ILLEGAL,
    DEEP_LEGAL,
    ILLEGAL,
    LEGAL,
    MIST,
    SLATE,
    STEEL,
    Size,
    Space,
    Weight,
)
from companion.screens.parts import draw_head, draw_notices
from companion.screens.scores import ScoreScreen, draw_chart, draw_totals
from companion.screens.telling import tell_differences, tell_ending
from companion.screens.view import DecisionView, Difference, Failure, Figure, View
from hardware.signals import Button


@dataclass(frozen=True)
class Ending(Screen):
    """The final table, how it ended in one sentence, figures; left only by holding."""

    def keys(self, view: View) -> Keys:
        """Away by holding, the menu, the history or the scores; undo by holding."""
        after = Push(ScoreScreen()) if view.table is not None and view.table.scores else Push(History())
        label = "keys.scores" if view.table is not None and view.table.scores else "keys.history"
        return {
            Button.YES: Key(view.say("keys.finish"), Swap(self), view.say("keys.hold"), LeaveGame()),
            Button.NO: Key(view.say("keys.menu"), Push(Menu()), view.say("keys.hold-undo"), Push(AskUndo())),
            Button.NEXT: Key(view.say(label), after),
        }

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """The result, the points and the figures."""
        return tell_ending(view)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The table before its scenery at the left, words and figures at the right."""
        if view.table is None:
            return
        if view.match is not None:
            canvas.scenery(view.match.game.scenery(box.w, box.h), box)
        box = draw_notices(canvas, view, box).inset(canvas.px(Space.WIDE), canvas.px(Space.BODY))
        right, left = box.cut_right(round(box.w * 0.46), canvas.px(Space.HUGE))
        draw_final(canvas, view, view.table, left)
        _draw_result(canvas, view, view.table, right)


def _draw_result(canvas: Canvas, view: View, table: TableView, box: Box) -> None:
    """The word, the sentence, the figures, and the climbers' days where there are scores."""
    title, rest = box.cut_top(max(canvas.px(70), canvas.line(Size.BIG)))
    canvas.text(title, view.say(f"end.{table.outcome.value}"), 54, weight=Weight.BLACK, valign=0.3)
    text = view.say(f"end.{table.game}-{table.outcome.value}")
    if table.winners:
        key = "end.winner" if len(table.winners) == 1 else "end.winners"
        text = view.say(key, winners=view.locale.listed(table.winners))
    words, rest = rest.cut_top(max(canvas.px(84), 3 * canvas.least_line), canvas.px(Space.SMALL))
    canvas.text(words, text, Size.BODY, weight=Weight.REGULAR, lines=4, valign=0.0)
    figures, rest = rest.cut_top(max(canvas.px(86), 4 * canvas.least_line), canvas.px(Space.SMALL))
    _draw_figures(canvas, view.figures, figures)
    lines = len(table.scores.lines) if table.scores is not None else 0
    if table.scores is not None and rest.h > lines * (2 * canvas.least_line + canvas.px(Space.BODY)):
        draw_chart(canvas, table.scores, rest)


def draw_final(canvas: Canvas, view: View, table: TableView, box: Box) -> None:
    """The table as it lay at the end: its places, else the points."""
    if table.board is not None:
        draw_board(canvas, view.locale, table, box, Highlights())
    elif table.scores is not None:
        draw_totals(canvas, view, table.scores, box)


def _draw_figures(canvas: Canvas, figures: tuple[Figure, ...], box: Box) -> None:
    for figure, column in zip(
        figures, box.columns(max(1, len(figures)), canvas.px(Space.SMALL)), strict=False
    ):
        value, words = column.rows((5, 5))
        canvas.text(value, figure.value, 42, weight=Weight.BLACK)
        canvas.text(words, figure.label, Size.TINY, weight=Weight.REGULAR, lines=3, valign=0.0)


@dataclass(frozen=True)
class Differs(Screen):
    """The table is not as recorded: what differs, and the three ways out."""

    def keys(self, view: View) -> Keys:
        """The table was put back, the table is right, the last event is undone."""
        return {
            Button.YES: Key(view.say("keys.put-back"), RestoreTable()),
            Button.NO: Key(view.say("keys.menu"), Push(Menu()), view.say("keys.hold-undo"), Push(AskUndo())),
            Button.NEXT: Key(view.say("keys.history"), Push(History())),
            Button.ACTION: Key(view.say("keys.accept"), AcceptTable()),
        }

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """Each place that differs, and what can be done."""
        return tell_differences(view)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The table with the places marked, and a line for each."""
        box = draw_head(
            canvas,
            view.say("differs.title"),
            box,
            icon="warn",
            detail=view.say("differs.count", count=len(view.differences)),
        )
        box = box.inset(canvas.px(Space.BODY), 0).cut_top(box.h - canvas.px(Space.SMALL))[0]
        if view.table is not None and view.table.board is not None:
            left, box = box.cut_left(round(box.w * 0.5), canvas.px(Space.BODY))
            marks = tuple(each.place for each in view.differences)
            draw_board(canvas, view.locale, view.table, left, Highlights(marks=marks))
        foot, rest = box.cut_bottom(round(box.h * 0.22), canvas.px(Space.TIGHT))
        canvas.text(foot, view.say("differs.how"), Size.SMALL, weight=Weight.REGULAR, colour=MIST, lines=4)
        height = max(canvas.px(58), canvas.line(Size.SMALL) * 2 + canvas.px(4))
        room = max(1, rest.h // (height + canvas.px(4)))
        for index, each in enumerate(view.differences[:room]):
            line = Box(rest.x, rest.y + index * (height + canvas.px(4)), rest.w, height)
            _draw_difference(canvas, view, each, line)


def _draw_difference(canvas: Canvas, view: View, each: Difference, box: Box) -> None:
    """A place: what is recorded, what is seen."""
    canvas.panel(box, SLATE, edge=ILLEGAL, radius=8)
    place, rest = box.inset(canvas.px(Space.SMALL), 2).cut_left(round(box.w * 0.2), canvas.px(4))
    canvas.text(place, each.place, Size.TITLE, weight=Weight.BLACK)
    for half, card, key in zip(
        rest.columns(2, canvas.px(4)), (each.recorded, each.seen), ("recorded", "seen"), strict=True
    ):
        side = min(canvas.px(40), half.h, half.w // 3)
        face, words = half.cut_left(side, canvas.px(4))
        spot = face.middle(side, side)
        if card:
            draw_square_card(canvas, view.locale, spot, card)
        else:
            canvas.panel(spot, SLATE, edge=STEEL, radius=4)
        canvas.text(words, view.say(f"differs.{key}"), Size.TINY, weight=Weight.REGULAR, colour=MIST, lines=2)


@dataclass(frozen=True)
class Failsafe(Screen):
    """Something broke: what, what is safe, try again."""

    def keys(self, view: View) -> Keys:
        """Try again, end, save a bundle."""
        return {
            Button.YES: Key(view.say("keys.retry"), Retry()),
            Button.NO: Key(view.say("keys.quit"), Quit()),
            Button.ACTION: Key(view.say("keys.bundle"), SaveBundle()),
        }

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """What broke, and what is safe."""
        failure = view.failure or Failure("", "")
        broke = f"{view.say('failsafe.broke')}: {failure.what}"
        safe = f"{view.say('failsafe.safe')}: {failure.safe}"
        return spoken(view.say("failsafe.title"), broke, safe, matter=Matter.VERDICT)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """Two cards: what broke, what is safe."""
        failure = view.failure or Failure("", "")
        box = draw_head(canvas, view.say("failsafe.title"), box, icon="warn")
        box = box.inset(canvas.px(Space.BODY), 0).cut_top(box.h - canvas.px(Space.SMALL))[0]
        broke, safe = box.rows((1, 1), canvas.px(Space.BODY))
        self.draw_card(
            canvas,
            broke,
            "no",
            view.say("failsafe.broke"),
            "\n".join(filter(None, (failure.what, failure.detail))),
        )
        self.draw_card(canvas, safe, "yes", view.say("failsafe.safe"), failure.safe)

    def draw_card(self, canvas: Canvas, box: Box, icon: str, title: str, text: str) -> None:
        """A mark, a heading, a paragraph."""
        colour, ground = (LEGAL, DEEP_LEGAL) if icon == "yes" else (ILLEGAL, DEEP_ILLEGAL)
        canvas.panel(box, ground, edge=colour, radius=12)
        inner = box.inset(canvas.px(Space.BODY), canvas.px(Space.SMALL))
        mark, words = inner.cut_left(canvas.px(52), canvas.px(Space.BODY))
        canvas.icon(mark, icon, colour)
        head, body = words.cut_top(canvas.line(Size.BODY), canvas.px(2))
        canvas.text(head, title, Size.BODY, colour=colour)
        canvas.text(body, text, Size.BODY, weight=Weight.REGULAR, lines=6, valign=0.0)


_TEXT_PART = 0.36  # of the height


@dataclass(frozen=True)
class Decision(ListScreen):
    """What is wrong, and what can be done; the button No is the way that changes nothing."""

    def title(self, view: View) -> str:
        """What is wrong, in short."""
        return self._decision(view).title

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """A line a way."""
        options = self._decision(view).options
        return tuple(ListRow(each.label, each.intent, detail=each.detail, icon=each.icon) for each in options)

    def more_keys(self, view: View) -> Keys:
        """No: the way that changes nothing."""
        options = self._decision(view).options
        return {Button.NO: Key(view.say("keys.back"), options[-1].intent)} if options else {}

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """What is wrong, and the way that is chosen."""
        return (*spoken(self._decision(view).text, matter=Matter.VERDICT), *super().tells(view))

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """Head, what is wrong, the ways."""
        box = draw_head(canvas, self.title(view), box, icon="warn")
        box = box.inset(canvas.px(Space.BODY), 0)
        words, rest = box.cut_top(round(box.h * _TEXT_PART), canvas.px(Space.SMALL))
        canvas.text(words, self._decision(view).text, Size.BODY, weight=Weight.REGULAR, lines=5, valign=0.0)
        draw_rows(canvas, view, self.rows(view), self.cursor, rest)

    def _decision(self, view: View) -> DecisionView:
        return view.decision or DecisionView("", "", ())
