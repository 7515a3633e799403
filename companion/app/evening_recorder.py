"""Keeps an evening where people wish it: cards as patches, what was read of them, what people confirmed.

No name of a player is kept, and no picture of anything but the table.
"""

import base64
import binascii
import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import cv2
import numpy as np

from companion import __version__, intents
from companion.app.bundles import decode, encode
from companion.app.eye_thread import EyeReport
from companion.app.game_controller import GameController, Naming
from companion.app.preferences import Preferences
from companion.error_words import FileRefused
from companion.games.game import STANDARD
from companion.locale import Locale, ToldError
from companion.screens.view import Notice
from storage import free_name, make_folder, sync_folder
from vision.observation import CardSeen, PlaceState
from vision.types import Picture, Region
from vision.watch.settle import Phase

FULL_FRAME_SECONDS = 300.0  # so often a whole picture is kept
_RIM = 0.15  # of a card's size, around its patch
_MOST_CANDIDATES = 5
_KEPT_FIELDS = ("do", "card", "at", "to", "cards")  # of an event: what lies where, and no names
logger = logging.getLogger(__name__)
_MOST_BYTES = 300_000_000  # of one evening
_MOST_LINE_BYTES = 20_000_000
_MOST_WAITING = 20  # looks that wait for a slow disk; further ones are dropped
_FORMAT = 1
_NAMES = "evening-*.jsonl"
Line = Mapping[str, Any]


class BadEvening(ToldError, ValueError):
    """A file that is no evening, or a damaged one."""

    def said(self, locale: Locale) -> str:
        return locale.say(f"evening.{self.key}", **self.facts)


class EveningFile:
    """A file that grows until the evening ends, it is as large as it may be, or the disk refuses."""

    def __init__(self, folder: Path, when: float, most_bytes: int = _MOST_BYTES) -> None:
        make_folder(folder)
        name = time.strftime("evening-%Y%m%d-%H%M%S.jsonl", time.localtime(when))
        self.path = free_name(folder / name)
        self.full = False  # nothing more is kept
        self._size, self._most = 0, most_bytes
        self._descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        sync_folder(folder)
        self._jobs: SimpleQueue[Callable[[], Line] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="evening", daemon=True)
        self._thread.start()
        self.add(lambda: {"evening": _FORMAT, "version": __version__, "when": round(when)})

    def add(self, make: Callable[[], Line]) -> None:
        """Let the thread make a line and write it; too many that wait mean a disk that is too slow."""
        if not self.full and self._jobs.qsize() < _MOST_WAITING:
            self._jobs.put(make)

    def close(self) -> None:
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join(timeout=5.0)

    def _work(self) -> None:
        while (make := self._jobs.get()) is not None:
            if self.full:
                continue
            try:
                self._write(make())
            except OSError as error:
                logger.warning("the evening is kept no further: %s", error)
                self.full = True
            except Exception:  # a picture that cannot be cut costs its own line, not the evening
                logger.exception("a line of the evening")
        os.close(self._descriptor)

    def _write(self, line: Line) -> None:
        rest = memoryview(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._size += len(rest)
        if self._size > self._most:
            logger.warning("the evening is as large as it may be: %s", self.path)
            self.full = True
            return
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        os.fsync(self._descriptor)


def list_evenings(folder: Path) -> list[Path]:
    """The kept evenings, the latest first."""
    return sorted(folder.glob(_NAMES), reverse=True)


def read_lines(path: Path) -> Iterator[Line]:
    """The lines of an evening after its head, without one that was cut off; BadEvening, FileRefused."""
    try:
        with path.open("rb") as file:
            yield from _read_all(file, path)
    except OSError as error:
        raise FileRefused("cannot-read", path, error) from error


def _read_all(file: Any, path: Path) -> Iterator[Line]:
    number = size = 0
    while data := file.readline(_MOST_LINE_BYTES + 1):
        number, size = number + 1, size + len(data)
        if len(data) > _MOST_LINE_BYTES or size > _MOST_BYTES:
            raise BadEvening("too-large", file=path)
        if not data.endswith(b"\n"):
            if number == 1:
                raise BadEvening("not-ours", file=path)
            return  # the plug was pulled
        line = _parse(data, path, number)
        if number == 1:
            if line.get("evening") != _FORMAT:
                raise BadEvening("not-ours", file=path)
        else:
            yield line
    if number == 0:
        raise BadEvening("not-ours", file=path)


def _parse(data: bytes, path: Path, number: int) -> Line:
    try:
        line = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _bad_line(path, number) from error
    if not isinstance(line, dict):
        raise _bad_line(path, number)
    return line


def _bad_line(path: Path, number: int) -> BadEvening:
    return (
        BadEvening("not-ours", file=path) if number == 1 else BadEvening("bad-line", file=path, line=number)
    )


def pack(data: bytes) -> str:
    """A picture as a text."""
    return base64.b64encode(data).decode()


def unpack(text: Any) -> bytes:
    """The picture that a text stands for; raises ValueError for any other."""
    if not isinstance(text, str):
        raise ValueError("no picture")
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("no picture") from error


class EveningRecorder:
    """Follows the game under way, as long as the setting is on; the file is made with its first line."""

    def __init__(
        self, folder: Path | None, preferences: Preferences, wall: Callable[[], float] = time.time
    ) -> None:
        self._folder, self._preferences, self._wall = folder, preferences, wall
        self._file: EveningFile | None = None
        self._game: dict[str, Any] | None = None  # told to the file before anything of it
        self._told_game = False
        self._deck: dict[str, Any] = {}
        self._known: dict[str, CardSeen] = {}
        self._dropped: float | None = None  # when the table came to rest
        self._moves = False
        self._shown: Any = None
        self._framed = float("-inf")

    @property
    def is_on(self) -> bool:
        return self._folder is not None and self._preferences.settings.keep_evening

    def notices(self, locale: Locale) -> tuple[Notice, ...]:
        """That the evening is kept, or can be kept no further."""
        if not self.is_on:
            return ()
        full = self._file is not None and self._file.full
        return (Notice(locale.say("evening.full" if full else "evening.kept")),)

    def use_deck(self, name: str, cards: int) -> None:
        """Cards are read with this deck from now on; in the middle of a game too, where one begins anew."""
        other = name != self._deck.get("deck")
        self._deck = {"deck": name, "references": cards}
        if other and self._told_game:
            self._write({"kind": "deck", **self._deck})

    def begin(self, header: Mapping[str, Any]) -> None:
        self._game = {
            "kind": "game",
            "game": str(header.get("game", "")),
            "variant": str(header.get("variant", "standard")),
            "players": len(header.get("players", ())),
        }
        self._told_game, self._known, self._dropped, self._shown = False, {}, None, None

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None

    def on_report(self, report: EyeReport, controller: GameController, seconds: float) -> None:
        """The eye has told something, and the controller has followed it."""
        moves = report.phase is Phase.MOVING
        if self._moves and not moves:
            self._dropped = report.seconds
        self._moves = moves
        if report.steady is None or not self.is_on:
            return
        self._keep_look(report, controller)
        self._keep_shown(controller, seconds)

    def on_intent(self, intent: intents.Intent, controller: GameController) -> None:
        """A person says something about a card, before the controller follows."""
        if isinstance(intent, intents.CorrectCard):
            place = intent.place or controller.place_in_question()
            self._write({"kind": "named", "place": place, "card": intent.card})
        elif isinstance(intent, intents.AnswerQuestion) and isinstance(intent.value, Naming):
            self._write({"kind": "named", "place": intent.value.place, "card": intent.value.card})
        elif isinstance(intent, intents.AnswerQuestion) and hasattr(intent.value, "as_dict"):
            told = _plain(intent.value.as_dict())
            self._write({"kind": "named", "place": told.get("at"), "card": told.get("card")})

    def on_recorded(self, event: Mapping[str, Any], legal: bool) -> None:
        self._write({"kind": "recorded", "event": _plain(event), "legal": legal})

    def _keep_look(self, report: EyeReport, controller: GameController) -> None:
        steady, now = report.steady, dict[str, CardSeen]()
        for each in () if steady is None else steady.places:
            if each.state is PlaceState.CARD and each.card is not None:
                now[each.place] = each.card
        now |= {place: loose.seen for place, loose in controller.tracker.loose_places()}
        anyhow = controller.session.match.game.boards[STANDARD] is None  # all cards are looked at each time
        read = set(self._known) if anyhow or steady is None else {each.place for each in steady.places}
        fresh = {place: seen for place, seen in now.items() if self._known.get(place) != seen}
        gone = sorted(set(self._known) & read - set(now))
        self._known = {place: seen for place, seen in self._known.items() if place not in read} | now
        if not fresh and not gone:
            return
        whole = report.seconds - self._framed >= FULL_FRAME_SECONDS
        self._framed = report.seconds if whole else self._framed
        seconds, jpeg = report.seconds, report.jpeg
        self._add(lambda: _make_look(seconds, jpeg, fresh, gone, whole=whole))

    def _keep_shown(self, controller: GameController, seconds: float) -> None:
        pending, naming = controller.session.pending, controller.naming()
        events = [] if pending is None else [_plain(each.event.as_dict()) for each in pending.candidates]
        shown = (events, naming)
        if shown == self._shown or (not events and naming is None):
            self._shown = shown
            return
        self._shown = shown
        line: dict[str, Any] = {"kind": "shown", "events": events}
        if naming is not None:
            line["place"] = naming.place
        if self._dropped is not None:
            line["waited"] = round(seconds - self._dropped, 3)
            self._dropped = None
        self._write(line)

    def _write(self, line: dict[str, Any]) -> None:
        if self.is_on and self._game is not None:
            self._add(lambda: line)

    def _add(self, make: Callable[[], Line]) -> None:
        if self._folder is None or self._game is None:
            return
        if self._file is None:
            try:
                self._file = EveningFile(self._folder, self._wall())
            except OSError:
                logger.exception("the evening cannot be kept")
                self._folder = None
                return
        if not self._told_game:
            game = {**self._game, **self._deck}
            self._file.add(lambda: game)
            self._told_game = True
        self._file.add(make)


def _plain(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: event[name] for name in _KEPT_FIELDS if name in event}


def _make_look(
    seconds: float, jpeg: bytes, cards: Mapping[str, CardSeen], gone: list[str], *, whole: bool
) -> Line:
    picture = decode(jpeg) if jpeg else None
    line: dict[str, Any] = {"kind": "look", "seconds": round(seconds, 3), "gone": gone}
    line["cards"] = [_describe(place, seen, picture) for place, seen in cards.items()]
    if picture is not None:
        line["light"] = round(float(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).mean()))
        if whole:
            line["frame"] = pack(jpeg)
    return line


def _describe(place: str, seen: CardSeen, picture: Picture | None) -> dict[str, Any]:
    shares = [[name, round(share, 4)] for name, share in seen.candidates[:_MOST_CANDIDATES]]
    told: dict[str, Any] = {"place": place, "card": seen.card, "candidates": shares}
    patch = None if picture is None else cut_patch(picture, seen)
    return told if patch is None else {**told, "jpeg": pack(encode(patch))}


def cut_patch(picture: Picture, card: CardSeen) -> Picture | None:
    """The part of a picture that shows a card, with a little of the table around it."""
    box = Region.around(card.corners)
    box = box.grown(_RIM * max(box.right - box.left, box.bottom - box.top))
    height, width = picture.shape[:2]
    left, top = max(0, int(box.left)), max(0, int(box.top))
    right, bottom = min(width, int(box.right) + 1), min(height, int(box.bottom) + 1)
    if right - left < 2 or bottom - top < 2:
        return None
    return np.ascontiguousarray(picture[top:bottom, left:right])
