"""Questions on the screen, and the learning mode: where a card that is named could legally lie."""

from dataclasses import dataclass
from typing import Any

from companion.games.ask import Choose, Fill, Refused, Route
from companion.intents import Intent
from companion.screens.base import Push, Screen, Spoken, spoken
from companion.screens.boards import Highlights, draw_board, leaves_corners
from companion.screens.canvas import Box, Canvas
from companion.screens.faces import draw_square_card
from companion.screens.listing import ListRow, draw_evening, draw_rows, seat_of
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import BUTTON_COLOURS, below_head, draw_head, draw_token
from companion.screens.pick import PickAny
from companion.screens.stage import (
    draw_aside,
    draw_corner_title,
    draw_scenery,
    inner_box,
    mountain_box,
)
from companion.screens.view import View
from hardware.signals import Button

_SIDE_UNITS = 290  # what stands beside the table


def draw_choose(
    canvas: Canvas,
    view: View,
    question: Choose,
    cursor: int,
    ticked: tuple[Any, ...] | None,
    intents: tuple[Intent, ...],
    box: Box,
) -> None:
    """The options as a list; beside the table, at its full size, when they lie on the table."""
    cursor = min(cursor, len(question.options) - 1)
    rows = tuple(
        ListRow(
            option.label,
            intent,
            icon=option.icon,
            card=option.card,
            detail=option.detail,
            player=seat_of(view, option.label),
            ticked=None if ticked is None else option.value in ticked,
        )
        for option, intent in zip(question.options, intents, strict=True)
    )
    on_table = question.marks or any(option.places for option in question.options)
    if on_table and view.table is not None and view.table.board is not None:
        inner = inner_box(canvas, box)
        side, room = inner.cut_right(canvas.px(_SIDE_UNITS), canvas.px(Space.BODY))
        shown = _choosable(question, cursor, intents)
        draw_scenery(canvas, view, box)
        draw_aside(canvas, view, view.table, inner, side, shown, *question.options[cursor].places)
        if leaves_corners(view.table):
            draw_corner_title(canvas, Box(inner.x, inner.y, room.w // 2, inner.h // 2), question.title)
            box = side
        else:
            head, box = side.cut_top(2 * canvas.line(Size.BODY), canvas.px(Space.SMALL))
            canvas.text(head, question.title, Size.BODY, weight=Weight.BLACK, lines=2)
        wide = box.w
    else:
        draw_evening(canvas, view, box)
        box = below_head(canvas, draw_head(canvas, question.title, box, icon="action"))
        wide = box.w
    if question.text:
        high = canvas.line(Size.SMALL) * (2 if wide > canvas.box.w // 2 else 3)
        note, box = box.cut_top(high, canvas.px(Space.SMALL))
        canvas.text(
            note, question.text, Size.SMALL, weight=Weight.REGULAR, colour=Hue.MIST, lines=3, valign=0.0
        )
    draw_rows(canvas, view, rows, cursor, box)


def _choosable(question: Choose, cursor: int, intents: tuple[Intent, ...]) -> Highlights:
    places = tuple(place for option in question.options for place in option.places)
    touch = {
        place: intent
        for option, intent in zip(question.options, intents, strict=True)
        for place in option.places
    }
    return Highlights(options=(*places, *question.marks), cursor=question.options[cursor].places, touch=touch)


def draw_route(canvas: Canvas, view: View, question: Choose, route: Route, box: Box) -> None:
    """Start, length and way on one screen, each with the button that changes it; what it costs below."""
    draw_scenery(canvas, view, box)
    inner = inner_box(canvas, box)
    side, room = inner.cut_right(canvas.px(_SIDE_UNITS), canvas.px(Space.BODY))
    if view.table is not None:
        others = {place for each in question.routes for place in each.places} - set(route.places)
        shown = Highlights(options=tuple(others), path=route.places)
        draw_aside(canvas, view, view.table, inner, side, shown, *route.places)
    draw_corner_title(canvas, Box(inner.x, inner.y, round(room.w * 0.6), inner.h // 2), question.title)
    canvas.veil(side, Hue.SLATE, 0.94, radius=20)
    body = side.inset(canvas.px(Space.WIDE), canvas.px(Space.BODY))
    foot, body = body.cut_bottom(round(body.h * 0.25), canvas.px(Space.SMALL))
    buttons = (Button.ACTION, Button.DISCARD, Button.NEXT)
    for button, told, row in zip(buttons, route.told, body.rows(len(route.told)), strict=True):
        _draw_told(canvas, button, told, row)
    _draw_price(canvas, view, route, foot)


def _draw_told(canvas: Canvas, button: Button, told: tuple[str, str, str], box: Box) -> None:
    canvas.rule((box.x, box.bottom - 1), (box.right - 1, box.bottom - 1), Hue.LINE, 1)
    side = min(canvas.px(34), box.h)
    cap, words = box.cut_left(side, canvas.px(Space.BODY))
    cap = cap.middle(side, side)
    canvas.panel(cap, BUTTON_COLOURS[button], radius=side)
    canvas.icon(cap.inset(side // 4), button.value, Hue.INK)
    caption, name, remark = words.rows((3, 5, 3))
    canvas.text(caption, told[0], Size.TINY, weight=Weight.REGULAR, colour=Hue.MIST)
    canvas.text(name, told[1], Size.BODY, weight=Weight.BLACK, shorten=True)
    canvas.text(remark, told[2], Size.TINY, weight=Weight.REGULAR, shorten=True)


def _draw_price(canvas: Canvas, view: View, route: Route, box: Box) -> None:
    canvas.panel(box, Hue.DEEP_LEGAL, radius=14)
    number, words = box.inset(canvas.px(Space.BODY), canvas.px(Space.TIGHT)).columns(
        (2, 5), canvas.px(Space.SMALL)
    )
    canvas.text(number, str(route.cost), 64, weight=Weight.BLACK, align=0.5)
    upper, lower = words.rows(2)
    canvas.text(upper, view.say("dialogue.to-discard"), Size.BODY)
    canvas.text(lower, route.result, Size.SMALL, weight=Weight.REGULAR, lines=2)


def draw_fill(
    canvas: Canvas, view: View, question: Fill, numbers: tuple[int, ...], cursor: int, box: Box
) -> None:
    """A row a number, with the sum when there is one to reach."""
    box = below_head(canvas, box)
    if question.text:
        note, box = box.cut_top(canvas.line(Size.SMALL) * 2, canvas.px(Space.SMALL))
        canvas.text(
            note, question.text, Size.SMALL, weight=Weight.REGULAR, colour=Hue.MIST, lines=3, valign=0.0
        )
    if question.total is not None:
        foot, box = box.cut_bottom(canvas.line(Size.TITLE) + canvas.px(Space.BODY), canvas.px(Space.TIGHT))
        right = sum(numbers) == question.total
        mark, words = foot.cut_left(canvas.px(28), canvas.px(Space.SMALL))
        canvas.icon(mark, "yes" if right else "ring", Hue.LEGAL if right else Hue.AMBER)
        text = view.say("dialogue.sum", sum=sum(numbers), total=question.total)
        canvas.text(words, text, Size.TITLE, weight=Weight.BLACK, colour=Hue.LEGAL if right else Hue.PAPER)
    gap = canvas.px(Space.TIGHT)
    count = len(question.rows)
    high = min(canvas.px(60), (box.h - gap * (count - 1)) // count)
    for index, (row, number) in enumerate(zip(question.rows, numbers, strict=True)):
        line = Box(box.x, box.y + index * (high + gap), box.w, high)
        chosen = index == cursor
        canvas.panel(line, Hue.PAPER if chosen else Hue.SLATE, radius=14)
        words, value = line.inset(canvas.px(Space.BODY), 1).columns((3, 1), canvas.px(Space.SMALL))
        seat = seat_of(view, row.label)
        if seat is not None:
            face, words = words.cut_left(min(canvas.px(32), words.h), canvas.px(Space.BODY))
            draw_token(canvas, seat, face)
        canvas.text(words, row.label, Size.BODY, colour=Hue.INK if chosen else Hue.PAPER, lines=2)
        canvas.text(
            value,
            str(number),
            Size.BIG,
            weight=Weight.BLACK,
            colour=Hue.INK if chosen else Hue.AMBER,
            align=1.0,
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

    def places(self, view: View) -> tuple[str, ...]:
        return view.match.game.legal_places(view.match.state, self.card) if view.match is not None else ()

    def tells(self, view: View) -> tuple[Spoken, ...]:
        places = self.places(view)
        count = view.say("places.count", count=len(places)) if places else view.say("places.none")
        return spoken(view.locale.card(self.card), count, "; ".join(places))

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_scenery(canvas, view, box)
        inner = inner_box(canvas, box)
        places, table = self.places(view), view.table
        text = view.say("places.count", count=len(places)) if places else view.say("places.none")
        shown, side = Highlights(learning=places), inner.cut_right(canvas.px(216), canvas.px(Space.BODY))[0]
        if table is not None and leaves_corners(table):
            draw_board(canvas, view.locale, table, mountain_box(inner), shown)
            corner = Box(inner.x, inner.y, round(inner.w * 0.3), inner.h // 2)
            draw_corner_title(canvas, corner, view.locale.card(self.card), text)
            size = canvas.px(130)
            face = Box(inner.right - size, inner.y, size, size)
        else:
            if table is not None:
                draw_aside(canvas, view, table, inner, side, shown)
            face, words = side.rows((1, 1), canvas.px(Space.SMALL))
            draw_corner_title(canvas, words, view.locale.card(self.card), text)
        size = min(face.w, face.h)
        draw_square_card(canvas, view.locale, face.middle(size, size), self.card)
