"""Sound without a loudspeaker: what happened comes in, a short tune on the buzzer goes out."""

from typing import Any, Protocol

from hardware.signals import Sound

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


class Buzzer:
    """Plays tunes on gpiozero's TonalBuzzer note by note, without a thread of its own."""

    def __init__(self, device: Any, *, muted: bool = False) -> None:
        self._device = device
        self.muted = muted
        self._tune: tuple[_Note, ...] = ()
        self._until = 0.0
        self._loud = False

    def play(self, sound: Sound, seconds: float) -> None:
        """Begin the tune of this sound, unless muted."""
        self._tune = () if self.muted or self._device is None else TUNES[sound]
        self._until = seconds
        self.update(seconds)

    def update(self, seconds: float) -> None:
        """Sound the note that is due, and stop after the last."""
        if self._device is None:
            return
        while self._tune and seconds >= self._until:
            (note, lasts), self._tune = self._tune[0], self._tune[1:]
            self._until += lasts
            self._sound(note)
        if not self._tune and seconds >= self._until:
            self._sound(None)

    def close(self) -> None:
        """Silence, and the pin given back; a second time does nothing."""
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


def make_buzzer_device(pin: int, factory: Any) -> Any:
    """A TonalBuzzer from A2 to A6 on this pin."""
    from gpiozero import TonalBuzzer

    return TonalBuzzer(pin, octaves=2, pin_factory=factory)
