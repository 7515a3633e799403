"""Which Raspberry Pi this is and how much memory it has, as the kernel tells it."""

import platform
import re
from pathlib import Path

SMALL_MEGABYTES = 700  # a Zero 2 W, a 3A+: 512 MB, of which the firmware and the screen take a part
LARGE_MEGABYTES = 1700  # from here on the sensor's whole resolution fits three times beside everything else


def board_model(root: Path = Path("/")) -> str:
    """The model as the firmware names it; an empty text on another machine."""
    path = root / "proc/device-tree/model"
    return path.read_text(errors="replace").rstrip("\0") if path.exists() else ""


def memory_megabytes(root: Path = Path("/")) -> int:
    """All the memory that Linux has; 0 when it does not tell."""
    path = root / "proc/meminfo"
    found = re.search(r"^MemTotal:\s+(\d+) kB", path.read_text(), re.MULTILINE) if path.exists() else None
    return int(found[1]) // 1024 if found else 0


def is_32_bit() -> bool:
    """Whether this Python cannot use the wheels: there are none for a 32-bit ARM."""
    return platform.machine().startswith("arm") or platform.architecture()[0] == "32bit"
