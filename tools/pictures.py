"""Sample games and the running window come in, the pictures of the pages in docs/pictures go out.

    python tools/pictures.py            all of them, made anew; the same program gives the same screens

The table's pictures, table.jpg and calibrated.jpg, are a rendered table and `companion calibrate` on it;
wiring.svg is `companion doctor --wiring`.
"""

import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from companion.locale import load_locale
from companion.screens.navigator import draw_screen
from companion.screens.samples import all_samples

OUT = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SCREEN = (800, 480)
SCREENS = {  # picture: sample
    "ascent-illegal": "ascent-play-illegal",
    "ascent-legal": "ascent-play-legal",
    "tranquility-legal": "tranquility-play-legal",
    "elevation-trick": "elevation-play-trick",
    "elevation-scores": "elevation-scores",
    "enrol": "enrol",
    "new-game": "new-game",
    "question": "ascent-play-question",
    "differs": "ascent-differs",
}
FRENCH = ("ascent-illegal", "ascent-legal", "new-game", "question", "differs")


def save_screens(language: str, names: tuple[str, ...], ending: str) -> None:
    """Draw the samples of one language."""
    samples = {sample.name: sample for sample in all_samples(load_locale(language))}
    for name in names:
        surface = pygame.Surface(SCREEN)
        sample = samples[SCREENS[name]]
        draw_screen(surface, sample.screen, sample.view)
        pygame.image.save(surface, OUT / f"{name}{ending}.png")


if __name__ == "__main__":
    save_screens("en", tuple(SCREENS), "")
    save_screens("fr", FRENCH, ".fr")
