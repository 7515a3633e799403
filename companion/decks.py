"""Deck files: what a game's box holds, how large its cards are and what they show, from assets/decks/."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from assets import asset
from companion.errors import CompanionError
from companion.games import load_game
from companion.games.game import CardCounts


class BadDeck(CompanionError, ValueError):
    """A deck file that cannot be used; the text says which and why."""


_FAMILY = re.compile(r"(.*)\{(.*)\}(.*)")
_SPAN = re.compile(r"(\d+)\.\.(\d+)")


@cache
def load_deck_file(path: Path) -> dict[str, Any]:
    """A deck file's tables."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadDeck(f"the deck file {path} cannot be read: {error}") from error


def load_tables(game: str) -> dict[str, Any]:
    """The tables of a game's deck file."""
    return load_deck_file(asset(f"decks/{load_game(game).name}.toml"))


@cache
def load_deck(game: str) -> CardCounts:
    """How many copies of each card a game is played with."""
    table = load_tables(game).get("cards", {})
    copies = {name: count for family, count in table.items() for name in _expand(family)}
    if not copies or not all(isinstance(count, int) and count >= 0 for count in copies.values()):
        raise BadDeck(f"the deck file of {game} has no table [cards] of whole numbers")
    return copies


def _expand(family: str) -> Iterator[str]:
    match = _FAMILY.fullmatch(family)
    if match is None:
        yield family
        return
    head, inside, tail = match.groups()
    span = _SPAN.fullmatch(inside)
    words = map(str, range(int(span[1]), int(span[2]) + 1)) if span else inside.split(",")
    yield from (f"{head}{word}{tail}" for word in words)
