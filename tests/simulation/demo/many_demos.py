"""Many demonstrations: `python -m tests.simulation.demo.many_demos --game ascent --seeds 0-99`; a line a seed.

Every seed has its own number of players, modules and variant. The clear eye reads perfectly, so that what is
tried is everything but the reading; `--real` reads with the eye itself. With `--log FILE` the lines are also
written there, and what the file holds is not played again.
"""

import argparse
import ctypes
import gc
import os
import resource
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import cv2

from companion.games import GAMES, load_game
from companion.locale import load_locale
from companion.simulation.demo.headers import demo_header
from companion.simulation.demo.play import Demo, Plan, Result, practice_eye
from tests.app.clear_eye import make_clear_eye

SMALL, LARGE = (800, 450), (1920, 1080)


def chance_header(game: str, seed: int) -> dict[str, Any]:
    """A header by chance: over a hundred seeds each variant meets every number of players."""
    rng, variants = Random(seed), tuple(load_game(game).boards)
    round_number, turn = divmod(seed, 2 * len(variants))
    variant = variants[turn] if turn < len(variants) else variants[0]
    players = 2 if variant == "competitive" else 1 + (turn + round_number) % load_game(game).most_players
    modules = (
        tuple(name for name in load_game(game).modules if rng.random() < 0.5) if variant == "standard" else ()
    )
    header = demo_header(game, players, variant, modules, seed)
    if variant == "pyramid":
        header |= {name: True for name in ("harder", "easier") if rng.random() < 0.5}
    return header


def play(game: str, seed: int, events: int | None, *, real: bool = False) -> Result:
    """One game by chance."""
    plan = Plan(chance_header(game, seed), seed, events, size_px=LARGE if real else SMALL)
    with tempfile.TemporaryDirectory() as folder:
        eye = practice_eye if real else make_clear_eye
        return Demo(plan, Path(folder), eye, lambda line: None, load_locale("en")).run()


def try_out(game: str, seed: int, events: int | None, *, real: bool = False) -> str:
    """Play one game and tell how it was. An exception is told too, and the other seeds still play."""
    start = time.process_time()
    try:
        result = play(game, seed, events, real=real)
    except Exception:
        return f"{game} {seed}: BROKEN\n{traceback.format_exc()}"
    return report(game, seed, result, time.process_time() - start)


def report(game: str, seed: int, result: Result, seconds: float) -> str:
    """A line, and one for each problem."""
    header, truth = chance_header(game, seed), result.truth
    kind = [str(len(header["players"])), header.get("variant", "standard"), *header.get("modules", ())]
    figures = f"{len(truth.events)} events, {truth.illegal_shown} illegal, {truth.asked} asked, "
    figures += f"{truth.corrected} corrected, {truth.presses} presses, {seconds:.1f} s"
    line = f"{game} {seed}: {'ok' if result.good else 'BAD'} ({' '.join(kind)}) {figures}\n"
    return line + "".join(f"  {problem}\n" for problem in result.problems)


class _MallocInfo(ctypes.Structure):
    """What glibc's `mallinfo2` gives back."""

    _fields_ = (
        ("before", ctypes.c_size_t * 4),
        ("mapped", ctypes.c_size_t),
        ("between", ctypes.c_size_t * 2),
        ("used", ctypes.c_size_t),
        ("after", ctypes.c_size_t * 2),
    )


def held_memory() -> str:
    """What the process holds once what is done with is given back, what of it is in use, how many objects."""
    gc.collect()
    libc = ctypes.CDLL(None)
    libc.malloc_trim(0)
    libc.mallinfo2.restype = _MallocInfo
    info = libc.mallinfo2()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    held, used = (size / (1 << 20) for size in (pages * resource.getpagesize(), info.used + info.mapped))
    return f"  {held:.0f} MB, {used:.1f} in use, {len(gc.get_objects())} objects\n"


def tell(text: str, log: Path | None) -> None:
    """Print, and keep if it is wanted."""
    sys.stdout.write(text)
    sys.stdout.flush()
    if log is not None:
        with log.open("a", encoding="utf-8") as lines:
            lines.write(text)


def main() -> int:
    """Play them all; exit code 1 if any record differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), nargs="+", required=True, help="one or several")
    parser.add_argument("--seeds", default="0-99", help="from-to")
    parser.add_argument("--events", type=int, help="stop each game after so many events")
    parser.add_argument("--real", action="store_true", help="read with the eye itself, at 1080p")
    parser.add_argument("--log", type=Path, help="go on where this file ends")
    parser.add_argument("--memory", action="store_true", help="tell what is held after each game")
    arguments = parser.parse_args()
    low, high = (int(part) for part in arguments.seeds.split("-"))
    cv2.setNumThreads(1)
    log: Path | None = arguments.log
    told = "" if log is None or not log.exists() else log.read_text(encoding="utf-8")
    games = [(game, seed) for seed in range(low, high + 1) for game in arguments.game]
    for game, seed in games:
        if f"{game} {seed}: " not in told:
            line = try_out(game, seed, arguments.events, real=arguments.real)
            told += line
            tell(line + (held_memory() if arguments.memory else ""), log)
    good = sum(f"{game} {seed}: ok" in told for game, seed in games)
    sys.stdout.write(f"{good} of {len(games)} games are as they were played\n")
    return 0 if good == len(games) else 1


if __name__ == "__main__":
    sys.exit(main())
