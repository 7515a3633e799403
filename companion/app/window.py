"""The window: the companion's screen and what lies beside it are drawn; keys and fingers come from it."""

import pygame

from companion import intents
from companion.app.devices import Cameras, SideTable
from companion.app.display import Display
from companion.app.loop import Loop
from companion.app.preferences import Preferences
from companion.locale import Locale, load_locale
from companion.screens.canvas import Canvas
from companion.screens.keyboard import FULL_SCREEN_KEY, QUIT_KEY, button_of_key
from companion.screens.layout import Box
from companion.screens.palette import MIST, NIGHT, Size, Space, Weight
from hardware.buttons import Source

_MOVING_FPS = 30
_IDLE_FPS = 15
LOOK_SECONDS = 5.0  # how often a screen that is not there is looked for
_WORDS_PX = 90  # the height that the words below the screen may take


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
        rotation: int = 0,
        side_room: tuple[int, int] = (0, 0),
    ) -> None:
        self._loop, self._cameras, self._preferences = loop, cameras, preferences
        self.size, self.rotation, self.fullscreen = size, rotation % 360, fullscreen
        self.side_room = side_room
        self.screen = pygame.Surface(size)
        self.whole = pygame.Surface(self._whole_size())
        self.window: pygame.Surface | None = None
        self._side: SideTable | None = None  # that was drawn last
        self._surrounded: tuple[str, bool] | None = None  # for what the words around the screen were drawn
        self._reshaped = False  # whether the window has another size, or was covered
        self._ticker = pygame.time.Clock()
        self._display: Display | None = None  # a screen that is yet to be found
        self._look_again = float("-inf")

    def look_for_screen(self, display: Display) -> bool:
        """Open the screen; without any SDL runs blind, and a screen that comes is taken."""
        self._display = display
        if display.open(self.open_window):
            return True
        self.window = None
        display.open_blind()
        return False

    def open_window(self) -> None:
        """Open the display: the companion's screen, and room for the simulated table where there is one."""
        whole = self._whole_size()
        flags = pygame.FULLSCREEN if self.fullscreen else pygame.RESIZABLE
        self.window = pygame.display.set_mode(whole if self.fullscreen else fitted(whole), flags)
        self.whole = pygame.Surface(whole)
        self.whole.fill(NIGHT)
        pygame.display.set_caption("Table companion")
        pygame.mouse.set_visible(not self.fullscreen)
        self._surrounded, self._loop.screens.stale = None, True

    def _whole_size(self) -> tuple[int, int]:
        width, height = self._screen_size()
        return width + self.side_room[0], max(height, self.side_room[1])

    def _screen_size(self) -> tuple[int, int]:
        return self.size if self.rotation % 180 == 0 else (self.size[1], self.size[0])

    def wait(self, busy: bool) -> None:
        """Until the next turn is due: soon while something moves, later while nothing does."""
        self._ticker.tick(_MOVING_FPS if busy else _IDLE_FPS)

    def take_events(self, seconds: float) -> bool:
        """Keys, fingers and the mouse."""
        if self._display is not None and self.window is None and seconds >= self._look_again:
            self._look_again = seconds + LOOK_SECONDS
            self.look_for_screen(self._display)
        events = pygame.event.get()
        for event in events:
            self.take(event, seconds)
        return bool(events)

    def take(self, event: pygame.event.Event, seconds: float) -> None:
        """One event of the window."""
        if event.type in _RESHAPED:
            self._reshaped = True
        elif event.type == pygame.QUIT:
            self._loop.dispatch(intents.Quit(), seconds)
        elif event.type == pygame.KEYDOWN and event.key == QUIT_KEY:
            self._loop.screens.ask_to_quit()
        elif event.type == pygame.KEYDOWN and event.key == FULL_SCREEN_KEY:
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
        button = button_of_key(event.key)
        if button is not None:
            self._loop.panel.inject(button, event.type == pygame.KEYDOWN, seconds, Source.KEYS)

    def _toggle_full_screen(self) -> None:
        if self.window is not None:
            pygame.display.toggle_fullscreen()
            self._reshaped = True

    def point(self, event: pygame.event.Event, seconds: float) -> None:
        """A finger or the mouse: on the screen it touches, beside it it plays."""
        x, y = self.on_whole(getattr(event, "pos", pygame.mouse.get_pos()))
        width, height = self._screen_size()
        touched = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if x < width and touched:
            if y < height:
                self._loop.touch(*self.unrotated(x, y), seconds)
        elif self._cameras.side is not None:
            facts = {**event.__dict__, "pos": (x, y)}
            self._cameras.side.mouse(pygame.event.Event(event.type, facts), (width, 0))

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

    def dimmed(self) -> pygame.Surface:
        """The screen as bright as it is wanted."""
        share = self._preferences.settings.brightness / 100
        return self.screen if share >= 1 else _shaded(self.screen, share)

    def draw(self, seconds: float) -> bool:
        """Draw what changed; True when anything did or moves."""
        self._surround()
        screens, side = self._loop.screens, self._cameras.side
        drawn = screens.draw(self.screen, seconds)
        if drawn:
            self.whole.blit(pygame.transform.rotate(self.dimmed(), -self.rotation), (0, 0))
        if side is not None and side.stale:
            side.draw(self.whole.subsurface((self._screen_size()[0], 0, *self.side_room)))
            drawn = True
        if (drawn or self._reshaped) and self.window is not None:
            self._put_on_window(self.window)
            drawn = True
        return drawn or screens.moving

    def _surround(self) -> None:
        """On a laptop: words in the free room, anew when the language or the table beside changed."""
        side, language = self._cameras.side, self._preferences.settings.language
        if side is not None:
            side.locale = load_locale(language)
        standing = (language, side is None)
        if side is self._side and (standing == self._surrounded or self.side_room[0] == 0):
            return
        self._side, self._surrounded = side, standing
        self.whole.fill(NIGHT)
        self._loop.screens.stale = True
        if self.side_room[0] > 0:
            draw_surround(self.whole, self._screen_size(), load_locale(language), empty=side is None)

    def _put_on_window(self, window: pygame.Surface) -> None:
        if self._reshaped:
            window.fill(NIGHT)
            self._reshaped = False
        box = self.shown_box(window.get_size())
        window.blit(pygame.transform.smoothscale(self.whole, box.size), box)
        pygame.display.flip()


def draw_surround(whole: pygame.Surface, screen: tuple[int, int], locale: Locale, *, empty: bool) -> Canvas:
    """Which keys are the buttons, below the screen; beside it, while no table lies there, what will."""
    canvas = Canvas(whole)
    width, height = whole.get_size()
    if height - screen[1] >= _WORDS_PX:
        below = Box(0, screen[1], screen[0], _WORDS_PX).inset(Space.BODY, Space.SMALL)
        canvas.text(
            below, locale.say("tabletop.keys"), Size.TINY, weight=Weight.REGULAR, colour=MIST, lines=3
        )
    if empty:
        beside = Box(screen[0], 0, width - screen[0], height).inset(Space.HUGE)
        canvas.text(beside, locale.say("tabletop.waiting"), Size.BODY, colour=MIST, align=0.5, lines=3)
    return canvas


def _shaded(surface: pygame.Surface, share: float) -> pygame.Surface:
    level = max(0, min(255, round(255 * share)))
    copy = surface.copy()
    copy.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
    return copy


def fitted(size: tuple[int, int]) -> tuple[int, int]:
    """As large as it is, or as the desktop has room for."""
    desktop = pygame.display.get_desktop_sizes()[0]
    share = min(1.0, 0.96 * desktop[0] / size[0], 0.9 * desktop[1] / size[1])
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))


_RESHAPED = (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE)
_MOUSE = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL)
