"""`companion bundle` and `companion replay`: what is saved without a running companion, and what that proves."""

import json
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.app.headless import Replay
from companion.commands.replay import as_lines, as_object
from companion.locale import load_locale
from companion.record.session import Session
from tests.commands.run import run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which one game was begun."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "data" / "table-companion" / "games"
    folder.mkdir(parents=True)
    session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, folder, 0.0)
    session.play(session.match.read_event({"do": "place", "card": "green-5", "at": "1.1"}), when=1.0)
    session.close()
    return tmp_path


@pytest.mark.parametrize(
    ("language", "saved", "told"),
    [
        (
            "en",
            "Saved without pictures, because no companion is running: ",
            "There is nothing to run again or compare",
        ),
        (
            "fr",
            "Enregistré sans images, car aucun compagnon n’est en marche\u00a0: ",
            "Il n’y a rien à rejouer",
        ),
    ],
)
def test_a_bundle_without_pictures_proves_nothing_and_says_so(
    home: Path, capsys: pytest.CaptureFixture[str], language: str, saved: str, told: str
) -> None:
    out = home / "bundle.zip"
    assert run(capsys, "bundle", "--out", out, "--lang", language).out == f"{saved}{out}\n"
    ran = run(capsys, "replay", out, "--lang", language)
    assert ran.code == 1
    assert told in ran.out
    assert "(1 coup)" in ran.out or "1 move " in ran.out


def test_a_bundle_goes_to_another_disk(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with TemporaryDirectory(dir="/dev/shm") as stick:
        out = Path(stick) / "report.zip"
        assert run(capsys, "bundle", "--out", out).code == 0
        assert zipfile.is_zipfile(out)
        assert [each.name for each in Path(stick).iterdir()] == ["report.zip"]
    assert list(home.rglob("bundle-*.zip")) == []


def test_a_bundle_lies_in_the_folder_that_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = home / "stick"
    out.mkdir()
    for _ in range(2):
        assert str(out / "bundle-") in run(capsys, "bundle", "--out", out).out
    assert len(list(out.glob("bundle-*.zip"))) == 2


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "/proc/x.zip cannot be written: no such file"), ("fr", "/proc/x.zip ne peut pas être écrit")],
)
def test_a_bundle_that_cannot_be_written_is_named_as_it_was_asked_for(
    home: Path, capsys: pytest.CaptureFixture[str], language: str, told: str
) -> None:
    ran = run(capsys, "bundle", "--out", "/proc/x.zip", "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"companion bundle: {told}")


def test_programs_are_told_that_nothing_was_compared(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = home / "bundle.zip"
    run(capsys, "bundle", "--out", out)
    assert json.loads(run(capsys, "replay", out, "--json").out)["same"] is None


@pytest.mark.parametrize(
    ("language", "told"), [("en", "nothing to save"), ("fr", "il n’y a rien à enregistrer")]
)
def test_nothing_to_save_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
    told: str,
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/dev/null/nothing")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run(capsys, "bundle", "--lang", language)
    assert (ran.code, told in ran.err) == (2, True)


def test_presses_without_pictures_are_compared_as_far_as_they_go() -> None:
    result = Replay(then=[{"do": "discard"}], now=[], presses=2)
    lines = as_lines(result, load_locale("en"))
    assert "what the camera saw is not compared" in lines[1]
    assert lines[-1] == "NOT the same result."
    assert as_object(result)["same"] is False
