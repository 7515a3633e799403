"""What counts as product, laboratory and value on the path of one card."""

from tools import path
from vision.types import Place


def test_the_laboratory_is_not_counted() -> None:
    names = ("companion/app/loop.py", "companion/simulation/demo/play.py", path.DOOR, "tools/path.py")
    assert [path._product_name(str(path.ROOT / name)) for name in names] == [names[0], None, None, None]
    assert path._product_name("/usr/lib/python3/json/__init__.py") is None


def test_a_room_is_one_with_all_its_folders() -> None:
    assert path._package("vision/find/places.py") == path._package("vision/eye.py")
    assert path._package("companion/app/loop.py") != path._package("companion/locale.py")


def test_values_are_frozen_and_ours() -> None:
    assert path._is_value(Place("1.1", (0.0, 0.0), (60.0, 60.0)))
    assert not path._is_value((1, 2))
    assert not path._is_value(path._Path())


def test_one_card_runs_from_the_frame_to_the_record_and_the_screen() -> None:
    files = path.lay_one_card().files
    assert {"vision/eye.py", "companion/app/loop.py", "companion/record/session.py"} <= files
    assert not [name for name in files if path.LABORATORY.search(name)]
