"""The stage: a simulated table under the real eye, the real panel and the real screens, in simulated time."""

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.app.eye_thread import EyeReport, EyeThread
from companion.app.game_controller import Naming
from companion.app.game_view import Chronicle, game_view
from companion.app.loop import Loop
from companion.games.events import Event
from companion.record.session import Proposal, Session
from companion.screens.navigator import Navigator
from companion.simulation.demo.finger import Wish, find_event, find_presses
from companion.table.proposals import Kind
from companion.table.tracker import centre
from companion.views.values import View
from hardware.buttons import PATIENT_ALL
from hardware.frames import Camera
from hardware.panel import Panel
from hardware.signals import Button, Press
from hardware.simulated import FRAME_SECONDS
from vision.types import Point
from vision.watch.settle import Phase
from vision.watch.table_watcher import TableWatcher

PRESS_SECONDS = 0.15


class SteppedEye:
    """The eye without a thread: each `take` looks at one frame."""

    def __init__(self, eyes: EyeThread) -> None:
        self._eyes = eyes

    def take(self) -> list[EyeReport]:
        """What one more frame shows."""
        self._eyes.step()
        return self._eyes.take()

    def close(self) -> None:
        """Let the camera go."""
        self._eyes.close()


class Stage:
    """Moves everything on by one frame at a time; buttons are pressed through the panel."""

    def __init__(
        self,
        session: Session,
        camera: Camera,
        lookout: TableWatcher,
        folder: Path,
        *,
        keeps_frames: bool = False,
    ) -> None:
        self.seconds = 0.0
        self.navigator = Navigator()
        self.chronicle = Chronicle()
        self.panel = Panel(None, clock=lambda: self.seconds, patient=PATIENT_ALL)
        self.loop = Loop(self.panel, self.navigator, folder, lambda _: None, wall=lambda: self.seconds)
        eyes = EyeThread(
            camera,
            lookout,
            light_change=lambda: self.panel.last_light_change_seconds,
            bundles=self.loop.bundles if keeps_frames else None,
            clock=lambda: self.seconds,
        )
        self.loop.refresh = self.refresh
        self.loop.begin(session)
        self.loop.eyes = SteppedEye(eyes)
        self.pressed: Callable[[], object] = lambda: None  # called after every press, for who draws
        self.watchers: list[Callable[[View], None]] = []

    def step(self) -> None:
        """One frame: the table is seen, buttons are heard, the screens follow."""
        self.seconds = round(self.seconds + FRAME_SECONDS, 3)
        self.loop.turn(self.seconds)
        self.refresh()

    def refresh(self) -> None:
        """Show the screens what there is to show."""
        view = self.view()
        self.navigator.show(view)
        for watcher in self.watchers:
            watcher(view)

    def view(self) -> View:
        """The view now."""
        if self.loop.controller is None:
            raise RuntimeError("nobody sits at the table")
        return game_view(self.loop, self.loop.controller, self.chronicle)

    def pending(self) -> Proposal | None:
        """What waits for a button."""
        return None if self.loop.controller is None else self.loop.controller.session.pending

    def naming(self) -> Naming | None:
        """The card that the companion asks for."""
        return None if self.loop.controller is None else self.loop.controller.naming()

    def place_in_question(self) -> str | None:
        """The place that the companion asks about."""
        return None if self.loop.controller is None else self.loop.controller.place_in_question()

    def ordering(self) -> tuple[str, ...]:
        """The cards of which the companion asks which came first."""
        return () if self.loop.controller is None else self.loop.controller.ordering()

    def cards_seen(self) -> int:
        """How many cards lie anyhow, as far as was seen."""
        return 0 if self.loop.controller is None else len(self.loop.controller.tracker.loose)

    def spot_of(self, place: str) -> Point | None:
        """Where on the picture a card lies that lies anyhow."""
        loose = [] if self.loop.controller is None else self.loop.controller.tracker.loose_places()
        return next((centre(each.seen) for name, each in loose if name == place), None)

    def differs(self) -> bool:
        """Whether the companion shows that the table differs."""
        return self.loop.controller is not None and self.loop.controller.differs

    def as_written(self, event: Event) -> Event:
        """An event as the record gives it back."""
        if self.loop.controller is None:
            raise RuntimeError("nobody sits at the table")
        return self.loop.controller.session.match.read_event(event.as_dict())

    def wish(self, wish: Wish) -> int | None:
        """Press what leads to a wish: how many presses, None when nothing leads there."""
        self.refresh()
        return self.push_all(find_presses(self.navigator, self.view(), wish))

    def choose(self, event: Event) -> int | None:
        """Press until this event is proposed: how many presses, None when nothing leads there."""
        self.refresh()
        return self.push_all(find_event(self.navigator, self.view(), event))

    def push_all(self, presses: Sequence[Press] | None) -> int | None:
        """One button after the other."""
        for press in presses or ():
            self.push(press.button)
        return None if presses is None else len(presses)

    def push(self, button: Button) -> None:
        """Press and release a button, as a person does."""
        self.panel.inject(button, True, self.seconds)
        self.seconds = round(self.seconds + PRESS_SECONDS, 3)
        self.panel.inject(button, False, self.seconds)
        self.seconds = round(self.seconds + PRESS_SECONDS, 3)
        self.loop.hear(self.seconds)
        self.refresh()
        self.pressed()

    def is_calm(self) -> bool:
        """Whether the table is still, read, and as recorded, with nothing waiting."""
        controller = self.loop.controller
        if controller is None or self.loop.phase not in (Phase.STILL, Phase.COVERED):
            return False
        return controller.session.pending is None and controller.finding.kind in (Kind.NOTHING, Kind.GROWING)

    def describe(self) -> str:
        """How things stand, for a person who wonders."""
        controller = self.loop.controller
        if controller is None:
            return "nobody sits at the table"
        seen = controller.seen()
        pending = (
            [str(each.event.as_dict()) for each in controller.session.pending.candidates]
            if controller.session.pending
            else []
        )
        found, doubts, covered = controller.finding.kind.value, dict(seen.doubts), sorted(seen.covered)
        return f"found {found}, waiting {pending}, doubts {doubts}, covered {covered}"

    def close(self) -> None:
        """The evening is over."""
        self.loop.close()
        self.panel.close()
