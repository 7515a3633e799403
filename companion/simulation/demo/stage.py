"""The stage: a simulated table under the real eye, the real panel and the real screens, in simulated time."""

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.app.current_game import EyeSource
from companion.app.eye_thread import EyeReport, EyeThread, Job
from companion.app.game_controller import GameController
from companion.app.headless import HeadlessApp
from companion.app.preferences import Preferences, Remembered
from companion.games.events import Event
from companion.games.table import Kind
from companion.record.session import Proposal, Session
from companion.screens.view import Settings, View
from companion.simulation.demo.finger import Wish, find_event, find_presses
from companion.table.tracker import centre
from hardware.frames import Camera
from hardware.signals import Button, Press
from hardware.simulated import FRAME_SECONDS
from vision.types import Point
from vision.watch.settle import Phase
from vision.watch.table_watcher import TableWatcher

PRESS_SECONDS, HOLD_SECONDS = 0.15, 1.2


class SteppedEye:
    """The eye without a thread: each `take` looks at one frame."""

    def __init__(self, eye: EyeThread) -> None:
        self._eye = eye

    def take(self) -> list[EyeReport]:
        self._eye.step()
        return self._eye.take()

    def ask(self, job: Job) -> None:
        self._eye.ask(job)

    def close(self) -> None:
        self._eye.close()


class _StageEye(EyeSource):
    def __init__(self, make: Callable[[], EyeThread]) -> None:
        self._make = make

    def open(self, session: Session) -> SteppedEye:
        return SteppedEye(self._make())


class Stage:
    """Moves everything on by one frame at a time; buttons are pressed through the panel."""

    def __init__(
        self,
        session: Session,
        camera: Camera,
        watcher: TableWatcher,
        folder: Path,
        *,
        keeps_frames: bool = False,
        language: str = "en",
    ) -> None:
        def make_eye() -> EyeThread:
            return EyeThread(
                camera,
                watcher,
                light_change=lambda: self.panel.last_light_change_seconds,
                bundles=self.app.bundles if keeps_frames else None,
                clock=lambda: self.seconds,
            )

        self.seconds = 0.0
        self.sit_down(
            session,
            HeadlessApp(
                folder,
                lambda: self.seconds,
                eyes=_StageEye(make_eye),
                preferences=Preferences(Remembered(settings=Settings(language=language))),
            ),
        )

    def sit_down(self, session: Session, app: HeadlessApp) -> None:
        self.app = app
        self.panel, self.navigator, self.loop = app.panel, app.screens, app.loop
        self.game = app.game
        self.pressed: Callable[[], object] = lambda: None  # called after every press, for who draws
        self.game.begin(session)

    def step(self) -> None:
        """One frame: the table is seen, buttons are heard, the screens follow."""
        self.seconds = round(self.seconds + FRAME_SECONDS, 3)
        self.loop.turn(self.seconds)

    def refresh(self) -> None:
        self.loop.show(self.seconds)

    def view(self) -> View:
        return self.app.views.current()

    @property
    def controller(self) -> GameController:
        """Of the game that is played here."""
        if self.game.controller is None:
            raise RuntimeError("nobody sits at the table")
        return self.game.controller

    def pending(self) -> Proposal | None:
        return self.controller.session.pending

    def place_in_question(self) -> str | None:
        return self.controller.place_in_question()

    def cards_seen(self) -> int:
        """How many cards lie anyhow, as far as was seen."""
        return len(self.controller.tracker.loose)

    def spot_of(self, place: str) -> Point | None:
        """Where on the picture a card lies that lies anyhow."""
        loose = self.controller.tracker.loose_places()
        return next((centre(each.seen) for name, each in loose if name == place), None)

    def as_written(self, event: Event) -> Event:
        return self.controller.session.match.read_event(event.as_dict())

    def wish(self, wish: Wish) -> int | None:
        """Press what leads to a wish: how many presses, None when nothing leads there."""
        self.refresh()
        return self.push_all(find_presses(self.navigator, self.view(), wish))

    def choose(self, event: Event) -> int | None:
        """Press until this event is proposed: how many presses, None when nothing leads there."""
        self.refresh()
        return self.push_all(find_event(self.navigator, self.view(), event))

    def push_all(self, presses: Sequence[Press] | None) -> int | None:
        for press in presses or ():
            self.push(press.button, HOLD_SECONDS if press.held else PRESS_SECONDS)
        return None if presses is None else len(presses)

    def push(self, button: Button, down_seconds: float) -> None:
        self.panel.inject(button, True, self.seconds)
        self.seconds = round(self.seconds + down_seconds, 3)
        self.panel.inject(button, False, self.seconds)
        self.seconds = round(self.seconds + PRESS_SECONDS, 3)
        self.loop.follow_buttons(self.seconds)
        self.pressed()

    def is_calm(self) -> bool:
        """Whether the table is still, read, and as recorded, with nothing waiting."""
        if self.game.phase not in (Phase.STILL, Phase.COVERED):
            return False
        return self.pending() is None and self.controller.finding.kind in (Kind.NOTHING, Kind.GROWING)

    def describe(self) -> str:
        seen, waiting = self.controller.seen(), self.pending()
        pending = [] if waiting is None else [str(each.event.as_dict()) for each in waiting.candidates]
        found, doubts, covered = self.controller.finding.kind.value, dict(seen.doubts), sorted(seen.covered)
        return f"found {found}, waiting {pending}, doubts {doubts}, covered {covered}"

    def close(self) -> None:
        self.app.close()
