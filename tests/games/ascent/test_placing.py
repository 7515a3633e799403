"""Ascents, Bridges and Summits on the mountain, rule by rule and as in the books' examples."""

import pytest

from tests.games.ascent.words import full_mountain, last, mountain

THREE_ROWS = "green-5 1.1, blue-5 1.2, red-5 1.3, green-5 1.4, red-6 2.1, green-6 2.2"


@pytest.mark.parametrize(
    ("cards", "event", "codes", "discards"),
    [
        pytest.param("", "green-5 1.1", [], 0, id="4a-first-card-free"),
        pytest.param("green-3 1.1", "blue-5 1.2", [], 2, id="4a-rule5-mary-5-beside-3-owes-two"),
        pytest.param("blue-5 1.1", "blue-2 1.2", ["colour"], 3, id="4a-rule2-blue-2-beside-blue-5"),
        pytest.param("red-2 1.1", "blue-2 2.1", ["support"], 0, id="4a-rule3-blue-2-with-one-card-below"),
        pytest.param(THREE_ROWS, "blue-2 3.1", ["row-value"], 0, id="4a-rule4-2-on-row-3"),
        pytest.param("green-1 1.1, red-1 1.2", "blue-2 2.1", [], 0, id="4a-rule4-2-on-row-2"),
        pytest.param("", "green-5 1.2", ["row-start"], 0, id="4a-rule1-left-to-right"),
        pytest.param("", "green-5 2.1", ["support"], 0, id="4a-rule3-nothing-below"),
        pytest.param("", "green-5 2.2", ["row-start", "support"], 0, id="both-row-start-and-support"),
        pytest.param("green-5 1.1", "blue-5 1.1", ["occupied"], 0, id="occupied"),
        pytest.param(
            "green-5 1.1, red-1 1.2", "red-12 1.1", ["occupied", "colour"], 11, id="occupied-silences-cost"
        ),
        pytest.param("", "green-5 0.1", ["slot"], 0, id="slot-row-0"),
        pytest.param("", "green-5 1.10", ["slot"], 0, id="slot-row-1-has-nine"),
        pytest.param("", "green-5 2.9", ["slot"], 0, id="slot-row-2-has-eight"),
        pytest.param("", "green-5 10.1", ["slot"], 0, id="slot-row-10"),
        pytest.param("", "green-13 1.1", ["deck"], 0, id="deck-no-such-card"),
        pytest.param("", "yellow-3 12.1", ["deck"], 0, id="deck-before-slot"),
        pytest.param("", "campfire-red 1.1", ["deck"], 0, id="deck-wrong-kind-for-the-event"),
        pytest.param("", "green-12 9.1", ["summit-place"], 0, id="row-9-takes-only-a-summit"),
        pytest.param("", "bridge 9.1", ["summit-place"], 0, id="row-9-no-bridge"),
        pytest.param(
            "green-5 1.1, red-3 1.2, green-5 1.3", "green-5 1.4", ["colour", "deck"], 0, id="third-copy"
        ),
        pytest.param("green-1 1.1", "red-6 1.2", ["cost"], 5, id="cost-five-of-four"),
        pytest.param("green-1 1.1", "red-5 1.2", [], 4, id="cost-four-of-four"),
        pytest.param("green-1 1.1", "green-6 1.2", ["colour", "cost"], 5, id="colour-and-cost"),
        pytest.param("campfire-red 1.1", "red-4 1.2", ["colour"], 0, id="4a-rule2-campfires-have-a-colour"),
        pytest.param("campfire-red 1.1", "blue-9 1.2", [], 0, id="campfire-at-the-left-end-has-no-value"),
        pytest.param(
            "blue-8 1.1, campfire-red 1.2", "green-6 1.3", [], 2, id="gareth-6-beside-campfire-of-8"
        ),
        pytest.param(
            "blue-8 1.1, bridge 1.2, campfire-red 1.3",
            "green-6 1.4",
            [],
            2,
            id="campfire-looks-through-bridges",
        ),
        pytest.param("blue-6 1.1", "bridge 1.2", [], 0, id="sam-bridge-beside-6"),
        pytest.param("blue-6 1.1, bridge 1.2", "red-9 1.3", [], 0, id="angela-9-beside-the-bridge"),
        pytest.param("blue-6 1.1, bridge 1.2, red-9 1.3", "green-7 1.2", [], 2, id="stewart-covers-with-7"),
        pytest.param(
            "blue-9 1.1, campfire-red 1.2, bridge 1.3, red-7 1.4",
            "green-7 1.3",
            [],
            2,
            id="covering-beside-a-campfire",
        ),
        pytest.param(
            "blue-6 1.1, bridge 1.2, red-9 1.3", "red-7 1.2", ["colour"], 2, id="covering-keeps-colours"
        ),
        pytest.param("blue-6 1.1, bridge 1.2", "bridge 1.2", ["occupied"], 0, id="no-bridge-on-a-bridge"),
        pytest.param("", "bridge 1.1", ["row-start", "bridge-end"], 0, id="bridge-first-of-a-row"),
        pytest.param("blue-6 1.1", "bridge 1.3", ["row-start"], 0, id="bridge-needs-a-card-to-its-left"),
        pytest.param(full_mountain("1.9 2.8"), "bridge 1.9", ["bridge-end"], 0, id="bridge-last-of-a-row"),
        pytest.param(full_mountain("8.2"), "bridge 8.2", ["bridge-end"], 0, id="never-on-row-8"),
        pytest.param(
            "blue-6 1.1, red-6 1.2, red-7 2.1", "bridge 2.2", ["support"], 0, id="bridge-needs-support"
        ),
        pytest.param("green-5 1.1, bridge 1.2", "red-5 2.1", [], 0, id="a-bridge-supports"),
        pytest.param(full_mountain(), "summit 9.1", [], 0, id="5-summit-on-44"),
        pytest.param("", "summit 9.1", ["summit-early"], 0, id="summit-early"),
        pytest.param(full_mountain(), "summit 8.2", ["summit-place"], 0, id="summit-elsewhere"),
        pytest.param("", "summit 1.1", ["summit-place", "summit-early"], 0, id="summit-elsewhere-and-early"),
        pytest.param("", "summit 11.1", ["slot"], 0, id="summit-off-the-mountain"),
        pytest.param(
            full_mountain("1.2") + ", bridge 1.2",
            "summit 9.1",
            ["summit-early"],
            0,
            id="8-faq-bridges-covered-first",
        ),
    ],
)
def test_placing(cards: str, event: str, codes: list[str], discards: int) -> None:
    verdict = last(mountain(cards), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)


def test_a_covered_bridge_still_counts_as_a_copy() -> None:
    row = "blue-6 1.1, bridge 1.2, red-6 1.3, bridge 1.4, red-6 1.5, bridge 1.6, blue-6 1.7, bridge 1.8"
    match = mountain(row)
    covered = last(match, "green-6 1.2, green-7 1.4, blue-7 2.1, bridge 2.2, red-7 2.3, bridge 2.4")
    assert covered.rules == ("deck",)


def test_bridges_run_out_before_six_are_laid() -> None:
    five = "blue-6 1.1, bridge 1.2, red-6 1.3, bridge 1.4, red-6 1.5, bridge 1.6, blue-6 1.7, bridge 1.8, green-7 2.1"
    assert last(mountain(five), "bridge 2.2").rules == ()
    assert last(mountain(five + ", bridge 2.2, green-8 2.3"), "bridge 2.4").rules == ("deck",)


def test_values_are_taken_before_the_card_is_placed() -> None:
    """Ruling: a Campfire to the right of the covered Bridge keeps the value from before."""
    verdict = last(mountain("blue-9 1.1, bridge 1.2, campfire-red 1.3"), "green-7 1.2")
    assert verdict.discards == 2


def test_why_marks_the_neighbour_of_the_same_colour() -> None:
    (broken,) = last(mountain("blue-5 1.1"), "blue-2 1.2").breaks
    assert broken.marks == ("1.1",)


def test_why_marks_the_missing_support() -> None:
    (broken,) = last(mountain("red-2 1.1"), "blue-2 2.1").breaks
    assert broken.marks == ("1.2",)
