"""The eye on the table of a game: camera, owner's deck and stored plane come in, a running eye goes out."""

import logging
from collections.abc import Callable
from pathlib import Path

from companion.app.bundles import DECK, PLANE, BundleRecorder
from companion.app.current_game import LookingEye
from companion.app.deck_learner import DeckLearner
from companion.app.devices import Cameras
from companion.app.evening_recorder import EveningRecorder
from companion.app.eye_thread import EyeThread
from companion.decks import load_deck
from companion.record.session import Session
from companion.table.confirmed import ConfirmedCard
from companion.table.layout import load_layout
from hardware.panel import Panel
from hardware.watchdog import Watchdog
from vision.decks import Deck
from vision.errors import VisionError
from vision.eye import Eye, make_eye
from vision.learning import Sighting
from vision.plane.layout import Layout
from vision.plane.plane_file import load_plane
from vision.types import Plane
from vision.watch.table_watcher import TableWatcher

MakeEye = Callable[[Layout, Deck, Plane | None, tuple[str, ...]], Eye]
logger = logging.getLogger(__name__)


class TableEyes:
    """Opens the eye of the app, and keeps what it learns in the owner's decks, where there are any."""

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
        self._learner: DeckLearner | None = None  # of the eye that is open

    def open(self, session: Session) -> EyeThread:
        game, variant = session.match.game.name, str(session.header.get("variant", "standard"))
        self._cameras.sit_down(session)
        camera = self._cameras.watch(game, variant)
        path = None if self._decks is None else self._decks / f"{game}.deck"
        self._bundles.add_file(DECK, path)
        self._bundles.add_file(PLANE, self._plane)
        learner = DeckLearner(game, load_deck(game), path)
        self._learner = None if path is None else learner
        deck, problem, plane = learner.used, learner.problem, stored_plane(self._plane)
        eye = self._make_eye(load_layout(game, variant), deck, plane, tuple(load_deck(game)))
        thread = EyeThread(
            camera,
            TableWatcher(eye, lying=recorded_cards(session)),
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

    def learn(self, eye: LookingEye, source: str, cards: tuple[ConfirmedCard, ...]) -> None:
        learner = self._learner
        if learner is not None:
            eye.ask(lambda watcher: teach(learner, watcher, source, cards))

    def forget(self, eye: LookingEye, source: str) -> None:
        learner = self._learner
        if learner is not None:
            eye.ask(lambda watcher: unteach(learner, watcher, source))

    @property
    def known(self) -> tuple[int, int] | None:
        learner = self._learner
        return None if learner is None or learner.is_practice else learner.known

    def on_recorded(self, session: Session) -> None:
        self._cameras.follow(session.match)

    def on_left(self) -> None:
        if self._learner is not None:
            self._learner.save()
        self._learner = None
        self._cameras.leave()


def recorded_cards(session: Session) -> dict[str, str]:
    """The card of each place as the record has it: resuming, most lie as they did."""
    match = session.match
    return {place: each.card for place, each in match.game.lying(match.state).items()}


def teach(learner: DeckLearner, watcher: TableWatcher, source: str, cards: tuple[ConfirmedCard, ...]) -> None:
    """Let a deck learn confirmed cards, and the eye read with it from now on."""
    sightings = [Sighting(each.card, each.patch, source) for each in cards]
    if learner.confirm(watcher.eye.reader, sightings):
        watcher.use_deck(learner.used)


def unteach(learner: DeckLearner, watcher: TableWatcher, source: str) -> None:
    """Take back what an event taught."""
    if learner.forget(source):
        watcher.use_deck(learner.used)


def stored_plane(path: Path) -> Plane | None:
    """The plane of the last calibration, for a table without tags."""
    try:
        return load_plane(path)
    except VisionError:
        return None
