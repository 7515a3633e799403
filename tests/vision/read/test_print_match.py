"""Fine detail: references are brought to where a card lies, and compared where they differ."""

import cv2
import numpy as np
import pytest

from vision.read.match import worth_comparing
from vision.read.patch import SIDE_PX
from vision.read.print_match import PrintPatch, bring_all, exactness, favours_colour, favours_print
from vision.types import Picture

EDGE = round(SIDE_PX * 0.08 / 1.16)
BLUE, PURPLE = (180, 80, 40), (160, 40, 120)


def face(text: str, frame: tuple[int, int, int] = BLUE, table: int = 60) -> Picture:
    """A card with artwork that all share, a number and a thin frame."""
    rng = np.random.default_rng(5)
    patch = np.full((SIDE_PX, SIDE_PX, 3), table, np.uint8)
    card = cv2.GaussianBlur(rng.integers(120, 250, (82, 82, 3), dtype=np.uint8), (0, 0), 4)
    cv2.rectangle(card, (0, 0), (81, 81), frame, 14)
    cv2.putText(card, text, (26, 56), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (20, 20, 20), 3, cv2.LINE_AA)
    patch[EDGE : EDGE + 82, EDGE : EDGE + 82] = card
    return patch


def moved(patch: Picture, turn: float, x: float, y: float) -> Picture:
    move = cv2.getRotationMatrix2D((47.5, 47.5), turn, 1.0)
    move[:, 2] += (x, y)
    return np.asarray(cv2.warpAffine(patch, move, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE))


def lit(patch: Picture, blue: float, green: float, red: float) -> Picture:
    return np.clip(patch * np.array([blue, green, red]), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("turn", "x", "y"), [(0, 0, 0), (2, 1.5, -1), (-3, -2, 2)])
def test_a_reference_is_brought_to_where_the_card_lies(turn: float, x: float, y: float) -> None:
    seen, reference = PrintPatch.of(moved(face("3"), turn, x, y)), PrintPatch.of(face("3"))
    (brought,) = bring_all([reference], seen)
    assert exactness(seen, brought) > 2.5
    if turn:
        assert exactness(seen, reference) < exactness(seen, brought) - 0.5


@pytest.mark.parametrize(("shown", "other"), [("3", "8"), ("8", "3"), ("1", "7"), ("6", "5")])
def test_prints_are_compared_where_they_differ(shown: str, other: str) -> None:
    """The shared artwork says nothing, the one digit everything: also off its place, in dim warm light."""
    seen = PrintPatch.of(lit(moved(face(shown), 2, 1, -1), 0.6, 0.7, 0.85))
    one, two = bring_all([PrintPatch.of(face(shown)), PrintPatch.of(face(other))], seen)
    assert favours_print(seen, one, two) > 1
    assert favours_print(seen, two, one) < -1


def test_equal_prints_tell_nothing() -> None:
    seen = PrintPatch.of(face("3"))
    one, two = bring_all([PrintPatch.of(face("3", BLUE)), PrintPatch.of(face("3", BLUE, table=200))], seen)
    assert abs(favours_print(seen, one, two)) < 0.2


@pytest.mark.parametrize("light", [(1, 1, 1), (0.8, 1, 1.1), (1.15, 1, 0.85)])
def test_colours_are_compared_where_they_differ_in_any_light(light: tuple[float, float, float]) -> None:
    for shown, other in ((BLUE, PURPLE), (PURPLE, BLUE)):
        seen = PrintPatch.of(lit(face("3", shown), *light))
        one, two = bring_all([PrintPatch.of(face("3", shown)), PrintPatch.of(face("3", other))], seen)
        assert favours_colour(seen, one, two) > 0.3


def test_each_card_is_compared_once_and_those_far_behind_not_at_all() -> None:
    scores, owners = np.array([9.0, 8.5, 8.0, 1.0, 7.0]), np.array([0, 0, 1, 2, 3])
    assert worth_comparing(scores, owners) == [0, 2, 4]


def test_a_reference_that_finds_no_way_itself_goes_the_way_of_the_first() -> None:
    seen, first = PrintPatch.of(moved(face("3"), 2, 1.5, -1)), PrintPatch.of(face("3"))
    plain = PrintPatch(first.lab, np.zeros_like(first.even))
    one, two = bring_all([first, plain], seen)
    assert np.abs(one.lab - first.lab).max() > 20
    assert np.array_equal(two.lab, one.lab)
