"""The shell: the window, the keys and the clock around the loop."""

import time
from collections.abc import Callable
from typing import Any, Protocol

import pygame

from companion import intents
from companion.app.failing import view_failure
from companion.app.loop import Loop
from companion.app.viewing import Chronicle, game_view
from companion.screens.navigator import Navigator
from companion.views.values import View
from hardware.buttons import Button, Source
from hardware.panel import Panel
from hardware.watchdog import Notifier, Watchdog

MOVING_FPS = 30
IDLE_FPS = 15
RETRY_SECONDS = 5.0  # how often a full disk is tried again
KEYS = {
    pygame.K_1: Button.YES,
    pygame.K_y: Button.YES,
    pygame.K_RETURN: Button.YES,
    pygame.K_2: Button.NO,
    pygame.K_n: Button.NO,
    pygame.K_BACKSPACE: Button.NO,
    pygame.K_3: Button.NEXT,
    pygame.K_TAB: Button.NEXT,
    pygame.K_RIGHT: Button.NEXT,
    pygame.K_4: Button.DISCARD,
    pygame.K_d: Button.DISCARD,
    pygame.K_5: Button.ACTION,
    pygame.K_a: Button.ACTION,
}


class SideTable(Protocol):
    """What may lie beside the companion's screen: the simulated table, played with the mouse."""

    size: tuple[int, int]

    def draw(self, surface: pygame.Surface) -> bool:
        """Draw if something changed."""

    def mouse(self, event: pygame.event.Event, offset: tuple[int, int]) -> None:
        """The mouse did something over it."""

    def follow(self, match: Any) -> None:
        """Something was recorded."""


class Shell:
    """The running app; `run` goes on until somebody leaves."""

    def __init__(
        self,
        loop: Loop,
        navigator: Navigator,
        panel: Panel,
        watchdog: Watchdog,
        *,
        size: tuple[int, int],
        fullscreen: bool = False,
        rotation: int = 0,
        welcome: Callable[[], View],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.loop, self.navigator, self.panel, self.watchdog = loop, navigator, panel, watchdog
        self.size, self.rotation, self.fullscreen = size, rotation % 360, fullscreen
        self.welcome, self.clock = welcome, clock
        self.chronicle = Chronicle()
        self.side: SideTable | None = None
        self.screen = pygame.Surface(size)
        self.window: pygame.Surface | None = None
        self._shown: View | None = None
        self._recorded = 0
        self._retried = 0.0
        self._ticker = pygame.time.Clock()
        loop.refresh = self.refresh

    def open_window(self) -> None:
        """Open the display at its size, beside it the simulated table if there is one."""
        self.window = pygame.display.set_mode(self.window_size(), pygame.FULLSCREEN if self.fullscreen else 0)
        pygame.display.set_caption("Table companion")
        pygame.mouse.set_visible(not self.fullscreen or self.side is not None)

    def window_size(self) -> tuple[int, int]:
        """The companion's screen, turned as it hangs, and what lies beside it."""
        width, height = self.size if self.rotation % 180 == 0 else self.size[::-1]
        if self.side is None:
            return width, height
        return width + self.side.size[0], max(height, self.side.size[1])

    def set_side(self, side: SideTable | None) -> None:
        """Another table lies beside the screen, or none."""
        self.side = side
        if self.window is not None:
            self.open_window()
            self._draw_all()

    def run(self) -> None:
        """Turn after turn, fast while something moves, slow while nothing does."""
        Notifier.from_environment().ready()
        while self.loop.running:
            busy = self.turn()
            self._ticker.tick(MOVING_FPS if busy else IDLE_FPS)
        self.loop.close()
        self.panel.close()

    def turn(self) -> bool:
        """One turn: events, loop, view, drawing; True while something happens. A failure is shown."""
        now = self.clock()
        busy = self.take_events(now)
        try:
            self.loop.turn(now)
            self.keep_records(now)
            self.refresh()
        except Exception as error:  # the failsafe: say what broke and go on; the record is safe
            self.loop.error = error
            self.show(view_failure(self.loop, error))
        self.watchdog.beat("loop", now)
        self.watchdog.feed(now)
        return self.draw() or busy

    def keep_records(self, now: float) -> None:
        """Write what a full disk refused, and let the table beside follow what was recorded."""
        desk = self.loop.desk
        if desk is None:
            self._recorded = 0
            return
        if desk.session.status is not None and now - self._retried > RETRY_SECONDS:
            self._retried = now
            desk.session.retry()
        count = len(desk.session.history())
        if count != self._recorded:
            self._recorded = count
            if self.side is not None:
                self.side.follow(desk.session.match)

    def take_events(self, now: float) -> bool:
        """Keys, fingers and the mouse."""
        events = pygame.event.get()
        for event in events:
            self.take(event, now)
        return bool(events)

    def take(self, event: pygame.event.Event, now: float) -> None:
        """One event of the window."""
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.loop.do(intents.Quit(), now)
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in KEYS:
            if event.type == pygame.KEYUP or not getattr(event, "repeat", False):
                self.panel.inject(KEYS[event.key], event.type == pygame.KEYDOWN, now, Source.KEYS)
        elif event.type in MOUSE:
            self.point(event, now)

    def point(self, event: pygame.event.Event, now: float) -> None:
        """A finger or the mouse: on the screen it touches, beside it it plays."""
        x, y = getattr(event, "pos", pygame.mouse.get_pos())
        width, height = self.size if self.rotation % 180 == 0 else self.size[::-1]
        if x >= width and self.side is not None:
            self.side.mouse(event, (width, 0))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and y < height:
            self.loop.touch(*self.unrotated(x, y), now)
        elif self.side is not None and event.type != pygame.MOUSEBUTTONDOWN:
            self.side.mouse(event, (width, 0))

    def unrotated(self, x: int, y: int) -> tuple[int, int]:
        """A point of the window on the screen as it is drawn."""
        width, height = self.size
        turned = {
            0: (x, y),
            90: (y, height - 1 - x),
            180: (width - 1 - x, height - 1 - y),
            270: (width - 1 - y, x),
        }
        return turned[self.rotation]

    def refresh(self) -> None:
        """Show the screens what there is to show now."""
        desk = self.loop.desk
        self.show(self.welcome() if desk is None else game_view(self.loop, desk, self.chronicle))

    def show(self, view: View) -> None:
        """Give the screens a view."""
        self._shown = view
        self.navigator.show(view)

    def draw(self) -> bool:
        """Draw what changed; True when anything did."""
        if self.window is None:
            return self.navigator.draw(self.screen)
        drawn = self.navigator.draw(self.screen)
        if drawn:
            self.window.blit(pygame.transform.rotate(self.screen, -self.rotation), (0, 0))
        if self.side is not None:
            width = self.window_size()[0] - self.side.size[0]
            area = self.window.subsurface((width, 0, *self.side.size))
            drawn = self.side.draw(area) or drawn
        if drawn:
            pygame.display.flip()
        return drawn

    def _draw_all(self) -> None:
        self.navigator.stale = True


MOUSE = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL)
