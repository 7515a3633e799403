"""A camera by its address: the newest frame, the same recovery as a webcam, and no password on a screen."""

import threading

import cv2
import numpy as np
import pytest

from hardware.cameras import CameraOptions, CameraState, open_camera
from hardware.cameras.webcam import NewestFrame, Webcam, is_address, without_password
from hardware.errors import CameraMissing
from tests.fakes.pins import Clock

OPTIONS = CameraOptions(size=(640, 360), mains_hertz=50)


def plain(level: int) -> np.ndarray:
    return np.full((360, 640, 3), level, np.uint8)


class Stream:
    """An address that sends frame after frame, each when it is let."""

    def __init__(self, frames: int, opened: bool = True) -> None:
        self.frames, self.opened = frames, opened
        self.sent = 0
        self.all_sent = threading.Event()
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        return self.opened

    def read(self):
        if self.sent == self.frames:
            self.all_sent.set()
            return False, None
        self.sent += 1
        return True, plain(self.sent)

    def release(self) -> None:
        self.released = True


def test_only_the_newest_frame_is_read():
    stream = Stream(30)
    newest = NewestFrame(stream)
    assert stream.all_sent.wait(10)
    good, picture = newest.read()
    assert good
    assert picture[0, 0, 0] == 30
    assert newest.read() == (False, None)
    newest.release()
    assert stream.released


def test_an_address_that_does_not_answer():
    newest = NewestFrame(Stream(0, opened=False))
    assert not newest.isOpened()
    assert newest.read() == (False, None)
    newest.release()


def test_a_stream_that_ends_is_looked_for_again():
    clock, streams = Clock(), []

    def open_stream(source):
        assert source == "http://phone:8080/video"
        streams.append(NewestFrame(Stream(1)))
        return streams[-1]

    with Webcam(
        "http://phone:8080/video", OPTIONS, clock=clock, wait=clock.wait, capture=open_stream
    ) as camera:
        assert camera.read() is not None
        assert [camera.read() for _ in range(3)] == [None] * 3
        assert camera.state is CameraState.LOST
        found = [camera.read(1.0) for _ in range(3)]
    assert any(frame is not None for frame in found)
    assert len(streams) == 2


def test_a_film_served_as_an_address_is_opened_by_opencv():
    with pytest.raises(CameraMissing, match="no picture comes"):
        open_camera("http://127.0.0.1:9/video", options=OPTIONS)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("http://owner:secret@phone:8080/video", "http://phone:8080/video"),
        ("rtsp://cam/stream@2", "rtsp://cam/stream@2"),
        ("usb:0", "usb:0"),
    ],
)
def test_a_password_is_never_shown(name, shown):
    assert without_password(name) == shown
    assert is_address(name) == name.startswith(("http", "rtsp"))


def test_a_missing_camera_is_named_without_its_password():
    closed = lambda source: NewestFrame(Stream(0, opened=False))  # noqa: E731 (a constructor of one line)
    with pytest.raises(CameraMissing) as caught:
        Webcam("http://owner:secret@phone/video", OPTIONS, capture=closed)
    assert "secret" not in str(caught.value)


def test_opencv_here_can_open_addresses():
    assert "FFMPEG" in [
        cv2.videoio_registry.getBackendName(each) for each in cv2.videoio_registry.getStreamBackends()
    ]
