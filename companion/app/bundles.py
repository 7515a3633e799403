"""The flight recorder: frames, presses and readings of the last minutes come in, one bundle file goes out.

What the eye reads is what is kept: a large picture passes through JPEG before it is read, so that a replay
reads the very same picture. Memory is bounded; the oldest frames go first.
"""

import json
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import CompanionError
from vision.types import Picture
from vision.watch.motion import Grey
from vision.watch.settle import Phase
from vision.watch.table_watcher import Frame, Steady

MOST_BYTES = 96_000_000
JPEG_QUALITY = 92
FORMAT = 1


class BadBundle(CompanionError, ValueError):
    """A file that is no bundle, or one that is damaged."""


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
        """The large picture, through JPEG."""
        if not self.jpeg:
            if self.source is None:
                raise BadBundle(f"the bundle holds no picture of second {self.seconds:.1f}")
            self.jpeg = encode(self.source.picture)
        if self.decoded is None:
            self.decoded = decode(self.jpeg)
        return self.decoded

    def let_go(self) -> None:
        """Keep only what a bundle needs."""
        self.source = self.decoded = None


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

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._moments: deque[Moment] = deque()
        self._most = most_bytes
        self._size = 0

    def noted(self, frame: Frame, light_change_seconds: float) -> ReplayableFrame:
        """The frame as the eye shall see it."""
        return ReplayableFrame(frame.grey, frame.seconds, light_change_seconds, source=frame)

    def keep(self, frame: ReplayableFrame, phase: Phase, steady: Steady | None = None) -> None:
        """Keep a frame if anything happened; a still table is worth nothing."""
        frame.let_go()
        if phase is Phase.STILL and not frame.jpeg:
            return
        packed = zlib.compress(np.ascontiguousarray(frame.grey).tobytes(), 1)
        height, width = frame.grey.shape
        data = {"shape": [height, width], "light": frame.light_change_seconds, "steady": steady is not None}
        self._add(Moment(frame.seconds, "frame", data, packed, frame.jpeg))

    def clear(self) -> None:
        """Forget everything: what comes belongs to another game."""
        self._moments.clear()
        self._size = 0

    def press(self, seconds: float, press: str) -> None:
        """A button was pressed."""
        self._add(Moment(seconds, "press", {"press": press}))

    def touch(self, seconds: float, x: int, y: int) -> None:
        """A finger touched the screen."""
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

    def save(self, path: Path, parts: Mapping[str, bytes]) -> Path:
        """Write one file with everything kept, and further parts: record, config, plane, deck."""
        moments = list(self._moments)
        whole = path.with_suffix(path.suffix + ".part")
        with zipfile.ZipFile(whole, "w") as bundle:
            index = [write_moment(bundle, number, moment) for number, moment in enumerate(moments)]
            bundle.writestr("moments.json", json.dumps({"bundle": FORMAT, "moments": index}))
            for name, data in parts.items():
                bundle.writestr(name, data, zipfile.ZIP_DEFLATED)
        whole.replace(path)
        return path


def write_moment(bundle: zipfile.ZipFile, number: int, moment: Moment) -> dict[str, Any]:
    """A moment in the bundle: its pictures as files, all else in the index."""
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
            with zipfile.ZipFile(path) as bundle:
                index = json.loads(bundle.read("moments.json"))
                if index["bundle"] != FORMAT:
                    raise BadBundle(f"{path} is a bundle of version {index['bundle']}; update the companion")
                moments = tuple(read_moments(bundle, index["moments"]))
                names = [name for name in bundle.namelist() if "/" not in name and name != "moments.json"]
                return cls(moments, {name: bundle.read(name) for name in names})
        except (OSError, zipfile.BadZipFile, zlib.error, KeyError, TypeError, ValueError) as error:
            if isinstance(error, BadBundle):
                raise
            raise BadBundle(f"{path} is no bundle of the companion: {error}") from error


def read_moments(bundle: zipfile.ZipFile, index: list[dict[str, Any]]) -> Iterator[Moment]:
    """The moments of a bundle, one at a time."""
    names = set(bundle.namelist())
    for number, entry in enumerate(index):
        data = {name: value for name, value in entry.items() if name not in ("seconds", "kind")}
        files = [f"frames/{number:06}.{ending}" for ending in ("grey", "jpg")]
        grey, jpeg = (bundle.read(name) if name in names else b"" for name in files)
        yield Moment(float(entry["seconds"]), str(entry["kind"]), data, grey, jpeg)


def as_frame(moment: Moment) -> ReplayableFrame:
    """A kept frame as the lookout takes it."""
    grey = np.frombuffer(zlib.decompress(moment.grey), np.uint8).reshape(moment.data["shape"])
    return ReplayableFrame(grey, moment.seconds, float(moment.data["light"]), jpeg=moment.jpeg)


def encode(picture: Picture) -> bytes:
    """A picture as JPEG."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])


def decode(jpeg: bytes) -> Picture:
    """A JPEG as a picture."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadBundle("a picture in the bundle is damaged")
    return np.asarray(picture, np.uint8)
