"""The running companion: it holds a lock on a file that tells its process, for `companion bundle`."""

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from storage.files import make_folder

logger = logging.getLogger(__name__)
_MOST_DIGITS = 10


@contextmanager
def running_instance(file: Path) -> Iterator[bool]:
    """Be the running companion; False where another is, or the disk refuses: then nobody can ask us."""
    descriptor = None
    try:
        make_folder(file.parent)
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        is_running = True
    except OSError as error:
        logger.warning("`companion bundle` will not find this companion: %s", error)
        is_running = False
    try:
        yield is_running
    finally:
        if descriptor is not None:
            with suppress(OSError):
                if is_running:
                    os.ftruncate(descriptor, 0)
            os.close(descriptor)


def find_running(file: Path) -> int | None:
    """The process of the running companion; a number without a lock on it is an old one and tells nothing."""
    try:
        with file.open("rb") as opened:
            with suppress(BlockingIOError):
                fcntl.flock(opened.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
                return None
            digits = opened.read(_MOST_DIGITS)
    except OSError:
        return None
    return int(digits) if digits.isdigit() and int(digits) > 1 else None
