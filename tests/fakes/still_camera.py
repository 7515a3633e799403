"""A camera that gives the same picture ten times a second of the clock it is given."""

import time
from collections.abc import Callable

from hardware.frames import CameraBase, CameraState, Frame, Picture


class StillCamera(CameraBase):
    def __init__(self, picture: Picture, wait: Callable[[float], None] = lambda seconds: None) -> None:
        super().__init__("simulated")
        self._picture, self._wait = picture, wait

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        if self.state is not CameraState.RUNNING:
            return None
        self._wait(0.1)
        return self.frame_of(self._picture, time.monotonic())
