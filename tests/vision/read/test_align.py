"""Alignment: a print that was moved a little is found again to a fraction of a pixel."""

import cv2
import numpy as np
import pytest

from vision.read.align import STILL, Guide, Move, Vectors, composed, inverted, soften

SIDE = 48
ALL = np.ones((SIDE, SIDE), np.float32)
CORNERS = np.array([(x, y, 1) for x in (8, SIDE - 8) for y in (8, SIDE - 8)], np.float64)


def print_of(seed: int) -> Vectors:
    """Some blots at one contrast."""
    rough = np.random.default_rng(seed).normal(size=(SIDE, SIDE)).astype(np.float32)
    smooth = cv2.GaussianBlur(rough, (0, 0), 2.5)
    return np.asarray(smooth / smooth.std(), np.float32)


def around_middle(turn: float, scale: float, x: float, y: float) -> Move:
    move = cv2.getRotationMatrix2D(((SIDE - 1) / 2, (SIDE - 1) / 2), turn, scale)
    move[:, 2] += (x, y)
    return np.asarray(move, np.float64)


def moved(even: Vectors, move: Move) -> Vectors:
    """What is seen when each point of it lies there on the reference."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(even, move, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.float32)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("turn", "scale", "x", "y"),
    [(0, 1, 0, 0), (0, 1, 2.0, -1.5), (4, 1, 0, 0), (-3, 1.04, 1, 1), (2, 0.96, -1.5, 0.5)],
)
@pytest.mark.parametrize("strength", [0.5, 1.0])
def test_a_moved_print_is_found_again(
    seed: int, turn: float, scale: float, x: float, y: float, strength: float
) -> None:
    reference, truth = print_of(seed), around_middle(turn, scale, x, y)
    seen = soften(strength * moved(reference, truth))
    way = Guide.of(reference, ALL).align(seen, STILL, 12)
    off = np.abs(CORNERS @ way.move.T - CORNERS @ truth.T).max()
    assert off < 0.25
    assert way.alike > 0.97


def test_a_step_too_many_does_no_harm() -> None:
    """Two prints that have nothing in common: the best of all looks counts, not the last."""
    guide, seen = Guide.of(print_of(1), ALL), soften(print_of(2))
    alike = [guide.align(seen, STILL, looks).alike for looks in range(1, 10)]
    assert alike == sorted(alike)
    assert alike[-1] < 0.9


def test_what_is_outside_the_mask_does_not_count() -> None:
    mask = ALL.copy()
    mask[:, 30:] = 0
    reference, truth = print_of(3), around_middle(2, 1, 1.0, -1.0)
    seen = moved(reference, truth)
    seen[:, 36:] = print_of(4)[:, 36:]
    way = Guide.of(reference, mask).align(soften(seen), STILL, 12)
    assert np.abs(CORNERS[:2] @ way.move.T - CORNERS[:2] @ truth.T).max() < 0.4
    assert way.alike > 0.95


def test_a_print_without_slopes_stays_where_it_is() -> None:
    blank = np.zeros((SIDE, SIDE), np.float32)
    for reference, seen in ((blank, print_of(1)), (print_of(1), blank), (blank, blank)):
        way = Guide.of(reference, ALL).align(seen, STILL, 9)
        assert np.array_equal(way.move, STILL)
        assert abs(way.alike) < 0.01


def test_a_move_and_the_move_back_leave_everything_in_place() -> None:
    move = around_middle(7, 1.1, 3, -2)
    assert composed(move, inverted(move)) == pytest.approx(STILL)
    assert composed(inverted(move), move) == pytest.approx(STILL)
