"""Questions on the screen, and the learning mode: where a card that is named could legally lie."""

from dataclasses import dataclass
from typing import Any

from companion.games.ask import Choose, Fill, Refused
from companion.intents import Intent
from companion.screens.base import Back, Key, Keys, Push, Screen, Spoken, spoken
from companion.screens.boards import Highlights, draw_board
from companion.screens.canvas import Canvas
from companion.screens.faces import draw_square_card
from companion.screens.layout import Box
from companion.screens.listing import ListRow, draw_rows
from companion.screens.palette import AMBER, INK, LEGAL, MIST, PAPER, SLATE, Size, Space, Weight
from companion.screens.parts import draw_head
from companion.screens.pick import PickAny
from companion.screens.view import View
from hardware.signals import Button

_BOARD_PART = 0.56


def draw_choose(
    canvas: Canvas,
    view: View,
    question: Choose,
    cursor: int,
    ticked: tuple[Any, ...] | None,
    intents: tuple[Intent, ...],
    box: Box,
) -> None:
    """The options as a list; the table beside it when they lie on the table."""
    box = box.inset(canvas.px(Space.BODY), 0)
    cursor = min(cursor, len(question.options) - 1)
    on_table = question.marks or any(option.places for option in question.options)
    if on_table and view.table is not None and view.table.board is not None:
        board, box = box.cut_left(round(box.w * _BOARD_PART), canvas.px(Space.BODY))
        draw_places(
            canvas, view, question, cursor, intents, Box(board.x, board.y, board.w, board.h - canvas.px(6))
        )
    if question.text:
        high = canvas.line(Size.SMALL) * (2 if box.w > canvas.box.w // 2 else 3)
        note, box = box.cut_top(high, canvas.px(Space.SMALL))
        canvas.text(note, question.text, Size.SMALL, weight=Weight.REGULAR, colour=MIST, lines=3, valign=0.0)
    rows = tuple(
        ListRow(
            option.label,
            intent,
            icon=option.icon,
            card=option.card,
            detail=option.detail,
            ticked=None if ticked is None else option.value in ticked,
        )
        for option, intent in zip(question.options, intents, strict=True)
    )
    draw_rows(canvas, view, rows, cursor, box)


def draw_places(
    canvas: Canvas, view: View, question: Choose, cursor: int, intents: tuple[Intent, ...], box: Box
) -> None:
    """The table with the places to choose from; the cursor's has a tick."""
    places = tuple(place for option in question.options for place in option.places)
    touch = {
        place: intent
        for option, intent in zip(question.options, intents, strict=True)
        for place in option.places
    }
    shown = Highlights(
        options=(*places, *question.marks), cursor=question.options[cursor].places, touch=touch
    )
    if view.table is not None:
        draw_board(canvas, view.locale, view.table, box, shown)


def draw_fill(
    canvas: Canvas, view: View, question: Fill, numbers: tuple[int, ...], cursor: int, box: Box
) -> None:
    """A row a number, with the sum when there is one to reach."""
    box = box.inset(canvas.px(Space.BODY), 0)
    if question.text:
        note, box = box.cut_top(canvas.line(Size.SMALL) * 2, canvas.px(Space.SMALL))
        canvas.text(note, question.text, Size.SMALL, weight=Weight.REGULAR, colour=MIST, lines=3, valign=0.0)
    if question.total is not None:
        foot, box = box.cut_bottom(canvas.line(Size.TITLE) + canvas.px(Space.BODY), canvas.px(Space.TIGHT))
        right = sum(numbers) == question.total
        mark, words = foot.cut_left(canvas.px(28), canvas.px(Space.SMALL))
        canvas.icon(mark, "yes" if right else "ring", LEGAL if right else AMBER)
        text = view.say("dialogue.sum", sum=sum(numbers), total=question.total)
        canvas.text(words, text, Size.TITLE, weight=Weight.BLACK, colour=LEGAL if right else PAPER)
    gap = canvas.px(Space.TIGHT)
    count = len(question.rows)
    high = min(canvas.px(60), (box.h - gap * (count - 1)) // count)
    for index, (row, number) in enumerate(zip(question.rows, numbers, strict=True)):
        line = Box(box.x, box.y + index * (high + gap), box.w, high)
        chosen = index == cursor
        canvas.panel(line, PAPER if chosen else SLATE, radius=8)
        words, value = line.inset(canvas.px(Space.BODY), 1).columns((3, 1), canvas.px(Space.SMALL))
        canvas.text(words, row.label, Size.BODY, colour=INK if chosen else PAPER, lines=2)
        canvas.text(
            value, str(number), Size.BIG, weight=Weight.BLACK, colour=INK if chosen else AMBER, align=1.0
        )


def draw_refused(canvas: Canvas, question: Refused, box: Box) -> None:
    """Why this cannot be done now."""
    canvas.text(box.inset(canvas.px(Space.HUGE)), question.text, Size.TITLE, align=0.5, lines=6)


def places_picker(view: View) -> Intent:
    """Name the card first."""
    game = view.table.game if view.table is not None else ""
    return PickAny(view.say("menu.places"), game, _show_places)


def _show_places(card: str) -> Intent:
    return Push(PlacesScreen(card))


@dataclass(frozen=True)
class PlacesScreen(Screen):
    """The table with a dot on every legal place of one card."""

    card: str
    passive = True

    def keys(self, view: View) -> Keys:
        """Back."""
        return {Button.NO: Key(view.say("keys.back"), Back())}

    def places(self, view: View) -> tuple[str, ...]:
        """Where the card could lie now."""
        return view.match.game.legal_places(view.match.state, self.card) if view.match is not None else ()

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """The card, how many places it has, and which."""
        places = self.places(view)
        count = view.say("places.count", count=len(places)) if places else view.say("places.none")
        return spoken(view.locale.card(self.card), count, "; ".join(places))

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The table at the left, the card and how many places at the right."""
        box = draw_head(canvas, view.locale.card(self.card), box, icon="eye")
        box = box.inset(canvas.px(Space.BODY), 0).cut_top(box.h - canvas.px(Space.SMALL))[0]
        board, side = box.cut_left(round(box.w * 0.62), canvas.px(Space.BODY))
        places = self.places(view)
        if view.table is not None:
            draw_board(canvas, view.locale, view.table, board, Highlights(learning=places))
        face, words = side.rows((1, 1), canvas.px(Space.BODY))
        size = min(face.w, face.h, canvas.px(150))
        draw_square_card(canvas, view.locale, face.middle(size, size), self.card)
        text = view.say("places.count", count=len(places)) if places else view.say("places.none")
        canvas.text(words, text, Size.TITLE, align=0.5, valign=0.0, lines=4)
