"""A camera that a thread of its own opens and reads, so that whoever draws the screen never waits for it."""

import threading

from hardware.errors import HardwareError
from hardware.frames import Camera, CameraBase, CameraState, Frame

READ_SECONDS = 1.0


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
        """As the camera is."""
        return self._camera.state

    @state.setter
    def state(self, state: CameraState) -> None:
        """The camera's own affair."""

    @property
    def trouble(self) -> HardwareError | None:
        """As the camera tells."""
        return self._camera.trouble

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        """The newest frame that was not read yet; it never waits."""
        newest, self._newest = self._newest, None
        if newest is not None:
            self.name = self._camera.name
            self._wanted.set()
        return newest

    def settle(self) -> None:
        """Let the camera settle anew, at its next frame."""
        self._settle.set()

    def close(self) -> None:
        """Let go of the device, as soon as its thread is done; a second time does nothing."""
        self._stop.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.is_set() and self._camera.state is not CameraState.FINISHED:
            frame = self._camera.read(READ_SECONDS)
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
