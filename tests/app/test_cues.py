"""The loudspeaker: without a sound card it is missing, and nobody but us says so."""

import os
import sys
from pathlib import Path
from typing import cast

import pygame
import pytest

from companion.app.cues import CuePlayer, VoicePlayer, make_speaker
from companion.app.game_controller import GameController
from companion.app.preferences import Preferences
from companion.games.events import Note
from companion.games.values import Outcome
from companion.record.session import Session
from hardware.panel import Panel
from hardware.signals import Signal, Sound
from hardware.voice import make_wav
from tests.app.steady import steady


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


class Loud:
    """A panel and a loudspeaker of which only the sounds matter."""

    def __init__(self) -> None:
        self.light, self.heard = Signal.OFF, list[Sound]()

    def show(self, light: Signal, seconds: float) -> None:
        self.light = light

    def play(self, sound: Sound, seconds: float) -> None:
        self.heard.append(sound)


@pytest.mark.parametrize(
    ("table", "light", "sound"),
    [("green-5 1.1", Signal.LEGAL, Sound.LEGAL), ("green-5 2.1", Signal.ILLEGAL, Sound.ILLEGAL)],
)
def test_a_sound_comes_once_with_what_is_new_and_again_in_another_game(
    tmp_path: Path, table: str, light: Signal, sound: Sound
) -> None:
    loud = Loud()
    player = CuePlayer(cast(Panel, loud), Preferences())
    for when in (0.0, 1.0):
        session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, when)
        controller = GameController(session)
        player.show(controller, 0.0)
        controller.on_table_seen(steady(table), 1.0)
        player.show(controller, 1.0)
        player.show(controller, 2.0)
        assert (loud.light, loud.heard) == (light, [sound])
        loud.heard.clear()
    player.show(None, 3.0)
    assert (loud.light, loud.heard) == (Signal.OFF, [])


def test_the_end_of_a_game_is_heard_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loud, session = Loud(), Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 0.0)
    player, controller = CuePlayer(cast(Panel, loud), Preferences()), GameController(session)
    player.show(controller, 0.0)
    session.play(Note(text="nothing new"), when=1.0)
    player.show(controller, 1.0)
    assert loud.heard == []
    monkeypatch.setattr(Session, "outcome", Outcome.LOST)
    player.show(controller, 2.0)
    player.show(controller, 3.0)
    assert loud.heard == [Sound.LOST]
