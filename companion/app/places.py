"""Where a record can be kept when its own disk refuses: sticks that are put in, and the home."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

_REMOVABLE = ("/media/", "/run/media/", "/mnt/")
_MOUNTS = Path("/proc/mounts")
_ESCAPE = re.compile(r"\\([0-7]{3})")


def find_places(refusing: Path, mounts: str | None = None, home: Path | None = None) -> tuple[Path, ...]:
    """Folders on other disks than the refusing one that can be written, sticks first."""
    listed = _read_mounts() if mounts is None else mounts
    sticks = [place for place in list_mounts(listed) if str(place).startswith(_REMOVABLE)]
    places = (*sticks, home or Path(os.environ.get("HOME") or "/"))
    return tuple(place for place in places if not _on_same_disk(place, refusing) and _is_writable(place))


def _read_mounts() -> str:
    try:
        return _MOUNTS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


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


def _is_writable(place: Path) -> bool:
    return place.is_dir() and os.access(place, os.W_OK)
