"""The cards on a simulated table: which lie on which place, and what is lifted and laid to change them."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.games.table import Lying, Table
from hardware.simulated import SimulatedTable, Thing
from vision.types import Place, Point

_NEAR = 0.72  # a card within this share of its width, a place's corners included, belongs to a place
# How far off its place a card may lie, in shares of it, and how far turned, in degrees.
How = tuple[float, float]
ROUGH, NEAT, EDGE = (0.09, 7.0), (0.02, 1.0), (0.16, 3.0)
_SPOT_STEP_MM = (104.0, 118.0)  # where the cards of a trick may come to lie
_SPOTS = tuple((x, y) for y in (0, -1, 1) for x in (0, -1, 1, -2, 2, -3, 3))


@dataclass(frozen=True, slots=True)
class Change:
    """What is done at one place: so many cards are lifted from its top, then one may be laid."""

    place: str
    lifted: int = 0
    laid: Lying | None = None


class PlacedCards:
    """The cards of a simulated table by their places; people lay them a little off and a little turned."""

    def __init__(self, table: SimulatedTable, rng: Random) -> None:
        self.table, self.rng = table, rng
        self._count = 1

    def new_key(self) -> str:
        """A name that no card on the table has, not even one that others laid."""
        while (key := f"card {self._count}") in self.table.things:
            self._count += 1
        self._count += 1
        return key

    # what lies where

    def place_near(self, at_mm: Point) -> Place | None:
        """The place that a point belongs to."""
        layout = self.table.layout
        near = min(layout.places, key=lambda each: math.dist(each.centre_mm, at_mm), default=None)
        limit = _NEAR * layout.card.width_mm
        return near if near is not None and math.dist(near.centre_mm, at_mm) < limit else None

    def place_of(self, key: str) -> str | None:
        place = self.place_near(self.table.things[key].centre_mm)
        return None if place is None else place.name

    def keys_on(self, place: str) -> list[str]:
        """The cards that lie on a place, the top last."""
        return [key for key in self.table.things if self.place_of(key) == place]

    def top_keys(self) -> dict[str | None, str]:
        """The top card of every place, and the last of those that lie on none."""
        return {self.place_of(key): key for key in self.table.things}

    def tops(self) -> Table:
        return {place: self._lying(key) for place, key in self.top_keys().items() if place is not None}

    def _lying(self, key: str) -> Lying:
        thing = self.table.things[key]
        return Lying(thing.card, self.is_turned(thing))

    def is_turned(self, thing: Thing) -> bool:
        return 90 < (thing.turn_degrees - self.straight) % 360 < 270

    @property
    def straight(self) -> float:
        """How a card lies that lies straight, in degrees: The Ascent's lie on a corner."""
        places = self.table.layout.places
        return places[0].turn_degrees if places else 0.0

    def free_spot(self) -> Point:
        """A spot of the trick area where nothing lies."""
        step_x, step_y = _SPOT_STEP_MM
        spots = [(x * step_x, y * step_y) for x, y in _SPOTS]
        near = min(step_x, step_y) / 2
        taken = [thing.centre_mm for thing in self.table.things.values()]
        free = [(x, y) for x, y in spots if all(abs(x - u) > near or abs(y - v) > near for u, v in taken)]
        x, y = self.rng.choice(free[:5])
        return x + self.rng.uniform(-7, 7), y + self.rng.uniform(-7, 7)

    # laying and lifting

    def lay(self, place: str, lying: Lying, how: How = ROUGH, *, face_down: bool = False) -> str:
        """A card comes to lie on top of a place; gives its key."""
        key, (shift, turn) = self.new_key(), how
        if how is EDGE:
            off = (self.rng.choice((-shift, shift)), self.rng.uniform(-0.05, 0.05))
        else:
            off = (self.rng.uniform(-shift, shift), self.rng.uniform(-shift, shift))
        turned = self.rng.uniform(-turn, turn) + (180.0 if lying.turned else 0.0)
        self.table.lay(key, lying.card, place, off=off, turn_degrees=turned, face_down=face_down)
        return key

    def lift(self, place: str, most: int | None = None) -> list[str]:
        """The top cards of a place leave the table, or all of them; gives their keys."""
        keys = self.keys_on(place)[::-1][:most]
        for key in keys:
            self.table.lift(key)
        return keys

    def changes(self, before: Table, after: Table) -> Iterator[Change]:
        """What makes one table of another: first what goes, then place by place what comes.

        A card covers what was there, unless that comes to lie elsewhere or another way up; nothing is laid
        where the card lies already beneath.
        """
        for place in [place for place in before if place not in after]:
            yield Change(place, len(self.keys_on(place)))
        comes = {place: lying for place, lying in after.items() if before.get(place) != lying}
        moved = {lying.card for lying in comes.values()}
        for place, lying in comes.items():
            old, keys = before.get(place), self.keys_on(place)
            lifted = 1 if keys and old is not None and old.card in moved else 0
            beneath = keys[: len(keys) - lifted][-1:]
            is_there = bool(beneath) and self._lying(beneath[0]) == lying
            yield Change(place, lifted, None if is_there else lying)

    def arrange(self, before: Table, after: Table, how: How = NEAT) -> list[str]:
        """Make one table of another at once; gives the keys of what was laid."""
        laid = []
        for change in self.changes(before, after):
            self.lift(change.place, change.lifted)
            laid += [] if change.laid is None else [self.lay(change.place, change.laid, how)]
        return laid
