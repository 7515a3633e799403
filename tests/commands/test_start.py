"""Starting as the Pi's service: no simulation, READY without a screen, and leaving with the status asked for."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Service:
    """The companion as systemd starts it, on a machine without a screen or a camera."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(folder / "notify"))
        self.socket.settimeout(60)
        self.log = folder / "log"
        inherited = {key: value for key, value in os.environ.items() if key not in NO_SCREEN}
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-m",
                "companion",
                "--service",
                "--config",
                str(folder / "config.toml"),
                *words,
            ],
            env=inherited
            | HIDDEN
            | {
                "NOTIFY_SOCKET": str(folder / "notify"),
                "XDG_DATA_HOME": str(folder),
                "PYTHONPATH": str(ROOT),
                **environment,
            },
            stderr=self.log.open("w"),
        )

    def wait_for(self, words: str) -> None:
        """Until it has said so, or has ended without, or has had a minute for it."""
        begun = time.monotonic()
        while words not in self.log.read_text() and self.process.poll() is None:
            assert time.monotonic() - begun < 60, self.log.read_text()
            time.sleep(0.02)

    def heard(self) -> str:
        return self.socket.recv(100).decode()

    def end(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        self.socket.close()
        return code, self.log.read_text()


NO_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
HIDDEN = {"SDL_AUDIODRIVER": "dummy"}


def test_without_a_screen_it_is_ready_says_so_and_never_simulates(tmp_path):
    service = Service(tmp_path)
    assert service.heard() == "READY=1"
    service.wait_for("no camera yet")  # which a thread of its own looks for
    code, said = service.end()
    assert code == 0
    assert "no screen" in said
    assert "on a real table" in said
    assert "no camera yet" in said
    assert "simulated" not in said


def test_sigterm_is_no_question_under_the_service(tmp_path):
    service = Service(tmp_path, SDL_VIDEODRIVER="dummy")
    assert service.heard() == "READY=1"
    begun = time.monotonic()
    assert service.end()[0] == 0
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("status", [40, 41, 42, 43])
def test_what_was_asked_for_on_the_screen_is_the_exit_status(tmp_path, monkeypatch, status):
    from companion import intents
    from companion.app.app import App
    from companion.commands import start

    for name in NO_SCREEN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    original = App.run

    def run(app: App) -> None:
        app.wishes.put(intents.EndWith(status))
        original(app)

    monkeypatch.setattr(App, "run", run)
    monkeypatch.setattr("pygame.quit", lambda: None)  # other tests in this process go on drawing
    assert start.run(arguments(tmp_path)) == status


def test_a_demonstration_tells_its_game_without_lines_of_the_log(tmp_path, monkeypatch):
    from companion.commands import start

    for name in NO_SCREEN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("companion.app.display.find_ways", lambda environment: ())
    monkeypatch.setattr("companion.cli.main", lambda words: 0)
    monkeypatch.setattr(
        "companion.terminal.logging.basicConfig", lambda **given: levels.append(given["level"])
    )
    levels: list[str] = []
    start.run(arguments(tmp_path, "--simulated"))
    assert levels[-1] == "WARNING"


def arguments(folder: Path, kind: str = "--service"):
    import argparse

    from companion.commands import start

    parser = argparse.ArgumentParser()
    start.add_arguments(parser)
    return parser.parse_args([kind, "--config", str(folder / "config.toml")])
