"""The machine: which Raspberry Pi, its memory, the mains of its country, gpiozero's pins."""

import atexit
import logging
import os
import re
import shutil
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LARGE_MEGABYTES = 1700  # from here on the sensor's whole resolution fits three times beside everything else
# The labels of the chips behind the 40 pins: Pi 5, Pi 4, all others. Their numbers change with the kernel.
_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
_CHIP = re.compile(r"gpiochip(\d+)")
_log = logging.getLogger(__name__)


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


def default_factory() -> Any:
    """The pin factory of this machine: lgpio on a Pi; raises where there are no pins."""
    from gpiozero import Device

    with warnings.catch_warnings(), own_corner():
        warnings.simplefilter("ignore")  # each library it tries in vain would print a warning
        if Device.pin_factory is None:
            Device.pin_factory = _lgpio_factory() or Device._default_pin_factory()
    return Device.pin_factory


def chip_numbers(folder: Path = Path("/dev")) -> list[int]:
    """The gpio chips of this machine by number."""
    found = [_CHIP.fullmatch(path.name) for path in folder.glob("gpiochip*")]
    return sorted(int(match[1]) for match in found if match)


def _find_chip(lgpio: Any) -> int | None:
    labels = {number: _label(lgpio, number) for number in chip_numbers()}
    return next((number for label in _LABELS for number in labels if labels[number] == label), None)


def _label(lgpio: Any, number: int) -> str:
    try:
        handle = lgpio.gpiochip_open(number)
    except lgpio.error as error:
        _log.info("gpio chip %d cannot be opened: %s", number, error)
        return ""
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)


def _lgpio_factory() -> Any:
    """The factory on the chip that we found; None when somebody chose another, or there is no lgpio."""
    if os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio") != "lgpio":
        return None
    try:
        import lgpio
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError:
        return None
    chip = _find_chip(lgpio)
    return None if chip is None else LGPIOFactory(chip=chip)


@contextmanager
def own_corner() -> Iterator[None]:
    """Be in a folder of our own for a moment.

    lgpio makes a pipe when it is imported, in LG_WD, and opens it in the current folder: both must be the
    same and writable, which the folder a service starts in is not. Where that folder is somebody's home, the
    way back is barred: then we stay at the root.
    """
    folder = tempfile.mkdtemp(prefix="table-companion-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["LG_WD"] = folder
    before = _current_folder()
    os.chdir(folder)
    try:
        yield
    finally:
        _go_back(before)


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return "/"


def _go_back(folder: str) -> None:
    try:
        os.chdir(folder)
    except OSError:
        os.chdir("/")
