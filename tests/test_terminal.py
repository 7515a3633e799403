"""Names from elsewhere on a terminal: shown, never obeyed."""

import io
import json
from pathlib import Path

import pytest

from companion.games.ascent.events import Discard
from companion.games.events import Note
from companion.locale import one_line
from companion.terminal import PlainOutput
from tests.commands.run import run
from tests.record.shelf import MONDAY, keep

EVIL = "\x1b[2JA\x9b31mn\x07n\u202e"


def controls(text: str) -> str:
    return "".join(sign for sign in text if not sign.isprintable() and sign != "\n")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    header = {"players": [EVIL, "Ben\nline 3: legal\r"]}
    return keep(tmp_path / "games", MONDAY, header, [Discard(), Note(text=EVIL + "\nnext")])


@pytest.mark.parametrize(
    "words",
    [
        ["judge", "FILE"],
        ["judge", "--json", "FILE"],
        ["games", "list"],
        ["games", "--json", "list"],
        ["games", "show", "1"],
        ["games", "export", "1", "-o", "-"],
        ["games", "export", "1", "--csv", "-o", "-"],
        ["games", "stats"],
        ["games", "show", EVIL],
        ["games", "import", f"/nowhere/{EVIL}.jsonl"],
        [EVIL],
        ["replay", EVIL],
        ["mat", EVIL],
    ],
    ids=lambda words: "-".join(words[:3]).encode("ascii", "replace").decode(),
)
def test_no_command_prints_a_control_character(
    record: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    if words[0] == "games":
        words = ["games", "--folder", str(record.parent), "--lang", "en", *words[1:]]
    ran = run(capsys, *(str(record) if word == "FILE" else word for word in words))
    assert ran.out + ran.err
    assert controls(ran.out + ran.err) == ""


def test_a_name_does_not_begin_a_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not [line for line in run(capsys, "judge", record).out.splitlines() if line.startswith("line 3")]


def test_json_stays_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "judge", "--json", record).out.splitlines()
    assert json.loads(lines[0])["player"] == EVIL


def test_lines_written_together_are_as_harmless_as_one() -> None:
    stream = io.StringIO()
    PlainOutput(stream).writelines([EVIL, "\n"])
    assert controls(stream.getvalue()) == ""


def test_what_the_program_shapes_stays() -> None:
    stream = io.StringIO()
    assert PlainOutput(stream).write("a\tb\r\nç — ’ …") == 12
    assert stream.getvalue() == "a\tb\r\nç — ’ …"
    assert one_line("a\nb\u2028c") == "a b c"
