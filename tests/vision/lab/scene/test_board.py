"""Boards on simulated tables, and the live view that redraws only what changed."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from companion.simulation.scenes import table_scene
from companion.table.layout import load_layout
from companion.table.practice import practice_face
from vision.errors import DeckError
from vision.lab.scene import (
    MILD,
    NEAT,
    NONE,
    ROUGH,
    Camera,
    Hand,
    LaidCard,
    Placing,
    SimulatedView,
    Troubles,
    board,
    render,
)
from vision.lab.scene.board import number_and_colour

SMALL = Camera(size_px=(960, 540), tilt_degrees=8, k1=-0.04)
BOARD = {"1.1": "green-5", "1.2": "bridge", "1.3": "red-7", "2.1": "blue-9"}


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def lay_board(game: str, cards: dict[str, str], **how: Any) -> tuple[LaidCard, ...]:
    """The practice deck's cards as they lie on a table."""
    return board.lay_board(load_layout(game), partial(practice_face, game), cards, **how)


def test_cards_lie_on_their_places() -> None:
    cards = lay_board("ascent", BOARD)
    assert [(card.place, card.name, card.turn_degrees) for card in cards] == [
        (place, name, 45.0) for place, name in BOARD.items()
    ]
    assert cards[0].centre_mm == pytest.approx((-360, 158))


def test_rough_placing_stays_within_its_limits_and_does_not_jump() -> None:
    once, again = (lay_board("ascent", BOARD, placing=ROUGH) for _ in range(2))
    neat = lay_board("ascent", BOARD, placing=NEAT)
    for one, two, exact in zip(once, again, neat, strict=True):
        assert one.centre_mm == two.centre_mm
        assert np.abs(np.subtract(one.centre_mm, exact.centre_mm)).max() <= 6.3
        assert abs(one.turn_degrees - exact.turn_degrees) <= 8
    assert lay_board("ascent", BOARD, placing=Placing(0.1, 8.0, seed=1))[0].centre_mm != once[0].centre_mm


def test_goats_and_moons_change_the_card() -> None:
    plain, goat = (lay_board("ascent", {"1.1": "green-5"}, marked=goats)[0] for goats in ((), ("1.1",)))
    assert not np.array_equal(plain.face, goat.face)
    moon = lay_board("tranquility", {"1.1": "island-3"}, turned=("1.1",))[0]
    assert moon.turn_degrees == 180.0


def test_a_place_that_does_not_exist() -> None:
    with pytest.raises(DeckError):
        lay_board("ascent", {"9.2": "summit"})


@pytest.mark.parametrize("count", [1, 4, 6, 12])
def test_free_cards_lie_apart_on_the_mat(count: int) -> None:
    cards = lay_board("elevation", {str(index): f"alps-{index + 1}" for index in range(count)})
    assert all(card.place is None for card in cards)
    for card in cards:
        assert np.abs(card.corners_mm()).max(axis=0) == pytest.approx(
            np.clip(np.abs(card.corners_mm()).max(axis=0), 0, (450, 250))
        )
    _, truth = render(
        table_scene("elevation", {str(index): f"alps-{index + 1}" for index in range(count)}, camera=SMALL),
        rng(),
    )
    assert min(card.visible for card in truth.cards) > 0.85


@pytest.mark.parametrize(
    ("card", "number", "colour"),
    [
        ("green-5", 5, "green"),
        ("island-37", 37, None),
        ("andes-14", 14, "blue"),
        ("avalanche-2", 2, "white"),
        ("bridge", None, None),
        ("campfire-red", None, None),
    ],
)
def test_what_a_name_says(card: str, number: int | None, colour: str | None) -> None:
    assert number_and_colour(card) == (number, colour)


def test_a_view_shows_what_the_renderer_shows() -> None:
    cards = lay_board("ascent", BOARD, placing=ROUGH)
    view = SimulatedView(SMALL)
    view.show(cards)
    rendered, _ = render(table_scene("ascent", BOARD, camera=SMALL, placing=ROUGH), rng())
    assert np.abs(view.frame(rng()).astype(int) - rendered).mean() < 0.2


def test_changes_one_by_one_give_the_same_picture_as_all_at_once() -> None:
    cards = lay_board("ascent", BOARD, placing=ROUGH)
    steps, whole = (
        SimulatedView(SMALL, troubles=Troubles(side=0.2)),
        SimulatedView(SMALL, troubles=Troubles(side=0.2)),
    )
    for count in range(1, len(cards) + 1):
        assert steps.show(cards[:count]) == 1
    steps.show(cards[1:])
    steps.show(cards)
    whole.show(cards)
    assert steps.show(cards) == 0
    assert np.abs(steps.frame(rng()).astype(int) - whole.frame(rng())).max() <= 2


def test_a_card_taken_away_leaves_the_bare_table() -> None:
    view = SimulatedView(SMALL)
    bare = view.frame(rng())
    view.show(lay_board("ascent", BOARD))
    assert (view.frame(rng()) != bare).any()
    view.show(())
    assert np.array_equal(view.frame(rng()), bare)


def test_many_changes_at_once() -> None:
    board = {f"1.{position}": f"red-{position}" for position in range(1, 10)}
    view = SimulatedView(SMALL)
    assert view.show(lay_board("ascent", board)) == 9
    assert len(view.corners()) == 9


def test_frames_are_new_every_time_where_there_is_noise() -> None:
    chance = rng()
    noisy, quiet = SimulatedView(SMALL, troubles=MILD), SimulatedView(SMALL, troubles=NONE)
    assert not np.array_equal(noisy.frame(chance), noisy.frame(chance))
    assert np.array_equal(quiet.frame(chance), quiet.frame(chance))


def test_a_hand_is_over_the_table_only_in_its_frame() -> None:
    view = SimulatedView(SMALL)
    before = view.frame(rng())
    assert not np.array_equal(view.frame(rng(), hands=(Hand((0.5, 0.5)),)), before)
    assert np.array_equal(view.frame(rng()), before)


def test_a_camera_that_was_bumped_sees_the_table_elsewhere() -> None:
    """Pushed two centimetres aside, it shows at each point what lay two centimetres beside it."""
    before, after = SMALL, SMALL.bumped((20.0, -14.0), 0.0)
    points = np.array([(0.0, 0.0), (150.0, 80.0), (-200.0, 60.0)])
    apart = np.array(after.to_picture(np.add(points, (20.0, -14.0)))) - before.to_picture(points)
    assert np.abs(apart).max() < 1e-6
    assert np.abs(np.array(after.to_picture(points)) - before.to_picture(points)).max() > 15
    turned = SMALL.bumped((0.0, 0.0), 90.0)
    across = np.subtract(*turned.to_picture([(100.0, 0.0), (-100.0, 0.0)]))
    assert abs(across[1]) > 10 * abs(across[0])
