"""Cards over several frames: what is sure together, and what one frame may put in doubt."""

import pytest

from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.types import rectangle
from vision.watch.cards import combine_places

CORNERS = rectangle((100, 100), (80, 80), 0)


def place(card: str | None, leaning: str, drawn: float) -> PlaceSeen:
    return PlaceSeen("3.3", PlaceState.CARD, CardSeen(CORNERS, card, candidates=((leaning, 0.9),)), drawn)


@pytest.mark.parametrize(("drawn", "card"), [(0.95, "green-8"), (0.85, None)], ids=["whole", "half covered"])
def test_one_frame_that_leans_elsewhere_is_heard_where_a_card_is_half_covered(
    drawn: float, card: str | None
) -> None:
    sure, other = place("green-8", "green-8", drawn), place(None, "green-6", drawn)
    combined = combine_places([sure, other, sure])
    assert combined.card is not None
    assert combined.card.card == card
    assert {name for name, _ in combined.card.candidates} == {"green-8", "green-6"}


def test_a_half_covered_card_is_sure_where_all_frames_agree() -> None:
    combined = combine_places([place("green-8", "green-8", 0.85), place(None, "green-8", 0.85)])
    assert combined.card is not None
    assert combined.card.card == "green-8"
