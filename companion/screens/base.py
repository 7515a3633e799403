"""What a screen is: it names what each button does now, draws itself, and tells itself to the ear."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum

from companion.intents import AskAloud, Intent, MuteVoice
from companion.screens.canvas import Box, Canvas, Moving
from companion.screens.view import VOICE_OFF, View
from hardware.signals import Button, Press


@dataclass(frozen=True, slots=True)
class Key:
    """What a button does now: its label, its intent, and the same for holding it."""

    label: str
    intent: Intent
    held_label: str = ""
    held: Intent | None = None


Keys = Mapping[Button, Key]


class Matter(IntEnum):
    """How much a sentence matters when it is spoken: one that matters as much cuts the others short."""

    KEYS = 0  # what the buttons do
    SCREEN = 1  # what else the screen shows
    TURN = 2  # who plays, what was played, points
    VERDICT = 3  # rulings, discards, questions that must be answered, the end
    ANSWER = 4  # what somebody asked for


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence of a screen for the ear."""

    text: str
    matter: Matter = Matter.SCREEN


def spoken(*texts: str, matter: Matter = Matter.SCREEN) -> tuple[Spoken, ...]:
    """Those of some texts that say anything."""
    return tuple(Spoken(text, matter) for text in texts if text)


def finished(text: str) -> str:
    """A text as a sentence of its own."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if not text or text[-1] in ".!?…" else f"{text}."


_VOICE_HOLDS: dict[Button, tuple[str, Intent]] = {
    Button.NEXT: ("table", AskAloud("table")),
    Button.DISCARD: ("change", AskAloud("change")),
    Button.ACTION: ("mute", MuteVoice()),
}


def with_voice(keys: Keys, view: View) -> Keys:
    """While the voice is on, holding three of the buttons asks it, unless holding one means something."""
    if view.settings.voice == VOICE_OFF:
        return keys
    added = dict(keys)
    for button, (name, intent) in _VOICE_HOLDS.items():
        key, label = keys.get(button), view.say(f"keys.hold-{name}")
        if key is None:
            added[button] = Key("", intent, label, intent)
        elif key.held is None:
            added[button] = replace(key, held_label=key.held_label or label, held=intent)
    return added


class Screen(ABC):
    """A frozen value with a little state of its own (a cursor); it knows nothing of vision and hardware."""

    passive = False  # a passive screen gives way when a proposal arrives
    arrives: Moving | None = None  # what moves when the screen comes
    takes_letters = False  # whether a keyboard's letters are letters here, not buttons

    def keys(self, view: View) -> Keys:
        """What each button does now; a button that is missing does nothing."""
        return {Button.NO: Key(view.say("keys.back"), Back())}

    @abstractmethod
    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """Draw into the box above the button labels."""

    def type_letter(self, view: View, letter: str) -> Intent | None:
        """The intent of a letter of a keyboard; backspace erases, return is done."""
        return None

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """What it shows, as sentences for the ear; the buttons are told by their keys."""
        return ()

    def press(self, view: View, press: Press) -> Intent | None:
        """The intent of a press; holding does what pressing does unless it has a meaning of its own."""
        key = with_voice(self.keys(view), view).get(press.button)
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
    """Show a screen on top of this one; the app hears the intent that fills it, where there is one."""

    screen: Screen
    intent: Intent | None = None


@dataclass(frozen=True, slots=True)
class Swap(Intent):
    """Show a screen in place of this one: a moved cursor, the next question; the app may hear of it."""

    screen: Screen
    intent: Intent | None = None


@dataclass(frozen=True, slots=True)
class Back(Intent):
    """Leave this screen."""


@dataclass(frozen=True, slots=True)
class Done(Intent):
    """Leave all screens on top and pass the intent to the app."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Leave(Intent):
    """Leave this screen and hand the intent on: to the screen below, or to the app."""

    intent: Intent
