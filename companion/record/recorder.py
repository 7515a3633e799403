"""The recorder: a header and events come in, each is on the disk, sealed, before the call returns.

One write of one whole line, then fsync. When the disk refuses, the lines wait in memory and go out in order
with the next one or with `retry`. A record is locked while it is open: only one program writes it. When the
file was deleted, replaced or changed by somebody else meanwhile, the whole record is written anew.
"""

import errno
import fcntl
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games.values import BadRecord
from companion.locale import Locale, ToldError
from companion.record.history import Mend, cut_unplayable
from companion.record.lines import START, Line, Loaded, load, read_record, seal
from storage import free_name, make_folder, replace_file, sync_folder

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_DAMAGED = ".damaged"  # the end of the name of a record that another took the place of
_MOST_DIGITS = 6  # of the number in a name
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


class RecordRefused(ToldError):
    """A record that cannot be opened for writing."""

    def said(self, locale: Locale) -> str:
        return locale.say(f"disk.{self.key}", **self.facts)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the disk refuses: a key of the [disk] sentences, and the system's reason."""

    key: str
    reason: str


class Disk:
    """The few calls that touch the disk; tests pass one that fails."""

    def open(self, path: Path, flags: int) -> int:
        return os.open(path, flags | os.O_CLOEXEC, 0o644)

    def write(self, descriptor: int, data: bytes) -> int:
        """Append; the answer may be less than all."""
        return os.write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def truncate(self, descriptor: int, size: int) -> None:
        os.ftruncate(descriptor, size)


class Recorder:
    """One record being written; use it as a context manager or call `close`."""

    def __init__(self, path: Path, disk: Disk | None = None) -> None:
        self.path = path
        self.disk = disk or Disk()
        self.trouble: Trouble | None = None
        self.rewritten = 0  # how often somebody else touched the file, so that all was written anew
        self._descriptor: int | None = None
        self._exists = False
        self._listed = False  # whether the file's name is certainly in its folder
        self._lines: list[bytes] = []  # the whole record
        self._sent = 0  # how many of them are certainly on the disk
        self._end = 0  # where those end in the file
        self._dirty = False  # whether there may be bytes behind that end
        self._stamp = 0  # when the file last changed by us
        self._check = START

    @classmethod
    def create(
        cls, path: Path, header: Mapping[str, Any], when: float, disk: Disk | None = None
    ) -> "Recorder":
        """A new record with its header; when the disk refuses, it is made as soon as it can be.

        If the name is taken already, `path` becomes one that is not.
        """
        recorder = cls(path, disk)
        recorder.append(header, when)
        return recorder

    @classmethod
    def copy(cls, path: Path, lines: Iterable[Line], disk: Disk | None = None) -> "Recorder":
        """A new record with these lines, sealed anew; raises RecordRefused where the disk has no room."""
        recorder = cls(path, disk)
        for line in lines:
            recorder._queue(line.raw, line.when or 0)
        if not recorder.retry():
            recorder._let_go()
            path.unlink(missing_ok=True)
            raise RecordRefused("cannot-seal", path=path.name)
        return recorder

    @classmethod
    def resume(
        cls, path: Path, disk: Disk | None = None, mend: Mend = Mend.REFUSE
    ) -> "tuple[Recorder, Loaded]":
        """An existing record opened behind its last whole line; a torn one is cut off.

        Raises RecordRefused when another program writes it, BadRecord when a line is damaged, and OSError.
        """
        recorder = cls(path, disk)
        try:
            loaded = recorder._take_over(mend)
        except BaseException:
            recorder.close()
            raise
        return recorder, loaded

    def append(self, fields: Mapping[str, Any], when: float) -> bool:
        """Write one line; False when it waits in memory because the disk refused (see `trouble`)."""
        self._queue(fields, when)
        return self.retry()

    @property
    def waiting(self) -> int:
        return len(self._lines) - self._sent

    def retry(self) -> bool:
        """Write what waits; True when everything is on the disk."""
        if not self.waiting and not self._dirty:
            return True
        try:
            self._write_out()
        except OSError as error:
            self.trouble = Trouble(name_trouble(error), error.strerror or str(error))
            if self.trouble.key != "full":
                self._let_go()  # a stick that was pulled out and put back is another file
            return False
        self.trouble = None
        return True

    def move_to(self, folder: Path) -> bool:
        """Write the whole record into another folder and go on there; False when that refuses as well."""
        copy = Recorder(folder / self.path.name, self.disk)
        copy._lines, copy._check = list(self._lines), self._check
        if not copy.retry():
            copy._let_go()
            return False
        self._adopt(copy)
        self.path, self.trouble, self._dirty = copy.path, None, False
        return True

    def _adopt(self, copy: "Recorder") -> None:
        self._let_go()
        self._descriptor, self._check, self._end = copy._descriptor, copy._check, copy._end
        self._lines, self._sent, self._stamp = copy._lines, copy._sent, copy._stamp
        self._exists = self._listed = True

    def close(self) -> None:
        """Try once more to write what waits, and let the record go; may be called twice."""
        self.retry()
        self._let_go()

    def _let_go(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _queue(self, fields: Mapping[str, Any], when: float) -> None:
        try:
            text = json.dumps(fields, ensure_ascii=False).encode()
        except UnicodeEncodeError:  # what UTF-8 cannot hold is written as JSON escapes it
            text = json.dumps(fields).encode()
        line, self._check = seal(text, max(0, round(when * 1000)), self._check)
        self._lines.append(line + b"\n")

    def _write_out(self) -> None:
        """All waiting lines in one write, then fsync; what failed halfway is cut off before the next try."""
        descriptor = self._open()
        if self._dirty:
            self.disk.truncate(descriptor, self._end)
        data = b"".join(self._lines[self._sent :])
        self._dirty = True
        if data and self.disk.write(descriptor, data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.disk.sync(descriptor)
        if not self._listed:
            sync_folder(self.path.parent)
        self._listed, self._dirty = True, False
        self._end += len(data)
        self._sent = len(self._lines)
        self._stamp = os.fstat(descriptor).st_mtime_ns

    def _open(self) -> int:
        if self._descriptor is None and self._exists:
            try:
                self._descriptor = self._open_old()
            except (FileNotFoundError, NotADirectoryError, RecordRefused):
                self._begin_anew()
        if self._descriptor is not None and not self._is_unchanged(self._descriptor):
            self._begin_anew()
        if self._descriptor is None:
            self._descriptor = self._open_new()
        return self._descriptor

    def _begin_anew(self) -> None:
        self._let_go()
        self.rewritten += 1
        self._exists = self._listed = self._dirty = False
        self._sent = self._end = 0

    def _is_unchanged(self, descriptor: int) -> bool:
        """Whether the open file still has the record's name and holds what was written to it."""
        opened = os.fstat(descriptor)
        try:
            named = self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        fits = opened.st_size >= self._end if self._dirty else opened.st_size == self._end
        if not fits or not os.path.samestat(opened, named):
            return False
        if opened.st_mtime_ns == self._stamp:
            return True
        return os.pread(descriptor, self._end, 0) == b"".join(self._lines[: self._sent])

    def _open_new(self) -> int:
        """A new file under a name that was never used, locked."""
        make_folder(self.path.parent)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL
        while True:
            try:
                descriptor = self.disk.open(self.path, flags)
            except FileExistsError:
                self.path = next_name(self.path)
                continue
            self._exists = True
            try:
                lock(descriptor, self.path)
            except BaseException:
                os.close(descriptor)
                raise
            return descriptor

    def _open_old(self) -> int:
        while True:
            descriptor = self.disk.open(self.path, os.O_RDWR | os.O_APPEND)
            try:
                lock(descriptor, self.path)
                if os.path.samestat(os.fstat(descriptor), self.path.stat()):
                    return descriptor
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)  # it was replaced while we waited

    def _take_over(self, mend: Mend) -> Loaded:
        """Lock, read, and make the file end where its last whole line ends."""
        self._exists = True
        try:
            self._descriptor = self._open_old()
        except OSError as error:
            if error.errno not in _READ_ONLY:
                raise
            self.trouble = Trouble(name_trouble(error), error.strerror or str(error))
        data = read_record(self.path)
        loaded = load(data, trusting=mend is Mend.TRUST)
        if mend is Mend.CUT:
            loaded = cut_unplayable(loaded)
        if loaded.fault is not None and (not loaded.lines or not (loaded.torn_bytes or mend is Mend.CUT)):
            raise loaded.fault
        if not loaded.lines:
            raise BadRecord("no-header", line=1)
        if loaded.fault is not None or (mend is Mend.TRUST and load(data).fault is not None):
            replace_file(free_name(self.path.with_name(self.path.name + _DAMAGED)), data)
        if loaded.sealed and mend is not Mend.TRUST:
            self._continue_behind(loaded, data)
        else:
            self._seal_anew(loaded)
        return loaded

    def _continue_behind(self, loaded: Loaded, data: bytes) -> None:
        self._check, self._end, self._listed = loaded.check, loaded.whole_bytes, True
        self._lines, self._sent = [data[: self._end]], 1
        self._dirty = loaded.torn_bytes > 0 or loaded.fault is not None
        if not loaded.ends_line:
            self._lines.append(b"\n")
        if self._descriptor is not None:
            self.retry()

    def _seal_anew(self, loaded: Loaded) -> None:
        """A record without seals, or mended by hand, is written with seals and put in the old one's place."""
        fresh = self.path.with_name(f".{self.path.name}.new")
        fresh.unlink(missing_ok=True)
        try:
            copy = Recorder.copy(fresh, loaded.lines, self.disk)
        except RecordRefused as error:
            raise RecordRefused("cannot-seal", path=self.path.name) from error
        try:
            os.replace(fresh, self.path)
            sync_folder(self.path.parent)
        except BaseException:
            copy._let_go()
            fresh.unlink(missing_ok=True)
            raise
        self._adopt(copy)


def next_name(path: Path) -> Path:
    """Another name when one is taken: `game.jsonl`, `game~2.jsonl`, `game~3.jsonl`."""
    head, dash, number = path.stem.rpartition("~")
    if dash and number.isdecimal() and len(number) <= _MOST_DIGITS:
        return path.with_stem(f"{head}~{int(number) + 1}")
    return path.with_stem(f"{path.stem}~2")


def name_trouble(error: OSError) -> str:
    """Why a disk refuses: the end of the key of its sentence."""
    if error.errno in _FULL:
        return "full"
    return "read-only" if error.errno in _READ_ONLY else "failing"


def lock(descriptor: int, path: Path) -> None:
    """Make this the only program that writes the record; the system lets go when the program ends."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        other = find_lock_holder(os.fstat(descriptor).st_ino)
        key = "locked-unknown" if other is None else "locked"
        raise RecordRefused(key, path=path.name, process=other) from error


def find_lock_holder(inode: int) -> int | None:
    """The process that holds a lock on a file, as Linux tells it."""
    try:
        table = Path("/proc/locks").read_text()
    except OSError:
        return None
    for row in table.splitlines():
        words = row.split()
        if len(words) > 5 and words[1] == "FLOCK" and words[5].endswith(f":{inode}"):
            return int(words[4])
    return None
