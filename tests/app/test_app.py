"""The whole app without a window: from the welcome screen to a confirmed card, killed and resumed."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion import intents
from companion.app.app import App, join_handlers
from companion.app.bundles import ReplayableFrame
from companion.app.devices import frequency, samples
from companion.app.display import Display
from companion.app.eye_thread import EyeReport, EyeThread
from companion.app.folders import find_running
from companion.app.window import QUIT_KEY
from companion.config import Loaded, parse
from companion.game_setup import GameSetup
from companion.locale import load_locale
from companion.screens.camera_screens import CameraScreen
from companion.screens.menus import Menu
from companion.screens.play import Play
from companion.screens.welcome import Welcome
from companion.table.layout import load_layout
from hardware.errors import CameraMissing
from hardware.frames import CameraState
from hardware.signals import Button, Sound
from hardware.simulated import SimulatedTable
from tests.app.clear_eye import make_clear_eye
from vision.plane.mat import MatStatus
from vision.watch.blindness import Blind
from vision.watch.settle import Phase
from vision.watch.table_watcher import Steady


class Paper:
    """Stands in for the table beside the screen; keeps the simulated table within reach."""

    size = (200, 100)
    stale = False
    locale = load_locale("en")

    def __init__(self, table: SimulatedTable) -> None:
        self.table, self.followed = table, 0

    def resize(self, size: tuple[int, int]) -> None:
        self.size = size

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
    config, problems = parse('language = "en"\n[display]\nwidth = 480\nheight = 320\n')
    made = App(
        Loaded(config, tmp_path / "config.toml", problems),
        simulated=True,
        seed=1,
        make_eye=lambda *_: make_clear_eye(paper(made).table),
        make_side=lambda session, table, locale, send: Paper(table),
    )
    yield made
    made.close()


def paper(app: App) -> Paper:
    assert isinstance(app.cameras.side, Paper)
    return app.cameras.side


def press(app: App, *buttons: Button) -> None:
    for button in buttons:
        for down in (True, False):
            app.panel.inject(button, down, app.main.clock())
            app.main.turn()


HEADER = {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}


@pytest.mark.parametrize(
    ("megabytes", "most"),
    [(426, 21_300_000), (906, 45_300_000), (3793, 48_000_000), (0, 48_000_000)],
    ids=["Zero 2 W", "Pi 3", "Pi 4", "unknown"],
)
def test_the_last_minutes_take_a_twentieth_of_a_small_pis_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, megabytes: int, most: int
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("companion.app.app.memory_megabytes", lambda: megabytes)
    app = App(Loaded(parse("")[0], tmp_path / "config.toml", ()), simulated=True)
    pictures = [bytes([number]) * 1_000_000 for number in range(60)]
    for number, jpeg in enumerate(pictures):
        frame = ReplayableFrame(np.zeros((9, 16), np.uint8), float(number), 0.0, jpeg=jpeg)
        app.bundles.keep(frame, Phase.STILL)
    kept = sum(moment.size for moment in app.bundles._moments)
    app.close()
    assert most - 1_100_000 < kept <= most


def test_it_begins_with_the_welcome_screen(app: App) -> None:
    app.main.turn()
    assert isinstance(app.loop.screens.screen, Welcome)


def test_a_game_begins_and_a_card_is_followed(app: App) -> None:
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    app.main.turn()
    assert isinstance(app.loop.screens.screen, Play)
    table = paper(app).table
    wait(app, lambda: app.game.phase.value == "still")
    table.lay("1.1#1", "green-5", "1.1")
    wait(app, lambda: app.game.controller is not None and app.game.controller.session.pending is not None)
    press(app, Button.YES)
    assert app.game.controller is not None
    assert [entry.event.as_dict() for entry in app.game.controller.session.events] == [
        {"do": "place", "card": "green-5", "at": "1.1"}
    ]
    app.main.turn()
    assert paper(app).followed == 1


def wait(app: App, until: object, seconds: float = 20.0) -> None:
    assert callable(until)
    end = app.main.clock() + seconds
    while not until():
        assert app.main.clock() < end, "it took too long"
        app.main.turn()
        pygame.time.wait(5)


def test_a_game_that_stopped_is_offered_and_goes_on(app: App) -> None:
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    assert app.game.controller is not None
    app.game.controller.session.play(
        app.game.controller.session.match.read_event({"do": "discard"}), when=1.0
    )
    app.loop.dispatch(intents.LeaveGame(), 0.0)
    app.main.turn()
    view = app.views.current()
    assert [resume.game for resume in view.resumes] == ["ascent"]
    app.loop.dispatch(intents.ResumeGame(view.resumes[0].path), 0.0)
    assert app.game.controller is not None
    assert len(app.game.controller.session.events) == 1


def test_a_failure_is_shown_and_the_game_goes_on(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    app.main.turn()

    def broken(now: float) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(app.loop, "turn", broken)
    app.main.turn()
    assert app.loop.screens.view is not None
    assert app.loop.screens.view.failure is not None
    assert "a bug" in app.loop.screens.view.failure.what
    monkeypatch.undo()


def test_a_setting_changed_on_the_screen_is_kept(app: App) -> None:
    app.loop.dispatch(intents.ChangeSetting("language", "fr"), 0.0)
    app.main.turn()
    assert '"language": "fr"' in app.folders.memory.read_text()


def test_what_nobody_changed_on_the_screen_is_left_to_the_config(app: App) -> None:
    app.loop.dispatch(intents.ChangeSetting("larger_text", True), 0.0)
    app.main.turn()
    kept = app.folders.memory.read_text()
    assert '"larger_text": true' in kept
    assert "language" not in kept


def test_closing_the_window_ends_it(app: App) -> None:
    app.window.take(pygame.event.Event(pygame.QUIT), 0.0)
    assert not app.loop.running


def test_escape_asks_before_it_ends_anything(app: App) -> None:
    app.main.turn()
    app.window.take(pygame.event.Event(pygame.KEYDOWN, key=QUIT_KEY, unicode=""), 0.0)
    assert app.loop.running
    press(app, Button.NEXT, Button.YES)
    assert not app.loop.running


def test_every_intent_has_one_receiver(app: App) -> None:
    """Those about screens are answered by the screens; two receivers of one are refused."""
    for_the_app = {
        each for each in vars(intents).values() if isinstance(each, type) and issubclass(each, intents.Intent)
    }
    assert set(app.loop.handlers) == for_the_app - {intents.Intent}
    with pytest.raises(ValueError, match="Quit"):
        join_handlers({intents.Quit: print}, {intents.Quit: print})


def test_keys_are_buttons(app: App) -> None:
    app.main.turn()
    before = app.loop.screens.screen
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        app.window.take(pygame.event.Event(kind, key=pygame.K_TAB), app.main.clock())
    app.main.turn()
    assert app.loop.screens.screen != before


def test_a_game_is_begun_by_ear(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(app.voice, "say", lambda speech: said.append(speech.text))

    def hear(*buttons: Button) -> list[str]:
        said.clear()
        press(app, *buttons)
        for _ in range(12):  # a sentence a turn
            app.main.turn()
        return said

    app.loop.dispatch(intents.ChangeSetting("voice", "everything"), 0.0)
    hear()
    assert "Tranquility." in hear(Button.NEXT)
    assert "New game." in hear(Button.YES)
    lines = [text for _ in range(3) for text in tuple(hear(Button.NEXT))]
    assert any(text.startswith("Game, Tranquility. Line ") for text in lines)
    assert any(text.startswith("Players, Ann, Ben. Line ") for text in lines)


def test_keys_ask_the_voice(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(app.voice, "say", lambda speech: said.append(speech.text))
    app.loop.dispatch(intents.ChangeSetting("voice", "verdicts"), 0.0)
    app.main.turn()
    for key in (pygame.K_l, pygame.K_c, pygame.K_m):
        app.window.take(pygame.event.Event(pygame.KEYDOWN, key=key), app.main.clock())
    wanted = [
        "The voice is on.",
        "No game is being played.",
        "Nothing has happened yet.",
        "The voice is silent.",
    ]
    assert [each for each in said if each in wanted] == wanted


@pytest.mark.parametrize(
    ("rotation", "point"), [(0, (10, 20)), (90, (20, 309)), (180, (469, 299)), (270, (459, 10))]
)
def test_a_finger_is_found_on_a_turned_screen(app: App, rotation: int, point: tuple[int, int]) -> None:
    app.window.rotation, app.window.screen = rotation, pygame.Surface((480, 320))
    assert app.window.unrotated(10, 20) == point


def test_cues_sound_different() -> None:
    assert len({samples(sound) for sound in Sound}) == len(Sound)
    assert frequency("A4") == 440.0
    assert frequency("A5") == 880.0


def test_a_goat_card_of_the_own_deck_brings_its_goat(app: App) -> None:
    app.preferences.remember_game(GameSetup().choose(goat_cards=("green-5",)))
    app.loop.dispatch(intents.StartGame(HEADER | {"modules": ["goats"]}), 0.0)
    assert app.game.controller is not None
    event = app.game.controller.session.match.read_event({"do": "place", "card": "green-5", "at": "1.1"})
    assert app.preferences.from_own_deck(app.game.controller.session.match, event).as_dict()["goat"] is True


def test_a_darker_screen_is_darker(app: App) -> None:
    app.loop.dispatch(intents.ChangeSetting("brightness", 50), 0.0)
    app.window.screen.fill((200, 100, 50))
    assert app.window.dimmed().get_at((0, 0))[:3] == (100, 50, 25)


def test_a_held_button_is_held_and_not_pressed_before(app: App) -> None:
    """Spelling ends by holding `yes`: a press must not come first."""
    heard: list[str] = []
    app.loop.press = lambda press, now: heard.append(str(press))  # type: ignore[method-assign]
    start = app.main.clock()
    app.panel.inject(Button.YES, True, start)
    app.loop.follow_buttons(start + 0.5)
    app.loop.follow_buttons(start + 2.0)
    app.panel.inject(Button.YES, False, start + 2.1)
    app.loop.follow_buttons(start + 3.0)
    assert heard == ["yes held"]


def test_a_failure_of_the_eye_is_shown_until_somebody_tries_again(app: App) -> None:
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    assert isinstance(app.game.eye, EyeThread)
    app.game.eye.report_problem(OSError("the camera burned"))
    app.main.turn()
    assert app.loop.screens.view is not None
    assert app.loop.screens.view.failure is not None
    app.loop.dispatch(intents.Retry(), 0.0)
    app.main.turn()
    assert app.loop.screens.view.failure is None


def test_a_screen_that_breaks_is_shown_as_such(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def broken(*_: object) -> bool:
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("cannot draw")
        return False

    monkeypatch.setattr(app.loop.screens, "draw", broken)
    app.main.turn()
    assert app.loop.screens.view is not None
    assert app.loop.screens.view.failure is not None
    assert "cannot draw" in app.loop.screens.view.failure.what


def test_a_torn_line_is_told_when_the_game_goes_on(app: App) -> None:
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    assert app.game.controller is not None
    session = app.game.controller.session
    session.play(session.match.read_event({"do": "discard"}), when=1.0)
    app.loop.dispatch(intents.LeaveGame(), 0.0)
    with session.path.open("ab") as file:
        file.write(b'{"do": "disc')
    app.loop.dispatch(intents.ResumeGame(str(session.path)), 0.0)
    app.main.turn()
    assert app.loop.screens.view is not None
    assert any("was incomplete" in notice.text for notice in app.loop.screens.view.notices)


def test_a_table_whose_tags_are_lost_is_told(app: App) -> None:
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    assert app.game.eye is not None
    app.game.eye.close()
    app.game.see(report(MatStatus.LOST), 0.0)
    assert "tags" in notice(app)
    app.game.see(report(MatStatus.HELD), 0.0)
    assert "tags" not in notice(app)


@pytest.mark.parametrize("blind", list(Blind))
def test_a_blind_camera_is_told_until_it_sees_again(app: App, blind: Blind) -> None:
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    assert app.game.eye is not None
    app.game.eye.close()
    app.game.see(EyeReport(0.0, Phase.STILL, CameraState.RUNNING, blind=blind), 0.0)
    assert "camera" in notice(app)
    app.game.see(report(MatStatus.FRESH), 0.0)
    assert "camera" not in notice(app)


def report(mat: MatStatus) -> EyeReport:
    return EyeReport(0.0, Phase.STILL, CameraState.RUNNING, Steady(0.0, mat=mat))


def notice(app: App) -> str:
    app.loop.show(0.0)
    assert app.loop.screens.view is not None
    return " ".join(each.text for each in app.loop.screens.view.notices)


def test_a_camera_that_is_away_is_told_in_words_and_opened_on_another_try(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(game: str, variant: str) -> None:
        raise CameraMissing("no-webcam", name="usb:0")

    app.loop.dispatch(intents.ChangeSetting("language", "fr"), 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(app.cameras, "watch", away)
        app.wishes.put(intents.StartGame(HEADER))
        app.main.turn()
    assert app.loop.screens.view is not None
    assert app.loop.screens.view.failure is not None
    assert app.loop.screens.view.failure.what == "La webcam usb:0 n’envoie pas d’image."
    app.loop.dispatch(intents.Retry(), 0.0)
    app.main.turn()
    assert app.game.eye is not None
    assert app.loop.screens.view.failure is None


def test_a_polite_signal_ends_it_as_leaving_does(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """systemd stops the service by SIGTERM: the game is left, the panel let go, no trace of running stays."""
    monkeypatch.setattr(app.panel, "close", lambda: closed.append(True))
    closed: list[bool] = []
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGTERM)).start()
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGUSR1)}
    try:
        app.run()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert closed == [True]
    assert app.game.controller is None
    assert find_running(app.folders.running) is None


def open_camera_room(app: App) -> None:
    """Through the menu, as a person does."""
    app.main.turn()
    press(app, Button.NO)
    menu, view = app.loop.screens.screen, app.loop.screens.view
    assert isinstance(menu, Menu)
    assert view is not None
    row = next(number for number, row in enumerate(menu.rows(view)) if row.label == view.say("menu.camera"))
    press(app, *[Button.NEXT] * row, Button.YES)


def test_the_camera_room_opens_in_a_game_and_the_eye_looks_again_after_it(app: App) -> None:
    """The eye gives its camera away meanwhile: only one can have it."""
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    app.main.turn()
    first, table = app.game.eye, app.cameras.side
    open_camera_room(app)
    wait(app, lambda: app.loop.screens.view is not None and app.loop.screens.view.camera is not None)
    assert isinstance(app.loop.screens.screen, CameraScreen)
    assert not app.game.eye
    wait(app, lambda: app.loop.screens.view.camera.outlines)  # type: ignore[union-attr]
    press(app, Button.YES)
    assert app.folders.plane.exists()
    assert isinstance(app.loop.screens.screen, Play)
    assert app.game.eye
    assert app.game.eye is not first
    assert app.cameras.side is table, "the cards lie as they lay"


def test_the_camera_room_left_in_a_game_leads_back_to_it(app: App) -> None:
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    open_camera_room(app)
    press(app, Button.NO)
    assert isinstance(app.loop.screens.screen, Play)
    assert app.game.eye is not None


def test_the_camera_room_shows_the_places_of_the_game_under_way(app: App) -> None:
    """Not those of the game that was chosen last on the welcome screen."""
    app.loop.dispatch(intents.StartGame(HEADER | {"game": "tranquility", "piles": [36, 36]}), 0.0)
    assert app.preferences.kept.setup.game == "ascent"
    open_camera_room(app)
    wait(
        app,
        lambda: (
            app.loop.screens.view and app.loop.screens.view.camera and app.loop.screens.view.camera.outlines
        ),
    )
    assert len(app.loop.screens.view.camera.outlines) == len(load_layout("tranquility").places)  # type: ignore[union-attr]


def test_a_saved_report_is_told_until_the_next_press(app: App) -> None:
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    app.loop.dispatch(intents.SaveBundle(), 1.0)
    app.main.turn()
    saved = next(app.folders.pictures.glob("bundle-*.zip"))
    assert [notice.text for notice in app.loop.screens.view.notices] == [f"Saved: {saved.name}"]  # type: ignore[union-attr]
    press(app, Button.NEXT)
    assert app.loop.screens.view.notices == ()  # type: ignore[union-attr]


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
    app.main.turn()
    assert not app.window.draw(app.main.clock())
    app.window.take(pygame.event.Event(pygame.VIDEORESIZE, size=(600, 800), w=600, h=800), 1.0)
    assert app.window.draw(app.main.clock())


# without a screen


def test_a_screen_that_comes_later_is_taken_and_drawn(app: App, tmp_path: Path) -> None:
    environment = {"SDL_VIDEODRIVER": "kmsdrm"}
    there = False

    def start() -> str:
        if environment["SDL_VIDEODRIVER"] == "kmsdrm" and not there:
            raise pygame.error("kmsdrm not available")
        return environment["SDL_VIDEODRIVER"]

    display = Display(tmp_path / "display.json", environment=environment, start=start)
    assert not app.window.look_for_screen(display)
    app.main.clock = lambda: 10.0
    app.main.turn()
    assert app.window.window is None
    there = True
    app.main.clock = lambda: 12.0
    app.main.turn()
    assert app.window.window is None  # it is looked for now and then
    app.main.clock = lambda: 16.0
    app.main.turn()
    assert app.window.window is not None
    assert any(pygame.image.tobytes(app.window.window, "RGB"))


def test_without_a_screen_the_last_game_goes_on(app: App) -> None:
    app.resume_last()
    app.main.turn()
    assert app.game.controller is None
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    app.loop.dispatch(intents.LeaveGame(), 0.0)
    app.resume_last()
    app.main.turn()
    assert app.game.controller is not None
    assert app.game.eye is not None


def test_a_missing_camera_is_told_on_the_first_screen(app: App) -> None:
    app.camera_check.trouble = CameraMissing("no-camera")
    app.main.turn()
    view = app.loop.screens.view
    assert view is not None
    assert [(notice.text, notice.grave) for notice in view.notices] == [("No camera was found.", True)]
