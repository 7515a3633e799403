"""The true outline of a card near its place."""

import numpy as np
import pytest

from vision.find.places import find_all_near
from vision.geometry import quad_iou
from vision.lab.scene import Camera, LaidCard, Scene, draw_face, random_deck, render
from vision.observation import Observation
from vision.types import Picture, Quad, rectangle

CAMERA = Camera(size_px=(960, 540), tilt_degrees=8.0)
SIZE = (63.0, 63.0)


def lay(off: tuple[float, float], turn: float, place_turn: float = 0.0) -> tuple[Picture, Quad]:
    rng = np.random.default_rng(8)
    face = draw_face(random_deck(rng, held_out=True, square=True), 47, "red")
    card = LaidCard("red-47", face, off, SIZE, turn + place_turn)
    picture, truth = render(Scene((card,), (), (), CAMERA), rng)
    return picture, truth.cards[0].corners


def find_near(picture: Picture, corners: Quad) -> list[Observation]:
    return find_all_near(picture, [corners])[0]


def place(turn: float = 0.0, at: tuple[float, float] = (0.0, 0.0)) -> Quad:
    return tuple(map(tuple, CAMERA.to_picture(rectangle(at, SIZE, turn)).tolist()))


@pytest.mark.parametrize("place_turn", [0.0, 45.0], ids=["straight", "diamond"])
@pytest.mark.parametrize(
    ("off", "turn"), [((0, 0), 0.0), ((6.3, -6.3), 8.0), ((-6.3, 3.0), -8.0), ((0, 6.3), 4.0)], ids=str
)
def test_cards_laid_roughly_are_outlined(off: tuple[float, float], turn: float, place_turn: float) -> None:
    """A tenth of a card off and eight degrees turned, as people lay them."""
    picture, truth = lay(off, turn, place_turn)
    best = find_near(picture, place(place_turn))[0]
    assert quad_iou(best.corners, truth) > 0.93
    assert best.drawn > 0.7


def test_an_empty_place_has_no_outline() -> None:
    picture, _ = lay((0, 0), 0.0)
    assert find_near(picture, place(0.0, (200.0, 0.0)))[0].drawn < 0.4


def test_a_place_outside_the_picture_has_no_outline() -> None:
    picture, _ = lay((0, 0), 0.0)
    assert find_near(picture, ((2000, 2000), (2100, 2000), (2100, 2100), (2000, 2100)))[0].drawn < 0.2


def test_the_first_corner_stays_first() -> None:
    """Corners keep the place's own order, so the place's upright is the card's."""
    picture, truth = lay((0, 0), 3.0)
    assert np.abs(np.subtract(find_near(picture, place())[0].corners[0], truth[0])).max() < 4


def test_places_searched_together_are_found_as_alone() -> None:
    """Of one picture, at other turns, sizes and shapes, and one off the picture."""
    picture, _ = lay((3.0, 0.0), 4.0)
    wide = tuple(map(tuple, CAMERA.to_picture(rectangle((0.0, 0.0), (80.0, 50.0), 0.0)).tolist()))
    outside = ((2000.0, 2000.0), (2100.0, 2000.0), (2100.0, 2100.0), (2000.0, 2100.0))
    places = [place(), place(45.0), wide, place(0.0, (200.0, 0.0)), outside]
    together = find_all_near(picture, places)
    assert together == [find_near(picture, each) for each in places]
    assert together[0] != together[1]
    assert [found[:1] for found in together] == find_all_near(picture, places, most=1)


def test_no_places_have_no_outlines() -> None:
    picture, _ = lay((0, 0), 0.0)
    assert find_all_near(picture, []) == []
