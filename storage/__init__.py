"""Files on the disk, for every other package: written whole or not at all, read and unpacked up to a size."""

import json
import os
import secrets
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import Any

_NEW = ".new"  # the end of a draft's name; its beginning is a dot, so that no list of games shows it
_STALE_SECONDS = 3600.0  # a draft so much older than its file was left behind when the plug was pulled


class FileTooLarge(ValueError):
    """A file with more bytes than it can rightly have."""

    def __init__(self, path: Path, most_bytes: int) -> None:
        super().__init__(f"{path} has more than {most_bytes} bytes")
        self.path = path
        self.most_bytes = most_bytes


def at_home(written: str) -> Path:
    """The path that somebody wrote; `~` is a home folder, unless nobody of that name has one."""
    with suppress(RuntimeError):
        return Path(written).expanduser()
    return Path(written)


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
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError) and error.filename in (None, str(draft)):
            error.filename = str(path)  # nobody knows the draft
            del error.filename2
        raise
    sync_folder(path.parent)
    _remove_stale_drafts(path)


def _remove_stale_drafts(path: Path) -> None:
    """Drafts that somebody else may be writing just now stay."""
    with suppress(OSError):
        newest = path.stat().st_mtime
        for draft in path.parent.glob(f".{escape(path.name)}.*{_NEW}"):
            if newest - draft.stat().st_mtime > _STALE_SECONDS:
                draft.unlink()


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


_END = struct.Struct("<4s4H2LH")  # what a zip file ends with: mark, disks, counts, list's size and place
_END_MARK, _LONG_MARK = b"PK\x05\x06", b"PK\x06\x07"
_MOST_TAIL = _END.size + (1 << 16)  # with the longest comment
_MOST_ENTRY_BYTES = 150  # of one file in the list: 46 and its name
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others unpack without a bound
_BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, OSError, EOFError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError, RecursionError, LookupError),
)


class BadArchive(ValueError):
    """A file that is no archive of ours, is damaged, or would unpack to more than it may."""


@dataclass
class Archive:
    """An opened archive that counts what it has given out."""

    _zip: zipfile.ZipFile
    _left: int  # bytes that may still be unpacked

    def names(self) -> list[str]:
        return self._zip.namelist()

    def read(self, name: str, most_bytes: int | None = None) -> bytes:
        """One file's bytes; raises BadArchive before more than is allowed is in memory."""
        most = self._left if most_bytes is None else min(self._left, most_bytes)
        try:
            with self._zip.open(name) as file:
                data = file.read(most + 1)
        except _BROKEN as error:
            raise BadArchive(f"{name}: {_reason(error)}") from error
        if len(data) > most:
            raise BadArchive("it would unpack to more than it may")
        self._left -= len(data)
        return data

    def read_json(self, name: str, most_bytes: int | None = None) -> Any:
        data = self.read(name, most_bytes)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise BadArchive(f"{name} is not JSON: {_reason(error)}") from error


@contextmanager
def open_archive(path: Path, *, most_bytes: int, most_files: int) -> Iterator[Archive]:
    """A zip file of limited size, for reading; raises BadArchive, and FileNotFoundError where none is."""
    try:
        if path.exists() and not path.is_file():
            raise BadArchive("it is no plain file")  # a device has no end
        if path.stat().st_size > most_bytes:
            raise BadArchive("it is too large")
        if _directory_bytes(path) > most_files * _MOST_ENTRY_BYTES:
            raise BadArchive("it holds too many files")
        opened = zipfile.ZipFile(path)
    except (FileNotFoundError, BadArchive):
        raise
    except _BROKEN as error:
        raise BadArchive(_reason(error)) from error
    with opened:
        files = opened.infolist()
        if len(files) > most_files or sum(file.file_size for file in files) > most_bytes:
            raise BadArchive("it would unpack to more than it may")
        if not all(file.compress_type in _METHODS for file in files):
            raise BadArchive("it is packed in another way than ours")
        yield Archive(opened, most_bytes)


def _directory_bytes(path: Path) -> int:
    """How long an archive says that its list of files is: that list is read as a whole."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _MOST_TAIL))
        tail = file.read()
    start = len(tail) - _END.size
    if not (tail[start:].startswith(_END_MARK) and tail.endswith(bytes(2))):
        start = tail.rfind(_END_MARK)
    if start < 0 or len(tail) - start < _END.size:
        raise BadArchive("it is no zip file")
    if _LONG_MARK in tail[max(0, start - 20) : start]:
        raise BadArchive("it is a zip file of more than 4 GB")
    directory: int = _END.unpack_from(tail, start)[5]
    return directory


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
