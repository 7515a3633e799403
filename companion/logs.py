"""Standard error: the log of what an owner wants to know afterwards, and silence where libraries chatter."""

import logging
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

JOURNAL = "journalctl -u companion -b"  # how the service's log is read
SERVICE = "usr/lib/systemd/system/companion.service"
_PLAIN = "%(levelname)s %(name)s: %(message)s"


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
