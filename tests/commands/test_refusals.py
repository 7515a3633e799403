"""Whatever a person gets wrong: one clear line, the right exit code, never a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from tests.commands.run import run

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "tests" / "records" / "ascent-two.jsonl"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["mat", "--out", "/dev/full"], "no space left on device"),
        (["mat", "--out", "/nowhere/mat.pdf"], "/nowhere/mat.pdf"),
        (["mat", "--out", "/dev"], "/dev"),
        (["judge", "/nowhere.jsonl"], "/nowhere.jsonl"),
        (["judge", "/dev"], "/dev"),
        (["judge", "/dev/null"], "the file is empty"),
        (["replay", "/nowhere.zip"], "/nowhere.zip is not there; companion bundle saves one"),
        (["replay", "/dev/zero"], "/dev/zero is not a bundle of the companion: it is no plain file"),
        (["read", "/dev/zero"], "zero: the file is larger than 200 MB"),
        (["read", "/dev/zero", "--lang", "fr"], "zero\u00a0: le fichier dépasse 200\u00a0Mo"),
        (["read", "/nowhere.jpg", "--lang", "fr"], "ce fichier n’existe pas\u00a0; vérifiez le nom"),
        (["replay", str(RECORD)], "ascent-two.jsonl"),
        (["games", "show", "99"], "99"),
        (["games", "import", "/nowhere.jsonl"], "/nowhere.jsonl"),
        (["screens", "--out", "/dev/null"], "/dev/null cannot be written: "),
        (["enrol", "x", "--from", "/dev", "--outlines", "/proc/x"], "/proc/x cannot be written: "),
        (["enrol", "", "--from", "/dev"], "neither a deck's name nor a file ending in .deck"),
        (["demo", "--headless", "--events", "1", "--record", "/proc/x"], "/proc cannot be written: "),
        (["read", "/nowhere.jpg"], "/nowhere.jpg"),
        (["read", str(RECORD)], "ascent-two.jsonl"),
        (["evaluate", "/nowhere"], "/nowhere"),
        (["calibrate", "/nowhere.jpg", "--game", "ascent"], "/nowhere.jpg"),
        (["judge", ""], "it is a folder; name a file"),
        (["screens", "--out", str(RECORD)], "it is no folder, or lies in none"),
        (["demo", "--events", "0"], "--events needs a number of 1 or more, not 0"),
        (["demo", "--headless", "--seed", "-5"], "--seed needs a number of 0 or more, not -5"),
        (["start", "--simulated", "--seed", "-5"], "--seed needs a number of 0 or more, not -5"),
        (["evening", "record", "--seed", "-5"], "--seed needs a number of 0 or more, not -5"),
        *(
            (["bench", *words, "0"], f"{words[-1]} needs a number of 1 or more, not 0")
            for words in (
                ["decks", ".", "--tables"],
                ["learning", "--cards"],
                ["records", "--events"],
                ["rules", "--games"],
                ["screens", "--rounds"],
                ["watch", "--frames"],
            )
        ),
        (["bench", "eye", "--seed", "-1"], "--seed needs a number of 0 or more, not -1"),
        (["demo", "--players", "9"], "players"),
        (["doctor", "--config", "/dev"], "/dev"),
        (["start", "--config", "/dev"], "/dev"),
    ],
    ids=lambda value: "-".join(value).replace(str(ROOT), "") if isinstance(value, list) else "",
)
def test_one_line_that_says_what_is_wrong(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    ran = run(capsys, *words)
    assert ran.code == 2
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_data_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null/nothing")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    ran = run(capsys, "start", "--simulated")
    assert ran.code == 2
    assert ran.err.startswith("companion start: the folder /dev/null/nothing/table-companion/games")
    assert "[folders]" in ran.err


def test_an_output_that_is_full_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        words = [sys.executable, "-m", "companion", "judge", str(RECORD)]
        done = subprocess.run(words, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "companion judge: no space left on device; free some room\n"


@pytest.mark.parametrize(
    ("name", "sentence"), [("doctor", "stopped"), ("enrol", "stopped; every confirmed card is kept")]
)
def test_ctrl_c_is_one_line(
    name: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(name: str) -> cli.Command:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_load_command", interrupted)
    ran = run(capsys, name)
    assert (ran.code, ran.out) == (130, "")
    assert ran.err.startswith(f"companion {name}: {sentence}")
    assert ran.err.count("\n") == 1
