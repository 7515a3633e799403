"""The index over past games is derived from the records and can always be rebuilt."""

import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.record import index as module
from companion.record.history import GameHistory
from companion.record.index import FILE, Index
from companion.record.summary import GameSummary
from tests.record.shelf import DAY, MONDAY, OPENING, fill, keep
from tests.storage.faults import Disk, every_fault, faulty_disk, open_files


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    fill(tmp_path)
    return tmp_path


def test_all_games_are_there_the_latest_first(shelf: Path) -> None:
    games = Index(shelf).games()
    assert [facts.began for facts in games] == [MONDAY + 2 * DAY, MONDAY + DAY, MONDAY]
    assert [facts.outcome for facts in games] == ["open", "lost", "lost"]
    assert [facts.illegal for facts in games] == [2, 1, 0]
    assert games[1].modules == ["goats"]
    assert games[2].played_seconds == 80
    assert games[1].broken == {"support": 1}


def test_unfinished_games_can_be_gone_on_with(shelf: Path) -> None:
    index = Index(shelf)
    (facts,) = index.unfinished()
    assert facts.players == ["Ann"]
    assert index.path_of(facts.name).is_file()


def test_new_changed_and_deleted_records_are_noticed(shelf: Path) -> None:
    index = Index(shelf)
    oldest = index.games()[2].name
    keep(shelf, MONDAY - DAY, {"players": ["Dov"]}, OPENING[:1])
    (shelf / f"{oldest}.jsonl").unlink()
    assert [facts.players for facts in index.games()] == [["Ann"], ["Ann", "Cem"], ["Dov"]]


@pytest.mark.parametrize("junk", [b"", b"not a database at all, but long enough" * 40])
def test_whatever_is_wrong_with_it_it_is_made_again(shelf: Path, junk: bytes) -> None:
    before = Index(shelf).games()
    (shelf / FILE).write_bytes(junk)
    assert Index(shelf).games() == before
    (shelf / FILE).unlink()
    assert Index(shelf).games() == before


def test_a_damaged_page_of_the_index_never_changes_the_list(shelf: Path) -> None:
    before = Index(shelf).games()
    data = bytearray((shelf / FILE).read_bytes())
    rng = Random(7)
    for start in range(0, len(data), 1024):
        broken = data.copy()
        broken[start : start + 100] = rng.randbytes(100)
        (shelf / FILE).write_bytes(broken)
        (shelf / FILE).with_name(f"{FILE}-journal").unlink(missing_ok=True)
        assert Index(shelf).games() == before


def test_facts_changed_in_the_index_are_not_believed(shelf: Path) -> None:
    before = Index(shelf).games()
    base = sqlite3.connect(shelf / FILE)
    base.execute("UPDATE game SET facts = replace(facts, 'lost', 'won')")
    base.commit()
    base.close()
    assert Index(shelf).games() == before


def test_an_index_of_another_version_is_made_again(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Index(shelf).games()
    base = sqlite3.connect(shelf / FILE)
    base.execute("UPDATE game SET facts = '{}'")
    base.commit()
    base.close()
    monkeypatch.setattr(module, "_LAYOUT", "another")
    assert len(Index(shelf).games()) == 3


def test_a_folder_that_cannot_be_written_is_read_all_the_same(shelf: Path) -> None:
    before = Index(shelf).games()
    (shelf / FILE).unlink()
    (shelf / FILE).mkdir()  # nothing can be written under that name
    assert Index(shelf).games() == before


def test_a_folder_that_is_not_there_has_no_games(tmp_path: Path) -> None:
    index = Index(tmp_path / "nowhere")
    assert index.games() == []
    assert index.problems() == {}
    assert not (tmp_path / "nowhere").exists()


def test_a_file_that_is_no_record_is_a_problem_with_its_line(shelf: Path) -> None:
    (shelf / "junk.jsonl").write_text("no json")
    (shelf / "newer.jsonl").write_text('{"record": 99, "game": "ascent", "players": ["Ann"]}\n')
    index = Index(shelf)
    assert len(index.games()) == 3
    problems = index.problems()
    assert {name: problem.key for name, problem in problems.items()} == {
        "junk": "no-header",
        "newer": "record-version",
    }


def test_a_damaged_game_is_listed_up_to_the_damage(shelf: Path) -> None:
    path = sorted(shelf.glob("*.jsonl"))[1]
    path.write_bytes(path.read_bytes().replace(b"blue-6", b"blue-7"))
    facts = Index(shelf).games()[1]
    assert facts.damaged_line == 3
    assert facts.events == 1
    assert facts.outcome == "open"


def names(shelf: Path) -> list[str]:
    return [facts.name for facts in Index(shelf).games()]


def forget(shelf: Path) -> None:
    """The index is gone: everything is read anew."""
    (shelf / FILE).unlink(missing_ok=True)


def test_no_fault_of_the_disk_costs_a_game_for_longer_than_it_lasts(tmp_path: Path) -> None:
    fill(tmp_path / "kept")
    whole = names(tmp_path / "kept")

    def look(folder: Path, disk: Disk) -> list[str]:
        forget(tmp_path / "kept")
        return names(tmp_path / "kept")

    for fault, _ in every_fault(tmp_path, look):
        forget(tmp_path / "kept")
        before = open_files()
        with faulty_disk(fault):
            assert set(names(tmp_path / "kept")) <= set(whole), fault
        assert not open_files() - before, fault
        assert names(tmp_path / "kept") == whole, fault


class FailingBase(sqlite3.Connection):
    """A database that refuses one call, counted over all that are opened; those in memory never fail."""

    calls, refused, message = 0, 0, ""

    def execute(self, *words: Any) -> sqlite3.Cursor:
        FailingBase.calls += 1
        if FailingBase.calls == FailingBase.refused:
            raise sqlite3.OperationalError(FailingBase.message)
        return super().execute(*words)


@pytest.mark.parametrize(
    "message",
    [
        "disk I/O error",
        "database or disk is full",
        "attempt to write a readonly database",
        "unable to open database file",
        "database is locked",
    ],
)
def test_no_fault_of_the_database_costs_a_game(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    whole, connect = names(shelf), sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda place, **more: connect(place, factory=FailingBase, **more))
    FailingBase.message = message
    for FailingBase.refused in range(1, 20):
        FailingBase.calls = 0
        forget(shelf)
        assert names(shelf) == whole, FailingBase.refused


def test_a_record_on_which_we_stumble_hides_no_other(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, real = names(shelf), GameSummary.of

    def stumble(history: GameHistory) -> GameSummary:
        if history.name == whole[0]:
            raise ZeroDivisionError("planted")
        return real(history)

    forget(shelf)
    with monkeypatch.context() as patch:
        patch.setattr(GameSummary, "of", stumble)
        assert names(shelf) == whole[1:]
        assert "planted" in str(Index(shelf).problems()[whole[0]])
    assert names(shelf) == whole
