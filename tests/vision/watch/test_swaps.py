"""A card swapped for a like one in the very same pose is noticed, whatever the deck: a hand passed over it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import Any, cast

import cv2
import numpy as np
import pytest

from companion.decks import load_deck
from companion.table.layout import load_layout
from companion.table.practice import practice_face
from vision.eye import Eye
from vision.geometry import middle
from vision.lab.scene import draw_face, random_deck
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.plane.layout import Drift, Layout
from vision.plane.mat import MatSeen
from vision.types import Picture, Place, Plane, Quad
from vision.watch.motion import Grey
from vision.watch.table_watcher import Steady, TableWatcher

SIZE = (480, 270)
PLANE = Plane(SIZE, (2.0, 0.0, -480.0, 0.0, 2.0, -270.0, 0.0, 0.0, 1.0))  # two millimetres a pixel
ROWS, COLUMNS, STEP_MM = 3, 8, (110.0, 130.0)
TABLE, SKIN, NOISE = 110, 160, 1.5  # grey levels
LIGHT = 0.4  # a dim lamp: what differs little differs less
HAND_PX = 40
READ_FRAMES = 13
BLANK = np.zeros((270, 480, 3), np.uint8)


@dataclass
class Truth:
    """Which card lies on which spot; it stands in for the eye, that reads wherever it is asked to."""

    layout: Layout
    faces: dict[str, Grey]
    lying: dict[str, str] = field(default_factory=dict)
    mat: None = None
    plane: Plane = PLANE

    def __post_init__(self) -> None:
        columns, rows = range(-COLUMNS // 2, COLUMNS // 2), range(-(ROWS // 2), ROWS // 2 + 1)
        anyhow = ((x + 0.5, y) for y in rows for x in columns)
        free = [
            Place(f"{x} {y}", (x * STEP_MM[0], y * STEP_MM[1]), self.layout.card.size_mm) for x, y in anyhow
        ]
        self.spots = {each.name: each for each in self.layout.places or free}
        self.boxes = {name: box_of(place) for name, place in self.spots.items()}
        self.grey = np.full(SIZE[::-1], TABLE, np.uint8)

    def lay(self, spot: str, card: str) -> None:
        left, top, right, bottom = self.boxes[spot]
        face = cv2.resize(self.faces[card], (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        self.grey[top:bottom, left:right] = face
        self.lying[spot] = card

    def get_ready(self) -> None: ...

    def align(self, picture: Picture, plane: Plane) -> Drift:
        return Drift()

    def look_at_places(
        self, picture: Picture, mat: MatSeen, places: Sequence[Place], lying: Any = None
    ) -> tuple[PlaceSeen, ...]:
        return tuple(self._at(place) for place in places)

    def _at(self, place: Place) -> PlaceSeen:
        card = self.lying.get(place.name)
        if card is None:
            return PlaceSeen(place.name, PlaceState.EMPTY)
        return PlaceSeen(place.name, PlaceState.CARD, self._seen(place.name), drawn=1.0)

    def _seen(self, spot: str) -> CardSeen:
        left, top, right, bottom = self.boxes[spot]
        corners: Quad = ((left, top), (right, top), (right, bottom), (left, bottom))
        return CardSeen(corners, self.lying[spot], candidates=((self.lying[spot], 0.99),), place=spot)

    def read_anyhow(
        self, picture: Picture, mat: MatSeen, *, region: Any = None, **known: Any
    ) -> tuple[CardSeen, ...]:
        cards = map(self._seen, self.lying)
        return tuple(card for card in cards if region is None or region.holds(middle(card.corners)))

    def still_shown(self, picture: Picture, mat: MatSeen, cards: Sequence[CardSeen]) -> list[bool]:
        return [self.lying[card.place or ""] == card.card for card in cards]


def box_of(place: Place) -> tuple[int, int, int, int]:
    """Where a card lies on the small frame; a card on its corner as one that lies straight."""
    x, y = PLANE.to_picture(place.centre_mm)
    width, height = (side / 4 for side in place.size_mm)
    left, top, right, bottom = (round(each) for each in (x - width, y - height, x + width, y + height))
    return left, top, right, bottom


@dataclass(frozen=True)
class Moment:
    grey: Grey
    seconds: float
    picture: Picture = field(default_factory=lambda: BLANK)


class Passage:
    """A table over which a hand passes from left to right and swaps cards on its way."""

    def __init__(self, game: str, faces: dict[str, Picture]) -> None:
        grey = {
            name: np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.uint8) for name, face in faces.items()
        }
        self.truth = Truth(load_layout(game), grey)
        self.watcher = TableWatcher(cast(Eye, self.truth))
        self.seconds = 0.0
        rng = np.random.default_rng(1)
        self._noise = [rng.normal(0, NOISE, SIZE[::-1]).astype(np.int8) for _ in range(5)]

    def frame(self, hand_px: int | None = None) -> Steady | None:
        self.seconds = round(self.seconds + 0.1, 3)
        grey = self.truth.grey.copy()
        if hand_px is not None:
            cv2.rectangle(grey, (hand_px, 12), (hand_px + HAND_PX, SIZE[1]), (SKIN,), -1)
        grey = np.asarray(cv2.convertScaleAbs(grey, alpha=LIGHT), np.uint8)
        noise = self._noise[round(self.seconds * 10) % len(self._noise)]
        return self.watcher.update(Moment(np.asarray(cv2.add(grey, noise, dtype=cv2.CV_8U)), self.seconds))

    def swap(self, cards: Sequence[str]) -> dict[str, str]:
        """The hand lays these cards in the pose of those that lie there; what was read thereafter."""
        comes = dict(zip(self.truth.spots, cards, strict=False))
        seen: dict[str, str] = {}
        for hand in range(-HAND_PX, SIZE[0], HAND_PX):
            for spot, card in comes.items():
                if hand <= middle_of(self.truth.boxes[spot]) < hand + HAND_PX:
                    self.truth.lay(spot, card)
            seen |= cards_on(self.frame(hand))
        for _ in range(READ_FRAMES):
            seen |= cards_on(self.frame())
        return seen


def cards_on(steady: Steady | None) -> dict[str, str]:
    """What a steady table shows on each spot, if there is one."""
    if steady is None:
        return {}
    cards = [*steady.cards, *(each.card for each in steady.places if each.card)]
    return {each.place: each.card for each in cards if each.place and each.card}


def middle_of(box: tuple[int, int, int, int]) -> float:
    return (box[0] + box[2]) / 2


def rounds(names: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """Pairs of names, each name once in a round, until every two have met: as in a tournament."""
    ring = [*names, *([""] if len(names) % 2 else [])]
    half = len(ring) // 2
    for _ in range(len(ring) - 1):
        pairs = zip(ring[:half], ring[: half - 1 : -1], strict=True)
        yield [(one, other) for one, other in pairs if one and other]
        ring = [ring[0], ring[-1], *ring[1:-1]]


def families(names: Sequence[str]) -> list[list[str]]:
    """Names that differ by a number only."""
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(name.rsplit("-", 1)[0], []).append(name)
    return [family for family in alike.values() if len(family) > 1]


def overlooked(passage: Passage, alike: Sequence[Sequence[str]]) -> list[str]:
    """Every swap of two like cards after which another card was believed to lie there."""
    missed, most = [], len(passage.truth.spots)
    for meetings in zip_longest(*map(rounds, alike), fillvalue=[]):
        pairs = list(chain(*meetings))
        for part in (pairs[at : at + most] for at in range(0, len(pairs), most)):
            for cards in zip(*part, strict=True):
                seen = passage.swap(cards)
                lying = zip(passage.truth.spots, cards, strict=False)
                missed += [f"{card} was {seen.get(spot)}" for spot, card in lying if seen.get(spot) != card]
    return missed


@pytest.mark.parametrize("game", ["ascent", "tranquility", "elevation"])
def test_no_swap_in_a_practice_deck_is_overlooked(game: str) -> None:
    cards = tuple(load_deck(game))
    passage = Passage(game, {card: practice_face(game, card, 64) for card in cards})
    assert overlooked(passage, families(cards)) == []


@pytest.mark.parametrize("seed", range(10))
def test_no_swap_in_a_random_deck_is_overlooked(seed: int) -> None:
    rng = np.random.default_rng(seed)
    deck = random_deck(rng)
    numbers = rng.choice(100, 10, replace=False).tolist()
    faces = {f"red-{each}": draw_face(deck, each, "red", width_px=64) for each in numbers}
    assert overlooked(Passage("ascent", faces), [list(faces)]) == []
