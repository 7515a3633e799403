"""Show a whole game that plays itself on the simulated table.

The simulated players lay cards and make mistakes as people do; the companion sees only pictures of their
table. At the end its record is compared with what was really played. The exit code is 0 if they are the same
and 1 if they differ.
"""

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from companion.commands import check_number, locale_of, prepare_folder
from companion.config import add_language
from companion.games import GAMES, load_game
from companion.locale import Locale
from companion.simulation.demo.headers import BadDemo, demo_header
from companion.simulation.demo.play import Demo, Plan, Result, practice_eye
from companion.simulation.demo.report import Problem, tell_ending
from companion.simulation.demo.window import DemoWindow


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    names = sorted({module for name in GAMES for module in load_game(name).modules})
    variants = sorted({variant for name in GAMES for variant in load_game(name).boards})
    first = next(iter(GAMES))
    parser.add_argument(
        "--game", choices=tuple(GAMES), default=first, help=f"play this game (default: {first})"
    )
    parser.add_argument(
        "--players", type=int, default=2, metavar="N", help="play with this many players (default: 2)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        help="play the game of this number; the same number gives the same game (default: 1)",
    )
    parser.add_argument(
        "--modules",
        default="",
        metavar="A,B",
        help=f"play with these modules, separated by commas: {', '.join(names)}",
    )
    parser.add_argument(
        "--variant",
        default="standard",
        choices=variants,
        help=f"play this variant: {', '.join(variants)} (default: standard)",
    )
    parser.add_argument("--events", type=int, metavar="N", help="stop after this many moves")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="save the record of the game as this file"
    )
    parser.add_argument(
        "--headless", action="store_true", help="play in the terminal, without a window and without pauses"
    )
    parser.add_argument("--smooth", action="store_true", help="play without mistakes and mishaps")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play, tell, compare."""
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")  # it makes no sound, so no sound card is looked for
    modules = tuple(name.strip() for name in arguments.modules.split(",") if name.strip())
    check_number("--events", arguments.events, 1, locale_of(arguments))
    check_number("--seed", arguments.seed, 0, locale_of(arguments))
    if arguments.record is not None and arguments.record.exists():
        raise BadDemo(f"{arguments.record} is there already")
    beside = None if arguments.record is None else arguments.record.absolute().parent
    if beside is not None and not beside.is_dir():
        raise BadDemo(f"the folder {beside} for the record is not there; make it first")
    header = demo_header(arguments.game, arguments.players, arguments.variant, modules, arguments.seed)
    if beside is not None:
        prepare_folder(beside)
    with tempfile.TemporaryDirectory(prefix=".companion-demo-", dir=beside) as folder:
        return play(arguments, header, Path(folder), locale_of(arguments))


def play(arguments: argparse.Namespace, header: dict[str, object], folder: Path, locale: Locale) -> int:
    """One game in a folder of its own."""
    most = None if arguments.events is None else min(arguments.events, sys.maxsize)
    plan = Plan(header, arguments.seed, most, mishaps=not arguments.smooth)
    show = _play_headless if arguments.headless or not _has_display() else _play_in_window
    try:
        result = show(plan, folder, locale, arguments.record)
    finally:
        if arguments.record is not None:
            _keep_record(folder, arguments.record, locale)
    return 0 if result is None or result.good else 1


def _has_display() -> bool:
    if os.environ.get("SDL_VIDEODRIVER") in ("dummy", "offscreen"):
        return False
    return os.name == "nt" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _keep_record(folder: Path, file: Path, locale: Locale) -> None:
    for record in folder.glob("*.jsonl"):
        if not (file.exists() and file.samefile(record)):
            file.write_bytes(record.read_bytes())
        print(locale.say("demo.kept", file=str(file)))


def _hold_record(record: Path, file: Path | None) -> None:
    """Let the record grow in its file too, so that a pulled plug leaves it there.

    A disk that cannot give a file two names gets it at the end.
    """
    if file is not None:
        with contextlib.suppress(OSError):
            file.hardlink_to(record)


def _play_headless(plan: Plan, folder: Path, locale: Locale, record: Path | None) -> Result:
    """As fast as it goes, told in the terminal."""
    demo = Demo(plan, folder, practice_eye, _tell, locale)
    _hold_record(demo.session.path, record)
    result = demo.run(lambda demo: _show_progress(demo, locale))
    for line in sum_up(demo, result, locale):
        _tell(line)
    return result


def _play_in_window(plan: Plan, folder: Path, locale: Locale, record: Path | None) -> Result | None:
    """At human speed, told in the window and in the terminal; no result when the window was closed."""
    window = DemoWindow(locale)

    def say(line: str) -> None:
        _tell(line)
        window.tell(line)

    try:
        demo = Demo(plan, folder, practice_eye, say, locale)
        _hold_record(demo.session.path, record)
        result = window.play(demo)
        if result is not None:
            for line in sum_up(demo, result, locale):
                say(line)
            window.linger(demo)
        return result
    finally:
        window.close()


def _tell(line: str) -> None:
    print(line, flush=True)


def sum_up(demo: Demo, result: Result, locale: Locale) -> list[str]:
    """What came of it, in words: how the game ended, and whether the record is what was played."""
    truth, ending = result.truth, tell_ending(demo.session.match, locale)
    if result.problems:
        return [*ending, locale.say("demo.differs"), *_tell_problems(result.problems, locale)]
    facts = {"illegal": truth.illegal_shown, "asked": truth.asked, "corrected": truth.corrected}
    return [*ending, locale.say("demo.same", events=len(truth.events), presses=truth.presses, **facts)]


def _tell_problems(problems: Sequence[Problem], locale: Locale) -> list[str]:
    lines = []
    for problem in problems:
        lines.append(f"  {problem.said}")
        lines += [f"    {locale.say('demo.problems.detail', detail=problem.detail)}"] * bool(problem.detail)
    return lines


def _show_progress(demo: Demo, locale: Locale) -> None:
    if sys.stderr.isatty():
        events, seconds = len(demo.people.truth.events), round(demo.stage.seconds)
        print(locale.say("demo.progress", events=events, seconds=seconds), end="\r", file=sys.stderr)
