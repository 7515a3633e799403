"""The devices as the config wants them."""

import pytest

from companion.app.app import has_camera
from companion.app.devices import make_panel
from companion.config import parse
from companion.settings import Config
from hardware.signals import Signal, Sound
from tests.fakes.pins import Clock, StampedFactory


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
        panel.play(Sound.LEGAL)
        assert factory.pin(config.pins.green).state == 0.3
        assert not factory.pin(config.pins.buzzer).state
    factory.reset()


def test_without_a_camera_auto_means_the_simulated_table(nothing_plugged):
    assert not has_camera(Config())


def test_a_named_camera_that_is_away_is_never_replaced_by_a_drawing(nothing_plugged):
    config, _ = parse('[camera]\nname = "/dev/nonesuch"\n')
    assert has_camera(config)


def test_the_simulated_table_can_be_named():
    config, _ = parse('[camera]\nname = "simulated"\n')
    assert not has_camera(config)
