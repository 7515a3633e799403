"""The figures as people read them: figures come in; titled charts, a page, or lines for a terminal go out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from companion.charts import Bar, draw_bars
from companion.locale import Locale
from companion.record.past.figures import Figures, Rate
from companion.record.past.page import make_sheet, make_tile, titled, wrap
from companion.record.past.sheets import Sheet
from companion.record.past.summary import say_day, say_length, say_module, say_pace, say_rule

_MOST_RULES = 12
_TRACK = 24  # characters of a full bar in a terminal


@dataclass(frozen=True, slots=True)
class _Chart:
    """Named bars under a title; `most` is the value of a full one."""

    title: str
    bars: tuple[Bar, ...]
    most: float | None = None


def make_charts(figures: Figures, locale: Locale) -> list[_Chart]:
    """Every chart that has something to show."""
    charts = [
        _chart_rates(locale, "by-game", figures.by_game, lambda name: locale.say(f"past.short.{name}")),
        _chart_rates(locale, "by-player", figures.by_player, str),
        _chart_rates(locale, "by-count", figures.by_count, lambda name: _say_players(locale, int(name))),
        _chart_rates(locale, "by-module", figures.by_module, lambda name: say_module(locale, name)),
        _Chart(locale.say("past.chart.pace"), tuple(_pace_bars(figures, locale))),
        _Chart(locale.say("past.chart.broken"), tuple(_broken_bars(figures, locale))),
    ]
    return [chart for chart in charts if chart.bars]


def _chart_rates(locale: Locale, key: str, rates: Iterable[Rate], label: Callable[[str], str]) -> _Chart:
    bars = tuple(Bar(label(rate.name), rate.share, _say_share(locale, rate)) for rate in rates)
    return _Chart(locale.say(f"past.chart.{key}"), bars, most=1)


def _say_share(locale: Locale, rate: Rate) -> str:
    return locale.say("past.share", won=rate.won, played=rate.played, percent=round(100 * rate.share))


def _say_players(locale: Locale, count: int) -> str:
    return locale.say("past.players.one") if count == 1 else locale.say("past.players.many", count=count)


def _pace_bars(figures: Figures, locale: Locale) -> Iterable[Bar]:
    several = len({pace.game for pace in figures.pace}) > 1
    for pace in figures.pace:
        game = f" · {locale.say(f'past.short.{pace.game}')}" if several else ""
        yield Bar(pace.player + game, pace.average, say_pace(locale, pace.average))


def _broken_bars(figures: Figures, locale: Locale) -> Iterable[Bar]:
    for game, code, times in figures.broken[:_MOST_RULES]:
        yield Bar(say_rule(locale, game, code), times, f"{times}")


def _make_bests_sheet(figures: Figures, locale: Locale) -> Sheet | None:
    if not figures.bests:
        return None
    columns = [locale.say(f"past.best.{key}") for key in ("player", "total", "total-when", "day", "day-when")]
    rows = [
        [
            *(best.player, str(best.total), say_day(locale, best.total_when)),
            *(str(best.day), say_day(locale, best.day_when)),
        ]
        for best in figures.bests
    ]
    return Sheet(locale.say("past.chart.bests"), columns, rows)


def make_stats_page(figures: Figures, locale: Locale) -> str:
    """All figures as one HTML page."""
    title = locale.say("past.table-of-stats")
    tiles = [
        ("games", str(figures.games)),
        ("open", str(figures.open_games)),
        ("length", say_length(locale, figures.played_seconds)),
        ("illegal", str(figures.illegal)),
    ]
    sheet = _make_bests_sheet(figures, locale)
    body = [
        f"<header><h1>{escape(title)}</h1></header>",
        f'<section class="tiles">{"".join(make_tile(locale, *tile) for tile in tiles)}</section>',
        *(_make_figure(chart) for chart in make_charts(figures, locale)),
        make_sheet(sheet) if sheet else "",
    ]
    return wrap(locale, title, body)


def _make_figure(chart: _Chart) -> str:
    drawing = titled(chart.title, draw_bars(chart.title, chart.bars, chart.most))
    return f'<section class="figure">{drawing}</section>'


def write_stats(figures: Figures, locale: Locale) -> list[str]:
    """All figures as lines for a terminal."""
    lines = [
        locale.say(
            "past.total-line",
            games=figures.games,
            open=figures.open_games,
            length=say_length(locale, figures.played_seconds),
            illegal=figures.illegal,
        )
    ]
    for chart in make_charts(figures, locale):
        lines += ["", chart.title, *(_write_bar(bar, chart) for bar in chart.bars)]
    sheet = _make_bests_sheet(figures, locale)
    if sheet:
        lines += ["", sheet.title, *write_rows([sheet.columns, *sheet.rows])]
    return lines


def _write_bar(bar: Bar, chart: _Chart) -> str:
    full = chart.most or max(each.value for each in chart.bars) or 1
    wide = max(len(each.label) for each in chart.bars)
    return f"  {bar.label:<{wide}}  {'#' * round(_TRACK * bar.value / full):.<{_TRACK}}  {bar.text}"


def write_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows whose columns stand below each other."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = (
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
    )
    return [line.rstrip() for line in padded]
