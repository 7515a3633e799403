"""Showing a demonstration: a demo comes in, it is played headless as fast as it goes or in a window to watch.

The demo is a generator of frames; whoever draws takes a step for each and draws what the navigator shows.
"""

import os
from collections.abc import Callable

from companion.app.demo import Demo, Result
from companion.decks import load_deck
from hardware.simulated import FRAME_SECONDS, SimulatedTable
from vision.eye import Eye
from vision.practice import practice_deck
from vision.read import Reader

SIZE = (800, 480)
PRESS_SECONDS = 0.35  # so that a person can follow the presses
PROGRESS_FRAMES = 200


def practice_eye(table: SimulatedTable) -> Eye:
    """The real eye with the practice deck enrolled."""
    names = tuple(load_deck(table.layout.game))
    deck = practice_deck(table.layout.game, names)
    return Eye(Reader.load(), deck=deck, layout=table.layout, inventory=names)


def has_display() -> bool:
    """Whether a window can be shown."""
    if os.environ.get("SDL_VIDEODRIVER") in ("dummy", "offscreen"):
        return False
    return os.name == "nt" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def play_headless(demo: Demo, progress: Callable[[Demo], None] = lambda demo: None) -> Result:
    """To the end, as fast as it goes; now and then a word on how far it is."""
    for number, _ in enumerate(demo.frames()):
        demo.step()
        if number % PROGRESS_FRAMES == 0:
            progress(demo)
    return demo.finish()


def play_in_window(demo: Demo) -> Result | None:
    """At human speed in a window; None when the window was closed before the end."""
    import pygame

    pygame.init()
    surface = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
    navigator = demo.stage.navigator

    def draw(seconds: float) -> bool:
        if navigator.draw(pygame.display.get_surface() or surface):
            pygame.display.flip()
        pygame.time.wait(round(seconds * 1000))
        return any(event.type == pygame.QUIT for event in pygame.event.get())

    demo.stage.pressed = lambda: draw(PRESS_SECONDS)
    try:
        for _ in demo.frames():
            demo.step()
            if draw(FRAME_SECONDS):
                return None
        return demo.finish()
    finally:
        pygame.quit()
