"""Questions on the screen: a list, ways, numbers, a row of cards; and where a named card could lie."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.games.ask import FIVE, Arrange, Choose, Fill, Node, Route, grow, leaf
from companion.intents import Intent
from companion.screens.base import Key, Keys, Push, Screen, Spoken, spoken
from companion.screens.boards import Highlights, draw_board, leaves_corners
from companion.screens.canvas import Box, Canvas
from companion.screens.listing import draw_evening, draw_rows
from companion.screens.painting import measure
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import below_head, cut_token, draw_cap, draw_card, draw_head
from companion.screens.pick import PickAny, Walk
from companion.screens.stage import (
    draw_aside,
    draw_corner_title,
    draw_scenery,
    inner_box,
    mountain_box,
)
from companion.screens.view import ListRow, View
from hardware.signals import Button

_SIDE_UNITS = 290  # what stands beside the table
ROUTE_BUTTONS = {"other-start": Button.ACTION, "longer": Button.DISCARD, "other-path": Button.NEXT}


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
            player=view.seat_of(option.label),
            ticked=None if ticked is None else option.value in ticked,
        )
        for option, intent in zip(question.options, intents, strict=True)
    )
    on_table = any(option.places for option in question.options)
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
    else:
        draw_evening(canvas, view, box)
        box = below_head(canvas, draw_head(canvas, question.title, box, icon="action"))
    if question.text:
        high = canvas.line(Size.SMALL) * (2 if box.w > canvas.box.w // 2 else 3)
        note, box = box.cut_top(high, canvas.px(Space.SMALL))
        canvas.note(note, question.text, Size.SMALL, colour=Hue.MIST, lines=3, valign=0.0)
    draw_rows(canvas, view, rows, cursor, box)


def _choosable(question: Choose, cursor: int, intents: tuple[Intent, ...]) -> Highlights:
    places = tuple(place for option in question.options for place in option.places)
    touch = {
        place: intent
        for option, intent in zip(question.options, intents, strict=True)
        for place in option.places
    }
    return Highlights(options=places, cursor=question.options[cursor].places, touch=touch)


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
    for button, told, row in zip(ROUTE_BUTTONS.values(), route.told, body.rows(len(route.told)), strict=True):
        _draw_told(canvas, button, told, row)
    _draw_price(canvas, view, route, foot)


def _draw_told(canvas: Canvas, button: Button, told: tuple[str, str, str], box: Box) -> None:
    canvas.rule((box.x, box.bottom - 1), (box.right - 1, box.bottom - 1), Hue.LINE, 1)
    cap, words = box.cut_square(canvas.px(34), canvas.px(Space.BODY))
    draw_cap(canvas, button, cap)
    caption, name, remark = words.rows((3, 5, 3))
    canvas.note(caption, told[0], Size.TINY, colour=Hue.MIST)
    canvas.text(name, told[1], Size.BODY, weight=Weight.BLACK, shorten=True)
    canvas.note(remark, told[2], Size.TINY, shorten=True)


def _draw_price(canvas: Canvas, view: View, route: Route, box: Box) -> None:
    canvas.panel(box, Hue.DEEP_LEGAL, radius=14)
    inner = box.inset(canvas.px(Space.BODY), canvas.px(Space.TIGHT))
    number, words = inner.columns((2, 5), canvas.px(Space.SMALL))
    canvas.text(number, str(route.cost), 64, weight=Weight.BLACK, align=0.5)
    upper, lower = words.rows(2)
    canvas.text(upper, view.say("dialogue.to-discard"), Size.BODY)
    canvas.note(lower, route.result, Size.SMALL, lines=2)


def draw_fill(
    canvas: Canvas, view: View, question: Fill, numbers: tuple[int, ...], cursor: int, box: Box
) -> None:
    """A row a number, with the sum when there is one to reach."""
    box = below_head(canvas, box)
    if question.text:
        note, box = box.cut_top(canvas.line(Size.SMALL) * 2, canvas.px(Space.SMALL))
        canvas.note(note, question.text, Size.SMALL, colour=Hue.MIST, lines=3, valign=0.0)
    if question.total is not None:
        foot, box = box.cut_bottom(canvas.line(Size.TITLE) + canvas.px(Space.BODY), canvas.px(Space.TIGHT))
        right = sum(numbers) == question.total
        mark, words = foot.cut_left(canvas.px(28), canvas.px(Space.SMALL))
        canvas.icon(mark, "yes" if right else "ring", Hue.LEGAL if right else Hue.AMBER)
        text = view.say("dialogue.sum", sum=sum(numbers), total=question.total)
        canvas.text(words, text, Size.TITLE, weight=Weight.BLACK, colour=Hue.LEGAL if right else Hue.PAPER)
    gap, count = canvas.px(Space.TIGHT), len(question.rows)
    high = min(canvas.px(60), (box.h - gap * (count - 1)) // count)
    for index, (row, number) in enumerate(zip(question.rows, numbers, strict=True)):
        line = Box(box.x, box.y + index * (high + gap), box.w, high)
        chosen = index == cursor
        canvas.panel(line, Hue.PAPER if chosen else Hue.SLATE, radius=14)
        words, value = line.inset(canvas.px(Space.BODY), 1).columns((3, 1), canvas.px(Space.SMALL))
        words = cut_token(canvas, view, row.label, words, 32, Space.BODY)
        ink, bright = (Hue.INK, Hue.INK) if chosen else (Hue.PAPER, Hue.AMBER)
        canvas.text(words, row.label, Size.BODY, colour=ink, lines=2)
        canvas.text(value, str(number), Size.BIG, weight=Weight.BLACK, colour=bright, align=1.0)


def places_picker(view: View) -> Intent:
    """Name the card first."""
    return PickAny(view.say("menu.places"), _show_places)


def _show_places(card: str) -> Intent:
    return Push(PlacesScreen(card))


@dataclass(frozen=True)
class PlacesScreen(Screen):
    """The table with a dot on every legal place of one card."""

    card: str
    passive = True

    def places(self, view: View) -> tuple[str, ...]:
        return view.match.game.legal_places(view.match.state, self.card) if view.match is not None else ()

    def _say_count(self, view: View) -> str:
        places = self.places(view)
        return view.say("places.count", count=len(places)) if places else view.say("places.none")

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return spoken(view.locale.card(self.card), self._say_count(view), "; ".join(self.places(view)))

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_scenery(canvas, view, box)
        inner = inner_box(canvas, box)
        text, table = self._say_count(view), view.table
        shown, side = Highlights(learning=self.places(view)), inner.cut_right(canvas.px(216))[0]
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
        draw_card(canvas, view.locale, face.square(), self.card)


_HELD = (Button.NEXT, Button.DISCARD, Button.ACTION)  # held, they are the cards after the fifth
_MOST = FIVE + len(_HELD)  # cards of which each has a press of its own


@dataclass(frozen=True, slots=True)
class CardRow:
    """The cards as they stand, which of them was chosen, and whether another is to come before it."""

    cards: tuple[str, ...]
    chosen: int | None = None
    before: bool = False

    def with_card(self, card: str) -> "CardRow":
        at = self.chosen or 0
        return CardRow((*self.cards[:at], card, *self.cards[at + (not self.before) :]))

    def without(self) -> "CardRow":
        at = self.chosen or 0
        return CardRow((*self.cards[:at], *self.cards[at + 1 :]))

    def moved(self, step: int) -> "CardRow":
        rest, at = list(self.without().cards), (self.chosen or 0) + step
        rest.insert(at, self.cards[self.chosen or 0])
        return CardRow(tuple(rest))


@dataclass(frozen=True)
class Arranging:
    """Where somebody stands: `stay` leads on within the row, `done` ends it, `leave` gives it up."""

    question: Arrange
    row: CardRow
    tree: tuple[Node, ...]
    path: tuple[int, ...]
    stay: Callable[[CardRow, tuple[int, ...]], Intent]
    done: Callable[[tuple[str, ...]], Intent]
    leave: Intent

    @property
    def _spots(self) -> int:
        """How many cards can be chosen; one that is missing is added at the end."""
        return len(self.row.cards) + (len(self.row.cards) < self.question.count)

    def _settle(self, row: CardRow) -> Intent:
        """A mended row is the answer as soon as it has as many cards as it must."""
        return self.done(row.cards) if len(row.cards) == self.question.count else self.stay(row, ())

    def _choose(self, at: int) -> Intent:
        return self.stay(replace(self.row, chosen=at), ())

    def _node(self, view: View, at: int) -> Node:
        card = self.row.cards[at] if at < len(self.row.cards) else ""
        label = view.locale.card(card) if card else view.locale.say("dialogues.trick.more")
        return replace(leaf(card, label), value=at, cards=(card,) if card else ())

    def _walk(self, view: View) -> Walk:
        """The tree that is walked now: of the cards of the row where there are many, else of all cards."""
        if self.row.chosen is None:
            nodes = tuple(self._node(view, at) for at in range(self._spots))
            nodes = nodes[:FIVE] if len(nodes) <= _MOST else grow(nodes)
            return Walk(nodes, self.path, lambda path: self.stay(self.row, path), self._choose, self.leave)
        return Walk(
            self.tree,
            self.path,
            lambda path: self.stay(self.row, path),
            lambda card: self._settle(self.row.with_card(card)),
            self.stay(CardRow(self.row.cards), ()),
        )

    def keys(self, view: View) -> Keys:
        keys = self._walk(view).keys(view)
        held = self._held_choices(view) if self.row.chosen is None else self._mends(view)
        for button, (label, intent) in held.items():
            key = keys.get(button, Key(label, intent))
            ends = self.row.chosen is None and button is Button.YES
            words = view.say("keys.hold-done" if ends else "keys.hold")
            keys[button] = replace(key, held_label=words, held=intent)
        return keys

    def _held_choices(self, view: View) -> dict[Button, tuple[str, Intent]]:
        found: dict[Button, tuple[str, Intent]] = {}
        if len(self.row.cards) == self.question.count:
            found[Button.YES] = (view.say("keys.done"), self.done(self.row.cards))
        if FIVE < self._spots <= _MOST:
            late = range(FIVE, self._spots)
            found |= {
                button: (self._node(view, at).label, self._choose(at))
                for button, at in zip(_HELD, late, strict=False)
            }
        return found

    def _mends(self, view: View) -> dict[Button, tuple[str, Intent]]:
        """What can be done with the chosen card besides replacing it; not in the midst of the tree."""
        row, at = self.row, self.row.chosen or 0
        if self.path or row.before or at >= len(row.cards):
            return {}
        found = {Button.YES: ("not-played", self._settle(row.without()))}
        if at + 1 < len(row.cards):
            found[Button.NEXT] = ("later", self._settle(row.moved(1)))
        if at:
            found[Button.DISCARD] = ("earlier", self._settle(row.moved(-1)))
        found[Button.ACTION] = ("before", self.stay(replace(row, before=True), ()))
        return {button: (view.say(f"mend.{key}"), intent) for button, (key, intent) in found.items()}

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        if self.row.chosen is None:
            box = draw_head(canvas, self.question.title, box, icon="action", detail=self.question.text)
            self._draw_row(canvas, view, box)
            return
        at = self.row.chosen
        title = view.locale.say("dialogues.trick.card", number=at + 1)
        card = "" if self.row.before or at >= len(self.row.cards) else view.locale.card(self.row.cards[at])
        box = draw_head(canvas, title, box, icon="question", detail=card)
        mends = self._mends(view)
        if mends:
            room, gap = box.cut_bottom(canvas.px(Space.SMALL))[1], canvas.px(Space.SMALL)
            strip, box = room.cut_bottom(canvas.line(Size.SMALL) + canvas.px(Space.BODY), gap)
            self._draw_mends(canvas, mends, strip)
        self._walk(view).draw(canvas, view, box)

    def _draw_mends(self, canvas: Canvas, mends: dict[Button, tuple[str, Intent]], box: Box) -> None:
        box = box.inset(canvas.px(4), 0)
        for button, column in zip(Button, box.columns(FIVE, canvas.px(Space.TIGHT)), strict=True):
            if button in mends:
                label, intent = mends[button]
                canvas.panel(column, Hue.INK, edge=Hue.AMBER, radius=8)
                canvas.text(column, label, Size.SMALL, colour=Hue.PAPER, align=0.5)
                canvas.touch(column, intent)

    def _draw_row(self, canvas: Canvas, view: View, box: Box) -> None:
        if self._spots > _MOST:
            self._walk(view).draw(canvas, view, box)
            return
        room = Box(box.x + canvas.px(4), box.y, box.w - 2 * canvas.px(4), box.h - canvas.px(Space.SMALL))
        lines = room.rows(2, canvas.px(Space.TIGHT)) if self._spots > FIVE else (room,)
        for line, start in zip(lines, (0, FIVE), strict=False):
            columns = line.columns(FIVE, canvas.px(Space.TIGHT))
            columns = columns if start == 0 else columns[-len(_HELD) :]
            for at, column in zip(range(start, self._spots), columns, strict=False):
                self._draw_spot(canvas, view, at, column)
                canvas.touch(column, self._choose(at))

    def _draw_spot(self, canvas: Canvas, view: View, at: int, box: Box) -> None:
        canvas.panel(box, Hue.SLATE, edge=Hue.STEEL, radius=10)
        inner = box.inset(canvas.px(Space.SMALL))
        names = self.question.names
        head, inner = inner.cut_top(canvas.line(Size.SMALL), canvas.px(Space.TIGHT))
        turn = f"{at + 1}. {names[at]}" if at < len(names) else str(at + 1)
        fits = measure(turn, Weight.BOLD, canvas.type_px(Size.SMALL)) <= head.w
        canvas.text(head, turn if fits else str(at + 1), Size.SMALL, colour=Hue.MIST, align=0.5)
        node = self._node(view, at)
        spot = inner.middle(canvas.px(140), canvas.px(196))  # its name stands at the button
        if node.cards:
            draw_card(canvas, view.locale, spot, node.cards[0])
        else:
            canvas.icon(spot.inset(spot.w // 4), "action", Hue.AMBER)
