"""Hands over the simulated table: places and cards come in, frames in which hands lay and lift them go out.

Each `yield` is one frame of the camera.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from companion.games.table import Lying, Table
from companion.simulation.placed_cards import ROUGH, How, PlacedCards
from hardware.simulated import SimulatedTable, Thing
from vision.types import Point

_REACH_FRAMES = 3
STEP_MM = 110.0
Frames = Iterator[None]


@dataclass
class Hands:
    """Everybody's hands."""

    table: SimulatedTable
    rng: Random
    lingers: int = 0  # for so many frames the hand stays over the next card that it lays

    def __post_init__(self) -> None:
        self.placed = PlacedCards(self.table, self.rng)

    def reach(self, at_mm: Point) -> Frames:
        """A hand comes in over a point, from the players' side."""
        x, y = at_mm
        angle = self.rng.uniform(-25, 25)
        for step in range(_REACH_FRAMES, -1, -1):
            self.table.reach((x, y + step * STEP_MM), angle)
            yield

    def withdraw(self) -> Frames:
        hand = self.table.hand
        for step in range(1, _REACH_FRAMES):
            if hand is not None:
                x, y = hand.tip
                self.table.hand = type(hand)((x, y + 0.2 * step), hand.angle_degrees, hand.size)
            yield
        self.table.reach(None)
        yield

    def act(self, at_mm: Point, do: Callable[[], object]) -> Frames:
        """A hand comes in over a point, does something there, and leaves."""
        yield from self.reach(at_mm)
        do()
        yield from self.withdraw()

    def _linger(self) -> Frames:
        frames, self.lingers = max(1, self.lingers), 0
        yield from pause(frames)

    def spot(self, place: str) -> Point:
        return self.table.layout.place(place).centre_mm

    def lay(self, place: str, lying: Lying, how: How = ROUGH) -> Frames:
        yield from self.reach(self.spot(place))
        self.placed.lay(place, lying, how)
        yield from self._linger()
        yield from self.withdraw()

    def lift(self, place: str, most: int | None = 1) -> Frames:
        """A hand takes the top card of a place, several of them together, or all."""
        yield from self.reach(self.spot(place))
        self.placed.lift(place, most)
        yield
        yield from self.withdraw()

    def move_cards(self, before: Table, after: Table, how: How = ROUGH) -> Frames:
        """Take away what goes, lay what comes, one card at a time, a hand for each."""
        for change in self.placed.changes(before, after):
            if change.lifted:
                yield from self.lift(change.place, change.lifted)
            if change.laid is not None:
                yield from self.lay(change.place, change.laid, how)

    def play_card(self, card: str, face_down: bool = False, like: Thing | None = None) -> Frames:
        """A card comes to lie anyhow in the trick area, or as another one lay."""
        at = self.placed.free_spot() if like is None else like.centre_mm
        yield from self.reach(at)
        turn = self.rng.uniform(0, 360) if like is None else like.turn_degrees
        self.table.put(self.placed.new_key(), Thing(card, at, turn, face_down))
        yield from self._linger()
        yield from self.withdraw()

    def sweep(self) -> Frames:
        """All cards on the table are swept up with one hand."""
        things = list(self.table.things.values())
        yield from self.reach(things[-1].centre_mm if things else (0.0, 0.0))
        for key in list(self.table.things):
            self.table.lift(key)
            yield
        yield from self.withdraw()


def pause(frames: int) -> Frames:
    """Time passes."""
    for _ in range(frames):
        yield
