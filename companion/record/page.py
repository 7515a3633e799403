"""The page of a past game: a history comes in, one HTML file with charts that needs nothing else goes out."""

import base64
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate

from assets import asset
from companion.games.table import Board
from companion.games.values import CardCount
from companion.games.view import Cell, Face, TableView
from companion.locale import Locale
from companion.record.history import GameHistory, JudgedEvent, find_picture
from companion.record.summary import (
    GameSummary,
    Sheet,
    make_sheets,
    say_length,
    say_module,
    say_pace,
    say_result,
    say_rule,
    say_when,
)

MOST_PICTURE_BYTES = 20_000_000
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_NO_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) != "\n"}
_KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}


def make_page(history: GameHistory, locale: Locale) -> str:
    """The whole page."""
    facts = GameSummary.of(history)
    body = [
        _make_head(history, facts, locale),
        _make_tiles(facts, history, locale),
        *(make_sheet(sheet) for sheet in make_sheets(history, locale)[:1]),
        _make_table_section(history, locale),
        *(make_sheet(sheet) for sheet in make_sheets(history, locale)[1:]),
        _make_charts(history, facts, locale),
        _make_course(history, locale),
    ]
    return wrap(locale, f"{locale.say(f'games.{facts.game}')}, {say_when(locale, facts.began)}", body)


def wrap(locale: Locale, title: str, body: Iterable[str]) -> str:
    """A document with its style inside."""
    style = asset("pages/page.css").read_text(encoding="utf-8")
    page = (
        f'<!DOCTYPE html>\n<html lang="{locale.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in body if part)
        + f"\n</main>\n<footer>{escape(locale.say('past.made-by'))}</footer>\n</body>\n</html>\n"
    )
    return page.translate(_NO_CONTROLS)


def _make_head(history: GameHistory, facts: GameSummary, locale: Locale) -> str:
    modules = [say_module(locale, f"{facts.game}.{name}") for name in [*facts.modules, facts.variant] if name]
    extra = f'<p class="modules">{escape(" · ".join(modules))}</p>' if modules else ""
    line = f"{say_when(locale, facts.began)} · {locale.listed(facts.players)}"
    return (
        f'<header class="{facts.outcome}"><h1>{escape(locale.say(f"games.{facts.game}"))}</h1>'
        f"<p>{escape(line)}</p>{extra}"
        f'<p class="result">{escape(say_result(locale, facts))}</p>{_make_warning(history, locale)}</header>'
    )


def _make_warning(history: GameHistory, locale: Locale) -> str:
    if history.fault is None:
        return ""
    sentence = locale.say(
        "past.damaged", line=history.fault.facts["line"], reason=locale.bad_record(history.fault)
    )
    return f'<p class="warning">{escape(sentence)}</p>'


def _make_tiles(facts: GameSummary, history: GameHistory, locale: Locale) -> str:
    """The few figures that people ask for first."""
    turns = [step for step in history.events if step.is_turn]
    discards = sum(step.verdict.discards for step in turns)
    tiles = [
        ("length", say_length(locale, facts.played_seconds)),
        ("turns", str(len(turns))),
        ("illegal", str(facts.illegal)),
        ("undone", str(sum(step.verdict.legal and step.event.do == "undo" for step in history.events))),
    ]
    if discards:
        tiles.insert(2, ("discards", str(discards)))
    return f'<section class="tiles">{"".join(make_tile(locale, *tile) for tile in tiles)}</section>'


def make_tile(locale: Locale, key: str, text: str) -> str:
    """One figure with its name."""
    return f"<div><strong>{escape(text)}</strong><span>{escape(locale.say(f'past.tile.{key}'))}</span></div>"


def make_sheet(sheet: Sheet) -> str:
    """A table with its title."""
    head = "".join(f"<th>{escape(name)}</th>" for name in sheet.columns)
    rows = ""
    for index, (first, *rest) in enumerate(sheet.rows):
        inside = f"<th>{escape(first)}</th>" + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        rows += f'<tr class="strong">{inside}</tr>' if index in sheet.strong else f"<tr>{inside}</tr>"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<section class="sheet"><h2>{escape(sheet.title)}</h2><div class="wide">{table}</div></section>'


def _make_table_section(history: GameHistory, locale: Locale) -> str:
    """The picture of the final table where one was kept, else a drawing of it."""
    title = locale.say("past.final-table")
    picture, table = find_picture(history.path), history.view(locale)
    if picture is not None and picture.stat().st_size <= MOST_PICTURE_BYTES:
        data = base64.b64encode(picture.read_bytes()).decode()
        inside = f'<img alt="{escape(title)}" src="data:{_KINDS[picture.suffix]};base64,{data}">'
    elif table.scores is not None:
        return ""  # the score sheet above says it all
    elif table.board is not None:
        inside = draw_table(table, history.match.game.art.face, title)
    else:
        lines = history.match.game.drawing(history.match.state, locale.say)
        inside = f"<pre>{escape(chr(10).join(lines))}</pre>" if lines else ""
    return f'<section class="final"><h2>{escape(title)}</h2>{inside}</section>' if inside else ""


def _make_charts(history: GameHistory, facts: GameSummary, locale: Locale) -> str:
    charts = [
        _make_cards_chart(history, locale),
        _make_totals_chart(history, locale),
        _make_pace_chart(facts, locale),
        _make_broken_chart(facts, locale),
    ]
    return "".join(f'<section class="figure">{chart}</section>' for chart in charts if chart)


def titled(title: str, drawing: str) -> str:
    """A chart below its title."""
    return f"<h2>{escape(title)}</h2>{drawing}"


def _make_cards_chart(history: GameHistory, locale: Locale) -> str:
    """How many cards each player still has, hand and pile, after each event."""
    if not history.match.standing.hands or not history.events:
        return ""
    points: dict[str, list[tuple[float, float]]] = {player: [] for player in history.match.players}
    for number, step in enumerate(history.events, start=1):
        standing = step.match.standing
        for player, cards in standing.hands.items():
            points[player].append((number, cards + standing.piles.get(player, 0)))
    title = locale.say("past.chart.cards")
    series = [Series(player, line) for player, line in points.items() if line]
    drawing = draw_lines(
        title, series, locale.say("past.chart.events"), locale.say("past.chart.hand-and-pile")
    )
    return titled(title, drawing) if series else ""


def _make_totals_chart(history: GameHistory, locale: Locale) -> str:
    rounds = history.match.standing.rounds
    if not any(rounds.values()):
        return ""
    series = [Series(name, list(enumerate(accumulate(points, initial=0)))) for name, points in rounds.items()]
    title = locale.say("past.chart.totals")
    return titled(
        title, draw_lines(title, series, locale.say("past.chart.days"), locale.say("past.chart.points"))
    )


def _make_pace_chart(facts: GameSummary, locale: Locale) -> str:
    title = locale.say("past.chart.pace")
    bars = [
        Bar(player, seconds / turns, say_pace(locale, seconds / turns))
        for player, (turns, seconds) in facts.turns.items()
        if turns and player in facts.players
    ]
    return titled(title, draw_bars(title, bars)) if bars else ""


def _make_broken_chart(facts: GameSummary, locale: Locale) -> str:
    title = locale.say("past.chart.broken")
    ordered = sorted(facts.broken.items(), key=lambda pair: -pair[1])
    bars = [Bar(say_rule(locale, facts.game, code), times, str(times)) for code, times in ordered]
    return titled(title, draw_bars(title, bars)) if bars else ""


def _make_course(history: GameHistory, locale: Locale) -> str:
    names = [locale.say(f"past.course.{key}") for key in ("line", "time", "what", "ruling")]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = "".join(_make_step(history, step, locale) for step in history.events)
    title = escape(locale.say("past.course.title"))
    return (
        f'<section class="course"><h2>{title}</h2><div class="wide">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )


def _make_step(history: GameHistory, step: JudgedEvent, locale: Locale) -> str:
    """One event: when, who did what, legal or why not, and what it cost."""
    verdict, game = step.verdict, history.match.game.name
    when = "" if step.when is None else say_when(locale, step.when).rpartition(" ")[2]
    what = locale.does(game, step.event, verdict.player)
    ruling = "✓ " + locale.say("judge.legal") if verdict.legal else "✗ " + locale.why(game, verdict.breaks)
    if verdict.legal and verdict.discards:
        owed = CardCount(verdict.discards)
        ruling += " · " + locale.say("judge.owes", player=verdict.player, discards=owed)
    cells = [escape(cell) for cell in (str(step.line), when, what[:1].upper() + what[1:], ruling)]
    cells[-1] += "".join(
        f"<small>{escape(locale.why(game, (each,)))}</small>"
        for each in (*verdict.warnings, *verdict.remarks)
    )
    kind = ("undone" if step.undone else "legal") if verdict.legal else "illegal"
    return f'<tr class="{kind}">' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


CELL = 64.0
_SIGNS = {"sun": "☀", "moon": "☾"}  # icons of cells as letters


def draw_table(table: TableView, face: Callable[[str], Face], title: str) -> str:
    """The table with every place of its board, empty ones too; nothing where cards lie anyhow."""
    board = table.board
    if board is None:
        return ""
    left, bottom, right, top = board.box
    tiles = []
    for place in board.places:
        x, y = (place.x - left) * CELL, (top - place.y) * CELL
        cell = table.cell(place.name) or Cell(place.name)
        if place.row or cell.card:
            tiles.append(_draw_tile(board, cell, face, x, y))
    return frame((top - bottom) * CELL, title, tiles, "table", (right - left) * CELL)


def _draw_tile(board: Board, cell: Cell, face: Callable[[str], Face], x: float, y: float) -> str:
    on_corner = board.turn_degrees % 90 != 0
    half = CELL * 0.34 if on_corner else CELL * 0.44
    turn = {"transform": f"rotate({board.turn_degrees:g} {x:.1f} {y:.1f})"} if on_corner else {}
    box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 7}
    if not cell.card:
        return tag("rect", class_="tile empty", **box, **turn)
    look = face(cell.card)
    square = tag("rect", class_="tile", fill=look.colour, **box, **turn)
    words = (look.number or look.sign) + _SIGNS.get(cell.sign, "")
    return square + write(words, x, y + 7, "sign", "middle", fill=look.ink)


_WIDTH = 640
_LINE_HEIGHT = 240
_BAR = 30
_LABEL = 220
_VALUE = 150
_MARGIN = 44
_DASHES = ("", "7 4", "2 4", "10 3 2 3", "4 2", "1 3")  # colours never carry meaning alone


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, how long it is, and what is written behind it."""

    label: str
    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its name and its points from left to right."""

    name: str
    points: Sequence[tuple[float, float]]


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def tag(name: str, inside: str = "", /, **attributes: object) -> str:
    """One element of a drawing; `class_` is written "class" and `text_anchor` "text-anchor"."""
    words = name
    for key, value in attributes.items():
        shown = _number(value) if isinstance(value, int | float) else value
        words += f' {key.rstrip("_").replace("_", "-")}="{shown}"'
    return f"<{words}>{inside}</{name}>" if inside else f"<{words}/>"


def write(text: str, x: float, y: float, kind: str = "label", anchor: str = "start", **more: object) -> str:
    """A line of text in a drawing."""
    return tag("text", escape(text), class_=kind, x=x, y=y, text_anchor=anchor, **more)


def frame(
    height: float, title: str, inside: Sequence[str], kind: str = "chart", width: float = _WIDTH
) -> str:
    """A drawing that grows with its page and has a name for those who cannot see it."""
    content = tag("title", escape(title)) + "".join(inside)
    return tag("svg", content, class_=kind, viewBox=f"0 0 {_number(width)} {_number(height)}", role="img")


def draw_bars(title: str, bars: Sequence[Bar], most: float | None = None) -> str:
    """Horizontal bars one below the other; `most` is the value of a full one."""
    full = most if most is not None else max((bar.value for bar in bars), default=1)
    room = _WIDTH - _LABEL - _VALUE
    parts = []
    for row, bar in enumerate(bars):
        length = room * min(1.0, bar.value / full) if full else 0
        middle = (row + 0.5) * _BAR + 5
        shape = {"x": _LABEL, "y": row * _BAR + 7, "height": _BAR - 14, "rx": 4}
        parts += [
            write(_shorten(bar.label), _LABEL - 12, middle, anchor="end"),
            tag("rect", class_="track", width=room, **shape),
            tag("rect", class_="bar", width=length, **shape),
            write(bar.text, _LABEL + room + 12, middle, "value"),
        ]
    return frame(max(1, len(bars)) * _BAR, title, parts)


def _shorten(label: str, most: int = 29) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"


def draw_lines(title: str, series: Sequence[Series], x_name: str, y_name: str) -> str:
    """Lines over a common grid that begins at zero, each named in the legend below."""
    points = [point for each in series for point in each.points]
    wide = max((x for x, _ in points), default=1) or 1
    heights = levels(min([0.0, *(y for _, y in points)]), max([1.0, *(y for _, y in points)]))
    low, high = heights[0], heights[-1]

    def place(x: float, y: float) -> tuple[float, float]:
        across = _MARGIN + x / wide * (_WIDTH - 2 * _MARGIN)
        return across, _LINE_HEIGHT - _MARGIN + 8 - (y - low) / (high - low) * (_LINE_HEIGHT - _MARGIN - 16)

    grid = [_draw_level(level, place(0, level)[1]) for level in heights]
    names = write(x_name, _WIDTH - _MARGIN, _LINE_HEIGHT - 8, "axis", "end")
    names += write(y_name, _MARGIN, _LINE_HEIGHT - 8, "axis")
    lines = [
        _draw_line(index, each, [place(*point) for point in each.points]) for index, each in enumerate(series)
    ]
    legend = [_draw_legend(index, each.name) for index, each in enumerate(series)]
    rows = (len(series) + 2) // 3
    return frame(_LINE_HEIGHT + 24 * rows, title, [*grid, names, *lines, *legend])


def _draw_level(level: float, height: float) -> str:
    line = tag("line", class_="grid", x1=_MARGIN, x2=_WIDTH - _MARGIN, y1=height, y2=height)
    return line + write(f"{level:g}", _MARGIN - 8, height + 4, "axis", "end")


def _draw_line(index: int, series: Series, points: Sequence[tuple[float, float]]) -> str:
    text = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
    name = tag("title", escape(series.name))
    line = tag(
        "polyline", name, class_=f"line s{index % 6}", stroke_dasharray=_DASHES[index % 6], points=text
    )
    return line + "".join(tag("circle", class_=f"dot s{index % 6}", cx=x, cy=y, r=4) for x, y in points[-1:])


def _draw_legend(index: int, name: str) -> str:
    left = _MARGIN + index % 3 * (_WIDTH - 2 * _MARGIN) / 3
    height = _LINE_HEIGHT + 14 + index // 3 * 24
    look = {"class_": f"line s{index % 6}", "stroke_dasharray": _DASHES[index % 6]}
    line = tag("line", x1=left, x2=left + 34, y1=height - 5, y2=height - 5, **look)
    return line + write(_shorten(name, 20), left + 42, height)


def levels(low: float, high: float) -> list[float]:
    """Where the grid's lines lie: from at or below the low end to at or above the high one."""
    steps = (factor * 10.0**power for power in itertools.count() for factor in (1, 2, 5))
    step = next(step for step in steps if high - low <= 5 * step)
    return [step * count for count in range(math.floor(low / step), math.ceil(high / step) + 1)]
