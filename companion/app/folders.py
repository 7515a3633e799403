"""Where everything is kept, where else there is room, and the one companion that may run on it."""

import fcntl
import logging
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.config import data_folder
from companion.config_keys import Config
from companion.errors import CompanionError
from companion.stick import STICK
from storage.files import make_folder


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
