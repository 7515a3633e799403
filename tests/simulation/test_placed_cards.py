"""Cards by their places: what is lifted and laid to make one table of another."""

from random import Random

import pytest

from companion.games.table import Lying, Table
from companion.simulation.demo.hands import Hands
from companion.simulation.placed_cards import EDGE, NEAT, ROUGH, Change, How, PlacedCards
from companion.table.practice import simulated_table
from hardware.simulated import Thing


def table_of(text: str) -> Table:
    """`1.1 green-5, 1.2 red-7 turned` as a table."""
    lines = [each.split() for each in text.split(", ") if each]
    return {place: Lying(card, bool(turned)) for place, card, *turned in lines}


@pytest.fixture
def placed() -> PlacedCards:
    return PlacedCards(simulated_table("tranquility", size_px=(320, 180)), Random(1))


CHANGES = {
    "a card is laid": ("", "1.1 island-5", [Change("1.1", 0, Lying("island-5"))]),
    "a card leaves": ("1.1 island-5", "", [Change("1.1", 1)]),
    "a card covers another": (
        "1.1 island-5",
        "1.1 island-7",
        [Change("1.1", 0, Lying("island-7"))],
    ),
    "a card is turned": ("1.1 island-5", "1.1 island-5 turned", [Change("1.1", 1, Lying("island-5", True))]),
    "a card moves, another takes its place": (
        "1.1 island-5",
        "1.1 island-7, 1.2 island-5",
        [Change("1.1", 1, Lying("island-7")), Change("1.2", 0, Lying("island-5"))],
    ),
    "nothing is to be done": ("1.1 island-5", "1.1 island-5", []),
}


@pytest.mark.parametrize(("before", "after", "changes"), CHANGES.values(), ids=CHANGES)
def test_what_is_lifted_and_laid(placed: PlacedCards, before: str, after: str, changes: list[Change]) -> None:
    placed.arrange({}, table_of(before))
    assert list(placed.changes(table_of(before), table_of(after))) == changes


def test_everything_on_a_place_leaves_together(placed: PlacedCards) -> None:
    for card in ("island-5", "island-7"):
        placed.lay("1.1", Lying(card))
    assert list(placed.changes(placed.tops(), {})) == [Change("1.1", 2)]


def test_a_card_that_lies_beneath_is_not_laid_again(placed: PlacedCards) -> None:
    for card in ("island-5", "island-7"):
        placed.lay("1.1", Lying(card))
    after = table_of("1.1 island-5, 1.2 island-7")
    assert next(placed.changes(placed.tops(), after)) == Change("1.1", 1)
    placed.arrange(placed.tops(), after)
    assert placed.tops() == after
    assert len(placed.table.things) == 2


@pytest.mark.parametrize("how", [ROUGH, NEAT, EDGE])
def test_a_card_belongs_to_the_place_on_which_it_was_laid(how: How) -> None:
    table = simulated_table("ascent", size_px=(320, 180))
    placed = PlacedCards(table, Random(3))
    wanted = {
        place.name: Lying("green-5", turned=bool(number % 2))
        for number, place in enumerate(table.layout.places)
    }
    placed.arrange({}, wanted, how)
    assert placed.tops() == wanted


def test_cards_on_no_place_are_no_tables(placed: PlacedCards) -> None:
    placed.table.put("astray", Thing("island-5", (900.0, 900.0), 0.0))
    assert placed.place_of("astray") is None
    assert placed.tops() == {}
    assert placed.top_keys() == {None: "astray"}


@pytest.mark.parametrize(("before", "after", "changes"), CHANGES.values(), ids=CHANGES)
def test_hands_lay_the_same_table_card_by_card(before: str, after: str, changes: list[Change]) -> None:
    hands = Hands(simulated_table("tranquility", size_px=(320, 180)), Random(1))
    hands.placed.arrange({}, table_of(before))
    frames = list(hands.move_cards(table_of(before), table_of(after)))
    assert hands.placed.tops() == table_of(after)
    assert bool(frames) == bool(changes)
    assert hands.table.hand is None


def test_who_lays_cards_later_leaves_those_that_lie(placed: PlacedCards) -> None:
    placed.lay("1.1", Lying("island-5"))
    later = PlacedCards(placed.table, Random(2))
    later.lay("1.2", Lying("island-7"))
    assert later.tops() == table_of("1.1 island-5, 1.2 island-7")
