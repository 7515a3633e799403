"""Save a picture of every screen, in both sizes and languages.

companion screens --out FOLDER [--game ascent] [--larger] [--long-names]
"""

import argparse
import os
from pathlib import Path

from companion.commands import prepare_folder, writing
from companion.games import GAMES
from companion.locale import LANGUAGES, load_locale

_SIZES = ((800, 480), (480, 320))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--out", required=True, type=Path, metavar="FOLDER", help="save the pictures in this folder"
    )
    parser.add_argument(
        "--game", action="append", choices=GAMES, help="save only the screens of this game (may be repeated)"
    )
    parser.add_argument(
        "--lang", action="append", choices=LANGUAGES, help="save only this language (may be repeated)"
    )
    parser.add_argument("--larger", action="store_true", help="use larger text")
    parser.add_argument("--long-names", action="store_true", help="use player names of 20 characters")


def run(arguments: argparse.Namespace) -> int:
    """Draw and save them all."""
    prepare_folder(arguments.out)
    with writing(arguments.out):
        count = sum(_save_all(arguments, language) for language in arguments.lang or LANGUAGES)
    print(f"{count} pictures in {arguments.out}")
    return 0


def _save_all(arguments: argparse.Namespace, language: str) -> int:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from companion.screens.navigator import draw_screen
    from companion.simulation.samples import all_samples

    games = tuple(arguments.game or GAMES)
    count = 0
    for sample in all_samples(
        load_locale(language), long=arguments.long_names, larger=arguments.larger, games=games
    ):
        for size in _SIZES:
            surface = pygame.Surface(size)
            draw_screen(surface, sample.screen, sample.view)
            name = f"{sample.name}-{language}-{size[0]}x{size[1]}.png"
            pygame.image.save(surface, arguments.out / name)
            count += 1
    return count
