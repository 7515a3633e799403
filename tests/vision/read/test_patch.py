"""Patches: outlines become upright squares, and offsets seen in a patch move the outline in the picture."""

import cv2
import numpy as np
import pytest

from vision.read.patch import (
    MARGIN,
    SIDE_PX,
    card_shape,
    hide_surroundings,
    measure_quality,
    place_in_patch,
    rectify,
    refine,
)
from vision.read.white import balance
from vision.types import Picture, rectangle


def card_on_table(turn: float = 0.0, size: tuple[float, float] = (100, 100)) -> tuple[Picture, np.ndarray]:
    """A white card with a red top left corner on a dark table."""
    picture = np.full((300, 300, 3), 40, np.uint8)
    corners = np.array(rectangle((150, 140), size, turn), np.float32)
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), (240, 240, 240))
    spot = corners[0] * 0.7 + corners[2] * 0.3
    cv2.circle(picture, (round(float(spot[0])), round(float(spot[1]))), 12, (0, 0, 220), -1)
    return picture, corners


def redness(patch: Picture) -> np.ndarray:
    return (patch[..., 2].astype(int) - patch[..., 1]) > 100


@pytest.mark.parametrize("turn", [0, 20, 45, 90, 200])
def test_a_card_is_seen_upright_from_its_first_corner(turn: float) -> None:
    picture, corners = card_on_table(turn)
    rows, columns = np.where(redness(rectify(picture, corners)))
    assert rows.mean() == pytest.approx(SIDE_PX * 0.33, abs=2.5)
    assert columns.mean() == pytest.approx(SIDE_PX * 0.33, abs=2.5)


def test_a_margin_of_table_is_seen_around_a_square_card() -> None:
    picture, corners = card_on_table()
    patch = rectify(picture, corners)
    inside = place_in_patch(100, 100, SIDE_PX, MARGIN)
    assert patch[2, 2].tolist() == [40, 40, 40]
    assert patch[int(inside[0, 1]) + 4, int(inside[0, 0]) + 4].tolist() == [240, 240, 240]


def test_beside_a_narrow_card_the_patch_is_grey() -> None:
    picture, corners = card_on_table(size=(70, 100))
    patch = rectify(picture, corners)
    assert (patch[:, :6] == 128).all()
    assert (patch[:, -6:] == 128).all()
    assert patch[SIDE_PX // 2, SIDE_PX // 2].tolist() == [240, 240, 240]


@pytest.mark.parametrize("size", [(100, 100), (70, 100)])
def test_what_lies_around_a_card_is_hidden_and_the_card_is_not(size: tuple[float, float]) -> None:
    picture, corners = card_on_table(size=size)
    patch = rectify(picture, corners)
    alone = hide_surroundings(patch, corners)
    card = (patch > 200).all(axis=2)
    assert (patch == 40).all(axis=2).any()
    assert not (alone == 40).all(axis=2).any()
    assert (alone[card] == patch[card]).all()
    assert (alone[2, 2] == 128).all()


def test_a_large_card_is_averaged_not_sampled() -> None:
    checks = np.kron(np.indices((200, 200)).sum(axis=0) % 2, np.ones((2, 2))) * 255
    picture = np.repeat(checks[..., None], 3, axis=2).astype(np.uint8)
    patch = rectify(picture, [(0, 0), (399, 0), (399, 399), (0, 399)])
    assert patch.std() < 60


def test_nearly_square_outlines_count_as_square() -> None:
    assert card_shape(np.array(rectangle((0, 0), (100, 95), 10), np.float32)) == pytest.approx((100, 100))
    assert card_shape(np.array(rectangle((0, 0), (70, 100), 10), np.float32)) == pytest.approx((70, 100))


@pytest.mark.parametrize("size", [(100, 100), (70, 100), (140, 100)])
def test_offsets_seen_in_a_patch_move_the_outline(size: tuple[float, float]) -> None:
    """A card that lies three pixels right of the middle of its patch lies that share right in the picture."""
    outline = rectangle((200, 150), size, 30)
    scale = max(size) * (1 + 2 * MARGIN)
    moved = refine(outline, np.tile([0.05, -0.02], (4, 1)))
    cosine, sine = np.cos(np.radians(30)), np.sin(np.radians(30))
    step = scale * np.array([0.05 * cosine + 0.02 * sine, 0.05 * sine - 0.02 * cosine])
    assert np.array(moved) == pytest.approx(np.array(outline) + step, abs=0.1)


def test_blur_lowers_sharpness_and_glare_is_counted() -> None:
    picture, corners = card_on_table()
    sharp = measure_quality(rectify(picture, corners))
    blurred = measure_quality(rectify(cv2.GaussianBlur(picture, (0, 0), 4), corners))
    glared = picture.copy()
    glared[80:160] = 255
    assert blurred.sharpness < 0.5 * sharp.sharpness
    assert sharp.glare == 0
    assert measure_quality(rectify(glared, corners)).glare > 0.3


def test_white_paper_is_white_again_in_warm_light() -> None:
    warm = np.clip(np.full((20, 20, 3), 200.0) * [0.82, 1.0, 1.18], 0, 255).astype(np.uint8)
    blue, green, red = warm[0, 0].tolist()
    plain = balance(warm, (blue, green, red))
    assert plain.reshape(-1, 3).std(axis=1).max() < 2


def test_without_a_known_white_nothing_changes() -> None:
    picture, _ = card_on_table()
    assert balance(picture, None) is picture


def test_every_level_is_balanced_by_its_own_gain() -> None:
    """A table of levels gives the same as multiplying each pixel."""
    picture = np.repeat((np.arange(256) % 90).astype(np.uint8).reshape(16, 16, 1), 3, axis=2)
    gains = np.array([225 / 90, 225 / 200, 225 / 250], np.float32)
    wanted = np.clip(picture * gains + 0.5, 0, 255).astype(np.uint8)
    assert (balance(picture, (90.0, 200.0, 250.0)) == wanted).all()


def test_what_is_lit_better_than_the_tags_is_not_blown_out() -> None:
    """Under one lamp the corners were so dark that four in five spots of a card turned white."""
    card = np.full((96, 96, 3), (120, 160, 130), np.uint8)
    card[:, 48:] = (180, 230, 190)
    balanced = balance(card, (150.0, 170.0, 190.0)).astype(float)
    assert balanced.max() < 255
    expected = card * np.array([225 / 150, 225 / 170, 225 / 190])
    assert balanced / balanced.max() == pytest.approx(expected / expected.max(), abs=0.01)


def test_a_glint_does_not_darken_a_card() -> None:
    card = np.full((96, 96, 3), 100, np.uint8)
    card[40:44, 40:44] = 255
    assert balance(card, (150.0, 150.0, 150.0))[0, 0].tolist() == [150, 150, 150]
