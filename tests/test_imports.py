"""The house's import rules: which room may know which, read from the files themselves."""

import ast
import sys
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
OURS = {"companion", "vision", "hardware", "assets", "storage", "drawing"}
STDLIB = set(sys.stdlib_module_names)

# What only simulates, measures or shows samples; a game's dealer and samples lie in its own folder.
LABORATORY_FILES = (
    "companion/simulation/",
    *(f"companion/games/{game}/{file}.py" for game in GAMES for file in ("dealer", "samples")),
)
EVERYTHING = {"companion", "drawing", "assets", "vision", "hardware", "pygame", "numpy", "cv2"}

# The first line that fits a file holds; a name stands for its package and everything inside it.
RULES = [
    (LABORATORY_FILES, EVERYTHING),
    ("companion/games/", {"companion.games", "companion.errors"}),
    ("companion/screens/", {"companion", "assets", "hardware.signals", "pygame", "segno"}),
    ("companion/table/", {"companion", "vision", "drawing", "numpy", "cv2", "hardware.simulated"}),
    ("companion/commands/", EVERYTHING),
    ("companion/app/", EVERYTHING),
    (("companion/cli", "companion/error_words"), {"companion", "vision.errors"}),
    ("companion/", {"companion", "assets", "hardware.signals"}),
    ("vision/lab/training/", {"vision", "drawing", "assets", "numpy", "cv2", "torch", "onnx", "fontTools"}),
    ("vision/lab/", {"vision", "drawing", "assets", "numpy", "cv2"}),
    ("vision/", {"vision", "assets", "numpy", "cv2"}),
    ("hardware/signals", set()),
    ("hardware/simulated", {"hardware", "vision", "assets", "numpy", "cv2"}),
    ("hardware/", {"hardware", "assets", "numpy", "cv2", "gpiozero"}),
    ("assets/", {"assets"}),
    ("storage/", set()),
    ("drawing/", {"drawing", "assets", "vision.types", "numpy", "cv2"}),
]
# Inside a function or class only: what exists on a Pi alone, and the rooms that plain companion files must not know.
LATE = {"picamera2", "libcamera", "lgpio"}
# The laboratory, and the commands, which run it: `demo`, `bench`, `screens`.
LABORATORY = (*LABORATORY_FILES, "companion/commands/")
FORBIDDEN_IN_COMPANION = {"companion.app", "companion.commands", "companion.screens"}


def sources() -> list[Path]:
    return sorted(path for room in OURS for path in (ROOT / room).rglob("*.py"))


def imported(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def allowed(name: str, permitted: set[str]) -> bool:
    top = name.split(".")[0]
    return top in STDLIB or any(name == each or name.startswith(f"{each}.") for each in permitted)


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports(path: Path) -> None:
    """Each file imports only what its room may."""
    room = str(path.relative_to(ROOT))
    permitted = next(names for start, names in RULES if room.startswith(start))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    late = LATE if room.startswith("hardware/") else set()
    files = set() if room.startswith("companion/games/") else {"storage"}  # the games touch no file
    faces = (
        {"drawing", "vision.types", "numpy", "cv2"} if path.name == "faces.py" and files == set() else set()
    )
    strangers = {name for name in imported(tree) if not allowed(name, permitted | late | files | faces)}
    assert not strangers
    top_level = {name for node in tree.body for name in imported_here(node)}
    assert not {name for name in top_level if name.split(".")[0] in LATE}


def imported_here(node: ast.stmt) -> set[str]:
    return imported(node) if isinstance(node, ast.Import | ast.ImportFrom) else set()


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_plain_files_do_not_know_the_app(path: Path) -> None:
    """Flow is one way: nothing below the app imports it, the commands or the screens."""
    room = str(path.relative_to(ROOT))
    if room.startswith((*LABORATORY, "companion/app/", "companion/screens/", "companion/__main__")):
        return
    names = imported(ast.parse(path.read_text(encoding="utf-8")))
    assert not {name for name in names if any(name.startswith(each) for each in FORBIDDEN_IN_COMPANION)}


def test_one_door_leads_into_the_laboratory() -> None:
    """Who plays at a table needs no simulation; the app opens the laptop's window, and only when it is asked."""
    outside = [path for path in sources() if not str(path.relative_to(ROOT)).startswith(LABORATORY)]
    doors = {path: knows_laboratory(tree) for path in outside if knows_laboratory(tree := read(path))}
    assert [sorted(names) for names in doors.values()] == [["companion.simulation.laptop.tabletop"]]
    (door,) = doors
    assert door.is_relative_to(ROOT / "companion" / "app")
    assert not {name for node in read(door).body for name in imported_here(node)} & doors[door]


def knows_laboratory(tree: ast.AST) -> set[str]:
    return {name for name in imported(tree) if f"{name}.".startswith("companion.simulation.")}


def read(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_says_what_room_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_the_rules_can_fail() -> None:
    assert not allowed("cv2", {"companion.games"})
    assert not allowed("companion.gamesmanship", {"companion.games"})
    assert knows_laboratory(ast.parse("def f():\n    from companion.simulation.demo.play import Demo"))
    assert imported(ast.parse("def f():\n    import pygame.font")) == {"pygame.font"}
