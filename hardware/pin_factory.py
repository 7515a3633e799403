"""Which pins this machine has: gpiozero's factory on the chip that carries the board's 40 pins."""

import atexit
import logging
import os
import re
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# The labels of the chips behind the 40 pins: Pi 5, Pi 4, all others. Their numbers change with the kernel.
_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
_CHIP = re.compile(r"gpiochip(\d+)")

_log = logging.getLogger(__name__)


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
