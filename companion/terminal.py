"""The terminal: control characters are shown, never obeyed; standard error gets the log, no chatter."""

import logging
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import IO, Any, cast

_OBEYED = "\n\r\t"  # what the program itself prints to shape its lines
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))  # turn text around
_SHOWN = {
    code: f"\\u{code:04x}"
    for code in (*range(32), *range(127, 160), *_DIRECTIONS, 0x2028, 0x2029)
    if chr(code) not in _OBEYED
}
JOURNAL = "journalctl -u companion -b"  # how the service's log is read
SERVICE = "usr/lib/systemd/system/companion.service"
_PLAIN = "%(levelname)s %(name)s: %(message)s"
_STDERR = 2  # the stream as the libraries below Python know it


class PlainOutput:
    """A text stream on which control characters are written as JSON escapes them."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; the answer counts its characters as they came."""
        self._stream.write(text.translate(_SHOWN))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def plain_output() -> AbstractContextManager[object]:
    """While it is open, what this program prints cannot steer the terminal."""
    stack = ExitStack()
    stack.enter_context(redirect_stdout(cast(IO[str], PlainOutput(sys.stdout))))
    stack.enter_context(redirect_stderr(cast(IO[str], PlainOutput(sys.stderr))))
    return stack


def start_logging(level: str, environment: Mapping[str, str] = os.environ) -> None:
    """Write lines of this level and above to standard error; the journal adds the time by itself."""
    in_journal = "JOURNAL_STREAM" in environment
    logging.basicConfig(
        stream=sys.stderr,
        level=level.upper(),
        format=_PLAIN if in_journal else f"%(asctime)s {_PLAIN}",
        force=True,
    )


def find_log(root: Path = Path("/")) -> str:
    """The command that shows the log where the service is installed; empty: it is on the terminal."""
    return JOURNAL if (root / SERVICE).exists() else ""


@contextmanager
def silence_stderr() -> Iterator[None]:
    """Let libraries below Python write nothing: some print lines where there is no sound card or desktop."""
    sys.stderr.flush()
    kept, nowhere = os.dup(_STDERR), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _STDERR)
    try:
        yield
    finally:
        os.dup2(kept, _STDERR)
        os.close(kept)
        os.close(nowhere)
