"""The five buttons: contacts that bounce come in, presses, holds and releases go out."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import Enum

from hardware.signals import Button, Press, PressKind

_STEADY_SECONDS = 0.003
QUIET_SECONDS = 0.025
_PATIENCE_SECONDS = 0.06  # a flutter longer than this is a broken switch, not one touch


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """A contact that really closed or opened."""

    seconds: float
    contact: Hashable = field(compare=False)
    closed: bool = field(compare=False)


@dataclass(slots=True)
class _Contact:
    """What is known of one contact: what was reported, what it looks like now, and since when."""

    reported: bool = False
    closed: bool = False
    since: float = float("-inf")
    touched: float | None = None  # the first touch of a press that is not yet decided

    def worn(self) -> bool:
        """Whether it has fluttered for so long that its first touch means nothing any more."""
        return self.touched is not None and self.since - self.touched >= _PATIENCE_SECONDS

    def first_touch(self) -> float:
        """The time a press would carry if it were decided now."""
        return self.since if self.touched is None or self.worn() else self.touched


class Debouncer:
    """Cleans any number of contacts; feed it edges as they come and ask for what is decided."""

    def __init__(
        self, *, steady_seconds: float = _STEADY_SECONDS, quiet_seconds: float = QUIET_SECONDS
    ) -> None:
        self._steady, self._quiet = steady_seconds, quiet_seconds
        self._contacts: dict[Hashable, _Contact] = {}
        self._decided: list[Edge] = []

    def feed(self, contact: Hashable, closed: bool, seconds: float) -> None:
        """One raw edge of a contact that may bounce; an edge to where it already was is ignored."""
        known = self._contacts.setdefault(contact, _Contact())
        seconds = max(seconds, known.since)
        self._decide(contact, known, seconds)
        if closed == known.closed:
            return
        known.closed, known.since = closed, seconds
        if closed and not known.reported and known.touched is None:
            known.touched = seconds

    def feed_clean(self, contact: Hashable, closed: bool, seconds: float) -> None:
        """One edge of a key or a finger on the screen, which do not bounce; repeats are ignored."""
        known = self._contacts.setdefault(contact, _Contact())
        if closed != known.reported:
            self._contacts[contact] = _Contact(closed, closed, seconds)
            self._decided.append(Edge(seconds, contact, closed))

    def is_closed(self, contact: Hashable) -> bool:
        """How a contact looked at its last raw edge."""
        return contact in self._contacts and self._contacts[contact].closed

    def settle(self, seconds: float) -> tuple[list[Edge], float]:
        """The edges decided by now, oldest first, and the time up to which nothing more can come."""
        for contact, known in self._contacts.items():
            self._decide(contact, known, seconds)
        horizon = min(
            (self._open_since(known, seconds) for known in self._contacts.values()), default=seconds
        )
        self._decided.sort()
        ready = [edge for edge in self._decided if edge.seconds <= horizon]
        self._decided = self._decided[len(ready) :]
        return ready, horizon

    def _decide(self, contact: Hashable, known: _Contact, now: float) -> None:
        lasted = now - known.since
        if known.closed and not known.reported and lasted >= self._steady:
            known.reported = True
            self._report(contact, known, known.first_touch())
        elif not known.closed and lasted >= self._quiet:
            known.touched = None
            if known.reported:
                known.reported = False
                self._report(contact, known, known.since)

    def _report(self, contact: Hashable, known: _Contact, stamp: float) -> None:
        known.touched = None
        self._decided.append(Edge(stamp, contact, known.reported))

    def _open_since(self, known: _Contact, now: float) -> float:
        """The time of the event this contact may still report, or now when it owes none."""
        if known.touched is not None:
            return known.first_touch() if known.closed or not known.worn() else now
        if known.reported and not known.closed:
            return known.since
        return now


class Source(Enum):
    """Where a press came from."""

    PINS = "pins"
    KEYS = "keys"


@dataclass(slots=True)
class _Down:
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
