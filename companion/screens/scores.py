"""The score sheet of a game with rounds, like the paper pad, with a chart of them."""

from dataclasses import dataclass, replace

from companion.games.view import ScoreLine, ScoreSheet
from companion.screens.base import Back, Key, Keys, Screen, Spoken, Swap, spoken
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import (
    AMBER,
    CARDS,
    INK,
    MIST,
    PAPER,
    SLATE,
    STEEL,
    Colour,
    Size,
    Space,
    Weight,
)
from companion.screens.parts import draw_head
from companion.screens.telling import tell_scores
from companion.screens.view import View
from hardware.signals import Button

_ROUND_COLOURS: tuple[Colour, ...] = (CARDS["sea"], (214, 148, 60), CARDS["purple"])


@dataclass(frozen=True)
class ScoreScreen(Screen):
    """Totals with the chart, or one round's sheet; `next` turns the page."""

    page: int = 0
    opened_itself: bool = False  # after a round: green goes on to the next one
    passive = True

    def keys(self, view: View) -> Keys:
        """Turn the page; back, or on to the next round."""
        sheet = view.table.scores if view.table is not None else None
        rounds = sheet.rounds if sheet is not None else ()
        page = replace(self, page=(self.page + 1) % (1 + len(rounds)))
        keys = {
            Button.NO: Key(view.say("keys.back"), Back()),
            Button.NEXT: Key(view.say("keys.page"), Swap(page)),
        }
        if self.opened_itself:
            keys[Button.YES] = Key((*rounds, view.say("keys.go-on"))[scored_rounds(view)], Back())
        return keys

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """The title and the points of the page that is open."""
        sheet = view.table.scores if view.table is not None else None
        return (*spoken(self._title(view, sheet)), *tell_scores(view, sheet, self.page))

    def _title(self, view: View, sheet: ScoreSheet | None) -> str:
        titles = (view.say("scores.title"), *(sheet.rounds if sheet is not None else ()))
        return titles[min(self.page, len(titles) - 1)]

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The page that is open."""
        sheet = view.table.scores if view.table is not None else None
        title = self._title(view, sheet)
        box = draw_head(canvas, title, box, icon="cup", detail=view.say("scores.page", page=self.page + 1))
        room = box.inset(canvas.px(Space.BODY), 0).cut_top(box.h - canvas.px(Space.SMALL))[0]
        draw_sheet(canvas, view, sheet, self.page, room)


def scored_rounds(view: View) -> int:
    """How many rounds are on the sheet by now."""
    sheet = view.table.scores if view.table is not None else None
    return max((len(line.sums) for line in sheet.lines), default=0) if sheet is not None else 0


def draw_sheet(canvas: Canvas, view: View, sheet: ScoreSheet | None, page: int, box: Box) -> None:
    """One page: the totals, or a round with all its parts."""
    if sheet is None or not sheet.lines:
        canvas.text(box, view.say("scores.empty"), Size.TITLE, align=0.5, lines=2)
    elif page == 0:
        left, right = box.columns((5, 4), canvas.px(Space.WIDE))
        draw_totals(canvas, view, sheet, left)
        draw_chart(canvas, sheet, right)
    else:
        _draw_round(canvas, view, sheet, page - 1, box)


def draw_grid(
    canvas: Canvas,
    head: list[str],
    rows: list[list[str]],
    widths: tuple[float, ...],
    box: Box,
    best: set[int],
) -> None:
    """A ruled table: a head and rows of words; the last column is bold, the best rows are marked."""
    cells = box.rows(len(rows) + 1, canvas.px(2))
    for column, (text, spot) in enumerate(zip(head, cells[0].columns(widths, canvas.px(4)), strict=True)):
        align = 0.0 if column == 0 else 0.5
        canvas.text(
            spot.inset(canvas.px(4), 0),
            text,
            Size.SMALL,
            colour=MIST,
            weight=Weight.REGULAR,
            align=align,
            lines=2,
        )
    for index, (row, line) in enumerate(zip(rows, cells[1:], strict=True)):
        canvas.panel(line, PAPER, radius=4)
        for column, (text, spot) in enumerate(zip(row, line.columns(widths, canvas.px(4)), strict=True)):
            room = spot.inset(canvas.px(5), 1)
            if column == 0 and index in best:
                mark, room = room.cut_left(canvas.px(18), canvas.px(4))
                canvas.icon(mark, "crown", (176, 120, 20))
            last = column == len(row) - 1
            canvas.text(
                room,
                text,
                Size.TITLE if last else Size.BODY,
                colour=INK,
                align=0.0 if column == 0 else 0.5,
                weight=Weight.BLACK if last else Weight.BOLD,
                lines=2 if column == 0 else 1,
            )


def draw_totals(canvas: Canvas, view: View, sheet: ScoreSheet, box: Box) -> None:
    """The pad's last column: every round and the sum."""
    rounds = [str(number) for number, _ in enumerate(sheet.rounds, 1)]
    head = [view.say("scores.name"), *rounds, view.say("scores.total")]
    rows = [[line.name, *map(shown, padded(line, sheet)), str(line.total)] for line in sheet.lines]
    top = max(line.total for line in sheet.lines)
    best = {index for index, line in enumerate(sheet.lines) if line.total == top and line.sums}
    high = min(box.h, (len(rows) + 1) * canvas.px(62))
    widths = (3.4, *(1.0 for _ in rounds), 1.5)
    draw_grid(canvas, head, rows, widths, Box(box.x, box.y, box.w, high), best)


def padded(line: ScoreLine, sheet: ScoreSheet) -> tuple[int | None, ...]:
    """The sums of all rounds, None for those to come."""
    return (*line.sums, *(None for _ in sheet.rounds))[: len(sheet.rounds)]


def shown(number: int | None) -> str:
    """A number, or a dash while there is none."""
    return "–" if number is None else str(number)


def _draw_round(canvas: Canvas, view: View, sheet: ScoreSheet, number: int, box: Box) -> None:
    head = [view.say("scores.name"), *sheet.parts, view.say("scores.sum")]
    nothing = (None,) * len(sheet.parts)
    rows = []
    for line in sheet.lines:
        parts = line.rounds[number] if number < len(line.rounds) else nothing
        rows.append([line.name, *map(shown, parts), shown(padded(line, sheet)[number])])
    high = min(box.h, (len(rows) + 1) * canvas.px(62))
    widths = (2.6, *(0.7 + 0.08 * len(part) for part in sheet.parts), 1.1)
    draw_grid(canvas, head, rows, widths, Box(box.x, box.y, box.w, high), set())


def draw_chart(canvas: Canvas, sheet: ScoreSheet, box: Box) -> None:
    """A bar a player: the rounds one behind the other, each with its number."""
    canvas.panel(box, SLATE, edge=STEEL, radius=10)
    inner = box.inset(canvas.px(Space.BODY), canvas.px(Space.SMALL))
    lines = sheet.lines
    most = max(1, *(sum(max(0, each) for each in line.sums) for line in lines))
    for line, row in zip(lines, inner.rows(len(lines), canvas.px(Space.TIGHT)), strict=True):
        name, bars = row.rows((4, 5))
        words, total = name.columns((4, 1), canvas.px(4))
        canvas.text(words, line.name, Size.SMALL, valign=0.9)
        canvas.text(
            total, str(line.total), Size.SMALL, weight=Weight.BLACK, align=1.0, valign=0.9, colour=AMBER
        )
        draw_bars(canvas, line.sums, most, bars)


def draw_bars(canvas: Canvas, sums: tuple[int, ...], most: int, box: Box) -> None:
    """The rounds of one player; one below zero is told by its number alone."""
    x = box.x
    canvas.surface.fill(STEEL, (box.x, box.y, box.w, max(2, box.h - canvas.px(4))))
    for index, points in enumerate(sums):
        wide = round(box.w * max(0, points) / most)
        if wide <= 0:
            continue
        bar = Box(x, box.y, min(wide, box.right - x), max(2, box.h - canvas.px(4)))
        canvas.surface.fill(_ROUND_COLOURS[index % len(_ROUND_COLOURS)], (bar.x, bar.y, bar.w, bar.h))
        canvas.surface.fill(INK, (bar.right - 1, bar.y, 1, bar.h))
        if bar.w > canvas.px(30):
            canvas.text(bar.inset(2, 0), str(points), Size.TINY, align=0.5)
        x = bar.right
