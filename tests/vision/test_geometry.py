"""Plain geometry: what lies in a quad, and where lines cross."""

import numpy as np
import pytest

from vision.geometry import cross_lines, fill, lie_in

SQUARE = ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))


def test_lines_cross_beyond_their_ends() -> None:
    start, way = np.array([[0.0, 0.0]]), np.array([[1.0, 1.0]])
    assert cross_lines(start, way, np.array([[8.0, 0.0]]), np.array([[0.0, -3.0]])).tolist() == [[8.0, 8.0]]


def test_parallel_lines_cross_very_far_away() -> None:
    start, way = np.array([[0.0, 0.0]]), np.array([[1.0, 0.0]])
    assert np.abs(cross_lines(start, way, np.array([[0.0, 1.0]]), way)).max() > 1e6


@pytest.mark.parametrize(("point", "inside"), [((3.0, 3.0), True), ((2.0, 4.0), True), ((1.0, 3.0), False)])
def test_a_point_lies_in_a_quad_and_on_its_side(point: tuple[float, float], inside: bool) -> None:
    assert lie_in(np.array([point]), [SQUARE]).tolist() == [inside]
    assert lie_in(np.array([point]), []).tolist() == [False]


def test_a_filled_quad_is_white_up_to_its_sides() -> None:
    drawn = fill((9, 9, 3), [SQUARE])
    assert drawn.shape == (9, 9)
    assert np.argwhere(drawn == 255).tolist() == [[y, x] for y in range(2, 7) for x in range(2, 7)]
    assert not fill((9, 9), []).any()
