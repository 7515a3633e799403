"""The table under the mouse: points of the window come in, cards laid on the simulated table go out."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from companion.screens.canvas import Box
from companion.simulation.placed_cards import PlacedCards
from hardware.simulated import SimulatedTable, Thing
from vision.lab.scene import Camera
from vision.types import Place, Point

_OFF = 0.08  # of a card: how far off its place it may come to lie
Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Area:
    """The room beside the companion's screen: the table's picture, and below it the strip with a hand."""

    width: int = 880
    height: int = 664

    @property
    def strip(self) -> Box:
        """Where the hand, the piles and the players are."""
        high = max(150, min(236, round(self.height * 0.25)))
        return Box(0, self.height - high, self.width, high)

    @property
    def table_size(self) -> tuple[int, int]:
        return self.width, self.strip.y

    def is_on_table(self, at: Position) -> bool:
        return 0 <= at[0] < self.width and 0 <= at[1] < self.strip.y


class MouseTable(PlacedCards):
    """The cards of a simulated table by points of the window."""

    def __init__(self, table: SimulatedTable, rng: Random) -> None:
        super().__init__(table, rng)
        self.area = Area()

    def to_mm(self, at: Position) -> Point:
        x, y = self.camera.to_mm([at])[0]
        return float(x), float(y)

    @property
    def camera(self) -> Camera:
        """How people see the table: like the camera, in the size of the window's picture."""
        return replace(self.table.camera, size_px=self.area.table_size)

    def outline(self, place: Place) -> tuple[Position, ...]:
        return _outline_of(self.camera, place)

    def card_px(self) -> int:
        turn, (wide, high) = math.radians(self.straight), self.table.layout.card.size_mm
        upright_mm = abs(wide * math.sin(turn)) + abs(high * math.cos(turn))
        top, foot = self.camera.to_picture([(0.0, -upright_mm / 2), (0.0, upright_mm / 2)])
        return round(float(foot[1] - top[1]))

    def free_outlines(self) -> tuple[tuple[Position, ...], ...]:
        taken = self.tops()
        return tuple(self.outline(place) for place in self.table.layout.places if place.name not in taken)

    def key_at(self, at: Position) -> str | None:
        """The top card under a point of the window."""
        if not self.area.is_on_table(at):
            return None
        point, size = self.to_mm(at), self.table.layout.card.size_mm
        for key, thing in reversed(self.table.things.items()):
            if _covers(thing, size, point):
                return key
        return None

    def settle_at(self, at_mm: Point, *, turned: bool) -> tuple[Point, float]:
        """Where and how a card comes to lie that is dropped here: near a place nearly straight on it."""
        place, around = self.place_near(at_mm), 180.0 if turned else 0.0
        if place is None:
            return at_mm, self.straight + around + self.rng.uniform(-9.0, 9.0)
        most = _OFF * self.table.layout.card.width_mm
        x, y = (
            middle + max(-most, min(most, where - middle)) * 0.8 + self.rng.uniform(-0.2, 0.2) * most
            for where, middle in zip(at_mm, place.centre_mm, strict=True)
        )
        return (x, y), place.turn_degrees + around + self.rng.uniform(-4.0, 4.0)


@lru_cache(maxsize=256)
def _outline_of(camera: Camera, place: Place) -> tuple[Position, ...]:
    return tuple((round(float(x)), round(float(y))) for x, y in camera.to_picture(place.corners_mm()))


def _covers(thing: Thing, size: Point, point: Point) -> bool:
    turn = math.radians(-thing.turn_degrees)
    x, y = point[0] - thing.centre_mm[0], point[1] - thing.centre_mm[1]
    across, along = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    return abs(across) <= size[0] / 2 and abs(along) <= size[1] / 2
