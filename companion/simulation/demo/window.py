"""The demonstration's window: a demo comes in, it is played at human speed for people who watch.

The table with the hands over it, what the companion's screen shows, and the commentary; a small display has
no room for the table.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from companion.locale import Locale
from companion.screens import painting
from companion.screens.canvas import Box, Canvas
from companion.screens.palette import Colour, Hue, Weight
from companion.simulation.demo.play import Demo, Result
from hardware.simulated import FRAME_SECONDS

LARGEST = (1280, 720)
WIDE = 700  # from this width on, the table lies beside the companion's screen
_TABLE_SHARE = 0.4  # of the width
_WORDS_SHARE = 0.2  # of the height, under the companion's screen where there is no room beside it
PRESS_SECONDS = 0.35  # so that a person can follow the presses
_END_SECONDS = 8.0  # how long the last picture stays
LEAST_WORDS_PX, LINES_DOWN = 14, 34  # the smallest type, and how many lines would fill the window
MOST_LINES = 60
MARK = "* "  # in front of what goes wrong


@dataclass(frozen=True, slots=True)
class _Rooms:
    screen: Box
    words: Box
    table: Box | None = None


def lay_out(width: int, height: int) -> _Rooms:
    """The rooms of a window of this size."""
    if width < WIDE:
        high = round(height * _WORDS_SHARE)
        return _Rooms(Box(0, 0, width, height - high), Box(0, height - high, width, high))
    wide = round(width * _TABLE_SHARE)
    high = round(wide * 9 / 16)
    screen = Box(wide, 0, width - wide, height)
    return _Rooms(screen, Box(0, high, wide, height - high), Box(0, 0, wide, high))


class DemoWindow:
    """Opens at once, so that people see something while the eye is made ready; closing it ends the demo."""

    def __init__(self, locale: Locale, size: tuple[int, int] | None = None) -> None:
        pygame.display.init()
        pygame.font.init()
        room = pygame.display.get_desktop_sizes()[0]
        fitted = size or (min(LARGEST[0], room[0]), min(LARGEST[1], room[1]))
        self.surface = pygame.display.set_mode(fitted, pygame.RESIZABLE)
        pygame.display.set_caption("Table companion")
        self.closed = False
        self.lines: deque[str] = deque([locale.say("demo.opening")], maxlen=MOST_LINES)
        self._due = 0.0
        self._drawn: tuple[int, int] | None = None  # the size that the companion's screen was drawn for
        self.draw_words(lay_out(*fitted).words)
        pygame.display.flip()

    def tell(self, line: str) -> None:
        self.lines.append(line)

    def play(self, demo: Demo, clock: Callable[[], float] = time.monotonic) -> Result | None:
        """To the end; None when the window was closed before."""
        demo.stage.pressed = lambda: self.show(demo, PRESS_SECONDS, clock)
        self._due = clock()
        try:
            for _ in demo.frames():
                demo.step()
                self.show(demo, FRAME_SECONDS, clock)
                if self.closed:
                    demo.stage.close()
                    return None
            return demo.finish()
        finally:
            demo.stage.pressed = lambda: None

    def linger(self, demo: Demo, clock: Callable[[], float] = time.monotonic) -> None:
        """The last picture stays for a while, or until the window is closed."""
        end = clock() + _END_SECONDS
        while not self.closed and clock() < end:
            self.show(demo, FRAME_SECONDS, clock)

    def show(self, demo: Demo, seconds: float, clock: Callable[[], float]) -> None:
        """Draw, and let so much time pass since the last call; a slow machine does not catch up."""
        self.draw(demo)
        self._due = max(self._due + seconds, clock())
        pygame.time.wait(max(0, round((self._due - clock()) * 1000)))
        self.closed = self.closed or any(_is_leaving(event) for event in pygame.event.get())

    def draw(self, demo: Demo) -> None:
        """Everything; the companion's screen only when it changed."""
        surface = pygame.display.get_surface() or self.surface
        rooms, navigator = lay_out(*surface.get_size()), demo.stage.navigator
        navigator.stale = navigator.stale or surface.get_size() != self._drawn
        self._drawn = surface.get_size()
        navigator.draw(surface.subsurface(_as_rect(rooms.screen)))
        if rooms.table is not None:
            picture = demo.table.look((rooms.table.w, rooms.table.h))
            Canvas(surface).picture(rooms.table, picture)
        self.draw_words(rooms.words)
        pygame.display.flip()

    def draw_words(self, room: Box) -> None:
        surface = pygame.display.get_surface() or self.surface
        surface.fill(Hue.NIGHT, _as_rect(room))
        pixels = max(LEAST_WORDS_PX, surface.get_height() // LINES_DOWN)
        gap, high = pixels // 2, painting.line_height(Weight.REGULAR, pixels)
        y = room.bottom - gap - high
        for line in reversed(self.lines):
            for part in reversed(painting.wrap(line.strip(), room.w - 2 * gap, Weight.REGULAR, pixels)):
                if y < room.y:
                    return
                spot = (room.x + gap, y - painting.rise(part, Weight.REGULAR, pixels))
                surface.blit(painting.render(part, Weight.REGULAR, pixels, colour_of(line)), spot)
                y -= high

    def close(self) -> None:
        pygame.display.quit()


def _is_leaving(event: pygame.event.Event) -> bool:
    return event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE)


def colour_of(line: str) -> Colour:
    """What people do is bright, what goes wrong is amber, what the companion does is quieter."""
    if line.startswith(MARK):
        return Hue.AMBER
    return Hue.MIST if line.startswith(" ") else Hue.PAPER


def _as_rect(box: Box) -> pygame.Rect:
    return pygame.Rect(box.x, box.y, box.w, box.h)
