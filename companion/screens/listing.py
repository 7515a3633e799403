"""Lists with a cursor: rows come in, a scrolling list that buttons and fingers can walk goes out."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from companion.games.svg import plain_scenery
from companion.intents import Intent
from companion.screens.base import Key, Keys, Screen, Spoken, Swap, finished, spoken
from companion.screens.canvas import Box, Canvas
from companion.screens.painting import measure
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import (
    below_head,
    draw_cap,
    draw_card,
    draw_head,
    draw_notices,
    draw_players,
    draw_token,
)
from companion.screens.stage import draw_scenery, draw_thumbnail
from companion.screens.view import HistoryLine, ListRow, PastGame, Resume, View
from hardware.signals import Button

_MOST_GROWTH = 1.4  # of the lines of a short list
_MOST_DETAIL = 3  # lines of small type in a row


def said_row(view: View, key: str, intent: Intent | None = None, icon: str = "", **more: Any) -> ListRow:
    """A line whose words and whose detail are sentences of the screens."""
    return ListRow(view.say(key), intent, icon=icon, detail=view.say(f"{key}-detail"), **more)


@dataclass(frozen=True)
class ListScreen(Screen):
    """A screen that is a list: the key and the icon of its head, its rows, what else its buttons do."""

    cursor: int = 0
    heading = ""
    icon = ""

    @abstractmethod
    def rows(self, view: View) -> tuple[ListRow, ...]:
        """The lines."""

    def title(self, view: View) -> str:
        return view.say(self.heading)

    def detail(self, view: View) -> str:
        return ""

    def more_keys(self, view: View) -> Keys:
        return {}

    def keys(self, view: View) -> Keys:
        rows = self.rows(view)
        keys = {**super().keys(view), **walking_keys(view, len(rows), self.cursor, self.moved)}
        if rows:
            row = rows[min(self.cursor, len(rows) - 1)]
            if row.intent is not None:
                keys[Button.YES] = Key(row.verb or view.say("keys.choose"), row.intent)
        return {**keys, **self.more_keys(view)}

    def tells(self, view: View) -> tuple[Spoken, ...]:
        rows = self.rows(view)
        at = min(self.cursor, len(rows) - 1)
        chosen = tell_row(view, rows[at], at, len(rows)) if rows else ""
        return spoken(self.title(view), self.detail(view), chosen)

    def moved(self, cursor: int) -> "ListScreen":
        own: Any = self
        moved: ListScreen = replace(own, cursor=cursor)
        return moved

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_evening(canvas, view, box)
        box = draw_notices(canvas, view, box)
        box = draw_head(canvas, self.title(view), box, icon=self.icon, detail=self.detail(view))
        self.draw_list(canvas, view, below_head(canvas, box))

    def draw_list(self, canvas: Canvas, view: View, box: Box) -> None:
        """The lines in the room below the head."""
        draw_rows(canvas, view, self.rows(view), self.cursor, box)


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
    height, gap = _row_height(canvas, rows, box), canvas.px(Space.TIGHT)
    heights = [_row_height(canvas, (row,), box) + gap for row in rows]
    if sum(heights) <= box.h + gap < (height + gap) * len(rows):  # each as high as its words need
        for index, (row, high) in enumerate(zip(rows, heights, strict=True)):
            line, box = box.cut_top(high - gap, gap)
            _draw_touched(canvas, view, row, index == cursor, line)
        return
    grow = min(_MOST_GROWTH, max(1.0, box.h / ((height + gap) * len(rows))))
    height = round(height * grow)
    room = max(1, (box.h + gap) // (height + gap))
    if len(rows) > room:
        height = (box.h + gap) // room - gap
    start = max(0, min(cursor - room // 2, len(rows) - room))
    if len(rows) > room:
        edge, box = box.cut_right(canvas.px(20), canvas.px(Space.TIGHT))
        below = start + room < len(rows)
        canvas.icon(edge.cut_top(edge.w)[0], "up", Hue.PAPER if start else Hue.STEEL)
        canvas.icon(edge.cut_bottom(edge.w)[0], "down", Hue.PAPER if below else Hue.STEEL)
    for index, row in enumerate(rows[start : start + room]):
        line = Box(box.x, box.y + index * (height + gap), box.w, height)
        _draw_touched(canvas, view, row, start + index == cursor, line, grow)


def _row_height(canvas: Canvas, rows: tuple[ListRow, ...], box: Box) -> int:
    """How high the lines must be for the longest of their words."""
    words = max(canvas.line(Size.BODY), _label_lines(canvas, rows, box) * canvas.least_line)
    return words + canvas.line(Size.TINY) * _detail_lines(canvas, rows, box) + canvas.px(Space.BODY)


def _draw_touched(
    canvas: Canvas, view: View, row: ListRow, chosen: bool, box: Box, grow: float = 1.0
) -> None:
    _draw_row(canvas, view, row, chosen, box, grow)
    if row.intent is not None:
        canvas.touch(box, row.intent)


def _detail_lines(canvas: Canvas, rows: tuple[ListRow, ...], box: Box) -> int:
    room = box.w - canvas.px(110)
    pixels = canvas.type_px(Size.TINY)
    widest = max((measure(row.detail, Weight.REGULAR, pixels) for row in rows if row.detail), default=0)
    return min(_MOST_DETAIL, ceil(widest * 1.08 / room))


def _label_lines(canvas: Canvas, rows: tuple[ListRow, ...], box: Box) -> int:
    room = box.w - canvas.px(110)
    widest = max(
        measure(row.label, Weight.BOLD, canvas.smallest) / (0.5 if len(row.value) > 12 else 1.0)
        for row in rows
    )
    return 1 if widest <= room else 2


def _draw_row(canvas: Canvas, view: View, row: ListRow, chosen: bool, box: Box, grow: float = 1.0) -> None:
    ink, ground = (Hue.INK, Hue.PAPER) if chosen else (Hue.PAPER, Hue.SLATE)
    if chosen:
        canvas.panel(box, ground, radius=14)
    else:
        canvas.veil(box, ground, 0.88, radius=14)
    inner = box.inset(canvas.px(Space.BODY), canvas.px(2))
    side = min(inner.h, canvas.px(36 * grow))
    if row.player is not None:
        face, inner = inner.cut_left(min(side, canvas.px(32 * grow)), canvas.px(Space.BODY))
        draw_token(canvas, row.player, face)
    if row.button is not None:
        cap, inner = inner.cut_square(side, canvas.px(Space.BODY))
        draw_cap(canvas, row.button, cap)
    if row.card:
        face, inner = inner.cut_square(side, canvas.px(Space.BODY))
        draw_card(canvas, view.locale, face, row.card)
    elif row.icon and row.player is None and row.button is None:
        mark, inner = inner.cut_square(side, canvas.px(Space.BODY))
        canvas.panel(mark, Hue.INK if chosen else Hue.STEEL, radius=mark.w)
        canvas.icon(mark.inset(round(mark.w * 0.24)), row.icon, Hue.PAPER if chosen else Hue.AMBER)
    if row.ticked is not None:
        switch, inner = inner.cut_right(canvas.px(54), canvas.px(Space.BODY))
        _draw_switch(canvas, row.ticked, switch.middle(canvas.px(54), min(canvas.px(28), inner.h)))
    if row.value:
        part = 0.5 if len(row.value) > 12 else 0.34
        value, inner = inner.cut_right(round(inner.w * part), canvas.px(Space.SMALL))
        bright = ink if chosen else Hue.AMBER
        canvas.text(value, row.value, Size.BODY * grow, colour=bright, align=1.0, lines=2, shorten=True)
    if row.detail and not row.label:
        canvas.text(inner, row.detail, Size.BODY * grow, colour=ink, lines=3)
    elif row.detail:
        high = canvas.wrapped_height(row.detail, inner.w, Size.TINY * grow, Weight.REGULAR)
        lower, upper = inner.cut_bottom(max(round(inner.h * 0.44), min(high, inner.h - canvas.least_line)))
        canvas.text(upper, row.label, Size.BODY * grow, colour=ink, valign=0.85)
        quiet = Hue.SOFT if chosen else Hue.MIST
        canvas.note(lower, row.detail, Size.TINY * grow, colour=quiet, valign=0.4, lines=3)
    else:
        canvas.text(inner, row.label, Size.BODY * grow, colour=ink, lines=2, shorten=True)


def draw_games(
    canvas: Canvas,
    view: View,
    rows: tuple[ListRow, ...],
    games: Sequence[PastGame | Resume],
    cursor: int,
    box: Box,
) -> None:
    """Games as a list of pictures: the table as it lay, who played and when, how it ended."""
    gap = canvas.px(Space.SMALL)
    words = canvas.line(Size.BODY) + 2 * canvas.line(Size.TINY)
    high = max(canvas.px(78), words + 2 * canvas.px(Space.TIGHT))
    room = max(1, (box.h + gap) // (high + gap))
    start = max(0, min(cursor - room // 2, len(rows) - room))
    for index, (row, game) in enumerate(zip(rows[start:][:room], games[start:][:room], strict=True)):
        line = Box(box.x, box.y + index * (high + gap), box.w, high)
        _draw_game(canvas, view, row, game, start + index == cursor, line)
        if row.intent is not None:
            canvas.touch(line, row.intent)


def _draw_game(
    canvas: Canvas, view: View, row: ListRow, game: PastGame | Resume, chosen: bool, box: Box
) -> None:
    ink, second = (Hue.INK, Hue.SOFT) if chosen else (Hue.PAPER, Hue.MIST)
    if chosen:
        canvas.panel(box, Hue.PAPER, radius=14)
    else:
        canvas.veil(box, Hue.SLATE, 0.88)
    inner = box.inset(canvas.px(Space.SMALL), canvas.px(Space.TIGHT))
    picture, words = inner.cut_left(round(inner.h * 1.35), canvas.px(Space.BODY))
    draw_thumbnail(canvas, view, game.game, game.table, picture, 0.08)
    if row.value:
        result, words = words.cut_right(round(words.w * 0.24), canvas.px(Space.SMALL))
        sign, result = result.rows((1, 1))
        disc = sign.square(canvas.px(28))
        canvas.panel(disc, Hue.LEGAL if row.icon == "yes" else Hue.AMBER, radius=disc.w)
        canvas.icon(disc.inset(disc.w // 5), row.icon, Hue.INK)
        canvas.text(result, row.value, Size.TINY, colour=ink, align=0.5, lines=2, shorten=True)
    title, rest = words.cut_top(canvas.line(Size.BODY))
    who, when = rest.rows((1, 1))
    canvas.text(title, row.label, Size.BODY, colour=ink, weight=Weight.BLACK, shorten=True)
    draw_players(canvas, game.players, who, ink)
    canvas.note(when, game.when, Size.TINY, colour=second)


def draw_evening(canvas: Canvas, view: View, box: Box) -> None:
    """The scenery of the game under way, dimmed so that words stand out; else a plain evening."""
    if view.match is None:
        canvas.scenery(plain_scenery(box.w, box.h), box)
    else:
        draw_scenery(canvas, view, box)
        canvas.veil(box, Hue.NIGHT, 0.55, radius=0)


def _draw_switch(canvas: Canvas, on: bool, box: Box) -> None:
    canvas.panel(box, Hue.LEGAL if on else Hue.STEEL, radius=box.h)
    knob = Box(box.right - box.h if on else box.x, box.y, box.h, box.h).inset(max(2, box.h // 10))
    canvas.panel(knob, Hue.INK if on else Hue.MIST, radius=knob.h)
    canvas.icon(knob.inset(knob.w // 5), "yes" if on else "ring", Hue.LEGAL if on else Hue.INK)


def history_row(view: View, line: HistoryLine) -> ListRow:
    """An event with a mark: stands, was illegal, was taken back."""
    icon = "undo" if line.undone else "yes" if line.legal else "no"
    doubt = "undone" if line.undone else "" if line.legal else "illegal"
    value = view.say(f"history.{doubt}") if doubt else ""
    return ListRow(line.text, icon=icon, value=value, player=None if value else view.seat_of(line.player))
