"""Loading a kept record: its bytes come in; out go the lines that stand, and what was torn or changed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.games.match import Match
from companion.games.values import BadRecord
from companion.record.judging import Judged, judge_lines
from companion.record.lines import MOST_BYTES, decode, parse
from companion.record.seals import START, Sealed, trim, unseal
from storage.files import FileTooLarge, read_file

MOST_RECORD_BYTES = 8_000_000  # a long evening with every question answered stays below 300,000
YEAR_9999 = 253_370_000_000_000  # in milliseconds; no calendar here goes further


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record: its number, its fields, when it was written if known, what stands before it."""

    number: int
    raw: dict[str, Any]
    when: float | None
    start: int = 0  # bytes before it
    before: int = START  # the check of the line before it


@dataclass(frozen=True, slots=True)
class Fault:
    """The first line that cannot be trusted: its number, and a key of the [record] sentences with facts."""

    line: int
    error: BadRecord


@dataclass(frozen=True, slots=True)
class Loaded:
    """What stands of a record: its lines, their length in bytes, the last check, the bytes torn off.

    A last line that was written to its end and cannot be verified is torn and at fault.
    """

    lines: tuple[Line, ...]
    whole_bytes: int
    sealed: bool
    check: int = START
    ends_line: bool = True
    torn_bytes: int = 0
    torn_line: int = 0
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A line's bytes as they lie in the file; the last one may lack its end."""

    number: int
    data: bytes
    start: int
    ended: bool


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record played again: the match where it ends, each event judged, and when each was written."""

    header: dict[str, Any]
    began: float | None
    match: Match
    judged: tuple[Judged, ...]
    times: tuple[float | None, ...]

    @classmethod
    def of(cls, lines: tuple[Line, ...]) -> "Replayed":
        """The game that a record's lines tell; raises BadRecord."""
        numbered = iter([(line.number, line.raw) for line in lines])
        first, *rest = judge_lines(numbered)
        judged = tuple(each for each in rest if isinstance(each, Judged))
        match = judged[-1].match if judged else first
        if not isinstance(match, Match):
            raise TypeError("a judgement begins with its match")
        return cls(lines[0].raw, lines[0].when, match, judged, tuple(line.when for line in lines[1:]))


def read_record(path: Path) -> bytes:
    """A record's bytes; raises BadRecord for a file that is larger than any game, and OSError."""
    try:
        return read_file(path, MOST_RECORD_BYTES)
    except FileTooLarge as error:
        raise BadRecord("record-long", line=1, most=MOST_RECORD_BYTES) from error


def cut(data: bytes) -> Iterator[Piece]:
    """The file's lines."""
    start = number = 0
    while start < len(data):
        number += 1
        end = data.find(b"\n", start)
        ended = end >= 0
        stop = end if ended else len(data)
        yield Piece(number, data[start:stop], start, ended)
        start = stop + 1


def load(data: bytes, *, trusting: bool = False) -> Loaded:
    """What stands of a record; with `trusting` the seals are not checked (it was mended by hand)."""
    pieces = list(cut(data))
    sealed = any(unseal(trim(piece.data, first=piece.number == 1)) for piece in pieces)
    lines: list[Line] = []
    check = START
    for piece in pieces:
        try:
            line, check = read_piece(piece, check, sealed=sealed, trusting=trusting)
        except BadRecord as error:
            kept = Loaded(tuple(lines), piece.start, sealed, check)
            if piece.ended:
                kept = replace(kept, fault=Fault(piece.number, error))
            is_last = sealed and not trusting and not data[piece.start + len(piece.data) :].strip()
            if is_last or not piece.ended:
                kept = replace(kept, torn_bytes=len(data) - piece.start, torn_line=piece.number)
            return kept
        if line is not None:
            lines.append(line)
    return Loaded(tuple(lines), len(data), sealed, check, ends_line=not pieces or pieces[-1].ended)


def cut_unplayable(loaded: Loaded) -> Loaded:
    """What stands before the first line that is no event of the game."""
    error = find_unplayable(loaded.lines)
    if error is None:
        return loaded
    line = next(line for line in loaded.lines if line.number == error.facts["line"])
    lines = tuple(each for each in loaded.lines if each.number < line.number)
    return Loaded(lines, line.start, loaded.sealed, line.before, fault=Fault(line.number, error))


def find_unplayable(lines: tuple[Line, ...]) -> BadRecord | None:
    """What is wrong with the first line that is no event of the game; its facts tell the line."""
    if not lines:
        return None
    try:
        for _ in judge_lines(iter([(line.number, line.raw) for line in lines])):
            continue
    except BadRecord as error:
        return error
    return None


def read_piece(piece: Piece, before: int, *, sealed: bool, trusting: bool) -> tuple[Line | None, int]:
    """One line and its check; raises BadRecord when it is no line of a record or not as it was written."""
    data = trim(piece.data, first=piece.number == 1)
    found = unseal(data)
    if sealed and not trusting and data.strip():
        check_seal(found, before)
    if len(data) > MOST_BYTES:
        raise BadRecord("line-long", most=MOST_BYTES)
    text = decode(data, first=False)
    when = found.milliseconds / 1000 if found and 0 < found.milliseconds < YEAR_9999 else None
    line = Line(piece.number, parse(text), when, piece.start, before) if text else None
    return line, found.check if found else before


def check_seal(found: Sealed | None, before: int) -> None:
    """The line carries a seal and is as it was written."""
    if found is None:
        raise BadRecord("seal-missing")
    if not found.holds(before):
        raise BadRecord("seal-broken")
