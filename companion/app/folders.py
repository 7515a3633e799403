"""Where everything is kept, where else there is room (other disks, a USB stick), and who runs on it."""

import fcntl
import logging
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.config import data_folder
from companion.config_keys import Config
from companion.errors import CompanionError
from storage import make_folder

STICK = Path("/run/table-companion-stick")  # where the package's udev rule mounts one
_DESKTOPS = ("media/*/*", "run/media/*/*")  # where a desktop does
_FOLDER = "table-companion"
_PACKAGE = re.compile(r"table-companion_([0-9][0-9A-Za-z.+~-]*)_\w+\.deb")
_SPARE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of the games, decks and pictures, and the files that the app keeps for itself."""

    games: Path
    decks: Path
    pictures: Path
    memory: Path
    plane: Path
    running: Path
    display: Path
    voices: Path
    evenings: Path

    def make(self) -> None:
        """The folder of the games, made where it is missing; a CompanionError tells where it cannot be."""
        try:
            self.games.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CompanionError(
                f"the folder {self.games} for your games cannot be made ({error.strerror}): "
                "set another one under [folders] in the config file, or free the way"
            ) from error

    @classmethod
    def of(cls, config: Config) -> "Folders":
        """As the config says, else where the platform keeps such things."""
        usual = data_folder()
        place = config.folders.place
        return cls(
            place("games", usual),
            place("decks", usual),
            place("pictures", usual),
            usual / "remembered.json",
            usual / "calibration.json",
            usual / "running.pid",
            usual / "display.json",
            usual / "voices",
            usual / "evenings",
        )


_REMOVABLE = ("/media/", "/run/media/", "/mnt/", str(STICK))
_MOUNTS = Path("/proc/mounts")
_ESCAPE = re.compile(r"\\([0-7]{3})")


def find_places(refusing: Path, mounts: str | None = None, home: Path | None = None) -> tuple[Path, ...]:
    """Folders on other disks than the refusing one that can be written, sticks first."""
    if mounts is None:
        with suppress(OSError):
            mounts = _MOUNTS.read_text(encoding="utf-8", errors="replace")
    sticks = [place for place in list_mounts(mounts or "") if str(place).startswith(_REMOVABLE)]
    places = (*sticks, home or Path(os.environ.get("HOME") or "/"))
    others = (place for place in places if not _on_same_disk(place, refusing))
    return tuple(place for place in others if place.is_dir() and os.access(place, os.W_OK))


def list_mounts(mounts: str) -> Iterable[Path]:
    """The folders on which something is mounted, as /proc/mounts lists them."""
    for line in mounts.splitlines():
        words = line.split(" ")
        if len(words) > 1:
            yield Path(_ESCAPE.sub(lambda found: chr(int(found[1], 8)), words[1]))


def _on_same_disk(place: Path, refusing: Path) -> bool:
    there = next((each for each in (refusing, *refusing.parents) if each.exists()), None)
    try:
        return there is not None and place.stat().st_dev == there.stat().st_dev
    except OSError:
        return True


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


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick that is plugged in: where it is, and what people call it."""

    path: Path
    name: str

    @property
    def free_bytes(self) -> int:
        return shutil.disk_usage(self.path).free


def find_stick(root: Path = Path("/")) -> Stick | None:
    """The stick that is plugged in now, if it can be written."""
    own = root / STICK.relative_to("/")
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
