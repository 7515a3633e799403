"""The eye on the table of a game: camera, owner's deck and stored plane come in, a running eye goes out."""

import logging
from collections.abc import Callable
from pathlib import Path

from companion.app.bundles import DECK, PLANE, BundleRecorder
from companion.app.current_game import LookingEye
from companion.app.devices import Cameras
from companion.app.evening_recorder import EveningRecorder
from companion.app.eye_thread import EyeThread
from companion.decks import load_deck
from companion.record.session import Session
from companion.table.layout import load_layout
from companion.table.practice import practice_deck
from hardware.panel import Panel
from hardware.watchdog import Watchdog
from vision.decks import Deck, save_deck
from vision.decks import load_deck as load_enrolled
from vision.errors import VisionError
from vision.eye import Eye, make_eye
from vision.plane.layout import Layout
from vision.plane.plane_file import load_plane
from vision.types import Plane
from vision.watch.table_watcher import TableWatcher

MakeEye = Callable[[Layout, Deck, Plane | None, tuple[str, ...]], Eye]
logger = logging.getLogger(__name__)


class TableEyes:
    """Opens the eye of the app, and keeps what it learns in the owner's decks."""

    def __init__(
        self,
        cameras: Cameras,
        panel: Panel,
        watchdog: Watchdog,
        bundles: BundleRecorder,
        *,
        decks: Path | None,
        plane: Path,
        make_eye: MakeEye = make_eye,
        evening: EveningRecorder | None = None,
    ) -> None:
        self._evening = evening
        self._cameras, self._panel, self._watchdog, self._bundles = cameras, panel, watchdog, bundles
        self._decks, self._plane, self._make_eye = decks, plane, make_eye

    def open(self, session: Session) -> EyeThread:
        """Look at the table of this game."""
        game, variant = session.match.game.name, str(session.header.get("variant", "standard"))
        self._cameras.sit_down(session)
        camera = self._cameras.watch(game, variant)
        path = None if self._decks is None else self._decks / f"{game}.deck"
        deck, problem = own_deck(game, path)
        self._bundles.add_file(DECK, path)
        self._bundles.add_file(PLANE, self._plane)
        plane = stored_plane(self._plane)
        eye = self._make_eye(load_layout(game, variant), deck, plane, tuple(load_deck(game)))
        thread = EyeThread(
            camera,
            TableWatcher(eye),
            light_change=lambda: self._panel.last_light_change_seconds,
            bundles=self._bundles,
            beat=lambda seconds: self._watchdog.beat("eye", seconds),
        )
        if self._evening is not None:
            self._evening.use_deck(deck.name, len(deck.cards()))
        if problem is not None:
            thread.report_problem(problem)
        logger.info("eye on %s (%s) through camera %s, deck %s", game, variant, camera.name, deck.name)
        return thread.start()

    def learn(self, eye: LookingEye, place: str, card: str) -> None:
        """A correction becomes one more reference, kept in the owner's deck."""
        eye.ask(lambda watcher: self._keep(watcher.learn(place, card)))

    def _keep(self, deck: Deck | None) -> None:
        if self._decks is not None and deck is not None and deck.name != "practice" and deck.game:
            save_deck(deck, self._decks / f"{deck.game}.deck")

    def on_recorded(self, session: Session) -> None:
        """The simulated table follows."""
        self._cameras.follow(session.match)

    def on_left(self) -> None:
        """The simulated table is cleared."""
        self._cameras.leave()


def own_deck(game: str, path: Path | None) -> tuple[Deck, VisionError | None]:
    """The owner's enrolled deck, else the practice deck, with what is wrong with the owner's."""
    problem = None
    if path is not None and path.exists():
        try:
            return load_enrolled(path), None
        except VisionError as error:
            problem = error
    return practice_deck(game), problem


def stored_plane(path: Path) -> Plane | None:
    """The plane of the last calibration, for a table without tags."""
    try:
        return load_plane(path)
    except VisionError:
        return None
