"""Drawing what was seen."""

import numpy as np
import pytest

from companion.commands.pictures import SURE, TRUTH, UNSURE, describe, draw_cards, draw_outlines
from vision.observation import CardSeen

QUAD = ((40.0, 40.0), (160.0, 40.0), (160.0, 160.0), (40.0, 160.0))


def blank(height: int = 200, width: int = 200) -> np.ndarray:
    return np.full((height, width, 3), 128, np.uint8)


def has(picture: np.ndarray, ink: tuple[int, int, int]) -> bool:
    return bool((picture == ink).all(axis=2).any())


def test_sure_and_unsure_cards_have_their_own_ink() -> None:
    assert has(draw_cards(blank(), [CardSeen(QUAD, "red-7")]), SURE)
    unsure = draw_cards(blank(), [CardSeen(QUAD, None, candidates=(("red-7", 0.5),))])
    assert has(unsure, UNSURE)
    assert not has(unsure, SURE)


def test_the_picture_itself_is_not_drawn_on() -> None:
    picture = blank()
    draw_cards(picture, [CardSeen(QUAD, "red-7")])
    assert (picture == 128).all()


def test_nothing_seen_draws_nothing() -> None:
    assert (draw_cards(blank(), []) == blank()).all()


def test_large_pictures_are_drawn_smaller() -> None:
    drawn = draw_cards(blank(100, 4800), [CardSeen(QUAD, "red-7")])
    assert drawn.shape == (50, 2400, 3)
    assert has(drawn, SURE)


def test_outlines_outside_the_picture_do_no_harm() -> None:
    far = tuple((x + 1000, y - 1000) for x, y in QUAD)
    assert (draw_outlines(blank(), [far], TRUTH, ["x"]) == blank()).all()


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (CardSeen(QUAD, "red-7", 7, "red", (("red-7", 0.99),), "3.2"), "3.2 red-7"),
        (CardSeen(QUAD, None, 7, None), "7"),
        (CardSeen(QUAD, None, None, "blue"), "blue"),
        (CardSeen(QUAD, None, None, None, (("red-7", 0.5), ("red-1", 0.4))), "red-7?"),
        (CardSeen(QUAD), "?"),
    ],
    ids=str,
)
def test_describe(card: CardSeen, words: str) -> None:
    assert describe(card) == words
