"""Several frames of one still table: what each shows comes in, one reading of the table goes out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from vision.geometry import as_lying, is_one_card
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.plane.mat import MatSeen
from vision.read.judgement import agree
from vision.read.patch import rectify
from vision.read.white import see_white
from vision.types import Picture, Place
from vision.watch.settings import SETTINGS

_Value = TypeVar("_Value", int, str)


def combine_places(seen: Sequence[PlaceSeen]) -> PlaceSeen:
    """One place over several frames: what most show; a card is sure when no frame speaks against it."""
    state = Counter(each.state for each in seen).most_common(1)[0][0]
    alike = [each for each in seen if each.state is state]
    cards = [each.card for each in alike if each.card is not None]
    return replace(alike[-1], card=_combine_seen(cards)) if cards else alike[-1]


def _combine_seen(cards: Sequence[CardSeen]) -> CardSeen:
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
    if not frames:
        return ()
    groups: list[list[CardSeen]] = []
    for card in (card for frame in frames for card in frame):
        group = next(
            (each for each in groups if is_one_card(each[-1].corners, card.corners, overlapping=True)), None
        )
        if group is None:
            groups.append([card])
        else:
            group.append(card)
    return tuple(_combine_seen(group) for group in groups if len(group) * 2 > len(frames))


def is_whole(seen: PlaceSeen) -> bool:
    """Whether a card is surely read and its whole outline in sight: a hand over a card crosses its edge."""
    return is_read(seen) and seen.drawn >= SETTINGS.whole


def is_half_seen(seen: PlaceSeen) -> bool:
    """Whether a card is not surely read and a part of its outline is out of sight."""
    return seen.card is not None and seen.card.card is None and seen.drawn < SETTINGS.whole


def is_read(seen: PlaceSeen) -> bool:
    """Whether a card is surely read."""
    return seen.card is not None and seen.card.card is not None


def is_sure(card: CardSeen | None, twin: CardSeen | None) -> bool:
    """Whether two frames read the same card without a doubt, or both none."""
    if card is None or twin is None:
        return card is twin
    return card.card is not None and card.card == twin.card


def cut_out(
    picture: Picture,
    mat: MatSeen,
    places: Sequence[PlaceSeen],
    cards: Sequence[CardSeen],
    layout: Sequence[Place],
) -> tuple[tuple[PlaceSeen, ...], tuple[CardSeen, ...]]:
    """What was read with each card's patch, for who learns; an unread card is held as its place lies."""
    white, lying = see_white(picture, mat.tags), {each.name: each.corners_mm() for each in layout}

    def with_patch(card: CardSeen) -> CardSeen:
        place = None if card.card is not None or card.place is None else lying.get(card.place)
        quad = card.corners
        if place is not None and mat.plane is not None:
            quad = as_lying(quad, mat.plane.to_picture(place))
        return replace(card, patch=rectify(picture, quad, white=white))

    seen = tuple(each if each.card is None else replace(each, card=with_patch(each.card)) for each in places)
    return seen, tuple(card if card.patch is not None else with_patch(card) for card in cards)


def known_card(seen: PlaceSeen) -> str | None:
    """The card that surely lies on a place, no name where surely none does, None where neither is sure."""
    if seen.card is None:
        return "" if seen.state is PlaceState.EMPTY else None
    return seen.card.card
