"""An eye that reads perfectly: it asks the simulated table what lies where; finding hands is still real."""

import math
from collections.abc import Sequence
from typing import Any, cast

from hardware.simulated import SimulatedTable, Thing
from vision.eye import Eye, PlaceSeen, PlaceState
from vision.layout import Drift
from vision.types import CardSeen, Picture, Place, Plane, Quad


class ClearEye:
    """Stands in for the eye where a test is not about reading."""

    mat = None

    def __init__(self, table: SimulatedTable) -> None:
        self.table, self.layout = table, table.layout

    def align(self, picture: Picture, plane: Plane) -> Drift:
        return Drift()

    def look_at_places(
        self, picture: Picture, plane: Plane, places: Sequence[Place], *, white: Any = None
    ) -> tuple[PlaceSeen, ...]:
        return tuple(self._look(plane, place) for place in places)

    def read_anyhow(
        self, picture: Picture, plane: Plane, *, white: Any = None, tags: Any = ()
    ) -> tuple[CardSeen, ...]:
        return tuple(
            self._card(thing, self._quad(plane, thing), None) for thing in self.table.things.values()
        )

    def _look(self, plane: Plane, place: Place) -> PlaceSeen:
        limit = 0.35 * self.layout.card.width_mm
        near = [
            each for each in self.table.things.values() if math.dist(each.centre_mm, place.centre_mm) < limit
        ]
        if not near:
            return PlaceSeen(place.name, PlaceState.EMPTY)
        thing = near[-1]
        if thing.face_down:
            return PlaceSeen(place.name, PlaceState.BACK)
        return PlaceSeen(place.name, PlaceState.CARD, self._card(thing, self._quad(plane, thing), place.name))

    def _card(self, thing: Thing, quad: Quad, place: str | None) -> CardSeen:
        turn = thing.turn_degrees if self.layout.game != "ascent" else 0.0
        return CardSeen(quad, thing.card, candidates=((thing.card, 0.99),), place=place, turn_degrees=turn)

    def _quad(self, plane: Plane, thing: Thing) -> Quad:
        spot = Place("", thing.centre_mm, self.layout.card.size_mm, thing.turn_degrees)
        return tuple((float(x), float(y)) for x, y in plane.to_picture(spot.corners_mm()))


def make_clear_eye(table: SimulatedTable) -> Eye:
    """A clear eye where an eye is wanted."""
    return cast(Eye, ClearEye(table))
