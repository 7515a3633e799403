"""Lists with a cursor: rows come in, a scrolling list that buttons and fingers can walk goes out."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.intents import Intent
from companion.screens.base import Back, Key, Keys, Screen, Spoken, Swap, finished, spoken
from companion.screens.canvas import Canvas
from companion.screens.faces import draw_square_card
from companion.screens.layout import Box
from companion.screens.palette import AMBER, INK, LEGAL, MIST, PAPER, SLATE, STEEL, Size, Space, Weight
from companion.screens.parts import draw_head, draw_notices
from companion.screens.players import draw_token
from companion.screens.text_fitting import measure
from companion.screens.view import HistoryLine, View
from hardware.signals import Button

_MOST_GROWTH = 1.4  # of the lines of a short list


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of a list: words, a value at its right, an icon or a card at its left, its intent."""

    label: str
    intent: Intent | None = None
    value: str = ""
    icon: str = ""
    card: str = ""
    detail: str = ""
    verb: str = ""
    ticked: bool | None = None
    player: int | None = None  # whose sign it bears, by the seat


@dataclass(frozen=True)
class ListScreen(Screen):
    """A screen that is a list; subclasses give title and rows."""

    cursor: int = 0

    @abstractmethod
    def title(self, view: View) -> str:
        """The head line."""

    @abstractmethod
    def rows(self, view: View) -> tuple[ListRow, ...]:
        """The lines."""

    def icon(self) -> str:
        """The icon of the head."""
        return ""

    def detail(self, view: View) -> str:
        """A remark at the right of the head."""
        return ""

    def more_keys(self, view: View) -> Keys:
        """Further buttons of this list."""
        return {}

    def keys(self, view: View) -> Keys:
        """Choose, back, down and up; and what the list adds."""
        rows = self.rows(view)
        keys: dict[Button, Key] = {Button.NO: Key(view.say("keys.back"), Back())}
        keys |= walking_keys(view, len(rows), self.cursor, self.moved)
        if rows:
            row = rows[min(self.cursor, len(rows) - 1)]
            if row.intent is not None:
                keys[Button.YES] = Key(row.verb or view.say("keys.choose"), row.intent)
        return {**keys, **self.more_keys(view)}

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """The head, and the line that is chosen."""
        rows = self.rows(view)
        at = min(self.cursor, len(rows) - 1)
        chosen = tell_row(view, rows[at], at, len(rows)) if rows else ""
        return spoken(self.title(view), self.detail(view), chosen)

    def moved(self, cursor: int) -> "ListScreen":
        """The same list with the cursor elsewhere."""
        own: Any = self
        moved: ListScreen = replace(own, cursor=cursor)
        return moved

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """Head and lines."""
        box = draw_notices(canvas, view, box)
        box = draw_head(canvas, self.title(view), box, icon=self.icon(), detail=self.detail(view))
        draw_rows(canvas, view, self.rows(view), self.cursor, box.inset(canvas.px(Space.BODY), 0))


def tell_row(view: View, row: ListRow, at: int, count: int) -> str:
    """A line for the ear: its words, its value, whether it is ticked, which line it is."""
    ticked = "" if row.ticked is None else view.locale.say(f"voice.{'ticked' if row.ticked else 'unticked'}")
    words = ", ".join(filter(None, (row.label, row.value, ticked)))
    line = view.locale.say("voice.line", at=at + 1, count=count) if count > 1 else ""
    return " ".join(finished(each) for each in (words, row.detail, line) if each)


def walking_keys(view: View, count: int, cursor: int, moved: Callable[[int], Screen]) -> Keys:
    """White goes down a list, held it goes up; both go round."""
    if count < 2:
        return {}
    down, up = (cursor + 1) % count, (cursor - 1) % count
    return {
        Button.NEXT: Key(view.say("keys.next"), Swap(moved(down)), view.say("keys.hold-up"), Swap(moved(up)))
    }


def draw_rows(canvas: Canvas, view: View, rows: tuple[ListRow, ...], cursor: int, box: Box) -> None:
    """As many lines as fit, the cursor's among them; what is beyond is told by arrows."""
    if not rows:
        return
    cursor = min(cursor, len(rows) - 1)
    small = canvas.line(Size.TINY) * _detail_lines(canvas, rows, box)
    height = canvas.line(Size.BODY) + small + canvas.px(Space.BODY)
    gap = canvas.px(Space.TIGHT)
    grow = min(_MOST_GROWTH, max(1.0, box.h / ((height + gap) * len(rows))))
    height = round(height * grow)
    room = max(1, (box.h + gap) // (height + gap))
    start = max(0, min(cursor - room // 2, len(rows) - room))
    if len(rows) > room:
        edge, box = box.cut_right(canvas.px(20), canvas.px(Space.TIGHT))
        _draw_scroll(canvas, edge, start > 0, start + room < len(rows))
    for index, row in enumerate(rows[start : start + room]):
        line = Box(box.x, box.y + index * (height + gap), box.w, height)
        draw_row(canvas, view, row, start + index == cursor, line, grow)
        if row.intent is not None:
            canvas.touch(line, row.intent)


def _detail_lines(canvas: Canvas, rows: tuple[ListRow, ...], box: Box) -> int:
    room = box.w - canvas.px(110)
    pixels = canvas.type_px(Size.TINY)
    widest = max((measure(row.detail, Weight.REGULAR, pixels) for row in rows if row.detail), default=0)
    return 0 if not widest else 1 if widest <= room else 2


def _draw_scroll(canvas: Canvas, box: Box, above: bool, below: bool) -> None:
    top, rest = box.cut_top(box.w)
    bottom, _ = rest.cut_bottom(box.w)
    canvas.icon(top, "up", PAPER if above else STEEL)
    canvas.icon(bottom, "down", PAPER if below else STEEL)


def draw_row(canvas: Canvas, view: View, row: ListRow, chosen: bool, box: Box, grow: float = 1.0) -> None:
    """One line; the chosen one is paper with dark ink; a short list has larger lines."""
    ink, ground = (INK, PAPER) if chosen else (PAPER, SLATE)
    canvas.panel(box, ground, radius=8)
    inner = box.inset(canvas.px(Space.BODY), canvas.px(2))
    side = min(inner.h, canvas.px(34 * grow))
    if row.ticked is not None:
        tick, inner = inner.cut_left(canvas.px(24 * grow), canvas.px(Space.SMALL))
        canvas.icon(
            tick, "yes" if row.ticked else "ring", (LEGAL if not chosen else INK) if row.ticked else MIST
        )
    if row.player is not None:
        sign, inner = inner.cut_left(canvas.px(26 * grow), canvas.px(Space.SMALL))
        draw_token(canvas, row.player, sign)
    if row.card:
        face, inner = inner.cut_left(side, canvas.px(Space.SMALL))
        draw_square_card(canvas, view.locale, face.middle(side, side), row.card)
    elif row.icon:
        mark, inner = inner.cut_left(canvas.px(24 * grow), canvas.px(Space.SMALL))
        canvas.icon(mark, row.icon, INK if chosen else AMBER)
    if row.value:
        part = 0.5 if len(row.value) > 12 else 0.34
        value, inner = inner.cut_right(round(inner.w * part), canvas.px(Space.SMALL))
        canvas.text(value, row.value, Size.BODY * grow, colour=ink if chosen else AMBER, align=1.0, lines=2)
    if row.detail:
        upper, lower = inner.cut_top(
            round(inner.h * 0.56) if inner.h < canvas.px(75 * grow) else inner.h // 2
        )
        canvas.text(upper, row.label, Size.BODY * grow, colour=ink, valign=0.7)
        quiet = (70, 84, 92) if chosen else MIST
        canvas.text(
            lower, row.detail, Size.TINY * grow, weight=Weight.REGULAR, colour=quiet, valign=0.3, lines=2
        )
    else:
        canvas.text(inner, row.label, Size.BODY * grow, colour=ink, lines=2)


def history_row(view: View, line: HistoryLine) -> ListRow:
    """An event with a mark: stands, was illegal, was taken back."""
    icon = "undo" if line.undone else "yes" if line.legal else "no"
    value = (
        ""
        if line.legal and not line.undone
        else view.say("history.undone" if line.undone else "history.illegal")
    )
    return ListRow(line.text, icon=icon, value=value)
