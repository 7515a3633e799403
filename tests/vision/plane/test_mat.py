"""The mat: tags in rendered pictures give the plane, in millimetres and to a third of a per cent of a card."""

import cv2
import numpy as np
import pytest

from companion.simulation.scenes import table_scene
from vision.errors import PlaneError
from vision.lab.scene import (
    MILD,
    NONE,
    Camera,
    Hand,
    Scene,
    Tag,
    Troubles,
    corner_tags,
    random_troubles,
    render,
)
from vision.plane.mat import (
    Mat,
    MatSeen,
    MatStatus,
    expected_tags,
    fit_plane,
    judge_tags,
    plane_from_corners,
    see_mat,
)
from vision.plane.tags import find_tags
from vision.read.white import paper_colour, see_white
from vision.types import Floats, Picture, Plane

GRID = np.stack(np.meshgrid(np.linspace(-400, 400, 9), np.linspace(-220, 220, 5)), axis=-1)
CARD_MM = 63.0


def seen_by(camera: Camera, troubles: Troubles = NONE, table: str = "wood", seed: int = 0) -> Picture:
    return render(Scene((), corner_tags(), (), camera, table, seed, troubles), np.random.default_rng(seed))[0]


def off_mm(plane: Plane, camera: Camera) -> Floats:
    """How far the plane is off at a grid of points of the table."""
    return np.asarray(np.linalg.norm(plane.to_mm(camera.to_picture(GRID)) - GRID, axis=-1))


CAMERAS = [
    Camera(),
    Camera(tilt_degrees=20, lean_degrees=5, turn_degrees=-3, k1=-0.05),
    Camera(tilt_degrees=-15, k1=-0.1, height_mm=750),
    Camera(size_px=(1280, 720), tilt_degrees=10, k1=-0.03),
    Camera(size_px=(2304, 1296), lean_degrees=-8, k1=0.04),
    Camera(turn_degrees=178, k1=-0.06),
]


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: f"{camera.size_px[0]} k1 {camera.k1}")
def test_the_plane_is_exact_to_half_a_per_cent_of_a_card(camera: Camera) -> None:
    seen = see_mat(seen_by(camera, MILD))
    assert seen.status is MatStatus.FRESH
    assert seen.plane is not None
    assert seen.plane.bend == pytest.approx(camera.k1, abs=0.006)
    assert seen.plane.error_mm < 0.3
    assert off_mm(seen.plane, camera).max() < 0.005 * CARD_MM * 2
    assert off_mm(seen.plane, camera).mean() < 0.005 * CARD_MM


def test_the_lens_parameter_is_worth_fitting() -> None:
    """Without it a bent lens puts the places a few per cent of a card off, with it a few per mille."""
    camera = Camera(k1=-0.08)
    tags = find_tags(seen_by(camera))
    flat, fitted = fit_plane(tags, camera.size_px, bend=0.0), fit_plane(tags, camera.size_px)
    assert off_mm(flat, camera).mean() > 0.03 * CARD_MM
    assert off_mm(fitted, camera).mean() < 0.005 * CARD_MM


@pytest.mark.parametrize("seed", range(8))
def test_tags_are_found_in_bad_light(seed: int) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(tilt_degrees=float(rng.uniform(-15, 20)), k1=-0.05)
    table = ["wood", "dark cloth", "light plain", "dark wood"][seed % 4]
    seen = see_mat(seen_by(camera, random_troubles(rng, 0.8), table, seed))
    assert seen.status is MatStatus.FRESH
    assert seen.plane is not None
    assert off_mm(seen.plane, camera).mean() < 0.02 * CARD_MM


def test_a_table_without_tags_has_no_plane() -> None:
    seen = see_mat(render(Scene(), np.random.default_rng(0))[0])
    assert (seen.plane, seen.status, seen.tags) == (None, MatStatus.LOST, {})


def test_cards_are_not_mistaken_for_tags() -> None:
    board = {f"{row}.{position}": f"red-{position}" for row in range(1, 9) for position in range(1, 11 - row)}
    picture, truth = render(table_scene("ascent", board, troubles=MILD), np.random.default_rng(3))
    found = find_tags(picture)
    assert set(found) == {0, 1, 2, 3}
    assert max(np.abs(np.subtract(found[number], truth.tags[number])).max() for number in found) < 0.6


def covered(picture: Picture, *tags: int) -> Picture:
    """The picture with a hand's worth of brown over some tags."""
    copy = picture.copy()
    for number in tags:
        x, y = np.mean(expected_tags(fit_plane(find_tags(picture), (1920, 1080)), Mat())[number], axis=0)
        cv2.circle(copy, (round(x), round(y)), 70, (120, 150, 205), -1)
    return copy


def test_covered_tags_leave_the_last_plane_standing() -> None:
    camera = Camera(tilt_degrees=8, k1=-0.05)
    picture = seen_by(camera)
    before = see_mat(picture)
    for hidden in ((1,), (0, 3), (0, 1, 2)):
        after = see_mat(covered(picture, *hidden), before)
        assert after.status is MatStatus.HELD
        assert after.plane == before.plane
        assert set(after.tags) == {0, 1, 2, 3} - set(hidden)


def test_with_all_tags_covered_the_last_plane_is_held() -> None:
    before = see_mat(seen_by(Camera()))
    after = see_mat(render(Scene(), np.random.default_rng(0))[0], before)
    assert (after.plane, after.status) == (before.plane, MatStatus.HELD)


def test_a_knocked_camera_is_measured_anew() -> None:
    before = see_mat(seen_by(Camera(k1=-0.05)))
    moved = Camera(k1=-0.05, turn_degrees=1.5, aim_mm=(12.0, -8.0))
    after = see_mat(seen_by(moved), before)
    assert after.status is MatStatus.FRESH
    assert after.plane is not None
    assert off_mm(after.plane, moved).mean() < 0.5


def test_a_knocked_camera_with_a_covered_tag_uses_the_other_three() -> None:
    before = see_mat(seen_by(Camera(k1=-0.05)))
    moved = Camera(k1=-0.05, turn_degrees=1.5)
    after = see_mat(covered(seen_by(moved), 2), before)
    assert after.status is MatStatus.PARTIAL
    assert after.plane is not None
    assert off_mm(after.plane, moved).mean() < 1.5


def test_a_knocked_camera_with_two_tags_says_that_it_is_lost() -> None:
    before = see_mat(seen_by(Camera()))
    after = see_mat(covered(seen_by(Camera(turn_degrees=2.5)), 0, 2), before)
    assert (after.status, after.plane) == (MatStatus.LOST, before.plane)


def test_three_tags_are_enough_for_a_first_guess() -> None:
    camera = Camera(tilt_degrees=8)
    seen = see_mat(covered(seen_by(camera), 1))
    assert seen.status is MatStatus.PARTIAL
    assert seen.plane is not None
    assert off_mm(seen.plane, camera).mean() < 2


def test_a_picture_of_another_size_starts_afresh() -> None:
    before = see_mat(seen_by(Camera()))
    after = see_mat(seen_by(Camera(size_px=(1280, 720))), before)
    assert after.plane is not None
    assert after.plane.size_px == (1280, 720)


def test_a_hand_over_a_tag() -> None:
    picture, _ = render(Scene((), corner_tags(), (Hand((0.93, 0.8), size=0.25),)), np.random.default_rng(1))
    seen = see_mat(picture, see_mat(seen_by(Camera())))
    assert seen.status is MatStatus.HELD
    assert 2 not in seen.tags


def test_tags_laid_badly_show_in_the_error() -> None:
    shifted = (*corner_tags()[:3], Tag(3, (-400.0, 225.0)))
    picture, _ = render(Scene((), shifted), np.random.default_rng(0))
    seen = see_mat(picture)
    assert seen.plane is not None
    assert seen.plane.error_mm > 1.0


def test_two_tags_are_too_few() -> None:
    tags = {number: quad for number, quad in find_tags(seen_by(Camera())).items() if number < 2}
    with pytest.raises(PlaneError, match="not 2"):
        fit_plane(tags, (1920, 1080))
    assert judge_tags(tags, (1920, 1080), None, Mat()) == MatSeen(None, MatStatus.LOST, tags)


def test_corners_by_hand() -> None:
    camera = Camera(tilt_degrees=15)
    corners = tuple(map(tuple, camera.to_picture(Mat().corners_mm()).tolist()))
    assert off_mm(plane_from_corners(corners, (1920, 1080)), camera).max() < 0.1


@pytest.mark.parametrize(
    "corners",
    [
        ((0, 0), (100, 100), (100, 0), (0, 100)),
        ((0, 0), (0, 100), (100, 100), (100, 0)),
        ((0, 0), (5, 0), (5, 5), (0, 5)),
        ((0, 0), (100, 0), (100, 100)),
    ],
    ids=["crossed", "the wrong way round", "tiny", "three"],
)
def test_corners_by_hand_that_make_no_table(corners: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(PlaneError):
        plane_from_corners(corners, (1920, 1080))


@pytest.mark.parametrize("warmth", [-0.18, 0.0, 0.18])
def test_white_is_taken_from_the_paper_around_the_tags(warmth: float) -> None:
    picture = seen_by(Camera(), Troubles(warmth=warmth, gain=0.8), "dark wood")
    white = see_white(picture, find_tags(picture))
    assert white is not None
    blue, _, red = white
    assert red / blue == pytest.approx((1 + warmth) / (1 - warmth), rel=0.03)


def test_no_white_in_the_dark_or_without_tags() -> None:
    picture = seen_by(Camera(), Troubles(gain=0.1))
    assert see_white(picture, {}) is None
    tags = find_tags(seen_by(Camera()))
    assert see_white(picture, tags) is None
    assert paper_colour(picture, ((-90, -90), (-80, -90), (-80, -80), (-90, -80))) is None
