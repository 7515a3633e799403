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
from typing import Any

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
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    figures = _measure_all(max(1, arguments.rounds))
    if arguments.json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:<28}{value:>10.2f}")
    return 0


def call(body: str) -> None:
    """Let a new Python do this."""
    subprocess.run([sys.executable, "-c", body], check=True)


def milliseconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of some work."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2] * 1000


def _cpu_milliseconds(work: Callable[[], object], rounds: int) -> float:
    """The least processor time of some work: what else runs on the machine does not count."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times) * 1000


def _measure_all(rounds: int) -> dict[str, float]:
    import pygame

    from companion.locale import load_locale
    from companion.screens.navigator import Navigator
    from companion.screens.view import View

    imported = time.perf_counter()
    navigator = Navigator()
    navigator.show(View(load_locale("en")))
    surface = pygame.Surface((800, 480))
    navigator.draw(surface)
    drawn = time.perf_counter()
    from companion.simulation.samples import all_samples

    samples = list(all_samples(load_locale("en")))
    figures: dict[str, float] = {
        "import_ms": milliseconds(lambda: call(_LOADING), 5) - milliseconds(lambda: call("pass"), 5),
        "first_picture_ms": (drawn - imported) * 1000,
        "fill_ms": milliseconds(lambda: surface.fill((9, 9, 9)), 200),
        "idle_frame_ms": milliseconds(partial(_show_and_draw, navigator, samples[0].view, surface), 200),
    }
    for size in ((800, 480), (480, 320)):
        figures |= _measure_size(samples, pygame.Surface(size), rounds)
    return figures


def _show_and_draw(navigator: Any, view: Any, surface: Any) -> None:
    navigator.show(view)
    navigator.draw(surface)


def _measure_size(samples: list[Any], surface: Any, rounds: int) -> dict[str, float]:
    from companion.screens.navigator import draw_screen

    times = [
        _cpu_milliseconds(partial(draw_screen, surface, sample.screen, sample.view), rounds)
        for sample in samples
    ]
    head = f"draw_{surface.get_width()}x{surface.get_height()}"
    worst = max(times)
    return {
        f"{head}_median_ms": sorted(times)[len(times) // 2],
        f"{head}_worst_ms": worst,
        f"{head}_worst_fps": 1000 / worst if worst else 0.0,
    }
