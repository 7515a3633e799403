"""A camera that is missing is told on the first screen, and looked for."""

import threading

from companion.app.camera_setup import CameraCheck
from hardware.errors import CameraBusy, CameraMissing, HardwareError


def test_it_tells_what_is_missing_until_the_camera_is_there():
    answers: list[HardwareError | None] = [CameraMissing("no-camera"), CameraBusy("busy", reason="x"), None]
    told: list[str] = []
    looked = threading.Semaphore(0)
    check = CameraCheck(lambda: look(), again_seconds=0.001)

    def look() -> None:
        told.append("" if check.trouble is None else check.trouble.code)
        answer = answers.pop(0)
        looked.release()
        if answer is not None:
            raise answer

    check.start()
    for _ in range(3):
        assert looked.acquire(timeout=10)
    check.close()
    check.close()
    assert told == ["", "no-camera", "busy"]
    assert check.trouble is None


def test_one_that_never_looked_closes():
    check = CameraCheck(lambda: None)
    check.close()
    assert check.trouble is None
