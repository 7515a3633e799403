"""Measure how many questions are asked, evening by evening, with a deck that nobody enrolled.

Each household has one invented deck, which no training ever saw, and plays one game an evening, under another
lamp each time; one confirmation in fifty names another card.
"""

import argparse
import json
import shutil
import tempfile
from dataclasses import asdict
from pathlib import Path

from companion.games import GAMES
from companion.simulation.enrolling import enrol_deck
from companion.simulation.evenings import Evening, Household
from companion.simulation.strange_faces import PAINTERS
from storage import replace_file
from vision.eye import shipped_reader

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
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep each evening there, and go on where it was stopped"
    )
    parser.add_argument("--cards", type=int, help="stop each game after this many cards")
    parser.add_argument("--seed", type=int, default=1, help="use the deck of this number (default: 1)")
    parser.add_argument(
        "--painter", choices=tuple(PAINTERS), default="hills", help="who painted it (default: hills)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a game and evening")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    if arguments.enrol:
        for game in arguments.game or GAMES:
            print(_tell_enrolled(game, arguments), flush=True)
        return 0
    if not arguments.json:
        print(f"{'game':<14}{'evening':>8}" + "".join(f"{column:>8}" for column in _COLUMNS))
    with tempfile.TemporaryDirectory() as folder:
        for game in arguments.game or GAMES:
            for number in range(1, arguments.evenings + 1):
                evening = _play(game, number, arguments.keep or Path(folder), arguments)
                print(_tell(game, number, evening, arguments.json), flush=True)
    return 0


def _play(game: str, number: int, folder: Path, arguments: argparse.Namespace) -> Evening:
    """The next evening with the deck that the one before left in the folder, or what is known of it."""
    deck, before, done = (
        folder / f"{game}-{arguments.painter}-{arguments.seed}-{name}"
        for name in (f"{number}.deck", f"{number - 1}.deck", f"{number}.json")
    )
    if done.exists():
        return Evening(**json.loads(done.read_bytes()))
    folder.mkdir(parents=True, exist_ok=True)
    deck.unlink(missing_ok=True)
    if before.exists():
        shutil.copyfile(before, deck)
    household = Household(game, arguments.seed, path=deck, painter=arguments.painter, reader=shipped_reader())
    evening = household.play(number, arguments.cards)
    household.learner.save()
    replace_file(done, json.dumps(asdict(evening)).encode())
    return evening


def _tell_enrolled(game: str, arguments: argparse.Namespace) -> str:
    with tempfile.TemporaryDirectory() as folder:
        done = enrol_deck(game, Path(folder), arguments.seed, arguments.painter)
    facts = {**asdict(done), "minutes": round(done.minutes, 1)}
    if arguments.json:
        return json.dumps({"game": game, **facts})
    return f"{game}: " + ", ".join(f"{name} {value}" for name, value in facts.items())


def _tell(game: str, number: int, evening: Evening, as_json: bool) -> str:
    facts = asdict(evening)
    if as_json:
        return json.dumps({"game": game, "evening": number, **facts})
    return f"{game:<14}{number:>8}" + "".join(f"{facts[column]:>8}" for column in _COLUMNS)
