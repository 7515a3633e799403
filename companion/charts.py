"""Charts as SVG text: numbers come in, a drawing for a page goes out; the page colours its classes."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

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
