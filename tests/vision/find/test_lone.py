"""A lone card on a plain ground: found whatever is printed on it, and nothing where nothing lies."""

import cv2
import numpy as np
import pytest

from vision.find.silhouette import find_lone
from vision.geometry import quad_iou
from vision.types import Picture, Quad, rectangle


def shown(turn: float, size: tuple[float, float] = (130, 130), slope: float = 30.0) -> tuple[Picture, Quad]:
    """A purple card with a white diamond that touches its rim, on a cloth lit from one side."""
    rng = np.random.default_rng(3)
    picture = np.full((540, 960, 3), (110, 160, 150), np.float32)
    picture += np.linspace(-slope, slope, 960)[None, :, None] + rng.normal(0, 6, (540, 960, 1))
    corners = rectangle((380, 230), size, turn)
    cv2.fillPoly(picture, [np.array(corners, np.int32)], (105, 55, 80))
    top = (np.array(corners[0]) + corners[1]) / 2
    diamond = [top + step for step in ((0, 2), (35, 36), (0, 70), (-35, 36))]
    cv2.fillPoly(picture, [np.array(diamond, np.int32)], (240, 240, 240))
    return picture.clip(0, 255).astype(np.uint8), corners


@pytest.mark.parametrize("turn", [-12, 0, 5, 45])
@pytest.mark.parametrize("size", [(130, 130), (100, 150)])
def test_the_whole_card_is_found_not_its_plate(turn: float, size: tuple[float, float]) -> None:
    picture, corners = shown(turn, size)
    lone = find_lone(picture)
    assert lone is not None
    assert quad_iou(lone, corners) > 0.85


@pytest.mark.parametrize("turn", [-12, 0, 5, 45])
def test_a_seam_of_the_table_is_no_part_of_the_card(turn: float) -> None:
    """Boards met behind the card, and the outline took in a piece of their seam on either side."""
    picture, corners = shown(turn)
    card = cv2.fillPoly(np.zeros(picture.shape[:2], np.uint8), [np.array(corners, np.int32)], 1)
    seam = np.zeros_like(card)
    seam[226:234, 290:470] = 1
    picture[(seam == 1) & (card == 0)] = (40, 60, 60)
    lone = find_lone(picture)
    assert lone is not None
    assert quad_iou(lone, corners) > 0.75


def test_a_dark_card_is_told_from_a_dark_table_by_its_tint() -> None:
    """As dark as the table, and a little greener: neither of the two colours alone would tell."""
    rng = np.random.default_rng(4)
    picture = np.full((540, 960, 3), (44, 40, 42), np.float32) + rng.normal(0, 2, (540, 960, 1))
    corners = rectangle((380, 230), (130, 130), 5.0)
    cv2.fillPoly(picture, [np.array(corners, np.int32)], (41, 45, 33))
    lone = find_lone(picture.clip(0, 255).astype(np.uint8))
    assert lone is not None
    assert quad_iou(lone, corners) > 0.85


def test_bare_ground_has_no_card() -> None:
    assert find_lone(shown(0, (0, 0))[0][:120]) is None


def test_a_thing_that_is_no_box_is_no_card() -> None:
    picture = np.full((300, 400, 3), 120, np.uint8)
    cv2.fillPoly(picture, [np.array([(100, 80), (250, 120), (150, 220)], np.int32)], (0, 0, 200))
    assert find_lone(picture) is None


def test_what_fills_the_picture_is_not_lone() -> None:
    picture = np.full((300, 400, 3), 120, np.uint8)
    picture[10:290, 10:390] = (20, 20, 200)
    assert find_lone(picture) is None
