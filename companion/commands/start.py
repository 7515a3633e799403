"""Start the companion: the camera and the buttons where they exist, otherwise the simulated table."""

import argparse
import os
import sys
from pathlib import Path

from companion.config import choose_language, load
from companion.locale import load_locale
from companion.logs import start_logging


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="another config file")
    parser.add_argument("--simulated", action="store_true", help="the simulated table, even with a camera")
    parser.add_argument("--seed", type=int, help="deal the simulated table by this number")
    parser.add_argument(
        "--service",
        action="store_true",
        help="as the Pi's service: wait for camera and screen, never simulate",
    )


def run(arguments: argparse.Namespace) -> int:
    """Open the window and stay until somebody leaves; without a screen play in the terminal."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    loaded = load(arguments.config)
    start_logging(loaded.config.log.level)
    from companion.app.display import Display, find_ways

    if not arguments.service and not find_ways(os.environ):
        return _demonstrate(choose_language(loaded.config.language))
    import pygame

    from companion.app.app import App

    simulated = True if arguments.simulated else None
    app = App(loaded, simulated=simulated, seed=arguments.seed, service=arguments.service)
    if app.speaker is None and loaded.config.sounds.volume > 0:
        print(app.locale.say("app.no-sound"), file=sys.stderr)
    display = Display(app.folders.display)
    if not app.window.look_for_screen(display):
        if not arguments.service:
            app.close()
            return _demonstrate(choose_language(loaded.config.language))
        display.go_through_cage(sys.argv)
        app.resume_last()
    app.run()
    pygame.quit()
    return app.loop.status


def _demonstrate(language: str) -> int:
    print(load_locale(language).say("app.no-screen"), file=sys.stderr)
    from companion.cli import main

    return main(["demo", "--headless", "--lang", language])
