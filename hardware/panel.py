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
from typing import Any, Protocol, Self

from hardware.board import default_factory
from hardware.buttons import PATIENT_NO, QUIET_SECONDS, Contact, Debouncer, Gestures, Source
from hardware.signals import Button, Press, Signal, Sound

_BLINK_SECONDS = 0.5  # on for so long, off for so long: calm, and seen from across the table


_DIM_HERTZ = 100
_RING_HERTZ = 1000  # many pulses in the shortest exposure, or the picture would have bands


class _Lamp(Protocol):
    """A light with a value between 0 and 1, as gpiozero's LED and PWMLED have it."""

    value: float

    def close(self) -> None:
        """Let go of the pin."""


class Lights:
    """Two lights, or fewer where a pin is missing; the eye asks when they last changed."""

    def __init__(self, green: _Lamp | None, red: _Lamp | None, brightness: float = 1.0) -> None:
        self._green, self._red = green, red
        self._brightness = brightness
        self._signal = Signal.OFF
        self._since = 0.0
        self.last_change_seconds = float("-inf")

    @property
    def signal(self) -> Signal:
        return self._signal

    def show(self, signal: Signal, seconds: float) -> None:
        """Say something else from now on; saying the same again does not restart the blinking."""
        if signal is not self._signal:
            self._signal, self._since = signal, seconds
        self.update(seconds)

    def update(self, seconds: float) -> None:
        """Let a blinking light blink; call it at every turn of the loop."""
        green, red = _lit(self._signal, seconds - self._since)
        self._set([(self._green, green), (self._red, red)], seconds)

    def close(self) -> None:
        lamps = [lamp for lamp in (self._green, self._red) if lamp is not None]
        self._green = self._red = None
        self._signal = Signal.OFF
        for lamp in lamps:
            lamp.value = 0
            lamp.close()

    def _set(self, wanted: list[tuple[_Lamp | None, bool]], seconds: float) -> None:
        changes = [
            (lamp, self._brightness if on else 0.0)
            for lamp, on in wanted
            if lamp is not None and bool(lamp.value) != on
        ]
        if not changes:
            return
        self.last_change_seconds = seconds
        for lamp, value in changes:
            lamp.value = value


def _lit(signal: Signal, seconds: float) -> tuple[bool, bool]:
    """Whether green and red are on, so long after the signal began."""
    if signal is Signal.UNSURE:
        on = int(seconds / _BLINK_SECONDS) % 2 == 0
        return on, on
    return signal is Signal.LEGAL, signal is Signal.ILLEGAL


class _RingLight:
    """A lamp around the camera's lens; without one nothing happens. The eye asks when it last changed."""

    def __init__(self, lamp: _Lamp | None) -> None:
        self._lamp = lamp
        self.last_change_seconds = float("-inf")

    def set(self, brightness: float, seconds: float) -> None:
        if self._lamp is None or self._lamp.value == brightness:
            return
        self._lamp.value = brightness
        self.last_change_seconds = seconds

    def close(self) -> None:
        lamp, self._lamp = self._lamp, None
        if lamp is not None:
            lamp.value = 0
            lamp.close()


def _make_lamp(pin: int, factory: Any, brightness: float, *, hertz: int = _DIM_HERTZ) -> _Lamp:
    """A light that can be dimmed where that is wanted and the pins can do it, else a plain one."""
    from gpiozero import LED, PWMLED, PinPWMUnsupported

    if brightness >= 1.0:
        return LED(pin, pin_factory=factory)  # type: ignore[no-any-return]
    try:
        lamp: _Lamp = PWMLED(pin, frequency=hertz, pin_factory=factory)
    except PinPWMUnsupported:
        lamp = LED(pin, pin_factory=factory)
    return lamp


_Note = tuple[str | None, float]  # a note's name or a rest, and how many seconds


# Told apart without hearing well: up is good, low and long is not, a repeated note asks.
TUNES: dict[Sound, tuple[_Note, ...]] = {
    Sound.LEGAL: (("E5", 0.07), ("A5", 0.12)),
    Sound.ILLEGAL: (("E3", 0.18), (None, 0.05), ("E3", 0.30)),
    Sound.QUESTION: (("B4", 0.08), (None, 0.06), ("B4", 0.08), (None, 0.06), ("D5", 0.12)),
    Sound.WON: (("A4", 0.12), ("C5", 0.12), ("E5", 0.12), ("A5", 0.36)),
    Sound.LOST: (("A4", 0.20), ("F4", 0.20), ("D4", 0.50)),
}


class Speaker(Protocol):
    """Anything that can play a sound: the buzzer here, the loudspeaker in the app."""

    def play(self, sound: Sound, seconds: float) -> None:
        """Begin this sound, in place of one still sounding."""

    def update(self, seconds: float) -> None:
        """Go on; call it at every turn of the loop."""

    def close(self) -> None:
        """Be silent for good; a second time does nothing."""


class _Buzzer:
    """Plays tunes on gpiozero's TonalBuzzer note by note, without a thread of its own."""

    def __init__(self, device: Any, *, muted: bool = False) -> None:
        self._device = device
        self.muted = muted
        self._tune: tuple[_Note, ...] = ()
        self._until = 0.0
        self._loud = False

    def play(self, sound: Sound, seconds: float) -> None:
        self._tune = () if self.muted or self._device is None else TUNES[sound]
        self._until = seconds
        self.update(seconds)

    def update(self, seconds: float) -> None:
        if self._device is None:
            return
        while self._tune and seconds >= self._until:
            (note, lasts), self._tune = self._tune[0], self._tune[1:]
            self._until += lasts
            self._sound(note)
        if not self._tune and seconds >= self._until:
            self._sound(None)

    def close(self) -> None:
        if self._device is not None:
            self._sound(None)
            self._device.close()
        self._device = None

    def _sound(self, note: str | None) -> None:
        if note is not None:
            self._device.play(note)
        elif self._device.is_active or self._loud:
            self._device.stop()
            self._device.pwm_device.pin.state = 0  # lgpio leaves the pin as it was, perhaps at 3.3 volts
        self._loud = note is not None


def _make_buzzer_device(pin: int, factory: Any) -> Any:
    from gpiozero import TonalBuzzer

    return TonalBuzzer(pin, octaves=2, pin_factory=factory)  # from A2 to A6


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
            green = self._attempt("green", lambda: _make_lamp(pins.green, factory, brightness))
            red = self._attempt("red", lambda: _make_lamp(pins.red, factory, brightness))
            tones = self._attempt("buzzer", lambda: _make_buzzer_device(pins.buzzer, factory))
            if ring:
                lamp = self._attempt(
                    "ring", lambda: _make_lamp(ring, factory, ring_brightness, hertz=_RING_HERTZ)
                )
        self.lights = Lights(green, red, brightness)
        self.ring = _RingLight(lamp)
        self.set_ring(ring_brightness)
        self.buzzer = _Buzzer(tones, muted=muted)
        self._closed = False

    @property
    def problems(self) -> tuple[_Problem, ...]:
        return tuple(self._problems)

    @property
    def has_pins(self) -> bool:
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
        self.lights.show(signal, self._clock() if seconds is None else seconds)

    def set_ring(self, brightness: float, seconds: float | None = None) -> None:
        self.ring.set(brightness, self._clock() if seconds is None else seconds)

    def play(self, sound: Sound, seconds: float | None = None) -> None:
        self.buzzer.play(sound, self._clock() if seconds is None else seconds)

    def lent(self) -> "_LentPanel":
        """The same panel for somebody who would close it at the end."""
        return _LentPanel(self)

    def close(self) -> None:
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
