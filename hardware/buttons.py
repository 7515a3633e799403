"""The five buttons: clean edges come in, presses, holds and releases go out."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum

from hardware.debounce import Edge
from hardware.signals import Button, Press, PressKind


class Source(Enum):
    """Where a press came from."""

    PINS = "pins"
    KEYS = "keys"


@dataclass(slots=True)
class _Down:
    """A button that is down now."""

    since: float
    held: bool = False


@dataclass(frozen=True, slots=True)
class Contact:
    """One way to press one button."""

    source: Source
    button: Button


PATIENT_NO = frozenset({Button.NO})
PATIENT_ALL = frozenset(Button)


class Gestures:
    """Tells presses from holds.

    A button in `patient` (with a meaning of its own when held) is pressed when it comes up again before
    the hold time, and never both pressed and held; any other is pressed the moment it goes down.
    """

    def __init__(self, hold_seconds: float, patient: frozenset[Button] = PATIENT_NO) -> None:
        self.hold_seconds = hold_seconds
        self._patient = patient
        self._down: dict[Hashable, _Down] = {}

    def take(self, edge: Edge) -> list[Press]:
        """What this edge means, after the holds that came due before it."""
        if not isinstance(edge.contact, Contact):
            raise TypeError(f"not a button's contact: {edge.contact!r}")
        return self.wait(edge.seconds) + self._turn(edge.contact, edge.closed, edge.seconds)

    def wait(self, seconds: float) -> list[Press]:
        """The holds that have come due by this time."""
        due = [
            (down.since + self.hold_seconds, contact, down)
            for contact, down in self._down.items()
            if isinstance(contact, Contact) and not down.held and seconds - down.since >= self.hold_seconds
        ]
        events = []
        for moment, contact, down in sorted(due, key=lambda item: item[0]):
            down.held = True
            events.append(Press(contact.button, PressKind.HELD, moment))
        return events

    def _turn(self, contact: Contact, closed: bool, seconds: float) -> list[Press]:
        patient = contact.button in self._patient
        pressed = Press(contact.button, PressKind.PRESSED, seconds)
        if closed:
            self._down[contact] = _Down(seconds)
            return [] if patient else [pressed]
        down = self._down.pop(contact, None)
        if down is None:
            return []
        released = Press(contact.button, PressKind.RELEASED, seconds)
        return [pressed, released] if patient and not down.held else [released]
