"""A camera by its address, an old phone for one: of all the frames that it sends, the newest goes out."""

import re
import threading
from typing import Any

import cv2

from hardware.frames import Picture

_ADDRESS = re.compile(r"(https?|rtsp)://.+")
_OPEN_MILLISECONDS = 5000
_READ_SECONDS = 5.0


def is_address(name: str) -> bool:
    """Whether a camera's name is an address on the network."""
    return _ADDRESS.fullmatch(name) is not None


def without_password(name: str) -> str:
    """The address as a screen or a report may show it."""
    return re.sub(r"(?<=://)[^/@]*@", "", name)


def open_stream(address: str) -> "NewestFrame":
    """OpenCV's capture of an address, drained by a thread."""
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MILLISECONDS]
    limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, round(_READ_SECONDS * 1000)]
    return NewestFrame(cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits))


class NewestFrame:
    """A capture whose frames replace each other: a stream goes on while the eye works, and would queue up."""

    def __init__(self, capture: Any, patience_seconds: float = _READ_SECONDS) -> None:
        self._capture, self._patience = capture, patience_seconds
        self._ready = threading.Condition()
        self._picture: Picture | None = None
        self._over = not capture.isOpened()
        self._thread = threading.Thread(target=self._drain, name="stream", daemon=True)
        self._thread.start()

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        """Whether the address answered."""
        return bool(self._capture.isOpened())

    def read(self) -> tuple[bool, Picture | None]:
        """The newest frame that was not read yet, or that none came."""
        with self._ready:
            self._ready.wait_for(lambda: self._picture is not None or self._over, self._patience)
            picture, self._picture = self._picture, None
        return picture is not None, picture

    def set(self, setting: int, value: float) -> bool:
        """Nothing of a stream can be set."""
        return False

    def get(self, setting: int) -> float:
        """Nothing of a stream is known."""
        return 0.0

    def release(self) -> None:
        """Stop draining, and let go."""
        self._over = True
        self._thread.join(timeout=_READ_SECONDS + 1)
        self._capture.release()

    def _drain(self) -> None:
        while not self._over:
            good, picture = self._capture.read()
            with self._ready:
                self._over = self._over or not good
                self._picture = picture if good else self._picture
                self._ready.notify_all()
