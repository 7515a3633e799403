"""The games: a game's name comes in, its rules go out; the one place where games are registered."""

import importlib
from typing import Any

from companion.games.events import Fields
from companion.games.game import CardCounts, Game, Match
from companion.games.values import BadRecord

# A line a game: its name in records, and the package that offers it as GAME.
GAMES = {
    "ascent": "companion.games.ascent",
    "tranquility": "companion.games.tranquility",
    "elevation": "companion.games.elevation",
}
NEWEST_RECORD = 1


def load_game(name: str) -> Game[Any]:
    """A game, imported when first asked for."""
    if name not in GAMES:
        raise BadRecord("game-unknown", game=name, games=", ".join(GAMES))
    game: Game[Any] = importlib.import_module(GAMES[name]).GAME
    return game


def read_game_name(header: Fields) -> str:
    """The header's common head: the record's version and the game's name."""
    version = header.number("record", 1)
    if version > NEWEST_RECORD:
        raise BadRecord("record-version", version=version, newest=NEWEST_RECORD)
    return load_game(header.text("game")).name


def new_match(name: str, header: Fields, deck: CardCounts) -> Match:
    """A match from the rest of a header; every field must be understood."""
    game = load_game(name)
    header.players = header.each("players", lambda one: one.text("players"))
    _check_players(tuple(header.players), game.most_players)
    state = game.new_game(header, deck)
    header.reject_unknown()
    return Match(game, tuple(header.players), state)


def _check_players(names: tuple[str, ...], most: int) -> None:
    if not 1 <= len(names) <= most:
        raise BadRecord("players-count", count=len(names), most=most)
    if any(not name.strip() for name in names):
        raise BadRecord("players-empty")
    if len(set(names)) != len(names):
        raise BadRecord("players-twice")
