"""One turn of the app: eye, panel and clock come in; the game follows; screen, lights and sounds answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

from companion import intents
from companion.app.bundles import BundleRecorder
from companion.app.eye_thread import EyeReport
from companion.app.game_controller import ACTIONS, FromOwnDeck, GameController
from companion.cues import Cue
from companion.games.values import Verdict
from companion.record.session import Session
from companion.views.values import Settings
from hardware.errors import HardwareError
from hardware.frames import CameraState
from hardware.signals import Press, PressKind, Signal, Sound
from vision.plane.mat import MatStatus
from vision.watch.settle import Phase


class EyeLike(Protocol):
    """What the loop needs of an eye: what was seen since the last call, and an end."""

    def take(self) -> list[EyeReport]:
        """Everything seen since the last call."""

    def close(self) -> None:
        """Stop looking."""


class PanelLike(Protocol):
    """What the loop needs of a panel; `hardware.panel.Panel` is one."""

    def poll(self, seconds: float | None = None) -> list[Press]:
        """What was pressed since the last call."""

    def show(self, signal: Signal, seconds: float | None = None) -> None:
        """Let the lights say this."""

    def play(self, sound: Sound, seconds: float | None = None) -> None:
        """Let this be heard."""


class ScreensLike(Protocol):
    """What the loop needs of the screens: presses in, intents out."""

    def press(self, press: Press) -> intents.Intent | None:
        """A button: what it means now for the app."""

    def touch(self, x: int, y: int) -> intents.Intent | None:
        """A finger: what it means now for the app."""


MakeEyes = Callable[[Session], EyeLike | None]
Teach = Callable[[str, str], None]


@dataclass
class Loop:
    """The game under way (if any), the eye upon it, and what the app knows besides."""

    panel: PanelLike
    screens: ScreensLike
    folder: Path
    make_eyes: MakeEyes
    wall: Callable[[], float]
    settings: Settings = field(default_factory=Settings)
    bundles: BundleRecorder = field(default_factory=BundleRecorder)
    teach: Teach = lambda place, card: None
    from_own_deck: FromOwnDeck = lambda event: event
    controller: GameController | None = None
    eyes: EyeLike | None = None
    phase: Phase = Phase.STILL
    camera: CameraState = CameraState.RUNNING
    trouble: HardwareError | None = None  # what is wrong with the camera, in words
    mat: MatStatus = MatStatus.FRESH  # how well the table was seen when it was last read
    error: BaseException | None = None
    saved: str = ""  # the report that was saved just now, until the next press
    running: bool = True
    wishes: SimpleQueue[intents.Intent] = field(default_factory=SimpleQueue)  # from outside of the screens
    refresh: Callable[[], None] = lambda: None  # shows the screens what there is, after every press
    sounded: Callable[[Sound], None] = lambda sound: None  # for a loudspeaker beside the buzzer
    heard: Callable[[intents.Intent], None] = lambda intent: None  # intents that only the app's shell knows

    def turn(self, seconds: float) -> None:
        """Take in what happened, and let everything follow."""
        for report in self.eyes.take() if self.eyes is not None else ():
            self.see(report, seconds)
        self.hear(seconds)
        while not self.wishes.empty():
            self.do(self.wishes.get(), seconds)
        if self.controller is not None:
            self.controller.tick(seconds)
            self.signal(self.controller.cue(), seconds)

    def hear(self, seconds: float) -> None:
        """What the buttons have to say."""
        for press in self.panel.poll(seconds):
            if press.kind is not PressKind.RELEASED:
                self.press(press, seconds)

    def see(self, report: EyeReport, seconds: float) -> None:
        """What the eye has to say."""
        self.phase, self.camera, self.trouble = report.phase, report.camera, report.trouble
        self.error = report.error or (None if report.steady is not None else self.error)
        if report.steady is not None:
            self.mat = report.steady.mat
        if report.steady is not None and self.controller is not None:
            self.controller.on_table_seen(report.steady, seconds, report.plane)

    def press(self, press: Press, seconds: float) -> None:
        """A button; the screens say what it means."""
        self.saved = ""
        self.bundles.press(seconds, str(press))
        self.do(self.screens.press(press), seconds)
        self.refresh()

    def touch(self, x: int, y: int, seconds: float) -> None:
        """A finger on the screen."""
        self.saved = ""
        self.bundles.touch(seconds, x, y)
        self.do(self.screens.touch(x, y), seconds)
        self.refresh()

    def wish(self, intent: intents.Intent, seconds: float) -> None:
        """Carry out what the laptop's table wishes; its proposals are no presses, so they are noted apart."""
        if isinstance(intent, intents.ProposeEvent):
            self.bundles.wish(seconds, intent.event.as_dict())
        self.do(intent, seconds)

    def do(self, intent: intents.Intent | None, seconds: float) -> Verdict | None:
        """Carry out what a person wants."""
        if intent is None:
            return None
        action = LOOP_ACTIONS.get(type(intent))
        if action is not None:
            action(self, intent, seconds)
            return None
        if self.controller is None:
            self.heard(intent)
            return None
        before = len(self.controller.session.history())
        verdict = self.controller.act(intent, seconds)
        for entry in self.controller.session.history()[before:]:
            self.bundles.line(seconds, entry.event.as_dict(), before)
        if type(intent) not in ACTIONS:
            self.heard(intent)
        return verdict

    def begin(self, session: Session) -> None:
        """Sit down to a game, new or resumed."""
        self.leave()
        self.bundles.clear()  # presses of the screens before would be presses of this game in a replay
        self.controller = GameController(
            session, self.teach, self.from_own_deck, self.wall, resumed_at=len(session.history())
        )
        self.error, self.mat = None, MatStatus.FRESH
        self.eyes = self.make_eyes(session)

    def try_again(self) -> None:
        """After a failure: forget it, and open the eye that could not be opened."""
        self.error = None
        if self.controller is not None and self.eyes is None:
            self.eyes = self.make_eyes(self.controller.session)

    def rest_eyes(self) -> None:
        """Let the camera go, for somebody else to look through it."""
        if self.eyes is not None:
            self.eyes.close()
        self.eyes = None

    def start_game(self, intent: intents.StartGame, seconds: float) -> None:
        """Begin a record."""
        self.begin(Session.new(dict(intent.header), self.folder, self.wall()))
        self.heard(intent)

    def resume_game(self, intent: intents.ResumeGame, seconds: float) -> None:
        """Go on with a record."""
        self.begin(Session.resume(Path(intent.path)))

    def leave(self, intent: intents.Intent | None = None, seconds: float = 0.0) -> None:
        """Leave the table; the record stays."""
        self.rest_eyes()
        if self.controller is not None:
            self.controller.session.close()
        self.controller = None

    def change_setting(self, intent: intents.ChangeSetting, seconds: float) -> None:
        """A setting has a new value."""
        changes: Mapping[str, Any] = {intent.name: intent.value}
        self.settings = replace(self.settings, **changes)

    def quit(self, intent: intents.Quit, seconds: float) -> None:
        """The end of the evening."""
        self.running = False

    def standing(self) -> tuple[object, ...]:
        """What the view depends on: as long as this is the same, nothing has to be shown anew."""
        controller = self.controller
        if controller is None:
            return (None, self.settings)
        session = controller.session
        return (
            *(id(session.match), id(session.pending), id(controller.finding), id(controller.tracker)),
            *(controller.restoring, session.status, len(session.history())),
            *(self.settings, self.phase, self.camera, str(self.trouble), self.mat),
            *(id(self.error), self.saved),
        )

    def bundle_parts(self) -> dict[str, bytes]:
        """What a bundle holds besides the last minutes."""
        return {} if self.controller is None else {"record.jsonl": self.controller.session.path.read_bytes()}

    def signal(self, cue: Cue, seconds: float) -> None:
        """Lights and sound, as far as they are wanted."""
        self.panel.show(cue.light if self.settings.lights else Signal.OFF, seconds)
        if cue.sound is not None and self.settings.sounds:
            self.panel.play(cue.sound, seconds)
            self.sounded(cue.sound)

    def close(self) -> None:
        """Everything at rest."""
        self.leave()


LOOP_ACTIONS: dict[type[intents.Intent], Callable[..., None]] = {
    intents.StartGame: Loop.start_game,
    intents.ResumeGame: Loop.resume_game,
    intents.LeaveGame: Loop.leave,
    intents.ChangeSetting: Loop.change_setting,
    intents.Quit: Loop.quit,
}
