"""The camera set-up: which camera it looks through, and the plane that it keeps."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import intents
from companion.app.camera_setup import CameraSetup
from companion.app.devices import CHOICES, Cameras, SimulatedCameras
from companion.app.headless import HeadlessApp
from companion.config_keys import CameraSettings, Config
from hardware.errors import CameraMissing
from vision.plane.plane_file import load_plane
from vision.types import Plane

PLANE = Plane((1920, 1080), (0.5, 0.0, -480.0, 0.0, 0.5, -270.0, 0.0, 0.0, 1.0), -0.05, 0.12)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[HeadlessApp]:
    made = HeadlessApp(tmp_path, lambda: 0.0)
    yield made
    made.close()


def act(setup: CameraSetup, intent: intents.Intent) -> None:
    setup.handlers[type(intent)](intent, 0.0)


def test_a_calibration_that_the_disk_refuses_is_told_and_stays(
    app: HeadlessApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cameras = SimulatedCameras(Config(), Random(1), lambda *_: None)  # type: ignore[arg-type, return-value]
    setup = CameraSetup(app.game, cameras, app.preferences, tmp_path / "calibration.json")
    act(setup, intents.OpenCamera(True))
    monkeypatch.setattr(setup, "_plane", lambda: PLANE)
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        act(setup, intents.UseCamera())
    assert setup.is_open
    act(setup, intents.UseCamera())
    assert not setup.is_open
    assert load_plane(tmp_path / "calibration.json") == PLANE


def test_the_next_camera_is_tried_and_in_the_end_the_config_s_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []
    monkeypatch.setattr("companion.app.devices.open_camera", lambda name, *, options: tried.append(name))
    cameras = Cameras(Config(camera=CameraSettings(name="usb:3")))
    for choice in range(len(CHOICES) + 1):
        cameras.open("ascent", "standard", choice)
    assert tried == ["usb:3", *CHOICES[1:], "usb:3"]


def test_a_camera_that_is_missing_is_told_while_the_screen_goes_on(
    app: HeadlessApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is opened, and tried again, in a thread of its own."""
    tried = threading.Event()
    threads: list[str] = []

    def refuse(name: str, *, options: object) -> None:
        threads.append(threading.current_thread().name)
        tried.set()
        raise CameraMissing("no-camera")

    monkeypatch.setattr("companion.app.devices.open_camera", refuse)
    setup = CameraSetup(app.game, Cameras(Config()), app.preferences, tmp_path / "calibration.json")
    act(setup, intents.OpenCamera(True))
    assert tried.wait(10)
    view = None
    for _ in range(1000):
        view = setup.view()
        if view is not None and view.problem:
            break
        time.sleep(0.005)
    assert view is not None
    assert view.problem == "No camera was found."
    assert set(threads) == {"live-camera"}
    act(setup, intents.OpenCamera(False))
