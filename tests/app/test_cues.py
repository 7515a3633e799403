"""The loudspeaker: without a sound card it is missing, and nobody but us says so."""

import os
import sys

import pygame
import pytest

from companion.app.cues import VoicePlayer, make_speaker
from hardware.signals import Sound
from hardware.voice import make_wav


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
