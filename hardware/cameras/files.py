"""Cameras without a lens: a film or a folder of pictures comes in as if it were seen."""

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


class _PacedCamera(CameraBase):
    """Frames that come no earlier than their time; without a pace as fast as they are read."""

    def __init__(
        self,
        name: str,
        *,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(name)
        self._rate = _FRAMES_A_SECOND
        self._paced, self._clock, self._wait, self._start = paced, clock, wait, clock()

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        if self.state is not CameraState.RUNNING:
            return None
        picture = self._next_picture()
        if picture is None:
            self.state = CameraState.FINISHED
            return None
        due = self._start + self._number / self._rate
        if self._paced and due > self._clock():
            self._wait(due - self._clock())
        return self.frame_of(picture, due)

    def _next_picture(self) -> Picture | None:
        raise NotImplementedError


class FilmCamera(_PacedCamera):
    """A video file, frame by frame, each at its own time."""

    def __init__(self, path: Path, **pace: Any) -> None:
        super().__init__(f"video:{path}", **pace)
        self._capture: Any = cv2.VideoCapture(str(path)) if path.is_file() else None
        if self._capture is None or not self._capture.isOpened():
            raise CameraMissing("no-film", path=str(path))
        self._rate = self._capture.get(cv2.CAP_PROP_FPS) or _FRAMES_A_SECOND

    def _next_picture(self) -> Picture | None:
        good, picture = self._capture.read()
        return picture if good else None

    def close(self) -> None:
        super().close()
        self._capture.release()


class FolderCamera(_PacedCamera):
    """The pictures of a folder in the order of their names, each held still for a while."""

    def __init__(self, folder: Path, *, frames_each: int = _FRAMES_A_PICTURE, **pace: Any) -> None:
        super().__init__(f"folder:{folder}", **pace)
        files = sorted(folder.glob("*")) if folder.is_dir() else []
        self._paths = [path for path in files if path.suffix.lower() in _PICTURES]
        if not self._paths:
            raise CameraMissing("no-pictures", path=str(folder))
        self._frames_each = frames_each
        self._shown: tuple[Path, Picture] | None = None

    def _next_picture(self) -> Picture | None:
        index = self._number // self._frames_each
        if index >= len(self._paths):
            return None
        path = self._paths[index]
        if self._shown is None or self._shown[0] != path:
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if picture is None:
                raise CameraMissing("no-picture", path=str(path))
            self._shown = (path, np.asarray(picture, dtype=np.uint8))
        return self._shown[1]
