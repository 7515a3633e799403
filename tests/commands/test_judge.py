"""`companion judge` as records.md promises it: verdicts, summary, exit codes, bad records."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.run import BytesIn, run

HEADER = {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}
FIRST = {"do": "place", "card": "green-3", "at": "1.1"}
BAD_COLOUR = {"do": "place", "card": "green-9", "at": "1.2"}
ROOT = Path(__file__).resolve().parents[2]


def write(folder: Path, *lines: Any, name: str = "game.jsonl") -> Path:
    """A record; texts and bytes stand as they are, all else as JSON."""
    path = folder / name
    raw = [
        line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode()
        for line in lines
    ]
    path.write_bytes(b"\n".join(raw) + b"\n")
    return path


def judged(capsys: pytest.CaptureFixture[str], *words: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(capsys, "judge", "--json", *words).out.splitlines()]


def test_verdicts_and_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, HEADER, FIRST, BAD_COLOUR)
    first, second, summary = judged(capsys, path)
    assert first == {
        "line": 2, "do": "place", "player": "Ann", "legal": True, "rules": [], "discards": 0,
        "hand": 5, "pile": 36, "next": "Ben", "outcome": "open",
    }  # fmt: skip
    assert (
        second.pop("why")
        == "Green 9 cannot be next to green 3: both are green; it costs 6 cards; left to discard: 4 cards."
    )
    assert second == {
        "line": 3, "do": "place", "player": "Ben", "legal": False, "rules": ["colour", "cost"], "discards": 6,
        "hand": 5, "pile": 38, "next": "Ben", "outcome": "open",
    }  # fmt: skip
    assert summary == {
        "end": True, "game": "ascent", "outcome": "open", "events": 2, "illegal": 1,
        "hands": {"Ann": 5, "Ben": 5}, "piles": {"Ann": 36, "Ben": 38}, "board": {"1.1": "green-3"},
    }  # fmt: skip


def test_why_in_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, HEADER, FIRST, BAD_COLOUR)
    assert "même type" in judged(capsys, "--lang", "fr", path)[1]["why"]


@pytest.mark.parametrize(
    ("events", "code"), [([FIRST], 0), ([FIRST, BAD_COLOUR], 1), ([FIRST, {"do": "jump"}], 2), ([], 0)]
)
def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str], events: list[Any], code: int) -> None:
    assert run(capsys, "judge", "--json", write(tmp_path, HEADER, *events)).code == code


def test_verdicts_before_a_bad_line_are_printed_and_no_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, HEADER, FIRST, "", {"do": "jump"}, FIRST)
    ran = run(capsys, "judge", "--json", path)
    assert [json.loads(line)["line"] for line in ran.out.splitlines()] == [2]
    assert ran.err == f'{path}:4: this game has no event "jump"\n'


def test_several_files_are_all_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = write(tmp_path, HEADER, FIRST), write(tmp_path, "nonsense", name="bad.jsonl")
    ran = run(capsys, "judge", "--json", good, bad, good)
    summaries = [json.loads(line) for line in ran.out.splitlines() if "end" in json.loads(line)]
    assert (ran.code, [each["file"] for each in summaries]) == (2, [str(good), str(good)])


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", BytesIn(json.dumps(HEADER).encode() + b"\n"))
    assert judged(capsys, "-")[0]["events"] == 0


def test_bom_crlf_and_blank_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = b"\xef\xbb\xbf" + json.dumps(HEADER).encode() + b"\r\n\r\n  \r\n" + json.dumps(FIRST).encode()
    path = tmp_path / "windows.jsonl"
    path.write_bytes(raw)
    assert judged(capsys, path)[0]["line"] == 4


def with_header(**changes: Any) -> dict[str, Any]:
    return {key: value for key, value in (HEADER | changes).items() if value is not None}


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        pytest.param([b""], 1, "empty", id="nothing"),
        pytest.param(["[1]"], 1, "JSON object", id="a-list"),
        pytest.param(['{"record": 1, "ga'], 1, "not JSON", id="truncated-header"),
        pytest.param([with_header(record=None)], 1, '"record" is missing', id="no-version"),
        pytest.param([with_header(record=2)], 1, "update", id="a-newer-version"),
        pytest.param([with_header(record=True)], 1, "whole number", id="true-is-no-number"),
        pytest.param([with_header(game="chess")], 1, "chess", id="another-game"),
        pytest.param([with_header(game=5)], 1, "a text", id="game-of-the-wrong-type"),
        pytest.param([with_header(players=None)], 1, '"players" is missing', id="nobody"),
        pytest.param([with_header(players=[])], 1, "1 to 5", id="zero-players"),
        pytest.param([with_header(players=list("abcdef"))], 1, "1 to 5", id="six-players"),
        pytest.param([with_header(players=["Ann", "Ann"])], 1, "same name", id="duplicate-names"),
        pytest.param([with_header(players=["Ann", " "])], 1, "empty", id="empty-name"),
        pytest.param([with_header(players=["Ann", 5])], 1, "a text", id="a-number-for-a-name"),
        pytest.param([with_header(players="Ann")], 1, "a list", id="a-name-for-a-list"),
        pytest.param([with_header(colour="red")], 1, '"colour"', id="unknown-header-field"),
        pytest.param([with_header(modules=["sun"])], 1, "green-path", id="unknown-module"),
        pytest.param([with_header(modules=["goats", "goats"])], 1, "twice", id="a-module-twice"),
        pytest.param([with_header(modules=["panorama"])], 1, "objectives", id="panorama-without-objectives"),
        pytest.param([with_header(objectives=[[1, 2]])], 1, "panorama", id="objectives-without-panorama"),
        pytest.param([with_header(modules=["panorama"], objectives=[[1]] * 3)], 1, "2 to 6", id="short-objective"),
        pytest.param([with_header(modules=["panorama"], objectives=[[1, 13]] * 3)], 1, "12", id="objective-with-13"),
        pytest.param([with_header(modules=["panorama"], objectives=[])], 1, "3 to 5", id="no-objective"),
        pytest.param([with_header(ropes=2)], 1, "one player", id="ropes-for-two"),
        pytest.param([with_header(players=["Ann"], ropes=4)], 1, "3", id="four-ropes"),
        pytest.param([with_header(piles=[1])], 1, "1 pile is", id="one-pile-for-two"),
        pytest.param([with_header(piles=[-1, 5])], 1, "between", id="negative-pile"),
        pytest.param([with_header(piles=[70, 70])], 1, "75", id="more-than-the-deck"),
        pytest.param([HEADER, '{"do": "disc'], 2, "not JSON", id="truncated-line"),
        pytest.param([HEADER, b'{"do": "note", "text": "\xff"}'], 2, "UTF-8", id="invalid-utf8"),
        pytest.param([HEADER, '{"do": "note", "text": "' + "x" * 10_000_000 + '"}'], 2, "longer", id="ten-megabytes"),
        pytest.param([HEADER, "[" * 100_000], 2, "JSON", id="nested-too-deep"),
        pytest.param([HEADER, '{"do": "count", "hand": NaN, "pile": 1}'], 2, "NaN", id="not-a-number"),
        pytest.param([HEADER, '{"do": "discard", "do": "rope"}'], 2, "twice", id="a-field-twice"),
        pytest.param([HEADER, {"card": "green-3"}], 2, '"do" is missing', id="no-do"),
        pytest.param([HEADER, {"do": "trick"}], 2, "trick", id="a-do-of-another-game"),
        pytest.param([HEADER, {"do": "place", "at": "1.1"}], 2, '"card" is missing', id="no-card"),
        pytest.param([HEADER, {"do": "place", "card": 5, "at": "1.1"}], 2, "a text", id="card-of-the-wrong-type"),
        pytest.param([HEADER, {"do": "place", "card": "Green 5", "at": "1.1"}], 2, "card's name", id="no-card-name"),
        pytest.param([HEADER, FIRST | {"at": "top"}], 2, "not a place", id="no-place-name"),
        pytest.param([HEADER, FIRST | {"goat": 1}], 2, "true or false", id="goat-of-the-wrong-type"),
        pytest.param([HEADER, FIRST | {"tag": 1}], 2, '"tag"', id="unknown-field"),
        pytest.param([HEADER, FIRST | {"player": "Zoe"}], 2, "not among the players", id="a-stranger"),
        pytest.param([HEADER, {"do": "herd", "path": ["1.1"]}], 2, "two places", id="path-of-one"),
        pytest.param([HEADER, {"do": "count", "hand": 3}], 2, '"pile" is missing', id="count-without-pile"),
        pytest.param([HEADER, {"do": "count", "hand": -3, "pile": 1}], 2, "between", id="negative-hand"),
        pytest.param([HEADER, {"do": "note"}], 2, '"text" is missing', id="note-without-text"),
    ],
)  # fmt: skip
def test_bad_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: list[Any], line: int, words: str
) -> None:
    path = write(tmp_path, *lines)
    ran = run(capsys, "judge", "--json", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"{path}:{line}: ")
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_goat_where_it_does_not_apply_is_ignored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, HEADER, {"do": "discard", "goat": True})
    assert judged(capsys, path)[0]["legal"]


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    ran = run(capsys, "judge", tmp_path / name)
    assert (ran.code, ran.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["Tranquility: The Ascent with Ann and Ben", "Ann plays green 3 on 1.1: legal", "ILLEGAL (colour, cost)", "it would cost 6 cards", "1    G3    .", "Moves: 2, illegal: 1."]),
        ("fr", ["L’Ascension avec Ann et Ben", "Ann joue le 3 herbeux en 1.1\u00a0: permis", "INTERDIT (colour, cost)", "1    H3    .", "Coups\u00a0: 2, interdits\u00a0: 1."]),
    ],
)  # fmt: skip
def test_output_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, sentences: list[str]
) -> None:
    path = write(tmp_path, HEADER, FIRST, BAD_COLOUR)
    out = run(capsys, "judge", "--lang", language, path).out
    for sentence in sentences:
        assert sentence in out


def test_output_for_people_of_every_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No sentence is missing for any event, legal or not, in either language."""
    texts = [
        FIRST,
        {"do": "campfire", "card": "campfire-red", "at": "1.1", "to": "2.1"},
        {"do": "discard"},
        {"do": "rope"},
    ]
    texts += [
        {"do": "herd", "path": ["1.1", "2.1"]},
        {"do": "note", "text": "a {note}"},
        {"do": "undo"},
        {"do": "stuck"},
    ]
    path = write(
        tmp_path, HEADER | {"modules": ["goats", "green-path"]}, *texts, {"do": "count", "hand": 0, "pile": 0}
    )
    for language in ("en", "fr"):
        assert len(run(capsys, "judge", "--lang", language, path).out.splitlines()) > 20


def test_nothing_of_the_eye_or_the_screen_is_imported(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER, FIRST)
    code = f"import sys; from companion.cli import main; main(['judge', {str(path)!r}]); print(sorted({{'cv2', 'pygame', 'numpy', 'gpiozero'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER, *[FIRST, {"do": "undo"}] * 3000)
    command = f"{sys.executable} -m companion judge --json {path} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, cwd=ROOT)
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


def test_a_hundred_thousand_events_in_bounded_memory(tmp_path: Path) -> None:
    """Every event legal and none undone: the longest past that a record can have."""
    path = tmp_path / "long.jsonl"
    count = json.dumps({"do": "count", "hand": 5, "pile": 20})
    path.write_text(json.dumps(HEADER) + "\n" + f"{count}\n" * 100_000)
    # VmHWM begins anew with each program; ru_maxrss would count what this test run took before.
    peak = "next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1]"
    code = f"import sys; from companion.cli import main; main(['judge', '--json', {str(path)!r}]); print({peak}, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert json.loads(done.stdout.splitlines()[-1])["events"] == 100_000
    assert int(done.stderr) < 300_000
