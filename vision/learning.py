"""Learning a deck while it is played with: cards that people confirmed come in, a careful deck goes out.

A card that looks like another one, or whose number says another, is kept apart until it is confirmed again:
a wrong confirmation poisons nothing. Two sightings that agree make a reference firm. What a firm card or its
number denies is taken for a slip until three agree; then both are asked about, for both look the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.decks import MOST_REFERENCES, SHOWN, Deck, Reference
from vision.read.half_known import contradicts, shows_number, told_number
from vision.read.naming import number_of
from vision.read.patch import SIDE_PX
from vision.read.prints import card_edges
from vision.read.reader import Reader
from vision.read.reading import Reading
from vision.read.suits import suits_of
from vision.types import Picture

MOST_VIEWS = 4  # of one card: the most different ones
# Sightings that must agree where a firm card, on which two agree, looks the same, or the number says another.
_DENIED = 3
_FIRM = 2  # sightings that agree make a reference firm
_OBLONG = 0.05  # of a patch: what a card's longer sides are nearer to its rim than the shorter ones
_SHAPE_KNOWN = 3  # cards that tell whether they are higher than wide
_THUMB_PX = 24  # side at which views of one card are compared with each other


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A card that a person confirmed: its upright patch, and which event of which record says so."""

    card: str
    patch: Picture
    source: str


def learn_sighting(
    reader: Reader,
    deck: Deck,
    sighting: Sighting,
    inventory: Collection[str],
    used: Deck | None = None,
) -> Deck:
    """The deck after one more confirmed card; `used` is what `deck.used()` gave, if the reader knows that."""
    used = used or deck.used()
    upright = _hold_as_others(reader, deck, sighting, inventory, used)
    return deck if upright is None else _learn_upright(reader, deck, upright, inventory, used)


def _hold_as_others(
    reader: Reader, deck: Deck, sighting: Sighting, inventory: Collection[str], used: Deck
) -> Sighting | None:
    """A card as the others are held, upright or across; none if it lies on its side and no number tells how.

    A card in doubt that lies anyhow may be cut out so; nothing is ever read with such a reference.
    """
    if not _is_on_its_side(sighting.patch, _lie_across(deck)):
        return sighting
    ways = [np.ascontiguousarray(np.rot90(sighting.patch, turns)) for turns in (1, 3)]
    named = zip(ways, reader.name_patches(ways, inventory, used), strict=True)
    shown = [way for way, each in named if each.turn == 0 and shows_number(sighting.card, each)]
    return replace(sighting, patch=shown[0]) if len(shown) == 1 else None


def _is_across(patch: Picture) -> bool | None:
    """Whether a card is wider than high; None for one that is nearly square."""
    left, top = card_edges(patch)
    return None if abs(left - top) < _OBLONG * SIDE_PX else top > left


def _is_on_its_side(patch: Picture, across: bool | None) -> bool:
    """Whether a card is held otherwise than those that are known."""
    held = _is_across(patch)
    return None not in (held, across) and held is not across


def _lie_across(deck: Deck) -> bool | None:
    """Whether most cards of a deck are wider than high, if that is told by some."""
    told = [across for each in deck.references if (across := _is_across(each.patch)) is not None]
    return sum(told) * 2 > len(told) if len(told) >= _SHAPE_KNOWN else None


def _learn_upright(
    reader: Reader, deck: Deck, sighting: Sighting, inventory: Collection[str], used: Deck
) -> Deck:
    found = _read(reader, used, sighting.patch)
    rival = None if found is None else found.card
    if rival == sighting.card:
        return _agree(deck, _likest(deck, rival, sighting.patch), sighting.source)
    named = reader.name_patches([sighting.patch], inventory, used)[0]
    if rival is not None:
        false = _find_false_view(reader, deck, rival, sighting, named, inventory, used)
        if false is not None:
            cleared = deck.without_view(false)
            return _learn_upright(reader, cleared, sighting, inventory, cleared.used())
    twin = _find_twin(reader, deck, sighting, named, inventory, used)
    if twin is not None:
        other_tint = suits_of(deck).deny(sighting.card, sighting.patch)
        denied = other_tint or rival in deck.firm_cards() or contradicts(sighting.card, named)
        return _agree(deck, twin, sighting.source, needed=_DENIED if denied else _FIRM)
    if rival is not None:
        deck = _set_apart(deck, rival)
    doubtful = rival is not None or _is_doubtful(deck, sighting, found, named)
    return _sift(_with_view(deck, sighting, apart=doubtful))


def _read(reader: Reader, deck: Deck, patch: Picture) -> Reading | None:
    return reader.read_patches([patch], deck=deck)[0] if deck.references else None


def _agree(deck: Deck, at: int, source: str, needed: int = _FIRM) -> Deck:
    """One more sighting of what a reference shows makes it firm, and one that was apart is used.

    Where something denies it, one more must agree: slips are often the same slip.
    """
    reference = deck.references[at]
    if reference.firm and not reference.apart:
        return deck
    sightings = (*reference.sightings[: _DENIED - 1], source)
    both = replace(reference, sightings=sightings, apart=len(sightings) < needed)
    agreed = replace(deck, references=(*deck.references[:at], both, *deck.references[at + 1 :]))
    return _without_spare(agreed, both.card) if reference.apart else agreed


def _find_false_view(
    reader: Reader,
    deck: Deck,
    rival: str,
    sighting: Sighting,
    named: Reading,
    inventory: Collection[str],
    used: Deck,
) -> int | None:
    """The learnt view that made a card look like another one, if its own number is the card's."""
    if not shows_number(sighting.card, named) or not contradicts(rival, named):
        return None
    at = _likest(deck, rival, sighting.patch)
    view = deck.references[at]
    shown = reader.name_patches([view.patch], inventory, used)[0]
    false = SHOWN not in view.sightings and shows_number(sighting.card, shown) and contradicts(rival, shown)
    return at if false else None


def _find_twin(
    reader: Reader,
    deck: Deck,
    sighting: Sighting,
    named: Reading,
    inventory: Collection[str],
    used: Deck,
) -> int | None:
    """The reference that is kept apart under this name and shows the same, with the same number and suit."""
    suits = suits_of(deck)
    other_tint = suits.deny(sighting.card, sighting.patch)
    for at, reference in enumerate(deck.references):
        like = reference.apart and suits.deny(reference.card, reference.patch) == other_tint
        if reference.card == sighting.card and like:
            alone = _read(reader, Deck(deck.name, deck.game, (reference,), complete=False), sighting.patch)
            shown = reader.name_patches([reference.patch], inventory, used)[0]
            if alone is not None and alone.card == sighting.card and not _tell_other_numbers(named, shown):
                return at
    return None


def _tell_other_numbers(one: Reading, other: Reading) -> bool:
    numbers = told_number(one), told_number(other)
    return None not in numbers and numbers[0] != numbers[1]


def _set_apart(deck: Deck, rival: str) -> Deck:
    """Two names for one look: what was seen of the other only once waits too, until it is seen again."""
    if rival in deck.firm_cards():
        return deck
    references = (replace(each, apart=True) if each.card == rival else each for each in deck.references)
    return replace(deck, references=tuple(references))


def _is_doubtful(deck: Deck, sighting: Sighting, found: Reading | None, named: Reading) -> bool:
    """Whether the number does not speak for the card, or a known card looks new without it.

    What has no number was once confirmed under a name that has one, and believed from then on.
    """
    unshown = number_of(sighting.card) is not None and not shows_number(sighting.card, named)
    other_tint = suits_of(deck).deny(sighting.card, sighting.patch)
    if contradicts(sighting.card, named) or (unshown and named.numbers) or other_tint:
        return True
    likeliest = found.candidates[0][0] if found is not None and found.candidates else None
    is_itself = likeliest == sighting.card and shows_number(sighting.card, named)
    return sighting.card in deck.cards() and not is_itself


def _sift(deck: Deck) -> Deck:
    """What has the colours of another suit or lies on its side waits: a deck becomes known card by card."""
    suits, across = suits_of(deck), _lie_across(deck)
    strange = [
        each
        for each in deck.references
        if not (each.firm or each.apart)
        and (suits.deny(each.card, each.patch) or _is_on_its_side(each.patch, across))
    ]
    if not strange:
        return deck
    references = (replace(each, apart=True) if each in strange else each for each in deck.references)
    return replace(deck, references=tuple(references))


def _with_view(deck: Deck, sighting: Sighting, *, apart: bool) -> Deck:
    """One more view of a card; apart one is kept."""
    new = Reference(sighting.card, sighting.patch, (sighting.source,), apart)
    kept = [each for each in deck.references if not (apart and each.apart and each.card == new.card)]
    if len(kept) >= MOST_REFERENCES:
        return deck
    return _without_spare(replace(deck, references=(*kept, new)), new.card)


def _without_spare(deck: Deck, card: str) -> Deck:
    """Of too many views of a card the one goes that is most like another."""
    own = [each for each in deck.references if each.card == card and not each.apart]
    if len(own) <= MOST_VIEWS:
        return deck
    spare = _most_alike(own)
    return replace(deck, references=tuple(each for each in deck.references if each is not spare))


def _most_alike(views: Sequence[Reference]) -> Reference:
    """The view of a card that tells least beside the others; what was shown on purpose stays if it can."""
    thumbs = np.stack([_thumb(each.patch) for each in views])
    likeness = thumbs @ thumbs.T - 2 * np.eye(len(views))
    one, other = divmod(int(likeness.argmax()), len(views))
    return min((views[one], views[other]), key=lambda each: each.firm)


def _likest(deck: Deck, card: str, patch: Picture) -> int:
    """The view of a card that looks most like what was seen."""
    own = [at for at, each in enumerate(deck.references) if each.card == card and not each.apart]
    thumb = _thumb(patch)
    return max(own, key=lambda at: float(_thumb(deck.references[at].patch) @ thumb))


def _thumb(patch: Picture) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    small = cv2.resize(patch, (_THUMB_PX, _THUMB_PX), interpolation=cv2.INTER_AREA).astype(np.float32).ravel()
    centred = small - small.mean()
    return np.asarray(centred / (np.linalg.norm(centred) + 1e-6), np.float32)
