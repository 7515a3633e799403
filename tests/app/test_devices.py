"""The devices as the config wants them."""

import os
import sys
import threading

import pygame
import pytest

from companion.app.app import has_camera
from companion.app.devices import Cameras, VoicePlayer, camera_options, make_panel, make_speaker
from companion.config import parse
from companion.config_keys import Config
from hardware.errors import CameraMissing
from hardware.signals import Signal, Sound
from hardware.voice import make_wav
from tests.fakes.pins import Clock, StampedFactory


@pytest.fixture
def nothing_plugged(monkeypatch):
    monkeypatch.setattr("hardware.cameras.pi_camera_names", list)
    monkeypatch.setattr("hardware.cameras.list_webcams", list)


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


def test_a_games_camera_is_opened_by_the_thread_that_reads_it(monkeypatch):
    """Opening and focusing take seconds: the screen's thread, which starts the game, does neither."""
    threads = []

    def refuse(name, *, options):
        threads.append(threading.current_thread().name)
        raise CameraMissing("no-camera")

    monkeypatch.setattr("companion.app.devices.open_camera", refuse)
    camera = Cameras(Config()).watch("ascent", "standard")
    assert threads == []
    reader = threading.Thread(target=camera.read, args=(0.01,), name="eye")
    reader.start()
    reader.join()
    assert threads == ["eye"]
    assert isinstance(camera.trouble, CameraMissing)


def test_the_camera_is_as_the_config_says():
    config, problems = parse('[camera]\nlens = 1.3\nmains = 60\nmode = "2028x1520"\n')
    options = camera_options(config)
    assert problems == ()
    assert (options.lens_dioptres, options.mains_hertz, options.sensor_mode) == (1.3, 60, (2028, 1520))


def test_without_a_sound_card_the_libraries_are_kept_quiet(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def no_card(*_: object) -> None:
        os.write(2, b"ALSA lib confmisc.c:855:(parse_card) cannot find card '0'")
        raise pygame.error("no sound card")

    monkeypatch.setattr(pygame.mixer, "init", no_card)
    assert make_speaker(0.7) is None
    sys.stderr.write("our own words\n")
    assert capfd.readouterr().err == "our own words\n"


def test_silence_looks_for_no_sound_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.mixer, "init", lambda *_: pytest.fail("it was opened"))
    assert make_speaker(0.0) is None


def test_words_follow_a_tune_and_neither_ends_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker, player = make_speaker(0.5), VoicePlayer(0.5)
    assert speaker is not None
    try:
        tunes, words = pygame.mixer.Channel(0), pygame.mixer.Channel(1)
        speaker.play(Sound.LOST, 0.0)
        player.play(make_wav(bytes(44_100), 16_000))
        assert tunes.get_busy()
        assert player.is_playing
        assert words.get_queue() is not None  # a pause first, while the tune is heard
        player.stop()
        assert tunes.get_busy()
        assert not player.is_playing
    finally:
        speaker.close()
    player.play(make_wav(bytes(100), 22_050))  # after the end nothing happens
    player.stop()
    assert not player.is_playing
