"""The file of a kept evening: what was read and what people confirmed, line by line as it happens.

Each line is on the disk before the next is written: a pulled plug costs the last line at most. Nobody waits
for it; pictures are cut out and lines are written in a thread of its own.
"""

import base64
import binascii
import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from companion import __version__
from companion.errors import CompanionError
from companion.locale import Locale, load_locale
from storage.files import free_name, make_folder, sync_folder

MOST_BYTES = 300_000_000  # of one evening
_MOST_LINE_BYTES = 20_000_000
_MOST_WAITING = 20  # looks that wait for a slow disk; further ones are dropped
_FORMAT = 1
NAMES = "evening-*.jsonl"
Line = Mapping[str, Any]
logger = logging.getLogger(__name__)


class BadEvening(CompanionError, ValueError):
    """A file that is no evening, or a damaged one: a key of the [evening] sentences, and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts = key, facts

    def __str__(self) -> str:
        return self.said(load_locale("en"))

    def said(self, locale: Locale) -> str:
        return locale.say(f"evening.{self.key}", **self.facts)


class EveningFile:
    """A file that grows until the evening ends, it is as large as it may be, or the disk refuses."""

    def __init__(self, folder: Path, when: float, most_bytes: int = MOST_BYTES) -> None:
        make_folder(folder)
        name = time.strftime("evening-%Y%m%d-%H%M%S.jsonl", time.localtime(when))
        self.path = free_name(folder / name)
        self.full = False  # nothing more is kept
        self._size, self._most = 0, most_bytes
        self._descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        sync_folder(folder)
        self._jobs: SimpleQueue[Callable[[], Line] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="evening", daemon=True)
        self._thread.start()
        self.add(lambda: {"evening": _FORMAT, "version": __version__, "when": round(when)})

    def add(self, make: Callable[[], Line]) -> None:
        """Let the thread make a line and write it; too many that wait mean a disk that is too slow."""
        if not self.full and self._jobs.qsize() < _MOST_WAITING:
            self._jobs.put(make)

    def close(self) -> None:
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join(timeout=5.0)

    def _work(self) -> None:
        while (make := self._jobs.get()) is not None:
            if self.full:
                continue
            try:
                self._write(make())
            except OSError as error:
                logger.warning("the evening is kept no further: %s", error)
                self.full = True
            except Exception:  # a picture that cannot be cut costs its own line, not the evening
                logger.exception("a line of the evening")
        os.close(self._descriptor)

    def _write(self, line: Line) -> None:
        rest = memoryview(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._size += len(rest)
        if self._size > self._most:
            logger.warning("the evening is as large as it may be: %s", self.path)
            self.full = True
            return
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        os.fsync(self._descriptor)


def list_evenings(folder: Path) -> list[Path]:
    """The kept evenings, the latest first."""
    return sorted(folder.glob(NAMES), reverse=True)


def read_lines(path: Path) -> Iterator[Line]:
    """The lines of an evening after its head; a last one that was cut off is left out. Raises BadEvening."""
    try:
        with path.open("rb") as file:
            yield from _read_all(file, path)
    except OSError as error:
        raise BadEvening("unreadable", file=path, reason=error.strerror or str(error)) from error


def _read_all(file: Any, path: Path) -> Iterator[Line]:
    number = size = 0
    while data := file.readline(_MOST_LINE_BYTES + 1):
        number, size = number + 1, size + len(data)
        if len(data) > _MOST_LINE_BYTES or size > MOST_BYTES:
            raise BadEvening("too-large", file=path)
        if not data.endswith(b"\n"):
            if number == 1:
                raise BadEvening("not-ours", file=path)
            return  # the plug was pulled
        line = _parse(data, path, number)
        if number == 1:
            if line.get("evening") != _FORMAT:
                raise BadEvening("not-ours", file=path)
        else:
            yield line
    if number == 0:
        raise BadEvening("not-ours", file=path)


def _parse(data: bytes, path: Path, number: int) -> Line:
    try:
        line = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _bad_line(path, number) from error
    if not isinstance(line, dict):
        raise _bad_line(path, number)
    return line


def _bad_line(path: Path, number: int) -> BadEvening:
    return (
        BadEvening("not-ours", file=path) if number == 1 else BadEvening("bad-line", file=path, line=number)
    )


def pack(data: bytes) -> str:
    """A picture as a text."""
    return base64.b64encode(data).decode()


def unpack(text: Any) -> bytes:
    """The picture that a text stands for; raises ValueError for any other."""
    if not isinstance(text, str):
        raise ValueError("no picture")
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("no picture") from error
