"""The words of the devices that everybody shares: cameras' names, buttons, lights, what is heard."""

from dataclasses import dataclass, field
from enum import Enum

CAMERA_NAME = r"auto|simulated|pi(:[0-9])?|usb:[0-9]|/dev/.+|(https?|rtsp)://.+|video:.+|folder:.+"


class Button(Enum):
    """The five buttons from left to right, as they sit under the screen."""

    YES = "yes"
    NO = "no"
    NEXT = "next"
    DISCARD = "discard"
    ACTION = "action"


class PressKind(Enum):
    """What happened to a button."""

    PRESSED = "pressed"  # act on this
    HELD = "held"  # or on this: once for each long press
    RELEASED = "released"


@dataclass(frozen=True, slots=True)
class Press:
    """One thing that happened to one button; its text form is `no`, `no held` or `no released`."""

    button: Button
    kind: PressKind = PressKind.PRESSED
    seconds: float = field(default=0.0, compare=False)  # when, on the monotonic clock

    @property
    def held(self) -> bool:
        return self.kind is PressKind.HELD

    def __str__(self) -> str:
        return self.button.value + ("" if self.kind is PressKind.PRESSED else f" {self.kind.value}")

    @staticmethod
    def parse(text: str) -> "Press":
        """The press that a text names; raises ValueError for any other text."""
        name, _, kind = text.partition(" ")
        return Press(Button(name), PressKind(kind or "pressed"))


class Signal(Enum):
    """What the two lights say."""

    OFF = "off"
    LEGAL = "legal"  # green
    ILLEGAL = "illegal"  # red
    UNSURE = "unsure"  # both blink


class Sound(Enum):
    """The occasions that have a sound of their own."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    QUESTION = "question"
    WON = "won"
    LOST = "lost"
