"""Every call that touches the disk fails in turn: a game loses nothing, and its file is not left open."""

from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.games.events import Note, Undo
from companion.record.history import Mend
from companion.record.lines import load
from companion.record.session import Session
from tests.record.scripted import HEADER, NOON, as_dicts, keep_game, play_events
from tests.storage.faults import Disk, every_fault, faulty_disk, open_files

EVENTS = play_events(seed=6, count=3)
PLAYED = [*(event.as_dict() for event in EVENTS), {"do": "undo"}, {"do": "note", "text": "the end"}]


def play_game(folder: Path, disk: Disk) -> Session:
    """A game's first record, events, an undo and its end."""
    session = Session.new(HEADER, folder / "games", NOON)
    for event in EVENTS:
        session.play(event, when=NOON)
    session.play(Undo(), when=NOON)
    session.play(Note(text="the end"), when=NOON)
    disk.mend()
    assert session.retry()
    session.close()
    return session


def test_no_fault_of_the_disk_costs_an_event(tmp_path: Path) -> None:
    for fault, folder in every_fault(tmp_path, play_game):
        before = open_files()
        with faulty_disk(fault) as disk:
            session = play_game(folder, disk)
        assert not open_files() - before, fault
        loaded = load(session.path.read_bytes())
        assert loaded.fault is None, fault
        assert [line.raw for line in loaded.lines] == [HEADER, *PLAYED], fault
        assert [path.name for path in session.path.parent.iterdir()] == [session.path.name], fault


@pytest.mark.parametrize("mend", [Mend.REFUSE, Mend.TRUST])
@pytest.mark.parametrize("tail", [b"", b'{"do": "pla'])
def test_no_fault_while_a_game_is_resumed_costs_an_event(tmp_path: Path, mend: Mend, tail: bytes) -> None:
    kept = keep_game(tmp_path / "kept", EVENTS).read_bytes() + tail

    def resume(folder: Path, disk: Disk) -> None:
        (folder / "game.jsonl").write_bytes(kept)
        disk.called.clear()
        with Session.resume(folder / "game.jsonl", mend=mend) as session:
            session.play(Note(text="more"), when=NOON)
            disk.mend()

    for fault, folder in every_fault(tmp_path, resume):
        (folder / "game.jsonl").write_bytes(kept)
        before, more = open_files(), [{"do": "note", "text": "more"}]
        with faulty_disk(fault) as disk:
            try:
                with Session.resume(folder / "game.jsonl", mend=mend) as session:
                    session.play(Note(text="more"), when=NOON)
                    disk.mend()
            except (OSError, CompanionError):
                more = []
        assert not open_files() - before, fault
        with Session.resume(folder / "game.jsonl", mend=mend) as again:
            assert as_dicts(again) == [*(event.as_dict() for event in EVENTS), *more], fault
        assert [path.name for path in folder.iterdir()] == ["game.jsonl"], fault
