"""Camera, panel and loudspeaker as the config wants them, or the simulated table in a camera's place."""

import time
from array import array
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache
from io import BytesIO
from math import exp, pi, sin
from random import Random
from typing import Any, Protocol

import pygame

from companion.config_keys import Config
from companion.errors import CompanionError
from companion.games.game import STANDARD, Match
from companion.games.values import BadRecord
from companion.locale import Locale, finish
from companion.record.recorder import RecordRefused
from companion.record.session import Session
from companion.table.practice import simulated_table
from companion.terminal import silence_stderr
from hardware.buttons import PATIENT_ALL
from hardware.cameras import choose, open_camera
from hardware.cameras.patient import BackgroundCamera, PatientCamera
from hardware.cameras.sensor import CameraOptions, forget_focus
from hardware.errors import HardwareError
from hardware.frames import Camera
from hardware.panel import TUNES, Panel, Pins, Speaker
from hardware.signals import Sound
from hardware.simulated import SimulatedCamera, SimulatedTable
from vision.errors import VisionError

CHOICES = ("auto", "pi", "usb:0", "usb:1")  # what the camera set-up tries in turn, after the config's own


class SideTable(Protocol):
    """What may lie beside the companion's screen: the simulated table, played with the mouse."""

    locale: Locale

    @property
    def stale(self) -> bool:
        """Whether something changed since it was drawn."""

    def resize(self, size: tuple[int, int]) -> None:
        """It has another room on the window, in pixels."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""

    def mouse(self, event: pygame.event.Event, offset: tuple[int, int]) -> None:
        """The mouse did something over it."""

    def follow(self, match: Match) -> None:
        """Something was recorded."""


_MakeSideTable = Callable[[Session, SimulatedTable], SideTable]
_MakeDeckTable = Callable[[str, SimulatedTable, tuple[str, ...]], SideTable]


class Cameras:
    """The cameras of this machine."""

    side: SideTable | None = None  # a real table lies beside nothing

    def __init__(self, config: Config) -> None:
        self._config = config

    def watch(self, game: str, variant: str) -> Camera:
        """The config's camera for a whole game: it is opened by the eye, and looked for while it is away."""
        return PatientCamera(self._config.camera.name, lambda: self.open(game, variant))

    def open(self, game: str, variant: str, choice: int = 0) -> Camera:
        """The config's camera, or another choice while one is looked for."""
        other = CHOICES[choice % len(CHOICES)]
        name = self._config.camera.name if other == CHOICES[0] else other
        return open_camera(name, options=camera_options(self._config))

    def show(self, game: str, variant: str, choice: int = 0) -> Camera:
        """The same for who sets it up: looked for, opened and read in the background, and focused anew."""
        forget_focus()
        name = CHOICES[choice % len(CHOICES)]
        return BackgroundCamera(PatientCamera(name, lambda: self.open(game, variant, choice)))

    def sit_down(self, session: Session) -> None:
        """A game is played now."""

    def follow(self, match: Match) -> None:
        """Something was recorded."""

    def leave(self) -> None:
        """Nobody plays any more."""

    def lay_deck(self, game: str, cards: tuple[str, ...]) -> None:
        """Cards of a game are to be shown; on a real table their owner does that."""


class SimulatedCameras(Cameras):
    """A camera over the simulated table, which lies beside the screen while a game is played."""

    def __init__(
        self, config: Config, rng: Random, make_side: _MakeSideTable, make_deck: _MakeDeckTable | None = None
    ) -> None:
        super().__init__(config)
        self._rng, self._make_side, self._make_deck = rng, make_side, make_deck
        self._session: Session | None = None
        self.table: SimulatedTable | None = None

    def watch(self, game: str, variant: str) -> Camera:
        return SimulatedCamera(self.table or simulated_table(game, variant), time.monotonic, paced=True)

    def open(self, game: str, variant: str, choice: int = 0) -> Camera:
        """The same, or one over an empty table where nobody plays, for who sets it up."""
        return SimulatedCamera(self.table or simulated_table(game, variant), time.monotonic)

    def show(self, game: str, variant: str, choice: int = 0) -> Camera:
        return self.open(game, variant, choice)

    def sit_down(self, session: Session) -> None:
        """Lay the table as recorded; as it lies when the eye has only looked away."""
        if session is self._session:
            return
        match, variant = session.match, str(session.header.get("variant", "standard"))
        self.table = simulated_table(match.game.name, variant, seed=self._rng.randrange(10**6))
        self.side = self._make_side(session, self.table)
        self._session = session

    def follow(self, match: Match) -> None:
        if self.side is not None:
            self.side.follow(match)

    def lay_deck(self, game: str, cards: tuple[str, ...]) -> None:
        if self._make_deck is not None:
            self.table = simulated_table(game, STANDARD, seed=self._rng.randrange(10**6))
            self.side = self._make_deck(game, self.table, cards)

    def leave(self) -> None:
        self._session = self.table = self.side = None


def has_camera(config: Config) -> bool:
    """Whether the config's camera is there; `auto` without any means the simulated table."""
    if config.camera.name == "simulated":
        return False
    try:
        return bool(choose(config.camera.name))
    except HardwareError:
        return False


def camera_options(config: Config) -> CameraOptions:
    """How the camera is wanted."""
    camera = config.camera
    return CameraOptions(camera.size, camera.lens, camera.mains, camera.sensor_mode)


def make_panel(
    config: Config, *, pin_factory: Any = None, clock: Callable[[], float] = time.monotonic
) -> Panel:
    """Buttons, lights and buzzer; without pins the panel has a problem to tell and goes on with keys."""
    return Panel(
        Pins(**asdict(config.pins)),
        pin_factory=pin_factory,
        clock=clock,
        hold_seconds=config.panel.hold_seconds,
        bounce_seconds=config.panel.bounce_seconds,
        brightness=config.panel.brightness,
        ring=config.panel.ring,
        ring_brightness=config.panel.ring_brightness,
        muted=not (config.sounds.on and config.sounds.buzzer),
        patient=PATIENT_ALL,  # every button may mean something else when it is held
    )


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


def say_what(error: BaseException, locale: Locale) -> str:
    """What broke: a device or a mistake in its own words, anything else by its name."""
    if isinstance(error, HardwareError):
        return finish(locale.say(f"hardware.{error.code}", **error.facts))
    if isinstance(error, VisionError):
        return finish(locale.say(f"vision.{error.code}", **error.facts) if error.code else str(error))
    if isinstance(error, BadRecord):
        return finish(locale.bad_record(error))
    if isinstance(error, RecordRefused):
        return finish(error.said(locale))
    if isinstance(error, CompanionError):
        return str(error)
    return locale.say("app.broke", error=f"{type(error).__name__}: {error}")
