"""The shell: the window, the keys and the clock around the loop."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

import pygame

from companion import intents
from companion.app.failure_view import view_failure
from companion.app.game_view import Chronicle, game_view
from companion.app.loop import Loop
from companion.app.surround import draw_surround
from companion.locale import Locale, load_locale
from companion.record.session import Session
from companion.screens.keyboard import button_of_key
from companion.screens.navigator import Navigator
from companion.screens.palette import NIGHT
from companion.views.values import CameraView, View
from hardware.buttons import Source
from hardware.buzzer import Speaker
from hardware.panel import Panel
from hardware.signals import Sound
from hardware.watchdog import Notifier, Watchdog

MOVING_FPS = 30
IDLE_FPS = 15
RETRY_SECONDS = 5.0  # how often a full disk is tried again


class SideTable(Protocol):
    """What may lie beside the companion's screen: the simulated table, played with the mouse."""

    @property
    def size(self) -> tuple[int, int]:
        """How much room it takes."""

    locale: Locale

    @property
    def stale(self) -> bool:
        """Whether something changed since it was drawn."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""

    def mouse(self, event: pygame.event.Event, offset: tuple[int, int]) -> None:
        """The mouse did something over it."""

    def follow(self, match: Any) -> None:
        """Something was recorded."""


class Window:
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
        side_room: tuple[int, int] = (0, 0),
        welcome: Callable[[], View],
        recorded: Callable[[Session], None] = lambda session: None,
        camera: Callable[[], CameraView | None] = lambda: None,
        speaker: Speaker | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.loop, self.navigator, self.panel, self.watchdog = loop, navigator, panel, watchdog
        self.size, self.rotation, self.fullscreen = size, rotation % 360, fullscreen
        self.welcome, self.clock = welcome, clock
        self.recorded, self.camera, self.speaker = recorded, camera, speaker
        loop.sounded = self.sound
        self.chronicle = Chronicle()
        self.side: SideTable | None = None
        self.side_room = side_room
        self.screen = pygame.Surface(size)
        self.whole = pygame.Surface(self.whole_size())
        self.window: pygame.Surface | None = None
        self._shown: View | None = None
        self._recorded = 0
        self._standing: tuple[object, ...] = ()
        self._retried = 0.0
        self._surrounded: tuple[str, bool] | None = None  # for what the words around the screen were drawn
        self._reshaped = False  # whether the window has another size, or was covered
        self._ticker = pygame.time.Clock()
        loop.refresh = self.refresh

    def open_window(self) -> None:
        """Open the display: the companion's screen, and room for the simulated table where there is one."""
        whole = self.whole_size()
        flags = pygame.FULLSCREEN if self.fullscreen else pygame.RESIZABLE
        self.window = pygame.display.set_mode(whole if self.fullscreen else fitted(whole), flags)
        self.whole = pygame.Surface(whole)
        self.whole.fill(NIGHT)
        pygame.display.set_caption("Table companion")
        pygame.mouse.set_visible(not self.fullscreen)

    def whole_size(self) -> tuple[int, int]:
        """The companion's screen, turned as it hangs, and what lies beside it."""
        width, height = self.screen_size()
        return width + self.side_room[0], max(height, self.side_room[1])

    def screen_size(self) -> tuple[int, int]:
        """The companion's screen as it hangs."""
        return self.size if self.rotation % 180 == 0 else (self.size[1], self.size[0])

    def set_side(self, side: SideTable | None) -> None:
        """Another table lies beside the screen, or none."""
        self.side = side
        self.whole.fill(NIGHT)
        self._surrounded = None
        self.navigator.stale = True

    def run(self) -> None:
        """Turn after turn, fast while something moves, slow while nothing does; in the end all is let go."""
        notifier = Notifier.from_environment()
        notifier.ready()
        try:
            while self.loop.running:
                busy = self.turn()
                self._ticker.tick(MOVING_FPS if busy else IDLE_FPS)
        finally:
            notifier.stopping()
            self.loop.close()
            self.panel.close()

    def turn(self) -> bool:
        """One turn: events, loop, view, drawing; True while something happens. A failure is shown."""
        seconds = self.clock()
        busy = self.take_events(seconds)
        try:
            self.loop.turn(seconds)
            self.keep_records(seconds)
            standing = self.loop.standing()
            if self.loop.controller is None or self.in_camera_room or standing != self._standing:
                self._standing = standing
                self.refresh()
            busy = self.draw() or busy
        except Exception as error:  # the failsafe: say what broke and go on; the record is safe
            self.loop.error = error
            self.show(view_failure(self.loop, error))
            self.draw()
        self.watchdog.beat("loop", seconds)
        if self.loop.eyes is None:
            self.watchdog.beat("eye", seconds)
        self.watchdog.feed(seconds)
        return busy

    @property
    def in_camera_room(self) -> bool:
        """Whether a live picture is shown, which is never the same for long."""
        return self._shown is not None and self._shown.camera is not None

    def keep_records(self, seconds: float) -> None:
        """Write what a full disk refused, and let the table beside follow what was recorded."""
        controller = self.loop.controller
        if controller is None:
            self._recorded = 0
            return
        if controller.session.status is not None and seconds - self._retried > RETRY_SECONDS:
            self._retried = seconds
            controller.session.retry()
        count = len(controller.session.history())
        if count != self._recorded:
            self._recorded = count
            self.recorded(controller.session)
            if self.side is not None:
                self.side.follow(controller.session.match)

    def take_events(self, seconds: float) -> bool:
        """Keys, fingers and the mouse."""
        events = pygame.event.get()
        for event in events:
            self.take(event, seconds)
        return bool(events)

    def take(self, event: pygame.event.Event, seconds: float) -> None:
        """One event of the window."""
        if event.type in RESHAPED:
            self._reshaped = True
        elif event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.loop.do(intents.Quit(), seconds)
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self.key(event, seconds)
        elif event.type in MOUSE:
            self.point(event, seconds)

    def key(self, event: pygame.event.Event, seconds: float) -> None:
        """A key of the keyboard that stands for a button went down or up."""
        button = button_of_key(event.key)
        if button is not None:
            self.panel.inject(button, event.type == pygame.KEYDOWN, seconds, Source.KEYS)

    def point(self, event: pygame.event.Event, seconds: float) -> None:
        """A finger or the mouse: on the screen it touches, beside it it plays."""
        x, y = self.on_whole(getattr(event, "pos", pygame.mouse.get_pos()))
        width, height = self.screen_size()
        touched = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if x < width and touched:
            if y < height:
                self.loop.touch(*self.unrotated(x, y), seconds)
        elif self.side is not None:
            facts = {**event.__dict__, "pos": (x, y)}
            self.side.mouse(pygame.event.Event(event.type, facts), (width, 0))

    def on_whole(self, position: tuple[int, int]) -> tuple[int, int]:
        """A point of the window on the whole picture, which may be shown smaller."""
        whole = self.whole.get_size()
        box = self.shown_box(self.window.get_size() if self.window is not None else whole)
        return (position[0] - box.x) * whole[0] // box.w, (position[1] - box.y) * whole[1] // box.h

    def shown_box(self, window: tuple[int, int]) -> pygame.Rect:
        """Where in a window of this size the whole picture is shown: as large as fits, in proportion."""
        whole = pygame.Rect((0, 0), self.whole.get_size())
        return whole.fit(pygame.Rect((0, 0), (max(1, window[0]), max(1, window[1]))))

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

    def sound(self, sound: Sound) -> None:
        """Let it be heard through the loudspeaker, where there is one."""
        if self.speaker is not None:
            self.speaker.play(sound, self.clock())

    def refresh(self) -> None:
        """Show the screens what there is to show now."""
        controller = self.loop.controller
        if self.side is not None:
            self.side.locale = load_locale(self.loop.settings.language)
        if self.loop.error is not None:
            self.show(view_failure(self.loop, self.loop.error))
        elif controller is None:
            self.show(self.welcome())
        else:
            self.show(replace(game_view(self.loop, controller, self.chronicle), camera=self.camera()))

    def show(self, view: View) -> None:
        """Give the screens a view."""
        self._shown = view
        self.navigator.show(view)

    def dimmed(self) -> pygame.Surface:
        """The screen as bright as it is wanted."""
        share = self.loop.settings.brightness / 100
        return self.screen if share >= 1 else shaded(self.screen, share)

    def draw(self) -> bool:
        """Draw what changed; True when anything did."""
        self.surround()
        drawn = self.navigator.draw(self.screen, self.clock())
        if drawn:
            self.whole.blit(pygame.transform.rotate(self.dimmed(), -self.rotation), (0, 0))
        if self.side is not None and self.side.stale:
            self.side.draw(self.whole.subsurface((self.screen_size()[0], 0, *self.side_room)))
            drawn = True
        if (drawn or self._reshaped) and self.window is not None:
            self.put_on_window(self.window)
            drawn = True
        return drawn or self.navigator.moving

    def surround(self) -> None:
        """On a laptop: words in the free room, anew when the language or the table beside changed."""
        standing = (self.loop.settings.language, self.side is None)
        if self.side_room[0] == 0 or standing == self._surrounded:
            return
        self.set_side(self.side)
        self._surrounded = standing
        locale = load_locale(self.loop.settings.language)
        draw_surround(self.whole, self.screen_size(), locale, empty=self.side is None)

    def put_on_window(self, window: pygame.Surface) -> None:
        """The whole picture in the middle of the window, however that is shaped."""
        if self._reshaped:
            window.fill(NIGHT)
            self._reshaped = False
        box = self.shown_box(window.get_size())
        window.blit(pygame.transform.smoothscale(self.whole, box.size), box)
        pygame.display.flip()


def shaded(surface: pygame.Surface, share: float) -> pygame.Surface:
    """A copy of a surface, darker."""
    level = max(0, min(255, round(255 * share)))
    copy = surface.copy()
    copy.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
    return copy


def fitted(size: tuple[int, int]) -> tuple[int, int]:
    """As large as it is, or as the desktop has room for."""
    desktop = pygame.display.get_desktop_sizes()[0]
    share = min(1.0, 0.96 * desktop[0] / size[0], 0.9 * desktop[1] / size[1])
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))


RESHAPED = (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE)
MOUSE = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL)
