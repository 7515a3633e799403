"""What the commands that look share: arguments come in, the eye they ask for goes out."""

import argparse
from pathlib import Path

from companion.config import data_folder
from companion.errors import CompanionError
from companion.games import GAMES
from companion.table.layout import load_layout
from companion.table.practice import practice_deck
from vision.decks import SUFFIX, Deck, load_deck
from vision.errors import VisionError
from vision.eye import Eye, make_eye
from vision.plane.layout import Layout
from vision.plane.plane_file import load_plane
from vision.types import Plane

_PRACTICE = "practice"  # the name of the printed deck


def add_eye_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what an eye is made from."""
    parser.add_argument("--game", choices=GAMES, help="expect the places and cards of this game")
    parser.add_argument(
        "--variant", default="standard", help="expect the places of this variant (default: standard)"
    )
    parser.add_argument(
        "--deck",
        metavar="DECK",
        help="read with this enrolled deck, by name or file; practice is the printed practice deck",
    )
    parser.add_argument(
        "--calibration",
        metavar="FILE",
        type=Path,
        help="use this stored calibration instead of the usual one",
    )


def eye_for(arguments: argparse.Namespace) -> Eye:
    """The eye for these arguments."""
    try:
        deck = find_deck(arguments.deck, arguments.game) if arguments.deck else None
        return make_eye(find_layout(arguments.game, arguments.variant), deck, _stored_plane(arguments))
    except VisionError as error:
        raise CompanionError(str(error)) from error


def find_layout(game: str | None, variant: str) -> Layout | None:
    """The layout of a game, if one is named."""
    if game is None:
        return None
    return load_layout(game, variant)


def find_deck(name: str, game: str | None) -> Deck:
    """An enrolled deck by its file or by its name; `practice` is the printed deck of the game."""
    file = Path(name)
    if name == _PRACTICE and game is not None:
        return practice_deck(game)
    return load_deck(
        file if file.suffix == SUFFIX or file.is_file() else data_folder() / "decks" / f"{name}{SUFFIX}"
    )


def _stored_plane(arguments: argparse.Namespace) -> Plane | None:
    """The stored calibration: the file that is named, or the usual one if it is there."""
    file: Path = arguments.calibration or data_folder() / "calibration.json"
    if arguments.calibration is None and not file.exists():
        return None
    return load_plane(file)
