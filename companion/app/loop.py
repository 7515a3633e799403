"""The main loop: what the eye, the buttons and the window bring is followed, shown, lit and heard."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion.app.app_views import AppViews
from companion.app.bundles import BundleRecorder
from companion.app.cues import Announcer, CuePlayer
from companion.app.current_game import CurrentGame
from companion.app.game_view import GameViews
from companion.intents import SETTLING, Handlers, Intent, ProposeEvent
from companion.screens.navigator import Navigator
from hardware.panel import Panel
from hardware.signals import Button, Press, PressKind
from hardware.watchdog import Notifier, Watchdog

if TYPE_CHECKING:
    from companion.app.window import Window

_RUN_ON_SECONDS = 0.4  # so long the button that settled something does nothing more
logger = logging.getLogger(__name__)


@dataclass
class Loop:
    """Presses, fingers and letters become intents; each goes to its one receiver in `handlers`."""

    panel: Panel
    screens: Navigator
    views: GameViews | AppViews
    game: CurrentGame
    cues: CuePlayer
    bundles: BundleRecorder
    announcer: Announcer
    handlers: Handlers
    wishes: SimpleQueue[Intent] = field(default_factory=SimpleQueue)  # of signals and of the laptop's table
    _settled_by: Button | None = None  # the button whose press settled something just now
    _settled_until: float = 0.0
    _stale: bool = True  # whether the screens may have to show something else

    @property
    def running(self) -> bool:
        return not self.game.left_for_good

    def turn(self, seconds: float) -> None:
        """Take in what happened, and let everything follow."""
        self._stale = self.game.look(seconds) or self._stale
        self.follow_buttons(seconds)
        while not self.wishes.empty():
            wish = self.wishes.get()
            if isinstance(wish, ProposeEvent):  # a replay needs it, for it is no press
                self.bundles.wish(seconds, wish.event.as_dict())
            self.dispatch(wish, seconds)
        self._stale = self.game.tick(seconds) or self._stale
        if self._stale or self.views.live:
            self.show(seconds)
        self.announcer.tick()

    def follow_buttons(self, seconds: float) -> None:
        for press in self.panel.poll(seconds):
            if press.kind is not PressKind.RELEASED:
                self.press(press, seconds)

    def press(self, press: Press, seconds: float) -> None:
        """A button; the screens say what it means. One that settled something cannot run on."""
        self.bundles.press(seconds, str(press))
        self.announcer.hush()
        if press.button is self._settled_by and seconds < self._settled_until:
            return
        intent = self.screens.press(press)
        if isinstance(intent, SETTLING):
            self._settled_by, self._settled_until = press.button, seconds + _RUN_ON_SECONDS
        self.dispatch(intent, seconds)
        self.show(seconds)

    def touch(self, x: int, y: int, seconds: float) -> None:
        self.bundles.touch(seconds, x, y)
        self.announcer.hush()
        self.dispatch(self.screens.touch(x, y), seconds)
        self.show(seconds)

    def type_letter(self, letter: str, seconds: float) -> None:
        self.dispatch(self.screens.type_letter(letter), seconds)
        self.show(seconds)

    def dispatch(self, intent: Intent | None, seconds: float) -> None:
        """Hand an intent to its one receiver."""
        if intent is not None:
            self._stale = True
            self.handlers[type(intent)](intent, seconds)

    def show(self, seconds: float) -> None:
        """Let screens, lights, sounds and the voice tell how things stand now."""
        view = self.views.current()
        self.screens.show(view)
        self.cues.show(self.game.controller, seconds)
        self.announcer.show(self.screens, view)
        self._stale = False


@dataclass
class MainLoop:
    """Turn after turn with the window around the loop; a failure is shown, and the game goes on."""

    loop: Loop
    window: "Window"
    watchdog: Watchdog
    clock: Callable[[], float] = time.monotonic

    def run(self) -> None:
        notifier = Notifier.from_environment()
        notifier.ready()
        try:
            while self.loop.running:
                self.window.wait(self.turn())
        finally:
            notifier.stopping()
            self.loop.game.rescue()
            self.loop.game.leave()
            self.loop.panel.close()

    def turn(self) -> bool:
        """Events, loop, drawing; True while something happens."""
        seconds, busy = self.clock(), False
        try:
            busy = self.window.take_events(seconds)
            self.loop.turn(seconds)
            busy = self.window.draw(seconds) or busy
        except Exception as error:  # the failsafe: say what broke and go on; the record is safe
            logger.exception("a turn of the loop failed")
            self.loop.game.error = error
            self._show_failure(seconds)
        self.watchdog.beat("loop", seconds)
        if self.loop.game.eye is None:
            self.watchdog.beat("eye", seconds)
        self.watchdog.feed(seconds)
        return busy

    def _show_failure(self, seconds: float) -> None:
        try:
            self.loop.show(seconds)
            self.window.draw(seconds)
        except Exception:  # the window itself is broken: the next turn tries again, the game is safe
            logger.exception("the failure could not be shown")
