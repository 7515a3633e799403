"""Figures over past games: facts about many games come in, rates, times and bests go out."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeVar

from companion.locale import Locale
from companion.record.page import Bar, draw_bars, make_sheet, make_tile, titled, wrap
from companion.record.summary import (
    GameSummary,
    Sheet,
    say_day,
    say_length,
    say_module,
    say_pace,
    say_rule,
)

_T = TypeVar("_T")
_MOST_RULES = 12
_TRACK = 24  # characters of a full bar in a terminal


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something was won: a name, games that ended, and those won."""

    name: str
    played: int
    won: int

    @property
    def share(self) -> float:
        return self.won / self.played if self.played else 0.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a player's turns in a game are: the number of turns with known times, and their seconds."""

    player: str
    game: str
    turns: int
    seconds: float

    @property
    def average(self) -> float:
        return self.seconds / self.turns if self.turns else 0.0


@dataclass(frozen=True, slots=True)
class Best:
    """A climber's best game and best day, each with when it was."""

    player: str
    total: int
    total_when: float | None
    day: int
    day_when: float | None


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that `companion games stats` shows."""

    games: int
    open_games: int
    illegal: int
    played_seconds: float
    by_game: tuple[Rate, ...]
    by_player: tuple[Rate, ...]
    by_count: tuple[Rate, ...]
    by_module: tuple[Rate, ...]
    pace: tuple[Pace, ...]
    broken: tuple[tuple[str, str, int], ...]  # game, code, how often
    bests: tuple[Best, ...]


def compute_figures(games: Iterable[GameSummary]) -> Figures:
    """The figures of these games; open ones count for times and rules, not for rates."""
    every = list(games)
    ended = [each for each in every if each.outcome != "open"]
    return Figures(
        games=len(every),
        open_games=len(every) - len(ended),
        illegal=sum(each.illegal for each in every),
        played_seconds=sum(each.played_seconds or 0 for each in every),
        by_game=_rates(ended, lambda each: [each.game], _shared_win),
        by_player=_rates(ended, lambda each: each.players, lambda each, name: name in each.winners),
        by_count=_rates(shared(ended), lambda each: [str(len(each.players))], _shared_win),
        by_module=_rates(shared(ended), _module_names, _shared_win),
        pace=_compute_pace(every),
        broken=_count_broken(every),
        bests=_find_bests(every),
    )


def shared(games: Iterable[GameSummary]) -> list[GameSummary]:
    """The games that everybody wins or loses together."""
    return [each for each in games if each.outcome in ("won", "lost")]


def _shared_win(game: GameSummary, name: str) -> bool:
    return game.outcome == "won" or not set(game.winners).isdisjoint(game.players)


def _module_names(game: GameSummary) -> list[str]:
    names = [*game.modules, *([game.variant] if game.variant not in ("", "standard") else [])]
    return [f"{game.game}.{name}" for name in names or [""]]


def _rates(
    games: Iterable[GameSummary],
    names: Callable[[GameSummary], list[str]],
    wins: Callable[[GameSummary, str], bool],
) -> tuple[Rate, ...]:
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in games:
        for name in names(game):
            played[name] += 1
            won[name] += wins(game, name)
    ordered = sorted(played.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Rate(name, count, won[name]) for name, count in ordered)


def _of_people(game: GameSummary, table: Mapping[str, _T]) -> list[tuple[str, _T]]:
    return [(name, value) for name, value in table.items() if name in game.players]


def _compute_pace(games: Iterable[GameSummary]) -> tuple[Pace, ...]:
    sums: dict[tuple[str, str], tuple[float, float]] = {}
    for game in games:
        for player, (turns, seconds) in _of_people(game, game.turns):
            before = sums.get((player, game.game), (0, 0))
            sums[player, game.game] = (before[0] + turns, before[1] + seconds)
    paces = [Pace(*key, int(turns), seconds) for key, (turns, seconds) in sums.items() if turns]
    return tuple(sorted(paces, key=lambda pace: (-pace.average, pace.player)))


def _count_broken(games: Iterable[GameSummary]) -> tuple[tuple[str, str, int], ...]:
    counts: Counter[tuple[str, str]] = Counter()
    for game in games:
        for code, times in game.broken.items():
            counts[game.game, code] += times
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple((game, code, times) for (game, code), times in ordered)


def _find_bests(games: Iterable[GameSummary]) -> tuple[Best, ...]:
    bests: dict[str, Best] = {}
    for game in games:
        if game.outcome != "done" or not game.best_days:
            continue
        for player, total in _of_people(game, game.totals):
            here = Best(player, total, game.began, game.best_days[player], game.began)
            both = (bests.get(player, here), here)
            most, day = max(both, key=lambda best: best.total), max(both, key=lambda best: best.day)
            bests[player] = Best(player, most.total, most.total_when, day.day, day.day_when)
    return tuple(sorted(bests.values(), key=lambda best: (-best.total, best.player)))


@dataclass(frozen=True, slots=True)
class _Chart:
    """Named bars under a title; `most` is the value of a full one."""

    title: str
    bars: tuple[Bar, ...]
    most: float | None = None


def _make_charts(figures: Figures, locale: Locale) -> list[_Chart]:
    broken = (
        Bar(say_rule(locale, game, code), times, str(times))
        for game, code, times in figures.broken[:_MOST_RULES]
    )
    charts = [
        _chart_rates(locale, "by-game", figures.by_game, lambda name: locale.say(f"past.short.{name}")),
        _chart_rates(locale, "by-player", figures.by_player, str),
        _chart_rates(locale, "by-count", figures.by_count, lambda name: _say_players(locale, int(name))),
        _chart_rates(locale, "by-module", figures.by_module, lambda name: say_module(locale, name)),
        _Chart(locale.say("past.chart.pace"), tuple(_pace_bars(figures, locale))),
        _Chart(locale.say("past.chart.broken"), tuple(broken)),
    ]
    return [chart for chart in charts if chart.bars]


def _chart_rates(locale: Locale, key: str, rates: Iterable[Rate], label: Callable[[str], str]) -> _Chart:
    bars = []
    for rate in rates:
        share = {"won": rate.won, "played": rate.played, "percent": round(100 * rate.share)}
        bars.append(Bar(label(rate.name), rate.share, locale.say("past.share", **share)))
    return _Chart(locale.say(f"past.chart.{key}"), tuple(bars), most=1)


def _say_players(locale: Locale, count: int) -> str:
    return locale.say("past.players.one") if count == 1 else locale.say("past.players.many", count=count)


def _pace_bars(figures: Figures, locale: Locale) -> Iterable[Bar]:
    several = len({pace.game for pace in figures.pace}) > 1
    for pace in figures.pace:
        game = f" · {locale.say(f'past.short.{pace.game}')}" if several else ""
        yield Bar(pace.player + game, pace.average, say_pace(locale, pace.average))


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
        *(_make_figure(chart) for chart in _make_charts(figures, locale)),
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
    for chart in _make_charts(figures, locale):
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
