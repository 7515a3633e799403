"""Finding cards that lie anyhow, on rendered tables whose truth is known."""

import cv2
import numpy as np
import pytest

from vision.find import find_cards
from vision.find.join import Joints, Shape, has_shape, join_quads
from vision.find.quads import common_sizes, distinct, near_size, put_clockwise, side_lengths
from vision.find.segments import Segments, detect_segments, fair_order, join_collinear, ranges
from vision.geometry import fill, middle, quad_iou
from vision.lab.bench.tables import KINDS, Rendered, render_table
from vision.plane.mat import see_mat
from vision.types import Region, rectangle

SHAPE = Shape(30, 200, 1.7)
RENDERED: dict[tuple[str, int], Rendered] = {}


def table(kind: str, seed: int) -> Rendered:
    if (kind, seed) not in RENDERED:
        RENDERED[kind, seed] = render_table(kind, seed)
    return RENDERED[kind, seed]


def found_share(rendered: Rendered, known: bool, visible: float) -> float:
    more = {"plane": see_mat(rendered.picture).plane, "size_mm": rendered.size_mm} if known else {}
    outlines = find_cards(rendered.picture, **more)
    cards = [card for card in rendered.truth.cards if card.visible >= visible]
    hits = [max(quad_iou(card.corners, o.corners) for o in outlines) > 0.75 for card in cards]
    return sum(hits) / len(hits)


@pytest.mark.parametrize("known", [True, False], ids=["mat", "no mat"])
@pytest.mark.parametrize("kind", ["isolated", "rows", "grid", "light on light"])
def test_every_whole_card_is_proposed(kind: str, known: bool) -> None:
    assert found_share(table(kind, 3), known, 0.99) == 1.0


@pytest.mark.parametrize("soft", [3.0, 5.0])
@pytest.mark.parametrize("turn", [20.0, 27.0, 41.0])
def test_a_card_hardly_lighter_than_the_table_is_proposed_without_a_mat(turn: float, soft: float) -> None:
    quad = rectangle((400.0, 300.0), (150.0, 150.0), turn)
    card = cv2.GaussianBlur(fill((600, 800), quad), (0, 0), soft)[..., None] / 255
    grain = np.random.default_rng(3).normal(0, 10, (600, 800, 3))
    table = np.array((96.0, 110.0, 124.0)) + 24 * card + cv2.GaussianBlur(grain, (0, 0), 1.0)
    found = find_cards(table.clip(0, 255).astype(np.uint8))
    assert max(quad_iou(each.corners, quad) for each in found) > 0.75


def test_half_hidden_cards_are_completed_from_the_known_size() -> None:
    assert found_share(table("half hidden", 3), True, 0.4) >= 0.8


def test_known_size_proposes_little_else() -> None:
    """With the plane and the size there are hardly more proposals than cards and tags."""
    rendered = table("isolated", 3)
    outlines = find_cards(rendered.picture, plane=see_mat(rendered.picture).plane, size_mm=rendered.size_mm)
    assert len(outlines) <= 4 * len(rendered.truth.cards)


@pytest.mark.parametrize("kind", ["rows", "grid", "half hidden"])
def test_where_the_size_is_known_nothing_of_another_size_is_proposed(kind: str) -> None:
    """Also where rows of cards are divided: their own width is not quite a card's."""
    rendered = table(kind, 3)
    plane = see_mat(rendered.picture).plane
    assert plane is not None
    outlines = find_cards(rendered.picture, plane=plane, size_mm=rendered.size_mm)
    sides = side_lengths(np.array([plane.to_mm(each.corners) for each in outlines]))
    off = np.abs(np.log(sides / np.sort(rendered.size_mm)))
    assert off.max() < 0.21


def test_a_part_of_the_picture_is_searched_as_the_whole() -> None:
    rendered = table("isolated", 3)
    plane, size = see_mat(rendered.picture).plane, rendered.size_mm
    whole = find_cards(rendered.picture, plane=plane, size_mm=size)
    for card in rendered.truth.cards:
        x, y = middle(card.corners)
        region = Region(x, y, x, y).grown(260.0)
        part = find_cards(rendered.picture, plane=plane, size_mm=size, region=region)
        best, alone = (max(quad_iou(card.corners, o.corners) for o in found) for found in (whole, part))
        assert alone > min(best, 0.9)
        assert len(part) < len(whole)


def test_outlines_come_best_first_and_clockwise() -> None:
    outlines = find_cards(table("isolated", 3).picture)
    scores = [outline.drawn for outline in outlines]
    assert all(0 <= score <= 1 for score in scores)
    assert scores == sorted(scores, reverse=True)
    assert put_clockwise(np.array([o.corners for o in outlines]))[1].all()


def test_the_same_picture_gives_the_same_outlines() -> None:
    picture = table("grid", 3).picture
    assert find_cards(picture) == find_cards(picture.copy())


def test_the_picture_is_not_touched() -> None:
    picture = table("rows", 3).picture.copy()
    before = picture.copy()
    find_cards(picture)
    assert (picture == before).all()


@pytest.mark.parametrize("size", [(1, 1), (5, 40), (64, 64), (3000, 4000)], ids=str)
def test_an_even_picture_has_no_cards(size: tuple[int, int]) -> None:
    assert find_cards(np.full((*size, 3), 120, np.uint8)) == []


def test_noise_is_bounded() -> None:
    """A picture of nothing but noise gives a bounded number of proposals."""
    noise = np.random.default_rng(1).integers(0, 255, (700, 900, 3), dtype=np.uint8)
    assert len(find_cards(noise)) <= 80


def test_every_kind_renders_cards() -> None:
    assert {kind: bool(table(kind, 3).truth.cards) for kind in KINDS} == dict.fromkeys(KINDS, True)


# the parts


def square(side: float, at: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    return np.array(rectangle(at, (side, side), 0.0)) + side


def test_four_segments_make_one_quad() -> None:
    rows = np.array([[2, 0, 98, 0], [100, 2, 100, 98], [98, 100, 2, 100], [0, 98, 0, 2]], float)
    quads = join_quads(Joints.of(Segments.of(rows), SHAPE), SHAPE)
    fits = [quad_iou(tuple(map(tuple, quad)), ((0, 0), (100, 0), (100, 100), (0, 100))) for quad in quads]
    assert max(fits) > 0.99


def test_two_segments_make_nothing() -> None:
    rows = np.array([[0, 0, 100, 0], [100, 0, 100, 100]], float)
    assert len(join_quads(Joints.of(Segments.of(rows), SHAPE), SHAPE)) == 0


def test_shape_refuses_slivers_and_kites() -> None:
    sliver = np.array(rectangle((0, 0), (100, 20), 0.0))
    kite = np.array([(0, 0), (100, 60), (160, 160), (20, 100)], float)
    good = np.array(rectangle((0, 0), (60, 90), 12.0))
    assert has_shape(np.stack([sliver, kite, good]), Shape(10, 300, 1.75)).tolist() == [False, False, True]


def test_broken_edges_are_joined_and_kept() -> None:
    rows = np.array([[0, 0, 40, 0], [60, 0.5, 100, 0.5], [0, 50, 0, 90]], float)
    joined = join_collinear(rows)
    assert len(joined) == 4
    assert Segments.of(joined[3:]).length[0] == pytest.approx(100, abs=0.1)


def test_colours_of_one_lightness_have_edges() -> None:
    """A green card on a purple table of the same grey is outlined all the same."""
    picture = np.zeros((400, 500, 3), np.uint8)
    picture[:] = (180, 60, 104)
    picture[100:300, 150:350] = (60, 103, 90)
    assert (
        max(
            quad_iou(o.corners, ((150, 100), (350, 100), (350, 300), (150, 300))) for o in find_cards(picture)
        )
        > 0.9
    )


def test_grain_does_not_crowd_out_the_rest() -> None:
    """Of many long parallel lines and one short other one, the short one comes early."""
    grain = [[0.0, y, 300.0, y] for y in range(0, 400, 4)]
    rows = np.array([*grain, [150.0, 150.0, 150.0, 190.0]])
    assert list(fair_order(Segments.of(rows), (300, 400))).index(100) < 20


def test_common_size_prefers_single_cards_to_pairs() -> None:
    """Two touching cards also make a good quad; there are more single ones."""
    singles = [square(60, (x * 60.0, 0)) for x in range(4)]
    pairs = [np.array([(x, 30), (x + 120, 30), (x + 120, 90), (x, 90)], float) for x in (30, 150)]
    quads = np.array([*singles, *pairs])
    size = common_sizes(quads, np.ones(len(quads)))[0]
    assert size.sides == pytest.approx((60, 60), rel=0.05)
    assert size.trust == 0.75


def test_one_card_has_no_common_size() -> None:
    assert common_sizes(square(60)[None], np.ones(1)) == []


def test_distinct_keeps_the_better_of_two() -> None:
    quads = np.stack([square(60), square(60) + 3, square(60) + 200])
    assert sorted(distinct(quads, np.array([0.8, 0.9, 0.5]), 0.6, 10).tolist()) == [1, 2]


def test_near_size_ignores_the_order_of_the_sides() -> None:
    quads = np.stack(
        [np.array(rectangle((0, 0), (60, 90), 0.0)), np.array(rectangle((0, 0), (90, 60), 30.0))]
    )
    assert near_size(quads, (90, 60)).all()
    assert side_lengths(quads) == pytest.approx(np.array([[60, 90], [60, 90]]))


def test_ranges() -> None:
    assert ranges(np.array([5, 0, 9]), np.array([2, 0, 3])).tolist() == [5, 6, 9, 10, 11]


def test_segments_shorter_than_asked_are_left_out() -> None:
    picture = np.full((200, 200, 3), 30, np.uint8)
    picture[50:150, 50:150] = 220
    assert Segments.of(detect_segments(picture, 60)).length.min() >= 60
    assert len(detect_segments(picture, 150)) == 0
