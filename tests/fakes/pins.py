"""Mock pins that speak physics and stamp their edges with a time of our own."""

from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin


class Clock:
    """A clock that a test moves."""

    def __init__(self, seconds: float = 100.0) -> None:
        self.seconds = seconds

    def __call__(self) -> float:
        return self.seconds

    def wait(self, seconds: float) -> None:
        self.seconds += seconds


class StampedPin(MockPWMPin):
    """As lgpio's pins: each edge carries the factory's ticks of the moment it happened."""

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


class StampedFactory(MockFactory):
    """A board of pins that live in the test's time."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(pin_class=StampedPin)
        self.clock = clock

    def ticks(self) -> float:
        return self.clock()
