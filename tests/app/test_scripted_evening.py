"""Evenings in the real window: with mouse and keys only, from the set-up to the code for a phone.

Nothing of the program is called: what is seen are pictures of the screen and the record on the disk. They are
left out only where there is no X server to show a window on, or nothing that moves a mouse there.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.app.xwindow import AMBER, GREEN, RED, ROOT, SCREEN, Box, XWindow

pytestmark = [
    pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="no Xvfb, no xdotool"),
    pytest.mark.timeout(400),
]
VERDICT: Box = (429, 62, 223, 46)  # the head of the panel that tells a verdict
PLAY_ONE: Box = (1200, 571, 150, 50)
GREEN_TAB: Box = (37, 380, 125, 48)
FIRST_CARD, HAND, MIDDLE = (750, 657), (1000, 700), (1023, 282)  # of the hand; its plate; a place high up
DISPLAYS = {"ascent": 91, "elevation": 93}


def play_evening(folder: Path, game: str, evening: Callable[[XWindow], None]) -> None:
    """Play it in a window; once more in another one, where a busy machine was too slow for the mouse."""
    for attempt in ("first", "second"):
        (folder / attempt).mkdir()
        window = XWindow(folder / attempt, DISPLAYS[game])
        try:
            window.start()
            evening(window)
            return
        except AssertionError:
            cv2.imwrite(str(folder / f"{attempt}.png"), window.picture()[:, :, ::-1])  # to be looked at
            if attempt == "second":
                raise
        finally:
            window.close()


def begin(window: XWindow, steps: int) -> None:
    """Choose a game by its picture, look at the first page of its set-up, skip the rest."""
    before = len(window.records())
    window.press(*["Tab"] * steps, "y", "y", "y", "a")
    window.wait(lambda: len(window.records()) > before, "a record")
    window.wait(lambda: window.sees(AMBER, PLAY_ONE), "the simulated table")


def propose(window: XWindow, seconds: float = 40.0) -> bool:
    """Let the table make a move, until the device shows a verdict; whether it did."""
    pill, _ = window.find(AMBER, PLAY_ONE)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        window.click(pill)
        try:
            window.wait(lambda: window.sees(GREEN, VERDICT, 2500), "a verdict", 2.0)
        except AssertionError:
            continue
        return True
    return False


def play_a_trick(window: XWindow, cards: int) -> None:
    """Card after card, each as soon as the device shows the one before; then a verdict."""
    window.wait(lambda: not window.sees(GREEN, GREEN_TAB), "the table at rest")
    pill, _ = window.find(AMBER, PLAY_ONE)
    for _ in range(cards):
        window.act_until_changed(lambda: window.click(pill), "the card on the device")
    window.wait(lambda: window.sees(GREEN, VERDICT, 2500), "who wins the trick")
    confirm(window)


def confirm(window: XWindow) -> None:
    """Press green until the record has grown."""
    before = len(window.lines())
    for _ in range(20):
        window.press("y", pause=0.1)
        try:
            window.wait(lambda: len(window.lines()) > before, "a line", 1.5)
        except AssertionError:
            continue
        return
    raise AssertionError("green confirmed nothing")


def play_to_the_end(window: XWindow, most: int) -> None:
    """Move after move, one press each, until the table has nothing more to play."""
    for _ in range(most):
        if propose(window, 5.0):
            confirm(window)
        elif judged(window)["outcome"] != "open":
            return


def judged(window: XWindow) -> dict[str, Any]:
    """What `companion judge` makes of the record."""
    command = [sys.executable, "-m", "companion", "judge", "--json", str(window.records()[-1])]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    summary: dict[str, Any] = json.loads(told.splitlines()[-1])
    return summary


def leave_and_read_the_code(window: XWindow) -> str:
    """Leave the end by holding green, then More, Past games, and the code of the last one."""
    window.hold("y")
    window.press("a")
    window.press("y")
    window.press("a")
    window.wait(window.code, "a code")
    return window.code()


def test_an_evening_on_the_mountain(tmp_path: Path) -> None:
    play_evening(tmp_path, "ascent", _on_the_mountain)


def _on_the_mountain(window: XWindow) -> None:
    begin(window, 0)
    _lay_an_illegal_card(window)
    assert propose(window)
    _misread_and_undo(window)
    for _ in range(4):
        assert propose(window)
        confirm(window)
    lines = len(window.lines())
    window.kill()
    window.start()
    window.press("y")  # "Go on"
    window.wait(lambda: window.sees(AMBER, PLAY_ONE), "the table as it lay")
    play_to_the_end(window, 90)
    assert len(window.lines()) > lines
    assert judged(window)["outcome"] in ("won", "lost")
    window.press("y", "y")  # pressing does not leave the end
    told = leave_and_read_the_code(window)
    assert "The Ascent" in told
    assert "Ann, Ben" in told
    window.press("Escape")
    window.press("n", "Escape", "Tab", "y")
    window.wait(lambda: window.ended, "the end")


def _lay_an_illegal_card(window: XWindow) -> None:
    window.drag(FIRST_CARD, MIDDLE)
    window.wait(lambda: window.sees(RED, VERDICT, 2500), "why the card may not lie there")
    window.drag(MIDDLE, HAND)
    window.wait(lambda: not window.sees(RED, VERDICT, 2500), "the card in the hand again")
    assert len(window.lines()) == 1


def _misread_and_undo(window: XWindow) -> None:
    """The card is said to be another one, out of all cards: that one is recorded, and taken back."""
    window.press("n", "Up", "Up", "y")
    window.press("y", "y", "y")
    confirm(window)
    assert window.lines()[-1] == {"do": "place", "card": "green-1", "at": "1.1"}
    window.hold("n")
    window.press("y")
    window.wait(lambda: window.lines()[-1].get("do") == "undo", "an undo")


def test_an_evening_in_the_ranges(tmp_path: Path) -> None:
    play_evening(tmp_path, "elevation", _in_the_ranges)


def _in_the_ranges(window: XWindow) -> None:
    """A day is begun and a trick played; then a game of last week goes on with its last trick."""
    begin(window, 2)
    window.wait(lambda: window.sees(GREEN, GREEN_TAB), "a day to begin")
    window.press("y", "y")  # begin the day: its first approach card
    window.hold("y")
    window.wait(lambda: window.lines()[-1].get("do") == "day", "a day")
    play_a_trick(window, 3)
    assert len(window.lines()[-1]["cards"]) == 3
    window.kill()
    lines = (ROOT / "tests" / "records" / "elevation-two.jsonl").read_text().splitlines(keepends=True)
    window.records()[0].with_name("2027-01-01-200000-elevation.jsonl").write_text("".join(lines[:-2]))
    window.start()
    window.press("a", "y", "Tab", "y")  # More, unfinished games, the older one
    window.wait(lambda: window.sees(AMBER, PLAY_ONE), "the table as it lay")
    play_a_trick(window, 3)
    confirm(window)  # "Score the day"
    assert window.lines()[-1]["do"] == "end-day"
    assert judged(window)["outcome"] == "done"
    sheet = window.picture(SCREEN)
    window.press("y")  # from the score sheet on to the end
    assert (window.picture(SCREEN) != sheet).mean() > 0.1
    told = leave_and_read_the_code(window)
    assert "Elevation" in told
    assert all(f"{name} {points}" in told for name, points in judged(window)["totals"].items())
