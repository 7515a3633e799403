"""Measure how many moves of a long record are judged, and how many random games played, in a second."""

import argparse
import io
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.commands.judge import print_json
from companion.decks import load_deck
from companion.games import GAMES, new_match, read_game_name
from companion.games.events import Fields
from companion.games.game import Match
from companion.locale import load_locale
from companion.record.history import judge_lines
from companion.record.lines import LineReader
from companion.simulation.dealer import play_out

_AIM_EVENTS_A_SECOND = 20_000
_AIM_START_SECONDS = 0.3
_RUNS = 3
_JUDGE_AND_TELL = """
import sys
from pathlib import Path
from companion.cli import main
main(["judge", "--json", "-"])
sys.stderr.write(Path("/proc/self/status").read_text())
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the measurement's arguments."""
    parser.add_argument(
        "--events", type=int, default=40_000, help="judge a record of this many moves (default: 40000)"
    )
    parser.add_argument(
        "--games", type=int, default=40, help="play this many random games of each kind (default: 40)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    figures = {name: _measure_game(name, arguments.events, arguments.games) for name in GAMES}
    start = start_seconds()
    peak = _judge_megabytes(arguments.events)
    if arguments.json:
        print(json.dumps({"games": figures, "start_seconds": round(start, 3), "peak_megabytes": peak}))
        return 0
    print(f"{'game':<14}{'events/s':>12}{'aim':>10}{'games/s':>10}")
    for name, each in figures.items():
        print(
            f"{name:<14}{each['events_a_second']:>12,.0f}{_AIM_EVENTS_A_SECOND:>10,}{each['games_a_second']:>10.1f}"
        )
    print(f"start of `companion judge`, own work: {start:.3f} s (aim {_AIM_START_SECONDS} s)")
    print(f"memory of `companion judge --json`: {peak} MB at the most")
    return 0


def _measure_game(name: str, events: int, games: int) -> dict[str, float]:
    record = _long_record(name, events)
    judged = _own_seconds(
        lambda: print_json(judge_lines(LineReader(io.BytesIO(record), print)), load_locale("en"), len, None)
    )
    played = _own_seconds(lambda: [sum(1 for _ in game_events(name, Random(seed))) for seed in range(games)])
    return {"events_a_second": events / judged, "games_a_second": games / played}


def _own_seconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(_RUNS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def seconds(work: Callable[[], object]) -> float:
    """The time that some work takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def open_match(name: str) -> tuple[dict[str, Any], Match]:
    """A header for two or three people, and its match."""
    header = {"record": 1, "game": name, "players": ["Ann", "Ben", "Cem"]}
    fields = Fields(header)
    return header, new_match(read_game_name(fields), fields, load_deck(name))


def game_events(name: str, rng: Random) -> Iterator[Any]:
    """A whole dealt game."""
    return play_out(open_match(name)[1], rng)


def _long_record(name: str, events: int) -> bytes:
    header, _ = open_match(name)
    course = [json.dumps(event.as_dict()) for event in game_events(name, Random(7))]
    lines = [*course, *['{"do": "undo"}'] * len(course)]
    body = (lines * (events // len(lines) + 1))[:events]
    return "\n".join([json.dumps(header), *body]).encode()


def start_seconds() -> float:
    """The time of a whole `companion judge` of an empty game, less that of a bare Python."""
    header = json.dumps(open_match("ascent")[0])
    bare = min(seconds(lambda: call("-c", "pass", header)) for _ in range(5))
    return min(seconds(lambda: call("-m", "companion", "judge", "-", feed=header)) for _ in range(5)) - bare


def _judge_megabytes(events: int) -> int:
    feed = _long_record("ascent", events).decode()
    status = call("-c", _JUDGE_AND_TELL, feed=feed)
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))) // 1024


def call(*words: str, feed: str = "") -> str:
    """Run Python with these words; gives what it says on standard error."""
    command = [sys.executable, *words]
    return subprocess.run(command, input=feed, text=True, capture_output=True, check=True).stderr
