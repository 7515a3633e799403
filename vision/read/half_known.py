"""A deck that is only half known: its own cards are matched, the others read by number and colour."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.decks import Deck
from vision.read.judgement import leave_open
from vision.read.naming import SHOWN, Names, colour_of, number_of
from vision.read.patch import SIDE_PX
from vision.read.reading import Reading
from vision.read.suits import suits_of
from vision.types import COLOURS, Picture

_DOUBTED = (
    0.1  # of the likeliest number or colour: a card that was seen once and is read so seldom is asked for
)
_TOLD = 0.5  # chance from which the likeliest is told at all
_UNLIKELY = 0.1  # what is left of the share of a candidate that something speaks against
_SECOND_LOOKS = ((0.0, 0.94), (0.0, 1.06), (-5.0, 1.0), (5.0, 1.0))  # degrees and zoom


def lacks_cards(deck: Deck | None, inventory: Collection[str] | None) -> bool:
    """Whether cards may lie there that the deck does not know, or has seen only once."""
    if deck is None or inventory is None:
        return False
    return not deck.complete and not deck.firm_cards().issuperset(inventory)


def contradicts(card: str, reading: Reading) -> bool:
    """Whether number or colour, as far as they are told, speak for another card."""
    number, colour = number_of(card), colour_of(card)
    return _speaks_against("none" if number is None else str(number), reading.numbers) or (
        colour is not None and _speaks_against(COLOURS[colour], reading.colours)
    )


def shows_number(card: str, reading: Reading) -> bool:
    """Whether the likeliest number is the card's own."""
    return told_number(reading) == str(number_of(card))


def told_number(reading: Reading) -> str | None:
    """The likeliest number ("none" where there is none), if any is told."""
    number, share = reading.numbers[0] if reading.numbers else ("", 0.0)
    return number if share >= _TOLD else None


def may_show_number(reading: Reading) -> bool:
    """Whether a card's number is in doubt, not whether it has one."""
    return reading.number is None and bool(reading.numbers) and told_number(reading) != "none"


def shows(look: Reading, reading: Reading) -> bool:
    """Whether another look at a card likeliest shows what is sure of a reading: its name, or its number."""
    if reading.card is not None:
        return bool(look.candidates) and look.candidates[0][0] == reading.card
    return look.numbers[0][0] == str(reading.number)


def _speaks_against(word: str, told: Names) -> bool:
    if not told or told[0][1] < _TOLD:
        return False
    return dict(told).get(word, 0.0) < _DOUBTED * told[0][1]


def join_readings(matched: Reading, plain: Reading | None, deck: Deck) -> Reading:
    """One reading of a card by its references and, where they are not sure, by its number and colour.

    A card that was seen only once is sure if its number does not contradict; one read by its number if it is
    not known yet and the other look does not deny it: what is known and does not match may be a card without
    a number that looks like one. A guess that is not sure only breaks the ties of number and colour.
    """
    if matched.card is not None:
        is_firm = deck.guess or matched.card in deck.firm_cards()
        doubted = not is_firm and contradicts(matched.card, matched)
        return replace(matched, card=None, number=None, matched=False) if doubted else matched
    if plain is None:
        return matched
    if plain.card is not None and plain.card not in deck.cards() and not contradicts(plain.card, matched):
        return plain
    upright = replace(matched, turn=plain.turn, corners=plain.corners)  # a wrong candidate may lie otherwise
    return replace(upright, candidates=_mixed(matched, plain, deck))


def tell_suit(
    reading: Reading, number: int | None, patch: Picture, deck: Deck, inventory: Collection[str]
) -> Reading:
    """A doubt, ranked by the colours of the deck's suits; they make it sure if its number and all suits are.

    What the deck knows is matched or asked for, as in `join_readings`.
    """
    suits = suits_of(deck)
    candidates = suits.weigh(reading.candidates, patch)
    first = candidates[0][0] if candidates else ""
    shown = number is not None and number_of(first) == number and not contradicts(first, reading)
    if shown and first not in deck.cards() and suits.tell(first, patch, inventory):
        return replace(reading, card=first, number=number, candidates=candidates)
    return replace(reading, candidates=candidates)


def _mixed(matched: Reading, plain: Reading, deck: Deck) -> Names:
    """Candidates of both kinds, the likeliest first: what the number denies comes late, what is known too."""
    shares: dict[str, float] = {}
    for name, share in matched.candidates:
        shares[name] = share * (_UNLIKELY if deck.guess or contradicts(name, plain) else 1.0)
    for name, share in plain.candidates:
        known = name in deck.firm_cards() and name not in shares  # it would have been likely
        shares[name] = shares.get(name, 0.0) + share * (_UNLIKELY if known else 1.0)
    total = sum(shares.values()) or 1.0
    ranked = sorted(shares.items(), key=lambda pair: -pair[1])[:SHOWN]
    return tuple((name, share / total) for name, share in ranked)


def heed_strangers(
    reading: Reading, looks: Sequence[Reading], deck: Deck | None, inventory: Collection[str] | None
) -> Reading:
    """A reading of a known card, in doubt if another look shows the number of one that the deck lacks."""
    if deck is None or reading.card not in deck.cards() or not lacks_cards(deck, inventory):
        return reading
    known, card = deck.cards(), reading.card
    strangers = [each for each in looks if each.candidates and each.candidates[0][0] not in known]
    denied = [each for each in strangers if contradicts(card, each)]
    return leave_open([reading, *denied]) if denied else reading


def second_looks(patch: Picture) -> list[Picture]:
    """An upright patch a little nearer, a little farther, and a little turned to either side."""
    middle = ((SIDE_PX - 1) / 2, (SIDE_PX - 1) / 2)
    return [
        np.asarray(
            cv2.warpAffine(
                patch,
                cv2.getRotationMatrix2D(middle, turn, zoom),
                (SIDE_PX, SIDE_PX),
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.uint8,
        )
        for turn, zoom in _SECOND_LOOKS
    ]
