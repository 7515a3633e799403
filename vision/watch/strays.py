"""Cards that no place accounts for: beside the places, upon them, and face down among those lying anyhow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from vision.find.quads import near_size
from vision.geometry import as_quad, is_one_card, quad_iou, spread
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.types import Floats, Mask, Plane, Point, Quad, Region
from vision.watch.cards import box_around, cells_under, combine_seen, is_read, is_whole
from vision.watch.settings import SETTINGS
from vision.watch.settle import NONE, Cells, ReadRequest, parts


class ReadAnyhow(Protocol):
    """Reads the cards of a picture that lie anyhow in a region (see `Eye.read_anyhow`)."""

    def __call__(self, *, region: Region, known: Sequence[Quad]) -> tuple[CardSeen, ...]: ...


class Strays:
    """Follows cards that came to lie beside the places; what lay there from the start is not told."""

    def __init__(self) -> None:
        self.cards: tuple[CardSeen, ...] = ()
        self.wanted: Cells = NONE  # where to look for them
        self._on_places: dict[str, Quad] = {}
        self._drawn: dict[str, float] = {}  # how much of the outline of each surely read card is in sight
        self._upon: dict[str, CardSeen] = {}  # second cards, by the place whose card they cover a part of

    @property
    def told(self) -> tuple[CardSeen, ...]:
        """All of them; a second card tells its place."""
        return (*self.cards, *self._upon.values())

    def tell_apart(
        self, read: ReadAnyhow, places: Sequence[PlaceSeen], frames: Mapping[str, Sequence[PlaceSeen]]
    ) -> tuple[PlaceSeen, ...]:
        """The places as read over these frames; one that holds a card and is in doubt may hold a second."""
        for seen in places:
            self._upon.pop(seen.place, None)
        came = [seen.card for seen in places if seen.card is not None and is_read(seen)]
        return tuple(
            self._look_closer(read, seen, frames[seen.place], came) if self._is_covered(seen) else seen
            for seen in places
        )

    def _is_covered(self, seen: PlaceSeen) -> bool:
        """Whether less of a card is in sight than there was, or all of it is another one."""
        if seen.place not in self._drawn or seen.state is PlaceState.EMPTY or is_whole(seen):
            return False
        return not is_read(seen) or seen.drawn < self._drawn[seen.place] - SETTINGS.fades

    def _look_closer(
        self, read: ReadAnyhow, seen: PlaceSeen, frames: Sequence[PlaceSeen], came: Sequence[CardSeen]
    ) -> PlaceSeen:
        lay = self._on_places[seen.place]
        others = [quad for place, quad in self._on_places.items() if place != seen.place]
        near = read(region=Region.around(list(spread(lay, SETTINGS.near))), known=others)
        lying = [*others, *(card.corners for card in came if card.place != seen.place)]
        found = [
            replace(card, place=seen.place)
            for card in near
            if card.card is not None
            and not _is_any(card.corners, lying)
            and quad_iou(card.corners, lay) > SETTINGS.upon
        ]
        tops = [card for card in found if is_one_card(card.corners, lay, overlapping=True)]
        if len(found) > len(tops):
            self._upon[seen.place] = next(card for card in found if card not in tops)
            return PlaceSeen(seen.place, PlaceState.HIDDEN, None, seen.drawn)
        if not tops:
            return seen
        sure = [each.card for each in frames if each.card is not None and each.card.card is not None]
        return replace(seen, state=PlaceState.CARD, card=combine_seen([*sure, tops[0]]))

    def note(self, look: ReadRequest, places: Sequence[PlaceSeen], scale: Floats) -> None:
        """A look at the places was read: what changed beside them is to be searched."""
        for seen in places:
            if seen.place not in self._upon:
                self._on_places.pop(seen.place, None)
                self._drawn.pop(seen.place, None)
                self._drawn |= {seen.place: seen.drawn} if is_read(seen) else {}
            if seen.card is not None:
                self._on_places[seen.place] = seen.card.corners
        if look.everything:
            self.cards, self.wanted, self._upon = (), NONE, {}
            return
        moved = look.changed | look.touched
        again = [card for card in self.cards if cells_under(card.corners, scale) & moved]
        self.cards = tuple(card for card in self.cards if card not in again)
        spots = (spread(quad, SETTINGS.around) for quad in self._on_places.values())
        beside = look.changed.difference(*(cells_under(spot, scale) for spot in spots))
        new = (part for part in parts(beside) if len(part) >= SETTINGS.stray_cells)
        self.wanted = self.wanted.union(*new, *(cells_under(card.corners, scale) for card in again))

    def search(self, read: ReadAnyhow, scale: Floats) -> bool:
        """Look where it is wanted; whether there is anything to tell."""
        had_any = bool(self.cards)
        known = (*self._on_places.values(), *(card.corners for card in self.told))
        for part in parts(self.wanted):
            found = read(region=box_around(part, scale), known=known)
            self.cards += tuple(card for card in found if not _is_any(card.corners, known))
        self.wanted = NONE
        return had_any or bool(self.cards)


def _is_any(quad: Quad, others: Sequence[Quad]) -> bool:
    """Whether an outline is one of those that lie there."""
    return any(is_one_card(quad, other) for other in others)


def find_backs(
    backs: Sequence[Quad],
    changed: Mask,
    plane: Plane,
    size_mm: Point,
    before: Sequence[CardSeen],
    now: Sequence[CardSeen],
) -> tuple[Quad, ...]:
    """What came to lie of a card's size where the eye reads no card, with what lay face down already.

    `changed`: in the small frame; `before` and `now`: the cards that lay and that lie.
    """
    scale = np.array(plane.size_px) / changed.shape[::-1]
    quads = _outlines(changed, scale)
    sized = near_size(plane.to_mm(np.array(quads).reshape(-1, 4, 2)), size_mm, SETTINGS.back_size_off)
    found = [quad for quad, is_sized in zip(quads, sized, strict=True) if is_sized]
    left = [quad for quad in backs if not _is_any(quad, [*found, *(card.corners for card in now)])]
    known = [*backs, *(card.corners for card in (*before, *now))]
    return (*left, *(quad for quad in found if not _is_any(quad, known)))


def _outlines(changed: Mask, scale: Floats) -> list[Quad]:
    """The rectangles around every part of a change, on the large picture."""
    whole = changed
    for step, gap in ((cv2.MORPH_CLOSE, SETTINGS.back_gaps_px), (cv2.MORPH_OPEN, 3)):
        whole = np.asarray(cv2.morphologyEx(whole, step, np.ones((gap, gap), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [as_quad(cv2.boxPoints(cv2.minAreaRect(contour)) * scale) for contour in contours]
