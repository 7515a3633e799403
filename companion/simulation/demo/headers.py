"""Headers for simulated games: a game, players and chance come in, a record's header goes out."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.errors import CompanionError
from companion.games import load_game
from companion.games.game import STANDARD
from companion.games.values import BadRecord
from companion.locale import load_locale
from companion.record.history import open_match
from companion.simulation.dealer import dealer_of

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Fay")


class BadDemo(CompanionError, ValueError):
    """A demonstration that cannot be: the text says why."""


def demo_header(
    game: str, players: int, variant: str = STANDARD, modules: tuple[str, ...] = (), seed: int = 1
) -> dict[str, Any]:
    """The header of a game; what the modules need besides comes by chance; raises BadDemo."""
    _check(game, players, variant, modules)
    header = make_header(game, Random(seed), NAMES[:players], variant, modules)
    try:
        open_match(1, header)
    except BadRecord as error:
        raise BadDemo(load_locale("en").bad_record(error)) from error
    return header


def make_header(
    game: str, rng: Random, players: Sequence[str], variant: str = STANDARD, modules: Sequence[str] = ()
) -> dict[str, Any]:
    """A header for a game by chance, with all that the variant and the modules have to be told."""
    header: dict[str, Any] = {"record": 1, "game": game, "players": list(players)}
    if variant != STANDARD:
        header["variant"] = variant
    if modules:
        header["modules"] = list(modules)
    return header | dealer_of(load_game(game)).random_options(rng, variant, modules)


def _check(game: str, players: int, variant: str, modules: tuple[str, ...]) -> None:
    offered = load_game(game)
    if variant not in offered.boards:
        raise BadDemo(f"{game} has no variant {variant!r}; there are {', '.join(offered.boards)}")
    stranger = next((name for name in modules if name not in offered.modules), None)
    if stranger is not None:
        raise BadDemo(f"{game} has no module {stranger!r}; there are {', '.join(offered.modules) or 'none'}")
    if modules and variant != STANDARD:
        raise BadDemo(f"the variant {variant} is played without modules")
    if not 1 <= players <= offered.most_players:
        raise BadDemo(f"{game} is for 1 to {offered.most_players} players")
