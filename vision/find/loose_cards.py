"""Cards that lie anyhow: a picture and what is known of plane and card size come in, cards read go out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.find import Silhouettes, find_cards, see_silhouettes, stand_alone
from vision.find.quads import common_sizes, side_lengths
from vision.find.select_outlines import SETTINGS, as_card, choose, settle
from vision.geometry import is_one_card, lie_in, middle, spread, stand_up
from vision.observation import CardSeen, Observation
from vision.read.reading import Reading
from vision.read.white import White
from vision.types import Picture, Plane, Point, Quad, Region

# How cards tell their size: the reader's is_card from which an outline is asked, what one that was not read
# counts, the shorter side of the smallest card (plates of numbers are smaller), and how many sizes are tried.
_LIKELY, _UNREAD, _LEAST_SIDE_MM, _SIZES_TRIED = 0.9, 0.8, 40.0, 3
_TAG_SHADOW = 1.9  # a tag with its white rim and the shadow around it over the tag alone
_RIM = 1.2  # of a card that is known to lie: so far its soft edge and its shadow are its own
_WELL_INSIDE = 0.8  # of a card that lies in sight: what has its middle there is an outline of that card
_BESIDE = 0.4  # of a card's diagonal: so far beside what stands out, or a region, its cards may lie

Read = Callable[[Picture, Sequence[Quad], White | None], list[Reading]]


@dataclass(frozen=True, slots=True, eq=False)
class Anyhow:
    """One picture of cards lying anyhow, and what helps to read them; what lies on a tag is none."""

    picture: Picture
    read: Read
    size_mm: Point | None = None  # of a card, where it is known
    plane: Plane | None = None
    white: White | None = None
    tags: tuple[Quad, ...] = ()
    half_known: bool = False  # the deck lacks cards: what lies by itself may be none that it knows

    def cards(self, region: Region | None = None, known: Sequence[Quad] = ()) -> tuple[CardSeen, ...]:
        """The cards, best first; of a region only those whose middle lies there (see `Eye.read_anyhow`)."""
        if self.plane is None:
            return tuple(pick.seen for pick in choose(self._read_proposals(self.size_mm)))
        # A mat fills the picture with table, so what is not table has a silhouette.
        silhouettes = see_silhouettes(self.picture)
        if self.size_mm is None:
            return self._size_themselves(self.plane, silhouettes)
        if region is None:
            return self._of_size(self.size_mm, silhouettes)
        cards = self._in_region(self.size_mm, self.plane, silhouettes, region, known)
        return tuple(card for card in cards if region.holds(middle(card.corners)))

    def _in_region(
        self, size: Point, plane: Plane, silhouettes: Silhouettes, region: Region, known: Sequence[Quad]
    ) -> list[CardSeen]:
        """The cards of a region: what lies by itself is read at once, and only the rest is searched.

        Where no card stands out but something is not quite table, pale cards may lie on a pale table.
        """
        off_tags = silhouettes.without([spread(tag, _TAG_SHADOW) for tag in self.tags])
        standing = stand_alone(off_tags, size, plane, region, known)
        taken = self._read_alone(standing.alone)
        alone = [as_card(each.reading, each.corners) for each in taken]
        unread = [quad for quad in standing.alone if not _is_taken(quad, alone)]
        card_px = plane.scale_at((0.0, 0.0)) * math.hypot(*size)
        crowds = [
            crowd.grown(card_px * _BESIDE).within(region.grown(card_px))
            for crowd in (*standing.crowds, *map(Region.around, unread))
        ]
        nothing_stands = not standing.alone and not standing.crowds
        if nothing_stands and off_tags.without([spread(quad, _RIM) for quad in known]).show_in(region):
            crowds = [region.grown(card_px)]
        cards = list(alone)
        for crowd in joined(crowds):
            search = _Search(crowd, region.grown(card_px * _BESIDE), taken, tuple(known))
            found = self._of_size(size, silhouettes, search, known)
            cards += [card for card in found if not _is_taken(card.corners, alone)]
        return cards

    def _size_themselves(self, plane: Plane, silhouettes: Silhouettes) -> tuple[CardSeen, ...]:
        """The cards by that one of the sizes they may have by which most of the picture is cards."""
        observed = self._read_proposals(None)
        ways = [self._of_size(size, silhouettes) for size in likely_sizes(observed, plane)]
        best = max(ways, key=lambda way: told_by(way, silhouettes), default=())
        return best or tuple(pick.seen for pick in choose(observed))

    def _of_size(
        self,
        size: Point,
        silhouettes: Silhouettes,
        search: _Search | None = None,
        known: Sequence[Quad] = (),
    ) -> tuple[CardSeen, ...]:
        return settle(self._read_proposals(size, search, silhouettes), silhouettes, known)

    def _read_alone(self, quads: Sequence[Quad]) -> tuple[Observation, ...]:
        """Of cards that lie by themselves those of which a search would not tell more."""
        read = self._read_all([Observation(quad, 1.0) for quad in quads]) if quads else []
        return tuple(
            each
            for each in read
            if (each.reading.card is not None or self.half_known)
            and each.reading.is_card >= SETTINGS.surely_card
        )

    def _read_all(self, observed: Sequence[Observation]) -> list[Observation]:
        readings = self.read(self.picture, [stand_up(each.corners) for each in observed], self.white)
        return [replace(each, reading=reading) for each, reading in zip(observed, readings, strict=True)]

    def _read_proposals(
        self, size: Point | None, search: _Search | None = None, silhouettes: Silhouettes | None = None
    ) -> list[Observation]:
        """What may be cards, read, and before it those that are read already."""
        found = find_cards(
            self.picture,
            size_mm=size,
            plane=self.plane,
            tags=self.tags,
            region=None if search is None else search.part,
            silhouettes=silhouettes,
        )
        wanted = [each for each in found if search is None or search.wants(each.corners)]
        return [*(() if search is None else search.taken), *self._read_all(wanted)]


@dataclass(frozen=True, slots=True)
class _Search:
    """Where outlines are searched, where their middles may lie, and which cards are read already.

    Those compete with what is found: an outline half beside one of them shows that card. `known`: where other
    cards lie that need not be read.
    """

    part: Region
    near: Region
    taken: tuple[Observation, ...]
    known: tuple[Quad, ...] = ()

    def wants(self, corners: Quad) -> bool:
        at, quads = middle(corners), (*(each.corners for each in self.taken), *self.known)
        upon = lie_in(np.array([at]), [spread(quad, _WELL_INSIDE) for quad in quads])
        return (
            not upon.any() and not any(is_one_card(corners, quad) for quad in quads) and self.near.holds(at)
        )


def _is_taken(corners: Quad, cards: Sequence[CardSeen]) -> bool:
    return any(is_one_card(corners, card.corners, overlapping=True) for card in cards)


def joined(regions: Sequence[Region]) -> list[Region]:
    """Regions that meet as one, until none do."""
    result: list[Region] = []
    for region in regions:
        meeting = [other for other in result if region.meets(other)]
        result = [other for other in result if other not in meeting]
        corners = [point for each in (region, *meeting) for point in each.corners()]
        result.append(Region.around(corners))
    return result if len(result) == len(regions) else joined(result)


def likely_sizes(observed: Sequence[Observation], plane: Plane) -> list[Point]:
    """Sizes on the table (millimetres, the shorter side first) that cards share, the likeliest first."""
    likely = [each for each in observed if each.visible >= SETTINGS.whole and each.reading.is_card >= _LIKELY]
    quads = np.array([plane.to_mm(each.corners) for each in likely]).reshape(-1, 4, 2)
    votes = np.array([_UNREAD if each.reading.card is None else 1.0 for each in likely])
    large = side_lengths(quads)[:, 0] >= _LEAST_SIDE_MM
    return [size.sides for size in common_sizes(quads[large], votes[large])][:_SIZES_TRIED]


def told_by(cards: Sequence[CardSeen], silhouettes: Silhouettes) -> float:
    """How much of what is not table these cards cover, where those that were read count more than others.

    What they cover of the table, or twice, speaks against them.
    """
    covered, often = (np.zeros(silhouettes.white.shape, np.float32) for _ in range(2))
    for card in sorted(cards, key=_is_read):
        drawn = silhouettes.draw([card.corners]) > 0
        covered[drawn] = 1.0 if _is_read(card) else _UNREAD
        often += drawn
    there = silhouettes.white > 0
    return float(covered[there].sum() - (often - (there & (often > 0))).sum())


def _is_read(card: CardSeen) -> bool:
    """Whether something of a card is sure."""
    return card.card is not None or card.number is not None
