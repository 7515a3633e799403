"""Past games on the device: the list, and one of them opened with its course and its final table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import intents
from companion.app.game_view import view_history
from companion.games.table import NOTHING_SEEN
from companion.games.values import BadRecord
from companion.locale import Locale
from companion.record.history import read_history
from companion.record.past.index import Index
from companion.record.past.summary import GameSummary, say_length, say_result, say_when
from companion.screens.view import OpenedGame, PastGame

_MOST_GAMES = 200


class PastGames:
    """Reads the folder when the list is wanted; one bad record never hides the others."""

    def __init__(self, folder: Path) -> None:
        self.index = Index(folder)
        self._listed: tuple[str, tuple[PastGame, ...]] | None = None
        self._opened: tuple[tuple[str, str], OpenedGame] | None = None
        self._wanted = ""

    @property
    def handlers(self) -> dict[type[intents.Intent], Callable[[Any, float], object]]:
        """What the list receives."""
        return {intents.OpenPastGame: self._open}

    def forget(self) -> None:
        """A game was played: the list is read anew when it is wanted next."""
        self._listed, self._wanted = None, ""

    def games(self, locale: Locale) -> tuple[PastGame, ...]:
        """Every game that ended, the latest first."""
        if self._listed is None or self._listed[0] != locale.language:
            ended = [each for each in self.index.games() if each.outcome != "open"]
            self._listed = locale.language, tuple(_view_game(each, locale) for each in ended[:_MOST_GAMES])
        return self._listed[1]

    def opened(self, locale: Locale) -> OpenedGame | None:
        """The game that is looked at, if any."""
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
        lines = view_history(history.match, list(history.events), locale)
        return OpenedGame(history.match, game.view(state, NOTHING_SEEN, locale), lines)


def _view_game(facts: GameSummary, locale: Locale) -> PastGame:
    title, when, result = (
        locale.say(f"games.{facts.game}"),
        say_when(locale, facts.began),
        say_result(locale, facts),
    )
    players = ", ".join(facts.players)
    points = ", ".join(f"{name} {points}" for name, points in facts.totals.items())
    length = say_length(locale, facts.played_seconds)
    told = "\n".join(filter(None, (title, when, players, result, points, length)))
    return PastGame(facts.name, facts.game, title, f"{when} · {players}", result, told)
