"""Seals: a record's line with its time comes in, the same line with a check in blanks at its end goes out.

A JSON line may end in blanks, and every reader skips them. The program writes `MARKS` of them, a space for 0
and a tab for 1: the time in milliseconds, then a CRC32 of the line, the time and the line before's check.
"""

import zlib
from dataclasses import dataclass

_TIME_BYTES = 6
_CHECK_BYTES = 4
MARKS = (_TIME_BYTES + _CHECK_BYTES) * 8
_BITS = bytes.maketrans(b"01", b" \t")
_MARKED = bytes.maketrans(b" \t", b"01")
BOM = b"\xef\xbb\xbf"
START = 0  # the check before a record's first line


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed line taken apart: its text, when it was written (0 if unknown), and its check."""

    body: bytes
    milliseconds: int
    check: int

    def holds(self, before: int) -> bool:
        """Whether nothing has changed since it was written behind a line with that check."""
        return self.check == _compute_check(self.body, self.milliseconds, before)


def _compute_check(body: bytes, milliseconds: int, before: int) -> int:
    return zlib.crc32(body + milliseconds.to_bytes(_TIME_BYTES, "big"), before)


def seal(body: bytes, milliseconds: int, before: int) -> tuple[bytes, int]:
    """A line with its seal, without the end of line, and its check."""
    check = _compute_check(body, milliseconds, before)
    number = milliseconds << _CHECK_BYTES * 8 | check
    return body + f"{number:0{MARKS}b}".encode().translate(_BITS), check


def unseal(line: bytes) -> Sealed | None:
    """A line taken apart, without its end of line; None if it carries no seal."""
    body, marks = line[:-MARKS], line[-MARKS:]
    if len(line) <= MARKS or marks.strip(b" \t") or body[-1:] in (b" ", b"\t"):
        return None
    number = int(marks.translate(_MARKED), 2)
    return Sealed(body, number >> _CHECK_BYTES * 8, number & (1 << _CHECK_BYTES * 8) - 1)


def trim(line: bytes, *, first: bool) -> bytes:
    """A line without what mailers and editors put around it."""
    line = line.removesuffix(b"\n").removesuffix(b"\r")
    return line.removeprefix(BOM) if first else line
