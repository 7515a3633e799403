"""The score sheet of a game with rounds, like the paper pad, with a chart of them."""

from dataclasses import dataclass, replace

from companion.games.values import Outcome
from companion.games.view import ScoreLine, ScoreSheet
from companion.screens.base import Back, Key, Keys, Matter, Screen, Spoken, Swap, spoken
from companion.screens.canvas import Box, Canvas, Moving
from companion.screens.palette import Colour, Hue, Size, Space, Weight, parse_colour
from companion.screens.parts import below_head, draw_head, draw_token, find_face
from companion.screens.spoken import tell_result, tell_scores
from companion.screens.stage import draw_scenery
from companion.screens.view import View
from hardware.signals import Button

_ROUNDS: tuple[tuple[Colour, Colour], ...] = (  # the bar of a round, and the number on it
    ((28, 104, 120), Hue.PAPER),
    ((214, 148, 60), Hue.INK),
    (Hue.PURPLE, Hue.PAPER),
)


@dataclass(frozen=True)
class ScoreScreen(Screen):
    """Totals with the chart, or one round's sheet; `next` turns the page."""

    page: int = 0
    opened_itself: bool = False  # after a round: green goes on to the next one
    passive = True
    arrives = Moving.POINTS

    def keys(self, view: View) -> Keys:
        rounds = view.scores.rounds if view.scores is not None else ()
        page = replace(self, page=(self.page + 1) % (1 + len(rounds)))
        keys = {**super().keys(view), Button.NEXT: Key(view.say("keys.page"), Swap(page))}
        if self.opened_itself:
            keys[Button.YES] = Key((*rounds, view.say("keys.go-on"))[view.scored_rounds], Back())
        return keys

    def tells(self, view: View) -> tuple[Spoken, ...]:
        matter = Matter.TURN if self.page else Matter.SCREEN  # which round its points are of must be heard
        title = spoken(self._title(view), matter=matter)
        result = tell_result(view) if self.opened_itself and _is_over(view) else ()  # the end is below it
        return (*result, *title, *tell_scores(view, view.scores, self.page))

    def _title(self, view: View) -> str:
        titles = (view.say("scores.title"), *(view.scores.rounds if view.scores is not None else ()))
        return titles[min(self.page, len(titles) - 1)]

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        sheet = view.scores
        draw_scenery(canvas, view, box)
        detail = sheet.how if sheet is not None and self.page else ""
        box = below_head(canvas, draw_head(canvas, self._title(view), box, icon="cup", detail=detail))
        if sheet is None or not sheet.lines:
            canvas.text(box, view.say("scores.empty"), Size.TITLE, align=0.5, lines=2)
        elif self.page == 0:
            left, right = box.columns((5, 4), canvas.px(Space.WIDE))
            draw_totals(canvas, view, sheet, left)
            draw_chart(canvas, sheet, right)
        else:
            _draw_round(canvas, view, sheet, self.page - 1, box)


def _is_over(view: View) -> bool:
    return view.table is not None and view.table.outcome is not Outcome.OPEN


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the sheet: its title, its share of the width, a card whose mark stands over it."""

    title: str
    share: float
    card: str = ""
    best: bool = False  # what is read first: black, on a plate


@dataclass(frozen=True, slots=True)
class _Entry:
    points: int | None
    counted: str = ""


_SHADE: Colour = (233, 222, 198)  # the head of the paper, and a plate on it
_RULE: Colour = (216, 203, 175)


def _draw_paper(
    canvas: Canvas, columns: list[_Column], lines: list[tuple[str, list[_Entry]]], box: Box, best: set[int]
) -> None:
    """The pad: a head with marks, a line a player with sign and name, numbers and how they came about."""
    box = box.cut_top(min(box.h, (len(lines) + 1) * canvas.px(72)))[0]  # as high as the lines need
    canvas.panel(box, Hue.PAPER, radius=14)
    rows = box.rows((0.9, *(1.0 for _ in lines)))
    canvas.head(Box(box.x, box.y, box.w, rows[0].h), _SHADE, canvas.px(14))
    shares = [2.3, *(column.share for column in columns)]
    for column, spot in zip(columns, rows[0].columns(shares)[1:], strict=True):
        _draw_column_head(canvas, column, spot)
    for index, ((name, entries), row) in enumerate(zip(lines, rows[1:], strict=True)):
        canvas.rule((row.x, row.y), (row.right - 1, row.y), _RULE, 1)
        cells = row.columns(shares)
        _draw_name(canvas, index, name, index in best, cells[0])
        for column, entry, cell in zip(columns, entries, cells[1:], strict=True):
            _draw_entry(canvas, column, entry, cell, index in best)


def _draw_column_head(canvas: Canvas, column: _Column, box: Box) -> None:
    box = box.inset(canvas.px(2), canvas.px(2))
    if column.card and box.h >= 2 * canvas.least_line:
        look = find_face(column.card)
        upper, box = box.rows((1, 1))
        disc = upper.square(canvas.px(24))
        canvas.panel(disc, parse_colour(look.edge or look.colour), radius=disc.w)
        canvas.icon(disc.inset(disc.w // 5), look.mark, Hue.PAPER)
    canvas.text(box, column.title, Size.SMALL, colour=Hue.INK, align=0.5, lines=2, shorten=True)


def _draw_name(canvas: Canvas, index: int, name: str, best: bool, box: Box) -> None:
    box = box.inset(canvas.px(Space.SMALL), 1)
    side = min(canvas.px(26), box.h)
    face, box = box.cut_left(side, canvas.px(6))
    draw_token(canvas, index, face)
    if best:
        mark, box = box.cut_right(canvas.px(20), canvas.px(2))
        canvas.icon(mark, "crown", (150, 100, 12))
    canvas.text(box, name, Size.BODY, colour=Hue.INK, lines=2, shorten=True)


def _draw_entry(canvas: Canvas, column: _Column, entry: _Entry, box: Box, best: bool) -> None:
    """A number, counted up while the sheet arrives; below it in small type how it was counted."""
    if column.best:
        plate = box.middle(min(box.w - canvas.px(4), canvas.px(64)), min(box.h - canvas.px(4), canvas.px(48)))
        canvas.panel(plate, Hue.AMBER if best else _SHADE, radius=8)
    points = entry.points
    if points is not None:
        points = round(points * canvas.motion.part(Moving.POINTS))
    number, words = box.inset(canvas.px(2), canvas.px(3)), None
    if entry.counted and number.h >= canvas.line(Size.TINY) + canvas.least_line:
        words, number = number.cut_bottom(canvas.line(Size.TINY))
    size, weight = (Size.TITLE, Weight.BLACK) if column.best else (26, Weight.BOLD)
    text, ink = "–" if points is None else str(points), Hue.INK if points else Hue.SOFT
    canvas.text(number, text, size, weight=weight, colour=ink, align=0.5)
    if words is not None:
        canvas.note(words, entry.counted, Size.TINY, colour=Hue.SOFT, align=0.5)


def draw_totals(canvas: Canvas, view: View, sheet: ScoreSheet, box: Box) -> None:
    """The pad's last column: every round and the sum."""
    columns = [_Column(str(number), 1.0) for number, _ in enumerate(sheet.rounds, 1)]
    columns.append(_Column(view.say("scores.total"), 1.5, best=True))
    lines = [(line.name, [*map(_Entry, _padded(line, sheet)), _Entry(line.total)]) for line in sheet.lines]
    top = max(line.total for line in sheet.lines)
    leading = {index for index, line in enumerate(sheet.lines) if line.total == top and line.sums}
    _draw_paper(canvas, columns, lines, box, leading)


def _padded(line: ScoreLine, sheet: ScoreSheet) -> tuple[int | None, ...]:
    """The sums of all rounds, None for those to come."""
    return (*line.sums, *(None for _ in sheet.rounds))[: len(sheet.rounds)]


def _draw_round(canvas: Canvas, view: View, sheet: ScoreSheet, number: int, box: Box) -> None:
    marks = sheet.marks or ("",) * len(sheet.parts)
    columns = [
        _Column(part, 0.9 + 0.05 * len(part), card) for part, card in zip(sheet.parts, marks, strict=True)
    ]
    columns += [_Column(view.say("scores.sum"), 1.0, best=True), _Column(view.say("scores.total"), 1.0)]
    lines, sums = [], [_padded(line, sheet)[number] for line in sheet.lines]
    for line, points in zip(sheet.lines, sums, strict=True):
        nothing = (None,) * len(sheet.parts)
        parts = line.rounds[number] if number < len(line.rounds) else nothing
        said = line.counted[number] if number < len(line.counted) else ("",) * len(sheet.parts)
        total = None if points is None else sum(line.sums[: number + 1])
        entries = [*map(_Entry, parts, said), _Entry(points), _Entry(total)]
        lines.append((line.name, entries))
    top = max((points for points in sums if points is not None), default=None)
    best = {index for index, points in enumerate(sums) if points is not None and points == top}
    _draw_paper(canvas, columns, lines, box, best)


def draw_chart(canvas: Canvas, sheet: ScoreSheet, box: Box) -> None:
    """A bar a player: the rounds one behind the other, each with its number."""
    canvas.panel(box, Hue.SLATE, edge=Hue.STEEL, radius=10)
    inner = box.inset(canvas.px(Space.BODY), canvas.px(Space.SMALL))
    lines = sheet.lines
    most = max(1, *(sum(max(0, each) for each in line.sums) for line in lines))
    rows = inner.rows(len(lines), canvas.px(Space.TIGHT))
    for index, (line, row) in enumerate(zip(lines, rows, strict=True)):
        name, bars = row.rows((4, 5))
        words, total = name.columns((4, 1), canvas.px(4))
        face, words = words.cut_square(canvas.px(20), canvas.px(6))
        draw_token(canvas, index, face)
        canvas.text(words, line.name, Size.SMALL, shorten=True)
        canvas.text(total, str(line.total), Size.SMALL, weight=Weight.BLACK, align=1.0, colour=Hue.AMBER)
        _draw_bars(canvas, line.sums, most, bars)


def _draw_bars(canvas: Canvas, sums: tuple[int, ...], most: int, box: Box) -> None:
    """The rounds of one player; one below zero is told by its number alone."""
    x = box.x
    canvas.fill(Box(box.x, box.y, box.w, max(2, box.h - canvas.px(4))), Hue.STEEL)
    for index, points in enumerate(sums):
        wide = round(box.w * max(0, points) / most)
        if wide <= 0:
            continue
        bar = Box(x, box.y, min(wide, box.right - x), max(2, box.h - canvas.px(4)))
        colour, ink = _ROUNDS[index % len(_ROUNDS)]
        canvas.fill(bar, colour)
        canvas.fill(Box(bar.right - 1, bar.y, 1, bar.h), Hue.INK)
        if bar.w > canvas.px(30):
            canvas.text(bar.inset(2, 0), str(points), Size.TINY, colour=ink, align=0.5)
        x = bar.right
