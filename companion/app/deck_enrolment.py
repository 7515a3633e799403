"""Enrolling a deck on the screen: each card is shown to the camera once and kept as its reference."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import cv2

from companion import intents
from companion.app.camera_setup import LiveCamera
from companion.app.current_game import CurrentGame
from companion.app.devices import Cameras
from companion.app.preferences import Preferences
from companion.decks import load_deck
from companion.games import GAMES
from companion.games.game import STANDARD
from companion.screens.view import EnrolView
from companion.table.layout import card_sizes
from vision.deck_check import DeckCheck, check_deck
from vision.decks import count_known, open_deck, save_deck
from vision.enrolment import Enrolment, Refusal, Shot, shoot, shoot_layer
from vision.errors import VisionError
from vision.geometry import middle
from vision.read.reader import Reader
from vision.types import Picture

_SMALL_PX = (160, 90)
_SAME = 12.0  # of 255: more than a camera's noise makes of a still table, less than a card that is moved


def _is_same(picture: Picture, other: Picture) -> bool:
    """Whether nothing was touched between two pictures: a little of both is compared."""
    one, two = (cv2.resize(each, _SMALL_PX, interpolation=cv2.INTER_AREA) for each in (picture, other))
    return float(cv2.absdiff(one, two).max()) < _SAME


class DeckEnrolment(LiveCamera):
    """The enrolment of one game's deck while it is open."""

    def __init__(
        self,
        game: CurrentGame,
        cameras: Cameras,
        preferences: Preferences,
        decks: Path,
        reader: Callable[[], Reader],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(game, cameras, preferences, clock)
        self._decks, self._reader = decks, reader
        self._name = ""  # of the game whose deck it is; empty while nothing is enrolled
        self._enrolment: Enrolment | None = None
        self._shot: Shot | Refusal | None = None
        self._worker = ThreadPoolExecutor(1, "enrolment")  # what takes seconds
        self._looking: Future[tuple[Shot, ...] | Refusal] | None = None  # at cards that are taken together
        self._checking: Future[DeckCheck] | None = None
        self._doubts: tuple[Shot, ...] = ()  # of them, those to be asked for
        self._named = 0
        self._settled: Picture | None = None  # the table on which a card was kept or not wanted
        self._counted: dict[str, tuple[int, int]] = {}  # when a deck was written, and how many cards it knows

    @property
    def handlers(self) -> intents.Handlers:
        return {
            intents.OpenEnrolment: self._open,
            intents.TakeLayer: self._take_layer,
            intents.KeepShot: self._keep_shot,
            intents.SkipShot: self._skip_shot,
        }

    def view(self) -> EnrolView | None:
        if not self._name:
            return None
        if self._enrolment is None:
            return EnrolView(self._name, problem=self._problem or self._trouble)
        self._look(self._enrolment)
        shot = self._shot if isinstance(self._shot, Shot) else None
        return EnrolView(
            self._name,
            picture=shot.patch if shot is not None and self._doubts else self._picture,
            frame=self._frame,
            card=(self._enrolment.proposal(shot) or "") if shot else "",
            candidates=self._enrolment.likely(shot) if shot else (),
            cards=tuple(load_deck(self._name)),
            have=self._enrolment.progress()[0],
            missing=self._enrolment.missing(),
            problem=self._problem or self._trouble or self._refusal(),
            settled=self._settled is not None,
            several=self._shot is Refusal.SEVERAL,
            busy=self._looking is not None or self._checking is not None,
            named=self._named,
            doubts=len(self._doubts),
            spot=None if shot is None else self._spot_of(shot),
            again=self._enrolment.again,
        )

    def _spot_of(self, shot: Shot) -> tuple[float, float] | None:
        if shot.reading.corners is None or self._picture is None:
            return None
        (x, y), (height, width) = middle(shot.reading.corners), self._picture.shape[:2]
        return x / width, y / height

    def known(self) -> dict[str, tuple[int, int]]:
        """How many cards of each game the owner's decks know, and of how many."""
        found = {}
        for game in GAMES:
            path = self._decks / f"{game}.deck"
            written = path.stat().st_mtime_ns if path.exists() else 0
            if self._counted.get(game, (0, 0))[0] != written:
                self._counted[game] = (written, count_known(path))
            found[game] = (self._counted.get(game, (0, 0))[1], len(load_deck(game)))
        return found

    def _open(self, intent: intents.OpenEnrolment, seconds: float) -> None:
        self._name, self._shot, self._settled = intent.game, None, None
        self._looking, self._checking, self._doubts, self._named = None, None, (), 0
        if not intent.game:
            self._close_camera()
            self._cameras.leave()
            self._game.try_again()
            return
        self._close_camera()
        problem, self._enrolment = "", None
        try:
            deck = open_deck(self._decks / f"{intent.game}.deck", intent.game, intent.game)
            self._enrolment = Enrolment(deck, tuple(load_deck(intent.game)))
        except (VisionError, OSError) as error:
            problem = self._say(error)
        self._cameras.lay_deck(intent.game, () if self._enrolment is None else self._enrolment.missing())
        self._open_camera()
        self._problem = problem

    def _shown(self) -> tuple[str, str]:
        return self._name, STANDARD

    def _look(self, enrolment: Enrolment) -> None:
        picture = self._take_picture()
        self._follow_worker()
        if picture is None or isinstance(self._shot, Shot) or self._looking or self._checking:
            return
        if self._settled is not None and _is_same(picture, self._settled):
            return
        size = card_sizes(self._name).size_mm
        self._shot = shoot(self._reader(), picture, wanted=enrolment.wanted, size_mm=size)
        self._settled, self._named = None, 0

    def _take_layer(self, intent: intents.TakeLayer, seconds: float) -> None:
        """Look at all cards that lie there, beside the loop."""
        if self._enrolment is None or self._picture is None or self._looking is not None:
            return
        picture, wanted, size = self._picture, self._enrolment.wanted, card_sizes(self._name).size_mm
        self._looking = self._worker.submit(
            lambda: shoot_layer(self._reader(), picture, wanted=wanted, size_mm=size)
        )

    def _follow_worker(self) -> None:
        if self._looking is not None and self._looking.done():
            looking, self._looking = self._looking, None
            found = looking.result()
            self._take_shots(() if isinstance(found, Refusal) else found)
        if self._checking is not None and self._checking.done() and self._enrolment is not None:
            checking, self._checking = self._checking, None
            self._follow_check(self._enrolment, checking.result())

    def _follow_check(self, enrolment: Enrolment, check: DeckCheck) -> None:
        """Views under a wrong name go once the right card was shown; what looks alike is wanted once more."""
        deck = enrolment.deck
        for number in reversed(check.mistaken):
            deck = deck.without_view(number)
        if check.mistaken:
            self._save(replace(enrolment, deck=deck))
            return
        views = [each.card for each in deck.references]
        alike = (card for pair in check.alike for card in pair if views.count(card) < 2)
        self._enrolment = enrolment.ask_again(alike)

    def _take_shots(self, shots: Sequence[Shot]) -> None:
        if self._enrolment is None:
            return
        before = len(self._enrolment.deck.references)
        enrolment, self._doubts = self._enrolment.take_layer(shots)
        if self._save(enrolment):
            self._named = len(enrolment.deck.references) - before
            self._ask_next()

    def _ask_next(self) -> None:
        """The next card in doubt; with none left the table is done with, and a whole deck is checked."""
        self._shot = self._doubts[0] if self._doubts else None
        self._settled = None if self._doubts else self._picture
        if self._enrolment is None or self._doubts or self._enrolment.missing() or self._enrolment.again:
            return
        deck = self._enrolment.deck
        self._checking = self._worker.submit(lambda: check_deck(self._reader(), deck))

    def _save(self, enrolment: Enrolment) -> bool:
        deck = replace(enrolment.deck, complete=not enrolment.missing())
        try:
            save_deck(deck, self._decks / f"{self._name}.deck")
        except (VisionError, OSError) as error:
            self._problem = self._say(error)
            return False
        self._enrolment, self._problem = replace(enrolment, deck=deck), ""
        return True

    def _keep_shot(self, intent: intents.KeepShot, seconds: float) -> None:
        if self._enrolment is None or not isinstance(self._shot, Shot):
            return
        try:
            enrolment = self._enrolment.confirm(self._shot, intent.card)
        except VisionError as error:
            self._problem = self._say(error)
            return
        enrolment, doubts = enrolment.take_suits(self._doubts[1:])
        if self._save(enrolment):
            self._doubts = doubts
            self._ask_next()

    def _skip_shot(self, intent: intents.SkipShot, seconds: float) -> None:
        self._doubts = self._doubts[1:]
        self._ask_next()

    def _refusal(self) -> str:
        if not isinstance(self._shot, Refusal) or self._shot is Refusal.SEVERAL:
            return ""
        return self._preferences.locale.say(f"refusals.{self._shot.name.lower()}")
