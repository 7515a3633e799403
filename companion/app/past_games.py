"""Past games on the device: the list, and one of them opened with its course and its final table."""

from itertools import pairwise
from pathlib import Path

from companion import intents
from companion.app.game_view import view_figures, view_history
from companion.games.table import NOTHING_SEEN, Lying, Seen
from companion.games.values import BadRecord, Outcome
from companion.games.view import TableView
from companion.locale import Locale
from companion.record.figures import compute_figures, shared
from companion.record.history import read_history
from companion.record.index import Index
from companion.record.summary import GameSummary, say_day, say_length, say_result, say_when
from companion.screens.view import Figure, OpenedGame, PastGame

_MOST_GAMES = 200
_SIGNS = {"won": "yes", "lost": "moon"}  # of a game that people play together
_MOST_TABLES = 12  # of the latest games; older ones show their game's poster


class PastGames:
    """Reads the folder when the list is wanted; one bad record never hides the others."""

    def __init__(self, folder: Path) -> None:
        self.index = Index(folder)
        self._listed: tuple[str, tuple[PastGame, ...], tuple[Figure, ...]] | None = None
        self._opened: tuple[tuple[str, str], OpenedGame] | None = None
        self._wanted = ""
        self._tables: dict[tuple[str, int, str], TableView | None] = {}

    @property
    def handlers(self) -> intents.Handlers:
        return {intents.OpenPastGame: self._open}

    def forget(self) -> None:
        """A game was played: the list is read anew when it is wanted next."""
        self._listed, self._wanted = None, ""

    def games(self, locale: Locale) -> tuple[PastGame, ...]:
        """Every game that ended, the latest first."""
        return self._list(locale)[1]

    def bests(self, locale: Locale) -> tuple[Figure, ...]:
        return self._list(locale)[2]

    def _list(self, locale: Locale) -> tuple[str, tuple[PastGame, ...], tuple[Figure, ...]]:
        if self._listed is None or self._listed[0] != locale.language:
            ended = [each for each in self.index.games() if each.outcome != "open"]
            games = tuple(
                _view_game(each, ended, locale, self.table(each, locale) if index < _MOST_TABLES else None)
                for index, each in enumerate(ended[:_MOST_GAMES])
            )
            self._listed = locale.language, games, view_bests(ended, locale)
        return self._listed

    def table(self, facts: GameSummary, locale: Locale) -> TableView | None:
        """A game's table as it lay last; nothing where its record cannot be read."""
        key = (facts.name, facts.events, locale.language)
        if key not in self._tables:
            self._tables[key] = self._read_last(facts.name, locale)
        return self._tables[key]

    def _read_last(self, name: str, locale: Locale) -> TableView | None:
        """The final table, or the last cards that lay anyhow, where nothing lies at the end."""
        try:
            history = read_history(self.index.path_of(name))
        except (BadRecord, OSError):
            return None
        game = history.match.game
        for before, each in reversed(list(pairwise(history.events))):
            cards = each.event.loose_cards if each.is_turn and history.outcome is not Outcome.OPEN else ()
            if cards:
                lying = {str(number): Lying(card) for number, card in enumerate(cards)}
                return game.view(before.match.state, Seen(lying), locale)
        return history.view(locale)

    def opened(self, locale: Locale) -> OpenedGame | None:
        if not self._wanted:
            return None
        key = (self._wanted, locale.language)
        if self._opened is None or self._opened[0] != key:
            self._opened = key, self._read(self._wanted, locale)
        return self._opened[1]

    def _open(self, intent: intents.OpenPastGame, seconds: float) -> None:
        self._wanted = intent.name

    def _read(self, name: str, locale: Locale) -> OpenedGame:
        try:
            history = read_history(self.index.path_of(name))
        except (BadRecord, OSError) as error:
            words = locale.bad_record(error) if isinstance(error, BadRecord) else str(error.strerror)
            return OpenedGame(problem=words)
        game, state = history.match.game, history.match.state
        lines = view_history(history.match, history.events, locale)
        return OpenedGame(history.match, game.view(state, NOTHING_SEEN, locale), lines)


def _view_game(
    facts: GameSummary, ended: list[GameSummary], locale: Locale, table: TableView | None
) -> PastGame:
    title, when, result = (
        locale.say(f"games.{facts.game}"),
        say_when(locale, facts.began),
        say_result(locale, facts),
    )
    players = ", ".join(facts.players)
    points = ", ".join(f"{name} {points}" for name, points in facts.totals.items())
    length = say_length(locale, facts.played_seconds)
    told = "\n".join(filter(None, (title, when, players, result, points, length)))
    return PastGame(
        facts.name,
        facts.game,
        title,
        f"{when} · {players}",
        result,
        told,
        view_figures(facts.events, facts.illegal, facts.played_seconds, locale),
        view_best(facts, [each for each in ended if each.game == facts.game], locale),
        table,
        tuple(facts.players),
        when,
        _SIGNS.get(facts.outcome, "crown"),
    )


def view_best(facts: GameSummary, alike: list[GameSummary], locale: Locale) -> Figure:
    """The fastest win or the most points of all games of a kind; how often it was won where it never was."""
    label = locale.say("screens.end.best")
    timed = [each for each in shared(alike) if each.outcome == "won" and each.played_seconds is not None]
    if timed:
        best = min(timed, key=lambda each: each.played_seconds or 0.0)
        value, players = say_length(locale, best.played_seconds), tuple(best.players)
    elif facts.totals:
        best = max(alike, key=lambda each: max(each.totals.values(), default=-1))
        most = max(best.totals.values())
        value = locale.say("past.best-points", points=most)
        players = tuple(name for name, points in best.totals.items() if points == most)
    else:
        won = sum(each.outcome == "won" for each in alike)
        return Figure(label, locale.say("past.won-of", won=won, played=len(alike)))
    day = say_day(locale, best.began)
    when = locale.say("screens.end.best-now") if best.name == facts.name else day
    return Figure(label, value, f"{when} · {locale.listed(players)}")


def view_bests(ended: list[GameSummary], locale: Locale) -> tuple[Figure, ...]:
    """How often each game was won and how fast, and the most points of each player."""
    figures, say = compute_figures(ended), locale.say
    together = {each.game for each in shared(ended)}
    won = [each for each in shared(ended) if each.outcome == "won" and each.played_seconds is not None]
    games = [
        Figure(
            say(f"games.{rate.name}"),
            say("past.won-of", won=rate.won, played=rate.played),
            _say_fastest([each for each in won if each.game == rate.name], locale),
        )
        for rate in figures.by_game
        if rate.name in together
    ]
    people = [
        Figure(
            best.player,
            say("past.best-points", points=best.total),
            say("past.best-when", day=say_day(locale, best.total_when), points=best.day),
        )
        for best in figures.bests
    ]
    return (*games, *people)


def _say_fastest(won: list[GameSummary], locale: Locale) -> str:
    fastest = min(won, key=lambda each: each.played_seconds or 0.0, default=None)
    if fastest is None:
        return ""
    length, day = say_length(locale, fastest.played_seconds), say_day(locale, fastest.began)
    return locale.say("past.fastest", length=length, day=day, players=tuple(fastest.players))
