"""The devices as the config wants them."""

import numpy as np
import pytest

from companion.app_devices import make_panel, open_table_camera
from companion.config import parse
from companion.settings import Config
from hardware.cameras.files import DrawnCamera
from hardware.errors import CameraMissing
from hardware.panel import Cue, Signal
from tests.fakes.pins import Clock, StampedFactory


def draw(seconds: float) -> np.ndarray:
    return np.zeros((36, 64, 3), np.uint8)


@pytest.fixture
def nothing_plugged(monkeypatch):
    monkeypatch.setattr("hardware.camera.pi_camera_names", list)
    monkeypatch.setattr("hardware.camera.list_webcams", list)


def test_the_panel_is_as_the_config_says():
    config, _ = parse(
        "[pins]\nyes = 4\n[panel]\nhold_seconds = 0.5\nbrightness = 0.3\n[sounds]\nbuzzer = false\n"
    )
    clock = Clock()
    factory = StampedFactory(clock)
    with make_panel(config, pin_factory=factory, clock=clock) as panel:
        factory.pin(4).drive_low()
        clock.wait(0.6)
        assert [str(event) for event in panel.poll()] == ["yes held"]
        panel.show(Signal.LEGAL)
        panel.play(Cue.LEGAL)
        assert factory.pin(config.pins.green).state == 0.3
        assert not factory.pin(config.pins.buzzer).state
    factory.reset()


def test_without_a_camera_auto_means_the_simulated_table(nothing_plugged):
    camera, reason = open_table_camera(Config(), draw)
    assert isinstance(camera, DrawnCamera)
    assert reason is not None
    assert reason.code == "no-camera"
    camera.close()


def test_a_named_camera_that_is_away_is_never_replaced_by_a_drawing(nothing_plugged):
    config, _ = parse('[camera]\nname = "/dev/nonesuch"\n')
    with pytest.raises(CameraMissing):
        open_table_camera(config, draw)
    with pytest.raises(CameraMissing):
        open_table_camera(Config())


def test_the_simulated_table_can_be_named():
    config, _ = parse('[camera]\nname = "simulated"\n')
    camera, reason = open_table_camera(config, draw)
    assert reason is None
    camera.close()
