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
SCREEN: Box = (37, 51, 628, 378)  # where the device's screen is seen
_PATIENCE_SECONDS = 60.0
_STILL_SECONDS = 0.12  # nothing that is drawn in several steps pauses for so long
_SAME_KEY_SECONDS = 0.45  # a person's finger needs longer; sooner the device takes it for one press
_POLL_SECONDS = 0.02


class XWindow:
    """One evening: a display, the program in it, and what a person at the table can do and see."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                "1",
                "-screen",
                "0",
                "{}x{}x24".format(*SIZE),
                "-noreset",
                "-fbdir",
                folder,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._server.stdout is not None
        self._display = f":{int(self._server.stdout.readline())}"
        self._pixels = _map_pixels(folder / "Xvfb_screen0")
        self._app: subprocess.Popen[bytes] | None = None
        self._pressed: dict[str, float] = {}

    # the program

    def start(self) -> None:
        """Start the companion, and wait for its first screen."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "DISPLAY": self._display,
            "LANG": "en_GB.UTF-8",
            "SDL_AUDIODRIVER": "dummy",
            "OMP_NUM_THREADS": "1",
        }
        command = [sys.executable, "-m", "companion"]
        with (self.folder / "log").open("ab") as log:
            self._app = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        self.wait(lambda: self.sees(GREEN, SCREEN), "the first screen")
        self.wait_still()

    def kill(self) -> None:
        """As if the plug were pulled."""
        if self._app is not None:
            self._app.kill()
            self._app.wait()
        self._pixels[:] = 0  # what the window left on the display goes with it

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

    def press(self, *keys: str) -> None:
        """Keys, one after the other, each when the device has followed the one before."""
        for key in keys:
            before = self.picture(SCREEN).copy()
            self.tap(key)
            self.wait(lambda seen=before: self._differs(seen), f"what {key} does")  # type: ignore[misc]
            self._pressed[key] = time.monotonic()
            self.wait_still()

    def confirm(self, key: str = "y") -> None:
        """One press, with which the record grows."""
        record, before = self.records()[-1], self.picture(SCREEN).copy()
        size = record.stat().st_size
        self.tap(key)
        self.wait(lambda: record.stat().st_size > size, f"a line in the record after {key}")
        self.wait(lambda: self._differs(before), f"what {key} does")
        self._pressed[key] = time.monotonic()

    def tap(self, key: str) -> None:
        """A key that may do nothing; not so soon after the last time that the device takes it for one press."""
        time.sleep(max(0.0, self._pressed.get(key, 0.0) + _SAME_KEY_SECONDS - time.monotonic()))
        self._xdotool("key", key)

    def type(self, word: str) -> None:
        """A word on the keyboard."""
        self._xdotool("type", word)

    def hold(self, key: str) -> None:
        """A key until the device has understood that it is held."""
        self.wait_still()
        before = self.picture(SCREEN).copy()
        self._xdotool("keydown", key)
        self.wait(lambda: self._differs(before), f"what {key} does when held")
        self._xdotool("keyup", key)
        self.wait_still()

    def click(self, at: Spot) -> None:
        """The mouse on a spot of the screen."""
        self._xdotool("mousemove", str(at[0]), str(at[1]), "click", "1")

    def drag(self, start: Spot, end: Spot) -> None:
        """A card from one spot to another."""
        spots = [start, ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), end]
        words = [["mousemove", str(x), str(y), "sleep", "0.1"] for x, y in spots]
        self._xdotool(*words[0], "mousedown", "1", *words[1], *words[2], "mouseup", "1")

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self._display}, check=True)

    # what a person sees

    def picture(self, box: Box = (0, 0, *SIZE)) -> Any:
        """What the screen shows now, as rows x columns x RGB."""
        x, y, wide, high = box
        return self._pixels[y : y + high, x : x + wide, 2::-1]

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

    def _differs(self, before: Any) -> bool:
        return bool((self.picture(SCREEN) != before).any())

    def wait_still(self, seconds: float = _STILL_SECONDS) -> None:
        """Until the device's screen stays as it is."""
        shown, since = self.picture(SCREEN).copy(), time.monotonic()
        while time.monotonic() < since + seconds:
            time.sleep(_POLL_SECONDS)
            if self._differs(shown):
                shown, since = self.picture(SCREEN).copy(), time.monotonic()

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
            time.sleep(_POLL_SECONDS)


def _map_pixels(shown: Path) -> Any:
    """The display's memory as rows x columns x BGRX: it changes as the display does."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while not (shown.exists() and shown.stat().st_size > 4 * SIZE[0] * SIZE[1]):
        assert time.monotonic() < end, "no display"
        time.sleep(_POLL_SECONDS)
    words = np.frombuffer(shown.read_bytes()[:100], ">u4")
    header, height, line, colours = int(words[0]), int(words[5]), int(words[12]), int(words[19])
    shape = (height, line // 4, 4)
    return np.memmap(shown, np.uint8, "r+", header + 12 * colours, shape)


def _shade(colour: tuple[int, int, int], by: int) -> Any:
    return np.array([max(0, min(255, value + by)) for value in colour], np.uint8)
