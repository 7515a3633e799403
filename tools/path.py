"""Count what laying and confirming one card runs through, and how big the house is.

    python tools/path.py            the path of one card of The Ascent, then lines and modules
    python tools/path.py --files    also the files on the path, the crossings and the value types

The card is laid on the simulated table, read, judged, confirmed with a button, recorded and drawn by the
ordinary code; `sys.setprofile` watches. The laboratory that moves the hand is not counted. A crossing is a
call of a function in another room of docs/how-it-fits.md (`vision/` and `companion/games/` are one room each,
with all that is in them); a value type is a frozen dataclass, a named tuple or an enum that is passed or
given back in a crossing. Commit a4fbcf9 counted so: 84 files, 750 crossings (848 between folders), 28 types.
"""

import argparse
import dataclasses
import enum
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

LABORATORY = re.compile(
    r"companion/(simulation|app/demo|app/laptop|benches|screens/samples)/|vision/(lab|scene|bench|training|faces)/"
    r"|^(tests|tools)/|/(dealer|samples)\.py$"
)
DOOR = "hardware/simulated.py"  # of the laboratory: a table at home has a camera instead
ROOMS = ("companion/games/", "vision/")  # the others are folders
OURS = ("companion", "vision", "hardware", "assets")


class _Path:
    """Watches every call between our files."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.crossings: Counter[tuple[str, str]] = Counter()
        self.types: set[type] = set()
        self._names: dict[str, str | None] = {}

    def watch(self, frame: FrameType, event: str, value: Any) -> None:
        if event not in ("call", "return"):
            return
        name = self._product(frame)
        if name is None or _is_behind_door(frame):
            return
        self.files.add(name)
        caller = frame.f_back
        came_from = None if caller is None else self._product(caller)
        if caller is None or came_from is None or _package(came_from) == _package(name):
            return
        self.crossings[_package(came_from), _package(name)] += event == "call"
        passed = [value] if event == "return" else list(frame.f_locals.values())
        self.types |= {type(each) for each in passed if _is_value(each)}

    def _product(self, frame: FrameType) -> str | None:
        file = frame.f_code.co_filename
        if file not in self._names:
            self._names[file] = _product_name(file)
        return self._names[file]


def _is_behind_door(frame: FrameType | None) -> bool:
    """Whether the simulated table called this, to draw what its camera sees."""
    while frame is not None:
        if frame.f_code.co_filename.endswith(DOOR):
            return True
        frame = frame.f_back
    return False


def _product_name(file: str) -> str | None:
    if not file.startswith(str(ROOT)):
        return None
    name = file[len(str(ROOT)) + 1 :]
    is_product = name.startswith(OURS) and not LABORATORY.search(name) and name != DOOR
    return name if is_product else None


def _package(name: str) -> str:
    folder = str(Path(name).parent)
    return next((room for room in ROOMS if f"{folder}/".startswith(room)), folder)


def _is_value(value: Any) -> bool:
    kind = type(value)
    if not kind.__module__.startswith(OURS):
        return False
    parameters = getattr(kind, "__dataclass_params__", None)
    frozen = dataclasses.is_dataclass(kind) and parameters is not None and parameters.frozen
    return frozen or isinstance(value, (enum.Enum, tuple))


def lay_one_card() -> _Path:
    """The second card of a demonstration, from the hand to the drawn screen."""
    import pygame

    from companion.locale import load_locale
    from companion.simulation.demo.play import Demo, Plan, practice_eye

    header = {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}
    path, surface = _Path(), pygame.Surface((800, 480))
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(header, seed=3, most_events=2, mishaps=False)
        demo = Demo(plan, Path(folder), practice_eye, lambda _: None, load_locale("en"))
        for _ in demo.frames():
            if len(demo.people.truth.events) == 1 and demo.stage.is_calm():
                sys.setprofile(path.watch)
            demo.step()
            demo.stage.navigator.draw(surface)
        sys.setprofile(None)
        result = demo.finish()
    if not result.good or len(result.truth.events) != 2:
        raise RuntimeError(f"the card was not laid: {result.problems}")
    return path


def count_house() -> list[str]:
    """Lines and modules of product, laboratory and tests, as git knows them."""
    words = ["git", "-C", str(ROOT), "ls-files", "*.py"]
    names = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    parts: dict[str, list[int]] = {"product": [], "laboratory": [], "tests": []}
    for name in names:
        part = (
            "tests" if name.startswith("tests/") else "laboratory" if LABORATORY.search(name) else "product"
        )
        parts[part].append((ROOT / name).read_text(encoding="utf-8").count("\n"))
    lines = [f"{part:<12}{sum(sizes):>8,} lines in {len(sizes):>4} modules" for part, sizes in parts.items()]
    both = sum(parts["product"]) + sum(parts["laboratory"])
    return [*lines, f"{'all but tests':<12}{both:>7,} lines"]


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", action="store_true", help="also name the files, crossings and value types")
    arguments = parser.parse_args()
    path = lay_one_card()
    print(
        f"one card: {len(path.files)} files, {path.crossings.total()} crossings,"
        f" {len(path.types)} value types"
    )
    if arguments.files:
        print(*(f"    {name}" for name in sorted(path.files)), sep="\n")
        print(*(f"    {n:>4} {one} -> {other}" for (one, other), n in path.crossings.most_common()), sep="\n")
        print(*(f"    {kind.__module__}.{kind.__name__}" for kind in sorted(path.types, key=str)), sep="\n")
    print(*count_house(), sep="\n")


if __name__ == "__main__":
    main()
