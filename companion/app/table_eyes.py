"""The eye on the table of a game: camera, owner's deck and stored plane come in, a running eye goes out."""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.app.bundles import DECK, PLANE, BundleRecorder
from companion.app.current_game import EyeSource
from companion.app.devices import Cameras
from companion.app.evening_recorder import EveningRecorder
from companion.app.eye_thread import EyeThread
from companion.decks import load_deck
from companion.record.session import Session
from companion.table.layout import load_layout
from companion.table.practice import practice_deck
from hardware.panel import Panel
from hardware.watchdog import Watchdog
from vision.decks import Deck, open_deck, save_deck
from vision.errors import VisionError
from vision.eye import Eye, make_eye
from vision.learning import Sighting, learn_sighting
from vision.plane.layout import Layout
from vision.plane.plane_file import load_plane
from vision.read.reader import Reader
from vision.types import Plane
from vision.watch.table_watcher import TableWatcher

MakeEye = Callable[[Layout, Deck, Plane | None, tuple[str, ...]], Eye]
logger = logging.getLogger(__name__)
_ENOUGH_CARDS = 3  # known to the practice deck, or unknown, that tell whether it lies there


class DeckLearner:
    """The owner's deck of a game: read from its file, and written with each card that is new in it.

    Writing costs less than learning the card, a pulled plug takes nothing, and a deck that is known is not
    written any more.
    """

    def __init__(self, game: str, inventory: Collection[str], path: Path | None) -> None:
        self._game, self.inventory, self._path = game, tuple(inventory), path
        self.deck = Deck(game, game, complete=False)  # with what is kept apart
        self.problem: VisionError | None = None
        self._practice: Deck | None = None  # as long as nobody knows whose cards lie there
        self._unlike: list[Sighting] = []  # confirmed cards that the practice deck does not know
        self._alike = 0  # confirmed cards that it knows
        self._changed = False
        self._open()
        self._used = self.deck.used()

    def _open(self) -> None:
        if self._path is not None and self._path.exists():
            try:
                self.deck = open_deck(self._path, self._game, self._game)
                return
            except VisionError as error:
                self.problem, self._path = error, None
            except OSError as error:
                logger.warning("the deck of the evening before cannot be kept: %s", error)
        self._practice = replace(practice_deck(self._game), complete=False, guess=True)

    @property
    def used(self) -> Deck:
        """The deck to read with: the owner's, or the practice deck as a guess, as long as it may be that."""
        return self._used if self._practice is None else self._practice

    @property
    def known(self) -> tuple[int, int]:
        if self._practice is not None:
            return (len(self.inventory), len(self.inventory))
        return len(self.deck.cards()), len(self.inventory)

    @property
    def is_practice(self) -> bool:
        """Whether it is taken for the practice deck, which needs no learning."""
        return self._practice is not None

    def begin_empty(self) -> None:
        """These are the owner's own cards, and none of them is known."""
        self._practice = None

    def confirm(self, reader: Reader, sightings: Sequence[Sighting]) -> bool:
        """Learn cards that people confirmed; whether the deck to read with has changed."""
        before = self.used
        for sighting in sightings:
            self._take(reader, sighting)
        self.save()
        return self.used is not before

    def forget(self, source: str) -> bool:
        """An event was taken back; whether the deck to read with has changed."""
        before = self.used
        self._unlike = [each for each in self._unlike if each.source != source]
        self._replace(self.deck.without_sighting(source))
        self.save()
        return self.used is not before

    def save(self) -> None:
        """Write the deck if it has changed; a disk that refuses is asked again with the next card."""
        if not self._changed or self._path is None:
            return
        try:
            save_deck(self.deck, self._path)
            self._changed = False
        except (VisionError, OSError) as error:
            logger.warning("what was learnt cannot be written: %s", error)

    def _take(self, reader: Reader, sighting: Sighting) -> None:
        if self._practice is None:
            self._replace(learn_sighting(reader, self.deck, sighting, self.inventory, self._used))
        elif reader.read_patches([sighting.patch], deck=self._practice)[0].card == sighting.card:
            self._alike += 1
            if self._alike == _ENOUGH_CARDS:
                self._practice = practice_deck(self._game)
        else:
            self._unlike.append(sighting)
            if len(self._unlike) >= _ENOUGH_CARDS:
                self._practice, cards = None, self._unlike
                for each in cards:
                    self._take(reader, each)

    def _replace(self, deck: Deck) -> None:
        if deck is self.deck:
            return
        kept = deck.complete and set(deck.cards()).issuperset(self.deck.cards())
        complete = kept or deck.firm_cards().issuperset(self.inventory)
        self.deck, self._changed = replace(deck, complete=complete), True
        self._used = self.deck.used()


@dataclass
class TableEyes(EyeSource):
    """Opens the eye of the app, and keeps what it learns in the owner's decks, where there are any."""

    cameras: Cameras
    panel: Panel
    watchdog: Watchdog
    bundles: BundleRecorder
    evening: EveningRecorder
    decks: Path | None
    plane: Path
    make_eye: MakeEye = make_eye
    _eye: EyeThread | None = None  # the one that is open, and what it learns
    _learner: DeckLearner | None = None

    def open(self, session: Session) -> EyeThread:
        game, variant = session.match.game.name, str(session.header.get("variant", "standard"))
        self.cameras.sit_down(session)
        camera = self.cameras.watch(game, variant)
        path = None if self.decks is None else self.decks / f"{game}.deck"
        self.bundles.add_file(DECK, path)
        self.bundles.add_file(PLANE, self.plane)
        learner = self._learner
        if learner is None or path is None or path.exists():  # before there is a file, what it knows stays
            learner = DeckLearner(game, load_deck(game), path)
        self._learner = None if path is None else learner
        deck, problem, plane = learner.used, learner.problem, stored_plane(self.plane)
        eye = self.make_eye(load_layout(game, variant), deck, plane, tuple(load_deck(game)))
        lying = session.match.game.lying(session.match.state)  # resuming, most lie as they did
        thread = EyeThread(
            camera,
            TableWatcher(eye, lying={place: each.card for place, each in lying.items()}),
            light_change=lambda: self.panel.last_light_change_seconds,
            bundles=self.bundles,
            beat=lambda seconds: self.watchdog.beat("eye", seconds),
        )
        self.evening.use_deck(deck.name, len(deck.cards()))
        if problem is not None:
            thread.report_problem(problem)
        logger.info("eye on %s (%s) through camera %s, deck %s", game, variant, camera.name, deck.name)
        self._eye = thread
        return thread.start()

    def learn(self, cards: tuple[Sighting, ...]) -> None:
        learner = self._learner
        if self._eye is not None and learner is not None:
            self.evening.use_deck(learner.used.name, len(learner.used.cards()))
            self._eye.ask(lambda watcher: teach(learner, watcher, cards))

    def forget(self, source: str) -> None:
        learner = self._learner
        if self._eye is not None and learner is not None:
            self._eye.ask(lambda watcher: unteach(learner, watcher, source))

    @property
    def known(self) -> tuple[int, int] | None:
        learner = self._learner
        return None if learner is None or learner.is_practice else learner.known

    def on_recorded(self, session: Session) -> None:
        self.cameras.follow(session.match)

    def on_left(self) -> None:
        if self._learner is not None:
            self._learner.save()
        self._eye = self._learner = None
        self.cameras.leave()


def teach(learner: DeckLearner, watcher: TableWatcher, cards: Sequence[Sighting]) -> None:
    """Let a deck learn confirmed cards, and the eye read with it from now on."""
    if learner.confirm(watcher.eye.reader, cards):
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
