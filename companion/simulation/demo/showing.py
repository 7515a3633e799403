"""Showing a demonstration: a demo comes in, it is played headless as fast as it goes.

The demo is a generator of frames; whoever shows it takes a step for each. `window` shows it to people.
"""

import os
from collections.abc import Callable

from companion.decks import load_deck
from companion.simulation.demo.play import Demo, Result
from companion.table.practice import practice_deck
from hardware.simulated import SimulatedTable
from vision.eye import Eye, make_eye

_PROGRESS_FRAMES = 200


def practice_eye(table: SimulatedTable) -> Eye:
    """The real eye with the practice deck enrolled."""
    names = tuple(load_deck(table.layout.name))
    deck = practice_deck(table.layout.name)
    return make_eye(table.layout, deck, inventory=names)


def has_display() -> bool:
    """Whether a window can be shown."""
    if os.environ.get("SDL_VIDEODRIVER") in ("dummy", "offscreen"):
        return False
    return os.name == "nt" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def play_headless(demo: Demo, progress: Callable[[Demo], None] = lambda demo: None) -> Result:
    """To the end, as fast as it goes; now and then a word on how far it is."""
    for number, _ in enumerate(demo.frames()):
        demo.step()
        if number % _PROGRESS_FRAMES == 0:
            progress(demo)
    return demo.finish()
