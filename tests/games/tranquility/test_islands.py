"""The Islands' names, and that reading strange ones costs no memory."""

import gc
import json
import tracemalloc

import pytest

from companion.games.tranquility.board import island_number
from companion.record.history import judge_lines
from companion.record.lines import LineReader


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("island-1", 1),
        ("island-80", 80),
        ("island-81", None),
        ("island-01", None),
        ("wild", None),
        ("", None),
    ],
)
def test_the_number_of_an_island(name: str, number: int | None) -> None:
    assert island_number(name) == number


class Lines:
    """A record with one illegal event of a long name after another."""

    def __init__(self, count: int) -> None:
        header = {"record": 1, "game": "tranquility", "players": ["Ann", "Ben"]}
        places = ({"do": "place", "card": f"{n}" * 50_000, "at": "1.1"} for n in range(count))
        self._lines = iter([json.dumps(each).encode() + b"\n" for each in (header, *places)])

    def readline(self, limit: int, /) -> bytes:
        return next(self._lines, b"")


def test_strange_names_are_not_kept() -> None:
    """Sixty names of fifty thousand letters each; the names stay nowhere once they are judged."""
    lines = Lines(60)
    tracemalloc.start()
    for _ in judge_lines(LineReader(lines, print)):
        pass
    del lines
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < 1_000_000
