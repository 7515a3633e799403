"""A camera that is opened when it is first read, in the reader's thread, and looked for while it is missing."""

import threading

import numpy as np
import pytest

from hardware.cameras.patient import PatientCamera
from hardware.errors import CameraBusy, CameraMissing, HardwareError
from hardware.frames import CameraState
from tests.fakes.still_camera import StillCamera


class Plug:
    """A camera that is refused as long as there is an error."""

    def __init__(self, clock, error: HardwareError | None = None) -> None:
        self.clock, self.error = clock, error
        self.tries: list[float] = []
        self.threads: list[str] = []
        self.camera: StillCamera | None = None

    def open(self) -> StillCamera:
        self.tries.append(self.clock())
        self.threads.append(threading.current_thread().name)
        if self.error is not None:
            raise self.error
        picture = np.zeros((90, 160, 3), np.uint8)
        self.camera = StillCamera(picture, self.clock.wait)
        return self.camera


def patient(plug: Plug) -> PatientCamera:
    return PatientCamera("auto", plug.open, clock=plug.clock, wait=plug.clock.wait)


def test_it_is_opened_by_the_thread_that_reads(clock):
    plug = Plug(clock)
    camera = patient(plug)
    assert plug.tries == []
    assert camera.state is CameraState.SETTLING
    frames = []
    reader = threading.Thread(target=lambda: frames.append(camera.read()), name="eye")
    reader.start()
    reader.join()
    assert plug.threads == ["eye"]
    assert frames[0] is not None
    assert (camera.state, camera.name, camera.trouble) == (CameraState.RUNNING, "simulated", None)


def test_one_that_is_missing_is_looked_for_and_says_why_meanwhile(clock):
    plug = Plug(clock, CameraMissing("no-camera"))
    camera = patient(plug)
    while clock() < 130:
        assert camera.read(1.0) is None
        assert camera.state is CameraState.LOST
        assert camera.trouble.code == "no-camera"
    assert np.diff(plug.tries)[:4] == pytest.approx([1, 2, 5, 5])
    plug.error = None
    found = [camera.read(1.0) for _ in range(6)]
    assert found[-1] is not None
    assert camera.trouble is None


def test_another_reason_is_told_as_it_changes(clock):
    plug = Plug(clock, CameraMissing("no-camera"))
    camera = patient(plug)
    camera.read()
    plug.error = CameraBusy("busy", reason="x")
    clock.wait(10)
    camera.read()
    assert camera.trouble.code == "busy"


def test_closing_twice_before_and_after_it_was_opened(clock):
    plug = Plug(clock)
    unopened = patient(plug)
    unopened.close()
    unopened.close()
    assert unopened.read() is None
    assert plug.tries == []
    opened = patient(plug)
    opened.read()
    opened.settle()
    opened.close()
    opened.close()
    assert opened.state is CameraState.CLOSED
    assert plug.camera.state is CameraState.CLOSED


def test_closed_while_it_was_being_opened(clock):
    plug = Plug(clock)
    camera = patient(plug)
    original = plug.open

    def slow() -> StillCamera:
        camera.close()
        return original()

    camera._open_camera = slow
    camera.read()
    assert plug.camera.state is CameraState.CLOSED
    assert camera.state is CameraState.CLOSED
