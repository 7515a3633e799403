"""Enrolling a deck on the screen: each card is shown to the camera once and kept as its reference."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
from vision.decks import count_known, open_deck, save_deck
from vision.enrolment import Enrolment, Refusal, Shot, shoot
from vision.errors import VisionError
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
        self._settled: Picture | None = None  # the table on which a card was kept or not wanted
        self._counted: dict[str, tuple[int, int]] = {}  # when a deck was written, and how many cards it knows

    @property
    def handlers(self) -> dict[type[intents.Intent], Callable[[Any, float], object]]:
        """What the enrolment receives."""
        return {
            intents.OpenEnrolment: self._open,
            intents.KeepShot: self._keep_shot,
            intents.SkipShot: self._skip_shot,
        }

    def view(self) -> EnrolView | None:
        """What the screen shows, while the enrolment is open."""
        if not self._name:
            return None
        if self._enrolment is None:
            return EnrolView(self._name, problem=self._problem or self._trouble)
        self._look(self._enrolment)
        shot = self._shot if isinstance(self._shot, Shot) else None
        return EnrolView(
            self._name,
            picture=self._picture,
            frame=self._frame,
            card=(self._enrolment.proposal(shot) or "") if shot else "",
            candidates=shot.proposals if shot else (),
            cards=tuple(load_deck(self._name)),
            have=self._enrolment.progress()[0],
            missing=self._enrolment.missing(),
            problem=self._problem or self._trouble or self._refusal(),
            settled=self._settled is not None,
        )

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
        if not intent.game:
            self._close_camera()
            self._cameras.leave()
            self._game.try_again()
            return
        self._close_camera()
        self._enrolment = self._begin(intent.game)
        problem = self._problem
        self._cameras.lay_deck(intent.game, () if self._enrolment is None else self._enrolment.missing())
        self._open_camera()
        self._problem = problem

    def _shown(self) -> tuple[str, str]:
        return self._name, STANDARD

    def _begin(self, game: str) -> Enrolment | None:
        try:
            deck = open_deck(self._decks / f"{game}.deck", game, game)
        except (VisionError, OSError) as error:
            self._problem = str(error)
            return None
        return Enrolment(deck, tuple(load_deck(game)))

    def _look(self, enrolment: Enrolment) -> None:
        picture = self._take_picture()
        if picture is None or isinstance(self._shot, Shot):
            return
        if self._settled is not None and _is_same(picture, self._settled):
            return
        size = card_sizes(self._name).size_mm
        self._shot = shoot(self._reader(), picture, wanted=enrolment.wanted, size_mm=size)
        self._settled = None

    def _keep_shot(self, intent: intents.KeepShot, seconds: float) -> None:
        if self._enrolment is None or not isinstance(self._shot, Shot):
            return
        try:
            enrolment = self._enrolment.confirm(self._shot, intent.card)
            save_deck(enrolment.deck, self._decks / f"{self._name}.deck")
        except (VisionError, OSError) as error:
            self._problem = str(error)
            return
        self._enrolment, self._shot, self._problem = enrolment, None, ""
        self._settled = self._picture

    def _skip_shot(self, intent: intents.SkipShot, seconds: float) -> None:
        self._shot, self._settled = None, self._picture

    def _refusal(self) -> str:
        if not isinstance(self._shot, Refusal):
            return ""
        return self._locale.say(f"refusals.{self._shot.name.lower()}")
