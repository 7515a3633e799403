"""A camera in the background: nobody waits for it, and its picture stays readable."""

import threading

import numpy as np
import pytest

from hardware.cameras.patient import BackgroundCamera
from hardware.errors import CameraFailed
from hardware.frames import CameraBase, CameraState, Frame


class SlowCamera(CameraBase):
    """A camera whose every frame the test lets come; its picture is gone after the next."""

    def __init__(self) -> None:
        super().__init__("slow")
        self.gate = threading.Semaphore(0)
        self.taken = threading.Semaphore(0)
        self.settled = self.copies = 0
        self.threads: set[str] = set()

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        self.taken.release()
        if not self.gate.acquire(timeout=0.05):
            return None
        self.threads.add(threading.current_thread().name)
        self._number += 1
        return Frame(np.zeros((2, 2), np.uint8), float(self._number), self._number, self.picture)

    def picture(self):
        self.copies += 1
        return np.full((2, 2, 3), self._number, np.uint8)

    def settle(self) -> None:
        self.settled += 1

    @property
    def trouble(self):
        return CameraFailed("no-focus")


@pytest.fixture
def slow():
    return SlowCamera()


@pytest.fixture
def live(slow):
    with BackgroundCamera(slow) as live:
        yield live


def next_frame(live: BackgroundCamera, slow: SlowCamera) -> Frame:
    slow.gate.release()
    for _ in range(2000):
        frame = live.read()
        if frame is not None:
            return frame
        slow.taken.acquire(timeout=0.05)
    raise AssertionError("no frame came")


def test_a_read_never_waits(live):
    assert live.read(10.0) is None


def test_frames_are_read_and_copied_in_the_cameras_thread(live, slow):
    first = next_frame(live, slow)
    second = next_frame(live, slow)
    assert slow.threads == {"live-camera"}
    assert (first.picture == 1).all()
    assert (second.picture == 2).all()
    assert live.read() is None


def test_a_picture_that_nobody_takes_is_not_copied_again(live, slow):
    for _ in range(5):
        slow.gate.release()
    for _ in range(8):
        slow.taken.acquire(timeout=1)
    assert slow.copies == 1


def test_it_tells_what_the_camera_tells(live, slow):
    assert live.trouble.code == "no-focus"
    slow.state = CameraState.LOST
    assert live.state is CameraState.LOST
    slow.state = CameraState.RUNNING
    live.settle()
    next_frame(live, slow)
    next_frame(live, slow)
    assert slow.settled == 1


def test_closing_twice_lets_the_camera_go(slow):
    live = BackgroundCamera(slow)
    live.close()
    live.close()
    assert slow.state is CameraState.CLOSED
