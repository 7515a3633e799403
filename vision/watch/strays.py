"""Cards that no place accounts for: beside the places, upon them, and face down among those lying anyhow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from vision.find import Silhouettes
from vision.find.quads import near_size
from vision.geometry import as_quad, is_one_card, quad_iou, spread
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.types import Floats, Mask, Plane, Point, Quad, Region
from vision.watch.cards import box_around, cells_under, combine_seen, is_read, is_whole, still_there
from vision.watch.settings import SETTINGS
from vision.watch.settle import NONE, Cells, ReadRequest, parts


class ReadAnyhow(Protocol):
    """Reads the cards of a picture that lie anyhow in a region (see `Eye.read_anyhow`)."""

    def __call__(self, *, region: Region, known: Sequence[Quad]) -> tuple[CardSeen, ...]: ...


class Strays:
    """Follows cards beside the places and second ones upon them, as long as they lie there.

    Where everything is looked at, as at the start, what is not read may be a box: only sure cards are told.
    """

    def __init__(self) -> None:
        self.cards: tuple[CardSeen, ...] = ()
        self.wanted: Cells = NONE  # where to look for them
        self._again: tuple[CardSeen, ...] = ()  # those of them that are to be found there once more
        self._everywhere = False  # whether what is wanted is more than what came
        self._on_places: dict[str, Quad] = {}
        self._drawn: dict[str, float] = {}  # how much of the outline of each surely read card is in sight
        self._upon: dict[str, CardSeen] = {}  # second cards, by the place whose card they cover a part of

    @property
    def told(self) -> tuple[CardSeen, ...]:
        """All of them; a second card tells its place."""
        return (*self.cards, *self._upon.values())

    def tell_apart(
        self,
        read: ReadAnyhow,
        places: Sequence[PlaceSeen],
        frames: Mapping[str, Sequence[PlaceSeen]],
        spots: Mapping[str, Quad],
        waited: Collection[str] = (),
    ) -> tuple[PlaceSeen, ...]:
        """The places as read over these frames; one that holds a card and is in doubt may hold a second.

        `spots`: of all places, where a card lies that lies exactly there; `waited`: places over which a hand
        would have moved by now.
        """
        lasting = {*waited, *(place for place, card in self._upon.items() if card.card is None)}
        for seen in places:
            self._upon.pop(seen.place, None)
        came = [seen.card for seen in places if seen.card is not None and is_read(seen)]
        closer = [
            self._look_closer(read, seen, frames[seen.place], came, spots) if self._is_covered(seen) else seen
            for seen in places
        ]
        return tuple(self._hide(seen) if seen.place in lasting else seen for seen in closer)

    def _hide(self, seen: PlaceSeen) -> PlaceSeen:
        """A place as seen, if something unread lies upon its card that is not told yet."""
        lay = self._on_places.get(seen.place)
        hides = seen.state is PlaceState.HIDDEN or (not is_read(seen) and seen.drawn < SETTINGS.half)
        if lay is None or not (hides and self._is_covered(seen)) or seen.place in self._upon:
            return seen
        if all(quad_iou(lay, card.corners) <= SETTINGS.upon for card in self.cards):
            self._upon[seen.place] = CardSeen(lay, place=seen.place)
        return PlaceSeen(seen.place, PlaceState.HIDDEN, None, seen.drawn)

    def clear(
        self, places: Sequence[PlaceSeen], spots: Mapping[str, Quad], moved: Cells, scale: Floats
    ) -> tuple[PlaceSeen, ...]:
        """The places as read, without what is only a part of a card told elsewhere that lies as it did."""
        still = [card for card in self.cards if not cells_under(card.corners, scale) & moved]
        lie = [*still, *self._upon.values()]
        return tuple(
            PlaceSeen(seen.place, PlaceState.HIDDEN, None, seen.drawn)
            if any(_shows(seen, spots[seen.place], card) for card in lie)
            else seen
            for seen in places
        )

    def lie_upon(self, spots: Mapping[str, Quad]) -> frozenset[str]:
        """The places that cards beside the places lie upon."""
        quads = [card.corners for card in self.cards]
        return frozenset(
            place
            for place, spot in spots.items()
            if any(quad_iou(spot, quad) > SETTINGS.upon for quad in quads)
        )

    def _is_covered(self, seen: PlaceSeen) -> bool:
        """Whether less of a card is in sight than there was, or all of it is another one."""
        if seen.place not in self._drawn or seen.state is PlaceState.EMPTY or is_whole(seen):
            return False
        return not is_read(seen) or seen.drawn < self._drawn[seen.place] - SETTINGS.fades

    def _look_closer(
        self,
        read: ReadAnyhow,
        seen: PlaceSeen,
        frames: Sequence[PlaceSeen],
        came: Sequence[CardSeen],
        spots: Mapping[str, Quad],
    ) -> PlaceSeen:
        lay = self._on_places[seen.place]
        elsewhere = [spot for place, spot in spots.items() if place != seen.place]
        others = [quad for place, quad in self._on_places.items() if place != seen.place]
        near = read(region=Region.around(list(spread(lay, SETTINGS.near))), known=others)
        lying = [*others, *(card.corners for card in came if card.place != seen.place)]
        found = [
            replace(card, place=seen.place)
            for card in near
            if card.card is not None
            and not _is_any(card.corners, lying)
            and not _lies_on(card.corners, elsewhere)
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
        under = {card: cells_under(card.corners, scale) for card in self.cards}
        self._again = tuple(card for card in self.cards if self._is_doubted(card, under[card], look))
        spots = (spread(quad, SETTINGS.around) for quad in self._surely_on_places())
        beside = (look.changed - look.rests).difference(*(cells_under(spot, scale) for spot in spots))
        new = (part for part in parts(beside) if len(part) >= SETTINGS.stray_cells)
        self.wanted = self.wanted.union(*new, *(under[card] for card in self._again))
        self._everywhere = bool(self.wanted) and (self._everywhere or look.everything)

    def _is_doubted(self, card: CardSeen, under: Cells, look: ReadRequest) -> bool:
        """Whether a card may have left; one under a hand is looked at when that has gone."""
        may_have = look.everything or card in self._again or under & (look.changed | look.touched)
        return bool(may_have) and not under & (look.hand | look.rests)

    def carry(self, before: Plane, now: Plane) -> None:
        """The camera has moved: on the table all lies where it lay."""

        def carried(quad: Quad) -> Quad:
            return as_quad(now.to_picture(before.to_mm(quad)))

        def moved(card: CardSeen) -> CardSeen:
            return replace(card, corners=carried(card.corners))

        self.cards, self._again = tuple(map(moved, self.cards)), tuple(map(moved, self._again))
        self._upon = {place: moved(card) for place, card in self._upon.items()}
        self._on_places = {place: carried(quad) for place, quad in self._on_places.items()}

    def search(self, read: ReadAnyhow, scale: Floats, spots: Sequence[Quad] = ()) -> bool:
        """Look where it is wanted, but for what lies on these spots; whether there is anything to tell."""
        before = self.cards
        self.cards = tuple(card for card in before if card not in self._again)
        on_places = self._surely_on_places()
        for part in parts(self.wanted):
            known = (*on_places, *(card.corners for card in self.told))
            found = (
                still_there(card, self._again) for card in read(region=box_around(part, scale), known=known)
            )
            self.cards += tuple(card for card in found if self._is_stray(card, spots))
        self.wanted, self._again, self._everywhere = NONE, (), False
        return bool(before or self.cards)

    def _surely_on_places(self) -> list[Quad]:
        """Where cards lie that were surely read; what was not may be half of another one."""
        return [quad for place, quad in self._on_places.items() if place in self._drawn]

    def _is_stray(self, card: CardSeen, spots: Sequence[Quad]) -> bool:
        """Whether a card is not told yet and lies on no place."""
        lay = [each.corners for each in self._again]
        if card.card is None and self._everywhere and not _is_any(card.corners, lay):
            return False
        on_a_place = any(
            is_one_card(card.corners, quad, overlapping=card.card is not None and place not in self._drawn)
            for place, quad in self._on_places.items()
        )
        on_a_place |= _lies_on(card.corners, spots)
        return not on_a_place and not _is_any(card.corners, [each.corners for each in self.told])


def _shows(seen: PlaceSeen, spot: Quad, card: CardSeen) -> bool:
    """Whether what was read at a place may be no more than a part of a card that lies elsewhere."""
    if card.place == seen.place or seen.state in (PlaceState.EMPTY, PlaceState.HIDDEN):
        return False
    if seen.card is None or seen.card.card is None:
        return quad_iou(spot, card.corners) > SETTINGS.upon
    return seen.card.card == card.card and is_one_card(seen.card.corners, card.corners)


def _lies_on(quad: Quad, spots: Sequence[Quad]) -> bool:
    return any(is_one_card(quad, spot, overlapping=True) for spot in spots)


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
    see: Callable[[], Silhouettes],
) -> tuple[Quad, ...]:
    """What came to lie of a card's size where the eye reads no card, with what lay face down already.

    `changed`: in the small frame; `before` and `now`: the cards that lay and that lie; `see`: what is not
    table now, for spots where a card lay, which may have been taken away or turned.
    """
    scale = np.array(plane.size_px) / changed.shape[::-1]
    quads = _outlines(changed, scale)
    sized = near_size(plane.to_mm(np.array(quads).reshape(-1, 4, 2)), size_mm, SETTINGS.back_size_off)
    found = [quad for quad, is_sized in zip(quads, sized, strict=True) if is_sized]
    left = [quad for quad in backs if not _is_any(quad, [*found, *(card.corners for card in now)])]
    known = [*backs, *(card.corners for card in now)]
    came = [quad for quad in found if not _is_any(quad, known)]
    where_one_lay = [quad for quad in came if _is_any(quad, [card.corners for card in before])]
    left = [*left, *(quad for quad in came if quad not in where_one_lay)]
    if not where_one_lay:
        return tuple(left)
    silhouettes, faces = see(), [card.corners for card in now]
    shares = ((quad, silhouettes.share(quad, faces)) for quad in where_one_lay)
    return (*left, *(quad for quad, share in shares if share >= SETTINGS.back_share))


def _outlines(changed: Mask, scale: Floats) -> list[Quad]:
    """The rectangles around every part of a change, on the large picture."""
    whole = changed
    for step, gap in ((cv2.MORPH_CLOSE, SETTINGS.back_gaps_px), (cv2.MORPH_OPEN, 3)):
        whole = np.asarray(cv2.morphologyEx(whole, step, np.ones((gap, gap), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [as_quad(cv2.boxPoints(cv2.minAreaRect(contour)) * scale) for contour in contours]
