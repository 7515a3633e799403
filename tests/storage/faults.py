"""Faults of the disk: the n-th call that touches it fails, once or from then on, with the error one likes."""

import errno
import fcntl
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ERRORS = (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EINTR, errno.EMFILE)
CALLS = (
    *((os, name) for name in ("open", "write", "fsync", "ftruncate", "replace", "mkdir")),
    *((fcntl, "flock"), (io, "open")),
)


@dataclass(frozen=True)
class Fault:
    """Which call fails (counted from 1; 0 none), how, and whether all later ones do."""

    number: int = 0
    error: int = 0
    for_ever: bool = False

    def hits(self, number: int) -> bool:
        return number == self.number or (self.for_ever and number > self.number > 0)

    def __str__(self) -> str:
        after = " and all later ones" if self.for_ever else ""
        return f"call {self.number}{after}: {errno.errorcode.get(self.error, 'none')}"


@dataclass
class Disk:
    """What was called, and which of it fails; `whole` again ends the fault."""

    fault: Fault = field(default_factory=Fault)
    called: list[str] = field(default_factory=list)

    def call(self, name: str, real: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        self.called.append(name)
        if self.fault.hits(len(self.called)):
            raise OSError(self.fault.error, os.strerror(self.fault.error))
        return real(*arguments, **more)

    def mend(self) -> None:
        self.fault = Fault()


@contextmanager
def faulty_disk(fault: Fault) -> Iterator[Disk]:
    """A disk on which one call fails."""
    with watched_disk(Disk(fault)) as disk:
        yield disk


@contextmanager
def watched_disk(disk: Disk) -> Iterator[Disk]:
    """Every call of this process that touches the disk passes here."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in CALLS:
            patch.setattr(module, name, _counted(disk, name, getattr(module, name)))
        yield disk


def _counted(disk: Disk, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments, **more: disk.call(name, real, *arguments, **more)


def every_fault(folder: Path, work: Callable[[Path, Disk], object]) -> Iterator[tuple[Fault, Path]]:
    """Each fault that can meet a piece of work, with an empty folder for it; none of them leaks a file."""
    dry = folder / "dry"
    dry.mkdir()
    with faulty_disk(Fault()) as disk:
        work(dry, disk)
    for number in range(1, len(disk.called) + 1):
        for error in ERRORS:
            for for_ever in (False, True):
                place = folder / f"{number}-{error}-{for_ever}"
                place.mkdir()
                yield Fault(number, error, for_ever), place


def open_files() -> set[str]:
    """The files that this process holds open."""
    found = set()
    for name in os.listdir("/proc/self/fd"):
        try:
            found.add(f"{name} {os.readlink(f'/proc/self/fd/{name}')}")
        except FileNotFoundError:  # the listing's own
            continue
    return found
