"""docs/how-it-fits.md and docs/adding.md tell the truth: files, functions and counts that they name."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.game import Game
from companion.locale import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
HOW, ADDING = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("how-it-fits.md", "adding.md"))
FLOW = (ROOT / "docs" / "pictures" / "flow.svg").read_text(encoding="utf-8")
WALKS = HOW[HOW.index("## A card is laid") : HOW.index("## Which room owns what")]
ROOMS = (
    "companion/",
    "vision/",
    "hardware/",
    "assets/",
    "storage/",
    "drawing/",
    "tests/",
    "docs/",
    "systemd/",
    "tools/",
)
MOST_CHARACTERS, MOST_LINES = 9000, 80  # of a page that is two screens


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def defined(file: Path) -> set[str]:
    """Every function, class and method of a file, by its qualified name."""
    names: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            inner = [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
            names |= {f"{node.name}.{name}" for name in inner}
    return names


def named_files(text: str) -> set[str]:
    names = {
        word for word in quoted(text) if word.startswith(ROOMS) and "GAME" not in word and "NAME" not in word
    }
    return {name for name in names if "*" not in name}


@pytest.mark.parametrize("name", sorted(named_files(HOW) | named_files(ADDING)))
def test_what_a_page_names_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("name", sorted(re.findall(r">([\w/]+\.py)<", FLOW)))
def test_what_the_picture_names_is_there(name: str) -> None:
    assert (ROOT / name).is_file()
    assert name in HOW


def test_every_function_of_the_walks_is_where_they_say() -> None:
    """A function stands behind its file, or belongs to a class that was named with its file before."""
    homes: dict[str, Path] = {}
    words = quoted(WALKS)
    found = 0
    for before, word in zip(["", *words], words, strict=False):
        if word.endswith(".py") or not re.fullmatch(r"[\w.]+", word) or word in ("Confirm",):
            continue
        top = word.split(".")[0]
        if before.endswith(".py"):
            homes[top] = ROOT / before
        assert word in defined(homes[top]), word
        found += 1
    assert found > 20


def test_the_page_fits_on_two_screens() -> None:
    assert len(HOW) < MOST_CHARACTERS
    assert HOW.count("\n") < MOST_LINES


def test_a_game_needs_what_the_page_says() -> None:
    needed = set(Game.__abstractmethods__)
    needed |= {name for name in Game.__annotations__ if not hasattr(Game, name)}
    told = re.search(r"(\d+) members have no default: ((?:`\w+`(?:, )?)+)", ADDING)
    assert told is not None
    assert (int(told[1]), set(quoted(told[2]))) == (len(needed), needed)


def test_the_smallest_game_is_as_small_as_the_page_says() -> None:
    told = re.search(r"about (\d+) lines", ADDING)
    files = [ROOT / "tests" / "stairs" / name for name in ("__init__.py", "dealer.py")]
    lines = sum(file.read_text(encoding="utf-8").count("\n") for file in files)
    assert told is not None
    assert abs(lines - int(told[1])) < 30
    assert f"in {len(LANGUAGES)} locale files" in ADDING


def test_a_language_is_one_file(tmp_path: Path) -> None:
    assert "A language is 1 file in `assets/locales/`" in ADDING
    (tmp_path / "locales").mkdir()
    for language in ("en", "fr", "de"):
        (tmp_path / "locales" / f"{language}.toml").touch()
    code = (
        f"import assets, pathlib; assets.ASSETS = pathlib.Path({str(tmp_path)!r}); import companion.locale;"
        "import companion.config_keys as s; print(*companion.locale.LANGUAGES, s.Config.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["en", "de", "fr", "Config"]


def packages() -> list[Path]:
    files = [ROOT / room for room in ("companion", "vision", "hardware")]
    return [
        file for room in files for file in room.rglob("__init__.py") if "It offers" in file.read_text("utf-8")
    ]


@pytest.mark.parametrize("file", packages(), ids=lambda file: str(file.parent.relative_to(ROOT)))
def test_what_a_package_says_it_offers_is_there(file: Path) -> None:
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    for word in quoted(docstring[docstring.index("It offers") :]):
        *way, name = word.split(".")
        home = file.parent.joinpath(*way)
        module = home.with_suffix(".py") if home.with_suffix(".py").is_file() else home / "__init__.py"
        is_module = (home / f"{name}.py").is_file() or (home / name).is_dir()
        assert is_module or name in defined(module), word


def test_the_large_packages_say_what_they_offer() -> None:
    said = {str(file.parent.relative_to(ROOT)) for file in packages()}
    assert {"companion/app", "companion/record", "companion/screens", "companion/table", "vision"} <= said
