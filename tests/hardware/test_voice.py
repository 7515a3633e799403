"""The voice: which program speaks, what it is asked, and that nothing it does holds anybody up."""

import logging
import os
import subprocess
import sys
import threading
import time
import wave
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest

from hardware.voice import Espeak, Piper, Speech, Voice, find_programs, make_wav, start_program

HELLO = Speech("Legal. Ann discards 2.", "en")
ESPEAK = Espeak("espeak-ng")


class Recorder:
    """A loudspeaker that keeps what it played; a sound lasts until it is stopped."""

    def __init__(self) -> None:
        self.played: list[bytes] = []
        self.is_playing = False
        self.heard = threading.Event()

    def play(self, wav: bytes) -> None:
        self.played.append(wav)
        self.is_playing = True
        self.heard.set()

    def stop(self) -> None:
        self.is_playing = False


class Programs:
    """Starts Python scripts in the place of the program, and keeps the processes."""

    def __init__(self, script: str) -> None:
        self.script = script
        self.started: list[subprocess.Popen[bytes]] = []
        self.began = threading.Event()

    def __call__(self, command: list[str]) -> "subprocess.Popen[bytes]":
        process = start_program([sys.executable, "-c", self.script])
        self.started.append(process)
        self.began.set()
        return process


ECHO = """
import sys, wave
text = sys.stdin.buffer.read()
with wave.open(sys.stdout.buffer, "wb") as sound:
    sound.setnchannels(1); sound.setsampwidth(2); sound.setframerate(22050)
    sound.writeframes(text)
"""
STUCK = "import os, time\nos.fork()\ntime.sleep(1000)"


@pytest.fixture
def player() -> Recorder:
    return Recorder()


@pytest.fixture
def make(player: Recorder) -> Iterator[Callable[[str], tuple[Voice, Programs]]]:
    made: list[Voice] = []

    def build(script: str) -> tuple[Voice, Programs]:
        programs = Programs(script)
        made.append(Voice({"en": ESPEAK}, player, programs))
        return made[-1], programs

    yield build
    for voice in made:
        voice.close()
        voice.close()  # a second time does nothing


def samples(wav: bytes) -> bytes:
    with wave.open(BytesIO(wav)) as sound:
        return sound.readframes(sound.getnframes())


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_sentence_is_made_by_the_program_and_played(
    make: Callable[[str], tuple[Voice, Programs]], player: Recorder
) -> None:
    voice, _ = make(ECHO)
    voice.say(HELLO)
    assert voice.is_speaking
    assert player.heard.wait(20)
    assert samples(player.played[0]) == HELLO.text.encode()
    player.is_playing = False
    until(lambda: not voice.is_speaking)


def test_a_stuck_program_holds_nobody_up_and_is_ended_with_its_children(
    make: Callable[[str], tuple[Voice, Programs]], player: Recorder
) -> None:
    voice, programs = make(STUCK)
    voice.say(HELLO)
    assert programs.began.wait(20)
    programs.script = ECHO
    voice.say(Speech("Not allowed.", "en"))  # it does not wait for the stuck one
    assert player.heard.wait(20)
    assert samples(player.played[0]) == b"Not allowed."
    stuck = programs.started[0]
    assert stuck.poll() is not None
    with pytest.raises(ProcessLookupError):
        os.killpg(stuck.pid, 0)
    assert not voice.failed


def test_a_program_that_never_ends_is_given_up(
    make: Callable[[str], tuple[Voice, Programs]], monkeypatch: pytest.MonkeyPatch, player: Recorder
) -> None:
    monkeypatch.setattr("hardware.voice._PATIENCE_SECONDS", 0.05)
    voice, _ = make(STUCK)
    voice.say(HELLO)
    until(lambda: voice.failed)
    until(lambda: not voice.is_speaking)
    assert not player.played


def test_what_was_asked_for_before_silence_is_never_heard(
    make: Callable[[str], tuple[Voice, Programs]], player: Recorder
) -> None:
    voice, _ = make(ECHO)
    for number in range(5):
        voice.say(Speech(f"number {number}", "en"))
    voice.stop()
    assert not voice.is_speaking
    voice.say(HELLO)
    assert player.heard.wait(20)
    assert [samples(each) for each in player.played] == [HELLO.text.encode()]


@pytest.mark.parametrize("script", ["", "print('no sound')", "raise SystemExit(1)"])
def test_a_program_that_fails_is_told_once(
    script: str,
    make: Callable[[str], tuple[Voice, Programs]],
    player: Recorder,
    caplog: pytest.LogCaptureFixture,
) -> None:
    voice, _ = make(script)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            voice.say(HELLO)
            until(lambda: not voice.is_speaking)
    assert voice.failed
    assert len(caplog.records) == 1
    assert not player.played


def test_piper_that_ends_with_an_error_fails_too(player: Recorder) -> None:
    """Its sound has no head: without a look at how it ended, a broken voice would be silence."""
    voice = Voice({"en": Piper("piper", Path("broken.onnx"))}, player, Programs("raise SystemExit(1)"))
    voice.say(HELLO)
    until(lambda: voice.failed)
    assert not player.played
    voice.close()


def test_a_program_that_is_not_there_fails_too(player: Recorder) -> None:
    voice = Voice({"en": Espeak("/nowhere/espeak-ng")}, player)
    voice.say(HELLO)
    until(lambda: voice.failed)
    voice.close()


def test_a_language_nobody_speaks_is_silence(player: Recorder) -> None:
    voice = Voice({}, player)
    voice.say(HELLO)
    assert not voice.is_speaking
    assert not voice.speaks("en")


def test_espeak_is_asked_for_the_language_and_the_rate() -> None:
    assert ESPEAK.command(Speech("Bonjour.", "fr", 200)) == [
        *("espeak-ng", "-v", "fr-fr", "-s", "200", "-b", "1", "-z", "--stdin", "--stdout")
    ]


def test_a_head_that_tells_no_length_is_mended() -> None:
    """espeak-ng writes the head before it knows how much follows."""
    wav = make_wav(b"ab" * 50, 22050)
    streamed = wav[:4] + b"\x24\xf0\xff\x7f" + wav[8:40] + b"\x00\xf0\xff\x7f" + wav[44:]
    assert ESPEAK.as_wav(streamed) == wav


def test_piper_speaks_where_its_voice_is(tmp_path: Path) -> None:
    (tmp_path / "fr_FR-siwis-medium.onnx").touch()
    (tmp_path / "fr_FR-siwis-medium.onnx.json").write_text('{"audio": {"sample_rate": 16000}}')
    (tmp_path / "en_GB-alba-medium.onnx").touch()  # its second file is missing
    found = find_programs(("en", "fr"), tmp_path, lambda name: f"/usr/bin/{name}")
    assert found == {
        "en": Espeak("/usr/bin/espeak-ng"),
        "fr": Piper("/usr/bin/piper", tmp_path / "fr_FR-siwis-medium.onnx", 16000),
    }
    assert found["fr"].command(Speech("Bonjour.", "fr", 330))[3:] == [
        "--length_scale",
        "0.50",
        "--output_raw",
    ]
    with wave.open(BytesIO(found["fr"].as_wav(b"abcde"))) as sound:
        assert (sound.getframerate(), sound.getnframes()) == (16000, 2)


@pytest.mark.parametrize("told", ["{", "[]", '{"audio": {"sample_rate": "fast"}}', '{"audio": []}'])
def test_a_voice_that_tells_no_rate_has_the_usual_one(told: str, tmp_path: Path) -> None:
    (tmp_path / "en_GB-alba-low.onnx").touch()
    (tmp_path / "en_GB-alba-low.onnx.json").write_text(told)
    found = find_programs(("en",), tmp_path, lambda name: name)["en"]
    assert isinstance(found, Piper)
    assert found.hertz == 22050


def test_without_any_program_nobody_speaks(tmp_path: Path) -> None:
    assert find_programs(("en", "fr"), tmp_path, lambda name: None) == {}
