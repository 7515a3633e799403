"""Whatever breaks: it is shown and logged, what is written is told truly, and nothing is dropped silently."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from companion import intents
from companion.app import current_game
from companion.app.app import App
from companion.app.devices import say_what
from companion.app.folders import find_places, list_mounts
from companion.config import Loaded, parse
from companion.games.events import Note
from companion.games.values import BadRecord
from companion.locale import finish, load_locale
from companion.record.index import Index
from companion.record.recorder import Disk
from companion.record.session import Session
from companion.screens.endings import Decision, Failsafe
from companion.screens.play import Play
from companion.screens.welcome import Welcome
from hardware.signals import Button
from tests.app.clear_eye import make_clear_eye
from tests.app.test_app import HEADER, Paper, press
from tests.record.scripted import as_dicts
from vision.errors import SENTENCES, DeckError


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """An app with a game under way on a simulated table."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    config, problems = parse('language = "en"\n[display]\nwidth = 480\nheight = 320\n')

    def make_side(session: object, table: object, locale: object, send: object) -> Paper:
        return Paper(table)  # type: ignore[arg-type]

    def clear_eye(*_: object) -> object:
        return make_clear_eye(made.cameras.side.table)  # type: ignore[union-attr]

    loaded = Loaded(config, tmp_path / "config.toml", problems)
    made = App(loaded, simulated=True, seed=1, make_eye=clear_eye, make_side=make_side)  # type: ignore[arg-type]
    made.loop.dispatch(intents.StartGame(HEADER), 0.0)
    made.main.turn()
    yield made
    made.close()


class RefusingDisk(Disk):
    """A disk that is full for one folder while it is told to be, or refuses for another reason."""

    def __init__(self, folder: Path, number: int = errno.ENOSPC) -> None:
        self.folder, self.is_full, self.number = folder, True, number

    def refuse(self) -> None:
        if self.is_full:
            raise OSError(self.number, os.strerror(self.number))

    def write(self, descriptor: int, data: bytes) -> int:
        if Path(os.readlink(f"/proc/self/fd/{descriptor}")).is_relative_to(self.folder):
            self.refuse()
        return super().write(descriptor, data)


def session_of(app: App) -> Session:
    assert app.game.controller is not None
    return app.game.controller.session


@pytest.fixture
def full(app: App) -> RefusingDisk:
    """The disk of the game under way becomes full, with two events confirmed since."""
    session = session_of(app)
    session.play(Note(text="written"), when=1.0)
    disk = session.recorder.disk = RefusingDisk(session.path.parent)
    session.play(Note(text="first that waits"), when=2.0)
    session.play(Note(text="second that waits"), when=3.0)
    return disk


def raise_it(*_: object, **__: object) -> None:
    raise ZeroDivisionError("planted")


def touch(app: App) -> None:
    box = app.window.screen_box
    at = (box.x + 10, box.y + 10)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))


@pytest.mark.parametrize(
    ("broken", "happens"),
    [
        pytest.param("loop.screens.touch", touch, id="touch"),
        pytest.param("loop.screens.press", lambda app: app.panel.inject(Button.YES, True, 0.0), id="press"),
        pytest.param("game.look", lambda app: None, id="frame"),
        pytest.param("game.tick", lambda app: None, id="clock"),
        pytest.param("window.take", touch, id="window"),
        pytest.param("cameras.side.draw", lambda app: setattr(app.cameras.side, "stale", True), id="drawing"),
    ],
)
def test_whatever_a_turn_raises_is_shown_and_logged(
    app: App,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    broken: str,
    happens: Callable[[App], None],
) -> None:
    *path, name = broken.split(".")
    part: object = app
    for step in path:
        part = getattr(part, step)
    with monkeypatch.context() as patch:
        patch.setattr(part, name, raise_it)
        happens(app)
        app.main.turn()
        app.main.turn()
    assert isinstance(app.loop.screens.screen, Failsafe)
    assert "ZeroDivisionError: planted" in caplog.text
    app.panel.inject(Button.YES, False, 0.0)
    app.main.turn()
    press(app, Button.YES)
    app.main.turn()
    assert isinstance(app.loop.screens.screen, Play)


def test_a_failure_that_cannot_be_shown_ends_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(app.loop.screens, "draw", raise_it)
        app.loop.screens.stale = True
        app.main.turn()
        app.main.turn()
    app.main.turn()
    assert app.loop.running
    assert isinstance(app.loop.screens.screen, Failsafe)


def test_the_failsafe_tells_what_waits_for_a_full_disk(app: App, full: RefusingDisk) -> None:
    app.game.error = ZeroDivisionError("planted")
    app.loop.show(0.0)
    view = app.loop.screens.view
    assert view is not None
    assert view.failure is not None
    assert view.failure.safe.startswith("Moves saved: 1. Only in memory")
    assert "(the disk is full): 2" in view.failure.safe


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param(errno.ENOSPC, "The disk is full.", id="full"),
        pytest.param(errno.EROFS, "The disk is write-protected.", id="write-protected"),
        pytest.param(errno.EIO, "The game cannot be saved (Input/output error).", id="failing"),
    ],
)
def test_the_play_screen_tells_why_the_disk_refuses(app: App, number: int, words: str) -> None:
    session = session_of(app)
    session.recorder.disk = RefusingDisk(session.path.parent, number)
    session.play(Note(text="waits"), when=2.0)
    app.loop.show(0.0)
    view = app.loop.screens.view
    assert view is not None
    assert [notice.text[: len(words)] for notice in view.notices if notice.grave] == [words]


@pytest.mark.parametrize("wish", [intents.Quit(), intents.LeaveGame()])
def test_leaving_while_events_wait_asks_first(app: App, full: RefusingDisk, wish: intents.Intent) -> None:
    app.loop.dispatch(wish, 1.0)
    app.main.turn()
    assert isinstance(app.loop.screens.screen, Decision)
    assert app.loop.running
    press(app, Button.NO)
    assert isinstance(app.loop.screens.screen, Play)
    app.loop.dispatch(wish, 2.0)
    full.is_full = False
    press(app, Button.YES)
    assert app.game.controller is None
    assert app.loop.running is isinstance(wish, intents.LeaveGame)
    with Session.resume(next(app.folders.games.glob("*.jsonl"))) as session:
        assert len(session.events) == 3


@pytest.mark.parametrize("wish", [intents.Quit(), intents.LeaveGame()])
def test_a_game_that_its_disk_refuses_can_be_kept_elsewhere(
    app: App, full: RefusingDisk, wish: intents.Intent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr(current_game, "find_places", lambda refusing: (stick,))
    app.loop.dispatch(wish, 1.0)
    app.main.turn()
    press(app, Button.NEXT, Button.YES)
    assert app.game.controller is None
    assert app.loop.running is isinstance(wish, intents.LeaveGame)
    with Session.resume(next(stick.glob("*.jsonl"))) as session:
        assert len(session.events) == 3
    if app.loop.running:
        app.main.turn()
        assert isinstance(app.loop.screens.screen, Welcome)
        assert app.loop.screens.view is not None
        assert str(stick) in app.loop.screens.view.notices[0].text


def test_a_place_that_refuses_too_is_offered_again(
    app: App, full: RefusingDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = app.folders.games / "stick"
    stick.mkdir()
    monkeypatch.setattr(current_game, "find_places", lambda refusing: (stick,))
    app.loop.dispatch(intents.Quit(), 1.0)
    app.loop.dispatch(intents.SaveElsewhere(str(stick)), 1.0)
    app.main.turn()
    assert isinstance(app.loop.screens.screen, Decision)
    assert session_of(app).path.parent == app.folders.games
    full.is_full = False
    assert session_of(app).retry()


def test_leaving_all_the_same_loses_only_what_waits(app: App, full: RefusingDisk) -> None:
    app.loop.dispatch(intents.Quit(), 1.0)
    app.loop.dispatch(intents.LeaveUnsaved(), 1.0)
    assert not app.loop.running
    with Session.resume(next(app.folders.games.glob("*.jsonl"))) as session:
        assert [each["text"] for each in as_dicts(session)] == ["written"]


def test_a_system_that_ends_us_keeps_the_game_where_there_is_room(
    app: App, full: RefusingDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr(current_game, "find_places", lambda refusing: (app.folders.games / "x", stick))
    app.wishes.put(intents.ShutDown())
    app.main.run()
    with Session.resume(next(stick.glob("*.jsonl"))) as session:
        assert len(session.events) == 3


def damage(app: App) -> Path:
    """A game with three events of which the second was changed on the disk."""
    session = session_of(app)
    for text in ("one", "two", "three"):
        session.play(Note(text=text), when=1.0)
    app.loop.dispatch(intents.LeaveGame(), 1.0)
    session.path.write_bytes(session.path.read_bytes().replace(b"two", b"2!!"))
    return session.path


@pytest.mark.parametrize(("downs", "kept"), [(0, ["one"]), (1, ["one", "2!!", "three"])])
def test_a_damaged_record_is_told_and_can_be_gone_on_with(app: App, downs: int, kept: list[str]) -> None:
    path = damage(app)
    damaged = path.read_bytes()
    app.loop.dispatch(intents.ResumeGame(str(path)), 2.0)
    app.main.turn()
    assert isinstance(app.loop.screens.screen, Decision)
    view = app.loop.screens.view
    assert view is not None
    assert view.decision is not None
    assert "Line 3" in view.decision.text
    press(app, *[Button.NEXT] * downs, Button.YES)
    assert isinstance(app.loop.screens.screen, Play)
    assert [each["text"] for each in as_dicts(session_of(app))] == kept
    assert path.with_name(path.name + ".damaged").read_bytes() == damaged


def test_a_damaged_record_can_be_left_and_stops_nothing(app: App) -> None:
    path = damage(app)
    (path.parent / "junk.jsonl").write_bytes(b"\xff\n{")
    before = path.read_bytes()
    app.loop.dispatch(intents.ResumeGame(str(path)), 2.0)
    app.main.turn()
    press(app, Button.NO)
    app.main.turn()
    assert isinstance(app.loop.screens.screen, Welcome)
    assert path.read_bytes() == before
    assert [facts.damaged_line for facts in Index(path.parent).games()] == [3]


def test_a_hopeless_record_is_one_sentence_in_the_failsafe(app: App) -> None:
    path = damage(app)
    path.write_bytes(b"\n")
    app.wishes.put(intents.ResumeGame(str(path)))
    app.main.turn()
    assert isinstance(app.loop.screens.screen, Failsafe)
    assert say_what(BadRecord("no-header", line=1), load_locale("en")).endswith(".")


@pytest.mark.parametrize("code", SENTENCES)
def test_what_the_eye_refuses_has_a_sentence_in_both_languages(code: str) -> None:
    facts = {"path": "my.deck", "count": 7, "most": 8, "reason": "cut off"}
    facts |= {"file": "a.jpg", "width": 9000, "height": 8000, "size": 72}
    error = DeckError.told(code, **facts)
    assert load_locale("en").sentences[f"vision.{code}"] == SENTENCES[code]
    assert say_what(error, load_locale("en")) == finish(str(error))
    assert say_what(error, load_locale("fr")) not in ("", say_what(error, load_locale("en")))


def test_sticks_and_the_home_are_offered_unless_they_are_the_refusing_disk(tmp_path: Path) -> None:
    mounts = "/dev/sda1 /media/My\\040stick vfat rw 0 0\nproc /proc proc rw 0 0\n"
    assert list(list_mounts(mounts)) == [Path("/media/My stick"), Path("/proc")]
    assert find_places(tmp_path, mounts, home=tmp_path) == ()
    assert find_places(Path("/proc/self"), mounts, home=tmp_path) == (tmp_path,)
