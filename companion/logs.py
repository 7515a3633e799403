"""The log: one line for each thing that an owner may want to know afterwards, on standard error."""

import logging
import os
import sys
from collections.abc import Mapping
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
