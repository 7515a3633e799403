"""Planes on disk."""

import json
from pathlib import Path

import pytest

from tests.storage.faults import Disk, every_fault, faulty_disk, open_files
from vision.errors import PlaneError
from vision.plane.plane_file import load_plane, save_plane
from vision.types import Plane

PLANE = Plane((1920, 1080), (0.5, 0.0, -480.0, 0.0, 0.5, -270.0, 0.0, 0.0, 1.0), -0.05, 0.12)


def test_a_plane_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "new" / "calibration.json"
    save_plane(path, PLANE, "usb:0")
    assert load_plane(path) == PLANE
    assert [file.name for file in path.parent.iterdir()] == ["calibration.json"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not a calibration"),
        ("[]", "not a calibration"),
        ('{"calibration": 9}', "not a calibration"),
        ('{"calibration": 1}', "damaged"),
        (
            json.dumps({"calibration": 1, "size_px": [0, 0], "to_table": [1] * 9, "bend": 0, "error_mm": 0}),
            "damaged",
        ),
        (
            json.dumps({"calibration": 1, "size_px": [9, 9], "to_table": [1] * 8, "bend": 0, "error_mm": 0}),
            "damaged",
        ),
        ("[" * 5000, "not a calibration of this version; run companion calibrate again"),
        (" " * 200_000, "not a calibration"),
        (
            json.dumps({"calibration": 1, "size_px": [9, 9], "to_table": [1] * 9, "bend": 0, "error_mm": 0}),
            "damaged",
        ),
        (
            '{"calibration": 1, "size_px": [1e999, 9], "to_table": [1,0,0,0,1,0,0,0,1], "bend": 0, "error_mm": 0}',
            "damaged",
        ),
        (
            '{"calibration": 1, "size_px": [9, 9], "to_table": [1,1,1,1,1,1,1,1,NaN], "bend": 0, "error_mm": 0}',
            "damaged",
        ),
    ],
)
def test_bad_files_are_named(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "c.json").write_text(text)
    with pytest.raises(PlaneError, match=words):
        load_plane(tmp_path / "c.json")


def test_a_file_that_is_no_text_or_a_folder_is_named_without_codes(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_bytes(b"\xa3")
    with pytest.raises(PlaneError, match=r"c\.json: not a calibration of this version"):
        load_plane(tmp_path / "c.json")
    with pytest.raises(PlaneError, match=r"cannot be read: Is a directory$"):
        load_plane(tmp_path)


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PlaneError, match="companion calibrate makes one"):
        load_plane(tmp_path / "none.json")


def test_no_fault_of_the_disk_costs_the_calibration(tmp_path: Path) -> None:
    def save(folder: Path, disk: Disk) -> None:
        save_plane(folder / "new" / "c.json", PLANE, "one")
        save_plane(folder / "new" / "c.json", PLANE, "two")

    for fault, folder in every_fault(tmp_path, save):
        before = open_files()
        with faulty_disk(fault) as disk, pytest.raises(OSError, match="Errno"):
            save(folder, disk)
        assert not open_files() - before, fault
        if (folder / "new" / "c.json").exists():
            assert load_plane(folder / "new" / "c.json") == PLANE, fault
