"""The five buttons as plain values: which was pressed, and whether it was held."""

from dataclasses import dataclass
from enum import Enum


class Button(Enum):
    """The buttons from left to right, as they sit under the screen."""

    YES = "yes"
    NO = "no"
    NEXT = "next"
    DISCARD = "discard"
    ACTION = "action"


class PressKind(Enum):
    """A short press, or one that was held for the panel's hold time."""

    PRESSED = "pressed"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Press:
    """One press of one button; its text form is `no` or `no held`."""

    button: Button
    kind: PressKind = PressKind.PRESSED

    @property
    def held(self) -> bool:
        """Whether the button was held."""
        return self.kind is PressKind.HELD

    def __str__(self) -> str:
        return self.button.value + (" held" if self.held else "")

    @staticmethod
    def parse(text: str) -> "Press":
        """The press that a text names; raises ValueError for any other text."""
        name, _, kind = text.partition(" ")
        return Press(Button(name), PressKind(kind or "pressed"))
