"""The house's import rules: which room may know which, read from the files themselves."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {"companion", "vision", "hardware", "assets"}
STDLIB = set(sys.stdlib_module_names)

# The first line that fits a file holds; a name stands for its package and everything inside it.
RULES = [
    ("companion/games/", {"companion.games", "companion.errors"}),
    ("companion/screens/", {"companion", "assets", "hardware.signals", "pygame"}),
    ("companion/table/", {"companion", "vision"}),
    ("companion/commands/", {"companion", "assets", "vision", "hardware", "pygame", "numpy", "cv2"}),
    ("companion/benches/", {"companion", "assets", "vision", "hardware", "pygame", "numpy", "cv2"}),
    ("companion/app/", {"companion", "assets", "vision", "hardware", "pygame", "numpy", "cv2"}),
    ("companion/", {"companion", "assets", "hardware.signals"}),
    ("vision/lab/training/", {"vision", "assets", "numpy", "cv2", "torch", "onnx", "fontTools"}),
    ("vision/", {"vision", "assets", "numpy", "cv2"}),
    ("hardware/signals", set()),
    ("hardware/simulated", {"hardware", "vision", "assets", "numpy", "cv2"}),
    ("hardware/", {"hardware", "assets", "numpy", "cv2", "gpiozero"}),
    ("assets/", {"assets"}),
]
# Inside a function or class only: what exists on a Pi alone, and the rooms that plain companion files must not know.
LATE = {"picamera2", "libcamera", "lgpio"}
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
    strangers = {name for name in imported(tree) if not allowed(name, permitted | late)}
    assert not strangers
    top_level = {name for node in tree.body for name in imported_here(node)}
    assert not {name for name in top_level if name.split(".")[0] in LATE}


def imported_here(node: ast.stmt) -> set[str]:
    return imported(node) if isinstance(node, ast.Import | ast.ImportFrom) else set()


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_plain_files_do_not_know_the_app(path: Path) -> None:
    """Flow is one way: nothing below the app imports it, the commands or the screens."""
    room = str(path.relative_to(ROOT))
    if room.startswith(
        (
            "companion/app/",
            "companion/commands/",
            "companion/benches/",
            "companion/screens/",
            "companion/__main__",
        )
    ):
        return
    names = imported(ast.parse(path.read_text(encoding="utf-8")))
    assert not {name for name in names if any(name.startswith(each) for each in FORBIDDEN_IN_COMPANION)}


def test_the_app_does_not_know_the_demonstration() -> None:
    """Who plays at a table needs none of it: only commands and measurements open that room."""
    app = ROOT / "companion" / "app"
    files = [path for path in sources() if path.is_relative_to(app) and not path.is_relative_to(app / "demo")]
    knowing = [path for path in files if knows_demo(ast.parse(path.read_text(encoding="utf-8")))]
    assert files
    assert not knowing


def knows_demo(tree: ast.AST) -> bool:
    return any(f"{name}.".startswith("companion.app.demo.") for name in imported(tree))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_says_what_room_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_the_rules_can_fail() -> None:
    assert not allowed("cv2", {"companion.games"})
    assert not allowed("companion.gamesmanship", {"companion.games"})
    assert knows_demo(ast.parse("def f():\n    from companion.app.demo.play import Demo"))
    assert imported(ast.parse("def f():\n    import pygame.font")) == {"pygame.font"}
