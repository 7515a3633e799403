"""What a screen is: it names what each button does now, and draws itself; one table of keys for both."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from companion.intents import Intent
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.view import View
from hardware.signals import Button, Press


@dataclass(frozen=True, slots=True)
class Key:
    """What a button does now: its label, its intent, and the same for holding it."""

    label: str
    intent: Intent
    held_label: str = ""
    held: Intent | None = None


Keys = Mapping[Button, Key]


class Screen(ABC):
    """A frozen value with a little state of its own (a cursor); it knows nothing of vision and hardware."""

    passive = False  # a passive screen gives way when a proposal arrives
    takes_letters = False  # whether a keyboard's letters are letters here, not buttons

    @abstractmethod
    def keys(self, view: View) -> Keys:
        """What each button does now; a button that is missing does nothing."""

    @abstractmethod
    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """Draw into the box above the button labels."""

    def type_letter(self, view: View, letter: str) -> Intent | None:
        """The intent of a letter of a keyboard; backspace erases, return is done."""
        return None

    def press(self, view: View, press: Press) -> Intent | None:
        """The intent of a press; holding does what pressing does unless it has a meaning of its own."""
        key = self.keys(view).get(press.button)
        if key is None:
            return None
        return key.held if press.held and key.held is not None else key.intent


@dataclass(frozen=True, slots=True)
class Later(Intent):
    """An intent that is worked out only when it is really wanted."""

    def resolve(self, view: View) -> Intent:
        """What it comes to."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Push(Intent):
    """Show a screen on top of this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class PushWith(Intent):
    """Show a screen on top of this one and pass an intent to the app, which fills it."""

    screen: Screen
    intent: Intent


@dataclass(frozen=True, slots=True)
class Swap(Intent):
    """Show a screen in place of this one: a moved cursor, the next question."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Back(Intent):
    """Leave this screen."""

    steps: int = 1


@dataclass(frozen=True, slots=True)
class Done(Intent):
    """Leave all screens on top and pass the intent to the app."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Leave(Intent):
    """Leave this screen and hand the intent on: to the screen below, or to the app."""

    intent: Intent
