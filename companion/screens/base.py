"""What a screen is: what each button does now (and the row of labels), its drawing, its words for the ear."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum

from companion.intents import AskAloud, Intent, MuteVoice
from companion.screens.canvas import Box, Canvas, Moving
from companion.screens.painting import measure
from companion.screens.palette import Colour, Hue, Size, Space, Weight
from companion.screens.parts import BUTTON_COLOURS, draw_cap
from companion.screens.view import VOICE_OFF, View
from hardware.signals import Button, Press

_BAR_HEIGHT = 64


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


@dataclass(frozen=True, slots=True)
class Pressed(Intent):
    """A touch on a button's label stands for the button."""

    press: Press


def bar_height(canvas: Canvas) -> int:
    """The height of the row of labels: two lines of type and a cap."""
    return max(canvas.px(_BAR_HEIGHT), canvas.line(Size.SMALL) * 2 + canvas.px(Space.SMALL))


def draw_bar(canvas: Canvas, keys: Keys, box: Box) -> None:
    """What each button does now, at the edge where the buttons sit."""
    canvas.fill(box, Hue.DEEP)
    canvas.fill(Box(box.x, box.y, box.w, 1), Hue.STEEL)
    for button, column in zip(Button, box.columns(len(Button)), strict=True):
        canvas.touch(column, Pressed(Press(button)))
        _draw_key(canvas, button, keys.get(button), column)


def _draw_key(canvas: Canvas, button: Button, key: Key | None, box: Box) -> None:
    """One button: its stripe at the edge, its sign and label; the one that goes on is a filled tab."""
    colour, goes_on = BUTTON_COLOURS[button], button is Button.YES
    foot = canvas.px(5)
    if key is None:
        _draw_stripe(canvas, box, _faded(colour), 20, foot)
        return
    if goes_on:
        tab = Box(box.x + canvas.px(4), box.y + canvas.px(6), box.w - canvas.px(8), box.h)
        canvas.panel(tab, colour, radius=14)
    else:
        _draw_stripe(canvas, box, colour, 64, foot)
    room = box.inset(canvas.px(4), 0).cut_top(canvas.px(6))[1].cut_bottom(foot)[1]
    label_width = measure(key.label, Weight.BOLD, canvas.type_px(Size.SMALL))
    held_width = measure(key.held_label, Weight.REGULAR, canvas.type_px(Size.TINY))
    words = max(label_width, held_width) + canvas.px(2)
    side = min(canvas.px(30), room.h)
    content = room.middle(min(room.w, side + canvas.px(7) + words), room.h)
    cap, label = content.cut_square(side, canvas.px(7))
    narrow = Box(label.x, label.y, label.w, canvas.least_line)
    if key.held_label and not canvas.fits(narrow, key.held_label, Weight.REGULAR, 1):
        _draw_narrow_key(canvas, button, key, room)
        return
    draw_cap(canvas, button, cap, inverse=goes_on)
    ink, second = (Hue.INK, Hue.INK) if goes_on else (Hue.PAPER, Hue.MIST)
    upper, lower = label.rows((5, 4))
    if not key.held_label or not canvas.fits(upper, key.label, Weight.BOLD, 1):
        canvas.text(label, key.label, Size.SMALL, colour=ink, lines=2, shorten=True)
        return
    canvas.text(upper, key.label, Size.SMALL, colour=ink, valign=0.9)
    canvas.note(lower, key.held_label, Size.TINY, colour=second, valign=0.1)


def _draw_narrow_key(canvas: Canvas, button: Button, key: Key, box: Box) -> None:
    """Long words below a label take the whole width; the sign is smaller then."""
    goes_on = button is Button.YES
    upper, lower = box.cut_bottom(box.h - canvas.px(4))[0].inset(canvas.px(8), 0).rows((5, 4))
    cap, label = upper.cut_square(canvas.px(24), canvas.px(4))
    draw_cap(canvas, button, cap, inverse=goes_on)
    ink, second = (Hue.INK, Hue.INK) if goes_on else (Hue.PAPER, Hue.MIST)
    canvas.text(label, key.label, Size.SMALL, colour=ink, shorten=True)
    canvas.note(lower, key.held_label, Size.TINY, colour=second, shorten=True)


def _draw_stripe(canvas: Canvas, box: Box, colour: Colour, width: float, foot: int) -> None:
    wide = canvas.px(width)
    canvas.fill(Box(box.centre[0] - wide // 2, box.bottom - foot, wide, foot), colour)


def _faded(colour: Colour) -> Colour:
    """A colour that is hardly there, for what does nothing now."""
    red, green, blue = (deep + (bright - deep) // 3 for deep, bright in zip(Hue.DEEP, colour, strict=True))
    return red, green, blue
