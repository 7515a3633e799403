"""The companion's real window on a virtual X screen: keys and mouse go in, pictures and the record come out."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
SIZE = (1366, 768)
GREEN, AMBER, RED = (65, 197, 143), (245, 183, 66), (244, 117, 92)  # legal, ask, illegal
Spot = tuple[int, int]
Box = tuple[int, int, int, int]
SCREEN: Box = (37, 51, 628, 378)  # where the device's screen is seen, and the simulated table beside it
TABLE: Box = (689, 27, 663, 714)
_PATIENCE_SECONDS = 90.0


class XWindow:
    """One evening: a display, the program in it, and what a person at the table can do and see."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder, self.display = folder, f":{number}"
        command = [
            "Xvfb",
            self.display,
            "-screen",
            "0",
            "{}x{}x24".format(*SIZE),
            "-noreset",
            "-fbdir",
            str(folder),
        ]
        self._server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self._app: subprocess.Popen[bytes] | None = None
        shown = folder / "Xvfb_screen0"
        self.wait(lambda: shown.exists() and shown.stat().st_size > 4 * SIZE[0] * SIZE[1], "a display")

    # the program

    def start(self) -> None:
        """Start the companion, and wait for its first screen."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "DISPLAY": self.display,
            "LANG": "en_GB.UTF-8",
            "SDL_AUDIODRIVER": "dummy",
            "OMP_NUM_THREADS": "1",
        }
        log = (self.folder / "log").open("ab")
        command = [sys.executable, "-m", "companion"]
        self._app = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        self.wait(lambda: self.sees(GREEN, SCREEN), "the first screen")

    def kill(self) -> None:
        """As if the plug were pulled."""
        if self._app is not None:
            self._app.kill()
            self._app.wait()

    @property
    def ended(self) -> bool:
        """Whether the companion has ended by itself."""
        return self._app is not None and self._app.poll() is not None

    def close(self) -> None:
        """The evening is over."""
        self.kill()
        self._server.terminate()
        self._server.wait()

    # what a person does

    def press(self, *keys: str, pause: float = 0.45) -> None:
        """Keys, one after the other, each after a moment."""
        for key in keys:
            self._xdotool("key", key)
            time.sleep(pause)

    def hold(self, key: str) -> None:
        """A key for longer than a second."""
        self._xdotool("keydown", key)
        time.sleep(1.3)
        self._xdotool("keyup", key)
        time.sleep(0.3)

    def click(self, at: Spot) -> None:
        """The mouse on a spot of the screen."""
        self._xdotool("mousemove", str(at[0]), str(at[1]), "click", "1")

    def drag(self, start: Spot, end: Spot) -> None:
        """A card from one spot to another."""
        (x, y), (to_x, to_y) = start, end
        middle = ((x + to_x) // 2, (y + to_y) // 2)
        self._xdotool("mousemove", str(x), str(y), "mousedown", "1", "sleep", "0.1")
        for spot in (middle, end):
            self._xdotool("mousemove", str(spot[0]), str(spot[1]), "sleep", "0.1")
        self._xdotool("mouseup", "1")

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self.display}, check=True)

    # what a person sees

    def picture(self, box: Box = (0, 0, *SIZE)) -> Any:
        """What the screen shows now, as rows x columns x RGB."""
        raw = (self.folder / "Xvfb_screen0").read_bytes()
        words = np.frombuffer(raw, ">u4", 25)
        header, height, line, colours = int(words[0]), int(words[5]), int(words[12]), int(words[19])
        pixels = np.frombuffer(raw, np.uint8, height * line, header + 12 * colours)
        x, y, wide, high = box
        return pixels.reshape(height, line // 4, 4)[y : y + high, x : x + wide, 2::-1]

    def find(self, colour: tuple[int, int, int], box: Box = (0, 0, *SIZE)) -> tuple[Spot, int]:
        """The middle of the largest patch of a colour, and how many pixels it has."""
        near = cv2.inRange(np.ascontiguousarray(self.picture(box)), _shade(colour, -6), _shade(colour, 6))
        count, _, stats, middles = cv2.connectedComponentsWithStats(near)
        if count < 2:
            return (0, 0), 0
        best = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        x, y = (round(float(value)) for value in middles[best])
        return (box[0] + x, box[1] + y), int(stats[best, cv2.CC_STAT_AREA])

    def sees(self, colour: tuple[int, int, int], box: Box, least: int = 1200) -> bool:
        """Whether a patch of that colour is on a part of the screen."""
        return self.find(colour, box)[1] >= least

    def act_until_changed(self, act: Callable[[], object], what: str, least: float = 0.035) -> None:
        """Do something once all is still, and wait until more than a word has changed on the device."""
        self.wait(self._is_still, "a still screen")
        before = self.picture(SCREEN)
        act()
        self.wait(lambda: (self.picture(SCREEN) != before).any(2).mean() > least, what)

    def _is_still(self, seconds: float = 0.8) -> bool:
        before = self.picture(SCREEN)
        time.sleep(seconds)
        return bool((self.picture(SCREEN) == before).all())

    def code(self) -> str:
        """The text of a QR code that the device shows."""
        picture = np.ascontiguousarray(self.picture(SCREEN)[:, :, ::-1])
        large = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)
        return str(cv2.QRCodeDetector().detectAndDecode(large)[0])

    def records(self) -> list[Path]:
        """The files of all games, the oldest first."""
        return sorted(self.folder.glob(".local/share/table-companion/games/*.jsonl"))

    def lines(self) -> list[dict[str, Any]]:
        """The record of the last game."""
        return [json.loads(line) for line in self.records()[-1].read_text().splitlines()]

    def wait(self, done: Callable[[], object], what: str, seconds: float = _PATIENCE_SECONDS) -> None:
        """Until something is so."""
        end = time.monotonic() + seconds
        while not done():
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}")
            time.sleep(0.05)


def _shade(colour: tuple[int, int, int], by: int) -> Any:
    return np.array([max(0, min(255, value + by)) for value in colour], np.uint8)
