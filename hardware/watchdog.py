"""Talking to systemd: heartbeats of the loop and the eye come in, READY and WATCHDOG messages go out.

Without systemd (no NOTIFY_SOCKET) everything here is silent and harmless. In the app:

    watchdog = Watchdog.from_environment(("loop", "eye"), start_seconds=clock())
    Notifier.from_environment().ready()                 once, when the first screen is drawn
    watchdog.beat("eye", clock())                       the eye thread, at every frame or read in vain
    watchdog.beat("loop", now); watchdog.feed(now)      the loop, at every turn
"""

import os
import socket
from collections.abc import Mapping
from typing import Self

_SOCKET = "NOTIFY_SOCKET"
_PERIOD = "WATCHDOG_USEC"
_PROCESS = "WATCHDOG_PID"


class Notifier:
    """Sends systemd's small messages to the socket it gave us."""

    def __init__(self, address: str | None) -> None:
        self._address = address

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        return cls((os.environ if environment is None else environment).get(_SOCKET) or None)

    def send(self, message: str) -> bool:
        """Send one message; False when nobody listens or the line is full."""
        if self._address is None:
            return False
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
            channel.setblocking(False)  # a listener that does not listen must not stop the loop
            try:
                channel.connect(address)
                channel.sendall(message.encode())
            except OSError:
                return False
        return True

    def ready(self) -> bool:
        """Tell that the screen is up."""
        return self.send("READY=1")

    def stopping(self) -> bool:
        return self.send("STOPPING=1")


class Watchdog:
    """Feeds systemd's watchdog only while every named part shows signs of life.

    Each part calls `beat`; the loop calls `feed`. A part that has not beaten for half the period
    starves the watchdog, and systemd starts the app anew.
    """

    def __init__(
        self,
        notifier: Notifier,
        parts: tuple[str, ...],
        *,
        period_seconds: float | None,
        start_seconds: float,
    ) -> None:
        self._notifier = notifier
        self._period = period_seconds
        self._beats = dict.fromkeys(parts, start_seconds)
        self._fed = float("-inf")

    @classmethod
    def from_environment(
        cls, parts: tuple[str, ...], *, start_seconds: float, environment: Mapping[str, str] | None = None
    ) -> Self:
        """With the period that systemd set for this process, or none."""
        environment = os.environ if environment is None else environment
        notifier = Notifier.from_environment(environment)
        return cls(notifier, parts, period_seconds=watchdog_period(environment), start_seconds=start_seconds)

    def beat(self, part: str, seconds: float) -> None:
        if part not in self._beats:
            raise KeyError(part)
        self._beats[part] = seconds

    def late(self, seconds: float) -> tuple[str, ...]:
        """The parts that have shown no life for half the watchdog's period."""
        patience = (self._period or float("inf")) / 2
        return tuple(part for part, beat in self._beats.items() if seconds - beat > patience)

    def feed(self, seconds: float) -> bool:
        """Feed the watchdog when it is due and everybody is alive; True when it was fed."""
        if self._period is None or seconds - self._fed < self._period / 4 or self.late(seconds):
            return False
        fed = self._notifier.send("WATCHDOG=1")
        self._fed = seconds if fed else self._fed
        return fed


def watchdog_period(environment: Mapping[str, str]) -> float | None:
    """How often systemd wants to hear from us, in seconds; None when it does not."""
    process = environment.get(_PROCESS)
    text = environment.get(_PERIOD, "")
    if not text.isdigit() or int(text) == 0 or process not in (None, "", str(os.getpid())):
        return None
    return int(text) / 1e6
