"""The green and the red light: a signal comes in, the two lights and the moment of their change go out."""

from typing import Any, Protocol

from hardware.signals import Signal

_BLINK_SECONDS = 0.5  # on for so long, off for so long: calm, and seen from across the table


_DIM_HERTZ = 100
RING_HERTZ = 1000  # many pulses in the shortest exposure, or the picture would have bands


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
        """What the lights say now."""
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
        """Dark, and the pins given back; a second time does nothing."""
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


class RingLight:
    """A lamp around the camera's lens; without one nothing happens. The eye asks when it last changed."""

    def __init__(self, lamp: _Lamp | None) -> None:
        self._lamp = lamp
        self.last_change_seconds = float("-inf")

    def set(self, brightness: float, seconds: float) -> None:
        """Burn so brightly, from 0 to 1."""
        if self._lamp is None or self._lamp.value == brightness:
            return
        self._lamp.value = brightness
        self.last_change_seconds = seconds

    def close(self) -> None:
        """Dark, and the pin given back; a second time does nothing."""
        lamp, self._lamp = self._lamp, None
        if lamp is not None:
            lamp.value = 0
            lamp.close()


def make_lamp(pin: int, factory: Any, brightness: float, *, hertz: int = _DIM_HERTZ) -> _Lamp:
    """A light that can be dimmed where that is wanted and the pins can do it, else a plain one."""
    from gpiozero import LED, PWMLED, PinPWMUnsupported

    if brightness >= 1.0:
        return LED(pin, pin_factory=factory)  # type: ignore[no-any-return]
    try:
        lamp: _Lamp = PWMLED(pin, frequency=hertz, pin_factory=factory)
    except PinPWMUnsupported:
        lamp = LED(pin, pin_factory=factory)
    return lamp
