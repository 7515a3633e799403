"""Sureness: one score for every candidate, and the bar of a deck that lacks cards."""

from dataclasses import fields, replace

import pytest

from vision.read.sureness import Features, load_calibration

SURENESS = load_calibration().enrolled
CLEAR = Features.of(1.0, 0.9, 0.9, (0.4, 1.0), (0.0, 0.0), 0.95, 5.0)
POOR = Features.of(0.1, -0.2, 0.3, (1.4, 5.0), (-3.0, -2.0), 0.4, 0.0)


def test_a_clear_card_is_above_every_bar_and_a_poor_one_below() -> None:
    assert SURENESS.score(CLEAR) > SURENESS.incomplete > SURENESS.complete > SURENESS.score(POOR)


@pytest.mark.parametrize("name", [field.name for field in fields(Features)])
def test_nothing_that_speaks_for_a_card_counts_against_it(name: str) -> None:
    better = replace(POOR, **{name: getattr(POOR, name) + 1})
    assert SURENESS.score(better) >= SURENESS.score(POOR)


def test_features_beyond_what_was_measured_count_no_more() -> None:
    wild = Features.of(9.0, float("inf"), 0.9, (0.0, 0.0), (-99.0, 0.0), 1.1, 99.0)
    assert (wild.lead, wild.print_lead, wild.number, wild.card) == (1.2, 1.0, -6.0, 6.0)


def test_a_deck_whose_cards_are_alike_asks_for_more() -> None:
    assert SURENESS.bar_against([POOR] * 20) == SURENESS.incomplete
    assert SURENESS.bar_against([CLEAR] * 20) == pytest.approx(SURENESS.score(CLEAR))
