"""Measure how long it takes to save a move, as a multiple of a bare write and fsync of the same bytes."""

import argparse
import json
import os
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.games.events import Event
from companion.record.session import Session
from companion.simulation.benches.rules import game_events, open_match

_AIM_RATIO = 1.5
_IN_MEMORY_SECONDS = 0.00002


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the measurement's arguments."""
    parser.add_argument("--events", type=int, default=400, help="save this many moves (default: 400)")
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path.cwd(),
        help="measure the disk that holds this folder (default: the current one)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


@dataclass(frozen=True, slots=True)
class _Costs:
    """Seconds of each confirmed event, and of a bare write and fsync of its bytes right after it."""

    confirmed: list[float]
    bare: list[float]

    @property
    def ratio(self) -> float:
        """How much dearer a confirmed event is in the middle of all."""
        return statistics.median(self.confirmed) / statistics.median(self.bare)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory(dir=arguments.folder, prefix=".bench-") as folder:
        costs = measure(Path(folder), arguments.events)
    if arguments.json:
        print(
            json.dumps(
                {
                    "events": arguments.events,
                    "ratio": round(costs.ratio, 3),
                    "confirm_milliseconds": round(statistics.median(costs.confirmed) * 1000, 3),
                    "bare_milliseconds": round(statistics.median(costs.bare) * 1000, 3),
                }
            )
        )
        return 0
    print(f"one bare write and fsync     {statistics.median(costs.bare) * 1000:8.3f} ms (median)")
    print(f"one confirmed event          {statistics.median(costs.confirmed) * 1000:8.3f} ms (median)")
    if statistics.median(costs.bare) < _IN_MEMORY_SECONDS:
        print("this folder lies in memory: choose one on a disk with --folder")
    print(f"ratio                        {costs.ratio:8.2f}    (at most {_AIM_RATIO})")
    return 0


def measure(folder: Path, count: int) -> _Costs:
    """Confirm events one by one; after each, write its very bytes to another file of the same folder."""
    costs = _Costs([], [])
    header, _ = open_match("ascent")
    course = list(game_events("ascent", Random(7)))
    bare = os.open(folder / "bare", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    with Session.new(header, folder, 0) as session:
        size = session.path.stat().st_size
        for number in range(count):
            costs.confirmed.append(_confirm_one(session, course, number))
            data = _read_from(session.path, size)
            size += len(data)
            costs.bare.append(_write_bare(bare, data))
    os.close(bare)
    return costs


def _confirm_one(session: Session, course: list[Event], number: int) -> float:
    there, back = divmod(number % (2 * len(course)), len(course))
    if there:
        begun = time.perf_counter()
        session.undo(when=number)
        return time.perf_counter() - begun
    session.propose([course[back]])
    begun = time.perf_counter()
    session.confirm(when=number)
    return time.perf_counter() - begun


def _read_from(path: Path, start: int) -> bytes:
    with path.open("rb") as file:
        file.seek(start)
        return file.read()


def _write_bare(descriptor: int, data: bytes) -> float:
    begun = time.perf_counter()
    os.write(descriptor, data)
    os.fsync(descriptor)
    return time.perf_counter() - begun
