"""Records of older versions are read for ever: one of each is kept as it was written, and never made anew."""

from pathlib import Path

import pytest

from companion.games import NEWEST_RECORD
from companion.games.events import Note
from companion.record.history import GameHistory, read_history
from companion.record.lines import load
from companion.record.session import Session

FOLDER = Path(__file__).resolve().parents[1] / "records"


def test_the_record_that_version_1_wrote() -> None:
    history = read_history(FOLDER / "v1-ascent.jsonl")
    assert history.fault is None
    assert load(history.path.read_bytes()).sealed
    assert history.began == 1_790_000_000.0
    assert history.match.players == ("Ann", "Béa")
    assert [step.event.do for step in history.events] == [
        *("place", "place", "place", "place", "discard", "undo", "note", "herd", "count"),
    ]
    assert [step.verdict.legal for step in history.events] == [True, False, *[True] * 7]
    assert history.events[0].when == 1_790_000_020.25
    assert history.match.game.summary(history.match.state)["board"] == {
        "1.1": "green-5",
        "1.2": "blue-6",
        "2.1": "red-5",
    }


def test_a_record_made_by_hand_for_version_1() -> None:
    history = read_history(FOLDER / "v1-by-hand.jsonl")
    assert [step.line for step in history.events] == [3, 4, 5]
    assert history.illegal == 0
    assert history.began is None


@pytest.mark.parametrize("version", range(1, NEWEST_RECORD + 1))
def test_a_record_of_every_version_is_kept(version: int) -> None:
    kept = list(FOLDER.glob(f"v{version}-*.jsonl"))
    assert kept
    assert all(load(path.read_bytes()).lines[0].raw["record"] == version for path in kept)


@pytest.mark.parametrize("name", ["v1-ascent", "v1-by-hand"])
def test_an_old_record_can_be_gone_on_with(name: str, tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_bytes((FOLDER / f"{name}.jsonl").read_bytes())
    before = GameHistory.of(load(path.read_bytes()).lines)
    with Session.resume(path) as session:
        session.play(Note(text="going on"), when=1.0)
    after = GameHistory.of(load(path.read_bytes()).lines)
    assert [one.event for one in after.events[:-1]] == [one.event for one in before.events]
