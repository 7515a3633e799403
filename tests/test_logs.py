"""The log: one line a thing on standard error, and where it is read."""

import logging
from pathlib import Path

import pytest

from companion import intents
from companion.app.eye_thread import EyeReport
from companion.app.headless import HeadlessApp
from companion.config_keys import LOG_LEVELS
from companion.terminal import JOURNAL, SERVICE, find_log, start_logging
from hardware.frames import CameraState
from vision.watch.settle import Phase


@pytest.fixture(autouse=True)
def _restore_logging() -> object:
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    yield
    root.setLevel(level)
    root.handlers[:] = handlers


@pytest.mark.parametrize("level", LOG_LEVELS)
def test_only_what_is_grave_enough_is_told(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(level, {})
    for name in LOG_LEVELS:
        logging.getLogger("companion.app").log(getattr(logging, name.upper()), "this is %s", name)
    told = [line.rpartition(" ")[2] for line in capsys.readouterr().err.splitlines()]
    assert told == list(LOG_LEVELS[LOG_LEVELS.index(level) :])


def test_the_journal_writes_the_time_itself(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging("info", {"JOURNAL_STREAM": "8:1"})
    logging.getLogger("companion").info("begun")
    assert capsys.readouterr().err == "INFO companion: begun\n"


def test_the_service_has_its_log_in_the_journal(tmp_path: Path) -> None:
    assert find_log(tmp_path) == ""
    (tmp_path / SERVICE).parent.mkdir(parents=True)
    (tmp_path / SERVICE).touch()
    assert find_log(tmp_path) == JOURNAL


def test_a_game_is_told_from_its_beginning_to_its_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    app = HeadlessApp(tmp_path, lambda: 0.0)
    app.loop.dispatch(intents.StartGame({"record": 1, "game": "ascent", "players": ["Ann"]}), 0.0)
    assert app.game.controller is not None
    session = app.game.controller.session
    for number in range(20):  # nothing is told of a turn in which nothing happens
        app.loop.turn(float(number))
    lost = session.match.read_event({"do": "count", "player": "Ann", "hand": 0, "pile": 0})
    app.loop.dispatch(intents.ProposeEvent(lost), 20.0)
    app.loop.dispatch(intents.Confirm(), 21.0)
    app.loop.dispatch(intents.LeaveGame(), 22.0)
    app.loop.dispatch(intents.ResumeGame(str(session.path)), 23.0)
    app.close()
    told = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert told == ["game begun", "game ended", "game left", "game resumed", "game ended", "game left"]


def test_a_camera_that_goes_and_comes_back_is_told_once_each(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = HeadlessApp(tmp_path, lambda: 0.0)
    for state in (CameraState.LOST, CameraState.LOST, CameraState.RUNNING):
        app.game.see(EyeReport(0.0, Phase.STILL, state), 0.0)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "camera lost",
        "camera running",
    ]
