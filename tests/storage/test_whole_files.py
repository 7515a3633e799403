"""Whole files: either the old one or the new one, whatever the disk refuses."""

import os
from pathlib import Path

import pytest

from storage import FileTooLarge, at_home, make_folder, read_file, replace_file
from tests.storage.faults import Disk, every_fault, faulty_disk, open_files


def test_a_path_begins_at_home_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert at_home("~/my.deck") == Path("/home/ann/my.deck")
    assert at_home("~nobody-of-that-name/my.deck") == Path("~nobody-of-that-name/my.deck")


def test_a_file_is_read_up_to_its_size(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == b"12345"
    with pytest.raises(FileTooLarge, match="4 bytes"):
        read_file(path, 4)


def test_a_file_and_its_new_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["file"]


def test_each_new_folder_is_synced_into_the_one_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    monkeypatch.setattr("storage.sync_folder", synced.append)
    replace_file(tmp_path / "a" / "b" / "file", b"one")
    assert synced == [tmp_path, tmp_path / "a", tmp_path / "a" / "b"]


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("in the way")
    with pytest.raises(OSError, match="a"):
        make_folder(tmp_path / "a")
    with pytest.raises(OSError, match="a"):
        make_folder(tmp_path / "a" / "b")


def replace_twice(folder: Path, disk: Disk) -> None:
    replace_file(folder / "new" / "file", b"old")
    replace_file(folder / "new" / "file", b"young")


def test_after_any_fault_the_file_is_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    for fault, folder in every_fault(tmp_path, replace_twice):
        before = open_files()
        with faulty_disk(fault) as disk, pytest.raises(OSError, match="Errno"):
            replace_twice(folder, disk)
        path = folder / "new" / "file"
        assert not path.exists() or path.read_bytes() in (b"old", b"young"), fault
        assert {each.name for each in path.parent.glob("*")} <= {"file"}, fault
        assert not open_files() - before, fault
        replace_file(path, b"new")
        assert path.read_bytes() == b"new"


def test_a_draft_that_a_pulled_plug_left_goes_with_the_next_writing_and_a_new_one_stays(
    tmp_path: Path,
) -> None:
    path, left = tmp_path / "my [old].deck", tmp_path / ".my [old].deck.0badcafe.new"
    writing, other = tmp_path / ".my [old].deck.12345678.new", tmp_path / ".b.deck.0badcafe.new"
    for each in (left, writing, other):
        each.write_bytes(b"half")
    for each in (left, other):
        os.utime(each, (1.0, 1.0))
    replace_file(path, b"whole")
    assert sorted(tmp_path.iterdir()) == sorted([path, writing, other])


def test_what_the_disk_refuses_is_told_of_the_file_and_not_of_its_draft(tmp_path: Path) -> None:
    folder = tmp_path / "name"
    folder.mkdir()
    for path in (folder, Path("/proc/name")):
        with pytest.raises(OSError, match="name") as refused:
            replace_file(path, b"one")
        assert (refused.value.filename, refused.value.filename2) == (str(path), None)
