"""The loudspeaker: without a sound card it is missing, and nobody but us says so."""

import os
import sys

import pygame
import pytest

from companion.app.cues import make_speaker


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
