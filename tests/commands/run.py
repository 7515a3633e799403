"""Running a command inside the test: arguments come in, exit code and both outputs go out."""

import io
from dataclasses import dataclass

import pytest

from companion.cli import main


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


class BytesIn(io.TextIOWrapper):
    """A standard input made of bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *words: object) -> Ran:
    """`companion WORDS...`, with argparse's exits turned into their codes."""
    try:
        code = main([str(word) for word in words])
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return Ran(code, captured.out, captured.err)
