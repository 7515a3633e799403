"""One picture in time: cameras of any make come in, frames of one kind go out."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Any, Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.errors import HardwareError

Picture = NDArray[np.uint8]  # rows x columns x 3, blue green red
Grey = NDArray[np.uint8]  # rows x columns
_GREY_WIDTH = 480  # enough to see a hand move, cheap enough to test at every frame


class CameraState(Enum):
    """How a camera is doing."""

    SETTLING = "settling"  # exposure, white balance and focus are still finding themselves
    RUNNING = "running"
    LOST = "lost"  # unplugged or stalled; it is being tried again
    FINISHED = "finished"  # a film or a folder has come to its end
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What the camera saw at one moment: `seconds` is the monotonic time of the exposure."""

    grey: Grey
    seconds: float
    number: int
    take_picture: Callable[[], Picture]

    @property
    def picture(self) -> Picture:
        """The large picture; a Pi camera gives it only until the next read (FrameGone after that)."""
        return self.take_picture()


class Camera(Protocol):
    """The one thing the eye needs; every camera is also a context manager."""

    @property
    def name(self) -> str:
        """The name it was opened by."""

    @property
    def state(self) -> CameraState:
        """How it is doing."""

    @property
    def trouble(self) -> HardwareError | None:
        """What is not as it should be, for people to read; None when all is well."""

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        """The next frame, or None when none came in time (the state says why)."""

    def settle(self) -> None:
        """Let exposure, white balance and focus find themselves again, then lock them."""

    def close(self) -> None:
        """Let go of the device; a second time does nothing."""

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> None: ...


class CameraBase:
    """What all our cameras share: a name, a state, frame numbers, and closing at the end of a `with`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state = CameraState.RUNNING
        self._number = 0

    @property
    def trouble(self) -> HardwareError | None:
        return None

    def close(self) -> None:
        self.state = CameraState.CLOSED

    def settle(self) -> None:
        """Nothing to settle unless the camera says otherwise."""

    def frame_of(self, picture: Picture, seconds: float) -> Frame:
        """Number a picture that is already in memory and make its small grey twin."""
        self._number += 1
        return Frame(shrink(picture), seconds, self._number, lambda: picture)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Retry:
    """When a camera that failed is tried again: ever later, and nobody waits longer than asked."""

    def __init__(
        self, pauses: tuple[float, ...], clock: Callable[[], float], wait: Callable[[float], None]
    ) -> None:
        self._pauses, self._clock, self._wait = pauses, clock, wait
        self._fails = 0
        self._at = float("-inf")

    def is_due(self, timeout_seconds: float) -> bool:
        pause = self._at - self._clock()
        if pause > 0:
            self._wait(min(pause, timeout_seconds))
        return self._clock() >= self._at

    def failed(self) -> None:
        self._at = self._clock() + self._pauses[min(self._fails, len(self._pauses) - 1)]
        self._fails += 1

    def succeeded(self) -> None:
        self._fails = 0


def grey_size(size: tuple[int, int]) -> tuple[int, int]:
    """The size of the small grey frame for a picture of this size: same shape, even sides."""
    width, height = size
    small = min(_GREY_WIDTH, width - width % 2)
    return small, max(2, round(height * small / width / 2) * 2)


def shrink(picture: Picture) -> Grey:
    """The small grey frame of a large picture."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, grey_size((width, height)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def sharpness(picture: Picture) -> float:
    """How sharp the middle of a picture is: about 10 out of focus, above 50 when printed cards are sharp."""
    height, width = picture.shape[:2]
    middle = picture[height // 4 : height - height // 4, width // 4 : width - width // 4]
    grey = cv2.cvtColor(middle, cv2.COLOR_BGR2GRAY) if middle.ndim == 3 else middle
    return float(cv2.Laplacian(grey, cv2.CV_32F).var())
