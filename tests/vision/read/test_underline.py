"""Underlines: a bar tells which way up a 6 lies, and nothing else that is printed is taken for one."""

import cv2
import numpy as np
import pytest

from vision.read.patch import SIDE_PX
from vision.read.underline import find_underline
from vision.types import Picture

Colour = tuple[int, int, int]
RED, WHITE, DARK = (40, 30, 200), (240, 240, 240), (30, 30, 30)
BELOW, ABOVE = 71, 22  # where a bar lies, in pixels from the patch's top


def card(text: str, *bars: int, ink: Colour = WHITE, ground: Colour = RED) -> Picture:
    """The patch of a card with a number in its middle, and bars at these heights."""
    patch = np.full((SIDE_PX, SIDE_PX, 3), ground, np.uint8)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.5, 4)
    spot = (SIDE_PX - width) // 2, (SIDE_PX + height) // 2
    cv2.putText(patch, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 1.5, ink, 4, cv2.LINE_AA)
    for y in bars:
        cv2.rectangle(patch, (34, y), (62, y + 3), ink, -1)
    return patch


@pytest.mark.parametrize("text", ["6", "9", "66", "68"])
@pytest.mark.parametrize(("ink", "ground"), [(WHITE, RED), (RED, WHITE), (DARK, (90, 200, 230))])
def test_a_bar_tells_its_side_in_every_tone(text: str, ink: Colour, ground: Colour) -> None:
    patch = card(text, BELOW, ink=ink, ground=ground)
    assert find_underline(patch) == 1
    assert find_underline(np.ascontiguousarray(np.rot90(patch, 2))) == -1


def test_a_bar_of_a_slanting_number_slants() -> None:
    turned = cv2.getRotationMatrix2D((SIDE_PX / 2, SIDE_PX / 2), 15, 1.0)
    patch = cv2.warpAffine(card("6", BELOW), turned, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE)
    assert find_underline(np.asarray(patch, np.uint8)) == 1


@pytest.mark.parametrize("text", ["6", "9", "1", "7", "66", "17"])
def test_a_number_without_a_bar_tells_nothing(text: str) -> None:
    assert find_underline(card(text)) == 0


def test_bars_on_both_sides_tell_nothing() -> None:
    assert find_underline(card("6", BELOW)) == 1
    assert find_underline(card("6", ABOVE, BELOW)) == 0


@pytest.mark.parametrize(
    ("corner", "opposite"),
    [
        pytest.param((22, 22), (73, 73), id="frame"),
        pytest.param((0, 20), (95, 24), id="line"),
        pytest.param((0, 0), (95, 24), id="band"),
    ],
)
def test_what_else_is_printed_around_a_number_is_no_bar(
    corner: tuple[int, int], opposite: tuple[int, int]
) -> None:
    """A drawn deck's band above its numbers, cut off at the sides, was taken for the bar of a 6."""
    patch = card("6")
    cv2.rectangle(patch, corner, opposite, WHITE, 4 if corner == (22, 22) else -1)
    assert find_underline(patch) == 0


def test_a_line_far_from_the_number_is_no_bar() -> None:
    assert find_underline(card("-", BELOW)) == 0
    assert find_underline(card("", BELOW)) == 0


def test_a_bar_much_wider_or_narrower_than_the_number_is_not_its_own() -> None:
    wide, narrow = card("1"), card("6")
    cv2.rectangle(wide, (20, BELOW), (75, BELOW + 3), WHITE, -1)
    cv2.rectangle(narrow, (44, BELOW), (51, BELOW + 1), WHITE, -1)
    assert (find_underline(wide), find_underline(narrow)) == (0, 0)


def test_an_even_patch_tells_nothing() -> None:
    assert find_underline(np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8)) == 0
