"""The measurement of real print: what was told of a card, and the worst first."""

import pytest

from companion.simulation.benches.decks import as_text, name_told
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.watch.table_watcher import Steady

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def placed(place: str, card: str | None) -> Steady:
    return Steady(1.0, (PlaceSeen(place, PlaceState.CARD, CardSeen(QUAD, card)),))


def lying(*cards: str | None) -> Steady:
    return Steady(1.0, cards=tuple(CardSeen(QUAD, card) for card in cards))


@pytest.mark.parametrize(
    ("told", "spot", "name"),
    [
        ([], "1.1", None),
        ([placed("1.1", "red-1")], "1.1", "red-1"),
        ([placed("1.1", "red-1"), lying()], "1.1", "red-1"),
        ([placed("1.1", None)], "1.1", None),
        ([placed("2.1", "red-1")], "1.1", None),
        ([placed("1.1", "red-1"), placed("1.1", "red-2")], "1.1", "red-2"),
        ([lying("blue-1", "red-1")], "", "red-1"),
        ([lying("blue-1")], "", None),
        ([lying("blue-1", "red-3", None)], "", "red-3"),
    ],
)
def test_the_last_name_of_a_place_or_a_new_name_counts(
    told: list[Steady], spot: str, name: str | None
) -> None:
    assert name_told(told, spot, ["blue-1"]) == name


def test_a_line_for_each_deck_and_game() -> None:
    row = {"deck": "uno", "game": "any", "cards": 4, "wrong": 1, "unsure": 1, "right": 2, "false": 0}
    watched = {f"watched_{name}": 0 for name in ("cards", "wrong", "unsure", "right")}
    head, line, _ = as_text([row | watched]).splitlines()
    assert head.startswith("deck")
    assert line.split()[:7] == ["uno", "any", "4", "1", "1", "50.0%", "0"]
