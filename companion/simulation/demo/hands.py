"""Hands over the simulated table: places and cards come in, frames in which hands lay and lift them go out.

People lay cards roughly: a tenth of a card off, some degrees turned. Each `yield` is one frame of the camera.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.games.table import Lying, Table
from hardware.simulated import SimulatedTable, Thing
from vision.types import Point

_REACH_FRAMES = 3
ROUGH, NEAT, EDGE = (0.09, 7.0), (0.02, 1.0), (0.16, 3.0)  # shares of a card, degrees
STEP_MM = 110.0
_SPOT_STEP_MM = (104.0, 118.0)  # where the cards of a trick may come to lie
SPOTS = tuple((x, y) for y in (0, -1, 1) for x in (0, -1, 1, -2, 2, -3, 3))
Frames = Iterator[None]


@dataclass
class Hands:
    """Everybody's hands."""

    table: SimulatedTable
    rng: Random
    count: int = 0
    lingers: int = 0  # for so many frames the hand stays over the next card that it lays

    def reach(self, at_mm: Point) -> Frames:
        """A hand comes in over a point, from the players' side."""
        x, y = at_mm
        angle = self.rng.uniform(-25, 25)
        for step in range(_REACH_FRAMES, -1, -1):
            self.table.reach((x, y + step * STEP_MM), angle)
            yield

    def withdraw(self) -> Frames:
        """The hand leaves."""
        hand = self.table.hand
        for step in range(1, _REACH_FRAMES):
            if hand is not None:
                x, y = hand.tip
                self.table.hand = type(hand)((x, y + 0.2 * step), hand.angle_degrees, hand.size)
            yield
        self.table.reach(None)
        yield

    def linger(self) -> Frames:
        """The hand stays where it is for a moment, sometimes for seconds."""
        frames, self.lingers = max(1, self.lingers), 0
        yield from pause(frames)

    def spot(self, place: str) -> Point:
        """Where a place lies on the table."""
        return self.table.layout.place(place).centre_mm

    # cards on places

    def lay(self, place: str, lying: Lying, how: tuple[float, float] = ROUGH) -> Frames:
        """A hand brings a card to a place."""
        yield from self.reach(self.spot(place))
        self.put_down(place, lying, how)
        yield from self.linger()
        yield from self.withdraw()

    def put_down(
        self, place: str, lying: Lying, how: tuple[float, float] = ROUGH, face_down: bool = False
    ) -> None:
        """The card lies, a little off and a little turned."""
        self.count += 1
        shift, turn = how
        if how is EDGE:
            off = (self.rng.choice((-shift, shift)), self.rng.uniform(-0.05, 0.05))
        else:
            off = (self.rng.uniform(-shift, shift), self.rng.uniform(-shift, shift))
        turned = self.rng.uniform(-turn, turn) + (180.0 if lying.turned else 0.0)
        key = f"{place}#{self.count}"
        self.table.lay(key, lying.card, place, off=off, turn_degrees=turned, face_down=face_down)

    def lift(self, place: str, most: int = 1) -> Frames:
        """A hand takes the top card of a place, or several of them together."""
        yield from self.reach(self.spot(place))
        for key in self.keys_at(place)[::-1][:most]:
            self.table.lift(key)
        yield
        yield from self.withdraw()

    def keys_at(self, place: str) -> list[str]:
        """The cards that lie on a place, the lowest first."""
        return [key for key in self.table.things if key.split("#")[0] == place]

    def clear(self, place: str) -> Frames:
        """Everything on a place is taken away."""
        yield from self.lift(place, most=len(self.keys_at(place)))

    def move_cards(self, before: Table, after: Table, how: tuple[float, float] = ROUGH) -> Frames:
        """Take away what goes, lay what comes, one card at a time, a hand for each."""
        for place in [place for place in before if place not in after]:
            yield from self.clear(place)
        comes = {place: lying for place, lying in after.items() if before.get(place) != lying}
        for place, lying in comes.items():
            yield from self.change(place, before.get(place), lying, comes, how)

    def change(
        self, place: str, old: Lying | None, new: Lying, comes: Table, how: tuple[float, float]
    ) -> Frames:
        """One place comes to show another card: laid on top, in its stead, or already there beneath."""
        goes = old is not None and (old.card == new.card or old in comes.values())
        if goes and self.keys_at(place):
            yield from self.lift(place)
        keys = self.keys_at(place)
        if not keys or self.table.things[keys[-1]].card != new.card or (goes and old == new):
            yield from self.lay(place, new, how)

    # cards lying anyhow

    def free_spot(self) -> Point:
        """A spot of the trick area where nothing lies."""
        step_x, step_y = _SPOT_STEP_MM
        spots = [(x * step_x, y * step_y) for x, y in SPOTS]
        near = min(step_x, step_y) / 2
        taken = [thing.centre_mm for thing in self.table.things.values()]
        free = [(x, y) for x, y in spots if all(abs(x - u) > near or abs(y - v) > near for u, v in taken)]
        x, y = self.rng.choice(free[:5])
        return x + self.rng.uniform(-7, 7), y + self.rng.uniform(-7, 7)

    def play_card(self, card: str, face_down: bool = False, like: Thing | None = None) -> Frames:
        """A card comes to lie anyhow in the trick area, or as another one lay."""
        self.count += 1
        at = self.free_spot() if like is None else like.centre_mm
        yield from self.reach(at)
        turn = self.rng.uniform(0, 360) if like is None else like.turn_degrees
        self.table.put(f"trick#{self.count}", Thing(card, at, turn, face_down))
        yield from self.linger()
        yield from self.withdraw()

    def take_card(self, key: str) -> Thing:
        """A card of the trick leaves the table."""
        return self.table.lift(key)

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
