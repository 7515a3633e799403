"""The window: the companion's screen and what lies beside it are drawn; keys and fingers come from it."""

import time
from collections.abc import Callable

import pygame

from companion import intents
from companion.app.devices import Cameras, SideTable
from companion.app.display import Display
from companion.app.laptop_frame import LaptopFrame, draw_device, draw_story
from companion.app.loop import Loop
from companion.app.preferences import Preferences
from companion.games.svg import plain_scenery
from companion.intents import AskAloud, Intent, MuteVoice
from companion.screens.canvas import Box, Canvas
from companion.screens.palette import Hue, Size
from hardware.buttons import Source
from hardware.signals import Button, Press, PressKind

_MOVING_FPS = 30
_IDLE_FPS = 15
_LOOK_SECONDS = 5.0  # how often a screen that is not there is looked for
_LAPTOP_SIZE = (1920, 1080)  # the window on a laptop is no larger unless people want it


class Window:
    """Draws what changed; what people do at it goes to the loop and to the table beside."""

    def __init__(
        self,
        loop: Loop,
        cameras: Cameras,
        preferences: Preferences,
        *,
        size: tuple[int, int],
        fullscreen: bool = False,
        laptop: bool = False,
        hour: Callable[[], int] = lambda: time.localtime().tm_hour,
    ) -> None:
        self._loop, self._cameras, self._preferences = loop, cameras, preferences
        self.size, self.fullscreen, self._laptop, self._hour = size, fullscreen, laptop, hour
        self.rotation = preferences.settings.rotation
        self.window: pygame.Surface | None = None
        self._lay_out(_LAPTOP_SIZE)
        self._side: SideTable | None = None  # that was drawn last
        self._surrounded: object = None  # for what the surroundings of the screen were drawn
        self._shown_brightness = 100
        self._held: Button | None = None  # the button that the mouse holds
        self._reshaped = False  # whether the window has another size, or was covered
        self._ticker = pygame.time.Clock()
        self._display: Display | None = None  # a screen that is yet to be found
        self._look_again = float("-inf")

    def _lay_out(self, window: tuple[int, int]) -> None:
        self.frame = LaptopFrame(window, self._screen_size()) if self._laptop else None
        self.screen = pygame.Surface(self.size if self.frame is None else self.frame.drawn_size(self.size))
        self.whole = pygame.Surface(self._screen_size() if self.frame is None else window)
        self.whole.fill(Hue.NIGHT)
        self._surrounded, self._side, self._loop.screens.stale = None, None, True

    def look_for_screen(self, display: Display) -> bool:
        """Open the screen; without any SDL runs blind, and a screen that comes is taken."""
        self._display = display
        if display.open(self.open_window):
            return True
        self.window = None
        display.open_blind()
        return False

    def open_window(self) -> None:
        """Open the display: the companion's screen, and on a laptop the table beside it."""
        pygame.display.set_caption("Table companion")
        if self.fullscreen:
            whole = (0, 0) if self._laptop else self._screen_size()
            self.window = pygame.display.set_mode(whole, pygame.FULLSCREEN)
        else:
            whole = _fitted(_LAPTOP_SIZE if self._laptop else self._screen_size())
            self.window = pygame.display.set_mode(whole, pygame.RESIZABLE)
        pygame.mouse.set_visible(self._laptop or not self.fullscreen)
        self._lay_out(self.window.get_size())
        self._reshaped = True

    def _screen_size(self) -> tuple[int, int]:
        return self.size if self.rotation % 180 == 0 else (self.size[1], self.size[0])

    def wait(self, busy: bool) -> None:
        """Until the next turn is due: soon while something moves, later while nothing does."""
        self._ticker.tick(_MOVING_FPS if busy else _IDLE_FPS)

    def take_events(self, seconds: float) -> bool:
        if self._display is not None and self.window is None and seconds >= self._look_again:
            self._look_again = seconds + _LOOK_SECONDS
            self.look_for_screen(self._display)
        events = pygame.event.get()
        for event in events:
            self.take(event, seconds)
        return bool(events)

    def take(self, event: pygame.event.Event, seconds: float) -> None:
        if event.type in _RESHAPED:
            self._reshaped = True
            size = self.window.get_size() if self.window is not None else self.whole.get_size()
            if self.frame is not None and self.frame.size != size:
                self._lay_out(size)
        elif event.type == pygame.QUIT:
            self._loop.dispatch(intents.Quit(), seconds)
        elif event.type == pygame.KEYDOWN and event.key == QUIT_KEY:
            self._loop.screens.ask_to_quit()
        elif event.type == pygame.KEYDOWN and event.key == _FULL_SCREEN_KEY:
            self._toggle_full_screen()
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self.key(event, seconds)
        elif event.type in _MOUSE:
            self.point(event, seconds)

    def key(self, event: pygame.event.Event, seconds: float) -> None:
        """A key of the keyboard: a letter where a word is asked for, else the button it stands for."""
        if self._loop.screens.screen.takes_letters:
            letter = "\b" if event.key == pygame.K_BACKSPACE else event.unicode
            if event.type == pygame.KEYDOWN and letter:
                self._loop.type_letter(letter, seconds)
            return
        asked = _VOICE_KEYS.get(event.key) if event.type == pygame.KEYDOWN else None
        if asked is not None:
            self._loop.dispatch(asked, seconds)
        if event.key == _UP_KEY and event.type == pygame.KEYDOWN:
            self._loop.press(Press(Button.NEXT, PressKind.HELD), seconds)
        button = button_of_key(event.key)
        if button is not None:
            self._loop.panel.inject(button, event.type == pygame.KEYDOWN, seconds, Source.KEYS)

    def _toggle_full_screen(self) -> None:
        if self.window is not None:
            self.fullscreen = not self.fullscreen
            self.open_window()

    def point(self, event: pygame.event.Event, seconds: float) -> None:
        """A finger or the mouse: on the screen it touches, on a button it presses, at the table it plays."""
        x, y = self.on_whole(getattr(event, "pos", pygame.mouse.get_pos()))
        box = self.screen_box
        down = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._press_button(None, seconds)
        if down and box.contains(x, y):
            spot = self._on_screen(x - box.x, y - box.y)
            button = self._loop.screens.button_at(*spot)
            if button is None:
                self._loop.touch(*spot, seconds)
            else:
                self._press_button(button, seconds)
        elif self.frame is None:
            return
        elif down and x < self.frame.table.x:
            self._press_button(self.frame.button_at(x, y), seconds)
        elif self._cameras.side is not None and self._held is None:
            facts = {**event.__dict__, "pos": (x, y)}
            self._cameras.side.mouse(pygame.event.Event(event.type, facts), (self.frame.table.x, 0))

    def _press_button(self, button: Button | None, seconds: float) -> None:
        if self._held is not None:
            self._loop.panel.inject(self._held, False, seconds, Source.KEYS)
        if button is not None:
            self._loop.panel.inject(button, True, seconds, Source.KEYS)
        self._held = button

    @property
    def screen_box(self) -> Box:
        return Box(0, 0, *self._screen_size()) if self.frame is None else self.frame.screen

    def _on_screen(self, x: int, y: int) -> tuple[int, int]:
        """A point of the shown screen on the screen as it is drawn."""
        box, width, height = self.screen_box, *self.screen.get_size()
        turned = (width, height) if self.rotation % 180 == 0 else (height, width)
        return self.unrotated(x * turned[0] // box.w, y * turned[1] // box.h)

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
        """A point of the turned screen on the screen as it is drawn."""
        width, height = self.screen.get_size()
        turned = {
            0: (x, y),
            90: (y, height - 1 - x),
            180: (width - 1 - x, height - 1 - y),
            270: (width - 1 - y, x),
        }
        return turned[self.rotation]

    def dimmed(self) -> pygame.Surface:
        level = round(255 * self._preferences.settings.brightness_at(self._hour()) / 100)
        if level >= 255:
            return self.screen
        copy = self.screen.copy()
        copy.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
        return copy

    def draw(self, seconds: float) -> bool:
        """Draw what changed; True when anything did or moves."""
        self._follow_settings()
        surrounded = self._surround()
        screens, side = self._loop.screens, self._cameras.side
        drawn = screens.draw(self.screen, seconds)
        if drawn:
            self._show_screen()
        if side is not None and self.frame is not None and (side.stale or surrounded):
            box = self.frame.table
            side.draw(self.whole.subsurface((box.x, box.y, box.w, box.h)))
            drawn = True
        if (drawn or surrounded or self._reshaped) and self.window is not None:
            self._put_on_window(self.window)
            drawn = True
        return drawn or screens.moving

    def _follow_settings(self) -> None:
        """Turn the screen and make it darker or brighter as people or the hour want it."""
        settings = self._preferences.settings
        if settings.rotation != self.rotation:
            self.rotation = settings.rotation
            if self.window is not None:
                self.open_window()
            else:
                self._lay_out(self.whole.get_size())
        brightness = settings.brightness_at(self._hour())
        if brightness != self._shown_brightness:
            self._shown_brightness, self._loop.screens.stale = brightness, True

    def _show_screen(self) -> None:
        box, turned = self.screen_box, pygame.transform.rotate(self.dimmed(), -self.rotation)
        if turned.get_size() != (box.w, box.h):
            turned = pygame.transform.smoothscale(turned, (box.w, box.h))
        self.whole.blit(turned, (box.x, box.y))

    def _surround(self) -> bool:
        """On a laptop: the device, its buttons and what happened, drawn anew when any of it changed."""
        side, locale = self._cameras.side, self._preferences.locale
        if side is not None:
            side.locale = locale
        view = self._loop.screens.view
        history = view.history if view is not None else ()
        table = view.table if view is not None else None
        names = [seat.name for seat in table.seats] if table is not None else []
        standing = (locale.language, side is None, self._held, history, names)
        if self.frame is None or (side is self._side and standing == self._surrounded):
            return False
        self._side, self._surrounded = side, standing
        canvas = Canvas(self.whole, scale=self.frame.scale)
        canvas.clear(Hue.DEEP)
        draw_device(canvas, self.frame, locale, self._held)
        draw_story(canvas, self.frame, locale, history, names)
        room = self.frame.table
        if side is None:
            canvas.scenery(plain_scenery(room.w, room.h), room)
            words = room.inset(room.w // 5, 0)
            canvas.text(
                words, locale.say("tabletop.waiting"), Size.SMALL, colour=Hue.MIST, align=0.5, lines=4
            )
        else:
            side.resize((room.w, room.h))
        self._loop.screens.stale = True
        return True

    def _put_on_window(self, window: pygame.Surface) -> None:
        if self._reshaped:
            window.fill(Hue.NIGHT)
            self._reshaped = False
        box = self.shown_box(window.get_size())
        same = box.size == self.whole.get_size()
        window.blit(self.whole if same else pygame.transform.smoothscale(self.whole, box.size), box)
        pygame.display.flip()


def _fitted(size: tuple[int, int]) -> tuple[int, int]:
    """As large as it is, or as the desktop has room for."""
    desktop = pygame.display.get_desktop_sizes()[0]
    return min(size[0], round(0.98 * desktop[0])), min(size[1], round(0.93 * desktop[1]))


_RESHAPED = (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE)
_MOUSE = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL)


# The first key of each button is the one that the help names.
KEYS: dict[int, Button] = {
    pygame.K_y: Button.YES,
    pygame.K_o: Button.YES,
    pygame.K_RETURN: Button.YES,
    pygame.K_KP_ENTER: Button.YES,
    pygame.K_n: Button.NO,
    pygame.K_BACKSPACE: Button.NO,
    pygame.K_TAB: Button.NEXT,
    pygame.K_RIGHT: Button.NEXT,
    pygame.K_DOWN: Button.NEXT,
    pygame.K_d: Button.DISCARD,
    pygame.K_a: Button.ACTION,
    pygame.K_SPACE: Button.ACTION,
    pygame.K_1: Button.YES,
    pygame.K_2: Button.NO,
    pygame.K_3: Button.NEXT,
    pygame.K_4: Button.DISCARD,
    pygame.K_5: Button.ACTION,
}


# What people ask the voice, while it is on: what Lies here, what Changed, and be Mute.
_VOICE_KEYS: dict[int, Intent] = {
    pygame.K_l: AskAloud("table"),
    pygame.K_c: AskAloud("change"),
    pygame.K_m: MuteVoice(),
}
_UP_KEY = pygame.K_UP  # a list goes up: white held, without waiting
_FULL_SCREEN_KEY = pygame.K_F11
QUIT_KEY = pygame.K_ESCAPE  # in a window; on a bare screen there is only this key and the menu


def button_of_key(key: int) -> Button | None:
    """The button that a key stands for, by its pygame code; holding the key holds the button."""
    return KEYS.get(key)
