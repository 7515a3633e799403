"""kill -9 at random moments, two hundred times: nothing confirmed is missing, nothing is doubled."""

import os
import signal
import time
from pathlib import Path
from random import Random

from companion.games.events import Event
from companion.record.session import Session
from tests.record.scripted import HEADER, NOON, as_dicts, play_events

KILLS = 200
LENGTH = 30
MOST_TOLD = 5


def play_and_tell(path: Path, events: list[Event], pipe: int) -> None:
    """The player who is killed: resume, go on, and tell each event once it is confirmed."""
    with Session.resume(path) as session:
        for event in events[len(session.events) :]:
            session.play(event, when=NOON)
            os.write(pipe, b".")


def run_and_kill(path: Path, events: list[Event], told_before: int, seconds: float) -> int:
    """How many events a player told until it was killed, some moment after the given one."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(ours)
            play_and_tell(path, events, theirs)
        finally:
            os._exit(0)
    os.close(theirs)
    told = len(os.read(ours, 1)) if told_before else 0
    while told and told < told_before and (part := os.read(ours, 1)):
        told += len(part)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while part := os.read(ours, 4096):
        told += len(part)
    os.close(ours)
    return told


def begin(folder: Path, seed: int) -> tuple[Path, list[Event]]:
    """A new game's record and what will be played."""
    with Session.new(HEADER, folder, NOON + seed) as session:
        return session.path, play_events(seed, LENGTH)


def check(path: Path, events: list[Event]) -> int:
    """How many events stand; they are the first of those played, each once."""
    with Session.resume(path) as session:
        kept = as_dicts(session)
    assert kept == [event.as_dict() for event in events[: len(kept)]]
    return len(kept)


def test_two_hundred_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    rng = Random(200)
    path, events = begin(tmp_path, seed=0)
    before = finished = 0
    for kill in range(KILLS):
        told = run_and_kill(path, events, rng.randrange(MOST_TOLD), rng.uniform(0, 0.006))
        after = check(path, events)
        assert before + told <= after <= before + told + 1
        before = after
        if after == LENGTH:
            finished += 1
            path, events = begin(tmp_path, seed=kill + 1)
            before = 0
    assert finished > 2
    with Session.resume(path) as session:
        for event in events[before:]:
            session.play(event, when=NOON)
    assert check(path, events) == LENGTH
