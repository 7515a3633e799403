"""Which light shines and which sound is heard, for what waits for the players; and the loudspeaker."""

from array import array
from functools import lru_cache
from io import BytesIO
from math import exp, pi, sin

import pygame

from companion.app.game_controller import GameController
from companion.app.preferences import Preferences
from companion.games.values import Outcome
from companion.terminal import silence_stderr
from hardware.panel import TUNES, Panel, Speaker
from hardware.signals import Signal, Sound

_RATE = 22_050
_FADE_SECONDS = 0.01
_PAUSE_SECONDS = 0.3  # before words that follow a tune
_TUNES, _WORDS = 0, 1  # the mixer's channels
_SEMITONES = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}


class _Loudspeaker:
    """Plays a sound as a whole; a newer one takes its place."""

    def __init__(self, volume: float) -> None:
        self._volume = volume

    def play(self, sound: Sound, seconds: float) -> None:
        playing = pygame.mixer.Sound(buffer=samples(sound))
        playing.set_volume(self._volume)
        pygame.mixer.Channel(_TUNES).play(playing)

    def update(self, seconds: float) -> None:
        """Nothing to do: the mixer plays on by itself."""

    def close(self) -> None:
        pygame.mixer.quit()


class VoicePlayer:
    """What the voice says, on the loudspeaker beside the tunes."""

    def __init__(self, volume: float) -> None:
        self._volume = volume

    @property
    def is_playing(self) -> bool:
        return bool(pygame.mixer.get_init()) and pygame.mixer.Channel(_WORDS).get_busy()

    def play(self, wav: bytes) -> None:
        """Begin it, in place of one still heard."""
        if not pygame.mixer.get_init():
            return
        words = pygame.mixer.Sound(file=BytesIO(wav))
        words.set_volume(self._volume)
        channel = pygame.mixer.Channel(_WORDS)
        if pygame.mixer.Channel(_TUNES).get_busy():
            channel.play(pygame.mixer.Sound(buffer=bytes(2 * int(_RATE * _PAUSE_SECONDS))))
            channel.queue(words)
        else:
            channel.play(words)

    def stop(self) -> None:
        if pygame.mixer.get_init():
            for _ in range(2):  # the pause, and the words that begin when it ends
                pygame.mixer.Channel(_WORDS).stop()


def make_speaker(volume: float) -> Speaker | None:
    """The loudspeaker, if the machine has one and it is wanted."""
    if volume <= 0:
        return None
    try:
        with silence_stderr():
            pygame.mixer.init(_RATE, -16, 1)
    except pygame.error:
        return None
    return _Loudspeaker(volume)


@lru_cache(maxsize=len(Sound))
def samples(sound: Sound) -> bytes:
    """A sound's tune as 16-bit samples."""
    tones = [sample for note, seconds in TUNES[sound] for sample in _tone(note, seconds)]
    return array("h", tones).tobytes()


def _tone(note: str | None, seconds: float) -> list[int]:
    """A note that swells quickly and fades, or a rest."""
    count = int(_RATE * seconds)
    if note is None:
        return [0] * count
    turn = 2 * pi * frequency(note) / _RATE

    def envelope(at: float) -> float:
        return min(1.0, at / _FADE_SECONDS, max(0.0, seconds - at) / _FADE_SECONDS) * exp(-1.5 * at / seconds)

    return [round(9000 * envelope(step / _RATE) * sin(turn * step)) for step in range(count)]


def frequency(note: str) -> float:
    """The pitch of a note such as A4."""
    return float(440.0 * 2 ** (_SEMITONES[note[0]] / 12 + int(note[1]) - 4))


_SOUNDS = {Signal.LEGAL: Sound.LEGAL, Signal.ILLEGAL: Sound.ILLEGAL, Signal.UNSURE: Sound.QUESTION}
_ENDINGS = {Outcome.WON: Sound.WON, Outcome.DONE: Sound.WON, Outcome.LOST: Sound.LOST}


class CuePlayer:
    """Lights, buzzer and loudspeaker, as far as people want them."""

    def __init__(self, panel: Panel, preferences: Preferences, speaker: Speaker | None = None) -> None:
        self._panel, self._preferences, self._speaker = panel, preferences, speaker
        self._controller: GameController | None = None
        self._before = (Signal.OFF, Outcome.OPEN)  # what was shown last of this game

    def show(self, controller: GameController | None, seconds: float) -> None:
        """The lights now, and a sound once: when something new began or the game ended."""
        if controller is not self._controller:
            self._controller, self._before = controller, (Signal.OFF, Outcome.OPEN)
        light = Signal.OFF if controller is None else controller.light
        outcome = Outcome.OPEN if controller is None else controller.session.outcome
        ends = outcome is not self._before[1] and outcome in _ENDINGS
        sound = _ENDINGS[outcome] if ends else None if light is self._before[0] else _SOUNDS.get(light)
        self._before, settings = (light, outcome), self._preferences.settings
        self._panel.show(light if settings.lights else Signal.OFF, seconds)
        if sound is None or not settings.sounds:
            return
        self._panel.play(sound, seconds)
        if self._speaker is not None:
            self._speaker.play(sound, seconds)
