"""Opening the screen: every way there is, one after the other, and what each that failed had to say.

A desktop's window first; without a desktop each graphics card (KMSDRM), those with a connected screen first.
What worked is remembered and tried first the next time. `companion doctor` reads from the same file what was
tried in vain.
"""

import json
import logging
import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame

from companion.terminal import silence_stderr

_CARD = re.compile(r"card(\d+)")
_NO_SCREEN = ("dummy", "offscreen", "evdev", "")
_CAGE = "cage"
_IN_CAGE = "COMPANION_IN_CAGE"
_SEAT = "run/seatd.sock"
_BLIND = ("evdev", "dummy")  # no screen; the first still hears a keyboard

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to a screen: SDL's driver, and the number of the graphics card where that matters."""

    driver: str
    card: int | None = None

    def __str__(self) -> str:
        return self.driver if self.card is None else f"{self.driver}:{self.card}"

    def settings(self) -> dict[str, str]:
        card = {} if self.card is None else {"SDL_KMSDRM_DEVICE_INDEX": str(self.card)}
        return {"SDL_VIDEODRIVER": self.driver} | card


def find_ways(environment: Mapping[str, str], root: Path = Path("/")) -> list[Way]:
    """Every way that may lead to a screen now; a driver that somebody chose is the only one."""
    chosen = environment.get("SDL_VIDEODRIVER")
    if chosen:
        return [Way(chosen)]
    desktop = [
        Way(driver)
        for driver, name in (("wayland", "WAYLAND_DISPLAY"), ("x11", "DISPLAY"))
        if environment.get(name)
    ]
    cards = [match for path in (root / "dev/dri").glob("card*") if (match := _CARD.fullmatch(path.name))]
    numbers, connected = sorted(int(match[1]) for match in cards), connected_screens(root).values()
    ordered = sorted(numbers, key=lambda number: number not in connected)
    return desktop or [Way("kmsdrm", number) for number in ordered]


def connected_screens(root: Path = Path("/")) -> dict[str, int]:
    """The sockets with a screen in them, each with the number of its graphics card."""
    found = {}
    for status in sorted((root / "sys/class/drm").glob("card*-*/status")):
        card = _CARD.match(status.parent.name)
        if card and status.read_text().strip() == "connected":
            found[status.parent.name] = int(card[1])
    return found


@dataclass(frozen=True, slots=True)
class Tried:
    """What is kept of the last time: the way that worked, if any, and why each other one did not."""

    worked: str = ""
    failed: tuple[tuple[str, str], ...] = ()

    @classmethod
    def load(cls, path: Path) -> "Tried":
        """What was kept; nothing when the file is missing or damaged."""
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
            failed = tuple((str(way), str(reason)) for way, reason in raw["failed"])
            return cls(str(raw["worked"]), failed)
        except (OSError, ValueError, KeyError, TypeError):
            return cls()

    def save(self, path: Path) -> None:
        """Keep it; a full disk costs nobody anything."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"worked": self.worked, "failed": self.failed}), encoding="utf-8")
        except OSError as error:
            _log.info("the way to the screen is not remembered: %s", error)


class Display:
    """The screen that is being looked for; `open_window` makes the window once SDL is up."""

    def __init__(
        self,
        memory: Path,
        *,
        environment: MutableMapping[str, str] | None = None,
        root: Path = Path("/"),
        start: Callable[[], str] | None = None,
    ) -> None:
        self._memory, self._root = memory, root
        self._environment = os.environ if environment is None else environment
        self._given = dict(self._environment)
        self._start = start or _start_sdl
        self._told: tuple[tuple[str, str], ...] | None = None
        self.way: Way | None = None

    def open(self, open_window: Callable[[], None] = lambda: None) -> bool:
        """Try every way; True when one leads to a screen. What failed is told once, and kept."""
        failed: list[tuple[str, str]] = []
        worked = Tried.load(self._memory).worked
        for way in sorted(find_ways(self._given, self._root), key=lambda way: str(way) != worked):
            reason = self._try(way, open_window)
            if not reason:
                self.way = way
                _log.info("the screen is opened by %s", way)
                Tried(str(way), tuple(failed)).save(self._memory)
                return True
            failed.append((str(way), reason))
        self._tell(tuple(failed))
        return False

    def open_blind(self) -> None:
        """No screen: SDL runs without one, so that a keyboard, lights and sounds go on."""
        for driver in _BLIND:
            if not self._try(Way(driver), lambda: None, blind=True):
                return

    def go_through_cage(self, words: Sequence[str], become: Callable[..., Any] = os.execvpe) -> None:
        """Begin anew inside of the compositor cage, where that is installed and did not fail since the boot.

        Returns where that is not possible. A cage that does not come up ends this process; the service begins
        anew, finds that it was tried, and goes on without.
        """
        tried = Tried.load(self._memory)
        boot_id = self._root / "proc/sys/kernel/random/boot_id"
        boot = boot_id.read_text().strip() if boot_id.exists() else ""
        mark = (_CAGE, f"did not come up (boot {boot})")
        possible = shutil.which(_CAGE) and (self._root / _SEAT).exists() and connected_screens(self._root)
        if _IN_CAGE in self._given or not possible or mark in tried.failed:
            return
        Tried("", (*tried.failed, mark)).save(self._memory)
        environment = {**self._given, _IN_CAGE: "1"}
        environment.pop("WATCHDOG_PID", None)  # the companion will not be the main process
        _log.warning("trying the screen through cage")
        become(_CAGE, [_CAGE, "-s", "--", sys.executable, "-P", "-m", "companion", *words[1:]], environment)

    def _try(self, way: Way, open_window: Callable[[], None], *, blind: bool = False) -> str:
        self._environment.pop("SDL_KMSDRM_DEVICE_INDEX", None)
        self._environment.update(way.settings())
        try:
            driver = self._start()
            if driver in _NO_SCREEN and not blind and not self._given.get("SDL_VIDEODRIVER"):
                return f"SDL opened {driver or 'nothing'} instead"
            open_window()
        except pygame.error as error:
            return str(error)
        return ""

    def _tell(self, failed: tuple[tuple[str, str], ...]) -> None:
        if failed == self._told and self.way is None:
            return
        self._told, self.way = failed, None
        kept = tuple(each for each in Tried.load(self._memory).failed if each[0] == _CAGE)
        Tried("", (*failed, *kept)).save(self._memory)
        _log.warning(
            "no screen: %s", "; ".join(f"{way}: {reason}" for way, reason in failed) or "none is there"
        )


def _start_sdl() -> str:
    pygame.display.quit()
    with silence_stderr():
        pygame.display.init()
    return pygame.display.get_driver().lower()
