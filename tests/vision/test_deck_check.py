"""A deck as a whole: what stands out among its fellows, and what is told apart badly, is told."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.vision.read.faces import face, lit
from tests.vision.read.test_prints import half, on_paper
from vision.deck_check import Oddity, check_deck
from vision.decks import Deck
from vision.read.patch import SIDE_PX
from vision.read.reader import Reader
from vision.types import Picture


@lru_cache(maxsize=1)
def reader() -> Reader:
    return Reader.load()


def deck_with(**more: Picture) -> Deck:
    deck = Deck("test")
    for name, patch in ({text: face(text) for text in "12358"} | more).items():
        deck = deck.with_reference(name, patch)
    return deck


def narrow() -> Picture:
    patch = face("7")
    patch[:, :20] = patch[:, -20:] = (128, 128, 128)
    return patch


def glaring() -> Picture:
    patch = face("7")
    patch[20:60, 20:60] = 255
    return patch


def cut(share: float) -> Picture:
    """A card whose outline was taken as so much of what it is: a plate, a frame, or the whole picture."""
    patch, side = face("7"), round(SIDE_PX * max(1.0, share))
    wide = np.full((side, side, 3), 60, np.uint8)
    first = (side - SIDE_PX) // 2
    wide[first : first + SIDE_PX, first : first + SIDE_PX] = patch
    own = round(SIDE_PX * share)
    start = (side - own) // 2
    part = wide[start : start + own, start : start + own]
    return np.asarray(cv2.resize(part, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def washed_out() -> Picture:
    return np.asarray(140 + face("7") * 0.4, np.uint8)


@pytest.mark.parametrize(
    ("patch", "oddity"),
    [
        pytest.param(narrow(), Oddity.SHAPE, id="a-part-taken-for-the-card"),
        pytest.param(lit(face("7"), 0.5, 0.5, 0.5), Oddity.DARK, id="enrolled-in-the-dark"),
        pytest.param(glaring(), Oddity.GLARE, id="a-lamp-in-the-card"),
        pytest.param(cut(1.8), Oddity.EDGE, id="the-whole-picture-taken-for-the-card"),
        pytest.param(cut(0.5), Oddity.EDGE, id="the-plate-around-the-digit-taken-for-the-card"),
        pytest.param(cut(0.8), Oddity.EDGE, id="the-inner-frame-taken-for-the-card"),
        pytest.param(washed_out(), Oddity.PALE, id="a-misty-picture"),
    ],
)
def test_a_reference_unlike_its_fellows_is_named(patch: Picture, oddity: Oddity) -> None:
    assert ("odd", oddity) in check_deck(reader(), deck_with(odd=patch)).odd


def test_a_shadow_on_a_reference_is_named_where_paper_tells_it() -> None:
    deck = Deck("paper")
    for text in "12345678":
        deck = deck.with_reference(text, on_paper(text))
    assert check_deck(reader(), deck).odd == ()
    shaded = deck.with_reference("9", half(on_paper("9"), (0.6, 0.6, 0.6)))
    assert check_deck(reader(), shaded).odd == (("9", Oddity.SHADOW),)


def test_fellows_that_are_alike_are_not_named() -> None:
    found = check_deck(reader(), deck_with())
    assert (found.odd, found.alike) == ((), ())
    assert found.told == 5


def test_two_cards_of_one_print_are_told_to_be_alike() -> None:
    found = check_deck(reader(), deck_with(twin=np.ascontiguousarray(face("3", table=90))))
    assert ("3", "twin") in found.alike
    assert found.told == 4


def test_a_card_under_the_name_of_another_is_told_and_is_mistaken_beside_a_right_one() -> None:
    """A 58 was surely read as a 68, and nobody was asked for the real 68 any more."""
    deck = deck_with(**{"6": lit(face("5"), 0.9, 0.95, 0.9)})
    found = check_deck(reader(), deck)
    assert (found.alike, found.mistaken) == ((("5", "6"),), ())
    assert check_deck(reader(), deck.with_reference("6", face("6"))).mistaken == (len(deck.references) - 1,)


def test_an_empty_deck_has_nothing_to_check() -> None:
    assert check_deck(reader(), Deck("empty")).told == 0
    alone = check_deck(reader(), Deck("one").with_reference("7", face("7")))
    assert (alone.alike, alone.told) == ((), 1)
