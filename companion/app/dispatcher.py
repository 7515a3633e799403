"""Presses, fingers and letters become intents, each goes to its one receiver, and what follows is shown."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.app.announcer import Announcer
from companion.app.app_views import AppViews
from companion.app.bundles import BundleRecorder
from companion.app.cues import CuePlayer
from companion.app.current_game import CurrentGame
from companion.app.game_view import GameViews
from companion.intents import SETTLING, Intent, ProposeEvent
from companion.screens.navigator import Navigator
from hardware.signals import Button, Press

Handlers = Mapping[type[Intent], Callable[[Any, float], object]]
_RUN_ON_SECONDS = 0.4  # so long the button that settled something does nothing more


class Dispatcher:
    """What people do, and who answers: each intent has one receiver in `handlers`."""

    def __init__(
        self,
        screens: Navigator,
        views: GameViews | AppViews,
        game: CurrentGame,
        cues: CuePlayer,
        bundles: BundleRecorder,
        handlers: Handlers,
        announcer: Announcer | None = None,
    ) -> None:
        self.screens, self.views, self.game, self.announcer = screens, views, game, announcer
        self.cues, self.bundles, self.handlers = cues, bundles, handlers
        self._settled_by: Button | None = None  # the button whose press settled something just now
        self._settled_until = 0.0
        self._stale = True  # whether the screens may have to show something else

    def press(self, press: Press, seconds: float) -> None:
        """A button; the screens say what it means. One that settled something cannot run on."""
        self.bundles.press(seconds, str(press))
        self._hush()
        if press.button is self._settled_by and seconds < self._settled_until:
            return
        intent = self.screens.press(press)
        if isinstance(intent, SETTLING):
            self._settled_by, self._settled_until = press.button, seconds + _RUN_ON_SECONDS
        self.dispatch(intent, seconds)
        self.show(seconds)

    def touch(self, x: int, y: int, seconds: float) -> None:
        self.bundles.touch(seconds, x, y)
        self._hush()
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

    def show(self, seconds: float) -> None:
        """Let screens, lights and sounds tell how things stand now."""
        self.screens.show(self.views.current())
        self.cues.show(self.game.cue(), seconds)
        if self.announcer is not None and self.screens.view is not None:
            self.announcer.show(self.screens.screen, self.screens.view)
        self._stale = False

    def _hush(self) -> None:
        if self.announcer is not None:
            self.announcer.hush()
