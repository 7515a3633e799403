"""A USB webcam or a network camera through OpenCV: frames while it is there, and again after it was away."""

import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.board import guess_mains
from hardware.cameras.sensor import CameraOptions, half_period_microseconds
from hardware.errors import CameraMissing
from hardware.frames import CameraBase, CameraState, Frame, Picture, Retry

_BY_ID = Path("/dev/v4l/by-id")  # udev lists USB cameras here and never the Pi's own video nodes
_SETTLE_SECONDS = 2.0
_CHECK_SECONDS = 0.5  # so long after locking the picture must still be as bright
_MOST_CHANGE = 1.4
_MISSES = 3  # so many frames in a row may be lost before the camera counts as lost
_RETRY_SECONDS = (0.5, 1.0, 2.0, 5.0)
_MANUAL_EXPOSURE = 1  # V4L2's own value; 3 is automatic
_AUTO_EXPOSURE = 3
_EXPOSURE_MICROSECONDS = 100  # V4L2 counts exposure in these

_Source = int | str
_OpenCapture = Callable[[_Source], Any]
_ADDRESS = re.compile(r"(https?|rtsp)://.+")
_OPEN_MILLISECONDS = 5000
_READ_SECONDS = 5.0


def list_webcams(folder: Path = _BY_ID) -> list[str]:
    """The USB cameras that are plugged in now, in a steady order."""
    return [str(path) for path in sorted(folder.glob("*-video-index0"))] if folder.is_dir() else []


def webcam_source(name: str, folder: Path = _BY_ID) -> _Source:
    """The device of `usb:0` or `/dev/video0`, looked up each time: a replugged one may be another."""
    if not name.startswith("usb:"):
        return name
    number = int(name.removeprefix("usb:"))
    found = list_webcams(folder)
    return found[number] if number < len(found) else number


def _open_capture(source: _Source) -> Any:
    if isinstance(source, str) and is_address(source):
        return open_stream(source)
    return cv2.VideoCapture(source, cv2.CAP_V4L2)


class Webcam(CameraBase):
    """A camera that is looked for again, ever more patiently, when it stops giving frames."""

    def __init__(
        self,
        name: str,
        options: CameraOptions,
        *,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
        capture: _OpenCapture = _open_capture,
        find: Callable[[str], _Source] = webcam_source,
    ) -> None:
        super().__init__(without_password(name))
        self._address = name
        self._size = options.webcam_size
        self._mains = options.mains_hertz or guess_mains()
        self._clock, self._retry = clock, Retry(_RETRY_SECONDS, clock, wait)
        self._open_capture, self._find = capture, find
        self._capture: Any = None
        self._misses = 0
        self._settled_at = 0.0
        if not self._open():
            raise CameraMissing("no-webcam", name=self.name)

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        """The next frame; None while the camera is away (it never waits longer than the timeout for that)."""
        if self.state is CameraState.CLOSED:
            return None
        if self._capture is None and not self._try_again(timeout_seconds):
            return None
        good, picture = self._capture.read()
        if not good or picture is None:
            self._misses += 1
            if self._misses >= _MISSES:
                self._lose()
            return None
        self._misses = 0
        self._retry.succeeded()
        frame = self.frame_of(_as_colour(picture), self._clock())
        if self.state is CameraState.SETTLING:
            self._go_on_settling(float(frame.grey.mean()))
        return frame

    def settle(self) -> None:
        if self._capture is not None:
            self._automatic(True)
            self._begin_settling()

    def close(self) -> None:
        super().close()
        self._release()

    def _open(self) -> bool:
        capture = self._open_capture(self._find(self._address))
        if not capture.isOpened():
            capture.release()
            return False
        self._capture = capture
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # else large pictures come slowly
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # the newest frame, not the oldest
        self._automatic(True)
        self._begin_settling()
        return True

    def _release(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _lose(self) -> None:
        self._release()
        self._misses = 0
        self.state = CameraState.LOST
        self._retry.failed()

    def _try_again(self, timeout_seconds: float) -> bool:
        if not self._retry.is_due(timeout_seconds):
            return False
        if self._open():
            return True
        self._lose()
        return False

    # light and focus

    def _begin_settling(self) -> None:
        self.state = CameraState.SETTLING
        self._settled_at = self._clock() + _SETTLE_SECONDS
        self._light: float | None = None  # how bright it was just before locking

    def _go_on_settling(self, light: float) -> None:
        """Lock what has settled; where a webcam then jumps to an exposure of its own, let it be automatic."""
        if self._clock() < self._settled_at:
            return
        if self._light is None:
            self._light = light
            self._settled_at = self._clock() + _CHECK_SECONDS
            self._lock()
            return
        if not self._light / _MOST_CHANGE <= light <= self._light * _MOST_CHANGE:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO_EXPOSURE)
        self.state = CameraState.RUNNING

    def _lock(self) -> None:
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        self._automatic(False)
        if exposure > 0:
            self._capture.set(cv2.CAP_PROP_EXPOSURE, _steady_exposure(exposure, self._mains))

    def _automatic(self, on: bool) -> None:
        # A webcam ignores what it cannot do.
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO_EXPOSURE if on else _MANUAL_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, int(on))
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, int(on))


def _steady_exposure(exposure: float, mains_hertz: int) -> float:
    period = half_period_microseconds(mains_hertz) / _EXPOSURE_MICROSECONDS
    return exposure if exposure < period else round(exposure / period) * period


def _as_colour(picture: Picture) -> Picture:
    if picture.ndim == 2 or picture.shape[2] == 1:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return picture


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
        return bool(self._capture.isOpened())

    def read(self) -> tuple[bool, Picture | None]:
        with self._ready:
            self._ready.wait_for(lambda: self._picture is not None or self._over, self._patience)
            picture, self._picture = self._picture, None
        return picture is not None, picture

    def set(self, setting: int, value: float) -> bool:
        return False

    def get(self, setting: int) -> float:
        return 0.0

    def release(self) -> None:
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
