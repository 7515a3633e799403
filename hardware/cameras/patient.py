"""Cameras that nobody waits for: looked for as long as they are not there, read by a thread of their own."""

import logging
import threading
import time
from collections.abc import Callable

from hardware.errors import HardwareError
from hardware.frames import Camera, CameraBase, CameraState, Frame, Retry

_RETRY_SECONDS = (1.0, 2.0, 5.0)

_log = logging.getLogger(__name__)


class PatientCamera(CameraBase):
    """Opens a camera at the first read, in the reader's thread; one that cannot be opened is tried again."""

    def __init__(
        self,
        name: str,
        open_camera: Callable[[], Camera],
        *,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._inner: Camera | None = None
        super().__init__(name)
        self._waiting = CameraState.SETTLING
        self._open_camera, self._retry = open_camera, Retry(_RETRY_SECONDS, clock, wait)
        self._error: HardwareError | None = None

    @property
    def state(self) -> CameraState:
        if self._waiting is CameraState.CLOSED or self._inner is None:
            return self._waiting
        return self._inner.state

    @state.setter
    def state(self, state: CameraState) -> None:
        self._waiting = state

    @property
    def trouble(self) -> HardwareError | None:
        return self._error if self._inner is None else self._inner.trouble

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        if self._waiting is CameraState.CLOSED:
            return None
        if self._inner is None and self._retry.is_due(timeout_seconds):
            self._try_to_open()
        return None if self._inner is None else self._inner.read(timeout_seconds)

    def settle(self) -> None:
        if self._inner is not None:
            self._inner.settle()

    def close(self) -> None:
        super().close()
        if self._inner is not None:
            self._inner.close()

    def _try_to_open(self) -> None:
        try:
            self._inner = self._open_camera()
        except HardwareError as error:
            if str(error) != str(self._error):
                _log.warning("no camera yet: %s", error)
            self._error, self.state = error, CameraState.LOST
            self._retry.failed()
        else:
            self.name, self._error = self._inner.name, None
            if self._waiting is CameraState.CLOSED:  # somebody closed it meanwhile
                self._inner.close()


_READ_SECONDS = 1.0


class BackgroundCamera(CameraBase):
    """Gives the newest frame at once, or none; its large picture was copied in the camera's thread."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        super().__init__(camera.name)
        self._newest: Frame | None = None
        self._wanted = threading.Event()  # a large picture is copied only when the last one was taken
        self._wanted.set()
        self._settle = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live-camera", daemon=True)
        self._thread.start()

    @property
    def state(self) -> CameraState:
        return self._camera.state

    @state.setter
    def state(self, state: CameraState) -> None:
        """The camera's own affair."""

    @property
    def trouble(self) -> HardwareError | None:
        return self._camera.trouble

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        """The newest frame that was not read yet; it never waits."""
        newest, self._newest = self._newest, None
        if newest is not None:
            self.name = self._camera.name
            self._wanted.set()
        return newest

    def settle(self) -> None:
        self._settle.set()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.is_set() and self._camera.state is not CameraState.FINISHED:
            frame = self._camera.read(_READ_SECONDS)
            if self._settle.is_set():
                self._settle.clear()
                self._camera.settle()
            if frame is not None and self._wanted.is_set():
                self._wanted.clear()
                self._newest = _with_picture(frame)
        self._camera.close()


def _with_picture(frame: Frame) -> Frame:
    picture = frame.picture
    return Frame(frame.grey, frame.seconds, frame.number, lambda: picture)
