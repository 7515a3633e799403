"""Which Raspberry Pi this is and how much memory it has, as the kernel tells it."""

import re
from pathlib import Path

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
