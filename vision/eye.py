"""The eye: a picture comes in, the table plane and the cards on it go out, read or with what they may be.

eye = make_eye(layout, deck, plane, inventory)
sight = eye.look(picture)
sight.cards        cards in the order of the places, or best found first where cards lie anyhow
sight.places       what lies at each place: a card, its back, nothing, or something that hides it
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from vision.decks import Deck
from vision.errors import PlaneError
from vision.find.loose_cards import Anyhow
from vision.find.places import Bare, bare_table, find_all_near, is_bare
from vision.find.quads import side_lengths
from vision.find.select_outlines import as_card
from vision.geometry import as_quad, middle, quad_iou
from vision.observation import CardSeen, Observation, PlaceSeen, PlaceState, Sight
from vision.plane.layout import Drift, Layout, drifted, fit_drift
from vision.plane.mat import MatSeen, MatStatus, see_mat
from vision.read.half_known import heed_strangers, join_readings, lacks_cards, tell_suit
from vision.read.judgement import combine, leave_open
from vision.read.network import LEANS
from vision.read.patch import rectify
from vision.read.reader import Reader
from vision.read.reading import Reading, withdraw
from vision.read.white import White, see_white
from vision.types import Laid, Picture, Place, Plane, Point, Quad, Region


@dataclass(frozen=True, slots=True)
class _EyeSettings:
    """What lies at a place: by the reader's is_card, how an outline is drawn, and where; set by hand."""

    card: float = 0.5  # is_card from which something at a place is a card ...
    drawn_card: float = 0.3  # ... that was surely read inside a clear outline: pictures come to 0.45 ...
    unread_card: float = 0.75  # ... that was not surely read: backs come to 0.6, faces to 0.9
    clear_card: float = 0.9  # is_card from which a well drawn outline is not tried again
    clearly_drawn: float = 0.75  # nearly all cards are drawn better; neighbours around a gap seldom are
    drawn: float = 0.6  # an outline's score from which something of a card's size lies at a place
    stray: float = 0.3  # of a card: people lay cards a tenth off, seldom two
    beside: float = 0.5  # of a card off its place, from which even a sure one is the neighbour's
    # How far the sides of a sure card may be from their known length. Of 1,300 readings of two simulated
    # games all right ones were within 0.12; a 12 whose 1 is covered was taken for a 2 of 0.82 the width.
    size_off: float = 0.15
    another: float = 0.88  # shared over united area below which an outline is worth another try
    aligning: float = 0.8  # an outline's score from which it tells how the layout lies ...
    align: float = 0.05  # ... which is looked at again there if it is so much of a card off


_SETTINGS = _EyeSettings()


@dataclass(frozen=True, slots=True)
class Eye:
    """A reader with what is known about the table: `make_eye` is the way to it."""

    reader: Reader
    layout: Layout | None = None
    deck: Deck | None = None
    plane: Plane | None = None  # as stored, for when no tags show
    inventory: tuple[str, ...] | None = None  # which cards can be there

    def get_ready(self) -> None:
        """Do ahead what the first card would else wait for."""
        if self.deck is not None and self._is_enrolled:
            self.reader.learn(self.deck)

    def look(self, picture: Picture) -> Sight:
        """See a whole picture; raises PlaneError when the layout has places and no plane is to be had."""
        mat = see_mat(picture)
        plane = mat.plane or self._stored(picture)
        notes = (f"plane {mat.status.value}",) if plane and mat.status is not MatStatus.FRESH else ()
        mat = replace(mat, plane=plane)
        if self.layout is None or self.layout.free:
            return Sight(plane, self.read_anyhow(picture, mat), (), notes)
        if plane is None:
            raise PlaneError(_no_plane(len(mat.tags), self.plane, picture))
        lying = drifted(self.layout, self.align(picture, plane)).places
        places = self.look_at_places(picture, mat, lying)
        cards = tuple(seen.card for seen in places if seen.card is not None)
        return Sight(plane, cards, places, notes)

    def read_anyhow(
        self, picture: Picture, mat: MatSeen, *, region: Region | None = None, known: Sequence[Quad] = ()
    ) -> tuple[CardSeen, ...]:
        """The cards that lie anyhow, best first; what lies on a tag is none.

        `region`: only those whose middle lies there; it is for looking again at what changed, on a mat, while
        other cards lie where they are `known` to be.
        """
        size = self.layout.card.size_mm if self.layout else None
        white, tags = see_white(picture, mat.tags), tuple(mat.tags.values())
        lacks = lacks_cards(self.deck, self.inventory)

        def read_lying(picture: Picture, outlines: Sequence[Quad], white: White | None) -> list[Reading]:
            readings = self._read(picture, outlines, white, laid=Laid.ANYHOW)
            return [_believe(each, _size_at(each, mat.plane, size)) for each in readings]

        return Anyhow(picture, read_lying, size, mat.plane, white, tags, lacks).cards(region, known)

    def still_shown(self, picture: Picture, mat: MatSeen, cards: Sequence[CardSeen]) -> list[bool]:
        """Whether each of these cards is what a picture shows where it lay, surely or in no less doubt."""
        quads = [card.corners for card in cards]
        readings = self._read(picture, quads, see_white(picture, mat.tags), laid=Laid.ANYHOW)
        return [_is_shown(card, reading) for card, reading in zip(cards, readings, strict=True)]

    def look_at_places(
        self,
        picture: Picture,
        mat: MatSeen,
        places: Sequence[Place],
        lying: Mapping[str, str | None] = MappingProxyType({}),
    ) -> tuple[PlaceSeen, ...]:
        """What lies at each of these places; `lying`: cards that are known to, which need only be checked."""
        if mat.plane is None:
            return ()
        white, expected = see_white(picture, mat.tags), _expected(mat.plane, places)
        near = find_all_near(picture, expected, most=2)
        names = [lying.get(place.name) for place in places] if lying else ()
        first = self._read(picture, [found[0].corners for found in near], white, expected=names)
        readings = self._read_again(picture, near, expected, first, white)
        unread = any(reading.card is None or reading.is_card < _SETTINGS.card for reading in readings)
        around = self.layout.places if self.layout else places
        bare = bare_table(picture, mat.plane, around) if unread else None
        return tuple(
            _judge_place(picture, place, found[0], reading, bare, quad)
            for place, found, reading, quad in zip(places, near, readings, expected, strict=True)
        )

    def align(self, picture: Picture, plane: Plane) -> Drift:
        """How far the whole layout lies off its usual spot, from the outlines that are clear."""
        if self.layout is None or self.layout.free:
            return Drift()
        near = find_all_near(picture, _expected(plane, self.layout.places), most=1)
        clear = [as_quad(plane.to_mm(found.corners)) for (found,) in near if found.drawn > _SETTINGS.aligning]
        drift = fit_drift(self.layout, clear)
        moved = drifted(self.layout, drift).places
        pairs = zip(moved, self.layout.places, strict=True)
        far = max(math.dist(a.centre_mm, b.centre_mm) for a, b in pairs) / self.layout.card.width_mm
        return drift if far > _SETTINGS.align else Drift()

    def _read(
        self,
        picture: Picture,
        outlines: Sequence[Quad],
        white: White | None,
        laid: Laid | None = None,
        expected: Sequence[str | None] = (),
    ) -> list[Reading]:
        if not outlines:
            return []
        readings = self._ask(picture, outlines, white, laid or self._laid(), self.deck, expected)
        if self.deck is None or not lacks_cards(self.deck, self.inventory):
            return readings
        return self._read_unknown(picture, outlines, readings, white, laid or Laid.UPRIGHT)

    def _ask(
        self,
        picture: Picture,
        outlines: Sequence[Quad],
        white: White | None,
        laid: Laid,
        deck: Deck | None = None,
        expected: Sequence[str | None] = (),
    ) -> list[Reading]:
        """What the reader says, with a deck or by number and colour as numbers stand on the own deck's cards.

        Cards that lie on a corner may be made for that: until the deck tells, no number of theirs is sure.
        """
        lean = self.reader.told_lean(self.deck)
        by_number = deck is None or not deck.references
        leans = LEANS[:2] if lean is None and by_number and self._lie_on_corners else (lean or 0,)
        ways = [
            self.reader.read_outlines(
                picture,
                outlines,
                white=white,
                laid=laid,
                deck=deck,
                inventory=self.inventory,
                expected=expected,
                lean=each,
            )
            for each in leans
        ]
        return ways[0] if len(ways) == 1 else [leave_open(each) for each in zip(*ways, strict=True)]

    @property
    def _lie_on_corners(self) -> bool:
        places = self.layout.places if self.layout else ()
        return bool(places) and all(round(place.turn_degrees) % 90 == 45 for place in places)

    def _read_unknown(
        self,
        picture: Picture,
        outlines: Sequence[Quad],
        readings: list[Reading],
        white: White | None,
        laid: Laid,
    ) -> list[Reading]:
        """Where a half known deck is not sure, number and colour may be, if they stay so at a second look."""
        deck, plain = self.deck or Deck(""), dict(enumerate(readings))
        if deck.references:
            unsure = [
                at for at, each in plain.items() if each.card is None and each.is_card >= _SETTINGS.card
            ]
            again = self._ask(picture, [outlines[at] for at in unsure], white, laid)
            plain = dict(zip(unsure, again, strict=True))
        steady = {at: self._look_twice(picture, each, white) for at, each in plain.items()}
        if not deck.references:
            return [steady[at] for at in range(len(readings))]
        joined = [join_readings(each, steady.get(at), deck) for at, each in enumerate(readings)]
        for at, each in steady.items():
            if joined[at].card is None and each.corners is not None:
                patch = rectify(picture, each.corners, white=white)
                joined[at] = tell_suit(joined[at], each.number, patch, deck, self.inventory or ())
        return joined

    def _look_twice(self, picture: Picture, reading: Reading, white: White | None) -> Reading:
        """A card that was read by its number, sure only if slightly other pictures of it say the same."""
        if reading.number is None or reading.corners is None:
            return reading
        lean = self.reader.told_lean(self.deck) or 0
        steady = self.reader.stays(picture, reading, white, self.inventory, lean)
        return reading if steady else replace(reading, card=None, number=None, colour=None)

    def _read_again(
        self,
        picture: Picture,
        near: Sequence[Sequence[Observation]],
        expected: Sequence[Quad],
        first: Sequence[Reading],
        white: White | None,
    ) -> list[Reading]:
        """Where a card is not read surely, try its other outlines: the reader chooses."""
        readings = [_believe_at(quad, each) for each, quad in zip(first, expected, strict=True)]
        doubtful = [
            index
            for index, reading in enumerate(readings)
            if reading.card is None
            and (reading.is_card >= _SETTINGS.card / 2 or near[index][0].drawn > _SETTINGS.drawn)
            and (self._is_enrolled or not _is_clear(reading, near[index][0]))
        ]
        others = [(index, quad) for index in doubtful for quad in _others(near[index], expected[index])]
        again = self._read(picture, [quad for _, quad in others], white)
        for index in doubtful:
            tried = [reading for (at, _), reading in zip(others, again, strict=True) if at == index]
            looks = _believe_together(expected[index], [first[index], *tried])
            readings[index] = heed_strangers(combine(looks), looks, self.deck, self.inventory)
        return readings

    def _laid(self) -> Laid:
        """How cards lie at places; where no reference tells a 6 from a 9, the end that is up does."""
        return self.layout.laid if self.layout is not None and self._is_enrolled else Laid.UPRIGHT

    @property
    def _is_enrolled(self) -> bool:
        return self.deck is not None and bool(self.deck.references)

    def _stored(self, picture: Picture) -> Plane | None:
        fits = self.plane is not None and self.plane.size_px == (picture.shape[1], picture.shape[0])
        return self.plane if fits else None


def make_eye(
    layout: Layout | None = None,
    deck: Deck | None = None,
    plane: Plane | None = None,
    inventory: Sequence[str] | None = None,
    *,
    reader: Reader | None = None,
) -> Eye:
    """The eye over a table, from what is known of it: the one way from a picture to its cards.

    `plane`: stored, for when no tags show. `inventory`: which cards can be there. `reader`: another than the
    shipped one.
    """
    known = None if inventory is None else tuple(inventory)
    return Eye(reader or shipped_reader(), layout, deck, plane, known)


@lru_cache(maxsize=1)
def shipped_reader() -> Reader:
    """The one reader, loaded when it is first needed."""
    return Reader.load()


def _believe(reading: Reading, size_px: Point | None) -> Reading:
    """A reading, sure only if the card was found as large as cards are there."""
    if reading.card is None or reading.corners is None or size_px is None:
        return reading
    off = max(abs(side / wanted - 1) for side, wanted in zip(_sides(reading.corners), size_px, strict=True))
    return reading if off <= _SETTINGS.size_off else withdraw(reading)


def _believe_at(expected: Quad, reading: Reading) -> Reading:
    """A reading, sure only if the card was found as large as its place, and nearer to it than to the next."""
    size = _sides(expected)
    off = math.dist(middle(reading.corners or expected), middle(expected))
    return _believe(reading, size) if off <= _SETTINGS.beside * size[0] else withdraw(reading)


def _believe_together(expected: Quad, readings: Sequence[Reading]) -> list[Reading]:
    """Readings of one place: a card that one outline shows in the wrong size is sure in none of them."""
    believed = [_believe_at(expected, each) for each in readings]
    doubted = {each.card for each, kept in zip(readings, believed, strict=True) if kept.card is None}
    return [withdraw(each) if each.card and each.card in doubted else each for each in believed]


def _sides(quad: Quad) -> Point:
    """The shorter and the longer side of an outline, each the mean of two."""
    shorter, longer = side_lengths(np.array([quad]))[0].tolist()
    return shorter, longer


def _size_at(reading: Reading, plane: Plane | None, size_mm: Point | None) -> Point | None:
    """How large a card is where one was read, if that is known."""
    if plane is None or size_mm is None or reading.corners is None:
        return None
    (centre,) = plane.to_mm(np.array([middle(reading.corners)]))
    scale = plane.scale_at((float(centre[0]), float(centre[1])))
    return min(size_mm) * scale, max(size_mm) * scale


def _is_shown(card: CardSeen, reading: Reading) -> bool:
    if reading.is_card < _SETTINGS.card:
        return False
    if card.card is not None:
        return reading.card == card.card
    firsts = [candidates[0][0] for candidates in (card.candidates, reading.candidates) if candidates]
    return reading.card is None and len(set(firsts)) == 1


def _is_clear(reading: Reading, near: Observation) -> bool:
    """Whether it is plain where the card lies: another outline will not make its number readable."""
    return reading.is_card >= _SETTINGS.clear_card and near.drawn >= _SETTINGS.clearly_drawn


def _others(near: Sequence[Observation], expected: Quad) -> list[Quad]:
    """Outlines worth a second try: too far off for the reader to have straightened the first to them."""
    tried = [near[0].corners]
    for quad in (*(found.corners for found in near[1:]), expected):
        if all(quad_iou(quad, other) < _SETTINGS.another for other in tried):
            tried.append(quad)
    return tried[1:]


def _expected(plane: Plane, places: Sequence[Place]) -> list[Quad]:
    """Where on the picture a card lies that lies exactly at its place."""
    corners = np.array([place.corners_mm() for place in places]).reshape(-1, 4, 2)
    return [as_quad(quad) for quad in plane.to_picture(corners)]


def _no_plane(tags: int, known: Plane | None, picture: Picture) -> str:
    """Why there is no plane, and what to do."""
    if known is not None:
        seen, stored = f"{picture.shape[1]} x {picture.shape[0]}", "{} x {}".format(*known.size_px)
        return f"the picture is {seen} but the calibration is for {stored}; calibrate again"
    only = f"only {tags} of the 4 corner tags {'is' if tags == 1 else 'are'}"
    found = only if tags else "no corner tag is"
    return f"{found} in sight and there is no stored calibration; show the tags or run companion calibrate"


def _judge_place(
    picture: Picture, place: Place, near: Observation, reading: Reading, bare: Bare | None, expected: Quad
) -> PlaceSeen:
    """A face that reads as a card is one; else the outline and the table's own colour tell."""
    if reading.card is None and _strays(reading.corners or near.corners, expected):
        there = bare is not None and not is_bare(picture, expected, bare)
        return PlaceSeen(place.name, PlaceState.HIDDEN if there else PlaceState.EMPTY, None, near.drawn)
    undrawn = reading.card is None and near.drawn < _SETTINGS.clearly_drawn
    if undrawn and bare is not None and is_bare(picture, near.corners, bare):
        return PlaceSeen(place.name, PlaceState.EMPTY, None, near.drawn)
    if reading.is_card >= _card_at_least(reading, near):
        card = as_card(reading, near.corners, place.name)
        return PlaceSeen(place.name, PlaceState.CARD, card, near.drawn)
    if bare is not None and is_bare(picture, near.corners, bare):
        return PlaceSeen(place.name, PlaceState.EMPTY, None, near.drawn)
    drawn = near.drawn >= _SETTINGS.drawn
    state = PlaceState.BACK if drawn else PlaceState.HIDDEN if bare is not None else PlaceState.EMPTY
    return PlaceSeen(place.name, state, None, near.drawn)


def _card_at_least(reading: Reading, near: Observation) -> float:
    """How much of a card an outline must look like to be one: the less, the more is known of it."""
    if reading.card is None:
        return _SETTINGS.unread_card
    return _SETTINGS.drawn_card if near.drawn >= _SETTINGS.clearly_drawn else _SETTINGS.card


def _strays(corners: Quad, expected: Quad) -> bool:
    """Whether an unread outline is so far off its place that it is half of a neighbour."""
    side = math.dist(expected[0], expected[1])
    return math.dist(middle(corners), middle(expected)) > _SETTINGS.stray * side
