"""Whole files: written so that a power cut leaves the old one or the new one, read up to a size."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NEW = ".new"  # the end of a draft's name; its beginning is a dot, so that no list of games shows it


class FileTooLarge(ValueError):
    """A file with more bytes than it can rightly have."""

    def __init__(self, path: Path, most_bytes: int) -> None:
        super().__init__(f"{path} has more than {most_bytes} bytes")
        self.path = path
        self.most_bytes = most_bytes


def read_file(path: Path, most_bytes: int) -> bytes:
    """All bytes of a file; raises FileTooLarge before more than `most_bytes` are in memory."""
    with path.open("rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise FileTooLarge(path, most_bytes)
    return data


def replace_file(path: Path, data: bytes) -> None:
    """Put a file in its place, whole and on the disk when the call returns."""
    with replacing_file(path) as descriptor:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]


@contextmanager
def replacing_file(path: Path) -> Iterator[int]:
    """A descriptor of a draft, which takes the file's place when the block ends well, and vanishes else."""
    make_folder(path.parent)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}{_NEW}")
    try:
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        try:
            yield descriptor
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def keep_copy(path: Path, copy: Path) -> None:
    """Keep a file under a second name as it is now, whatever later takes its place under the first."""
    replace_file(copy, path.read_bytes())


def free_name(path: Path) -> Path:
    """The path itself, or where a file lies there already one with a number: `a~2.zip`."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}~{number}")
    return free


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, each one's name safe in the folder that holds it."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
        sync_folder(each.parent)
    if not missing and not folder.is_dir():
        folder.mkdir()  # raises what is wrong with it


def sync_folder(folder: Path) -> None:
    """Return when the folder's list of names is on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
