"""Rendered tables: the truth agrees with the picture."""

import dataclasses

import cv2
import numpy as np
import pytest

from vision.geometry import as_quad, quad_iou
from vision.lab.scene import (
    MILD,
    NONE,
    TABLES,
    Camera,
    Hand,
    LaidCard,
    Scene,
    Troubles,
    apply_troubles,
    corner_tags,
    random_hand,
    random_troubles,
    render,
)
from vision.lab.scene.render import round_outline
from vision.lab.scene.table import texture
from vision.types import area

SMALL = Camera(size_px=(640, 360))
RED = np.zeros((64, 64, 3), np.uint8)
RED[:] = (0, 0, 255)
BLUE = RED[..., ::-1].copy()


def laid(face: np.ndarray, x: float, y: float, turn: float = 0.0) -> LaidCard:
    return LaidCard("card", face, (x, y), (63.0, 63.0), turn)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def filled(quad: object, shape: tuple[int, ...]) -> np.ndarray:
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(quad) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask.astype(bool)


@pytest.mark.parametrize(
    "camera", [SMALL, Camera((640, 360), tilt_degrees=20, lean_degrees=-5, turn_degrees=3, k1=-0.08)]
)
def test_a_card_is_where_the_truth_has_it(camera: Camera) -> None:
    picture, truth = render(Scene((laid(RED, 80, -60, 20),), camera=camera, table="dark plain"), rng())
    red = (picture[..., 2] > 150) & (picture[..., 0] < 100)
    expected = filled(truth.cards[0].corners, picture.shape)
    assert (red & expected).sum() / (red | expected).sum() > 0.95
    assert truth.cards[0].visible == pytest.approx(1.0, abs=0.02)


def test_the_first_corner_is_the_faces_top_left() -> None:
    face = RED.copy()
    face[:32, :32] = (0, 255, 0)
    for turn in (0, 45, 90, 200):
        picture, truth = render(Scene((laid(face, 0, 0, turn),), camera=SMALL), rng())
        corners = np.array(truth.cards[0].corners)
        x, y = np.round(corners[0] * 0.75 + corners.mean(axis=0) * 0.25).astype(int)
        assert picture[y, x, 1] > 150, turn
        assert area(truth.cards[0].corners) > 0


def test_visibility_counts_cards_on_top_and_the_edge() -> None:
    cards = (laid(RED, 0, 0), laid(BLUE, 31.5, 0), laid(RED, -490, 0))
    _, truth = render(Scene(cards, camera=Camera((960, 540), fill=1.0)), rng())
    assert truth.cards[0].visible == pytest.approx(0.5, abs=0.02)
    assert truth.cards[1].visible == pytest.approx(1.0, abs=0.02)
    assert truth.cards[2].visible < 0.1


def test_a_hand_hides_what_it_covers() -> None:
    scene = Scene((laid(RED, 0, 0), laid(RED, 0, -200)), hands=(Hand((0.5, 0.45), size=0.3),), camera=SMALL)
    picture, truth = render(scene, rng())
    assert truth.cards[0].visible < 0.5
    assert truth.cards[1].visible > 0.95
    bare, _ = render(dataclasses.replace(scene, hands=()), rng())
    assert (np.abs(picture.astype(int) - bare).max(axis=2) > 20).mean() > 0.05


@pytest.mark.parametrize("seed", range(6))
def test_hands_come_from_outside(seed: int) -> None:
    empty, _ = render(Scene(camera=SMALL), rng())
    picture, _ = render(Scene(camera=SMALL, hands=(random_hand(rng(seed)),)), rng())
    changed = np.abs(picture.astype(int) - empty).max(axis=2) > 25
    border = np.concatenate([changed[0], changed[-1], changed[:, 0], changed[:, -1]])
    assert border.any()
    assert 0.01 < changed.mean() < 0.6


def test_tags_are_black_squares_where_the_truth_has_them() -> None:
    picture, truth = render(
        Scene(tags=corner_tags(), camera=Camera((1280, 720), tilt_degrees=10, k1=-0.1)), rng()
    )
    assert set(truth.tags) == {0, 1, 2, 3}
    for quad in truth.tags.values():
        middle = np.mean(quad, axis=0)
        for corner in np.array(quad):
            inside = np.round(corner + (middle - corner) * 0.08).astype(int)
            outside = np.round(corner - (middle - corner) * 0.12).astype(int)
            assert picture[inside[1], inside[0]].max() < 90
            assert picture[outside[1], outside[0]].min() > 150


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_made_by_their_seed(table: str) -> None:
    one, again, other = (
        render(Scene(camera=SMALL, table=table, table_seed=seed), rng())[0] for seed in (1, 1, 2)
    )
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    assert bool(one.mean() < 110) is ("dark" in table) or table == "plain"


def test_the_same_chance_gives_the_same_picture() -> None:
    scene = Scene((laid(RED, 0, 0),), corner_tags(), camera=SMALL, troubles=random_troubles(rng(8)))
    assert np.array_equal(render(scene, rng(1))[0], render(scene, rng(1))[0])


def test_without_troubles_nothing_changes() -> None:
    picture = rng().integers(0, 256, (40, 60, 3), dtype=np.uint8)
    assert np.array_equal(apply_troubles(picture, NONE, rng()), picture)


@pytest.mark.parametrize(
    ("trouble", "check"),
    [
        (Troubles(gain=0.6), lambda seen: seen.mean() == pytest.approx(72, abs=1)),
        (
            Troubles(warmth=0.18),
            lambda seen: seen[..., 2].mean() / seen[..., 0].mean() == pytest.approx(1.18 / 0.82, rel=0.02),
        ),
        (Troubles(side=0.4), lambda seen: seen.max() - seen.min() > 60),
        (Troubles(shadow=0.5), lambda seen: seen.min() < 80),
        (Troubles(vignette=0.25), lambda seen: seen[0, 0].mean() < seen[60, 90].mean() - 15),
        (Troubles(glare=2), lambda seen: seen.max() > 200),
        (Troubles(haze=0.2), lambda seen: seen.mean() == pytest.approx(136, abs=2)),
        (Troubles(noise=12), lambda seen: seen.std() == pytest.approx(12, abs=1.5)),
        (Troubles(jpeg=30, noise=5), lambda seen: seen.std() < 6),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, Troubles) else "",
)
def test_each_trouble_does_what_it_says(trouble: Troubles, check: object) -> None:
    grey = np.full((120, 180, 3), 120, np.uint8)
    assert check(apply_troubles(grey, trouble, rng(3)))  # type: ignore[operator]


@pytest.mark.parametrize("trouble", [Troubles(blur_px=2), Troubles(motion_px=6)])
def test_blur_softens_edges(trouble: Troubles) -> None:
    edge = np.zeros((60, 60, 3), np.uint8)
    edge[20:40, 20:40] = 255
    steps = [
        np.abs(np.diff(picture.astype(int), axis=1)).max()
        for picture in (edge, apply_troubles(edge, trouble, rng(1)))
    ]
    assert steps[1] < steps[0] * 0.7


def test_sheen_brightens_a_streak_of_the_card() -> None:
    card = laid(np.full((64, 64, 3), 40, np.uint8), 0, 0)
    dull, _ = render(Scene((card,), camera=SMALL), rng())
    shiny, truth = render(Scene((card,), camera=SMALL, troubles=Troubles(sheen=0.5)), rng())
    inside = filled(truth.cards[0].corners, dull.shape)
    assert (shiny.astype(int) - dull)[inside].max() > 60
    assert np.abs(shiny.astype(int) - dull)[~filled(truth.cards[0].corners, dull.shape)].mean() < 1


def test_random_troubles_stay_within_reason() -> None:
    for seed in range(200):
        trouble = random_troubles(rng(seed))
        assert 0.4 < trouble.gain < 2.2
        assert abs(trouble.warmth) < 0.45
        assert 0 <= trouble.noise < 25
        assert trouble.jpeg is None or 30 <= trouble.jpeg <= 96
    assert MILD.noise > 0


def test_cameras_go_there_and_back() -> None:
    camera = Camera(tilt_degrees=25, lean_degrees=8, turn_degrees=-4, k1=-0.12)
    points = rng().uniform((-440, -240), (440, 240), (30, 2))
    assert camera.to_mm(camera.to_picture(points)) == pytest.approx(points, abs=1e-3)


@pytest.mark.parametrize("tilt", [-20, 0, 30])
def test_the_mat_fills_the_picture_and_stays_inside(tilt: float) -> None:
    corners = Camera(tilt_degrees=tilt, fill=0.9).to_picture(
        [(-450, -250), (450, -250), (450, 250), (-450, 250)]
    )
    assert corners.min() > 0
    assert (corners.max(axis=0) < (1920, 1080)).all()
    assert max(np.ptp(corners, axis=0) / (1920, 1080)) == pytest.approx(0.9, abs=0.01)


def test_round_corners_take_a_little_area() -> None:
    sharp, rounded = (area(round_outline(100, 60, radius)) for radius in (0, 10))
    assert sharp == pytest.approx(6000)
    assert rounded == pytest.approx(6000 - (4 - np.pi) * 100, rel=0.002)


def test_quads_of_neighbours_share_nothing() -> None:
    camera = Camera()
    one, other = (as_quad(camera.to_picture(laid(RED, x, 0).corners_mm())) for x in (0, 63.2))
    assert quad_iou(one, other) == pytest.approx(0, abs=1e-4)


def test_few_table_tops_are_kept() -> None:
    """Each is three megabytes, and every game on a laptop has one of its own."""
    assert texture("wood", 1).nbytes * texture.cache_parameters()["maxsize"] < 30_000_000


def test_a_sleeve_lights_up_a_border_around_the_card_and_moves_nothing() -> None:
    bare = Scene((laid(RED, 0, 0, 10),), camera=SMALL, table="dark plain")
    sleeved = dataclasses.replace(bare, troubles=Troubles(sleeve=0.1))
    (plain, truth), (clad, same) = render(bare, rng()), render(sleeved, rng())
    assert truth == same
    inside = filled(truth.cards[0].corners, plain.shape)
    assert np.abs(plain.astype(int) - clad)[inside].mean() < 2
    wide = as_quad(SMALL.to_picture(dataclasses.replace(bare.cards[0], size_mm=(73.0, 73.0)).corners_mm()))
    border = filled(wide, plain.shape) & ~cv2.dilate(inside.astype(np.uint8), np.ones((5, 5))).astype(bool)
    assert clad[border].mean() > plain[border].mean() + 5


def test_a_photographed_hand_is_as_large_as_a_smooth_one_but_not_of_one_colour() -> None:
    smooth = dataclasses.replace(random_hand(rng(4)), sleeve=None)
    hands = {
        hand: render(Scene(hands=(hand,), camera=SMALL, table="dark plain"), rng())[0]
        for hand in (smooth, dataclasses.replace(smooth, grain=3))
    }
    before, after = hands.values()
    empty = render(Scene(camera=SMALL, table="dark plain"), rng())[0]
    changed = [(np.abs(each.astype(int) - empty).max(axis=2) > 30) for each in (before, after)]
    assert (changed[0] & changed[1]).sum() / (changed[0] | changed[1]).sum() > 0.9
    inside = cv2.erode(changed[0].astype(np.uint8), np.ones((9, 9))).astype(bool)
    fine = [cv2.Laplacian(each, cv2.CV_32F)[inside].std() for each in (before, after)]
    assert fine[1] > 1.3 * fine[0]


def test_a_bent_corner_lies_outside_of_the_card_and_shows_the_table_inside() -> None:
    """The third corner is the one furthest from the middle of the picture, so it moves outwards."""
    flat = laid(RED, 150, 90)
    straight, truth = render(Scene((flat,), camera=SMALL, table="dark plain"), rng())
    bent, _ = render(Scene((dataclasses.replace(flat, lifted=0.2),), camera=SMALL, table="dark plain"), rng())
    x, y = truth.cards[0].corners[2]
    outside = (round(y) + 2, round(x) + 2)
    assert straight[outside][2] < 120 < bent[outside][2]
    far = filled(truth.cards[0].corners, bent.shape)
    far[round(y) - 16 :, round(x) - 16 :] = False
    assert (bent[far] == straight[far]).mean() > 0.98
