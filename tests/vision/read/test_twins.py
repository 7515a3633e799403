"""Twins: cards that differ by a few pixels of small pips are told apart by a finer look at their print."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.read.cards import lay
from tests.vision.read.test_match import best, deck_of
from vision.decks import Deck
from vision.lab.scene import EXACT, NONE, Rough, Troubles
from vision.lab.scene.signs import PAINTERS
from vision.lab.training.unjudged import UnjudgedReader
from vision.read.match import Comparison, match
from vision.read.patch import rectify
from vision.read.prints import CardPrint, EnrolledPrints
from vision.read.twins import tell_twins
from vision.types import Picture

NAMES, DRAW = PAINTERS["suits"]
SLIGHTLY = Rough(shift=0.02, corner=0.01, turn_degrees=2.0, scale=0.02)
BLACK = [name for name in NAMES if name.startswith(("club", "spade"))]
TINTS = {"blue": (120, 60, 60), "greyer": (110, 70, 60)}


def enrolled(**faces: Picture) -> EnrolledPrints:
    laid = {name: lay(face, 7, 120, NONE, EXACT) for name, face in faces.items()}
    return deck_of(**{name: rectify(*shown) for name, shown in laid.items()})


def suits() -> EnrolledPrints:
    return enrolled(**{name: DRAW(name, 240) for name in BLACK})


def seen(face: Picture) -> CardPrint:
    return CardPrint.of(rectify(*lay(face, 11, 70, Troubles(noise=2.0), SLIGHTLY)))


def compared(face: Picture, deck: EnrolledPrints) -> tuple[Comparison, Comparison]:
    card = seen(face)
    plain = match(card, deck)
    return plain, tell_twins(plain, card, deck)


def tinted(ink: tuple[int, int, int]) -> Picture:
    face = DRAW("club-6", 240).copy()
    face[face.max(axis=2) < 90] = ink
    return face


@pytest.mark.parametrize("name", ["club-5", "club-6", "club-7"])
def test_clubs_are_told_from_spades_by_a_finer_look(name: str) -> None:
    deck = suits()
    plain, fine = compared(DRAW(name, 240), deck)
    found, lead = best(fine, deck)
    assert (found, best(plain, deck)[1] < 0.5, lead >= 0.7) == (name, True, True)


def test_what_a_plain_look_tells_is_not_looked_at_again() -> None:
    deck, card = suits(), seen(DRAW("spade-5", 240))
    plain = match(card, deck, without=deck.numbers_of([name for name in BLACK if name != "spade-5"][:-1]))
    assert tell_twins(plain, card, deck) is plain


@pytest.mark.parametrize("name", TINTS)
def test_tints_of_one_drawing_gain_nothing(name: str) -> None:
    """Words on paper of two colours were surely wrong more often when colour was looked at so finely."""
    deck = enrolled(**{each: tinted(ink) for each, ink in TINTS.items()})
    plain, fine = compared(tinted(TINTS[name]), deck)
    assert np.array_equal(fine.leads, plain.leads)


def test_cards_that_are_equal_stay_in_doubt() -> None:
    deck = deck_of(one=suits().prints[0].patch, other=suits().prints[0].patch)
    _, fine = compared(DRAW(BLACK[0], 240), deck)
    assert np.abs(fine.leads[np.isfinite(fine.leads)]).max() < 0.2


def test_a_card_that_may_be_neither_twin_is_not_looked_at_again() -> None:
    """In a deck that lacks cards a stranger would come to lead far over one of two that it resembles."""
    reader, deck = UnjudgedReader.load(), Deck("test")
    for name in ("club-6", "spade-6"):
        deck = deck.with_reference(name, rectify(*lay(DRAW(name, 240), 7, 120, NONE, EXACT)))
    picture, outline = lay(DRAW("club-6", 240), 11, 70, Troubles(noise=2.0), SLIGHTLY)
    leads = [
        reader.weigh_outlines(picture, [outline], deck=each)[0].comparison.leads[0, 1]
        for each in (deck, replace(deck, complete=False))
    ]
    assert (leads[0] >= 0.7, leads[1] < 0.5) == (True, True)
