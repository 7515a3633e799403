"""A deck that is half known: its cards by their looks, the others by their numbers."""

from dataclasses import replace

import numpy as np
import pytest

from vision.decks import Deck
from vision.read.half_known import (
    contradicts,
    heed_strangers,
    join_readings,
    lacks_cards,
    may_show_number,
    shows,
)
from vision.read.naming import Names
from vision.read.patch import SIDE_PX
from vision.read.reading import Reading

PATCH = np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8)
DECK = (
    Deck("mine", "ascent", complete=False)
    .with_reference("red-1", PATCH)
    .with_reference("red-2", PATCH, ("game 1",))
)
UNSURE = Reading(None, None, None, (("red-1", 0.6), ("red-2", 0.3)), 0, 1.0)


def sure(card: str, number: str = "") -> Reading:
    numbers = ((number, 0.9),) if number else ()
    return Reading(card, 1, "red", ((card, 0.9),), 0, 1.0, numbers=numbers)


def test_a_firm_card_is_what_its_reference_says() -> None:
    assert join_readings(sure("red-1", "7"), None, DECK).card == "red-1"


def test_a_card_seen_once_is_asked_for_where_its_number_says_another() -> None:
    assert join_readings(sure("red-2", "2"), None, DECK).card == "red-2"
    assert join_readings(sure("red-2", "7"), None, DECK).card is None


def test_a_card_never_seen_is_read_by_its_number() -> None:
    assert join_readings(UNSURE, sure("red-3"), DECK).card == "red-3"


def test_a_number_that_the_other_look_denies_is_asked_for() -> None:
    """A Bridge held as known cards are has no number; held as its plain look it surely was a blue 4."""
    denied = replace(UNSURE, numbers=(("none", 0.99), ("3", 0.001)))
    assert join_readings(denied, sure("red-3"), DECK).card is None


@pytest.mark.parametrize("known", ["red-1", "red-2"])
def test_a_known_card_that_does_not_match_is_asked_for_whatever_number_is_read(known: str) -> None:
    """A Campfire that nobody had shown was read as the 1 that was known."""
    assert join_readings(UNSURE, sure(known), DECK).card is None


def test_a_doubt_lists_what_looks_alike_and_what_the_number_may_be() -> None:
    plain = replace(UNSURE, candidates=(("red-3", 0.8), ("red-1", 0.1)))
    names = [name for name, _ in join_readings(UNSURE, plain, DECK).candidates]
    assert names == ["red-3", "red-1", "red-2"]


def test_a_guess_is_sure_of_what_it_plainly_knows_and_breaks_ties_of_number_and_colour_else() -> None:
    guess = replace(DECK, guess=True)
    assert lacks_cards(guess, DECK.cards())
    assert join_readings(sure("red-2", "9"), sure("red-3"), guess).card == "red-2"
    plain = replace(UNSURE, candidates=(("red-3", 0.5), ("red-2", 0.5)))
    joined = join_readings(UNSURE, plain, guess)
    assert (joined.card, [name for name, _ in joined.candidates]) == (None, ["red-2", "red-3", "red-1"])


def test_a_doubt_is_held_as_its_number_is_read_not_as_a_card_that_it_is_not() -> None:
    """Cards that lay anyhow were cut out upside down, as the known card did that they looked most like."""
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    matched, plain = replace(UNSURE, turn=180).placed(quad), replace(UNSURE, turn=90).placed(quad)
    joined = join_readings(matched, plain, DECK)
    assert (joined.turn, joined.corners) == (90, plain.corners)


def test_a_deck_lacks_cards_until_all_are_firm_or_it_is_said_to_be_whole() -> None:
    assert lacks_cards(DECK, ("red-1", "red-2"))
    assert not lacks_cards(DECK, ("red-1",))
    assert not lacks_cards(replace(DECK, complete=True), ("red-1", "red-2", "red-3"))
    assert not lacks_cards(Deck("mine"), ("red-1",))
    assert not lacks_cards(None, ("red-1",))


def test_a_colour_contradicts_too_and_a_faint_one_does_not() -> None:
    clear = replace(UNSURE, colours=(("blue", 0.9), ("red", 0.05)))
    faint = replace(UNSURE, colours=(("blue", 0.4), ("green", 0.3)))
    assert contradicts("red-1", clear)
    assert not contradicts("red-1", faint)
    assert not contradicts("bridge", clear)


@pytest.mark.parametrize(
    ("numbers", "number", "in_doubt"),
    [
        pytest.param((("5", 0.7), ("15", 0.3)), None, True, id="one-of-two"),
        pytest.param((("none", 0.4), ("5", 0.35)), None, True, id="perhaps-none"),
        pytest.param((("none", 0.9), ("5", 0.1)), None, False, id="a-card-without-a-number"),
        pytest.param((("5", 0.99),), 5, False, id="sure"),
        pytest.param((), None, False, id="no-card"),
    ],
)
def test_a_number_is_in_doubt_where_one_is_likely_and_none_is_sure(
    numbers: Names, number: int | None, in_doubt: bool
) -> None:
    assert may_show_number(replace(UNSURE, numbers=numbers, number=number)) == in_doubt


def test_another_look_shows_a_sure_card_by_its_name_and_a_sure_number_by_itself() -> None:
    look = replace(UNSURE, numbers=(("1", 0.6), ("7", 0.4)))
    assert shows(look, sure("red-1"))
    assert not shows(look, sure("red-2"))
    assert not shows(replace(look, candidates=()), sure("red-1"))
    assert shows(look, replace(UNSURE, number=1))
    assert not shows(look, replace(UNSURE, number=7))


def test_a_known_card_is_asked_for_where_another_look_shows_the_number_of_a_stranger() -> None:
    """An Island 55 that nobody had shown was a 65 in an outline one pixel off, and a 55 in the other."""
    stranger = replace(UNSURE, candidates=(("red-3", 0.9),), numbers=(("3", 0.99),))
    known = replace(stranger, candidates=(("red-2", 0.9),), numbers=(("2", 0.99),))
    cards = ("red-1", "red-2", "red-3")
    assert heed_strangers(sure("red-1"), [sure("red-1"), known], DECK, cards) == sure("red-1")
    assert heed_strangers(sure("red-1"), [stranger], replace(DECK, complete=True), cards) == sure("red-1")
    doubt = heed_strangers(sure("red-1"), [sure("red-1"), stranger], DECK, cards)
    assert doubt.card is None
    assert {name for name, _ in doubt.candidates} == {"red-1", "red-3"}
