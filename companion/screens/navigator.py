"""The navigator: views and presses come in, the right screen is drawn, and intents for the app go out."""

import pygame

from companion.games.values import Outcome
from companion.intents import Intent
from companion.screens.base import (
    Back,
    Done,
    Later,
    Leave,
    Pressed,
    Push,
    Screen,
    Swap,
    bar_height,
    draw_bar,
    with_voice,
)
from companion.screens.camera_screens import CameraScreen, EnrolScreen
from companion.screens.canvas import STILL, Canvas, Motion, Moving
from companion.screens.endings import Decision, Differs, Ending, Failsafe
from companion.screens.menus import AskQuit, LeaveScreen
from companion.screens.palette import SCHEMES, USUAL
from companion.screens.play import Play
from companion.screens.scores import ScoreScreen
from companion.screens.view import View
from companion.screens.welcome import Welcome
from hardware.signals import Button, Press

_ABOUT_SCREENS = (Push, Swap, Back, Done, Leave)


def base_screen(view: View) -> Screen:
    """The screen under all others: what the view itself calls for."""
    if view.decision is not None:
        return Decision()
    if view.machine.leaving:
        return LeaveScreen()
    if view.failure is not None:
        return Failsafe()
    if view.camera is not None:
        return CameraScreen()
    if view.enrol is not None:
        return EnrolScreen()
    if view.table is None:
        return Welcome()
    if view.differences:
        return Differs()
    if view.table.outcome is not Outcome.OPEN and view.proposal is None and view.question is None:
        return Ending()
    return Play()


class Navigator:
    """Keeps the stack of screens; draws only when something changed."""

    def __init__(self) -> None:
        self.base: Screen = Welcome()
        self.above: tuple[Screen, ...] = ()
        self.view: View | None = None
        self.canvas: Canvas | None = None
        self.stale = True
        self._covers = False  # whether a dialogue covers something urgent
        self._moves: Moving | None = None
        self._since: float | None = None  # when that began; None: at the next drawing

    @property
    def screen(self) -> Screen:
        return self.above[-1] if self.above else self.base

    def show(self, view: View) -> None:
        """Take a new view; what lies on top gives way to what is more urgent."""
        before = self.view
        if before is not None and (view is before or view == before):
            return
        self.view = view
        self.stale = True
        base = base_screen(view)
        if type(base) is not type(self.base):
            self.base, self.above = base, ()
        elif before is not None and _is_urgent(before, view):
            self.base, self._covers = base, True
            self._move(Moving.VERDICT)
            self._give_way()
        elif before is not None and view.debt is not None and view.debt != before.debt:
            self._move(Moving.DEBT)
        elif before is not None and _winning_card(view) not in ("", _winning_card(before)):
            self._move(Moving.WINNER)
        if before is not None and before.table is not None and view.scored_rounds > before.scored_rounds:
            self.above = (ScoreScreen(view.scored_rounds, opened_itself=True),)
            self._move(Moving.POINTS)

    def _give_way(self) -> None:
        """What is passive does not cover what came meanwhile: it goes, now or when it comes to the top."""
        while self.above and self.above[-1].passive:
            self.above = self.above[:-1]
        self._covers = bool(self.above)

    def press(self, press: Press) -> Intent | None:
        """A button: moves between screens are done here, everything else is for the app."""
        if self.view is None:
            return None
        self._settle()
        return self.follow(self.screen.press(self.view, press))

    def type_letter(self, letter: str) -> Intent | None:
        return None if self.view is None else self.follow(self.screen.type_letter(self.view, letter))

    def ask_to_quit(self) -> None:
        """Escape does not end anything by itself."""
        if not isinstance(self.screen, AskQuit):
            self.above, self.stale = (*self.above, AskQuit()), True

    def touch(self, x: int, y: int) -> Intent | None:
        touched = self._touched(x, y)
        self._settle()
        return self.press(touched.press) if isinstance(touched, Pressed) else self.follow(touched)

    def button_at(self, x: int, y: int) -> Button | None:
        """The button whose words a finger is on: it can be pressed and held there."""
        touched = self._touched(x, y)
        return touched.press.button if isinstance(touched, Pressed) else None

    def _touched(self, x: int, y: int) -> Intent | None:
        zones = self.canvas.zones if self.canvas is not None else []
        return next((zone.intent for zone in reversed(zones) if zone.box.contains(x, y)), None)

    def follow(self, intent: Intent | None) -> Intent | None:
        """Change screens as the intent says; gives back what the app has to do."""
        if isinstance(intent, Later) and self.view is not None:
            intent = intent.resolve(self.view)
        if intent is None or not isinstance(intent, _ABOUT_SCREENS):
            return intent
        self.stale = True
        if isinstance(intent, (Push, Swap)) and intent.screen.arrives is not None:
            self._move(intent.screen.arrives)
        if isinstance(intent, Push):
            self.above = (*self.above, intent.screen)
            return intent.intent
        if isinstance(intent, Swap):
            self.swap(intent.screen)
            return intent.intent
        if isinstance(intent, Done):
            self.above = ()
            return intent.intent
        self.above = self.above[:-1]
        if isinstance(intent, Leave):
            return self.follow(intent.intent)
        if self._covers:
            self._give_way()
        return None

    def swap(self, screen: Screen) -> None:
        """Another screen in place of the one that is seen."""
        if self.above:
            self.above = (*self.above[:-1], screen)
        else:
            self.base = screen

    @property
    def moving(self) -> bool:
        """Whether the next drawing will differ although nothing changes: ask for 30 frames a second then."""
        return self._moves is not None

    def _move(self, what: Moving) -> None:
        if self.view is not None and self.view.settings.motion:
            self._moves, self._since = what, None

    def _settle(self) -> None:
        """A press jumps to the end of what moves."""
        if self._moves is not None:
            self._moves, self.stale = None, True

    def draw(self, surface: pygame.Surface, seconds: float | None = None) -> bool:
        if self.view is None or not (self.stale or self.moving):
            return False
        self.canvas = draw_screen(surface, self.screen, self.view, self._motion(seconds))
        self.stale = False
        return True

    def _motion(self, seconds: float | None) -> Motion:
        """What moves now; remembers when it began, and forgets it at its end."""
        if self._moves is None or seconds is None:
            self._moves = None
            return STILL
        self._since = seconds if self._since is None else self._since
        elapsed_ms = (seconds - self._since) * 1000
        if elapsed_ms < self._moves.milliseconds:
            return Motion(self._moves, elapsed_ms)
        self._moves = None
        return STILL


def _winning_card(view: View) -> str:
    return next((each.card for each in view.trick.cards if each.wins), "") if view.trick is not None else ""


def _is_urgent(before: View, after: View) -> bool:
    is_proposed = after.proposal is not None and after.proposal != before.proposal
    return is_proposed or (after.question is not None and after.question != before.question)


def draw_screen(surface: pygame.Surface, screen: Screen, view: View, motion: Motion = STILL) -> Canvas:
    """A whole screen with its button labels."""
    scheme = SCHEMES[view.settings.colours]
    canvas = Canvas(surface, larger=view.settings.larger_text, motion=motion, scheme=scheme)
    canvas.clear()
    bar, rest = canvas.box.cut_bottom(bar_height(canvas))
    screen.draw(canvas, view, rest)
    canvas.scheme = scheme if scheme.plain else USUAL  # labels have the colours of the buttons themselves
    draw_bar(canvas, with_voice(screen.keys(view), view), bar)
    return canvas
