"""Points, quads, lenses and planes: what goes there comes back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import (
    angle_between,
    as_quad,
    fit_homography,
    is_one_card,
    quad_iou,
    quad_turn,
    rotate_quad,
    spread,
    stand_up,
)
from vision.types import Lens, Place, Plane, area, project, rectangle

numbers = st.floats(-400, 400, allow_nan=False)
SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


@given(x=numbers, y=numbers, turn=st.floats(-179, 179), width=st.floats(1, 99), height=st.floats(1, 99))
def test_a_rectangle_has_its_size_and_its_turn(
    x: float, y: float, turn: float, width: float, height: float
) -> None:
    quad = rectangle((x, y), (width, height), turn)
    assert area(quad) == pytest.approx(width * height)
    assert angle_between(quad_turn(quad), turn) < 1e-6
    assert np.mean(quad, axis=0) == pytest.approx((x, y), abs=1e-9)


def test_a_place_gives_the_corners_of_its_card() -> None:
    place = Place("1.1", (0.0, 0.0), (2.0, 2.0), 45.0)
    assert np.array(place.corners_mm()) == pytest.approx(
        np.sqrt(2) * np.array([(0, -1), (1, 0), (0, 1), (-1, 0)]), abs=1e-9
    )


@given(steps=st.integers(-9, 9))
def test_reading_from_another_corner_turns_by_quarters(steps: int) -> None:
    assert angle_between(quad_turn(rotate_quad(SQUARE, steps)), 90 * steps) < 1e-6


@pytest.mark.parametrize(
    ("other", "share"),
    [(SQUARE, 1.0), (rectangle((10, 5), (10, 10), 0), 1 / 3), (rectangle((50, 5), (10, 10), 0), 0.0)],
)
def test_shared_area(other: tuple[tuple[float, float], ...], share: float) -> None:
    assert quad_iou(SQUARE, other) == pytest.approx(share, abs=1e-5)


def test_a_quad_without_area_shares_nothing() -> None:
    assert quad_iou(((0, 0),) * 4, ((0, 0),) * 4) == 0.0


def test_spreading_keeps_the_middle() -> None:
    assert spread(SQUARE, 2) == as_quad([(-5, -5), (15, -5), (15, 15), (-5, 15)])


def test_a_homography_through_more_points_is_their_best_fit() -> None:
    points = np.random.default_rng(1).uniform(-5, 5, (12, 2))
    matrix = np.array([[2, 0.3, 1], [-0.2, 1.7, 4], [0.01, -0.02, 1]])
    assert fit_homography(points, project(matrix, points)) == pytest.approx(matrix, abs=1e-6)


@given(
    bend=st.floats(-0.1, 0.2),
    x=st.floats(0, 1919),
    y=st.floats(0, 1079),
)
def test_straightening_undoes_the_lens(bend: float, x: float, y: float) -> None:
    lens = Lens((959.5, 539.5), 960.0, bend)
    assert lens.distort(lens.straighten((x, y))) == pytest.approx((x, y), abs=1e-3)


def test_a_lens_without_bend_changes_nothing() -> None:
    assert Lens((5, 5), 10).straighten([(1, 2), (3, 4)]).tolist() == [[1, 2], [3, 4]]


def test_a_plane_goes_there_and_back() -> None:
    to_table = tuple(np.array([[0.5, 0.01, -450], [-0.02, 0.52, -270], [1e-5, -2e-5, 1]]).reshape(-1))
    plane = Plane((1920, 1080), to_table, bend=-0.08)
    points = np.random.default_rng(2).uniform((-440, -240), (440, 240), (5, 4, 2))
    assert plane.to_mm(plane.to_picture(points)) == pytest.approx(points, abs=1e-6)
    assert plane.to_picture(points).shape == points.shape


def test_a_plane_knows_its_scale() -> None:
    plane = Plane((100, 100), (0.5, 0, 0, 0, 0.5, 0, 0, 0, 1))
    assert plane.scale_at((3.0, 4.0)) == pytest.approx(2.0)


@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("turn", [-40, 0, 12, 44])
def test_a_square_stands_up_the_nearest_way(turn: float, start: int) -> None:
    square = rectangle((0, 0), (50, 50), turn)
    assert stand_up(rotate_quad(square, start)) == square


@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("turn", [-80, -30, 0, 85])
def test_what_is_long_stands_on_its_short_side(turn: float, start: int) -> None:
    card = rectangle((0, 0), (50, 80), turn)
    assert stand_up(rotate_quad(card, start)) == card


@pytest.mark.parametrize(
    ("off", "how", "one"),
    [
        pytest.param(0.5, {}, True, id="half of a neighbour"),
        pytest.param(0.6, {}, False, id="side by side, a little over each other"),
        pytest.param(0.5, {"overlapping": True}, False, id="half covered"),
        pytest.param(0.25, {"overlapping": True}, True, id="a little off"),
        pytest.param(0.9, {"same_name": True}, True, id="read as the same card"),
        pytest.param(0.95, {"same_name": True}, False, id="two of a kind that touch"),
        pytest.param(1.5, {"same_name": True}, False, id="apart"),
    ],
)
def test_one_function_says_whether_two_outlines_are_one_card(
    off: float, how: dict[str, bool], one: bool
) -> None:
    card, other = rectangle((0.0, 0.0), (63.0, 88.0), 0.0), rectangle((63.0 * off, 0.0), (63.0, 88.0), 0.0)
    assert is_one_card(card, other, **how) is one
    assert is_one_card(other, card, **how) is one
