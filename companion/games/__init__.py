"""The games: a game's name comes in, its rules go out; the one place where games are registered."""

import importlib
from typing import Any

from companion.games.fields import Fields
from companion.games.match import Match
from companion.games.protocol import CardCounts, Game
from companion.games.values import BadRecord

# Each name is also a package here that offers GAME.
NAMES = ("ascent", "tranquility", "elevation")
NEWEST_RECORD = 1
MOST_PLAYERS = {"ascent": 5, "tranquility": 5, "elevation": 6}


def load_game(name: str) -> Game[Any]:
    """The rules of a game, imported when first asked for."""
    if name not in NAMES:
        raise BadRecord("game-unknown", game=name, games=", ".join(NAMES))
    game: Game[Any] = importlib.import_module(f"companion.games.{name}").GAME
    return game


def read_game_name(header: Fields) -> str:
    """The header's common head: the record's version and the game's name."""
    version = header.number("record", 1)
    if version > NEWEST_RECORD:
        raise BadRecord("record-version", version=version, newest=NEWEST_RECORD)
    name = header.text("game")
    if name not in NAMES:
        raise BadRecord("game-unknown", game=name, games=", ".join(NAMES))
    return name


def new_match(name: str, header: Fields, deck: CardCounts) -> Match:
    """A match from the rest of a header; every field must be understood."""
    names = header.each("players", lambda one: one.text("players"))
    check_players(names, MOST_PLAYERS[name])
    header.players = names
    game = load_game(name)
    state = game.new_game(header, deck)
    header.reject_unknown()
    return Match(game, names, state)


def check_players(names: tuple[str, ...], most: int) -> None:
    """One to `most` players with different names, none of them empty."""
    if not 1 <= len(names) <= most:
        raise BadRecord("players-count", count=len(names), most=most)
    if any(not name.strip() for name in names):
        raise BadRecord("players-empty")
    if len(set(names)) != len(names):
        raise BadRecord("players-twice")
