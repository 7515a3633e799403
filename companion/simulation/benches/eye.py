"""Measure how well cards on rendered tables are found and read, in good and bad light, and how fast.

The decks, fonts and tables were not used for training. Times are multiples of one single-threaded conversion
of the same 1920 x 1080 frame to grey, in the same run.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.decks import load_deck
from companion.errors import CompanionError
from companion.simulation.scenes import table_scene
from companion.table.layout import load_layout
from companion.table.practice import practice_deck
from vision.eye import make_eye
from vision.lab.bench import cost, finding, reading
from vision.lab.bench.reading import Owned, Trouble
from vision.lab.bench.troubles import BESIDE, DRESSES, OWN, under
from vision.lab.scene import MILD as MILD_LIGHT
from vision.lab.scene import ROUGH, Troubles, render
from vision.lab.scene.signs import PAINTERS
from vision.read.reader import Reader
from vision.types import Picture

ROOT = Path(__file__).resolve().parents[3]
TROUBLES = ROOT.parent / "shared" / "troubles.py"
PARTS = ("enrolled", "plain", "painters", "finding", "troubles", "cost")
_UNSURE_TARGETS = {60: 0.25, 90: 0.10, 120: 0.05}
FINDING_TARGETS = {
    "isolated": 0.99,
    "85 % visible": 0.95,
    "half visible": 0.70,
    "touching rows": 0.95,
    "tight grids": 0.95,
    "light on light": 0.95,
}
_FALSE_TARGET = 0.2
_MEMORY_TARGET = 400
_PEAK = "/proc/self/status"  # unlike ru_maxrss, begins anew with each program
MILD = ("dark", "warm", "side-light", "noise", "jpeg", "blur")
_MILD_SHARE = 0.4

Figures = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the measurement's arguments."""
    parser.add_argument(
        "--quick", action="store_true", help="make a few hundred readings instead of thousands"
    )
    parser.add_argument(
        "--only", choices=PARTS, action="append", help="measure only this part (may be repeated)"
    )
    parser.add_argument(
        "--seed", type=int, default=2026, help="use the tables of this number (default: 2026)"
    )
    parser.add_argument(
        "--troubles",
        metavar="FILE",
        type=Path,
        help="use the bad conditions that this Python file defines as TROUBLES",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    cv2.setNumThreads(1)
    reader = Reader.load()
    parts = arguments.only or PARTS
    figures: Figures = {"seed": arguments.seed, "quick": arguments.quick}
    decks = _own_decks(reader, arguments) if {"enrolled", "plain", "troubles"} & set(parts) else []
    if decks:
        figures["cards_refused_at_enrolment"] = sum(owned.refused for owned in decks)
    measures: dict[str, Callable[[], Figures]] = {
        "enrolled": lambda: measure_enrolled(reader, decks, arguments),
        "plain": lambda: measure_plain(reader, decks, arguments),
        "painters": lambda: _measure_painters(reader, arguments),
        "finding": lambda: measure_finding(reader, arguments),
        "troubles": lambda: _measure_troubles(reader, decks, arguments),
        "cost": lambda: measure_cost(reader),
    }
    for name in PARTS:
        if name in parts:
            say(f"measuring: {name}")
            figures[name] = measures[name]()
    print(json.dumps(figures) if arguments.json else as_text(figures))
    return 0


def say(words: str) -> None:
    """One line on standard error: this takes minutes."""
    print(words, file=sys.stderr, flush=True)


def _own_decks(reader: Reader, arguments: argparse.Namespace) -> list[Owned]:
    number = 2 if arguments.quick else 16
    say(f"enrolling {number} decks")
    return [reading.own_deck(reader, arguments.seed * 100 + index) for index in range(number)]


def measure_enrolled(reader: Reader, decks: list[Owned], arguments: argparse.Namespace) -> Figures:
    """Enrolled reading at each size, in one frame and after several."""
    figures: Figures = {}
    for side in reading.SIDES_PX:
        reads = 180 if arguments.quick else 5000
        share = 0.25 if side == max(reading.SIDES_PX) else 0.0
        single, several = reading.measure_enrolled(reader, decks, side, reads, arguments.seed, share)
        figures[str(side)] = {"single_frame": single.as_dict(), "unsure_target": _UNSURE_TARGETS[side]}
        if several.number:
            figures[str(side)]["several_frames"] = several.as_dict()
    return figures


def measure_plain(reader: Reader, decks: list[Owned], arguments: argparse.Namespace) -> Figures:
    """Numbers and colours of cards that were never enrolled."""
    plain = reading.measure_plain(reader, decks, 120, 180 if arguments.quick else 2000, arguments.seed)
    number = max(plain.numbers.number, 1)
    return {
        "numbers": plain.numbers.as_dict(),
        "colours": plain.colours.as_dict(),
        "numbers_guessed_share": round(plain.guessed_numbers / number, 4),
        "colours_guessed_share": round(plain.guessed_colours / number, 4),
    }


def measure_finding(reader: Reader, arguments: argparse.Namespace) -> Figures:
    """Cards lying anyhow, with and without what the mat tells."""
    tables = 2 if arguments.quick else 15
    figures: Figures = {}
    for name, way in (("with_mat", finding.with_mat), ("without_mat", finding.without_mat)):
        finds, false = finding.measure_finding(way(make_eye(reader=reader)), tables, arguments.seed)
        figures[name] = {kind: found.as_dict() for kind, found in finds.items()}
        figures[name]["false_a_picture"] = round(false, 3)
    return figures


def _measure_troubles(reader: Reader, decks: list[Owned], arguments: argparse.Namespace) -> Figures:
    plain = under(Troubles(noise=1.0))
    troubles, source = load_troubles(arguments.troubles)
    tables = 2 if arguments.quick else 23
    figures: Figures = {"defined_by": source}
    jobs = [(name, trouble, plain) for name, trouble in {**troubles, **BESIDE}.items()]
    jobs += [(name, troubles["none"], dress) for name, dress in DRESSES.items()]
    jobs.append(("all mild", together(troubles), under(Troubles(sheen=0.1, noise=1.0))))
    for name, trouble, dress in jobs:
        count, covered = reading.measure_trouble(reader, decks, trouble, dress, tables, arguments.seed)
        figures[name] = count.as_dict() | {"covered": covered}
    return dict(sorted(figures.items(), key=_worst_first))


def _worst_first(figure: tuple[str, Any]) -> tuple[int, float]:
    count = figure[1]
    return (-count["wrong"], count["right_share"]) if isinstance(count, dict) else (1, 0.0)


def _measure_painters(reader: Reader, arguments: argparse.Namespace) -> Figures:
    figures: Figures = {}
    for painter in PAINTERS:
        owned = reading.painted_deck(reader, painter, arguments.seed)
        reads = 90 if arguments.quick else 900
        count, _ = reading.measure_enrolled(reader, [owned], 120, reads, arguments.seed, 0.0)
        figures[painter] = count.as_dict() | {"refused": owned.refused}
    return figures


def load_troubles(path: Path | None) -> tuple[dict[str, Trouble], str]:
    """The troubles of a file, of the usual file where it exists, or else our own like them."""
    file = path or TROUBLES
    if not file.exists():
        if path is not None:
            raise CompanionError(f"{path}: no such file")
        return dict(OWN), "the renderer's own equivalents"
    spec = importlib.util.spec_from_file_location("bench_troubles", file)
    if spec is None or spec.loader is None:
        raise CompanionError(f"{file}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.TROUBLES), file.name


def together(troubles: dict[str, Trouble]) -> Trouble:
    """Two fifths of each of the mild troubles, one after the other."""

    def apply(picture: Any, rng: Any) -> Any:
        for name in MILD:
            worse = troubles[name](picture, rng).astype(np.float32)
            picture = (picture + (worse - picture) * _MILD_SHARE).clip(0, 255).astype(np.uint8)
        return picture

    return apply


def mountain_frame(seed: int = 5) -> Picture:
    """A full mountain of 45 cards, 1920 x 1080."""
    colours = ("green", "blue", "red")
    places = enumerate(load_layout("ascent").places)
    board = {place.name: f"{colours[index % 3]}-{index % 12 + 1}" for index, place in places}
    scene = table_scene("ascent", board, placing=ROUGH, troubles=MILD_LIGHT)
    return render(scene, np.random.default_rng(seed))[0]


def measure_cost(reader: Reader) -> Figures:
    """Times as multiples of a grey conversion, and the memory of a process that reads a picture."""
    frame, names = mountain_frame(), tuple(load_deck("ascent"))
    measured = cost.measure_cost(
        reader, practice_deck("ascent"), load_layout("ascent"), names, frame, time.process_time
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.png"
        cv2.imwrite(str(file), frame)
        memory = _reading_memory(file)
    jobs = {
        name: {"times_grey": round(value, 2), "target": cost.TARGETS.get(name)}
        for name, value in measured.jobs.items()
    }
    return {"grey_milliseconds": round(measured.grey_milliseconds, 3), "jobs": jobs, "peak_megabytes": memory}


def _reading_memory(picture: Path) -> int:
    code = (
        f"import sys; from companion.cli import main; main(['read', {str(picture)!r}, '--game', 'ascent']);"
        f"print(*[line for line in open({_PEAK!r}) if line.startswith('VmHWM')], file=sys.stderr)"
    )
    if not Path(_PEAK).exists():
        return 0
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    return int(done.stderr.split()[-2]) // 1024


# for people


def as_text(figures: Figures) -> str:
    """All tables that were measured."""
    tables = {
        "enrolled": _enrolled_lines,
        "plain": _plain_lines,
        "painters": _painters_lines,
        "finding": _finding_lines,
        "troubles": _troubles_lines,
        "cost": _cost_lines,
    }
    return "\n\n".join("\n".join(tables[name](figures[name])) for name in PARTS if name in figures)


def _enrolled_lines(part: Figures) -> Iterator[str]:
    yield (
        f"{'enrolled reading':<24}{'n':>7}{'right':>9}{'unsure':>9}{'aim':>8}{'sure, wrong':>13}{'aim':>8}"
    )
    for side, figures in part.items():
        yield _reading_line(f"{side} px, one frame", figures["single_frame"], figures["unsure_target"])
        if "several_frames" in figures:
            yield _reading_line(f"{side} px, four frames", figures["several_frames"], 0.01)


def _reading_line(name: str, count: Figures, unsure_target: float) -> str:
    return (
        f"{name:<24}{count['n']:>7}{count['right_share']:>9.2%}{count['unsure_share']:>9.2%}"
        f"{'≤' + format(unsure_target, '.0%'):>8}{count['wrong_share']:>13.3%}{'≤0.1%':>8}"
    )


def _plain_lines(part: Figures) -> Iterator[str]:
    yield (
        f"{'never enrolled, 120 px':<24}{'n':>7}{'right':>9}{'unsure':>9}{'wrong':>9}{'guess':>9}{'aim':>8}"
    )
    for name, aim in (("numbers", "≥97%"), ("colours", "≥95%")):
        count, guess = part[name], part[f"{name}_guessed_share"]
        shares = "".join(f"{count[f'{what}_share']:>9.2%}" for what in ("right", "unsure", "wrong"))
        yield f"{name:<24}{count['n']:>7}{shares}{guess:>9.2%}{aim:>8}"


def _painters_lines(part: Figures) -> Iterator[str]:
    yield (
        f"{'another painter, 120 px':<24}{'n':>7}{'right':>9}{'unsure':>9}{'sure, wrong':>13}{'refused':>9}"
    )
    for name, count in part.items():
        shares = f"{count['right_share']:>9.2%}{count['unsure_share']:>9.2%}{count['wrong']:>13}"
        yield f"{name:<24}{count['n']:>7}{shares}{count['refused']:>9}"


def _finding_lines(part: Figures) -> Iterator[str]:
    yield f"{'finding':<24}{'n':>7}{'with mat':>10}{'without':>10}{'aim':>8}"
    for name, aim in FINDING_TARGETS.items():
        one, other = part["with_mat"][name], part["without_mat"][name]
        shares = f"{one['found_share']:>10.1%}{other['found_share']:>10.1%}"
        yield f"{name:<24}{one['n']:>7}{shares}{'≥' + format(aim, '.0%'):>8}"
    false = f"{part['with_mat']['false_a_picture']:>10}{part['without_mat']['false_a_picture']:>10}"
    yield f"{'false cards a picture':<31}{false}{'≤' + str(_FALSE_TARGET):>8}"


def _troubles_lines(part: Figures) -> Iterator[str]:
    yield (
        f"{'trouble (aim: ≥97 %, 0)':<24}{'n':>7}{'right':>9}{'unsure':>9}{'sure, wrong':>13}{'covered':>9}"
    )
    for name, count in part.items():
        if isinstance(count, dict):
            shares = f"{count['right_share']:>9.2%}{count['unsure_share']:>9.2%}{count['wrong']:>13}"
            yield f"{name:<24}{count['n']:>7}{shares}{count['covered']:>9}"
    yield f"troubles as defined by {part['defined_by']}; covered: hidden and not misread"


def _cost_lines(part: Figures) -> Iterator[str]:
    yield f"{'cost':<28}{'x grey':>9}{'aim':>8}   (grey: {part['grey_milliseconds']} ms)"
    for name, job in part["jobs"].items():
        aim = f"≤{job['target']:g}" if job["target"] else ""
        yield f"{name:<28}{job['times_grey']:>9}{aim:>8}"
    yield f"{'memory, MB':<28}{part['peak_megabytes']:>9}{'<' + str(_MEMORY_TARGET):>8}"
