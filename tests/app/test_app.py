"""The whole app without a window: from the welcome screen to a confirmed card, killed and resumed."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion import intents
from companion.app import app as app_module
from companion.app.app import App
from companion.app.eye_thread import EyeReport
from companion.app.sound import frequency, samples
from companion.config import Loaded, parse
from companion.locale import load_locale
from companion.screens.menus import Welcome
from companion.screens.play import Play
from companion.screens.setting_up import CameraScreen
from companion.setup import GameSetup
from hardware.buttons import Button
from hardware.errors import CameraMissing
from hardware.frames import CameraState
from hardware.signals import Sound
from hardware.simulated import SimulatedTable
from tests.app.clear_eye import make_clear_eye
from vision.plane.layout import load_layout
from vision.plane.mat import MatStatus
from vision.watch.settle import Phase
from vision.watch.table_watcher import Steady


class Paper:
    """Stands in for the table beside the screen; keeps the simulated table within reach."""

    size = (200, 100)
    stale = False
    locale = load_locale("en")

    def __init__(self, table: SimulatedTable) -> None:
        self.table, self.followed = table, 0

    def draw(self, surface: pygame.Surface) -> None:
        self.drawn = surface

    def mouse(self, event: pygame.event.Event, offset: tuple[int, int]) -> None:
        self.clicked = event.pos

    def follow(self, match: object) -> None:
        self.followed += 1


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """An app on a simulated table with a clear eye; its clock runs only when the test says so."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    papers: list[Paper] = []

    def lay_out(self: App, session: object, table: SimulatedTable) -> Paper:
        papers.append(Paper(table))
        return papers[-1]

    monkeypatch.setattr(App, "lay_out", lay_out)
    monkeypatch.setattr(app_module, "Eye", lambda *_, **__: make_clear_eye(papers[-1].table))
    monkeypatch.setattr(app_module, "load_reader", lambda: None)
    config, problems = parse('language = "en"\n[display]\nwidth = 480\nheight = 320\n')
    made = App(Loaded(config, tmp_path / "config.toml", problems), simulated=True, seed=1)
    made.papers = papers  # type: ignore[attr-defined]
    yield made
    made.loop.close()
    made.panel.close()


def press(app: App, *buttons: Button) -> None:
    for button in buttons:
        for down in (True, False):
            app.panel.inject(button, down, app.window.clock())
            app.window.turn()


HEADER = {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}


def test_it_begins_with_the_welcome_screen(app: App) -> None:
    app.window.turn()
    assert isinstance(app.navigator.screen, Welcome)


def test_a_game_begins_and_a_card_is_followed(app: App) -> None:
    app.loop.do(intents.StartGame(HEADER), 0.0)
    app.window.turn()
    assert isinstance(app.navigator.screen, Play)
    table = app.papers[-1].table  # type: ignore[attr-defined]
    wait(app, lambda: app.loop.phase.value == "still")
    table.lay("1.1#1", "green-5", "1.1")
    wait(app, lambda: app.loop.controller is not None and app.loop.controller.session.pending is not None)
    press(app, Button.YES)
    assert app.loop.controller is not None
    assert [entry.event.as_dict() for entry in app.loop.controller.session.history()] == [
        {"do": "place", "card": "green-5", "at": "1.1"}
    ]
    app.window.turn()
    assert app.papers[-1].followed == 1  # type: ignore[attr-defined]


def wait(app: App, until: object, seconds: float = 20.0) -> None:
    assert callable(until)
    end = app.window.clock() + seconds
    while not until():
        assert app.window.clock() < end, "it took too long"
        app.window.turn()
        pygame.time.wait(5)


def test_a_game_that_stopped_is_offered_and_goes_on(app: App) -> None:
    app.loop.do(intents.StartGame(HEADER), 0.0)
    assert app.loop.controller is not None
    app.loop.controller.session.play(
        app.loop.controller.session.match.read_event({"do": "discard"}), when=1.0
    )
    app.loop.do(intents.LeaveGame(), 0.0)
    app.window.turn()
    view = app.welcome()
    assert [resume.game for resume in view.resumes] == ["ascent"]
    app.loop.do(intents.ResumeGame(view.resumes[0].path), 0.0)
    assert app.loop.controller is not None
    assert len(app.loop.controller.session.history()) == 1


def test_a_failure_is_shown_and_the_game_goes_on(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.loop.do(intents.StartGame(HEADER), 0.0)
    app.window.turn()

    def broken(now: float) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(app.loop, "turn", broken)
    app.window.turn()
    assert app.navigator.view is not None
    assert app.navigator.view.failure is not None
    assert "a bug" in app.navigator.view.failure.what
    monkeypatch.undo()


def test_a_setting_changed_on_the_screen_is_kept(app: App) -> None:
    app.loop.do(intents.ChangeSetting("language", "fr"), 0.0)
    app.window.turn()
    assert '"language": "fr"' in app.folders.memory.read_text()


def test_what_nobody_changed_on_the_screen_is_left_to_the_config(app: App) -> None:
    app.loop.do(intents.ChangeSetting("larger_text", True), 0.0)
    app.window.turn()
    kept = app.folders.memory.read_text()
    assert '"larger_text": true' in kept
    assert "language" not in kept


def test_leaving_ends_it(app: App) -> None:
    app.window.take(pygame.event.Event(pygame.QUIT), 0.0)
    assert not app.loop.running


def test_keys_are_buttons(app: App) -> None:
    app.window.turn()
    before = app.navigator.screen
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        app.window.take(pygame.event.Event(kind, key=pygame.K_TAB), app.window.clock())
    app.window.turn()
    assert app.navigator.screen != before


@pytest.mark.parametrize(
    ("rotation", "point"), [(0, (10, 20)), (90, (20, 309)), (180, (469, 299)), (270, (459, 10))]
)
def test_a_finger_is_found_on_a_turned_screen(app: App, rotation: int, point: tuple[int, int]) -> None:
    app.window.rotation = rotation
    assert app.window.unrotated(10, 20) == point


def test_cues_sound_different() -> None:
    assert len({samples(sound) for sound in Sound}) == len(Sound)
    assert frequency("A4") == 440.0
    assert frequency("A5") == 880.0


def test_a_goat_card_of_the_own_deck_brings_its_goat(app: App) -> None:
    app.kept = app.kept.with_game(GameSetup(goat_cards=("green-5",)))
    app.loop.do(intents.StartGame(HEADER | {"modules": ["goats"]}), 0.0)
    assert app.loop.controller is not None
    event = app.loop.controller.session.match.read_event({"do": "place", "card": "green-5", "at": "1.1"})
    assert app.from_own_deck(event).as_dict()["goat"] is True


def test_a_darker_screen_is_darker(app: App) -> None:
    app.loop.do(intents.ChangeSetting("brightness", 50), 0.0)
    app.window.screen.fill((200, 100, 50))
    assert app.window.dimmed().get_at((0, 0))[:3] == (100, 50, 25)


def test_a_held_button_is_held_and_not_pressed_before(app: App) -> None:
    """Spelling ends by holding `yes`: a press must not come first."""
    heard: list[str] = []
    app.loop.press = lambda press, now: heard.append(str(press))  # type: ignore[method-assign]
    start = app.window.clock()
    app.panel.inject(Button.YES, True, start)
    app.loop.hear(start + 0.5)
    app.loop.hear(start + 2.0)
    app.panel.inject(Button.YES, False, start + 2.1)
    app.loop.hear(start + 3.0)
    assert heard == ["yes held"]


def test_a_failure_of_the_eye_is_shown_until_somebody_tries_again(app: App) -> None:
    app.loop.do(intents.StartGame(HEADER), 0.0)
    app.loop.error = OSError("the camera burned")
    app.window.turn()
    assert app.navigator.view is not None
    assert app.navigator.view.failure is not None
    app.loop.do(intents.Retry(), 0.0)
    app.window.turn()
    assert app.navigator.view.failure is None


def test_a_screen_that_breaks_is_shown_as_such(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def broken(*_: object) -> bool:
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("cannot draw")
        return False

    monkeypatch.setattr(app.navigator, "draw", broken)
    app.window.turn()
    assert app.navigator.view is not None
    assert app.navigator.view.failure is not None
    assert "cannot draw" in app.navigator.view.failure.what


def test_a_torn_line_is_told_when_the_game_goes_on(app: App) -> None:
    app.loop.do(intents.StartGame(HEADER), 0.0)
    assert app.loop.controller is not None
    session = app.loop.controller.session
    session.play(session.match.read_event({"do": "discard"}), when=1.0)
    app.loop.do(intents.LeaveGame(), 0.0)
    with session.path.open("ab") as file:
        file.write(b'{"do": "disc')
    app.loop.do(intents.ResumeGame(str(session.path)), 0.0)
    app.window.turn()
    assert app.navigator.view is not None
    assert any("torn" in notice.text for notice in app.navigator.view.notices)


def test_a_table_whose_tags_are_lost_is_told(app: App) -> None:
    app.loop.do(intents.StartGame(HEADER), 0.0)
    assert app.loop.eyes is not None
    app.loop.eyes.close()
    app.loop.see(report(MatStatus.LOST), 0.0)
    assert "tags" in notice(app)
    app.loop.see(report(MatStatus.HELD), 0.0)
    assert "tags" not in notice(app)


def report(mat: MatStatus) -> EyeReport:
    return EyeReport(0.0, Phase.STILL, CameraState.RUNNING, Steady(0.0, mat=mat))


def notice(app: App) -> str:
    app.window.refresh()
    assert app.navigator.view is not None
    return " ".join(each.text for each in app.navigator.view.notices)


def test_a_camera_that_is_away_is_told_in_words_and_opened_on_another_try(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = app.loop.make_eyes

    def away(session: object) -> None:
        raise CameraMissing("no-webcam", name="usb:0")

    app.loop.do(intents.ChangeSetting("language", "fr"), 0.0)
    monkeypatch.setattr(app.loop, "make_eyes", away)
    app.loop.wishes.put(intents.StartGame(HEADER))
    app.window.turn()
    assert app.navigator.view is not None
    assert app.navigator.view.failure is not None
    assert app.navigator.view.failure.what == "La webcam usb:0 ne donne pas d’image."
    app.loop.make_eyes = made
    app.loop.do(intents.Retry(), 0.0)
    app.window.turn()
    assert app.loop.eyes is not None
    assert app.navigator.view.failure is None


def test_a_polite_signal_ends_it_as_leaving_does(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """systemd stops the service by SIGTERM: the game is left, the panel let go, no trace of running stays."""
    monkeypatch.setattr(app.loop.panel, "close", lambda: closed.append(True))
    closed: list[bool] = []
    app.loop.do(intents.StartGame(HEADER), 0.0)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGTERM)).start()
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGUSR1)}
    try:
        app.run()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert closed == [True]
    assert app.loop.controller is None
    assert not app.folders.running.exists()


def open_camera_room(app: App) -> None:
    """Through the menu, as a person does."""
    app.window.turn()
    press(app, Button.YES, *[Button.NEXT] * 4, Button.YES)


def test_the_camera_room_opens_in_a_game_and_the_eye_looks_again_after_it(app: App) -> None:
    """The eye gives its camera away meanwhile: only one can have it."""
    app.loop.do(intents.StartGame(HEADER), 0.0)
    app.window.turn()
    first, table = id(app.loop.eyes), app.window.side
    open_camera_room(app)
    wait(app, lambda: app.navigator.view is not None and app.navigator.view.camera is not None)
    assert isinstance(app.navigator.screen, CameraScreen)
    assert not app.loop.eyes
    wait(app, lambda: app.navigator.view.camera.outlines)  # type: ignore[union-attr]
    press(app, Button.YES)
    assert app.folders.plane.exists()
    assert isinstance(app.navigator.screen, Play)
    assert app.loop.eyes
    assert id(app.loop.eyes) != first
    assert app.window.side is table, "the cards lie as they lay"


def test_the_camera_room_left_in_a_game_leads_back_to_it(app: App) -> None:
    app.loop.do(intents.StartGame(HEADER), 0.0)
    open_camera_room(app)
    press(app, Button.NO)
    assert isinstance(app.navigator.screen, Play)
    assert app.loop.eyes is not None


def test_the_camera_room_shows_the_places_of_the_game_under_way(app: App) -> None:
    """Not those of the game that was chosen last on the welcome screen."""
    app.loop.do(intents.StartGame(HEADER | {"game": "tranquility", "piles": [36, 36]}), 0.0)
    assert app.kept.setup.game == "ascent"
    open_camera_room(app)
    wait(app, lambda: app.navigator.view and app.navigator.view.camera and app.navigator.view.camera.outlines)
    assert len(app.navigator.view.camera.outlines) == len(load_layout("tranquility").places)  # type: ignore[union-attr]


def test_a_saved_report_is_told_until_the_next_press(app: App) -> None:
    app.loop.do(intents.StartGame(HEADER), 0.0)
    app.loop.do(intents.SaveBundle(), 1.0)
    app.window.turn()
    saved = next(app.folders.pictures.glob("bundle-*.zip"))
    assert [notice.text for notice in app.navigator.view.notices] == [f"Saved: {saved.name}"]  # type: ignore[union-attr]
    press(app, Button.NEXT)
    assert app.navigator.view.notices == ()  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [(600, 800), (1300, 300)])
def test_a_window_of_another_shape_shows_it_in_proportion(app: App, size: tuple[int, int]) -> None:
    whole = app.window.whole.get_size()
    box = app.window.shown_box(size)
    assert abs(box.w / box.h - whole[0] / whole[1]) < 0.02
    assert box.w == size[0] or box.h == size[1]
    assert pygame.Rect((0, 0), size).contains(box)


def test_a_point_of_a_stretched_window_is_found_on_the_whole(app: App) -> None:
    app.window.window = pygame.Surface((600, 800))
    box = app.window.shown_box((600, 800))
    whole = app.window.whole.get_size()
    assert app.window.on_whole(box.topleft) == (0, 0)
    x, y = app.window.on_whole((box.right - 1, box.bottom - 1))
    assert whole[0] - 4 <= x < whole[0]
    assert whole[1] - 4 <= y < whole[1]


def test_a_window_that_changed_its_size_is_drawn_anew(app: App) -> None:
    app.window.open_window()
    app.window.turn()
    assert not app.window.draw()
    app.window.take(pygame.event.Event(pygame.VIDEORESIZE, size=(600, 800), w=600, h=800), 1.0)
    assert app.window.draw()
