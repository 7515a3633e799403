"""Cards that no place accounts for: beside the places, upon them, and face down among those lying anyhow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.eye import Eye
from vision.geometry import as_quad, is_one_card, quad_iou, spread
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.plane.mat import MatSeen
from vision.types import Floats, Mask, Picture, Plane, Point, Quad, Region
from vision.watch.cards import cells_under, combine_seen, is_read, is_whole
from vision.watch.settings import SETTINGS
from vision.watch.settle import NONE, Cells, ReadRequest, parts


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
        self,
        eye: Eye,
        picture: Picture,
        mat: MatSeen,
        places: Sequence[PlaceSeen],
        frames: Mapping[str, Sequence[PlaceSeen]],
    ) -> tuple[PlaceSeen, ...]:
        """The places as read over these frames; one that holds a card and is in doubt may hold a second."""
        for seen in places:
            self._upon.pop(seen.place, None)
        came = [seen.card for seen in places if seen.card is not None and is_read(seen)]
        return tuple(
            self._look_closer(eye, picture, mat, seen, frames[seen.place], came)
            if seen.place in self._drawn and seen.state is not PlaceState.EMPTY and self._is_covered(seen)
            else seen
            for seen in places
        )

    def _is_covered(self, seen: PlaceSeen) -> bool:
        """Whether less of a card is in sight than there was, or all of it is another one."""
        as_before = is_read(seen) and seen.drawn >= self._drawn[seen.place] - SETTINGS.fades
        return not is_whole(seen) and not as_before

    def _look_closer(
        self,
        eye: Eye,
        picture: Picture,
        mat: MatSeen,
        seen: PlaceSeen,
        frames: Sequence[PlaceSeen],
        came: Sequence[CardSeen],
    ) -> PlaceSeen:
        lay = self._on_places[seen.place]
        others = [quad for place, quad in self._on_places.items() if place != seen.place]
        box = Region.around(list(spread(lay, SETTINGS.near)))
        near = eye.read_anyhow(picture, mat, region=box, known=others)
        lying = [*others, *(card.corners for card in came if card.place != seen.place)]
        found = [card for card in near if card.card is not None and not _is_known(card, lying)]
        shared = [(quad_iou(card.corners, lay), replace(card, place=seen.place)) for card in found]
        second = next((card for share, card in shared if SETTINGS.upon < share < SETTINGS.instead), None)
        if second is not None:
            self._upon[seen.place] = second
            return PlaceSeen(seen.place, PlaceState.HIDDEN, None, seen.drawn)
        top = next((card for share, card in shared if share >= SETTINGS.instead), None)
        if top is None:
            return seen
        sure = [each.card for each in frames if each.card is not None and each.card.card is not None]
        return replace(seen, state=PlaceState.CARD, card=combine_seen([*sure, top]))

    def note(self, look: ReadRequest, places: Sequence[PlaceSeen], scale: Floats) -> None:
        """A look at the places was read: what changed beside them is to be searched."""
        for seen in places:
            lay = self._on_places.pop(seen.place, None)
            if seen.card is not None:
                self._on_places[seen.place] = seen.card.corners
            elif lay is not None and seen.place in self._upon:
                self._on_places[seen.place] = lay
            if seen.place not in self._upon:
                self._drawn.pop(seen.place, None)
                self._drawn |= {seen.place: seen.drawn} if is_read(seen) else {}
        if look.everything:
            self.cards, self.wanted, self._upon = (), NONE, {}
            return
        moved = look.changed | look.touched
        again = [card for card in self.cards if cells_under(card.corners, scale) & moved]
        self.cards = tuple(card for card in self.cards if card not in again)
        taken = frozenset(
            cell
            for quad in self._on_places.values()
            for cell in cells_under(spread(quad, SETTINGS.around), scale)
        )
        new = [part for part in parts(look.changed - taken) if len(part) >= SETTINGS.stray_cells]
        old = [cells_under(card.corners, scale) for card in again]
        self.wanted |= frozenset(cell for part in (*new, *old) for cell in part)

    def search(self, eye: Eye, picture: Picture, mat: MatSeen, scale: Floats) -> bool:
        """Look where it is wanted; whether there is anything to tell."""
        before, known = self.cards, (*self._on_places.values(), *(card.corners for card in self.told))
        for part in parts(self.wanted):
            corners = [(x + dx, y + dy) for x, y in part for dx in (0, 1) for dy in (0, 1)]
            box = Region.around((np.array(corners) / scale).tolist())
            found = eye.read_anyhow(picture, mat, region=box, known=known)
            self.cards += tuple(card for card in found if not _is_known(card, known))
        had_any = bool(self.wanted)
        self.wanted = NONE
        return had_any and (bool(self.cards) or bool(before))


def _is_known(card: CardSeen, known: Sequence[Quad]) -> bool:
    """Whether a card is one of those that lie there."""
    return any(is_one_card(card.corners, quad) for quad in known)


class FaceDown:
    """Follows what came to lie, of a card's size, where the eye reads no card."""

    def __init__(self, size_mm: Point) -> None:
        self.quads: tuple[Quad, ...] = ()
        self._size_mm = sorted(size_mm)

    def note(self, changed: Mask, plane: Plane, before: Sequence[CardSeen], now: Sequence[CardSeen]) -> None:
        """A look was read: what changed in the small frame, and the cards that lay and that lie."""
        scale = np.array(plane.size_px) / changed.shape[::-1]
        found = [quad for quad in _outlines(changed, scale) if self._is_card_sized(plane, quad)]
        new = [quad for quad in found if not _is_any(quad, [card.corners for card in (*before, *now)])]
        left = [quad for quad in self.quads if not _is_any(quad, [*found, *(card.corners for card in now)])]
        self.quads = (*left, *(quad for quad in new if not _is_any(quad, self.quads)))

    def forget(self) -> None:
        """The camera looks from elsewhere."""
        self.quads = ()

    def _is_card_sized(self, plane: Plane, quad: Quad) -> bool:
        corners = plane.to_mm(np.array(quad))
        sides = sorted(float(np.linalg.norm(corners[at] - corners[at + 1])) for at in range(2))
        return all(
            abs(side - wanted) < SETTINGS.back_size_off * wanted
            for side, wanted in zip(sides, self._size_mm, strict=True)
        )


def _outlines(changed: Mask, scale: Floats) -> list[Quad]:
    """The rectangles around every part of a change, on the large picture."""
    kernel = np.ones((SETTINGS.back_gaps_px, SETTINGS.back_gaps_px), np.uint8)
    whole = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, kernel), np.uint8)
    whole = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [as_quad(cv2.boxPoints(cv2.minAreaRect(contour)) * scale) for contour in contours]


def _is_any(quad: Quad, others: Sequence[Quad]) -> bool:
    return any(quad_iou(quad, other) > SETTINGS.back_same for other in others)
