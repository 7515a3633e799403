"""`companion evening`: the report of a kept evening, the page, deleting, and files that are none."""

import json
from pathlib import Path

import pytest

from companion.app.evening_recorder import EveningFile
from tests.app.test_evening_report import whole_evening
from tests.commands.run import run


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kept evening in the usual folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = EveningFile(tmp_path / "table-companion" / "evenings", 1e9)
    for line in whole_evening():
        file.add(lambda line=line: line)  # type: ignore[misc]
    file.close()
    return file.path


def test_the_report_measures_the_latest_evening(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "evening", "report")
    assert ran.code == 0
    assert "cards that you confirmed: 3" in ran.out
    assert "Sure but wrong" in ran.out
    found = json.loads(run(capsys, "evening", "report", kept, "--json").out)
    assert (found["right"], found["asked"], found["wrong"], found["corrected"]) == (1, 1, 1, 1)


def test_what_the_page_holds_is_said_before_it_is_written(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    told: list[str] = []
    monkeypatch.setattr("storage.replace_file", lambda path, data: told.append(capsys.readouterr().out))
    assert run(capsys, "evening", "report", "--out", page).code == 0
    assert "No names, no picture of the whole table" in told[0]
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run(capsys, "evening", "report", "--out", page, "--lang", "fr", "--no-pictures")
    assert "Aucun nom" in ran.out
    assert "data:image" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"\n", b"{}\n", b"[]\n", b"nonsense", b'{"evening": 2}\n', b"\xff\xfe\x00\n"),
        *(b"[" * 5000 + b"\n", b'{"evening": 1', b'{"evening": 1}\nnull\n', b'{"evening": 1}\n{"kind": 3}\n'),
    ],
)
def test_a_file_that_is_no_evening_is_refused_in_one_sentence(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening-1.jsonl"
    path.write_bytes(data)
    ran = run(capsys, "evening", "report", path)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert str(path) in ran.err


@pytest.mark.parametrize("name", ["absent.jsonl", "."])
def test_a_file_that_is_not_there_is_refused_too(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "evening", "report", tmp_path / name)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)


def test_an_endless_line_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.evening_recorder._MOST_LINE_BYTES", 1000)
    path = tmp_path / "evening-1.jsonl"
    path.write_bytes(b'{"evening": 1}\n' + b" " * 5000)
    assert "larger" in run(capsys, "evening", "report", path).err


def test_evenings_are_listed_and_deleted(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kept.name in run(capsys, "evening", "list").out
    assert run(capsys, "evening", "delete", "evening-nobody.jsonl").code == 2
    assert kept.exists()
    assert run(capsys, "evening", "delete", kept.name).code == 0
    assert not kept.exists()
    assert run(capsys, "evening", "list").out == "No evening is kept here.\n"
    assert run(capsys, "evening", "report").code == 2


def test_nothing_outside_of_the_folder_is_deleted(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / kept.name
    other.write_text("mine")
    run(capsys, "evening", "delete", other)
    assert other.read_text() == "mine"


def test_record_starts_the_companion_with_the_wish(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wished: list[bool] = []
    monkeypatch.setattr(
        "companion.commands.start.run", lambda arguments, *, keep_evening: wished.append(keep_evening) or 0
    )
    assert run(capsys, "evening", "record", "--simulated").code == 0
    assert wished == [True]
