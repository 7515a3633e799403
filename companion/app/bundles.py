"""Bundles: the last minutes in one file, with all that is needed to run them again.

What the eye reads is what is kept: a large picture passes through JPEG before it is read, so that a replay
reads the very same picture. Memory is bounded; the oldest frames go first.
"""

import json
import logging
import math
import time
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import __version__
from companion.intents import SaveBundle
from companion.locale import Locale, ToldError
from companion.terminal import find_log
from hardware.signals import Press
from storage import Archive, BadArchive, free_name, open_archive, replacing_file
from vision.errors import VisionError
from vision.picture import check_size, picture_size
from vision.types import Picture
from vision.watch.motion import Grey
from vision.watch.settle import Phase
from vision.watch.table_watcher import Frame, Steady

MOST_BYTES = 48_000_000  # about sixty pictures of 1080p; the whole app stays below 250 MB
_JPEG_QUALITY = 92
_FORMAT = 1
USUAL_SCREEN = (800, 480)
# The parts of a bundle besides what happened.
RECORD, APP, DECK, PLANE = "record.jsonl", "app.json", "own.deck", "calibration.json"
_INDEX = "moments.json"
MOST_BUNDLES = 20  # kept in a folder
MOST_FILE_BYTES = 200_000_000  # of a bundle from elsewhere, also unpacked: twice what one can hold
_MOST_FILES = 50_000
_MOST_INDEX_BYTES = 20_000_000
_LARGEST_GREY = 4000  # pixels of a side
logger = logging.getLogger(__name__)


class BadBundle(ToldError, ValueError):
    """A file that is no bundle, or one that is damaged."""

    def said(self, locale: Locale) -> str:
        return locale.say(f"bundle.{self.key}", **self.facts)


@dataclass(eq=False)
class ReplayableFrame:
    """A frame whose large picture is kept as it was read."""

    grey: Grey
    seconds: float
    light_change_seconds: float
    source: Frame | None = None
    jpeg: bytes = b""
    decoded: Picture | None = None

    @property
    def picture(self) -> Picture:
        if not self.jpeg:
            if self.source is None:
                raise BadBundle("no-picture", seconds=round(self.seconds, 1))
            self.jpeg = encode(self.source.picture)
        if self.decoded is None:
            self.decoded = decode(self.jpeg)
        return self.decoded


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened: a frame, a press, a wish of the laptop's table, or a line of the record."""

    seconds: float
    kind: str  # frame, press, touch, wish, line
    data: Mapping[str, Any] = field(default_factory=dict)
    grey: bytes = b""
    jpeg: bytes = b""

    @property
    def size(self) -> int:
        """What it takes in memory, about."""
        return len(self.grey) + len(self.jpeg) + 200


class BundleRecorder:
    """Keeps the last minutes; one thread notes frames, another presses: appending to a deque is safe."""

    def __init__(
        self,
        folder: Path | None = None,
        screen: tuple[int, int] = USUAL_SCREEN,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.saved = ""  # the file that was saved just now, until the next press
        self._folder, self._screen, self._most = folder, screen, most_bytes
        self._moments: deque[Moment] = deque()
        self._size = 0
        self._record: Path | None = None
        self._parts: dict[str, bytes] = {}

    def noted(self, frame: Frame, light_change_seconds: float) -> ReplayableFrame:
        return ReplayableFrame(frame.grey, frame.seconds, light_change_seconds, source=frame)

    def keep(self, frame: ReplayableFrame, phase: Phase, steady: Steady | None = None) -> None:
        """Keep a frame if anything happened; a still table is worth nothing."""
        frame.source = frame.decoded = None
        if phase is Phase.STILL and not frame.jpeg:
            return
        packed = zlib.compress(np.ascontiguousarray(frame.grey).tobytes(), 1)
        height, width = frame.grey.shape
        data = {"shape": [height, width], "light": frame.light_change_seconds, "steady": steady is not None}
        self._add(Moment(frame.seconds, "frame", data, packed, frame.jpeg))

    def begin(self, record: Path, settings: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
        """Forget everything: what comes belongs to another game, played with these settings and choices."""
        self.end()
        self._record = record
        facts = {"screen": self._screen, "settings": dict(settings), "setup": dict(setup)}
        facts |= {"version": __version__, "log": find_log() or "stderr"}
        self._parts = {APP: json.dumps(facts).encode()}

    def end(self) -> None:
        self._moments.clear()
        self._size, self._record, self._parts = 0, None, {}

    def add_file(self, name: str, path: Path | None) -> None:
        """Keep a file as it is now, where it is there."""
        self._parts.pop(name, None)
        if path is not None and path.exists():
            self._parts[name] = path.read_bytes()

    def press(self, seconds: float, press: str) -> None:
        self.saved = ""
        self._add(Moment(seconds, "press", {"press": press}))

    def touch(self, seconds: float, x: int, y: int) -> None:
        self.saved = ""
        self._add(Moment(seconds, "touch", {"x": x, "y": y}))

    def wish(self, seconds: float, event: Mapping[str, Any]) -> None:
        """The laptop's table proposed an event."""
        self._add(Moment(seconds, "wish", {"event": dict(event)}))

    def line(self, seconds: float, written: Mapping[str, Any], number: int) -> None:
        """A line was written to the record; `number` counts the events before it."""
        self._add(Moment(seconds, "line", {"event": dict(written), "number": number}))

    def _add(self, moment: Moment) -> None:
        self._moments.append(moment)
        self._size += moment.size
        while self._size > self._most and len(self._moments) > 1:
            self._size -= self._moments.popleft().size

    def save_here(self, intent: SaveBundle, seconds: float) -> None:
        """Save the last minutes in the usual folder, beside the pictures."""
        if self._folder is not None:
            path = self.save_in(self._folder, time.time())
            self.saved = path.name
            logger.info("bundle saved: %s", path)

    def save(self, path: Path, further: Mapping[str, bytes] | None = None) -> Path:
        """Write one file with everything kept, and further parts."""
        moments = list(self._moments)
        parts = {**self._parts, **(further or {})}
        if self._record is not None:
            with suppress(OSError):  # somebody took the record away; the moments are worth keeping alone
                parts[RECORD] = self._record.read_bytes()
        with (
            replacing_file(path) as descriptor,
            open(descriptor, "wb", closefd=False) as file,
            zipfile.ZipFile(file, "w") as bundle,
        ):
            index = [_write_moment(bundle, number, moment) for number, moment in enumerate(moments)]
            bundle.writestr(_INDEX, json.dumps({"bundle": _FORMAT, "moments": index}))
            for name, data in parts.items():
                bundle.writestr(name, data, zipfile.ZIP_DEFLATED)
        return path

    def save_in(self, folder: Path, when: float, further: Mapping[str, bytes] | None = None) -> Path:
        """`save` in a folder of bundles under the time's name; the oldest beyond `MOST_BUNDLES` leave it."""
        name = time.strftime("bundle-%Y%m%d-%H%M%S.zip", time.localtime(when))
        path = self.save(free_name(folder / name), further)
        bundles = sorted(folder.glob("bundle-*.zip"), key=lambda each: (each.stat().st_mtime_ns, each.name))
        for old in bundles[:-MOST_BUNDLES]:
            old.unlink(missing_ok=True)
        return path


def _write_moment(bundle: zipfile.ZipFile, number: int, moment: Moment) -> dict[str, Any]:
    for ending, data in (("grey", moment.grey), ("jpg", moment.jpeg)):
        if data:
            bundle.writestr(f"frames/{number:06}.{ending}", data)
    return {"seconds": moment.seconds, "kind": moment.kind, **moment.data}


@dataclass(frozen=True)
class Bundle:
    """A bundle read back: what happened in order, and its parts by name."""

    moments: tuple[Moment, ...]
    parts: Mapping[str, bytes]

    @classmethod
    def load(cls, path: Path) -> "Bundle":
        """Read a bundle; raises BadBundle with what is wrong."""
        try:
            with open_archive(path, most_bytes=MOST_FILE_BYTES, most_files=_MOST_FILES) as archive:
                index = archive.read_json(_INDEX, _MOST_INDEX_BYTES)
                if not isinstance(index, dict) or not isinstance(index.get("moments"), list):
                    raise BadArchive(f"{_INDEX} lists no moments")
                if index.get("bundle") != _FORMAT:
                    raise BadBundle("other-version", file=path, version=str(index.get("bundle"))[:20])
                moments = tuple(_read_moments(archive, index["moments"]))
                names = [name for name in archive.names() if "/" not in name and name != _INDEX]
                return cls(moments, {name: archive.read(name) for name in names})
        except FileNotFoundError as error:
            raise BadBundle("missing", file=path) from error
        except (OSError, BadArchive) as error:
            raise BadBundle("not-ours", file=path, reason=str(error)) from error


def _read_moments(archive: Archive, index: list[Any]) -> Iterator[Moment]:
    names = set(archive.names())
    for number, entry in enumerate(index):
        try:
            seconds, kind = float(entry["seconds"]), entry["kind"]
            data = _READERS[kind](entry)
            if not math.isfinite(seconds):
                raise ValueError("no time")
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise BadBundle("bad-moment", number=number + 1) from error
        files = [f"frames/{number:06}.{ending}" for ending in ("grey", "jpg")]
        grey, jpeg = (archive.read(name) if name in names else b"" for name in files)
        yield Moment(seconds, kind, data, grey, jpeg)


def _read_frame_entry(entry: Any) -> dict[str, Any]:
    height, width = entry["shape"]
    if not all(type(side) is int and 0 < side <= _LARGEST_GREY for side in (height, width)):
        raise ValueError("no picture has this size")
    return {"shape": [height, width], "light": float(entry["light"]), "steady": bool(entry["steady"])}


def _read_event_entry(entry: Any) -> dict[str, Any]:
    if not isinstance(entry["event"], dict):
        raise TypeError("no event")
    return {"event": entry["event"]} | ({"number": int(entry["number"])} if entry["kind"] == "line" else {})


_READERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "frame": _read_frame_entry,
    "press": lambda entry: {"press": str(Press.parse(str(entry["press"])))},
    "touch": lambda entry: {"x": int(entry["x"]), "y": int(entry["y"])},
    "wish": _read_event_entry,
    "line": _read_event_entry,
}


def as_frame(moment: Moment) -> ReplayableFrame:
    """A kept frame as the eye takes it; raises BadBundle for a damaged one."""
    height, width = moment.data["shape"]
    try:
        data = zlib.decompressobj().decompress(moment.grey, height * width + 1)
    except zlib.error as error:
        raise BadBundle("bad-picture") from error
    if len(data) != height * width:
        raise BadBundle("bad-picture")
    grey = np.frombuffer(data, np.uint8).reshape(height, width)
    return ReplayableFrame(grey, moment.seconds, float(moment.data["light"]), jpeg=moment.jpeg)


def encode(picture: Picture) -> bytes:
    """A picture as JPEG."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1])


def decode(jpeg: bytes) -> Picture:
    """A JPEG as a picture; raises BadBundle for one that is damaged or has no camera's size."""
    try:
        check_size(picture_size(jpeg), "picture")
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    except (VisionError, cv2.error) as error:
        raise BadBundle("bad-picture") from error
    if picture is None:
        raise BadBundle("bad-picture")
    return np.asarray(picture, np.uint8)
