"""Islands on the standard grid, rule by rule and as in the books' examples."""

import pytest

from companion.locale import load_locale
from tests.games.tranquility.words import ARCH, ROCKS, STORMS, WILD, after, full, last, rows, sea


@pytest.mark.parametrize(
    ("cards", "event", "codes", "discards"),
    [
        pytest.param("", "40 3.3", [], 0, id="4a-first-card-free"),
        pytest.param("3 1.5", "5 1.6", [], 2, id="4a-rule2-5-next-to-3-owes-two"),
        pytest.param("3 1.6", "5 2.1", [], 2, id="4a-rule2-across-the-row-end"),
        pytest.param("5 2.1", "3 1.6", [], 2, id="across-the-row-end-downwards"),
        pytest.param("10 2.1, 20 2.3", "12 2.2", [], 2, id="4a-between-two-the-smaller-difference-below"),
        pytest.param("10 2.1, 20 2.3", "18 2.2", [], 2, id="4a-between-two-the-smaller-difference-above"),
        pytest.param("10 2.1, 20 2.4", "12 2.3", ["cost"], 8, id="one-neighbour-is-not-two"),
        pytest.param("10 2.1", "12 2.3", [], 0, id="no-neighbour-no-cost"),
        pytest.param("10 1.1", "60 2.1", [], 0, id="above-is-not-a-neighbour"),
        pytest.param("10 2.1", "14 2.2", [], 4, id="4a-four-from-a-hand-of-five"),
        pytest.param("10 2.1", "15 2.2", ["cost"], 5, id="4a-five-can-never-be-paid"),
        pytest.param("10 2.1", "9 2.2", ["order"], 1, id="4a-rule1-smaller-later"),
        pytest.param("10 2.1", "9 6.6", ["order"], 0, id="4a-rule1-far-apart"),
        pytest.param("10 2.1, 20 2.3", "21 2.2", ["order"], 1, id="order-above"),
        pytest.param("10 2.1", "10 3.1", ["duplicate", "order"], 0, id="duplicate-breaks-order-too"),
        pytest.param("10 2.1", "10 2.2", ["duplicate", "order"], 0, id="duplicate-next-to-itself"),
        pytest.param("10 2.1", "10 2.1", ["occupied", "duplicate"], 0, id="duplicate-on-the-very-place"),
        pytest.param("10 2.1", "11 2.1", ["occupied"], 0, id="occupied"),
        pytest.param("10 2.1, 12 2.2", "40 2.1", ["occupied", "order"], 28, id="occupied-silences-cost"),
        pytest.param("10 2.1", "40 2.2", ["cost"], 30, id="cost-alone"),
        pytest.param("10 2.1", "3 2.2", ["order", "cost"], 7, id="order-and-cost"),
        pytest.param("", "81 1.1", ["deck"], 0, id="deck-no-island-81"),
        pytest.param("", "island-0 1.1", ["deck"], 0, id="deck-no-island-0"),
        pytest.param("", "island-07 1.1", ["deck"], 0, id="deck-not-as-written"),
        pytest.param("", "place start 1.1", ["deck"], 0, id="deck-start-is-no-island"),
        pytest.param("", "place monster 1.1", ["deck"], 0, id="deck-monster-is-no-island"),
        pytest.param("", "green-5 1.1", ["deck"], 0, id="deck-card-of-another-game"),
        pytest.param("", "wild 1.1 as=island-5", ["deck"], 0, id="deck-no-wild-in-this-game"),
        pytest.param("", "81 9.9", ["deck"], 0, id="deck-before-slot"),
        pytest.param("", "5 7.1", ["slot"], 0, id="slot-row-7"),
        pytest.param("", "5 0.1", ["slot"], 0, id="slot-row-0"),
        pytest.param("", "5 1.7", ["slot"], 0, id="slot-position-7"),
        pytest.param("", "5 left 1.1", ["slot"], 0, id="slot-of-another-variant"),
    ],
)
def test_islands(cards: str, event: str, codes: list[str], discards: int) -> None:
    verdict = last(sea(cards), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)


def test_a_play_spends_card_and_cost_then_draws() -> None:
    verdict = last(sea("10 2.1", hand=5, pile=2), "13 2.2")
    assert (verdict.hand, verdict.pile, verdict.next) == (3, 0, "Ben")


def test_an_illegal_play_changes_nothing() -> None:
    match = sea("10 2.1")
    verdict = last(match, "9 2.2")
    assert verdict.after is match.state
    assert (verdict.hand, verdict.pile, verdict.next) == (5, 20, "Ann")


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        pytest.param("wild 2.2 as=island-12", [], id="6.4-wild-has-the-number-named"),
        pytest.param("wild 2.2 as=island-10", ["duplicate", "order"], id="6.4-not-an-island-already-played"),
        pytest.param("wild 2.2 as=island-9", ["order"], id="wild-keeps-the-order"),
        pytest.param("wild 2.2 as=island-90", ["deck"], id="wild-as-no-island"),
        pytest.param("wild 2.2 as=start", ["deck"], id="wild-as-start-on-a-place"),
    ],
)
def test_wilds(event: str, codes: list[str]) -> None:
    assert list(last(sea("10 2.1", **WILD), event).rules) == codes


def test_a_third_wild_is_one_too_many() -> None:
    match = after(sea(**WILD), "wild 1.1 as=island-1, wild 6.6 as=island-80")
    assert last(match, "wild 3.3 as=island-40").rules == ("deck",)


def test_a_wild_shows_its_number_and_the_real_island_is_a_duplicate() -> None:
    match = after(sea(**WILD), "wild 1.1 as=island-1")
    assert match.game.summary(match.state)["board"] == {"1.1": "island-1"}
    assert last(match, "1 3.1").rules == ("duplicate", "order")


@pytest.mark.parametrize(
    ("cards", "event", "codes", "discards"),
    [
        pytest.param("", "40 left 2.1", [], 0, id="arch-pillar"),
        pytest.param("10 left 1.1", "40 left 1.2", [], 0, id="arch-3-pillars-cost-nothing"),
        pytest.param("10 left 1.1", "9 left 3.2", ["order"], 0, id="arch-1-pillars-ascend"),
        pytest.param("10 left 1.1", "9 right 3.2", [], 0, id="arch-2-pillars-are-independent"),
        pytest.param("10 left 1.1", "10 right 3.2", ["duplicate"], 0, id="duplicate-in-another-part"),
        pytest.param(
            "10 left 1.1", "10 left 1.2", ["duplicate", "order"], 0, id="duplicate-in-the-same-part"
        ),
        pytest.param("10 left 3.2", "9 right 1.1", [], 0, id="parts-are-no-neighbours"),
        pytest.param("", "40 roof 1.1", ["phase"], 0, id="arch-5-roof-waits-for-the-pillars"),
        pytest.param("40 roof 1.1", "39 roof 1.2", ["phase", "order"], 1, id="phase-comes-before-order"),
        pytest.param("", "40 1.1", ["slot"], 0, id="arch-has-no-1.1"),
        pytest.param("", "40 left 1.3", ["slot"], 0, id="pillars-are-two-wide"),
        pytest.param("", "40 roof 5.1", ["slot"], 0, id="roof-has-four-rows"),
        pytest.param("", "40 middle 1.1", ["slot"], 0, id="no-such-part"),
    ],
)
def test_the_arch(cards: str, event: str, codes: list[str], discards: int) -> None:
    verdict = last(sea(cards, **ARCH), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)


PILLARS = ", ".join(
    f"{number} {side} {row}.{column}"
    for side, first in (("left", 1), ("right", 41))
    for number, (row, column) in enumerate(((r, c) for r in (1, 2, 3) for c in (1, 2)), first)
)


@pytest.mark.parametrize(
    ("cards", "event", "codes", "discards"),
    [
        pytest.param(PILLARS, "20 roof 1.7", [], 0, id="roof-opens"),
        pytest.param(f"{PILLARS}, 20 roof 1.7", "22 roof 2.1", [], 2, id="roof-across-the-row-end"),
        pytest.param(f"{PILLARS}, 20 roof 1.7", "19 roof 2.1", ["order"], 1, id="roof-ascends"),
        pytest.param(f"{PILLARS}, 20 roof 1.7", "26 roof 2.1", ["cost"], 6, id="roof-costs"),
        pytest.param(PILLARS, "3 roof 1.1", ["duplicate"], 0, id="a-pillar's-number-is-used"),
        pytest.param(PILLARS, "50 left 3.2", ["occupied"], 0, id="full-pillar"),
    ],
)
def test_the_roof(cards: str, event: str, codes: list[str], discards: int) -> None:
    verdict = last(sea(cards, **ARCH), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)


def test_every_broken_rule_in_the_documented_order() -> None:
    match = after(sea("10 2.1", hand=5, modules=["rocks", "storms"], rocks=2), "storm orange")
    assert last(match, "9 2.5").rules == ("order", "blocked", "adjacent-only")
    assert last(match, "10 2.1 rocks=3").rules == ("occupied", "duplicate", "blocked", "adjacent-only")
    assert last(match, "3 2.2").rules == ("order", "blocked", "cost")


def test_a_row_closed_twice_is_told_once() -> None:
    match = after(sea(modules=["rocks", "storms"], rocks=2), "storm purple row=2")
    assert last(match, "9 2.5 rocks=3").rules == ("blocked",)


@pytest.mark.parametrize(
    ("match", "event", "words"),
    [
        (sea("3 1.6"), "2 2.1", "Island 2 must come before island 3."),
        (sea("3 1.6"), "10 2.1", "It costs 7 cards; left to discard: 4 cards."),
        (sea("3 1.6", **ROCKS), "10 2.1", "Row 2 is closed by the Jagged Rocks"),
        (after(sea(**STORMS), "storm purple row=4"), "10 4.1", "Row 4 is closed by a Purple Storm"),
        (
            sea(rows(1)),
            "finish",
            "The Finish comes last: 30 places are still empty and no Start has been played yet.",
        ),
        (sea(full()), "finish", "The Finish comes last: no Start has been played yet."),
        (sea(), "place finish 6.6", "Only Islands go into the grid, not a Finish."),
    ],
)
def test_the_reason_is_said(match: object, event: str, words: str) -> None:
    verdict = last(match, event)  # type: ignore[arg-type]
    assert load_locale("en").why("tranquility", verdict.breaks).startswith(words)
