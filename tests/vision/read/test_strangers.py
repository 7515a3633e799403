"""Strangers: a deck's own cards, each left out in turn, tell what one never enrolled looks like."""

import pytest

from vision.read.strangers import Features, StrangerBars

# Likeness, worst error and lead of a deck whose cards look moderately alike.
STRANGERS: list[Features] = [(0.5 + 0.03 * i, 2.0 + 0.2 * i, 0.05 * i) for i in range(10)]


@pytest.mark.parametrize(
    ("features", "colour", "known"),
    [
        pytest.param((0.97, 0.8, 0.9), 0.0, True, id="much-better-than-strangers"),
        pytest.param((0.6, 2.5, 0.2), 0.0, False, id="as-strangers"),
        pytest.param((0.75, 3.5, 0.05), 0.0, False, id="alike-but-other-print"),
        pytest.param((0.97, 0.8, 0.9), -4.0, False, id="another-colour"),
    ],
)
def test_a_card_must_look_better_than_strangers_do(features: Features, colour: float, known: bool) -> None:
    assert StrangerBars.of(STRANGERS).is_known(features, colour) == known


def test_where_cards_are_alike_the_bars_are_higher() -> None:
    alike: list[Features] = [(0.9 + 0.008 * i, 0.9 + 0.05 * i, 0.2 + 0.04 * i) for i in range(10)]
    features = (0.93, 1.0, 0.5)
    assert StrangerBars.of(STRANGERS).is_known(features, 0.0)
    assert not StrangerBars.of(alike).is_known(features, 0.0)
