"""Which companion runs: only a process that holds the lock, never an old number."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.folders import find_running, running_instance
from tests.storage.faults import every_fault, faulty_disk, open_files


def test_a_running_companion_is_found_while_it_runs(tmp_path: Path) -> None:
    file = tmp_path / "running.pid"
    assert find_running(file) is None
    with running_instance(file) as is_running:
        assert is_running
        assert find_running(file) == os.getpid()
    assert find_running(file) is None


@pytest.mark.parametrize("text", [str(os.getppid()), "1", "0", "-1", "x", "", "9" * 100])
def test_a_number_without_a_lock_counts_for_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "running.pid").write_text(text)
    assert find_running(tmp_path / "running.pid") is None


def test_a_second_companion_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    with running_instance(tmp_path / "running.pid"), running_instance(tmp_path / "running.pid") as second:
        assert not second
        assert find_running(tmp_path / "running.pid") == os.getpid()


def test_a_companion_that_was_killed_runs_no_more(tmp_path: Path) -> None:
    file = tmp_path / "running.pid"
    code = (
        "import os, pathlib, sys; from companion.app.folders import running_instance\n"
        "with running_instance(pathlib.Path(sys.argv[1])): os.kill(os.getpid(), 9)"
    )
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", code, str(file)], check=False, cwd=root)
    assert file.read_text().isdigit()
    assert find_running(file) is None


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "running.pid").symlink_to(tmp_path / "precious")
    with running_instance(tmp_path / "running.pid") as is_running:
        assert not is_running
    assert (tmp_path / "precious").read_text() == "mine"


def test_no_fault_of_the_disk_prevents_a_start(tmp_path: Path) -> None:
    def run(folder: Path, disk: object) -> None:
        with running_instance(folder / "running.pid"):
            pass

    for fault, folder in every_fault(tmp_path, run):
        before = open_files()
        with faulty_disk(fault) as disk:
            run(folder, disk)
        assert not open_files() - before, fault
