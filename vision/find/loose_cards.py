"""Cards that lie anyhow: a picture and what is known of plane and card size come in, cards read go out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.find import Silhouettes, find_cards, see_silhouettes, stand_alone
from vision.find.quads import side_lengths
from vision.find.select_outlines import SETTINGS, as_card, choose, evidence, merit, settle
from vision.geometry import is_one_card, middle, spread, stand_up
from vision.observation import CardSeen, Observation
from vision.read.judgement import Reading
from vision.read.white import White
from vision.types import Floats, Picture, Plane, Point, Quad, Region, area


@dataclass(frozen=True, slots=True)
class _SizeSettings:
    """How cards tell their size; the last three were fitted on 72 of the bench's tables (3026 to 3037)."""

    one_size: float = 0.08  # of the log of their sides: cards that differ by less may be one deck's
    likely_card: float = 0.9  # the reader's is_card from which an outline may tell the size of cards
    unread_vote: float = 0.4  # what a card that was not read counts when cards tell their size
    rival: float = 0.4  # of what the best size tells: from there on another one is tried too
    most: int = 4  # sizes that are tried at once
    well_read: float = 0.6  # of the cards: with less, the size may be that of a block of cards
    full: float = 0.85  # of what lies inside cards that is not table
    least_side_mm: float = 40.0  # of a card; the plates of numbers are smaller
    unread: float = 0.8  # what a card that was not read is worth beside one that was ...
    twice: float = 0.4  # ... and what is taken from it: what is covered twice ...
    on_table: float = 1.0  # ... and what is table inside a card


_SIZES = _SizeSettings()
_TAG_SHADOW = 1.9  # a tag with its white rim and the shadow around it over the tag alone
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
        if not standing.alone and not standing.crowds and off_tags.show_in(region):
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
        sizes = likely_sizes(observed, plane)
        if not sizes:
            return tuple(pick.seen for pick in choose(observed))
        best = self._best_size(sizes, silhouettes)
        well_read = count_read(best) >= _SIZES.well_read * len(best)
        if well_read or not are_full(best, silhouettes):
            return best
        again = self._best_size(parts_of(sizes), silhouettes, best)
        return again if count_read(again) > count_read(best) else best

    def _best_size(
        self, sizes: Sequence[Point], silhouettes: Silhouettes, cards: tuple[CardSeen, ...] = ()
    ) -> tuple[CardSeen, ...]:
        """The cards of that size by which they tell most, or these if they tell more."""
        ways = [cards, *(self._of_size(size, silhouettes) for size in sizes)]
        return max(filter(None, ways), key=lambda way: told_by(way, silhouettes), default=())

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
        quads = (*(each.corners for each in self.taken), *self.known)
        return not any(is_one_card(corners, quad) for quad in quads) and self.near.holds(middle(corners))


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


def _is_same(one: Point, other: Point) -> bool:
    """Whether two sizes may be one deck's."""
    return all(abs(math.log(a / b)) < _SIZES.one_size for a, b in zip(one, other, strict=True))


def likely_sizes(observed: Sequence[Observation], plane: Plane) -> list[Point]:
    """Sizes on the table (millimetres, the shorter side first) by which most of the picture is cards.

    The plates of numbers share a size too, and so do blocks of four cards: plates cover less, blocks are not
    read.
    """
    likely = [
        each
        for each in observed
        if each.visible >= SETTINGS.whole and each.reading.is_card >= _SIZES.likely_card
    ]
    if len(likely) < 2:
        return []
    likely.sort(key=lambda each: -merit(each))
    corners = [np.asarray(plane.to_mm(each.corners), np.float64) for each in likely]
    sides = side_lengths(np.stack(corners))
    alike = np.asarray((np.abs(np.log(sides[:, None] / sides[None])) < _SIZES.one_size).all(axis=-1))
    told = np.array([_explained(_apart([likely[k] for k in np.nonzero(members)[0]])) for members in alike])
    told[sides[:, 0] < _SIZES.least_side_mm] = 0.0
    order = [at for at in np.argsort(-told, kind="stable") if told[at] > _SIZES.rival * told.max()]
    return _distinct_sizes([_as_size(np.median(sides[alike[at]], axis=0)) for at in order])[: _SIZES.most]


def parts_of(sizes: Sequence[Point]) -> list[Point]:
    """The sizes of cards of which two or four make a block of one of these sizes."""
    ways = [
        (a / i, b / j) for a, b in sizes for i, j in ((1, 2), (2, 1), (2, 2)) if a / i >= _SIZES.least_side_mm
    ]
    parts = [(min(way), max(way)) for way in ways]
    return _distinct_sizes([*sizes, *parts])[len(_distinct_sizes(sizes)) :][: _SIZES.most]


def are_full(cards: Sequence[CardSeen], silhouettes: Silhouettes) -> bool:
    """Whether hardly any table shows inside the cards, as in blocks of cards; white on white is not told."""
    shares = [silhouettes.share(card.corners) for card in cards]
    return sum(shares) >= _SIZES.full * len(shares)


def count_read(cards: Sequence[CardSeen]) -> int:
    """How many of the cards were read."""
    return sum(map(_is_read, cards))


def _as_size(sides: Floats) -> Point:
    shorter, longer = sides.tolist()
    return shorter, longer


def _distinct_sizes(sizes: Sequence[Point]) -> list[Point]:
    return [size for at, size in enumerate(sizes) if not any(_is_same(size, other) for other in sizes[:at])]


def _apart(observed: Sequence[Observation]) -> list[Observation]:
    """Those that do not lie on an earlier one; none if it is but one."""
    kept: list[Observation] = []
    for each in observed:
        if not any(is_one_card(each.corners, other.corners) for other in kept):
            kept.append(each)
    return kept if len(kept) > 1 else []


def _explained(observed: Sequence[Observation]) -> float:
    """How much of a picture (square pixels) these tell to be cards, by how likely each is one."""
    total = 0.0
    for each in observed:
        likely = 1 / (1 + math.exp(-evidence(each)))
        total += abs(area(each.corners)) * likely * (_SIZES.unread_vote if each.reading.card is None else 1.0)
    return total


def told_by(cards: Sequence[CardSeen], silhouettes: Silhouettes) -> float:
    """How much of what is not table these cards cover, where those that were read count more than others.

    What they cover of the table, or twice, speaks against them.
    """
    covered, often = (np.zeros(silhouettes.white.shape, np.float32) for _ in range(2))
    for card in sorted(cards, key=_is_read):
        drawn = silhouettes.draw([card.corners]) > 0
        covered[drawn] = 1.0 if _is_read(card) else _SIZES.unread
        often += drawn
    there = silhouettes.white > 0
    twice = np.maximum(often - 1, 0)[there].sum()
    return float(covered[there].sum() - _SIZES.twice * twice - _SIZES.on_table * often[~there].sum())


def _is_read(card: CardSeen) -> bool:
    """Whether something of a card is sure."""
    return card.card is not None or card.number is not None
