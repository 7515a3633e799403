"""Figures over past games: facts about many games come in, rates, times and bests go out."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.record.past.summary import GameSummary

T = TypeVar("T")


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
        by_game=rates(ended, lambda each: [each.game], _shared_win),
        by_player=rates(ended, lambda each: each.players, lambda each, name: name in each.winners),
        by_count=rates(shared(ended), lambda each: [str(len(each.players))], _shared_win),
        by_module=rates(shared(ended), _module_names, _shared_win),
        pace=_compute_pace(every),
        broken=count_broken(every),
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


def rates(
    games: Iterable[GameSummary],
    names: Callable[[GameSummary], list[str]],
    wins: Callable[[GameSummary, str], bool],
) -> tuple[Rate, ...]:
    """Games and wins of each name, the most played first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in games:
        for name in names(game):
            played[name] += 1
            won[name] += wins(game, name)
    ordered = sorted(played.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Rate(name, count, won[name]) for name, count in ordered)


def _of_people(game: GameSummary, table: Mapping[str, T]) -> list[tuple[str, T]]:
    return [(name, value) for name, value in table.items() if name in game.players]


def _compute_pace(games: Iterable[GameSummary]) -> tuple[Pace, ...]:
    sums: dict[tuple[str, str], tuple[float, float]] = {}
    for game in games:
        for player, (turns, seconds) in _of_people(game, game.turns):
            before = sums.get((player, game.game), (0, 0))
            sums[player, game.game] = (before[0] + turns, before[1] + seconds)
    paces = [Pace(*key, int(turns), seconds) for key, (turns, seconds) in sums.items() if turns]
    return tuple(sorted(paces, key=lambda pace: (-pace.average, pace.player)))


def count_broken(games: Iterable[GameSummary]) -> tuple[tuple[str, str, int], ...]:
    """The broken rules of every game, the most broken first."""
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
            bests[player] = better(bests.get(player, here), here)
    return tuple(sorted(bests.values(), key=lambda best: (-best.total, best.player)))


def better(one: Best, other: Best) -> Best:
    """The best total and the best day of two."""
    total, day = max(one, other, key=lambda best: best.total), max(one, other, key=lambda best: best.day)
    return Best(one.player, total.total, total.total_when, day.day, day.day_when)
