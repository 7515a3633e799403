"""Quiet: what system libraries would write to the terminal while a device is looked for goes nowhere."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_STDERR = 2  # the stream as the libraries below Python know it


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
