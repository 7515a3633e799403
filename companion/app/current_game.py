"""The game under way, if any, and the eye upon it: begun, looked at, acted on and left."""

import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from companion import intents
from companion.app.bundles import BundleRecorder
from companion.app.evening_recorder import EveningRecorder
from companion.app.eye_thread import EyeReport, Job
from companion.app.folders import find_places
from companion.app.game_controller import ACTIONS, GameController
from companion.app.preferences import Preferences
from companion.game_setup import GameSetup
from companion.games.values import BadRecord, Outcome
from companion.record.history import Damage, Mend, find_damage
from companion.record.session import Session
from hardware.errors import HardwareError
from hardware.frames import CameraState
from vision.learning import Sighting
from vision.plane.mat import MatStatus
from vision.watch.blindness import Blind
from vision.watch.settle import Phase

_RETRY_SECONDS = 5.0  # how often a full disk is tried again
logger = logging.getLogger(__name__)


class _LookingEye(Protocol):
    """Looks at the table; `companion.app.eye_thread.EyeThread` is one."""

    def take(self) -> list[EyeReport]:
        """Everything seen since the last call."""

    def ask(self, job: Job) -> None:
        """Let the eye do something between two frames."""

    def close(self) -> None:
        """Stop looking."""


class EyeSource:
    """Opens an eye on the table of a game, and is told what becomes of that game; this one opens none."""

    def open(self, session: Session) -> _LookingEye | None:
        return None

    def learn(self, cards: tuple[Sighting, ...]) -> None:
        """People confirmed these cards."""

    def forget(self, source: str) -> None:
        """An event was taken back; `source` tells the record and the event."""

    @property
    def known(self) -> tuple[int, int] | None:
        """How many of a game's cards the owner's deck knows, and how many there are."""
        return None

    def on_recorded(self, session: Session) -> None:
        """Something was recorded."""

    def on_left(self) -> None:
        """Nobody plays any more."""


@dataclass(frozen=True, slots=True)
class Unsaved:
    """Events wait for the disk, and somebody wants to leave or to end the app; where else there is room."""

    quitting: bool
    places: tuple[Path, ...]


@dataclass
class CurrentGame:
    """At most one game at a time; how the table and the camera are, and what failed."""

    folder: Path
    eyes: EyeSource
    preferences: Preferences
    bundles: BundleRecorder
    evening: EveningRecorder
    wall: Callable[[], float] = time.time
    controller: GameController | None = None
    eye: _LookingEye | None = None
    phase: Phase = Phase.STILL
    camera: CameraState = CameraState.RUNNING
    trouble: HardwareError | None = None  # what is wrong with the camera, in words
    blind: Blind | None = None  # why its pictures tell nothing
    mat: MatStatus = MatStatus.FRESH  # how well the table was seen when it was last read
    error: BaseException | None = None
    decision: Damage | Unsaved | None = None  # what people must decide first
    saved_elsewhere: Path | None = None  # where the last record went that its disk refused
    tells_learning: bool = False  # whether players are told now, once, that their cards are learnt
    left_for_good: bool = False  # whether nothing keeps the app from ending
    status: int = 0  # what the program ends with
    _retried: float = 0.0

    @property
    def handlers(self) -> intents.Handlers:
        return {
            intents.StartGame: self._start,
            intents.ResumeGame: self._resume,
            intents.LeaveGame: lambda intent, seconds: self._ask_to_leave(quitting=False),
            intents.EndWith: self._end_with,
            intents.ShutDown: self._shut_down,
            intents.MendGame: self._mend,
            intents.SaveElsewhere: self._save_elsewhere,
            intents.LeaveUnsaved: lambda intent, seconds: self._leave_as_wished(),
            intents.Dismiss: self._dismiss,
            intents.Retry: lambda intent, seconds: self.try_again(),
            **dict.fromkeys(ACTIONS, self.act),
        }

    def begin(self, session: Session) -> None:
        self.leave()
        kept = self.preferences.kept  # presses before it would be presses of this game in a replay
        self.bundles.begin(session.path, asdict(kept.settings), kept.setup.as_dict())
        self.controller = GameController(
            session,
            learn=self._learn,
            forget=self.eyes.forget,
            from_own_deck=self.preferences.from_own_deck,
            wall=self.wall,
        )
        self.error, self.blind, self.mat, self.tells_learning = None, None, MatStatus.FRESH, False
        self.evening.begin(session.header)
        self.eye = self.eyes.open(session)
        if session.events:
            self._on_recorded(session)

    def quit(self, intent: intents.Intent, seconds: float) -> None:
        """End the app, if the whole game is written."""
        self._ask_to_leave(quitting=True)

    def _end_with(self, intent: intents.EndWith, seconds: float) -> None:
        self.status = intent.status
        self._ask_to_leave(quitting=True)

    def _shut_down(self, intent: intents.ShutDown, seconds: float) -> None:
        self.left_for_good = True  # nobody is asked; `rescue` comes before the game is left

    def _ask_to_leave(self, *, quitting: bool) -> None:
        """Leave the table if the whole game is written, else ask what to do first."""
        session = self.session
        if session is None or session.retry():
            self._finish(quitting)
            return
        logger.warning("%d events wait for the disk: %s", session.waiting, session.status)
        self.decision = Unsaved(quitting, find_places(session.path.parent))

    @property
    def session(self) -> Session | None:
        return None if self.controller is None else self.controller.session

    def rescue(self) -> None:
        """The system ends the companion: keep the record wherever there is room."""
        session = self.session
        if session is None or session.retry():
            return
        for place in find_places(session.path.parent):
            if session.move_to(place):
                logger.warning("the record was kept in %s", session.path)
                return
        logger.error("%d events are lost: no disk takes them", session.waiting)

    def leave(self) -> None:
        self.rest_eye()
        if self.controller is None:
            return
        logger.info("game left: %s", self.controller.session.path.name)
        self.controller.session.close()
        self.controller = None
        self.bundles.end()
        self.eyes.on_left()

    def rest_eye(self) -> None:
        """Let the camera go, for somebody else to look through it."""
        if self.eye is not None:
            self.eye.close()
        self.eye = None

    def try_again(self) -> None:
        """After a failure: forget it, and open the eye that could not be opened."""
        self.error = None
        if self.controller is not None and self.eye is None:
            self.eye = self.eyes.open(self.controller.session)

    def look(self, seconds: float) -> bool:
        """Follow what the eye has seen; whether it had anything to say."""
        reports = self.eye.take() if self.eye is not None else []
        for report in reports:
            self.see(report, seconds)
        return bool(reports)

    def see(self, report: EyeReport, seconds: float) -> None:
        if report.camera is not self.camera:
            logger.warning("camera %s: %s", report.camera.value, report.trouble or "no trouble")
        if report.blind is not self.blind:
            logger.warning("the camera sees %s", "again" if report.blind is None else report.blind.value)
        self.phase, self.camera, self.trouble = report.phase, report.camera, report.trouble
        self.blind = report.blind
        self.error = report.error or (None if report.steady is not None else self.error)
        if report.steady is not None:
            self.mat = report.steady.mat
            if self.controller is not None:
                self.controller.on_table_seen(report.steady, seconds, report.plane)
        if self.controller is not None:
            self.evening.on_report(report, self.controller, seconds)

    def act(self, intent: intents.Intent, seconds: float) -> None:
        """Let the game under way do what a person wants, and note what was recorded by it."""
        if self.controller is None:
            return
        before, told = len(self.controller.session.events), self.tells_learning
        self.evening.on_intent(intent, self.controller)
        self.controller.act(intent, seconds)
        recorded = self.controller.session.events[before:]
        for entry in recorded:
            self.evening.on_recorded(entry.event.as_dict(), entry.verdict.legal)
            self.bundles.line(seconds, entry.event.as_dict(), before)
        if recorded:
            self.tells_learning = self.tells_learning and not told  # it stood there for a whole move
            self._on_recorded(self.controller.session)

    def tick(self, seconds: float) -> bool:
        """Time passes: patience ends, a full disk is tried again; whether anything changed."""
        if self.controller is None:
            return False
        changed = self.controller.tick(seconds)
        if seconds - self._retried > _RETRY_SECONDS:
            self._retried = seconds
            session = self.controller.session
            changed = (session.status is not None and session.retry()) or changed
        return changed

    def _start(self, intent: intents.StartGame, seconds: float) -> None:
        session = Session.new(dict(intent.header), self.folder, self.wall())
        logger.info("game begun: %s", session.path.name)
        if isinstance(intent.setup, GameSetup):
            self.preferences.remember_game(intent.setup)
        self.begin(session)

    def _resume(self, intent: intents.ResumeGame, seconds: float) -> None:
        path = Path(intent.path)
        try:
            session = Session.resume(path)
        except BadRecord:
            damage = find_damage(path)
            if damage is None:
                raise
            logger.warning("%s is damaged: line %d", path.name, damage.line)
            self.decision = damage
            return
        logger.info("game resumed: %s after %d events", session.path.name, len(session.events))
        self.begin(session)

    def _mend(self, intent: intents.MendGame, seconds: float) -> None:
        self.decision = None
        session = Session.resume(Path(intent.path), mend=Mend(intent.how))
        logger.info("%s was mended: %s", session.path.name, intent.how)
        self.begin(session)

    def _save_elsewhere(self, intent: intents.SaveElsewhere, seconds: float) -> None:
        if self.controller is None or not isinstance(self.decision, Unsaved):
            return
        session = self.controller.session
        if session.move_to(Path(intent.folder)):
            logger.info("the record is kept in %s", session.path)
            self.saved_elsewhere = session.path
            self._leave_as_wished()
        else:
            self.decision = Unsaved(self.decision.quitting, find_places(session.path.parent))

    def _leave_as_wished(self) -> None:
        if isinstance(self.decision, Unsaved):
            self._finish(self.decision.quitting)

    def _finish(self, quitting: bool) -> None:
        self.decision = None
        self.left_for_good = quitting
        self.leave()

    def _dismiss(self, intent: intents.Dismiss, seconds: float) -> None:
        self.decision = None

    def _on_recorded(self, session: Session) -> None:
        self.eyes.on_recorded(session)
        if session.outcome is Outcome.OPEN:
            return
        logger.info("game ended: %s, %s", session.path.name, session.outcome.value)
        picture = session.path.with_suffix(".png")  # it belongs beside the record, for the exported page
        if self.eye is not None and not picture.exists():
            self.eye.ask(lambda watcher: watcher.save_picture(picture))

    @property
    def known(self) -> tuple[int, int] | None:
        """How many of the game's cards the owner's deck knows, and how many there are."""
        return None if self.eye is None else self.eyes.known

    def _learn(self, cards: tuple[Sighting, ...]) -> None:
        if self.preferences.settings.learn_cards:
            self.eyes.learn(cards)
            self.tells_learning = self.tells_learning or (
                self.eyes.known is not None and self.preferences.tell_once("learn-cards")
            )
