"""The USB stick: found where the system mounts one, written and synced, and what may be taken from it."""

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

STICK = Path("/run/table-companion-stick")  # where the package's udev rule mounts one
_DESKTOPS = ("media/*/*", "run/media/*/*")  # where a desktop does
_FOLDER = "table-companion"
_PACKAGE = re.compile(r"table-companion_([0-9][0-9A-Za-z.+~-]*)_\w+\.deb")
_SPARE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick that is plugged in: where it is, and what people call it."""

    path: Path
    name: str

    @property
    def free_bytes(self) -> int:
        return shutil.disk_usage(self.path).free


def find_stick(root: Path = Path("/"), stick: Path = STICK) -> Stick | None:
    """The stick that is plugged in now, if it can be written."""
    own = root / stick.relative_to("/")
    places = [own] if os.path.ismount(own) or (root != Path("/") and own.is_dir()) else []
    places += [path for pattern in _DESKTOPS for path in sorted(root.glob(pattern)) if path.is_dir()]
    return next((Stick(path, _name(path)) for path in places if os.access(path, os.W_OK)), None)


def _name(path: Path) -> str:
    if path.name != STICK.name:
        return path.name
    try:
        mounts = Path("/proc/self/mounts").read_text(errors="replace").splitlines()
    except OSError:
        return "USB"
    device = next((line.split()[0] for line in mounts if line.split()[1:2] == [str(path)]), "USB")
    return Path(device).name


def write_report(stick: Stick, name: str, texts: Mapping[str, str], files: Sequence[Path]) -> Path:
    """Write texts and copies of files into a folder of their own, synced; an OSError says why not."""
    needed = sum(len(text) for text in texts.values()) + sum(path.stat().st_size for path in files)
    if stick.free_bytes < needed + _SPARE_BYTES:
        raise OSError(28, "No space left on device", str(stick.path))
    folder = stick.path / _FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    for title, text in texts.items():
        _write(folder / title, text.encode())
    for path in files:
        _write(folder / path.name, path.read_bytes())
    os.sync()
    return folder


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def decks_on(path: Path) -> list[Path]:
    """The deck files on a stick, at its top or in our folder."""
    return sorted([*path.glob("*.deck"), *(path / _FOLDER).glob("*.deck")])


def packages_on(path: Path) -> list[Path]:
    """The packages on a stick, the newest last."""
    found = [*path.glob("*.deb"), *(path / _FOLDER).glob("*.deb")]
    return sorted((each for each in found if _PACKAGE.fullmatch(each.name)), key=_version)


def _version(package: Path) -> tuple[tuple[int, ...], str]:
    match = _PACKAGE.fullmatch(package.name)
    text = match[1] if match else ""
    return tuple(int(part) for part in re.findall(r"\d+", text)), text
