"""Short texts for records: a header and events as few words come in, what `companion judge --json` says goes out.

An event is its `do`, the fields that it always has, then others as key=value: `place green-5 1.1 goat=true`,
`start Ann:3,Ben:5`, `herd 1.1,2.1`. A line that begins with a brace stands as it is.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.commands.run import Ran, run

FIELDS = {
    "place": ("card", "at"),
    "campfire": ("card", "at", "to"),
    "herd": ("path",),
    "count": ("player", "hand", "pile"),
    "note": ("text",),
    "start": ("split",),
    "monster": ("at",),
    "rotate": ("at",),
    "storm": ("player", "colour"),
    "flip": ("player",),
    "day": ("approach",),
    "trick": ("cards",),
    "approach": ("card",),
}
LISTS = ("path", "approach", "cards")


@dataclass(frozen=True)
class Judged:
    """What came of a record: every verdict, the summary if there is one, the exit code and the complaint."""

    verdicts: list[dict[str, Any]]
    summary: dict[str, Any] | None
    code: int
    err: str


class Judge:
    """`companion judge --json` on a record of short texts."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def __call__(self, header: dict[str, Any] | str, *events: str, words: tuple[str, ...] = ()) -> Judged:
        """Judge a record; a header's `record` may be left out."""
        opening = header if isinstance(header, str) else json.dumps({"record": 1, **header})
        return self.raw("\n".join([opening, *map(line, events)]).encode() + b"\n", words)

    def raw(self, data: bytes, words: tuple[str, ...] = ()) -> Judged:
        """Judge the bytes of a record."""
        path = self.folder / "game.jsonl"
        path.write_bytes(data)
        return read(run(self.capsys, "judge", "--json", *words, path))


def read(ran: Ran) -> Judged:
    """The printed objects, the summary apart."""
    printed = [json.loads(each) for each in ran.out.splitlines()]
    summary = printed.pop() if printed and "end" in printed[-1] else None
    return Judged(printed, summary, ran.code, ran.err)


def line(text: str) -> str:
    """The record's line for a short text."""
    if text.startswith("{") or not text.strip():
        return text
    do, *rest = text.split(" ")
    event: dict[str, Any] = {"do": do}
    names = list(FIELDS.get(do, ()))
    for word in rest:
        key, eq, value = word.partition("=")
        name, said = (key, value) if eq else (names.pop(0), word)
        event[name] = value_of(name, said.replace("_", " ") if name == "at" else said)
    return json.dumps(event)


def value_of(name: str, text: str) -> Any:
    """A field's value: a list, an object of pairs, JSON, else the text itself."""
    if name in LISTS:
        return text.split(",") if text else []
    if name in ("split", "from_pile"):
        pairs = (pair.split(":") for pair in text.split(",") if pair)
        return {who: int(cards) for who, cards in pairs}
    try:
        return text if name in ("at", "to") else json.loads(text)
    except json.JSONDecodeError:
        return text


def facts(verdict: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Those facts of a verdict that a case speaks of; `rules` as one text."""
    said = {**verdict, "rules": " ".join(verdict["rules"])}
    return {key: said.get(key, "absent") for key in expected}
