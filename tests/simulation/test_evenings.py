"""Evenings with a deck that nobody enrolled, in short: what was asked for once is known on the next evening."""

from pathlib import Path

import cv2
import numpy as np

from companion import decks
from companion.simulation.evenings import LAMPS, Household
from companion.simulation.strange_faces import StrangeFaces
from vision.decks import load_deck


def test_what_was_asked_for_is_known_when_it_comes_again_under_another_lamp(tmp_path: Path) -> None:
    household = Household("ascent", seed=1, size_px=(1280, 720), wrong_share=0.0, path=tmp_path / "mine.deck")
    first = household.play(1, 4)
    assert first.asked + first.sure == first.cards == 4
    assert first.known == len(household.learner.used.cards()) > 0
    again = household.play(1, 4, lamp=LAMPS[1])
    household.learner.save()
    assert (again.sure, again.wrong) == (4, 0)
    assert (
        load_deck(tmp_path / "mine.deck").firm_cards() == household.learner.used.firm_cards() != frozenset()
    )


def test_a_deck_that_is_told_only_wrong_names_believes_none_of_the_readable_ones() -> None:
    household = Household("ascent", seed=1, size_px=(1280, 720), wrong_share=1.0)
    evening = household.play(1, 4)
    assert evening.misled == 4
    assert evening.wrong == 0
    assert not household.learner.deck.firm_cards()


def test_faces_are_the_same_for_a_seed_and_differ_between_cards() -> None:
    faces = StrangeFaces(3)
    one, again, other = faces.draw("red-7", 64), StrangeFaces(3).draw("red-7", 64), faces.draw("red-1", 64)
    assert np.array_equal(one, again)
    assert np.abs(cv2.absdiff(one, other)).mean() > 5
    assert faces.draw("bridge", 64).shape == (64, 64, 3)
    assert StrangeFaces(3, 88 / 63).draw("alps-5", 63).shape == (88, 63, 3)


def test_cards_on_tiles_differ_by_their_number_alone() -> None:
    faces = StrangeFaces(3, painter="tiles")
    one, other, suit = (faces.draw(card, 100) for card in ("red-7", "red-1", "blue-7"))
    assert np.array_equal(one[50:60, 20:60], other[50:60, 20:60])
    assert np.abs(cv2.absdiff(one, other)[8:40, 8:40]).max() > 100
    assert np.abs(cv2.absdiff(one, suit)).mean() > 20
    assert faces.draw("bridge", 64).shape == (64, 64, 3)


def test_suits_that_no_colour_names_are_painted_in_colours_far_apart() -> None:
    """Two of five suits came out nearly alike, as no real deck has them."""
    names = tuple(decks.load_deck("elevation"))
    suits = sorted({name.rsplit("-", 1)[0] for name in names})
    for seed in (1, 2, 3):
        faces = StrangeFaces(seed, 88 / 63, names)
        rims = [cv2.cvtColor(faces.draw(f"{suit}-1", 63)[:1, :1], cv2.COLOR_BGR2HSV) for suit in suits]
        hues = sorted(2 * int(rim[0, 0, 0]) for rim in rims)
        gaps = [(after - before) % 360 for before, after in zip(hues, [*hues[1:], hues[0]], strict=True)]
        assert min(gaps) > 50
