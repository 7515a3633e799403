"""Game records as lines: bytes of a JSON-lines file come in, numbered objects go out, with memory bounded."""

import json
from collections.abc import Iterator
from typing import Any, Protocol

from companion.games.values import BadRecord

MOST_BYTES = 1_000_000  # of one line; a header with every name and height stays far below


class Lines(Protocol):
    """Whatever gives bytes line by line, as an open file."""

    def readline(self, limit: int, /) -> bytes:
        """The next line with its end, at most so many bytes of it; nothing at the end."""


def read_lines(stream: Lines) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line that is not blank with its number; raises BadRecord whose facts tell the line."""
    number = 0
    while True:
        raw = stream.readline(MOST_BYTES + 1)
        if not raw:
            return
        number += 1
        try:
            text = decode(raw, first=number == 1)
            if text:
                yield number, parse(text)
        except BadRecord as error:
            error.facts["line"] = number
            raise


def decode(raw: bytes, *, first: bool) -> str:
    """A line as text, without a byte order mark and the end of line."""
    if len(raw) > MOST_BYTES:
        raise BadRecord("line-long", most=MOST_BYTES)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord("not-utf8", column=error.start + 1) from error
    return (text.removeprefix("\ufeff") if first else text).strip()


def parse(text: str) -> dict[str, Any]:
    """A JSON object; a field given twice and numbers that JSON does not have are refused."""
    try:
        value = DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise BadRecord("not-json", column=error.colno) from error
    except BadRecord:
        raise
    except (RecursionError, ValueError) as error:  # nested too deep, or a number of thousands of digits
        raise BadRecord("not-json", column=1) from error
    if not isinstance(value, dict):
        raise BadRecord("not-object")
    return value


def single_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object none of whose fields is given twice."""
    table: dict[str, Any] = {}
    for name, value in pairs:
        if name in table:
            raise BadRecord("field-twice", field=name)
        table[name] = value
    return table


def refuse_constant(name: str) -> float:
    """NaN and the infinities are not JSON."""
    raise BadRecord("not-json-number", number=name)


DECODER = json.JSONDecoder(object_pairs_hook=single_fields, parse_constant=refuse_constant)
