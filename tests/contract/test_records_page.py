"""records.md beyond the verdicts: headers, errors, lines, files, summaries, languages."""

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli import main
from tests.commands.run import BytesIn, run
from tests.contract.words import Judge

TWO = {"game": "ascent", "players": ["Ann", "Ben"]}
SOLO = {"game": "ascent", "players": ["Ann"]}
SEA = {"game": "tranquility", "players": ["Ann", "Ben"]}
SEA_SOLO = {"game": "tranquility", "players": ["Ann"]}
ROPE = {"game": "elevation", "players": ["Ann", "Ben", "Cid"]}
VIEW = {**TWO, "modules": ["panorama"]}

GOOD_HEADERS = [
    pytest.param({**TWO, "players": list("ABCDE")}, id="five-climb"),
    pytest.param({**ROPE, "players": list("ABCDEF")}, id="six-climb-elevation"),
    pytest.param({**TWO, "modules": []}, id="no-modules"),
    pytest.param({**VIEW, "objectives": [[3, 4, 3], [9, 8, 7], [1, 2, 2]]}, id="objectives"),
    pytest.param({**VIEW, "objectives": [[1, 2, 3, 4, 5, 6]] * 5}, id="objectives-five-of-six"),
    pytest.param({**SOLO, "ropes": 0}, id="ropes-0"),
    pytest.param({**TWO, "piles": [0, 0]}, id="piles-empty"),
    pytest.param({**SEA, "variant": "standard", "modules": ["rocks"], "rocks": 6}, id="standard-with-rocks"),
    pytest.param({**SEA, "modules": ["monsters"], "monsters": 5}, id="five-monsters"),
    pytest.param({**SEA, "variant": "pyramid"}, id="pyramid-without-border"),
    pytest.param(
        {**SEA, "variant": "pyramid", "border": ["2.3", "8.1"], "harder": True, "easier": False}, id="pyramid"
    ),
    pytest.param({**SEA, "variant": "competitive", "removed": 4}, id="competitive-removed"),
    pytest.param({**SEA, "variant": "high-arch", "modules": []}, id="variant-with-no-modules"),
    pytest.param({**SEA_SOLO, "hand": 6, "start_discards": 3}, id="solo-settings"),
    pytest.param({**ROPE, "heights": {"alps-1": 15781}}, id="heights"),
]
BAD_HEADERS = [
    pytest.param({**TWO, "record": 2}, id="record-2"),
    pytest.param({**TWO, "record": True}, id="record-true"),
    pytest.param({**TWO, "game": "chess"}, id="another-game"),
    pytest.param({"game": "ascent"}, id="no-players"),
    pytest.param({**TWO, "players": []}, id="nobody"),
    pytest.param({**TWO, "players": list("ABCDEF")}, id="six-in-ascent"),
    pytest.param({**SEA, "players": list("ABCDEF")}, id="six-in-tranquility"),
    pytest.param({**ROPE, "players": list("ABCDEFG")}, id="seven-in-elevation"),
    pytest.param({**TWO, "players": ["Ann", "Ann"]}, id="the-same-name"),
    pytest.param({**TWO, "players": ["Ann", ""]}, id="an-empty-name"),
    pytest.param({**TWO, "players": ["Ann", 3]}, id="a-number-for-a-name"),
    pytest.param({**TWO, "players": "Ann"}, id="players-no-list"),
    pytest.param({**TWO, "colour": "red"}, id="unknown-field"),
    pytest.param({**TWO, "modules": ["storms"]}, id="another-game's-module"),
    pytest.param({**TWO, "modules": "goats"}, id="modules-no-list"),
    pytest.param({**TWO, "objectives": [[3, 4]]}, id="objectives-without-panorama"),
    pytest.param(VIEW, id="panorama-without-objectives"),
    pytest.param({**VIEW, "objectives": [[3, 4]] * 6}, id="six-objectives"),
    pytest.param({**VIEW, "objectives": [[3, 4]] * 2}, id="two-objectives"),
    pytest.param({**VIEW, "objectives": [[3]] * 3}, id="objective-of-one"),
    pytest.param({**VIEW, "objectives": [[1] * 7] * 3}, id="objective-of-seven"),
    pytest.param({**VIEW, "objectives": [[3, 13]] * 3}, id="objective-13"),
    pytest.param({**VIEW, "objectives": [3, 4]}, id="objective-no-list"),
    pytest.param({**TWO, "ropes": 3}, id="ropes-in-company"),
    pytest.param({**SOLO, "ropes": 4}, id="four-ropes"),
    pytest.param({**SOLO, "ropes": "3"}, id="ropes-as-text"),
    pytest.param({**TWO, "piles": [38]}, id="a-pile-missing"),
    pytest.param({**TWO, "piles": [38, -1]}, id="a-negative-pile"),
    pytest.param({**TWO, "variant": "standard"}, id="variant-in-ascent"),
    pytest.param({**TWO, "heights": {}}, id="heights-in-ascent"),
    pytest.param({**ROPE, "piles": [1, 1, 1]}, id="piles-in-elevation"),
    pytest.param({**ROPE, "modules": []}, id="modules-in-elevation"),
    pytest.param({**ROPE, "heights": {"alps-15": 3}}, id="height-of-no-card"),
    pytest.param({**ROPE, "heights": {"alps-1": "high"}}, id="height-as-text"),
    pytest.param({**SEA, "variant": "round"}, id="unknown-variant"),
    pytest.param({**SEA, "modules": ["goats"]}, id="goats-at-sea"),
    pytest.param({**SEA, "modules": ["rocks"]}, id="rocks-without-a-row"),
    pytest.param({**SEA, "modules": ["rocks"], "rocks": 7}, id="rocks-row-7"),
    pytest.param({**SEA, "modules": ["rocks"], "rocks": 0}, id="rocks-row-0"),
    pytest.param({**SEA, "rocks": 2}, id="rocks-without-module"),
    pytest.param({**SEA, "modules": ["monsters"]}, id="monsters-without-number"),
    pytest.param({**SEA, "modules": ["monsters"], "monsters": 2}, id="two-monsters"),
    pytest.param({**SEA, "modules": ["monsters"], "monsters": 6}, id="six-monsters"),
    pytest.param({**SEA, "monsters": 3}, id="monsters-without-module"),
    pytest.param({**SEA, "variant": "pyramid", "modules": ["storms"]}, id="variant-with-storms"),
    pytest.param({**SEA, "variant": "day-night", "modules": ["wild"]}, id="variant-with-wild"),
    pytest.param({**SEA, "border": ["1.1"]}, id="border-without-pyramid"),
    pytest.param({**SEA, "harder": False}, id="harder-without-pyramid"),
    pytest.param({**SEA, "variant": "high-arch", "easier": True}, id="easier-without-pyramid"),
    pytest.param({**SEA, "variant": "pyramid", "border": ["9.1"]}, id="border-off-the-pyramid"),
    pytest.param({**SEA, "variant": "pyramid", "harder": 1}, id="harder-as-number"),
    pytest.param({**SEA, "hand": 5}, id="hand-in-company"),
    pytest.param({**SEA, "start_discards": 4}, id="start-discards-in-company"),
    pytest.param({**SEA_SOLO, "hand": 0}, id="hand-0"),
    pytest.param({**SEA, "removed": -4}, id="removed-negative"),
    pytest.param({**SEA, "removed": 81}, id="removed-81"),
    pytest.param({**SEA, "variant": "competitive", "piles": [30, 30]}, id="competitive-piles"),
    pytest.param({**SEA_SOLO, "variant": "competitive"}, id="competitive-alone"),
    pytest.param({**SEA, "players": list("ABC"), "variant": "competitive"}, id="competitive-three"),
]
BAD_EVENTS = [
    pytest.param(TWO, "start Ann:3,Ben:5", id="a-do-of-tranquility"),
    pytest.param(TWO, "trick alps-1", id="a-do-of-elevation"),
    pytest.param(SEA, "herd 1.1,2.1", id="a-do-of-ascent"),
    pytest.param(SEA, "rope", id="rope-at-sea"),
    pytest.param(ROPE, "count Ann 5 5", id="count-in-elevation"),
    pytest.param(ROPE, "discard", id="discard-in-elevation"),
    pytest.param(TWO, '{"do": "undo", "steps": 2}', id="unknown-field"),
    pytest.param(TWO, '{"card": "green-5", "at": "1.1"}', id="no-do"),
    pytest.param(TWO, '{"do": 5}', id="do-of-the-wrong-type"),
    pytest.param(TWO, '{"do": "place", "card": "green-5"}', id="no-place"),
    pytest.param(TWO, '{"do": "place", "card": 5, "at": "1.1"}', id="card-as-number"),
    pytest.param(TWO, '{"do": "place", "card": "green-5", "at": 1.1}', id="place-as-number"),
    pytest.param(TWO, '{"do": "place", "card": "green-5", "at": "here"}', id="no-place-name"),
    pytest.param(TWO, "place green-5 1.1 goat=1", id="goat-as-number"),
    pytest.param(TWO, "place green-5 1.1 player=Zoe", id="a-stranger"),
    pytest.param(TWO, "place green-5 1.1 as=red-5", id="as-in-ascent"),
    pytest.param(TWO, "discard player=5", id="player-as-number"),
    pytest.param(TWO, "herd 1.1", id="path-of-one"),
    pytest.param(TWO, "campfire campfire-green 1.1", id="campfire-without-to"),
    pytest.param(TWO, '{"do": "count", "player": "Ann", "hand": 4}', id="count-without-pile"),
    pytest.param(TWO, "count Ann -1 4", id="count-negative"),
    pytest.param(TWO, '{"do": "note"}', id="note-without-text"),
    pytest.param(TWO, "[]", id="a-list"),
    pytest.param(TWO, '{"do": "discard"', id="not-json"),
    pytest.param(SEA, "place island-5 1.1 as=island-5", id="as-without-wild"),
    pytest.param({**SEA, "modules": ["wild"]}, "place wild 1.1", id="wild-without-as"),
    pytest.param(SEA, '{"do": "start"}', id="start-without-split"),
    pytest.param(SEA, "start Ann:3,Zoe:5", id="split-of-a-stranger"),
    pytest.param(SEA, '{"do": "start", "split": {"Ann": -1, "Ben": 9}}', id="split-negative"),
    pytest.param(SEA, '{"do": "start", "split": {"Ann": "3", "Ben": 5}}', id="split-as-text"),
    pytest.param(SEA, 'finish monsters_held="1"', id="monsters-held-as-text"),
    pytest.param({**SEA, "modules": ["storms"]}, "storm Ann green", id="storm-of-no-colour"),
    pytest.param({**SEA, "modules": ["storms"]}, "storm Ann purple", id="purple-without-row"),
    pytest.param({**SEA, "modules": ["storms"]}, "compass colour=purple", id="compass-without-row"),
    pytest.param({**SEA, "modules": ["storms"]}, "storm Ann yellow averted=1", id="averted-as-number"),
    pytest.param({**SEA, "modules": ["rocks"], "rocks": 1}, "discard rocks=go", id="rocks-go"),
    pytest.param({**SEA, "modules": ["monsters"], "monsters": 3}, '{"do": "monster"}', id="monster-nowhere"),
    pytest.param({**SEA, "variant": "day-night"}, "place island-5 1.1 facing=up", id="facing-up"),
    pytest.param({**SEA, "variant": "pyramid", "border": ["1.1"]}, "place island-5 1.1 explorer=yeti",
                 id="explorer-yeti"),
    pytest.param(ROPE, '{"do": "day", "approach": "descent"}', id="approach-no-list"),
    pytest.param(ROPE, "day first=Zoe", id="first-of-a-stranger"),
    pytest.param(ROPE, '{"do": "trick"}', id="trick-without-cards"),
    pytest.param(ROPE, "trick alps-1,alps-2,alps-3 draw=left", id="draw-left"),
    pytest.param(ROPE, '{"do": "end-day", "answers": {"gentle-incline": "Ann"}}', id="answer-no-list"),
    pytest.param(ROPE, '{"do": "end-day", "answers": {"gentle-incline": ["Zoe"]}}', id="answer-of-a-stranger"),
    pytest.param(ROPE, '{"do": "end-day", "answers": {"weather": "fine"}}', id="answer-to-nothing"),
]  # fmt: skip


@pytest.mark.parametrize("header", GOOD_HEADERS)
def test_header_accepted(judge: Judge, header: dict[str, Any]) -> None:
    judged = judge(header)
    assert (judged.code, judged.err) == (0, "")
    assert judged.summary is not None
    assert (judged.summary["events"], judged.summary["outcome"]) == (0, "open")


@pytest.mark.parametrize("header", BAD_HEADERS)
def test_header_refused(judge: Judge, header: dict[str, Any]) -> None:
    judged = judge(header, "note x")
    assert (judged.code, judged.verdicts, judged.summary) == (2, [], None)
    assert ":1: " in judged.err
    assert judged.err.count("\n") == 1


@pytest.mark.parametrize(("header", "event"), BAD_EVENTS)
def test_event_refused_after_what_was_judged(judge: Judge, header: dict[str, Any], event: str) -> None:
    judged = judge(header, "note before", "", event, "note behind")
    assert (judged.code, len(judged.verdicts), judged.summary) == (2, 1, None)
    assert ":4: " in judged.err
    assert judged.err.count("\n") == 1


@pytest.mark.parametrize("game", [TWO, SEA, ROPE], ids=["ascent", "tranquility", "elevation"])
@pytest.mark.parametrize("field", ["rocks=4", "explorer=storm", "facing=sun", "goat=true"])
def test_fields_that_do_not_apply_are_ignored(judge: Judge, game: dict[str, Any], field: str) -> None:
    judged = judge(game, f"note x {field}", f"undo {field}")
    assert [verdict["rules"] for verdict in judged.verdicts] == [[], ["undo"]]


def test_bom_crlf_and_blank_lines(judge: Judge) -> None:
    data = b"\xef\xbb\xbf\r\n" + json.dumps({"record": 1, **TWO}).encode() + b'\r\n  \r\n{"do":"discard"}\r\n'
    judged = judge.raw(data)
    assert (judged.code, [each["line"] for each in judged.verdicts]) == (0, [4])
    assert judged.summary is not None
    assert judged.summary["events"] == 1


def test_no_end_of_line_at_the_end(judge: Judge) -> None:
    judged = judge.raw(json.dumps({"record": 1, **TWO}).encode() + b'\n{"do":"discard"}')
    assert (judged.code, len(judged.verdicts)) == (0, 1)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xff\n"], ids=["empty", "blank", "no-utf8"])
def test_no_record_at_all(judge: Judge, data: bytes) -> None:
    judged = judge.raw(data)
    assert (judged.code, judged.verdicts, judged.summary) == (2, [], None)


def test_all_events_count_blank_lines_do_not(judge: Judge) -> None:
    judged = judge(TWO, "note x", "", "discard", "place green-5 9.9", "undo", "undo")
    assert judged.code == 1
    assert judged.summary is not None
    assert (judged.summary["events"], judged.summary["illegal"]) == (5, 2)
    assert [each["line"] for each in judged.verdicts] == [2, 4, 5, 6, 7]


def test_several_files_each_with_its_name_and_the_worst_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = {
        "good": '{"do": "discard"}', "bad": '{"do": "dance"}', "wrong": '{"do": "undo"}',
    }  # fmt: skip
    for name, event in lines.items():
        (tmp_path / name).write_text(json.dumps({"record": 1, **TWO}) + f"\n{event}\n")
    ran = run(capsys, "judge", "--json", *(tmp_path / name for name in lines), tmp_path / "none")
    printed = [json.loads(each) for each in ran.out.splitlines()]
    assert [each.get("file") for each in printed if "end" in each] == [
        str(tmp_path / "good"), str(tmp_path / "wrong"),
    ]  # fmt: skip
    assert (ran.code, ran.err.count("\n")) == (2, 2)
    assert run(capsys, "judge", "--json", tmp_path / "good", tmp_path / "wrong").code == 1


def test_one_file_has_no_name(judge: Judge) -> None:
    judged = judge(TWO)
    assert judged.summary is not None
    assert "file" not in judged.summary


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.dumps({"record": 1, **TWO}).encode() + b'\n{"do":"dance"}\n'
    monkeypatch.setattr("sys.stdin", BytesIn(data))
    ran = run(capsys, "judge", "--json", "-")
    assert (ran.code, ran.out, ran.err.startswith("-:2: ")) == (2, "", True)


class Waiting(io.RawIOBase):
    """A standard input whose next line comes only when the one before it was answered."""

    def __init__(self, lines: list[bytes], answers: "Answers") -> None:
        self.lines, self.answers = lines, answers
        self.seen: list[int] = []

    def readline(self, limit: int | None = -1, /) -> bytes:
        self.seen.append(self.answers.flushed)
        return self.lines.pop(0) if self.lines else b""


class Answers(io.StringIO):
    """A standard output that knows how many lines a reader could have seen."""

    flushed = 0

    def flush(self) -> None:
        self.flushed = self.getvalue().count("\n")


def test_standard_input_is_answered_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    header = json.dumps({"record": 1, **TWO}).encode() + b"\n"
    answers = Answers()
    waiting = Waiting([header, b'{"do":"discard"}\n', b'{"do":"undo"}\n'], answers)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=waiting))
    monkeypatch.setattr("sys.stdout", answers)
    assert main(["judge", "--json", "-"]) == 0
    assert waiting.seen == [0, 0, 1, 2]


SUMMARIES = [
    pytest.param(
        TWO, ("place green-5 1.1", "place bridge 1.2", "place red-5 1.3", "place blue-5 1.2"),
        {"hands": {"Ann": 5, "Ben": 5}, "piles": {"Ann": 35, "Ben": 36},
         "board": {"1.1": "green-5", "1.2": "blue-5", "1.3": "red-5"}},
        id="ascent-a-covered-bridge-is-not-shown",
    ),
    pytest.param(
        {**SEA, "modules": ["wild"]}, ("discard", "discard", "start Ann:3,Ben:5", "place wild 1.1 as=island-7"),
        {"hands": {"Ann": 5, "Ben": 5}, "piles": {"Ann": 33, "Ben": 32},
         "board": {"start": "start", "1.1": "island-7"}},
        id="tranquility-start-and-wild",
    ),
    pytest.param(
        {**SEA, "variant": "day-night"}, ("place island-5 1.1", "rotate 1.1"),
        {"hands": {"Ann": 5, "Ben": 5}, "piles": {"Ann": 40, "Ben": 41}, "board": {"1.1": "island-5"},
         "facing": {"1.1": "moon"}},
        id="day-night-facing",
    ),
    pytest.param(
        {**SEA, "variant": "competitive"},
        ("place island-1 1.1", "place island-20 3.1", "place island-2 1.2", "discard", "place island-3 1.3"),
        {"hands": {"Ann": 5, "Ben": 5}, "piles": {"Ann": 57, "Ben": 57},
         "board": {"1.1": "island-1", "1.2": "island-2", "1.3": "island-3", "3.1": "island-20"},
         "scores": {"Ann": 7, "Ben": 0}, "winners": []},
        id="competitive-scores",
    ),
    pytest.param(ROPE, ("day",), {"days": [], "totals": {"Ann": 0, "Ben": 0, "Cid": 0}, "winners": []},
                 id="elevation-nothing-scored"),
    pytest.param({**ROPE, "players": ["Ann", "Ben"]}, (),
                 {"days": [], "totals": {"Ann": 0, "Ben": 0}, "winners": []}, id="elevation-two-humans-score"),
    pytest.param({**ROPE, "players": ["Ann"]}, (),
                 {"days": [], "totals": {"Ann": 0, "Edmund Hillary": 0, "Tenzing Norgay": 0}, "winners": []},
                 id="elevation-one-climber-all-score"),
]  # fmt: skip


@pytest.mark.parametrize(("header", "events", "expected"), SUMMARIES)
def test_summary(
    judge: Judge, header: dict[str, Any], events: tuple[str, ...], expected: dict[str, Any]
) -> None:
    judged = judge(header, *events)
    head = {"end": True, "game": header["game"], "outcome": "open", "events": len(events), "illegal": 0}
    assert judged.summary == {**head, **expected}


def test_french_changes_the_sentence_alone(judge: Judge) -> None:
    english = judge(TWO, "place green-5 1.2").verdicts[0]
    french = judge(TWO, "place green-5 1.2", words=("--lang", "fr")).verdicts[0]
    assert english.pop("why") != french.pop("why")
    assert english == french
