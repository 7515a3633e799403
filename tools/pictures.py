"""Sample games and the running window come in, the pictures of the pages in docs/pictures go out.

    python tools/pictures.py            all of them, made anew; the same program gives the same screens

The table's pictures, table.jpg and calibrated.jpg, are a rendered table and `companion calibrate` on it;
wiring.svg is `companion doctor --wiring`.
"""

import itertools
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import cv2
import numpy as np
import pygame

from companion import intents
from companion.app.app import App
from companion.app.game_controller import GameController
from companion.config import Loaded, parse
from companion.games.game import Match
from companion.games.table import Kind
from companion.locale import load_locale
from companion.screens.navigator import draw_screen
from companion.simulation.dealer import bare
from companion.simulation.laptop.shown import Held
from companion.simulation.laptop.tabletop import Tabletop
from companion.simulation.samples import all_samples
from vision.watch.settle import Phase

OUT = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SCREEN = (800, 480)
SEEN_TURNS = 60
SCREENS = {  # picture: sample
    "ascent-illegal": "ascent-play-illegal",
    "ascent-legal": "ascent-play-legal",
    "tranquility-legal": "tranquility-play-legal",
    "elevation-trick": "elevation-play-trick",
    "elevation-solo": "elevation-play-solo",
    "elevation-scores": "elevation-scores",
    "enrol": "enrol",
    "new-game": "new-game",
    "question": "ascent-play-question",
    "differs": "ascent-differs",
}
SEED, MOVES, TURNS, PATIENCE_SECONDS = 4, 14, 60, 400.0
FRENCH = ("ascent-illegal", "ascent-legal", "new-game", "question", "differs")


def save_screens(language: str, names: tuple[str, ...], ending: str) -> None:
    """Draw the samples of one language."""
    samples = {sample.name: sample for sample in all_samples(load_locale(language))}
    for name in names:
        surface = pygame.Surface(SCREEN)
        sample = samples[SCREENS[name]]
        draw_screen(surface, sample.screen, sample.view)
        pygame.image.save(surface, OUT / f"{name}{ending}.png")


def save_window(language: str, name: str) -> None:
    """The window of the running app: a card lies where it may not, the screen beside the table says so."""
    pygame.display.init()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        config, problems = parse(f'language = "{language}"\n')
        app = App(Loaded(config, Path(folder) / "config.toml", problems), simulated=True, seed=SEED)
        app.window.open_window()
        play_a_little(app)
        picture = np.ascontiguousarray(pygame.surfarray.array3d(app.window.whole).swapaxes(0, 1)[:, :, ::-1])
        cv2.imwrite(str(OUT / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 75])
        app.close()


def play_a_little(app: App) -> None:
    """Some moves with the dealt cards, then one of the hand on a place that the rules refuse."""
    app.loop.dispatch(intents.StartGame({"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}), 0.0)
    app.main.turn()
    side, controller = cast(Tabletop, app.cameras.side), cast(GameController, app.game.controller)
    for _ in range(MOVES):
        side.play_for_me()
        wait(app, lambda: controller.session.pending is not None)
        app.loop.dispatch(intents.Confirm(), app.main.clock())
        app.main.turn()
        side.dealt.settle()
        for _ in range(SEEN_TURNS):  # the eye has to see the card before the next one is laid
            app.main.turn()
            pygame.time.wait(20)
        wait(app, lambda: controller.finding.kind is Kind.NOTHING and app.game.phase is Phase.STILL)
    card, place = find_a_mistake(controller.session.match, side.hand())
    held = next(each for each in side.hand() if bare(each) == card)
    wait(app, lambda: controller.finding.kind is Kind.NOTHING and app.game.phase is Phase.STILL)
    side.drop(Held(held, side.seat), side.table.layout.place(place).centre_mm)
    wait(app, lambda: is_proposed(controller, card, place))
    for _ in range(TURNS):  # the card comes down on the screen
        app.main.turn()
        pygame.time.wait(20)


def is_proposed(controller: GameController, card: str, place: str) -> bool:
    """Whether the eye has seen that card there."""
    pending = controller.session.pending
    event = pending.candidates[0].event.as_dict() if pending is not None else {}
    return (event.get("card"), event.get("at")) == (card, place)


def find_a_mistake(match: Match, hand: list[str]) -> tuple[str, str]:
    """A card of the hand and a place where one rule forbids it, a rule that a picture shows well."""
    places = [f"{row}.{position}" for row in range(1, 9) for position in range(1, 11 - row)]
    for rule in ("colour", "row-value", "support"):
        for card, place in itertools.product(map(bare, hand), places):
            event = match.read_event({"do": "place", "card": card, "at": place})
            breaks = match.game.judge(match.state, event).breaks
            if card[-1].isdigit() and [each.code for each in breaks] == [rule]:
                return card, place
    raise LookupError("this deal has no such mistake: try another SEED")


def wait(app: App, until: Callable[[], bool]) -> None:
    """Let the app run until something is so."""
    end = app.main.clock() + PATIENCE_SECONDS
    while not until():
        if app.main.clock() > end:
            raise TimeoutError("the window never showed what was to be pictured")
        app.main.turn()
        pygame.time.wait(20)


if __name__ == "__main__":
    save_screens("en", tuple(SCREENS), "")
    save_screens("fr", FRENCH, ".fr")
    save_window("en", "window")
    save_window("fr", "window.fr")
