"""The main loop: what the eye, the buttons and the window bring is followed, shown, lit and heard."""

import logging
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion.app.announcer import Announcer
from companion.app.app_views import AppViews
from companion.app.bundles import BundleRecorder
from companion.app.cues import CuePlayer
from companion.app.current_game import CurrentGame
from companion.app.dispatcher import Dispatcher, Handlers
from companion.app.game_view import GameViews
from companion.intents import EndWith, Intent, Quit, ShutDown
from companion.screens.navigator import Navigator
from hardware.panel import Panel
from hardware.signals import PressKind
from hardware.watchdog import Notifier, Watchdog

if TYPE_CHECKING:
    from companion.app.window import Window

logger = logging.getLogger(__name__)


class Loop(Dispatcher):
    """Takes in what eye, buttons and others bring, turn by turn."""

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
        announcer: Announcer | None = None,
    ) -> None:
        ends = dict.fromkeys((Quit, EndWith, ShutDown), self._end)
        super().__init__(screens, views, game, cues, bundles, {**ends, **handlers}, announcer)
        self.panel = panel
        self.wishes: SimpleQueue[Intent] = wishes or SimpleQueue()  # of signals and of the laptop's table
        self.status = 0  # what the program ends with
        self._shut_down = False

    def turn(self, seconds: float) -> None:
        """Take in what happened, and let everything follow."""
        self._stale = self.game.look(seconds) or self._stale
        self.follow_buttons(seconds)
        while not self.wishes.empty():
            self.wish(self.wishes.get(), seconds)
        self._stale = self.game.tick(seconds) or self._stale
        if self._stale or self.views.live:
            self.show(seconds)
        if self.announcer is not None:
            self.announcer.tick()

    def follow_buttons(self, seconds: float) -> None:
        for press in self.panel.poll(seconds):
            if press.kind is not PressKind.RELEASED:
                self.press(press, seconds)

    @property
    def running(self) -> bool:
        return not (self._shut_down or self.game.left_for_good)

    def _end(self, intent: Quit | EndWith | ShutDown, seconds: float) -> None:
        self.status = intent.status if isinstance(intent, EndWith) else self.status
        self._shut_down = isinstance(intent, ShutDown)
        if not self._shut_down:
            self.game.ask_to_leave(quitting=True)


class MainLoop:
    """Turn after turn with the window around the loop; a failure is shown, and the game goes on."""

    def __init__(
        self, loop: Loop, window: "Window", watchdog: Watchdog, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.loop, self.window, self.watchdog, self.clock = loop, window, watchdog, clock

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
