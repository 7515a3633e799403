"""An eye that reads perfectly: it asks the simulated table what lies where; finding hands is still real.

It reads what a hand covers a little, better than any real eye; what it covers more, no eye can see.
"""

import math
from collections.abc import Sequence
from typing import Any, cast

from companion.simulation.demo.covering import covered_share, draw_mask
from hardware.simulated import SimulatedTable, Thing
from vision.eye import Eye
from vision.geometry import middle
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.plane.layout import Drift
from vision.plane.mat import MatSeen
from vision.types import Mask, Picture, Place, Plane, Quad, Region

MOST_COVERED = 0.3  # of a card: with more of it under a hand nobody could name it


class ClearEye:
    """Stands in for the eye where a test is not about reading."""

    mat = None
    plane: Plane | None = None
    reader = None  # nothing is read, so nothing can be learnt

    def __init__(self, table: SimulatedTable) -> None:
        self.table, self.layout = table, table.layout

    def get_ready(self) -> None:
        """The table need not be learnt."""

    def align(self, picture: Picture, plane: Plane) -> Drift:
        return Drift()

    def look_at_places(
        self, picture: Picture, mat: MatSeen, places: Sequence[Place], lying: Any = None
    ) -> tuple[PlaceSeen, ...]:
        mask = draw_mask(self.table)
        return tuple(self._look(_plane(mat), place, mask) for place in places)

    def read_anyhow(
        self,
        picture: Picture,
        mat: MatSeen,
        *,
        region: Region | None = None,
        known: Any = (),
    ) -> tuple[CardSeen, ...]:
        mask = draw_mask(self.table)
        free = [
            each
            for each in self.table.things.values()
            if not each.face_down and not self._hides(mask, self._spot(each))
        ]
        cards = [self._card(thing, self._quad(_plane(mat), thing), None) for thing in free]
        return tuple(card for card in cards if region is None or region.holds(middle(card.corners)))

    def still_shown(self, picture: Picture, mat: MatSeen, cards: Sequence[CardSeen]) -> list[bool]:
        return [any(self._is_at(card, thing) for thing in self.table.things.values()) for card in cards]

    def _is_at(self, card: CardSeen, thing: Thing) -> bool:
        at = self.table.camera.to_picture([thing.centre_mm])[0]
        near = math.dist(at, middle(card.corners)) < 0.1 * math.dist(*card.corners[:2])
        return near and thing.card == card.card and not thing.face_down

    def _look(self, plane: Plane, place: Place, mask: Mask) -> PlaceSeen:
        if self._hides(mask, place):
            return PlaceSeen(place.name, PlaceState.HIDDEN)
        limit = 0.35 * self.layout.card.width_mm
        near = [
            each for each in self.table.things.values() if math.dist(each.centre_mm, place.centre_mm) < limit
        ]
        if not near:
            return PlaceSeen(place.name, PlaceState.EMPTY)
        thing = near[-1]
        if thing.face_down:
            return PlaceSeen(place.name, PlaceState.BACK)
        card = self._card(thing, self._quad(plane, thing), place.name)
        whole = covered_share(self.table, mask, self._spot(thing)) == 0  # a hand over a card crosses its edge
        return PlaceSeen(place.name, PlaceState.CARD, card, drawn=1.0 if whole else 0.5)

    def _card(self, thing: Thing, quad: Quad, place: str | None) -> CardSeen:
        turn = thing.turn_degrees if self.layout.name != "ascent" else 0.0
        return CardSeen(quad, thing.card, candidates=((thing.card, 0.99),), place=place, turn_degrees=turn)

    def _quad(self, plane: Plane, thing: Thing) -> Quad:
        corners = self._spot(thing).corners_mm()
        return tuple((float(x), float(y)) for x, y in plane.to_picture(corners))

    def _hides(self, mask: Mask, place: Place) -> bool:
        return covered_share(self.table, mask, place) > MOST_COVERED

    def _spot(self, thing: Thing) -> Place:
        return Place("", thing.centre_mm, self.layout.card.size_mm, thing.turn_degrees)


def _plane(mat: MatSeen) -> Plane:
    assert mat.plane is not None
    return mat.plane


def make_clear_eye(table: SimulatedTable) -> Eye:
    """A clear eye where an eye is wanted."""
    return cast(Eye, ClearEye(table))
