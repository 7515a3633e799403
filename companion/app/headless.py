"""A game with its screens and buttons but no window: for demonstrations, tests, and bundles run again."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from companion import intents
from companion.app.bundles import (
    APP,
    DECK,
    PLANE,
    RECORD,
    USUAL_SCREEN,
    BadBundle,
    Bundle,
    BundleRecorder,
    Moment,
    as_frame,
)
from companion.app.cues import Announcer, CuePlayer, SpeakingVoice
from companion.app.current_game import CurrentGame, EyeSource
from companion.app.evening_recorder import EveningRecorder
from companion.app.eye_thread import EyeReport
from companion.app.game_view import GameViews
from companion.app.loop import Loop
from companion.app.preferences import Preferences, Remembered, kept_settings, kept_setup
from companion.app.table_eyes import DeckLearner, MakeEye, stored_plane, teach, unteach
from companion.decks import load_deck
from companion.games.events import Event
from companion.games.values import BadRecord
from companion.intents import ProposeEvent
from companion.locale import load_locale
from companion.record.lines import load
from companion.record.session import Session
from companion.screens.navigator import Navigator
from companion.screens.view import Settings
from companion.table.layout import load_layout
from hardware.buttons import PATIENT_ALL
from hardware.frames import CameraState
from hardware.panel import Panel
from hardware.signals import Press
from vision.eye import make_eye
from vision.learning import Sighting
from vision.watch.table_watcher import TableWatcher

# What concerns the camera, the deck or the disk of a machine: nothing here receives it.
_OUTSIDE = (
    *(intents.OpenCamera, intents.NextCamera, intents.SetCorner, intents.UseCamera),
    *(intents.OpenEnrolment, intents.TakeLayer, intents.KeepShot, intents.SkipShot, intents.SaveBundle),
    *(intents.StayHere, intents.WriteToStick, intents.TakeDecks),
)
_LARGEST_SCREEN = 8000  # pixels of a side


class HeadlessApp:
    """The parts that play a game; the caller's clock is both clocks unless a wall is given."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float],
        *,
        eyes: EyeSource | None = None,
        preferences: Preferences | None = None,
        screen: tuple[int, int] = USUAL_SCREEN,
        wall: Callable[[], float] | None = None,
        voice: SpeakingVoice | None = None,
        evening: EveningRecorder | None = None,
    ) -> None:
        self.preferences = preferences or Preferences()
        self.panel = Panel(None, clock=clock, patient=PATIENT_ALL)
        self.screens = Navigator()
        self.bundles = BundleRecorder(screen=screen)
        evening = evening or EveningRecorder(None, self.preferences)
        self.game = CurrentGame(
            folder, eyes or EyeSource(), self.preferences, self.bundles, evening, wall or clock
        )
        self.views = GameViews(self.game, self.preferences, self.bundles)
        self.announcer = Announcer(self.preferences, voice)
        self.loop = Loop(
            self.panel,
            self.screens,
            self.views,
            self.game,
            CuePlayer(self.panel, self.preferences),
            self.bundles,
            self.announcer,
            {
                **dict.fromkeys(_OUTSIDE, lambda intent, seconds: None),
                **self.game.handlers,
                **self.announcer.handlers,
                intents.ChangeSetting: self.preferences.change_setting,
                intents.Quit: self.game.quit,
            },
        )

    def close(self) -> None:
        self.game.leave()
        self.panel.close()


@dataclass
class Replay:
    """What a replay came to: the lines written then and now."""

    then: list[dict[str, Any]] = field(default_factory=list)
    now: list[dict[str, Any]] = field(default_factory=list)
    frames: int = 0
    presses: int = 0
    recorded: int = 0  # events of the record before the bundle begins

    @property
    def compared(self) -> bool:
        return bool(self.frames or self.presses)

    @property
    def same(self) -> bool:
        return self.then == self.now


class _ReplayedEye(EyeSource):
    """The eye of the bundle's owner, shown the bundle's frames: the same deck, plane and corrections."""

    def __init__(self, bundle: Bundle, session: Session, folder: Path, make: MakeEye = make_eye) -> None:
        game, variant = session.match.game.name, str(session.header.get("variant", "standard"))
        self._learner = DeckLearner(game, load_deck(game), _unpack(bundle, DECK, folder))
        if self._learner.problem is not None:
            raise BadBundle("bad-deck", reason=str(self._learner.problem)) from self._learner.problem
        file = _unpack(bundle, PLANE, folder)
        plane = None if file is None else stored_plane(file)
        eye = make(load_layout(game, variant), self._learner.used, plane, tuple(load_deck(game)))
        self.watcher = TableWatcher(eye)

    def learn(self, cards: tuple[Sighting, ...]) -> None:
        teach(self._learner, self.watcher, cards)

    def forget(self, source: str) -> None:
        unteach(self._learner, self.watcher, source)

    def look(self, moment: Moment) -> EyeReport:
        frame = as_frame(moment)
        steady = self.watcher.update(frame, frame.light_change_seconds)
        plane = self.watcher.mat.plane
        return EyeReport(moment.seconds, self.watcher.phase, CameraState.RUNNING, steady, plane)


class BundlePlayer:
    """Runs one bundle on a companion of its own, in a folder of its own."""

    def __init__(self, bundle: Bundle, folder: Path, make: MakeEye = make_eye) -> None:
        self._bundle = bundle
        self._seconds = 0.0
        self.session = self._open_session(folder)
        screen, self.preferences = _read_app_part(bundle)
        self._eye = _ReplayedEye(bundle, self.session, folder, make)
        self._app = HeadlessApp(
            folder, lambda: self._seconds, eyes=self._eye, preferences=self.preferences, screen=screen
        )
        self._surface = pygame.Surface(screen)
        self._app.game.begin(self.session)
        self._app.loop.show(0.0)  # the first moment may be a press

    @property
    def watcher(self) -> TableWatcher:
        return self._eye.watcher

    def run(self) -> Replay:
        begun = len(self.session.events)
        result = Replay(recorded=begun)
        for moment in self._bundle.moments:
            self._seconds = moment.seconds
            self._take(moment, result)
            self._app.game.tick(moment.seconds)
            self._app.loop.show(moment.seconds)
        result.now = [entry.event.as_dict() for entry in self.session.events[begun:]]
        self._app.close()
        return result

    def _take(self, moment: Moment, result: Replay) -> None:
        if moment.kind == "frame":
            result.frames += 1
            self._app.game.see(self._eye.look(moment), moment.seconds)
        elif moment.kind == "press":
            result.presses += 1
            self._app.loop.press(Press.parse(str(moment.data["press"])), moment.seconds)
        elif moment.kind == "touch":
            result.presses += 1
            self._app.screens.draw(self._surface)
            self._app.loop.touch(int(moment.data["x"]), int(moment.data["y"]), moment.seconds)
        elif moment.kind == "wish":
            self._app.loop.dispatch(ProposeEvent(self._read_event(moment)), moment.seconds)
        elif moment.kind == "line":
            result.then.append(dict(moment.data["event"]))

    def _open_session(self, folder: Path) -> Session:
        """The game as it stood when the bundle begins."""
        lines = load(self._bundle.parts.get(RECORD, b""), trusting=True).lines
        if not lines:
            raise BadBundle("no-game")
        numbers = [int(moment.data["number"]) for moment in self._bundle.moments if moment.kind == "line"]
        before = numbers[0] if numbers else len(lines) - 1
        try:
            session = Session.new(lines[0].raw, folder, 0.0)
            for line in lines[1 : 1 + before]:
                session.play(session.match.read_event(line.raw), when=0.0)
        except BadRecord as error:
            raise BadBundle("bad-record", reason=load_locale("en").bad_record(error)) from error
        return session

    def _read_event(self, moment: Moment) -> Event:
        try:
            return self.session.match.read_event(dict(moment.data["event"]))
        except BadRecord as error:
            raise BadBundle("bad-record", reason=load_locale("en").bad_record(error)) from error


def _read_app_part(bundle: Bundle) -> tuple[tuple[int, int], Preferences]:
    try:
        raw = json.loads(bundle.parts.get(APP, b"{}"))
        width, height = raw.get("screen", USUAL_SCREEN)
        if not all(type(side) is int and 0 < side <= _LARGEST_SCREEN for side in (width, height)):
            raise ValueError(f"no screen is {width} x {height}")
        kept = Remembered(kept_setup(raw.get("setup")), (), kept_settings(raw.get("settings"), Settings()))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BadBundle("bad-settings", reason=str(error)[:80]) from error
    return (width, height), Preferences(kept)


def _unpack(bundle: Bundle, name: str, folder: Path) -> Path | None:
    if name not in bundle.parts:
        return None
    path = folder / name
    path.write_bytes(bundle.parts[name])
    return path
