"""The machine: which Raspberry Pi, how much memory, and the mains' frequency of its country."""

import os
import re
from collections.abc import Mapping
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


# Countries with 60 hertz; everywhere else it is 50 (Japan has both, Tokyo 50).
_SIXTY_HERTZ = """
AG AI AS AW BB BM BR BS BZ CA CO CR CU CW DO EC FM GT GU GY HN HT KN KR KY LR MF MH MP MS
MX NI PA PE PH PR PW SA SR SV SX TC TT TW UM US VE VG VI
"""
_SIXTY = frozenset(_SIXTY_HERTZ.split())
_ZONES = "usr/share/zoneinfo/zone.tab"


def guess_mains(root: Path = Path("/"), environment: Mapping[str, str] | None = None) -> int:
    """50 or 60: by the time zone's country, else by the language's."""
    environment = os.environ if environment is None else environment
    country = _zone_country(root) or _language_country(environment)
    return 60 if country in _SIXTY else 50


def _zone_country(root: Path) -> str:
    zone = _zone(root)
    table = root / _ZONES
    if not zone or not table.exists():
        return ""
    for line in table.read_text(encoding="utf-8", errors="replace").splitlines():
        parts = line.split("\t")
        if len(parts) > 2 and parts[2] == zone:
            return parts[0]
    return ""


def _zone(root: Path) -> str:
    name, link = root / "etc/timezone", root / "etc/localtime"
    if name.exists():
        return name.read_text(errors="replace").strip()
    return str(link.readlink()).partition("zoneinfo/")[2] if link.is_symlink() else ""


def _language_country(environment: Mapping[str, str]) -> str:
    language = environment.get("LC_ALL") or environment.get("LANG") or ""
    found = re.match(r"[a-z]{2,3}_([A-Z]{2})", language)
    return found[1] if found else ""
