"""The tests mirror the tree: the tests of companion/table/tracker.py are tests/table/test_tracker.py.

Folders of companion/ stand without that name, those of vision/ and hardware/ with theirs.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
HELPERS = {"fakes", "records"}  # no tests: stand-ins for devices, whole games
APART = {"contract", "stairs"}  # what a record's verdicts must be; the fourth game
# Named for what several files of their room do together; a module elsewhere has the name by chance.
ACROSS = {
    "games/test_preparing.py",
    "games/elevation/test_reading.py",
    "games/tranquility/test_drawing.py",
    "screens/test_drawing.py",
}
HOUSE = ("companion", "vision", "hardware", "storage", "assets", "drawing")
MODULES = {file.stem for room in HOUSE for file in (ROOT / room).rglob("*.py")}
FILES = sorted(file for file in TESTS.rglob("test_*.py") if file.relative_to(TESTS).parts[0] not in APART)


def rooms(folder: Path) -> list[Path]:
    """The folders of the house that a folder of tests can be about."""
    inside = folder.relative_to(TESTS)
    return [room for room in (ROOT / "companion" / inside, ROOT / inside) if room.is_dir()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(TESTS)))
def test_a_test_named_after_a_module_lies_where_the_module_does(file: Path) -> None:
    name = file.stem.removeprefix("test_")
    found = [room / name for room in rooms(file.parent)]
    at_home = any(path.with_suffix(".py").is_file() or path.is_dir() for path in found)
    assert at_home or name not in MODULES or str(file.relative_to(TESTS)) in ACROSS


@pytest.mark.parametrize(
    "folder", sorted({file.parent for file in FILES}), ids=lambda folder: str(folder.name)
)
def test_every_folder_of_tests_is_a_room_of_the_house(folder: Path) -> None:
    assert rooms(folder)


def test_no_name_of_the_lists_is_gone() -> None:
    assert all((TESTS / name).exists() for name in (*ACROSS, *HELPERS, *APART))
