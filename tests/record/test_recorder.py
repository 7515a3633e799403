"""The recorder: order of writing, locks, full and read-only disks."""

import errno
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.events import Note, Undo
from companion.locale import load_locale
from companion.record.lines import load
from companion.record.recorder import Disk, Recorder, RecordRefused, find_lock_holder
from companion.record.session import Session
from tests.record.scripted import HEADER, NOON, QuickDisk, as_dicts, keep_game, play_events

ROOT = Path(__file__).resolve().parents[2]


class BrokenDisk(QuickDisk):
    """A disk that refuses with an error while there is one, after taking a few bytes."""

    def __init__(self) -> None:
        self.error = 0
        self.taken = 5

    def refuse(self) -> None:
        if self.error:
            raise OSError(self.error, os.strerror(self.error))

    def open(self, path: Path, flags: int) -> int:
        if self.error in (errno.EROFS, errno.EACCES) and flags & os.O_RDWR:
            self.refuse()
        return super().open(path, flags)

    def write(self, descriptor: int, data: bytes) -> int:
        if self.error:
            super().write(descriptor, data[: self.taken])
        self.refuse()
        return super().write(descriptor, data)

    def truncate(self, descriptor: int, size: int) -> None:
        if self.error == errno.EROFS:
            self.refuse()
        super().truncate(descriptor, size)


class ShortDisk(QuickDisk):
    """A disk that takes half of a line once."""

    def __init__(self) -> None:
        self.short = False

    def write(self, descriptor: int, data: bytes) -> int:
        taken = super().write(descriptor, data[: len(data) // 2] if self.short else data)
        self.short = False
        return taken


class UnsafeDisk(QuickDisk):
    """A disk whose fsync fails once: what it took may be lost."""

    def __init__(self) -> None:
        self.failing = False

    def sync(self, descriptor: int) -> None:
        if self.failing:
            self.failing = False
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class WatchedDisk(QuickDisk):
    """A disk that tells what is done to it."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def write(self, descriptor: int, data: bytes) -> int:
        assert data.endswith(b"\n")
        assert data.count(b"\n") == 1
        self.calls.append("write")
        return super().write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        self.calls.append("sync")


def test_every_event_is_one_write_of_one_line_and_one_sync(tmp_path: Path) -> None:
    disk = WatchedDisk()
    keep_game(tmp_path, play_events(seed=2, count=3), disk)
    assert disk.calls == ["write", "sync"] * 4


def test_the_record_is_written_before_the_game_follows(tmp_path: Path) -> None:
    seen = []

    class Peeking(QuickDisk):
        def write(self, descriptor: int, data: bytes) -> int:
            seen.append(session.match.state if "session" in names else None)
            return super().write(descriptor, data)

    names: set[str] = set()
    session = Session.new(HEADER, tmp_path, NOON, Peeking())
    names.add("session")
    before = session.match.state
    session.play(play_events(seed=2, count=1)[0], when=NOON)
    session.close()
    assert seen[1] is before
    assert session.match.state is not before


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "full"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "read-only"),
        (errno.EIO, "failing"),
    ],
)
def test_a_disk_that_refuses_is_told_at_once_and_everything_is_written_later(
    tmp_path: Path, error: int, key: str
) -> None:
    disk, events = BrokenDisk(), play_events(seed=3, count=6)
    session = Session.new(HEADER, tmp_path, NOON, disk)
    session.play(events[0], when=NOON)
    disk.error = error
    for number, event in enumerate(events[1:4], start=1):
        assert session.play(event, when=NOON).legal
        assert session.status is not None
        assert session.status.key == key
        assert session.recorder.waiting == number
    assert not session.retry()
    disk.error = 0
    assert session.retry()
    assert session.status is None
    for event in events[4:]:
        session.play(event, when=NOON)
    session.close()
    loaded = load(session.path.read_bytes())
    assert loaded.fault is None
    assert [line.raw for line in loaded.lines[1:]] == [event.as_dict() for event in events]


@pytest.mark.parametrize("error", [errno.EROFS, errno.ENOSPC])
def test_a_game_can_begin_on_a_disk_that_refuses(tmp_path: Path, error: int) -> None:
    disk = BrokenDisk()
    disk.error = error
    session = Session.new(HEADER, tmp_path, NOON, disk)
    assert session.status is not None
    session.play(Note(text="in memory"), when=NOON)
    disk.error = 0
    assert session.retry()
    session.close()
    assert [line.raw for line in load(session.path.read_bytes()).lines] == [
        HEADER,
        {"do": "note", "text": "in memory"},
    ]


def test_a_game_can_be_resumed_from_a_read_only_disk(tmp_path: Path) -> None:
    disk, events = BrokenDisk(), play_events(seed=3, count=4)
    path = keep_game(tmp_path, events[:3])
    with path.open("ab") as file:
        file.write(b'{"do": "pla')
    disk.error = errno.EROFS
    session = Session.resume(path, disk)
    assert session.status is not None
    assert session.torn_bytes
    session.play(events[3], when=NOON)
    disk.error = 0
    assert session.retry()
    session.close()
    with Session.resume(path) as again:
        assert as_dicts(again) == [event.as_dict() for event in events]


@pytest.mark.parametrize("make", [ShortDisk, UnsafeDisk])
def test_a_line_taken_by_half_or_not_safely_is_written_again(tmp_path: Path, make: type[Disk]) -> None:
    disk, events = make(), play_events(seed=3, count=3)
    session = Session.new(HEADER, tmp_path, NOON, disk)
    session.play(events[0], when=NOON)
    setattr(disk, "short" if make is ShortDisk else "failing", True)
    session.play(events[1], when=NOON)
    assert session.status is not None
    session.play(events[2], when=NOON)
    assert session.status is None
    session.close()
    assert [line.raw for line in load(session.path.read_bytes()).lines[1:]] == [
        event.as_dict() for event in events
    ]


def test_a_file_that_may_not_grow_is_a_full_disk(tmp_path: Path) -> None:
    """The real thing, not a mock: the system refuses to let the file grow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    session = Session.new(HEADER, tmp_path, NOON)
    resource.setrlimit(resource.RLIMIT_FSIZE, (session.path.stat().st_size + 50, hard))
    try:
        session.play(Note(text="one"), when=NOON)
        assert session.status is not None
        assert session.status.key == "full"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    session.play(Note(text="two"), when=NOON)
    assert session.status is None
    session.close()
    with Session.resume(session.path) as again:
        assert as_dicts(again) == [{"do": "note", "text": "one"}, {"do": "note", "text": "two"}]


def test_two_games_begun_in_the_same_second_have_two_records(tmp_path: Path) -> None:
    with Session.new(HEADER, tmp_path, NOON) as one, Session.new(HEADER, tmp_path, NOON) as two:
        one.play(Note(text="one"), when=NOON)
        two.play(Note(text="two"), when=NOON)
        three = Session.new(HEADER, tmp_path, NOON)
        three.close()
    assert len({one.path, two.path, three.path}) == 3
    assert three.path.name.endswith("-ascent~3.jsonl")


def test_a_record_being_played_is_refused_naming_the_process(tmp_path: Path) -> None:
    with Session.new(HEADER, tmp_path, NOON) as session:
        with pytest.raises(RecordRefused, match="another companion") as caught:
            Session.resume(session.path)
        assert caught.value.key in ("locked", "locked-unknown")
        session.play(Note(text="still mine"), when=NOON)
    with Session.resume(session.path) as again:
        assert len(again.events) == 1


def test_another_process_cannot_write_the_same_record(tmp_path: Path) -> None:
    code = (
        "from companion.record.session import Session; from pathlib import Path; Session.resume(Path({!r}))"
    )
    with Session.new(HEADER, tmp_path, NOON) as session:
        script = code.format(str(session.path))
        words = [sys.executable, "-c", script]
        ended = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert ended.returncode == 1
    assert "RecordRefused" in ended.stderr


def test_the_holder_of_a_lock_is_found_in_the_systems_list(tmp_path: Path) -> None:
    with Recorder.create(tmp_path / "game.jsonl", HEADER, NOON) as recorder:
        assert find_lock_holder(recorder.path.stat().st_ino) in (os.getpid(), None)
    assert find_lock_holder(recorder.path.stat().st_ino) is None


def test_every_trouble_has_its_sentence_in_both_languages() -> None:
    for language in ("en", "fr"):
        locale = load_locale(language)
        for key in ("full", "read-only", "failing"):
            assert locale.say(f"disk.{key}", reason="x", waiting=2)
        assert locale.say("app.torn", line=3)


def test_closing_twice_is_allowed(tmp_path: Path) -> None:
    session = Session.new(HEADER, tmp_path, NOON)
    session.undo(when=NOON)
    session.close()
    session.close()
    assert Undo().as_dict() not in [line.raw for line in load(session.path.read_bytes()).lines]


def test_a_stick_that_is_pulled_out_and_put_back_gets_the_rest(tmp_path: Path) -> None:
    disk, events = BrokenDisk(), play_events(seed=5, count=3)
    session = Session.new(HEADER, tmp_path, NOON, disk)
    session.play(events[0], when=NOON)
    disk.error = errno.EIO
    session.play(events[1], when=NOON)
    assert session.status is not None
    data = session.path.read_bytes()
    session.path.unlink()
    session.path.write_bytes(data)
    disk.error = 0
    session.play(events[2], when=NOON)
    assert session.status is None
    assert not session.rewritten
    session.close()
    with Session.resume(session.path) as again:
        assert as_dicts(again) == [event.as_dict() for event in events]


def test_another_stick_gets_the_whole_record(tmp_path: Path) -> None:
    disk, events = BrokenDisk(), play_events(seed=5, count=3)
    session = Session.new(HEADER, tmp_path / "stick", NOON, disk)
    session.play(events[0], when=NOON)
    disk.error = errno.EIO
    session.play(events[1], when=NOON)
    session.path.unlink()
    session.path.parent.rmdir()
    disk.error = 0
    session.play(events[2], when=NOON)
    assert session.status is None
    assert session.rewritten
    session.close()
    with Session.resume(session.path) as again:
        assert as_dicts(again) == [event.as_dict() for event in events]


def edit_in_place(path: Path) -> None:
    data = path.read_bytes()
    status = path.stat()
    path.write_bytes(data.replace(b"one", b"eno"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))


def replace_by_a_copy(path: Path) -> None:
    copy = path.with_suffix(".copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def append_a_line(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b'{"do": "undo"}\n')


@pytest.mark.parametrize(
    "touch",
    [
        pytest.param(lambda path: path.unlink(), id="deleted"),
        pytest.param(lambda path: path.rename(path.with_suffix(".old")), id="renamed"),
        pytest.param(replace_by_a_copy, id="replaced"),
        pytest.param(lambda path: os.truncate(path, 30), id="shortened"),
        pytest.param(append_a_line, id="lengthened"),
        pytest.param(edit_in_place, id="edited"),
    ],
)
def test_a_record_that_somebody_else_touched_is_written_anew(
    tmp_path: Path, touch: Callable[[Path], None]
) -> None:
    session = Session.new(HEADER, tmp_path, NOON, QuickDisk())
    session.play(Note(text="one"), when=NOON)
    first = session.path
    touch(first)
    theirs = first.read_bytes() if first.exists() else None
    session.play(Note(text="two"), when=NOON)
    assert session.status is None
    assert session.rewritten
    session.play(Note(text="three"), when=NOON)
    assert not session.rewritten
    session.close()
    if theirs is not None:
        assert first.read_bytes() == theirs
        assert session.path != first
    with Session.resume(session.path, QuickDisk()) as again:
        assert [each["text"] for each in as_dicts(again)] == ["one", "two", "three"]


def test_a_touched_date_is_no_change(tmp_path: Path) -> None:
    with Session.new(HEADER, tmp_path, NOON, QuickDisk()) as session:
        os.utime(session.path)
        session.play(Note(text="one"), when=NOON)
        assert not session.rewritten


def test_a_record_that_another_companion_took_meanwhile_is_written_anew(tmp_path: Path) -> None:
    disk = BrokenDisk()
    session = Session.new(HEADER, tmp_path, NOON, disk)
    disk.error = errno.EIO
    session.play(Note(text="one"), when=NOON)
    disk.error = 0
    with Session.resume(session.path, QuickDisk()) as other:
        session.play(Note(text="two"), when=NOON)
        assert session.path != other.path
    session.close()
    with Session.resume(session.path, QuickDisk()) as again:
        assert [each["text"] for each in as_dicts(again)] == ["one", "two"]


def test_a_clock_before_1970_and_a_broken_name_are_written(tmp_path: Path) -> None:
    session = Session.new({"game": "ascent", "players": ["\ud800"]}, tmp_path, NOON, QuickDisk())
    session.play(Note(text="early"), when=-5.0)
    session.close()
    lines = load(session.path.read_bytes()).lines
    assert lines[0].raw["players"] == ["\ud800"]
    assert lines[1].when is None
