"""The machine that the companion runs on: leaving it, and the USB stick for reports, decks and updates."""

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import intents
from companion.app.bundles import BundleRecorder
from companion.app.folders import Folders, Stick, decks_on, find_stick, packages_on, write_report
from companion.app.preferences import Preferences
from companion.config import Loaded
from companion.games import GAMES
from companion.locale import Locale
from companion.screens.view import MachineView, StickView
from hardware.panel import Panel
from storage import replace_file
from vision.decks import load_deck
from vision.errors import VisionError

_LOOK_SECONDS = 1.0  # how often a stick is looked for
_MOST_BUNDLES = 3
logger = logging.getLogger(__name__)


def examine_parts(loaded: Loaded, panel: Panel, locale: Locale) -> dict[str, Any]:
    """What the doctor finds while we hold the panel ourselves."""
    from companion.commands.doctor import full_report
    from companion.commands.doctor_parts import Surroundings, examine

    return full_report(list(examine(loaded, Surroundings(make_panel=lambda _: panel.lent()))), loaded, locale)


def _read_log() -> str:
    from companion.commands.doctor_parts import run_tool

    words = ["journalctl", "--unit=companion", "--boot", "--lines=3000", "--no-pager"]
    return run_tool(words) or ""


@dataclass
class MachineMenu:
    """What a person can ask of the machine; work with the stick is done in a thread of its own."""

    loaded: Loaded
    preferences: Preferences
    panel: Panel
    bundles: BundleRecorder
    folders: Folders
    service: bool
    find: Callable[[], Stick | None] = find_stick
    examine: Callable[[Loaded, Panel, Locale], dict[str, Any]] = examine_parts
    log: Callable[[], str] = _read_log
    clock: Callable[[], float] = time.monotonic
    _leaving: bool = False
    _stick: Stick | None = None
    _seen: StickView | None = None
    _looked: float = float("-inf")
    _note: str = ""
    _worker: threading.Thread | None = None

    @property
    def handlers(self) -> intents.Handlers:
        """What the machine receives; under the service leaving is a question."""
        ask: intents.Handlers = {intents.Quit: lambda intent, seconds: self._ask(True)}
        return (ask if self.service else {}) | {
            intents.StayHere: lambda intent, seconds: self._ask(False),
            intents.WriteToStick: self._write_report,
            intents.TakeDecks: lambda intent, seconds: self._begin("taking", self._copy_decks),
        }

    def view(self) -> MachineView:
        self._look_for_stick()
        return MachineView(self.service, self._leaving, self._seen, self._note)

    def wait(self) -> None:
        """Until the work with the stick is done."""
        if self._worker is not None:
            self._worker.join()

    def _ask(self, leaving: bool) -> None:
        self._leaving = leaving

    def _look_for_stick(self) -> None:
        seconds = self.clock()
        if seconds - self._looked < _LOOK_SECONDS:
            return
        self._looked = seconds
        found = self.find()
        if found is None or self._stick is None or found.path != self._stick.path:
            self._note = ""
        self._stick = found
        self._seen = None if found is None else _seen(found)

    def _write_report(self, intent: intents.WriteToStick, seconds: float) -> None:
        self.bundles.save_here(intents.SaveBundle(), seconds)
        self._begin("writing", self._report)

    def _begin(self, note: str, work: Callable[[Stick], str]) -> None:
        stick = self._stick
        if stick is None or (self._worker is not None and self._worker.is_alive()):
            return
        self._note = self.preferences.locale.say(f"app.stick.{note}")

        def run() -> None:
            try:
                self._note = work(stick)
            except Exception as error:  # a stick can be pulled out at any moment: say it, and go on
                logger.exception("the stick")
                reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                self._note = self.preferences.locale.say("app.stick.failed", reason=reason)

        self._worker = threading.Thread(target=run, name="stick", daemon=True)
        self._worker.start()

    def _report(self, stick: Stick) -> str:
        found = self.examine(self.loaded, self.panel, self.preferences.locale)
        texts = {"doctor.json": json.dumps(found, ensure_ascii=False, indent=2), "log.txt": self.log()}
        bundles = sorted(self.folders.pictures.glob("bundle-*.zip"))[-_MOST_BUNDLES:]
        folder = write_report(stick, time.strftime("%Y-%m-%d-%H%M%S"), texts, bundles)
        return self.preferences.locale.say("app.stick.written", stick=stick.name, folder=folder.name)

    def _copy_decks(self, stick: Stick) -> str:
        taken, refused = 0, []
        for path in decks_on(stick.path):
            try:
                deck = load_deck(path)
            except VisionError:
                refused.append(path.name)
                continue
            if deck.game in GAMES:
                _keep_deck(path, self.folders.decks / f"{deck.game}.deck")
                taken += 1
        if refused:
            return self.preferences.locale.say("app.stick.bad-decks", files=", ".join(refused))
        return self.preferences.locale.say("app.stick.taken", count=taken)


def _keep_deck(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        replace_file(target.with_name(target.name + ".previous"), target.read_bytes())
    replace_file(target, source.read_bytes())


def _seen(stick: Stick) -> StickView:
    packages = packages_on(stick.path)
    version = packages[-1].name.split("_")[1] if packages else ""
    return StickView(stick.name, len(decks_on(stick.path)), version)
