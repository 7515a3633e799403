"""Suits are told by the colours of a deck's own cards, once enough of each is known."""

from dataclasses import replace

import numpy as np
import pytest

from vision.decks import Deck
from vision.read.half_known import tell_suit
from vision.read.patch import SIDE_PX
from vision.read.reading import Reading
from vision.read.suits import are_unlike, suits_of
from vision.types import Picture

RED, BLUE, GREEN = (60, 60, 110), (110, 60, 60), (60, 110, 60)
SUITS = {"alps": RED, "andes": BLUE, "rockies": GREEN}
INVENTORY = tuple(f"{suit}-{number}" for suit in SUITS for number in (1, 2, 7))
DOUBT = Reading(None, None, None, (("alps-7", 0.3), ("andes-7", 0.3), ("rockies-7", 0.3)), 0, 1.0)


def plain(colour: tuple[int, int, int]) -> Picture:
    return np.full((SIDE_PX, SIDE_PX, 3), colour, np.uint8)


def deck_of(*cards: str) -> Deck:
    deck = Deck("mine", "elevation", complete=False)
    for card in cards:
        deck = deck.with_reference(card, plain(SUITS[card.split("-")[0]]))
    return deck


TWO_OF_EACH = deck_of(*(f"{suit}-{number}" for suit in SUITS for number in (1, 2)))


@pytest.mark.parametrize("suit", list(SUITS))
def test_a_sure_number_and_the_colours_of_a_suit_name_a_card(suit: str) -> None:
    reading = tell_suit(DOUBT, 7, plain(SUITS[suit]), TWO_OF_EACH, INVENTORY)
    assert (reading.card, reading.number, reading.candidates[0][0]) == (f"{suit}-7", 7, f"{suit}-7")


@pytest.mark.parametrize(
    ("number", "colour", "deck"),
    [
        (None, GREEN, TWO_OF_EACH),
        (7, (60, 88, 84), TWO_OF_EACH),
        (7, GREEN, deck_of("alps-1", "alps-2", "andes-1", "rockies-1", "rockies-2")),
        (7, GREEN, TWO_OF_EACH.with_reference("rockies-7", plain(GREEN))),
    ],
    ids=("number in doubt", "between two suits", "a suit hardly known", "a known card that did not match"),
)
def test_else_the_suit_that_is_likeliest_only_comes_first(
    number: int | None, colour: tuple[int, int, int], deck: Deck
) -> None:
    reading = tell_suit(DOUBT, number, plain(colour), deck, INVENTORY)
    assert (reading.card, reading.candidates[0][0]) == (None, "rockies-7")


def test_a_number_that_the_look_itself_denies_names_no_card() -> None:
    denied = replace(DOUBT, numbers=(("none", 0.99),))
    assert tell_suit(denied, 7, plain(GREEN), TWO_OF_EACH, INVENTORY).card is None


def test_what_is_unlike_every_known_suit_is_likelier_one_that_is_not_known() -> None:
    suits = suits_of(deck_of("alps-1", "alps-2"))
    assert suits.weigh(DOUBT.candidates, plain(RED))[0][0] == "alps-7"
    assert suits.weigh(DOUBT.candidates, plain(BLUE))[0][0] != "alps-7"


def test_a_suit_whose_cards_differ_much_tells_none_from_another() -> None:
    mixed = TWO_OF_EACH.with_reference("alps-9", plain(GREEN))
    assert tell_suit(DOUBT, 7, plain(GREEN), mixed, INVENTORY).card is None


def test_what_is_kept_apart_tells_nothing_of_its_suit() -> None:
    mixed = TWO_OF_EACH.with_reference("alps-9", plain(GREEN), ("game 1",), apart=True)
    assert tell_suit(DOUBT, 7, plain(GREEN), mixed, INVENTORY).card == "rockies-7"


def test_the_colours_of_a_deck_that_may_not_lie_there_tell_nothing() -> None:
    assert not suits_of(replace(TWO_OF_EACH, guess=True)).tints


@pytest.mark.parametrize(
    ("other", "unlike"),
    [(RED, False), ((30, 30, 55), False), ((66, 58, 104), False), (BLUE, True), (GREEN, True)],
    ids=["the same", "darker", "a little other light", "blue", "green"],
)
def test_two_looks_at_one_card_show_its_colours_in_any_light(
    other: tuple[int, int, int], unlike: bool
) -> None:
    assert are_unlike(plain(RED), plain(other)) == unlike
