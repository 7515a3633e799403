"""Start the companion, with the camera and buttons if there are any, otherwise with the simulated table."""

import argparse
import os
import sys

from companion.commands import add_config, check_number, locale_of
from companion.config import choose_language, load
from companion.locale import load_locale
from companion.terminal import start_logging


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_config(parser)
    parser.add_argument(
        "--simulated", action="store_true", help="use the simulated table even if there is a camera"
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="deal the cards of this number on the simulated table; the same number gives the same cards",
    )
    parser.add_argument(
        "--service",
        action="store_true",
        help="run as the service of a Pi: wait for camera and screen, and never simulate a table",
    )


def run(arguments: argparse.Namespace, *, keep_evening: bool = False) -> int:
    """Open the window and stay until somebody leaves; without a screen play in the terminal."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    check_number("--seed", arguments.seed, 0, locale_of(arguments))
    loaded = load(arguments.config)
    start_logging(loaded.config.log.level)
    from companion.app.display import Display, find_ways

    if not arguments.service and not find_ways(os.environ):
        return _demonstrate(choose_language(loaded.config.language))
    import pygame

    from companion.app.app import App

    simulated = True if arguments.simulated else None
    app = App(
        loaded,
        simulated=simulated,
        seed=arguments.seed,
        service=arguments.service,
        keep_evening=keep_evening,
    )
    if app.speaker is None and loaded.config.sounds.volume > 0:
        print(app.preferences.locale.say("app.no-sound"), file=sys.stderr)
    display = Display(app.folders.display)
    if not app.window.look_for_screen(display):
        if not arguments.service:
            app.close()
            return _demonstrate(choose_language(loaded.config.language))
        display.go_through_cage(sys.argv)
        app.resume_last()
    app.run()
    pygame.quit()
    return app.game.status


def _demonstrate(language: str) -> int:
    start_logging("warning")  # its commentary tells the game
    print(load_locale(language).say("app.no-screen"), file=sys.stderr)
    from companion.cli import main

    return main(["demo", "--headless", "--lang", language])
