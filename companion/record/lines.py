"""A record's lines: bytes come in; numbered objects, and what was torn or changed, go out.

A JSON line may end in blanks, and every reader skips them. The program writes `_MARKS` of them, a space for 0
and a tab for 1: the time in milliseconds, then a CRC32 of the line, the time and the line before's check.
"""

import io
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from companion.games.values import BadRecord
from storage import FileTooLarge, read_file

_TIME_BYTES = 6
_CHECK_BYTES = 4
_MARKS = (_TIME_BYTES + _CHECK_BYTES) * 8
_BITS = bytes.maketrans(b"01", b" \t")
_MARKED = bytes.maketrans(b" \t", b"01")
_BOM = b"\xef\xbb\xbf"
START = 0  # the check before a record's first line


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A sealed line taken apart: its text, when it was written (0 if unknown), and its check."""

    body: bytes
    milliseconds: int
    check: int

    @property
    def when(self) -> float | None:
        return self.milliseconds / 1000 if 0 < self.milliseconds < _YEAR_9999 else None

    def holds(self, before: int) -> bool:
        """Whether nothing has changed since it was written behind a line with that check."""
        return self.check == _compute_check(self.body, self.milliseconds, before)


def _compute_check(body: bytes, milliseconds: int, before: int) -> int:
    return zlib.crc32(body + milliseconds.to_bytes(_TIME_BYTES, "big"), before)


def seal(body: bytes, milliseconds: int, before: int) -> tuple[bytes, int]:
    """A line with its seal, without the end of line, and its check."""
    check = _compute_check(body, milliseconds, before)
    number = milliseconds << _CHECK_BYTES * 8 | check
    return body + f"{number:0{_MARKS}b}".encode().translate(_BITS), check


def _unseal(line: bytes) -> _Sealed | None:
    body, marks = line[:-_MARKS], line[-_MARKS:]
    if len(line) <= _MARKS or marks.strip(b" \t") or body[-1:] in (b" ", b"\t"):
        return None
    number = int(marks.translate(_MARKED), 2)
    return _Sealed(body, number >> _CHECK_BYTES * 8, number & (1 << _CHECK_BYTES * 8) - 1)


def _trim(line: bytes, *, first: bool) -> bytes:
    line = line.removesuffix(b"\n").removesuffix(b"\r")
    return line.removeprefix(_BOM) if first else line


MOST_BYTES = 1_000_000  # of one line; a header with every name and height stays far below
MOST_RECORD_BYTES = 8_000_000  # a long evening with every question answered stays below 300,000
_YEAR_9999 = 253_370_000_000_000  # in milliseconds; no calendar here goes further
Tell = Callable[[int, str], object]  # a line's number, and a key of the [record] sentences


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record: its number, its fields, when it was written if known, what stands before it."""

    number: int
    raw: dict[str, Any]
    when: float | None
    start: int = 0  # bytes before it
    before: int = START  # the check of the line before it


class LineReader:
    """Gives the lines that are not blank, one by one; raises BadRecord whose facts tell the line.

    `tell` hears of lines that are not as they were written: from the first sealed line on, or from the
    record's first line when it is known to be sealed.
    """

    def __init__(self, stream: IO[bytes], tell: Tell, *, sealed: bool = False) -> None:
        self._stream, self._tell, self._sealed = stream, tell, sealed
        self._number = self._end = 0
        self.start = 0  # of the line that was read last
        self.check = START  # of the last sealed line that was good

    def __iter__(self) -> Iterator[Line]:
        while raw := self._stream.readline(MOST_BYTES + 2):
            self._number += 1
            self.start, self._end = self._end, self._end + len(raw)
            try:
                line = self._read(_trim(raw, first=self._number == 1))
            except BadRecord as error:
                error.facts["line"] = self._number
                raise
            if line is not None:
                yield line

    def _read(self, data: bytes) -> Line | None:
        if len(data) > MOST_BYTES:
            raise BadRecord("line-long", most=MOST_BYTES)
        found, before = _unseal(data), self.check
        if found is not None and not found.holds(before):
            self._tell(self._number, "seal-broken")
        elif found is None and self._sealed and data.strip():
            self._tell(self._number, "seal-missing")
        try:
            text = data.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            raise BadRecord("not-utf8", column=error.start + 1) from error
        when = None if found is None else found.when
        line = Line(self._number, parse(text), when, self.start, before) if text else None
        if found is not None:
            self._sealed, self.check = True, found.check
        return line


@dataclass(frozen=True, slots=True)
class Loaded:
    """What stands of a record: its lines, their length in bytes, the last check, the bytes torn off.

    A last line that was written to its end and cannot be verified is torn and at fault; the fault's facts
    tell the line.
    """

    lines: tuple[Line, ...]
    whole_bytes: int
    sealed: bool
    check: int = START
    ends_line: bool = True
    torn_bytes: int = 0
    torn_line: int = 0
    fault: BadRecord | None = None


def read_record(path: Path) -> bytes:
    """A record's bytes; raises BadRecord for a file that is larger than any game, and OSError."""
    try:
        return read_file(path, MOST_RECORD_BYTES)
    except FileTooLarge as error:
        raise BadRecord("record-long", line=1, most=MOST_RECORD_BYTES) from error


def load(data: bytes, *, trusting: bool = False) -> Loaded:
    """What stands of a record; with `trusting` the seals are not checked (it was mended by hand)."""
    sealed = any(_unseal(_trim(raw, first=number == 0)) for number, raw in enumerate(data.split(b"\n")))
    strict = sealed and not trusting

    def tell(number: int, key: str) -> None:
        if strict:
            raise BadRecord(key)

    reader = LineReader(io.BytesIO(data), tell, sealed=strict)
    lines: list[Line] = []
    try:
        for line in reader:
            lines.append(line)  # one by one: those before a bad line stand
    except BadRecord as error:
        return _stop_at(Loaded(tuple(lines), reader.start, sealed, reader.check), error, data, strict)
    ends_line = not data or data.endswith(b"\n")
    return Loaded(tuple(lines), len(data), sealed, reader.check, ends_line)


def _stop_at(kept: Loaded, error: BadRecord, data: bytes, strict: bool) -> Loaded:
    end = data.find(b"\n", kept.whole_bytes)
    if end >= 0:
        kept = replace(kept, fault=error)
    if end < 0 or (strict and not data[end:].strip()):
        torn = len(data) - kept.whole_bytes
        kept = replace(kept, torn_bytes=torn, torn_line=int(str(error.facts["line"])))
    return kept


def parse(text: str) -> dict[str, Any]:
    """A JSON object; a field given twice and numbers that JSON does not have are refused."""
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise BadRecord("not-json", column=error.colno) from error
    except BadRecord:
        raise
    except (RecursionError, ValueError) as error:  # nested too deep, or a number of thousands of digits
        raise BadRecord("not-json", column=1) from error
    if not isinstance(value, dict):
        raise BadRecord("not-object")
    return value


def _single_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for name, value in pairs:
        if name in table:
            raise BadRecord("field-twice", field=name)
        table[name] = value
    return table


def _refuse_constant(name: str) -> float:
    raise BadRecord("not-json-number", number=name)


_DECODER = json.JSONDecoder(object_pairs_hook=_single_fields, parse_constant=_refuse_constant)
