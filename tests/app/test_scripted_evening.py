"""Evenings in the real window: with mouse and keys only, a whole game of each, from the set-up to the phone's code.

Nothing of the program is called: what is seen are pictures of the screen and the record on the disk. They are
left out only where there is no X server to show a window on, or nothing that moves a mouse there.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.app.xwindow import AMBER, GREEN, RED, ROOT, SCREEN, Box, XWindow

pytestmark = [
    pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="no Xvfb, no xdotool"),
    pytest.mark.timeout(600),
]
VERDICT: Box = (429, 62, 223, 46)  # the head of the panel that tells a verdict
GOAT: Box = (429, 312, 215, 50)  # the question in it whether the card shows a goat
AMBER_LABEL: Box = (580, 384, 85, 34)
GREEN_TAB: Box = (37, 380, 125, 48)
PLAY_ONE: Box = (1200, 571, 150, 50)
PLAY_TRICK: Box = (1070, 571, 130, 50)
FIRST_CARD, HAND, MIDDLE = (750, 657), (1000, 700), (1023, 282)  # of the hand; its plate; a place high up
RIGHT_EDGE: Box = (1358, 300, 4, 4)  # of the display, beside the window
_TRICKS = 20  # a day of three climbers
Evening = Callable[[XWindow], None]


def test_a_whole_game_of_each_is_played_in_the_window(tmp_path: Path) -> None:
    """The three evenings go on at the same time, for each mostly waits."""
    evenings = (_on_the_mountain, _at_sea, _in_the_ranges)
    with ThreadPoolExecutor(len(evenings)) as rooms:
        played = [rooms.submit(_play, tmp_path / evening.__name__, evening) for evening in evenings]
    for each in played:
        each.result()


def _play(folder: Path, evening: Evening) -> None:
    """With the settings of somebody who wants no motion; what was last seen is kept if it fails."""
    config = folder / ".config" / "table-companion" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("[display]\nmotion = false\n")
    window = XWindow(folder)
    try:
        window.start()
        evening(window)
    except Exception:
        cv2.imwrite(str(folder / "failed.png"), window.picture()[:, :, ::-1])
        raise
    finally:
        window.close()


# what every evening needs


def _begin(window: XWindow, steps_up: int) -> None:
    """From the list of choices up to its first line, and through every page of the set-up."""
    window.press(*["Up"] * steps_up, "y")
    pages = 0
    while not window.records():
        window.press("y")
        pages += 1
    assert pages >= 3
    window.wait(lambda: window.sees(AMBER, PLAY_ONE), "the simulated table")


def _add_player(window: XWindow, name: str) -> None:
    """On the page of the players, whose last line is chosen."""
    window.press("y")
    window.type(name)
    window.press("Return")


def _propose(window: XWindow, at: Box = PLAY_ONE) -> None:
    """Let the table make a move; the device shows its verdict."""
    window.wait(lambda: not window.sees(GREEN, VERDICT, 2500), "the table at rest")
    window.click(window.find(AMBER, at)[0])
    window.wait(lambda: window.sees(GREEN, VERDICT, 2500), "a verdict")


def _play_to_the_end(window: XWindow) -> dict[str, Any]:
    """Move after move, one press each, until the record says that the game is over; its summary."""
    while (summary := _judged(window))["outcome"] == "open":
        # Nobody can lose or win sooner: at most five cards leave a hand with a move.
        for _ in range(max(1, sum(summary["piles"].values()) // 6)):
            _propose(window)
            window.confirm()
    # The record has grown before the screen shows it: until then a button means what it meant before.
    window.wait(lambda: not window.sees(GREEN, VERDICT, 2500), "the end")
    window.wait_still(0.5)
    return summary


def _judged(window: XWindow) -> dict[str, Any]:
    """What `companion judge` makes of the record."""
    command = [sys.executable, "-m", "companion", "judge", "--json", str(window.records()[-1])]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    summary: dict[str, Any] = json.loads(told.splitlines()[-1])
    return summary


def _read_code(window: XWindow) -> str:
    window.wait(window.code, "a code")
    return window.code()


def _leave_the_end(window: XWindow) -> None:
    """Pressing does not do it; holding does."""
    end = window.picture(SCREEN).copy()
    window.tap("y")
    window.tap("y")
    window.wait_still(0.5)
    assert (window.picture(SCREEN) == end).all()
    window.hold("y")


# The Ascent, with goats


def _on_the_mountain(window: XWindow) -> None:
    window.press("y", "Tab", "Tab", "y", "Tab", "Tab")  # the mountain, its players, a new name
    _add_player(window, "Zoe")
    window.press("a", "n", "Tab", "Tab", "Tab", "y")  # one seat earlier; back; the goats
    _begin(window, 5)
    assert window.lines()[0]["players"] == ["Ann", "Zoe", "Ben"]
    _lay_an_illegal_card(window)
    _misread_and_undo(window)
    _tell_of_goats(window)
    _owe_discards(window)
    _discard_two(window)
    lines = len(window.lines())
    window.kill()
    window.start()
    window.press("y")  # "Go on"
    window.wait(lambda: window.sees(AMBER, PLAY_ONE), "the table as it lay")
    outcome = _play_to_the_end(window)["outcome"]
    assert len(window.lines()) > lines
    assert outcome in ("won", "lost")
    window.press("a")
    told = _read_code(window)
    assert "The Ascent" in told
    assert "Ann, Zoe, Ben" in told
    window.press("n")
    _leave_the_end(window)
    window.press("Escape", "n", "Escape", "Tab")
    window.tap("y")
    window.wait(lambda: window.ended, "the end")


def _lay_an_illegal_card(window: XWindow) -> None:
    window.drag(FIRST_CARD, MIDDLE)
    window.wait(lambda: window.sees(RED, VERDICT, 2500), "why the card may not lie there")
    window.drag(MIDDLE, HAND)
    window.wait(lambda: not window.sees(RED, VERDICT, 2500), "the card in the hand again")
    assert len(window.lines()) == 1


def _misread_and_undo(window: XWindow) -> None:
    """The card is said to be another one, out of all cards: that one is recorded, and taken back."""
    _propose(window)
    window.press("n", "Up", "Up", "y", "y", "y", "y")
    window.confirm()
    assert (window.lines()[-1]["card"], window.lines()[-1]["at"]) == ("green-1", "1.1")
    window.hold("n")
    window.confirm()
    assert window.lines()[-1] == {"do": "undo"}


def _tell_of_goats(window: XWindow) -> None:
    """Green confirms a card as it was seen, amber the other way: with a goat, or without one."""
    told: dict[bytes, bool] = {}
    while len(told) < 2:
        _propose(window)
        window.wait_still()  # the verdict may be there before its buttons are
        label = window.picture(AMBER_LABEL).tobytes()
        if window.sees(AMBER, GOAT, 2500) and label not in told:
            window.confirm("a")
            told[label] = window.lines()[-1].get("goat", False)
        else:
            window.confirm()
    assert sorted(told.values()) == [False, True]


def _owe_discards(window: XWindow) -> None:
    """What is owed stays on the screen, and the green button is lit until it is said to be done."""
    _propose(window)
    while True:
        window.confirm()
        window.wait(lambda: not window.sees(GREEN, VERDICT, 2500), "the table at rest")
        window.wait_still()
        if window.sees(GREEN, GREEN_TAB):
            break
        _propose(window)
    window.press("y")
    assert not window.sees(GREEN, GREEN_TAB)


def _discard_two(window: XWindow) -> None:
    window.tap("d")
    window.wait(lambda: window.sees(GREEN, VERDICT, 2500), "a verdict")
    window.confirm()
    assert window.lines()[-1] == {"do": "discard"}


# Tranquility


def _at_sea(window: XWindow) -> None:
    window.press("F11")
    window.wait(lambda: window.picture(RIGHT_EDGE).all(), "a full screen")
    window.press("F11")
    window.wait(lambda: not window.picture(RIGHT_EDGE).any(), "a window")
    window.press("Tab", "y")
    _begin(window, 0)
    _lay_first_island(window)
    summary = _play_to_the_end(window)
    assert summary["outcome"] in ("won", "lost")
    window.press("a")
    told = _read_code(window)
    assert "Tranquility" in told
    window.press("n")
    _leave_the_end(window)
    window.press("a", "y")  # More, past games
    window.press("y")  # the course of the last one
    window.press("n", "a")
    assert _read_code(window) == told


def _lay_first_island(window: XWindow) -> None:
    """The first card that may lie anywhere: a Finish may not, and goes back into the hand."""
    for across in range(5):
        window.drag((FIRST_CARD[0] + 82 * across, FIRST_CARD[1]), MIDDLE)
        window.wait(lambda: window.sees(GREEN, VERDICT) or window.sees(RED, VERDICT), "a verdict")
        if window.sees(GREEN, VERDICT):
            break
        window.drag(MIDDLE, HAND)
        window.wait(lambda: not window.sees(RED, VERDICT, 2500), "the card in the hand again")
    window.confirm()


# Elevation


def _in_the_ranges(window: XWindow) -> None:
    """Three days; the cards of the first tricks of each are laid one by one, then it goes trick by trick."""
    window.press("Tab", "Tab", "y", "Tab", "Tab", "y", "Tab", "Tab")
    _add_player(window, "Zoe")
    window.press("n")
    _begin(window, 2)
    for steps, seen in ((0, 4), (2, 1), (2, 1)):
        _begin_a_day(window, steps)
        _play_a_day(window, seen)
        window.confirm()  # "Score the day"
        assert window.lines()[-1]["do"] == "end-day"
        window.wait_still()
        sheet = window.picture(SCREEN).copy()
        window.press("y")  # from the score sheet on to the next day, or to the end
        assert (window.picture(SCREEN) != sheet).mean() > 0.1
    summary = _judged(window)
    assert summary["outcome"] == "done"
    window.press("a")
    told = _read_code(window)
    assert "Elevation" in told
    assert all(f"{name} {points}" in told for name, points in summary["totals"].items())
    window.press("n")
    _leave_the_end(window)


def _begin_a_day(window: XWindow, steps: int) -> None:
    """With one approach card, so many lines down: green opens them, takes one, and is held when all are told."""
    window.press("y", *["Tab"] * steps, "y")
    size = window.records()[-1].stat().st_size
    window.hold("y")
    window.wait(lambda: window.records()[-1].stat().st_size > size, "a day")
    assert len(window.lines()[-1]["approach"]) == 1


def _play_a_day(window: XWindow, seen: int) -> None:
    """All tricks of three climbers; the cards of the first few are laid one by one, as the eye sees them."""
    for trick in range(_TRICKS):
        window.wait(lambda: not window.sees(GREEN, VERDICT, 2500), "the table at rest")
        window.wait_still()
        if trick < seen:
            for _ in range(3):
                _lay_a_card(window)
        else:
            window.click(window.find(AMBER, PLAY_ONE)[0])  # collects the last trick, and lays a card
            window.click(window.find(AMBER, PLAY_TRICK)[0])
        window.wait(lambda: window.sees(GREEN, VERDICT, 2500), "who wins the trick")
        window.confirm()
        assert len(window.lines()[-1]["cards"]) == 3


def _lay_a_card(window: XWindow) -> None:
    """A card on the table, until it lies on the device too."""
    before = window.picture(SCREEN).copy()
    window.click(window.find(AMBER, PLAY_ONE)[0])
    window.wait(lambda: (window.picture(SCREEN) != before).any(2).mean() > 0.03, "the card on the device")
    window.wait_still()
