"""Measure how many questions are asked, evening by evening, with a deck that nobody enrolled.

Each household has one invented deck, which no training ever saw, and plays one game an evening, under another
lamp each time; one confirmation in fifty names another card.
"""

import argparse
import json
import tempfile
from dataclasses import asdict
from pathlib import Path

from companion.games import GAMES
from companion.simulation.enrolling import enrol_deck
from companion.simulation.evenings import Evening, Household

_EVENINGS = 6
_COLUMNS = ("cards", "asked", "again", "sure", "wrong", "unseen", "misled", "known")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the measurement's arguments."""
    parser.add_argument(
        "--game", choices=tuple(GAMES), action="append", help="play only this game (may be repeated)"
    )
    parser.add_argument(
        "--evenings", type=int, default=_EVENINGS, help=f"play this many evenings (default: {_EVENINGS})"
    )
    parser.add_argument(
        "--enrol", action="store_true", help="instead, enrol each deck layer by layer and count the presses"
    )
    parser.add_argument("--cards", type=int, help="stop each game after this many cards")
    parser.add_argument("--seed", type=int, default=1, help="use the deck of this number (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a game and evening")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    if arguments.enrol:
        for game in arguments.game or GAMES:
            print(_tell_enrolled(game, arguments.seed, arguments.json), flush=True)
        return 0
    if not arguments.json:
        print(f"{'game':<14}{'evening':>8}" + "".join(f"{column:>8}" for column in _COLUMNS))
    for game in arguments.game or GAMES:
        household = Household(game, arguments.seed)
        for number in range(1, arguments.evenings + 1):
            print(_tell(game, number, household.play(number, arguments.cards), arguments.json), flush=True)
    return 0


def _tell_enrolled(game: str, seed: int, as_json: bool) -> str:
    with tempfile.TemporaryDirectory() as folder:
        done = enrol_deck(game, Path(folder), seed)
    facts = {**asdict(done), "minutes": round(done.minutes, 1)}
    if as_json:
        return json.dumps({"game": game, **facts})
    return f"{game}: " + ", ".join(f"{name} {value}" for name, value in facts.items())


def _tell(game: str, number: int, evening: Evening, as_json: bool) -> str:
    facts = asdict(evening)
    if as_json:
        return json.dumps({"game": game, "evening": number, **facts})
    return f"{game:<14}{number:>8}" + "".join(f"{facts[column]:>8}" for column in _COLUMNS)
