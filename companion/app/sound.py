"""Sound through a loudspeaker: the buzzer's tunes come in, soft tones go out; without sound it is silent."""

from array import array
from functools import lru_cache
from math import exp, pi, sin

import pygame

from companion.app.silence_stderr import silence_stderr
from hardware.buzzer import TUNES, Speaker
from hardware.signals import Sound

_RATE = 22_050
_FADE_SECONDS = 0.01
_SEMITONES = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}


class _Loudspeaker:
    """Plays a sound as a whole; a newer one takes its place."""

    def __init__(self, volume: float) -> None:
        self._volume = volume

    def play(self, sound: Sound, seconds: float) -> None:
        """Begin this sound."""
        pygame.mixer.stop()
        playing = pygame.mixer.Sound(buffer=samples(sound))
        playing.set_volume(self._volume)
        playing.play()

    def update(self, seconds: float) -> None:
        """Nothing to do: the mixer plays on by itself."""

    def close(self) -> None:
        """Be silent."""
        pygame.mixer.quit()


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
    tones = [sample for note, seconds in TUNES[sound] for sample in tone(note, seconds)]
    return array("h", tones).tobytes()


def tone(note: str | None, seconds: float) -> list[int]:
    """A note that swells quickly and fades, or a rest."""
    count = int(_RATE * seconds)
    if note is None:
        return [0] * count
    turn = 2 * pi * frequency(note) / _RATE
    return [round(9000 * _envelope(step / _RATE, seconds) * sin(turn * step)) for step in range(count)]


def _envelope(at: float, seconds: float) -> float:
    return min(1.0, at / _FADE_SECONDS, max(0.0, seconds - at) / _FADE_SECONDS) * exp(-1.5 * at / seconds)


def frequency(note: str) -> float:
    """The pitch of a note such as A4."""
    return float(440.0 * 2 ** (_SEMITONES[note[0]] / 12 + int(note[1]) - 4))
