"""Cameras without a lens: a film, a folder of pictures or a drawn table come in as if they were seen."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.errors import CameraMissing
from hardware.frames import CameraBase, CameraState, Frame, Picture

_PICTURES = {".png", ".jpg", ".jpeg", ".bmp", ".webp", ".ppm"}
_FRAMES_A_SECOND = 10.0
_FRAMES_A_PICTURE = 20  # two seconds each: long enough to be still and to be read


class _Pace:
    """Keeps frames from coming earlier than their time; without a pace they come as fast as they are read."""

    def __init__(self, paced: bool, clock: Callable[[], float], wait: Callable[[float], None]) -> None:
        self._paced, self._clock, self._wait = paced, clock, wait
        self.start = clock()

    def keep(self, seconds: float) -> float:
        """Wait until the frame at `seconds` after the start is due, and give its absolute time."""
        due = self.start + seconds
        if self._paced and due > self._clock():
            self._wait(due - self._clock())
        return due


class FilmCamera(CameraBase):
    """A video file, frame by frame, each at its own time."""

    def __init__(
        self,
        path: Path,
        *,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(f"video:{path}")
        self._capture: Any = cv2.VideoCapture(str(path)) if path.is_file() else None
        if self._capture is None or not self._capture.isOpened():
            raise CameraMissing("no-film", path=str(path))
        self._rate = self._capture.get(cv2.CAP_PROP_FPS) or _FRAMES_A_SECOND
        self._pace = _Pace(paced, clock, wait)

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        """The next frame of the film; None after the last."""
        if self.state is not CameraState.RUNNING:
            return None
        good, picture = self._capture.read()
        if not good:
            self.state = CameraState.FINISHED
            return None
        return self.frame_of(picture, self._pace.keep(self._number / self._rate))

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        super().close()
        self._capture.release()


class FolderCamera(CameraBase):
    """The pictures of a folder in the order of their names, each held still for a while."""

    def __init__(
        self,
        folder: Path,
        *,
        frames_each: int = _FRAMES_A_PICTURE,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(f"folder:{folder}")
        self._paths = _list_pictures(folder)
        if not self._paths:
            raise CameraMissing("no-pictures", path=str(folder))
        self._frames_each = frames_each
        self._shown: tuple[Path, Picture] | None = None
        self._pace = _Pace(paced, clock, wait)

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        """The next frame; None after the last picture."""
        if self.state is not CameraState.RUNNING:
            return None
        index = self._number // self._frames_each
        if index >= len(self._paths):
            self.state = CameraState.FINISHED
            return None
        picture = self._load(self._paths[index])
        return self.frame_of(picture, self._pace.keep(self._number / _FRAMES_A_SECOND))

    def _load(self, path: Path) -> Picture:
        if self._shown is None or self._shown[0] != path:
            self._shown = (path, _read_picture(path))
        return self._shown[1]


class DrawnCamera(CameraBase):
    """A table drawn by the program: `draw(seconds)` gives what a camera would see then."""

    def __init__(
        self,
        draw: Callable[[float], Picture],
        *,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__("simulated")
        self._draw = draw
        self._pace = _Pace(paced, clock, wait)

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        """The next frame, at a camera's pace."""
        if self.state is not CameraState.RUNNING:
            return None
        seconds = self._pace.keep(self._number / _FRAMES_A_SECOND)
        return self.frame_of(self._draw(seconds), seconds)


def _list_pictures(folder: Path) -> list[Path]:
    """The picture files of a folder, sorted by name."""
    return sorted(p for p in folder.glob("*") if p.suffix.lower() in _PICTURES) if folder.is_dir() else []


def _read_picture(path: Path) -> Picture:
    """One picture file in colour; CameraMissing when it is none."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise CameraMissing("no-picture", path=str(path))
    return np.asarray(picture, dtype=np.uint8)
