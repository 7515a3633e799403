"""Output for a terminal: control characters of names and files are shown, never obeyed."""

import sys
from contextlib import AbstractContextManager, ExitStack, redirect_stderr, redirect_stdout
from typing import IO, Any, cast

_OBEYED = "\n\r\t"  # what the program itself prints to shape its lines
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))  # turn text around
_LINES = {ord(sign): " " for sign in "\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029"}
_SHOWN = {
    code: f"\\u{code:04x}"
    for code in (*range(32), *range(127, 160), *_DIRECTIONS, 0x2028, 0x2029)
    if chr(code) not in _OBEYED
}


class PlainOutput:
    """A text stream on which control characters are written as JSON escapes them."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; the answer counts its characters as they came."""
        self._stream.write(text.translate(_SHOWN))
        return len(text)

    def _writelines(self, lines: list[str]) -> None:
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


def one_line(text: str) -> str:
    """A text that stays within its line."""
    return text.translate(_LINES)
