"""The USB stick: found, written whole, and read."""

from pathlib import Path

import pytest

from companion.app.folders import Stick, decks_on, find_stick, packages_on, write_report


def test_no_stick_is_none(tmp_path):
    assert find_stick(tmp_path) is None


def test_the_packages_place_comes_before_a_desktops(tmp_path):
    (tmp_path / "media/ann/HOLIDAY").mkdir(parents=True)
    assert find_stick(tmp_path).name == "HOLIDAY"
    (tmp_path / "run/table-companion-stick").mkdir(parents=True)
    assert find_stick(tmp_path).path == tmp_path / "run/table-companion-stick"


def test_a_report_is_a_folder_of_its_own(tmp_path):
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(b"frames")
    stick = Stick(tmp_path / "stick", "STICK")
    stick.path.mkdir()
    folder = write_report(stick, "2026-11-17-1500", {"doctor.json": "{}", "log.txt": "né"}, [bundle])
    assert folder == stick.path / "table-companion/2026-11-17-1500"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "doctor.json": b"{}",
        "log.txt": "né".encode(),
        "bundle.zip": b"frames",
    }


def test_a_report_is_on_the_stick_before_it_may_be_pulled_out(tmp_path, monkeypatch):
    done = []
    monkeypatch.setattr("os.fsync", lambda descriptor: done.append("file"))
    monkeypatch.setattr("os.sync", lambda: done.append("all"))
    write_report(Stick(tmp_path, "STICK"), "today", {"doctor.json": "{}", "log.txt": ""}, [])
    assert done == ["file", "file", "all"]


def test_a_full_stick_says_so_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(Stick, "free_bytes", 10)
    with pytest.raises(OSError, match="No space left"):
        write_report(Stick(tmp_path, "S"), "x", {"doctor.json": "{}"}, [])
    assert list(tmp_path.iterdir()) == []


def test_decks_and_packages_at_the_top_or_in_our_folder(tmp_path):
    (tmp_path / "table-companion").mkdir()
    names = ["ascent.deck", "table-companion/elevation.deck", "holiday.jpg", "other_1.0_all.deb"]
    names += ["table-companion_0.9.0_arm64.deb", "table-companion/table-companion_0.10.0_arm64.deb"]
    for name in names:
        (tmp_path / name).write_text("")
    assert [path.name for path in decks_on(tmp_path)] == ["ascent.deck", "elevation.deck"]
    assert [path.name for path in packages_on(tmp_path)] == [
        "table-companion_0.9.0_arm64.deb",
        "table-companion_0.10.0_arm64.deb",
    ]
    assert packages_on(Path("/nonesuch")) == []
