"""Around the companion's screen in a laptop's window: a language comes in, words in the free room go out."""

import pygame

from companion.locale import Locale
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import MIST, Size, Space, Weight

ROOM = 90  # the height that the words below the screen may take


def draw_surround(whole: pygame.Surface, screen: tuple[int, int], locale: Locale, *, empty: bool) -> Canvas:
    """Which keys are the buttons, below the screen; beside it, while no table lies there, what will."""
    canvas = Canvas(whole)
    width, height = whole.get_size()
    if height - screen[1] >= ROOM:
        below = Box(0, screen[1], screen[0], ROOM).inset(Space.BODY, Space.SMALL)
        canvas.text(
            below, locale.say("tabletop.keys"), Size.TINY, weight=Weight.REGULAR, colour=MIST, lines=3
        )
    if empty:
        beside = Box(screen[0], 0, width - screen[0], height).inset(Space.HUGE)
        canvas.text(beside, locale.say("tabletop.waiting"), Size.BODY, colour=MIST, align=0.5, lines=3)
    return canvas
