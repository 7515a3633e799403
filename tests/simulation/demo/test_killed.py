"""Pulling the plug on a running demonstration: whatever was confirmed is there, once, and the game goes on."""

import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import pytest

from companion.locale import load_locale
from companion.record.session import Session
from companion.simulation.dealer import play_out
from companion.simulation.demo.play import Demo, Plan
from tests.app.clear_eye import make_clear_eye

HEADER = {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}
EVENTS = 6


def play_demo(folder: Path, seed: int, acknowledged: int) -> None:
    """In a process of its own: a short demonstration that writes a byte after every confirmed event."""

    def say(line: str) -> None:
        if "confirmed" in line:
            os.write(acknowledged, b"x")

    plan = Plan(HEADER, seed, EVENTS, mishaps=False, size_px=(480, 270))
    Demo(plan, folder, make_clear_eye, say, load_locale("en")).run()


def kill_once(seed: int, wait_seconds: float) -> int:
    """Kill a demonstration after a while, then resume and finish its game; how many events were confirmed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        heard, told = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                play_demo(folder, seed, told)
            finally:
                os._exit(0)
        os.close(told)
        time.sleep(wait_seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        confirmed = len(os.read(heard, 1000))
        os.close(heard)
        for path in folder.glob("*.jsonl"):
            finish(path, seed, confirmed)
        return confirmed


def finish(path: Path, seed: int, confirmed: int) -> None:
    """Nothing confirmed is missing or doubled, and the rest can be played."""
    with Session.resume(path) as session:
        written = [entry.event.as_dict() for entry in session.events]
        start = Session.new(HEADER, path.parent, 0.0)
        course = [event.as_dict() for event in play_out(start.match, Random(seed))]
        start.close()
        assert confirmed <= len(written) <= confirmed + 1
        assert written == course[: len(written)]
        for raw in course[len(written) :]:
            assert session.play(session.match.read_event(raw), when=1.0).legal
        assert [entry.event.as_dict() for entry in session.events] == course


@pytest.mark.parametrize("seed", range(8))
def test_a_killed_demonstration_loses_and_doubles_nothing(seed: int) -> None:
    kill_once(seed, 0.2 + 0.35 * seed)


if __name__ == "__main__":  # python -m tests.simulation.demo.test_killed 200
    rng = Random(7)
    counts = [kill_once(seed, rng.uniform(0.05, 2.5)) for seed in range(int(sys.argv[1]))]
    sys.stdout.write(f"{len(counts)} kills, {sum(counts)} confirmed events, nothing missing or doubled\n")
