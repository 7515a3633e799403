"""Single-card patches for training."""

import numpy as np
import pytest

from vision.geometry import quad_turn
from vision.lab.scene import EXACT, NONE, Rough, random_troubles, render_patch
from vision.types import area

FACE = np.zeros((80, 80, 3), np.uint8)
FACE[:] = (0, 0, 255)
FACE[:40, :40] = (0, 255, 0)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_an_exact_patch_holds_the_card_upright() -> None:
    patch, quad = render_patch(FACE, rng(), NONE, side_px=96, margin=0.1, rough=EXACT)
    assert patch.shape == (96, 96, 3)
    assert np.array(quad) == pytest.approx(
        np.array([(9.1, 9.1), (85.9, 9.1), (85.9, 85.9), (9.1, 85.9)]), abs=0.01
    )
    assert patch[30, 30, 1] > 200
    assert patch[70, 70, 2] > 200


@pytest.mark.parametrize("card_px", [40.0, 96.0, 150.0])
def test_the_camera_size_changes_sharpness_not_place(card_px: float) -> None:
    patch, quad = render_patch(FACE, rng(), NONE, side_px=96, margin=0.06, card_px=card_px)
    assert patch.shape == (96, 96, 3)
    assert area(quad) == pytest.approx((96 * 0.88) ** 2, rel=0.04)


def test_rough_patches_stay_within_their_limits() -> None:
    rough = Rough(shift=0.1, corner=0.0, turn_degrees=8, scale=0.05)
    for seed in range(60):
        _, quad = render_patch(FACE, rng(seed), NONE, side_px=96, rough=rough)
        assert abs(quad_turn(quad)) <= 8.001
        assert np.abs(np.mean(quad, axis=0) - 47.5).max() <= 0.1 * 96


def test_a_turn_is_kept() -> None:
    _, quad = render_patch(FACE, rng(), NONE, turn_degrees=90)
    assert quad_turn(quad) == pytest.approx(90)


def test_tall_cards_keep_their_shape() -> None:
    tall = np.zeros((120, 80, 3), np.uint8)
    _, quad = render_patch(tall, rng(), NONE, side_px=100, margin=0.05)
    (ax, ay), (bx, _), (_, cy), _ = quad
    assert (cy - ay) / (bx - ax) == pytest.approx(1.5, rel=0.01)


def test_the_same_chance_gives_the_same_patch() -> None:
    patches = [
        render_patch(FACE, rng(4), random_troubles(rng(2), 0.7, 96), rough=Rough())[0] for _ in range(2)
    ]
    assert np.array_equal(*patches)
