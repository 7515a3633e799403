"""The panel: five buttons, two lights, a buzzer and a ring light on the pins; keys come in the same way.

Callbacks only queue. The app's loop calls `poll`, which gives back what was pressed and lets the lights
blink and the tunes play on. Without pins it says so once, in `problems`, and the keyboard goes on.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self

from hardware.board import default_factory
from hardware.buttons import PATIENT_NO, QUIET_SECONDS, Contact, Debouncer, Gestures, Source
from hardware.buzzer import Buzzer, make_buzzer_device
from hardware.lights import RING_HERTZ, Lights, RingLight, make_lamp
from hardware.signals import Button, Press, Signal, Sound


@dataclass(frozen=True, slots=True)
class Pins:
    """The BCM number of each part's pin."""

    yes: int
    no: int
    next: int
    discard: int
    action: int
    green: int
    red: int
    buzzer: int

    def of(self, button: Button) -> int:
        """The pin of a button."""
        pin: int = getattr(self, button.value)
        return pin


@dataclass(frozen=True, slots=True)
class _Problem:
    """A part that could not be opened: `pins` for all of them together."""

    part: str
    reason: str


class Panel:
    """Everything on the pins; with `pins=None` only keys and touch."""

    def __init__(
        self,
        pins: Pins | None,
        *,
        pin_factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
        hold_seconds: float = 1.0,
        bounce_seconds: float = QUIET_SECONDS,
        brightness: float = 1.0,
        ring: int = 0,
        ring_brightness: float = 1.0,
        muted: bool = False,
        patient: frozenset[Button] = PATIENT_NO,
    ) -> None:
        self._clock = clock
        self._queue: SimpleQueue[tuple[Contact, bool, float]] = SimpleQueue()
        self._debouncer = Debouncer(quiet_seconds=bounce_seconds)
        self._gestures = Gestures(hold_seconds, patient)
        self._problems: list[_Problem] = []
        self._buttons: dict[Button, Any] = {}
        self._handlers: list[Any] = []  # a pin keeps only a weak reference to its handler
        factory = self._find_factory(pin_factory) if pins is not None else None
        green = red = tones = lamp = None
        if pins is not None and factory is not None:
            self._buttons = self._open_buttons(pins, factory)
            green = self._attempt("green", lambda: make_lamp(pins.green, factory, brightness))
            red = self._attempt("red", lambda: make_lamp(pins.red, factory, brightness))
            tones = self._attempt("buzzer", lambda: make_buzzer_device(pins.buzzer, factory))
            if ring:
                lamp = self._attempt(
                    "ring", lambda: make_lamp(ring, factory, ring_brightness, hertz=RING_HERTZ)
                )
        self.lights = Lights(green, red, brightness)
        self.ring = RingLight(lamp)
        self.set_ring(ring_brightness)
        self.buzzer = Buzzer(tones, muted=muted)
        self._closed = False

    @property
    def problems(self) -> tuple[_Problem, ...]:
        """What could not be opened, each once."""
        return tuple(self._problems)

    @property
    def has_pins(self) -> bool:
        """Whether any button is on a pin."""
        return bool(self._buttons)

    @property
    def last_light_change_seconds(self) -> float:
        """When a light last changed: a frame taken about then shows our own light, not a move."""
        return max(self.lights.last_change_seconds, self.ring.last_change_seconds)

    def inject(self, button: Button, pressed: bool, seconds: float, source: Source = Source.KEYS) -> None:
        """A key or a finger went down on a button, or up again."""
        self._queue.put((Contact(source, button), pressed, seconds))

    def poll(self, seconds: float | None = None) -> list[Press]:
        """What has happened since the last call, in order; also moves lights and tunes on."""
        now = self._clock() if seconds is None else seconds
        self._drain()
        self._resync(now)
        edges, horizon = self._debouncer.settle(now)
        events = [event for edge in edges for event in self._gestures.take(edge)]
        events += self._gestures.wait(horizon)
        self.lights.update(now)
        self.buzzer.update(now)
        return events

    def down(self) -> list[Button]:
        """The buttons whose contact is closed at this moment."""
        return [button for button, device in self._buttons.items() if device.is_active]

    def show(self, signal: Signal, seconds: float | None = None) -> None:
        """Let the lights say this."""
        self.lights.show(signal, self._clock() if seconds is None else seconds)

    def set_ring(self, brightness: float, seconds: float | None = None) -> None:
        """Let the ring light burn so brightly, if there is one."""
        self.ring.set(brightness, self._clock() if seconds is None else seconds)

    def play(self, sound: Sound, seconds: float | None = None) -> None:
        """Let the buzzer play this."""
        self.buzzer.play(sound, self._clock() if seconds is None else seconds)

    def lent(self) -> "_LentPanel":
        """The same panel for somebody who would close it at the end."""
        return _LentPanel(self)

    def close(self) -> None:
        """Dark, silent, pins given back; a second time does nothing."""
        self._closed = True
        buttons, self._buttons = self._buttons, {}
        for device in buttons.values():
            device.close()
        self.lights.close()
        self.ring.close()
        self.buzzer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # the pins

    def _open_buttons(self, pins: Pins, factory: Any) -> dict[Button, Any]:
        opened = {
            button: self._attempt(button.value, partial(self._open_button, button, pins.of(button), factory))
            for button in Button
        }
        return {button: device for button, device in opened.items() if device is not None}

    def _open_button(self, button: Button, pin: int, factory: Any) -> Any:
        # What gpiozero's Button is made of, without the thread that each of those wakes ten times a second.
        from gpiozero import DigitalInputDevice

        device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        handler = partial(self._note, Contact(Source.PINS, button), factory)
        self._handlers.append(handler)
        device.pin.when_changed = handler
        return device

    def _note(self, contact: Contact, factory: Any, ticks: Any, level: int) -> None:
        """The pins' callback, in a thread of gpiozero's: only queue.

        The ticks are the kernel's time of the edge: a callback that comes late under load still tells
        how long the button was down.
        """
        late = factory.ticks_diff(factory.ticks(), ticks)
        self._queue.put((contact, not level, self._clock() - late))

    def _find_factory(self, pin_factory: Any) -> Any:
        return pin_factory or self._attempt("pins", default_factory)

    def _attempt(self, part: str, make: Callable[[], Any]) -> Any:
        try:
            return make()
        except Exception as error:  # each pin library has exceptions of its own; all mean: not this part
            self._problems.append(_Problem(part, f"{type(error).__name__}: {error}"))
            return None

    # the queue

    def _drain(self) -> None:
        while True:
            try:
                contact, closed, seconds = self._queue.get_nowait()
            except Empty:
                return
            feed = self._debouncer.feed if contact.source is Source.PINS else self._debouncer.feed_clean
            feed(contact, closed, seconds)

    def _resync(self, now: float) -> None:
        """Believe the pin where an edge got lost on the way."""
        for button, device in self._buttons.items():
            contact = Contact(Source.PINS, button)
            if device.is_active != self._debouncer.is_closed(contact):
                self._debouncer.feed(contact, device.is_active, now)


class _LentPanel(Panel):
    """An open panel whose owner keeps it: closing it does nothing."""

    def __init__(self, panel: Panel) -> None:
        self.__dict__ = panel.__dict__

    def close(self) -> None:
        """The owner closes it."""
