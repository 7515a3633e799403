"""Measure how long it takes to start, to draw a changed screen, and to do nothing when nothing has changed.

Times are in milliseconds; of a changed screen the least processor time of all rounds counts.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import pygame

from companion.locale import load_locale
from companion.screens.navigator import Navigator, draw_screen
from companion.screens.view import View
from companion.simulation.samples import all_samples
from companion.simulation.samples.making import Sample

_LOADING = "import pygame; from companion import locale; from companion.screens import navigator"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the measurement's arguments."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--rounds", type=int, default=30, help="draw each screen this many times (default: 30)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    figures = _measure_all(max(1, arguments.rounds))
    if arguments.json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:<28}{value:>10.2f}")
    return 0


def _call(body: str) -> None:
    subprocess.run([sys.executable, "-c", body], check=True)


def _times(work: Callable[[], object], rounds: int, clock: Callable[[], float]) -> list[float]:
    """Milliseconds of some work by a clock, the least first."""
    times = []
    for _ in range(rounds):
        start = clock()
        work()
        times.append((clock() - start) * 1000)
    return sorted(times)


def _median(work: Callable[[], object], rounds: int) -> float:
    return _times(work, rounds, time.perf_counter)[rounds // 2]


def _measure_all(rounds: int) -> dict[str, float]:
    imported = time.perf_counter()
    navigator = Navigator()
    navigator.show(View(load_locale("en")))
    surface = pygame.Surface((800, 480))
    navigator.draw(surface)
    drawn = time.perf_counter()
    samples = list(all_samples(load_locale("en")))
    figures: dict[str, float] = {
        "import_ms": _median(lambda: _call(_LOADING), 5) - _median(lambda: _call("pass"), 5),
        "first_picture_ms": (drawn - imported) * 1000,
        "fill_ms": _median(lambda: surface.fill((9, 9, 9)), 200),
        "idle_frame_ms": _median(partial(_show_and_draw, navigator, samples[0].view, surface), 200),
    }
    for size in ((800, 480), (480, 320)):
        figures |= _measure_size(samples, pygame.Surface(size), rounds)
    return figures


def _show_and_draw(navigator: Navigator, view: View, surface: pygame.Surface) -> None:
    navigator.show(view)
    navigator.draw(surface)


def _measure_size(samples: list[Sample], surface: pygame.Surface, rounds: int) -> dict[str, float]:
    drawings = (partial(draw_screen, surface, sample.screen, sample.view) for sample in samples)
    times = [_times(draw, rounds, time.process_time)[0] for draw in drawings]  # what else runs does not count
    head = f"draw_{surface.get_width()}x{surface.get_height()}"
    worst = max(times)
    return {
        f"{head}_median_ms": sorted(times)[len(times) // 2],
        f"{head}_worst_ms": worst,
        f"{head}_worst_fps": 1000 / worst if worst else 0.0,
    }
