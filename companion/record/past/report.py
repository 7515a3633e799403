"""The figures as people read them: figures come in; titled charts, a page, or lines for a terminal go out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from companion.charts import Bar, draw_bars
from companion.locale import Locale
from companion.record.past.figures import Figures, Rate
from companion.record.past.page import make_sheet, make_tile, titled, wrap
from companion.record.past.sheets import Sheet
from companion.record.past.words import say_day, say_length, say_module, say_pace, say_rule

MOST_RULES = 12
TRACK = 24  # characters of a full bar in a terminal


@dataclass(frozen=True, slots=True)
class Chart:
    """Named bars under a title; `most` is the value of a full one."""

    title: str
    bars: tuple[Bar, ...]
    most: float | None = None


def make_charts(figures: Figures, locale: Locale) -> list[Chart]:
    """Every chart that has something to show."""
    charts = [
        chart_rates(locale, "by-game", figures.by_game, lambda name: locale.say(f"past.short.{name}")),
        chart_rates(locale, "by-player", figures.by_player, str),
        chart_rates(locale, "by-count", figures.by_count, lambda name: say_players(locale, int(name))),
        chart_rates(locale, "by-module", figures.by_module, lambda name: say_module(locale, name)),
        Chart(locale.say("past.chart.pace"), tuple(pace_bars(figures, locale))),
        Chart(locale.say("past.chart.broken"), tuple(broken_bars(figures, locale))),
    ]
    return [chart for chart in charts if chart.bars]


def chart_rates(locale: Locale, key: str, rates: Iterable[Rate], label: Callable[[str], str]) -> Chart:
    """How often each was won."""
    bars = tuple(Bar(label(rate.name), rate.share, say_share(locale, rate)) for rate in rates)
    return Chart(locale.say(f"past.chart.{key}"), bars, most=1)


def say_share(locale: Locale, rate: Rate) -> str:
    """`3 of 4, 75 %`."""
    return locale.say("past.share", won=rate.won, played=rate.played, percent=round(100 * rate.share))


def say_players(locale: Locale, count: int) -> str:
    """`1 player`, `3 players`."""
    return locale.say("past.players.one") if count == 1 else locale.say("past.players.many", count=count)


def pace_bars(figures: Figures, locale: Locale) -> Iterable[Bar]:
    """Seconds a turn of every player in every game."""
    several = len({pace.game for pace in figures.pace}) > 1
    for pace in figures.pace:
        game = f" · {locale.say(f'past.short.{pace.game}')}" if several else ""
        yield Bar(pace.player + game, pace.average, say_pace(locale, pace.average))


def broken_bars(figures: Figures, locale: Locale) -> Iterable[Bar]:
    """The rules that are broken most."""
    for game, code, times in figures.broken[:MOST_RULES]:
        yield Bar(say_rule(locale, game, code), times, f"{times}")


def make_bests_sheet(figures: Figures, locale: Locale) -> Sheet | None:
    """Elevation's personal bests."""
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
    sheet = make_bests_sheet(figures, locale)
    body = [
        f"<header><h1>{escape(title)}</h1></header>",
        f'<section class="tiles">{"".join(make_tile(locale, *tile) for tile in tiles)}</section>',
        *(make_figure(chart) for chart in make_charts(figures, locale)),
        make_sheet(sheet) if sheet else "",
    ]
    return wrap(locale, title, body)


def make_figure(chart: Chart) -> str:
    """A chart as a part of the page."""
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
        lines += ["", chart.title, *(write_bar(bar, chart) for bar in chart.bars)]
    sheet = make_bests_sheet(figures, locale)
    if sheet:
        lines += ["", sheet.title, *write_rows([sheet.columns, *sheet.rows])]
    return lines


def write_bar(bar: Bar, chart: Chart) -> str:
    """A bar made of characters."""
    full = chart.most or max(each.value for each in chart.bars) or 1
    wide = max(len(each.label) for each in chart.bars)
    return f"  {bar.label:<{wide}}  {'#' * round(TRACK * bar.value / full):.<{TRACK}}  {bar.text}"


def write_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows whose columns stand below each other."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = (
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
    )
    return [line.rstrip() for line in padded]
