"""Save the last minutes of the running companion in one file, to ask for help.

If no companion is running, the file holds only the last record and the config file.
"""

import argparse
import os
import signal
import time
from pathlib import Path
from typing import Any

from companion.commands import add_config, locale_of, writing
from companion.config import add_language, config_path, load
from companion.errors import CompanionError
from companion.locale import Locale
from storage import free_name, keep_copy

_PATIENCE_SECONDS = 10.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="save it as this file or in this folder (default: in the folder for problem reports)",
    )
    add_config(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask the running companion, or save what lies on the disk."""
    from companion.app.folders import Folders, find_running

    loaded = load(arguments.config)
    locale = locale_of(arguments)
    folders = Folders.of(loaded.config)
    running = find_running(folders.running)
    path = (
        _ask(running, folders.pictures, locale)
        if running
        else _save_lying(folders, arguments.config or config_path(), locale)
    )
    if arguments.out is not None:
        path = _move(path, arguments.out)
    print(locale.say("bundle.saved" if running else "bundle.saved-lying", file=path))
    return 0


def _move(path: Path, out: Path) -> Path:
    """Put a bundle where it is wanted, in a folder under its own name; that may be on another disk."""
    target = free_name(out / path.name) if out.is_dir() else out
    with writing(target):
        keep_copy(path, target)
    path.unlink()
    return target


def _ask(process: int, folder: Path, locale: Locale) -> Path:
    """Let the running companion save its last minutes, and wait for the file."""
    before = set(folder.glob("bundle-*.zip"))
    os.kill(process, signal.SIGUSR1)
    end = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < end:
        fresh = sorted(set(folder.glob("bundle-*.zip")) - before)
        if fresh:
            return fresh[-1]
        time.sleep(0.1)
    raise CompanionError(locale.say("bundle.no-answer"))


def _save_lying(folders: Any, config: Path, locale: Locale) -> Path:
    from companion.app.bundles import BundleRecorder

    records = sorted(folders.games.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    parts = {"record.jsonl": records[-1].read_bytes()} if records else {}
    for name, path in (("config.toml", config), ("calibration.json", folders.plane)):
        if path.exists():
            parts[name] = path.read_bytes()
    if not parts:
        raise CompanionError(locale.say("bundle.nothing"))
    return BundleRecorder().save_in(folders.pictures, time.time(), parts)
