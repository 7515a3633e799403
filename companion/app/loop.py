"""The main loop: what the eye, the buttons and the window bring is followed, shown, lit and heard."""

import logging
import time
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from companion.app.app_views import AppViews
from companion.app.bundles import BundleRecorder
from companion.app.cues import CuePlayer
from companion.app.current_game import CurrentGame
from companion.app.game_view import GameViews
from companion.intents import SETTLING, EndWith, Intent, ProposeEvent, Quit, ShutDown
from companion.screens.navigator import Navigator
from hardware.panel import Panel
from hardware.signals import Button, Press, PressKind
from hardware.watchdog import Notifier, Watchdog

if TYPE_CHECKING:
    from companion.app.window import Window

Handlers = Mapping[type[Intent], Callable[[Any, float], object]]
_RUN_ON_SECONDS = 0.4  # so long the button that settled something does nothing more
logger = logging.getLogger(__name__)


class Loop:
    """Follows eye, buttons and wishes; each intent has one receiver in `handlers`."""

    def __init__(
        self,
        panel: Panel,
        screens: Navigator,
        views: GameViews | AppViews,
        game: CurrentGame,
        cues: CuePlayer,
        bundles: BundleRecorder,
        handlers: Handlers,
        wishes: SimpleQueue[Intent] | None = None,
    ) -> None:
        self.panel, self.screens, self.views, self.game = panel, screens, views, game
        self.cues, self.bundles = cues, bundles
        self.handlers: Handlers = {**dict.fromkeys((Quit, EndWith, ShutDown), self._end), **handlers}
        self.wishes: SimpleQueue[Intent] = wishes or SimpleQueue()  # of signals and of the laptop's table
        self.running = True
        self.status = 0  # what the program ends with
        self._settled_by: Button | None = None  # the button whose press settled something just now
        self._settled_until = 0.0
        self._stale = True  # whether the screens may have to show something else

    def turn(self, seconds: float) -> None:
        """Take in what happened, and let everything follow."""
        self._stale = self.game.look(seconds) or self._stale
        self.follow_buttons(seconds)
        while not self.wishes.empty():
            self.wish(self.wishes.get(), seconds)
        self._stale = self.game.tick(seconds) or self._stale
        if self._stale or self.views.live:
            self.show(seconds)

    def follow_buttons(self, seconds: float) -> None:
        """What was pressed on the panel."""
        for press in self.panel.poll(seconds):
            if press.kind is not PressKind.RELEASED:
                self.press(press, seconds)

    def press(self, press: Press, seconds: float) -> None:
        """A button; the screens say what it means. One that settled something cannot run on."""
        self.bundles.press(seconds, str(press))
        if press.button is self._settled_by and seconds < self._settled_until:
            return
        intent = self.screens.press(press)
        if isinstance(intent, SETTLING):
            self._settled_by, self._settled_until = press.button, seconds + _RUN_ON_SECONDS
        self.dispatch(intent, seconds)
        self.show(seconds)

    def touch(self, x: int, y: int, seconds: float) -> None:
        """A finger on the screen."""
        self.bundles.touch(seconds, x, y)
        self.dispatch(self.screens.touch(x, y), seconds)
        self.show(seconds)

    def type_letter(self, letter: str, seconds: float) -> None:
        """A letter of a keyboard, where a word is asked for."""
        self.dispatch(self.screens.type_letter(letter), seconds)
        self.show(seconds)

    def wish(self, intent: Intent, seconds: float) -> None:
        """Carry out what comes from outside of the screens; a proposal is noted, for it is no press."""
        if isinstance(intent, ProposeEvent):
            self.bundles.wish(seconds, intent.event.as_dict())
        self.dispatch(intent, seconds)

    def dispatch(self, intent: Intent | None, seconds: float) -> None:
        """Hand an intent to its one receiver."""
        if intent is not None:
            self._stale = True
            self.handlers[type(intent)](intent, seconds)
            self.running = self.running and not self.game.left_for_good

    def show(self, seconds: float) -> None:
        """Let screens, lights and sounds tell how things stand now."""
        self.screens.show(self.views.current())
        self.cues.show(self.game.cue(), seconds)
        self._stale = False

    def _end(self, intent: Quit | EndWith | ShutDown, seconds: float) -> None:
        self.status = intent.status if isinstance(intent, EndWith) else self.status
        self.running = self.running and not isinstance(intent, ShutDown)
        if self.running:
            self.game.ask_to_leave(quitting=True)


class MainLoop:
    """Turn after turn with the window around the loop; a failure is shown, and the game goes on."""

    def __init__(
        self, loop: Loop, window: "Window", watchdog: Watchdog, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.loop, self.window, self.watchdog, self.clock = loop, window, watchdog, clock

    def run(self) -> None:
        """Until somebody leaves; in the end all is let go."""
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
        self._tell_that_we_live(seconds)
        return busy

    def _show_failure(self, seconds: float) -> None:
        try:
            self.loop.show(seconds)
            self.window.draw(seconds)
        except Exception:  # the window itself is broken: the next turn tries again, the game is safe
            logger.exception("the failure could not be shown")

    def _tell_that_we_live(self, seconds: float) -> None:
        self.watchdog.beat("loop", seconds)
        if self.loop.game.eye is None:
            self.watchdog.beat("eye", seconds)
        self.watchdog.feed(seconds)
