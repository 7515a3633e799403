"""A whole deck enrolled layer by layer: an invented deck comes in, layers and presses go out."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion import intents
from companion.app.deck_enrolment import DeckEnrolment
from companion.app.devices import SimulatedCameras
from companion.app.headless import HeadlessApp
from companion.config_keys import Config
from companion.decks import load_deck
from companion.screens.view import EnrolView
from companion.simulation.evenings import LAMPS
from companion.simulation.strange_faces import StrangeFaces
from companion.table.layout import load_layout
from hardware.frames import Camera
from hardware.simulated import SimulatedCamera, SimulatedTable, Thing
from vision.eye import shipped_reader
from vision.types import Point

_LAYER_MM, _BETWEEN_MM = (770.0, 480.0), 16.0  # of the mat between its tags; between two cards
_LAY_SECONDS = 1.5  # a person lays a card and takes it up again
_PRESS_SECONDS = 2.0  # a person looks at the screen and presses
_PICK_PRESSES = 4  # to any card of a game: "other card", and at most three
_MOST_STEPS = 600


@dataclass
class Enrolled:
    """What it took."""

    layers: int = 0
    laid: int = 0
    doubts: int = 0
    presses: int = 0
    alike: int = 0  # cards that were wanted once more, since they look alike
    missing: int = 0

    @property
    def minutes(self) -> float:
        return (self.laid * _LAY_SECONDS + self.presses * _PRESS_SECONDS) / 60


class _Cameras(SimulatedCameras):
    """A camera over a mat on which an invented deck is laid."""

    def __init__(self, game: str, seed: int, painter: str) -> None:
        super().__init__(Config(), Random(seed), lambda *_: None)  # type: ignore[arg-type]
        layout = load_layout(game)
        shape = layout.card.height_mm / layout.card.width_mm
        faces = StrangeFaces(seed, shape, tuple(load_deck(game)), painter)
        self.mat = SimulatedTable(layout, faces.draw, troubles=LAMPS[0], seed=seed)

    def lay_deck(self, game: str, cards: tuple[str, ...]) -> None:
        """Nothing lies beside the screen: a person lays by hand."""

    def open(self, game: str, variant: str, choice: int = 0) -> Camera:
        return SimulatedCamera(self.mat, time.monotonic)


def enrol_deck(game: str, folder: Path, seed: int = 1, painter: str = "hills") -> Enrolled:
    """Enrol all cards of a game through the screen's own enrolment."""
    cameras, app = _Cameras(game, seed, painter), HeadlessApp(folder, time.monotonic)
    seconds = iter(range(10**9))  # each look takes a new picture
    enrolment = DeckEnrolment(
        app.game, cameras, app.preferences, folder, shipped_reader, clock=lambda: float(next(seconds))
    )
    try:
        return _Person(enrolment, cameras.mat, Random(seed)).enrol(game)
    finally:
        app.close()


class _Person:
    """Lays, looks and presses; knows every card."""

    def __init__(self, enrolment: DeckEnrolment, mat: SimulatedTable, rng: Random) -> None:
        self._enrolment, self._mat, self._rng = enrolment, mat, rng
        self._done = Enrolled()

    def enrol(self, game: str) -> Enrolled:
        self._act(intents.OpenEnrolment(game))
        self._lay(self._wait())
        for _ in range(_MOST_STEPS):
            view = self._wait()
            if not view.missing and not view.again and not view.doubts:
                break
            self._step(view)
        self._done.missing = len(view.missing)
        self._act(intents.OpenEnrolment())
        return self._done

    def _step(self, view: EnrolView) -> None:
        if view.several:
            self._press(intents.TakeLayer(), 1)
        elif view.spot is not None:
            self._name(view)
        else:  # the layer is done, or nothing could be made of it
            self._lay(view)

    def _lay(self, view: EnrolView) -> None:
        """As many of the cards that are wanted as fit, in any order."""
        spots, wanted = _layer_spots(self._mat.layout.card.size_mm), list(view.again or view.missing)
        for key in list(self._mat.things):
            self._mat.lift(key)
        for card, at_mm in zip(self._rng.sample(wanted, len(wanted)), spots, strict=False):
            self._mat.put(card, Thing(card, at_mm, self._rng.uniform(-5.0, 5.0)))
        self._done.layers += 1
        self._done.laid += len(self._mat.things)
        self._done.alike += len(view.again)

    def _name(self, view: EnrolView) -> None:
        card = self._card_at(view.spot)
        self._done.doubts += 1
        if card is None:
            self._press(intents.SkipShot(), 1)
        else:
            self._press(intents.KeepShot(card), 1 if card == view.card else _PICK_PRESSES)

    def _card_at(self, spot: Point | None) -> str | None:
        width, height = self._mat.camera.size_px
        x, y = (0.0, 0.0) if spot is None else spot
        at_mm = self._mat.camera.to_mm([(x * width, y * height)])[0]
        near = {each.card: math.dist(each.centre_mm, at_mm) for each in self._mat.things.values()}
        card = min(near, key=lambda each: near[each])
        return card if near[card] < self._mat.layout.card.width_mm / 4 else None

    def _wait(self) -> EnrolView:
        """What the screen shows once nothing is looked at any more."""
        while True:
            view = self._enrolment.view()
            if view is not None and not view.busy and view.picture is not None:
                return view
            time.sleep(0.02)

    def _press(self, intent: intents.Intent, presses: int) -> None:
        self._done.presses += presses
        self._act(intent)

    def _act(self, intent: intents.Intent) -> None:
        self._enrolment.handlers[type(intent)](intent, 0.0)


def _layer_spots(size_mm: Point) -> list[Point]:
    """Where cards lie by themselves on the whole mat, between its tags, row by row."""
    width, height = (side + _BETWEEN_MM for side in size_mm)
    columns, rows = int(_LAYER_MM[0] // width), int(_LAYER_MM[1] // height)
    return [
        ((column - (columns - 1) / 2) * width, (row - (rows - 1) / 2) * height)
        for row in range(rows)
        for column in range(columns)
    ]
