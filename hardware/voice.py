"""The voice: a sentence comes in and is heard, spoken by Piper or espeak-ng, made in a thread of its own.

Programs only make the sound; it is played by whoever owns the loudspeaker, so that tunes and words share it.
"""

import json
import logging
import os
import shutil
import signal
import subprocess
import threading
import wave
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

from storage import read_file

_USUAL_RATE = 165  # words a minute
_PATIENCE_SECONDS = 10.0  # a program that needs longer for a sentence is stuck
_PIPER_RATE = 165.0  # words a minute, about, that its voices speak by themselves
_MOST_CONFIG_BYTES = 200_000
_USUAL_HERTZ = 22_050
_ESPEAK_VOICES = {"en": "en-gb", "fr": "fr-fr"}
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Speech:
    """A sentence to be spoken, in which language and how fast (words a minute)."""

    text: str
    language: str
    rate: int = _USUAL_RATE


@dataclass(frozen=True, slots=True)
class Espeak:
    """espeak-ng: there in a few milliseconds, speaks every language."""

    path: str
    name = "espeak-ng"

    def command(self, speech: Speech) -> list[str]:
        """The program and its arguments: a sentence goes in, a WAV file without a final pause comes out."""
        voice = _ESPEAK_VOICES.get(speech.language, speech.language)
        return [self.path, "-v", voice, "-s", str(speech.rate), "-b", "1", "-z", "--stdin", "--stdout"]

    def as_wav(self, output: bytes) -> bytes:
        """Its output as a WAV file whose head tells its true length."""
        with wave.open(BytesIO(output)) as sound:
            return make_wav(sound.readframes(len(output)), sound.getframerate())


@dataclass(frozen=True, slots=True)
class Piper:
    """Piper with the model of one language: a natural voice, a second or so late."""

    path: str
    model: Path
    hertz: int = _USUAL_HERTZ
    name = "piper"

    def command(self, speech: Speech) -> list[str]:
        scale = f"{_PIPER_RATE / speech.rate:.2f}"
        return [self.path, "--model", str(self.model), "--length_scale", scale, "--output_raw"]

    def as_wav(self, output: bytes) -> bytes:
        return make_wav(output, self.hertz)


_Program = Espeak | Piper
_Programs = Mapping[str, _Program]  # by language


def find_programs(
    languages: tuple[str, ...], folder: Path, which: Callable[[str], str | None] = shutil.which
) -> dict[str, _Program]:
    """Which program speaks which language: Piper where the folder holds a voice for it, else espeak-ng."""
    piper, espeak = which("piper"), which("espeak-ng")
    found: dict[str, _Program] = {}
    for language in languages:
        model = _find_model(folder, language) if piper else None
        if piper and model is not None:
            found[language] = Piper(piper, model, _read_hertz(model))
        elif espeak:
            found[language] = Espeak(espeak)
    return found


def _find_model(folder: Path, language: str) -> Path | None:
    """A voice as Piper's makers name them: `fr_FR-siwis-medium.onnx` with its `.onnx.json`."""
    models = sorted(folder.glob(f"{language}[_-]*.onnx"))
    return next((each for each in models if each.with_name(f"{each.name}.json").is_file()), None)


def _read_hertz(model: Path) -> int:
    try:
        told = json.loads(read_file(model.with_name(f"{model.name}.json"), _MOST_CONFIG_BYTES))
        hertz = told["audio"]["sample_rate"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return _USUAL_HERTZ
    return hertz if type(hertz) is int and 8_000 <= hertz <= 48_000 else _USUAL_HERTZ


def make_wav(samples: bytes, hertz: int) -> bytes:
    """16-bit samples of one channel as a WAV file."""
    made = BytesIO()
    with wave.open(made, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(hertz)
        sound.writeframes(samples[: len(samples) // 2 * 2])
    return made.getvalue()


class _SoundPlayer(Protocol):
    """Plays a WAV file without waiting for its end."""

    @property
    def is_playing(self) -> bool:
        """Whether it is still heard."""

    def play(self, wav: bytes) -> None:
        """Begin it, in place of one still heard."""

    def stop(self) -> None:
        """Be silent."""


_Start = Callable[[list[str]], "subprocess.Popen[bytes]"]


def start_program(command: list[str]) -> "subprocess.Popen[bytes]":
    """A program with pipes at both ends, in a group of its own, so that it can be ended with its children."""
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, start_new_session=True)


class Voice:
    """Speaks one sentence at a time; `say` and `stop` return at once, whatever the program does."""

    def __init__(self, programs: _Programs, player: _SoundPlayer, start: _Start = start_program) -> None:
        self.failed = False  # whether the last sentence could not be made
        self._programs, self._player, self._start = programs, player, start
        self._wanted: SimpleQueue[tuple[int, Speech] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._turn = 0  # counts what was asked for; what belongs to an earlier turn is dropped
        self._making = False
        self._running: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None

    @property
    def is_speaking(self) -> bool:
        """Whether a sentence is being made or heard."""
        return self._making or self._player.is_playing

    def speaks(self, language: str) -> bool:
        return language in self._programs

    def say(self, speech: Speech) -> None:
        """Speak this now; what is being said is cut short."""
        self.stop()
        if not self.speaks(speech.language):
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
            self._thread.start()
        self._making = True
        self._wanted.put((self._turn, speech))

    def stop(self) -> None:
        """Be silent: what was asked for before is dropped."""
        with self._lock:
            self._turn, self._making = self._turn + 1, False
            if self._running is not None:
                _kill(self._running)
        self._player.stop()

    def close(self) -> None:
        self.stop()
        thread, self._thread = self._thread, None
        if thread is not None:
            self._wanted.put(None)
            thread.join(timeout=1.0)

    def _work(self) -> None:
        while (wanted := self._wanted.get()) is not None:
            turn, speech = wanted
            wav = self._make(turn, speech)
            with self._lock:
                if turn == self._turn:
                    if wav:
                        self._player.play(wav)
                    self._making = False

    def _make(self, turn: int, speech: Speech) -> bytes:
        """The sentence as a WAV file; empty where it was cut short or the program failed."""
        program = self._programs[speech.language]
        try:
            with self._lock:
                if turn != self._turn:
                    return b""
                self._running = running = self._start(program.command(speech))
            output, _ = running.communicate(speech.text.encode(), timeout=_PATIENCE_SECONDS)
            if running.returncode:
                raise OSError(f"it ended with {running.returncode}")
            wav = program.as_wav(output)
        except (OSError, ValueError, EOFError, wave.Error, subprocess.TimeoutExpired) as error:
            if turn == self._turn:  # else it was cut short
                self._tell_failure(program, error)
            return b""
        finally:
            self._let_go()
        self.failed = False
        return wav

    def _tell_failure(self, program: _Program, error: Exception) -> None:
        if not self.failed:
            _logger.warning("%s does not speak: %s", program.name, error)
        self.failed = True

    def _let_go(self) -> None:
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            _kill(running)
            running.communicate()


def _kill(running: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(running.pid, signal.SIGKILL)
