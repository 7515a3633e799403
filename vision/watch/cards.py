"""Cards seen again and again: frames and looks come in, what they show together and what stays goes out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from vision.geometry import as_lying, as_quad, is_one_card, points_inside, spread
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.plane.mat import MatSeen
from vision.read.judgement import agree
from vision.read.patch import rectify
from vision.read.white import see_white
from vision.types import Floats, Picture, Place, Plane, Quad, Region
from vision.watch.settings import SETTINGS
from vision.watch.settle import Cells

_Value = TypeVar("_Value", int, str)


def combine_places(seen: Sequence[PlaceSeen]) -> PlaceSeen:
    """One place over several frames: what most show; a card is sure when hardly a frame speaks against it.

    One of which only a part is in sight is sure when none does: of a 6 behind its neighbour two frames made
    an 8.
    """
    state = Counter(each.state for each in seen).most_common(1)[0][0]
    alike = [each for each in seen if each.state is state]
    cards = [each.card for each in alike if each.card is not None]
    if not cards:
        return alike[-1]
    card, first = combine_seen(cards), {each.candidates[0][0] for each in cards if each.candidates}
    if card.card is not None and alike[-1].drawn < SETTINGS.whole and first > {card.card}:
        card = card.unsure()
    return replace(alike[-1], card=card)


def combine_seen(cards: Sequence[CardSeen]) -> CardSeen:
    """One card of which there were several looks: sure when no look leans to another."""
    name, candidates = agree([(card.card, card.candidates) for card in cards])
    last = next((card for card in reversed(cards) if card.card == name), cards[-1])
    number, colour = _common(card.number for card in cards), _common(card.colour for card in cards)
    return replace(last, card=name, number=number, colour=colour, candidates=candidates)


def _common(values: Iterable[_Value | None]) -> _Value | None:
    """What some frames tell and none otherwise."""
    told = {value for value in values if value is not None}
    return told.pop() if len(told) == 1 else None


def combine_cards(frames: Sequence[Sequence[CardSeen]]) -> tuple[CardSeen, ...]:
    """Cards lying anyhow over several frames: those that most frames show, each read over all of them."""
    groups: list[list[CardSeen]] = []
    for card in (card for frame in frames for card in frame):
        same = [group for group in groups if _lies_on(group[-1], card)]
        if same:
            same[0].append(card)
        else:
            groups.append([card])
    return tuple(combine_seen(group) for group in groups if len(group) * 2 > len(frames))


def _lies_on(card: CardSeen, other: CardSeen) -> bool:
    """Whether two cards that may cover each other lie in one spot."""
    return is_one_card(card.corners, other.corners, overlapping=True)


def is_read(seen: PlaceSeen) -> bool:
    """Whether a card is surely read."""
    return seen.card is not None and seen.card.card is not None


def is_whole(seen: PlaceSeen) -> bool:
    """Whether a card is surely read and its whole outline in sight: a hand over a card crosses its edge."""
    return is_read(seen) and seen.drawn >= SETTINGS.whole


def is_half_seen(seen: PlaceSeen, lay: str | None) -> bool:
    """Whether a part of an outline is out of sight, of a card that is not surely read or did not lie there.

    A hand of the table's own colour hardly changes the small frame, and half a card may be enough to read it.
    It may also hide all of a card.
    """
    if seen.state is PlaceState.HIDDEN:
        return bool(lay)
    if seen.card is None or (seen.card.card is not None and seen.card.card == lay):
        return False
    return seen.drawn < (SETTINGS.whole if seen.card.card is None else SETTINGS.half)


def known_card(seen: PlaceSeen) -> str | None:
    """The card that surely lies on a place, no name where surely none does, None where neither is sure."""
    if seen.card is None:
        return "" if seen.state is PlaceState.EMPTY else None
    return seen.card.card


def cut_out(
    picture: Picture,
    mat: MatSeen,
    places: Sequence[PlaceSeen],
    cards: Sequence[CardSeen],
    layout: Sequence[Place],
) -> tuple[tuple[PlaceSeen, ...], tuple[CardSeen, ...]]:
    """What was read with each card's patch, for who learns; an unread card is held as its place lies.

    So is what seems to be a back: a face never shown may be taken for one until a person names it.
    """
    white, lying = see_white(picture, mat.tags), {each.name: each.corners_mm() for each in layout}

    def with_patch(card: CardSeen) -> CardSeen:
        quad = card.corners
        if card.card is None and card.place in lying and mat.plane is not None:
            quad = as_lying(quad, mat.plane.to_picture(lying[card.place]))
        return replace(card, patch=rectify(picture, quad, white=white))

    def seen_at(place: PlaceSeen) -> CardSeen | None:
        if place.state is PlaceState.BACK and place.place in lying and mat.plane is not None:
            return CardSeen(as_quad(mat.plane.to_picture(lying[place.place])), place=place.place)
        return place.card

    held = ((each, seen_at(each)) for each in places)
    seen = tuple(each if card is None else replace(each, card=with_patch(card)) for each, card in held)
    return seen, tuple(card if card.patch is not None else with_patch(card) for card in cards)


def as_they_came(cards: Sequence[CardSeen], before: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """Cards lying anyhow in the order in which they came: those seen before keep theirs."""

    def rank(card: CardSeen) -> int:
        return next((index for index, old in enumerate(before) if is_among(old, (card,))), len(before))

    return tuple(sorted(cards, key=rank))


def is_among(card: CardSeen, cards: Sequence[CardSeen]) -> bool:
    """Whether a card is one of those seen: by its name or its outline."""
    return any((card.card is not None and card.card == each.card) or _lies_on(card, each) for each in cards)


def still_there(card: CardSeen, before: Sequence[CardSeen]) -> CardSeen:
    """A card, with the name of the one that lay in its spot if it is not sure and may still be that one."""
    names = {name for name, share in card.candidates if share >= SETTINGS.may_be and card.card is None}
    old = next((each for each in before if each.card in names and _lies_on(card, each)), None)
    return card if old is None else replace(old, corners=card.corners)


def once_each(cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """Cards of which there is one each: where a name is seen twice, the first keeps it."""
    names = [card.card for card in cards]
    return tuple(card.unsure() if card.card in names[:index] else card for index, card in enumerate(cards))


def covered_share(card: CardSeen, cells: Cells, scale: Floats) -> float:
    """How much of a card lies on these cells of the small frame."""
    points = (points_inside(card.corners, 0.0, 5) * scale).astype(int).tolist()
    return sum((x, y) in cells for x, y in points) / len(points)


def cells_under(quad: Quad, scale: Floats) -> Cells:
    """The cells of the small frame that an outline lies on."""
    return frozenset((x, y) for x, y in (points_inside(quad, 0.0, 5) * scale).astype(int).tolist())


def cells_of(places: Sequence[Place], plane: Plane, scale: Floats) -> dict[str, Cells]:
    """The cells that each place lies on, a little less than the whole card."""
    quads = plane.to_picture(np.array([place.corners_mm() for place in places]))
    return {
        place.name: cells_under(spread(as_quad(quad), SETTINGS.inner), scale)
        for place, quad in zip(places, quads, strict=True)
    }


def under(hand: Cells, cells: dict[str, Cells]) -> frozenset[str]:
    """The places that a hand's cells touch."""
    return frozenset(name for name, place in cells.items() if place & hand)


def box_around(cells: Cells, scale: Floats, cards: Sequence[CardSeen] = ()) -> Region:
    """The part of the picture that holds these cells and cards."""
    corners = [(x + dx, y + dy) for x, y in cells for dx in (0, 1) for dy in (0, 1)]
    points = (np.array(corners).reshape(-1, 2) / scale).tolist()
    return Region.around([*points, *(point for card in cards for point in card.corners)])


def region_of(
    changed: Cells, cards: Sequence[CardSeen], plane: Plane, scale: Floats, card_mm: float
) -> Region | None:
    """The part of the picture that changed or holds these cards; None: look at all of it."""
    if not changed and not cards:
        return Region(0, 0, 0, 0)
    box = box_around(changed, scale, cards).grown(plane.scale_at((0.0, 0.0)) * card_mm / 2)
    share = (box.right - box.left) * (box.bottom - box.top) / math.prod(plane.size_px)
    return box if share < SETTINGS.everywhere else None
