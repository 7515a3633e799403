"""Damaged records: what is told of them, and that both ways to go on lose nothing."""

from pathlib import Path

import pytest

from companion.games.values import BadRecord
from companion.record.history import Damage, Mend, find_damage
from companion.record.lines import load, seal
from companion.record.recorder import RecordRefused
from companion.record.session import Session
from tests.record.scripted import QuickDisk, as_dicts, keep_game, play_events

EVENTS = play_events(seed=4, count=5)
WRITTEN = [event.as_dict() for event in EVENTS]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return keep_game(tmp_path, EVENTS)


def damage_line(path: Path, number: int, old: bytes, new: bytes) -> bytes:
    """Change something on a line, as a failing disk would; the file's bytes."""
    lines = path.read_bytes().splitlines(keepends=True)
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new)
    path.write_bytes(b"".join(lines))
    return path.read_bytes()


def found(path: Path) -> Damage:
    damage = find_damage(path)
    assert damage is not None
    return damage


def test_a_whole_record_has_no_damage(record: Path) -> None:
    assert find_damage(record) is None
    with record.open("ab") as file:
        file.write(b'{"do": "pla')
    assert find_damage(record) is None


def test_the_last_good_event_is_told(record: Path) -> None:
    damage_line(record, 4, b'"do"', b'"do" ')
    damage = found(record)
    assert (damage.line, damage.error.key) == (4, "seal-broken")
    assert damage.last is not None
    assert damage.last.event.as_dict() == WRITTEN[1]
    assert damage.ways == (Mend.CUT, Mend.TRUST)


def test_going_on_from_the_last_good_event_keeps_the_damaged_file(record: Path) -> None:
    damaged = damage_line(record, 4, b'"do"', b'"do" ')
    Session.resume(record, mend=Mend.CUT).close()
    with Session.resume(record, QuickDisk()) as session:
        assert as_dicts(session) == WRITTEN[:2]
    assert record.with_name(record.name + ".damaged").read_bytes() == damaged


def test_trusting_the_lines_keeps_the_damaged_file(record: Path) -> None:
    damaged = damage_line(record, 4, b'"do"', b'"do" ')
    Session.resume(record, mend=Mend.TRUST).close()
    with Session.resume(record, QuickDisk()) as session:
        assert as_dicts(session) == WRITTEN
    assert record.with_name(record.name + ".damaged").read_bytes() == damaged


def test_a_second_damage_keeps_a_second_file(record: Path) -> None:
    for number in (5, 4):
        damage_line(record, number, b'"do"', b'"do" ')
        Session.resume(record, mend=Mend.CUT).close()
    assert len(list(record.parent.glob("*.damaged"))) == 2


def test_a_line_that_is_no_json_cannot_be_trusted(record: Path) -> None:
    damage_line(record, 4, b'"do"', b"do")
    assert found(record).ways == (Mend.CUT,)
    with pytest.raises(BadRecord):
        Session.resume(record, mend=Mend.TRUST).close()


def test_a_sealed_line_that_is_no_event_can_be_cut(record: Path) -> None:
    """As a newer companion might have written it."""
    loaded = load(record.read_bytes())
    strange, check = seal(b'{"do": "fly"}', 0, loaded.check)
    after, _ = seal(b'{"do": "discard"}', 0, check)
    with record.open("ab") as file:
        file.write(strange + b"\n" + after + b"\n")
    assert (found(record).line, found(record).ways) == (7, (Mend.CUT,))
    Session.resume(record, mend=Mend.CUT).close()
    with Session.resume(record, QuickDisk()) as session:
        assert as_dicts(session) == WRITTEN


def test_a_damaged_header_leaves_only_trust(record: Path) -> None:
    damage_line(record, 1, b"Ann", b"Amm")
    damage = found(record)
    assert (damage.ways, damage.last) == ((Mend.TRUST,), None)
    assert damage.match is not None
    assert damage.match.players == ("Amm", "Béa")
    with pytest.raises(BadRecord):
        Session.resume(record, mend=Mend.CUT).close()
    Session.resume(record, mend=Mend.TRUST).close()
    assert find_damage(record) is None


def test_a_record_under_play_is_not_mended(record: Path) -> None:
    with Session.resume(record, QuickDisk()), pytest.raises(RecordRefused):
        Session.resume(record, mend=Mend.CUT).close()


@pytest.mark.parametrize("data", [b"", b"\n\n", b'{"rec'])
def test_a_file_without_a_header_is_hopeless(record: Path, data: bytes) -> None:
    record.write_bytes(data)
    with pytest.raises(BadRecord, match="no-header"):
        find_damage(record)
