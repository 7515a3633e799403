"""What can be set: every key of the config file with its default, its bounds and its comment."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.locale import LANGUAGES
from hardware.signals import CAMERA_NAME

_MOST_PIXELS = 4608
_SENSOR_MODE = r"([1-9][0-9]*x[1-9][0-9]*)?"
COLOUR_SCHEMES = ("usual", "high-contrast", "colour-blind")
TURNS = (0, 90, 180, 270)
VOICE_LEVELS = ("off", "verdicts", "turns", "everything")
SLOWEST, FASTEST = 80, 400  # of the voice, in words a minute
LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Check:
    """Which values a key takes; `code` and `facts` make the sentence that says so."""

    code: str
    facts: dict[str, Any]
    allows: Callable[[Any], bool]


_OR_ONE = f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}"


def _one_of(*values: Any) -> Check:
    listed = ", ".join(str(value) for value in values)
    return Check(
        "one-of", {"values": listed}, lambda value: type(value) is type(values[0]) and value in values
    )


def _whole(low: int, high: int) -> Check:
    return Check(
        "whole", {"low": low, "high": high}, lambda value: type(value) is int and low <= value <= high
    )


def _whole_or_zero(low: int, high: int) -> Check:
    return Check(
        "whole-or-zero",
        {"low": low, "high": high},
        lambda value: type(value) is int and (value == 0 or low <= value <= high),
    )


def _number(low: float, high: float) -> Check:
    return Check(
        "number",
        {"low": low, "high": high},
        lambda value: type(value) in (int, float) and low <= value <= high,
    )


def _is_text(value: Any) -> bool:
    """Whether it is a text that can be shown, so without a NUL or a line's end."""
    return type(value) is str and value.isprintable()


def _has_home(path: str) -> bool:
    try:
        Path(path).expanduser()
    except RuntimeError:
        return False
    return True


_YES_NO = Check("yes-no", {}, lambda value: type(value) is bool)
_FOLDER = Check("folder", {}, lambda value: _is_text(value) and _has_home(value))
_CAMERA = Check("camera", {}, lambda value: _is_text(value) and re.fullmatch(CAMERA_NAME, value) is not None)
_MODE = Check("sensor-mode", {}, lambda value: type(value) is str and bool(re.fullmatch(_SENSOR_MODE, value)))


def _setting(default: Any, check: Check, comment: str) -> Any:
    """A field of the config with what the file says about it."""
    return field(default=default, metadata={"check": check, "comment": comment})


def _a_pin(default: int, comment: str) -> Any:
    return _setting(default, _whole(2, 27), comment)


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Which camera, and how large its pictures are."""

    name: str = _setting(
        "auto", _CAMERA, "auto, pi, usb:0, /dev/video0, http://..., video:FILE, folder:DIR or simulated"
    )
    width: int = _setting(0, _whole_or_zero(320, 4608), "no picture is larger; 0: as camera and memory allow")
    height: int = _setting(0, _whole_or_zero(240, 3456), "")
    lens: float = _setting(0.0, _number(0.0, 15.0), "0.0: focus by itself; else 1 / distance in metres")
    mains: int = _setting(0, _one_of(0, 50, 60), "hertz of the mains, for lamps; 0: guessed from the country")
    mode: str = _setting("", _MODE, "a sensor's mode as 2028x1520; empty: one with the whole view")

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height that no picture exceeds; None when nothing was set."""
        if not (self.width or self.height):
            return None
        return self.width or _MOST_PIXELS, self.height or _MOST_PIXELS

    @property
    def sensor_mode(self) -> tuple[int, int] | None:
        width, _, height = self.mode.partition("x")
        return (int(width), int(height)) if self.mode else None


@dataclass(frozen=True, slots=True)
class _DisplaySettings:
    """The screen."""

    width: int = _setting(800, _whole(320, 3840), "size of the screen in pixels")
    height: int = _setting(480, _whole(240, 2160), "")
    rotation: int = _setting(0, _one_of(*TURNS), "clockwise: 0, 90, 180 or 270")
    fullscreen: str = _setting("auto", _one_of("auto", "yes", "no"), "auto: yes where there is no desktop")
    brightness: float = _setting(1.0, _number(0.2, 1.0), "from 0.2 to 1.0")
    night_brightness: float = _setting(1.0, _number(0.2, 1.0), "the same between two hours of the night")
    night_from: int = _setting(21, _whole(0, 23), "the hour when the night begins")
    night_to: int = _setting(7, _whole(0, 23), "the hour when it ends")
    larger_text: bool = _setting(False, _YES_NO, "everything a size larger")
    far: bool = _setting(False, _YES_NO, "verdict, turn and discards only, for two metres")
    colours: str = _setting("usual", _one_of(*COLOUR_SCHEMES), "usual, high-contrast or colour-blind")
    motion: bool = _setting(True, _YES_NO, "cards and panels move into their places")

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height


@dataclass(frozen=True, slots=True)
class _PanelSettings:
    """How the buttons and lights behave."""

    hold_seconds: float = _setting(
        1.0, _number(0.3, 5.0), "how long a button is held to mean more (no: undo)"
    )
    bounce_seconds: float = _setting(0.025, _number(0.0, 0.2), "raise it when one press counts twice")
    brightness: float = _setting(0.6, _number(0.05, 1.0), "of the two lights, from 0.05 to 1.0")
    ring: int = _setting(0, _whole_or_zero(2, 27), "pin (GPIO...) of a ring light's transistor; 0: none")
    ring_brightness: float = _setting(1.0, _number(0.05, 1.0), "of the ring light")


@dataclass(frozen=True, slots=True)
class PinSettings:
    """The BCM number (GPIO...) of each part; docs/wiring.md shows where they are."""

    yes: int = _a_pin(5, "buttons, each between its pin and ground")
    no: int = _a_pin(6, "")
    next: int = _a_pin(13, "")
    discard: int = _a_pin(19, "")
    action: int = _a_pin(26, "")
    green: int = _a_pin(16, "lights, each through a resistor to ground")
    red: int = _a_pin(20, "")
    buzzer: int = _a_pin(21, "a passive buzzer")


@dataclass(frozen=True, slots=True)
class _SoundSettings:
    """What is heard."""

    on: bool = _setting(True, _YES_NO, "false: silence everywhere")
    volume: float = _setting(0.7, _number(0.0, 1.0), "of the loudspeaker, from 0.0 to 1.0")
    buzzer: bool = _setting(True, _YES_NO, "tunes on the buzzer too")


@dataclass(frozen=True, slots=True)
class _VoiceSettings:
    """What is spoken."""

    level: str = _setting("off", _one_of(*VOICE_LEVELS), "off, verdicts, turns (too) or everything")
    rate: int = _setting(165, _whole(SLOWEST, FASTEST), "words a minute, from 80 to 400")


@dataclass(frozen=True, slots=True)
class _FolderSettings:
    """Where things are kept; an empty text means the usual place."""

    games: str = _setting("", _FOLDER, "the records of your games")
    decks: str = _setting("", _FOLDER, "the cards you have shown to the camera")
    pictures: str = _setting("", _FOLDER, "pictures of problems and of finished games")

    def place(self, name: str, usual: Path) -> Path:
        """The folder of that name: as set, or in the usual place."""
        written: str = getattr(self, name)
        return Path(written).expanduser() if written else usual / name


@dataclass(frozen=True, slots=True)
class _LogSettings:
    """What is told on standard error, for who looks for a fault."""

    level: str = _setting(
        "info", _one_of(*LOG_LEVELS), "the least that is told: debug, info, warning or error"
    )


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set."""

    language: str = _setting("auto", _one_of("auto", *LANGUAGES), f"auto (the system's), {_OR_ONE}")
    camera: CameraSettings = field(default_factory=CameraSettings)
    display: _DisplaySettings = field(default_factory=_DisplaySettings)
    panel: _PanelSettings = field(default_factory=_PanelSettings)
    pins: PinSettings = field(default_factory=PinSettings)
    sounds: _SoundSettings = field(default_factory=_SoundSettings)
    voice: _VoiceSettings = field(default_factory=_VoiceSettings)
    folders: _FolderSettings = field(default_factory=_FolderSettings)
    log: _LogSettings = field(default_factory=_LogSettings)
