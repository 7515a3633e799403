"""Another painter's faces."""

from itertools import combinations

import numpy as np
import pytest

from vision.lab.scene.signs import PAINTERS


@pytest.mark.parametrize("painter", PAINTERS)
def test_a_painter_draws_thirty_six_faces_that_differ(painter: str) -> None:
    names, draw = PAINTERS[painter]
    faces = [draw(name, 96) for name in names]
    assert len(set(names)) == 36
    assert {face.shape for face in faces} == {(96, 96, 3)}
    for one, other in combinations(faces, 2):
        assert (np.abs(one.astype(int) - other).max(axis=2) > 60).sum() >= 12


@pytest.mark.parametrize("painter", PAINTERS)
def test_most_of_a_face_is_paper(painter: str) -> None:
    names, draw = PAINTERS[painter]
    shares = [(draw(name, 48).min(axis=2) > 220).mean() for name in names]
    assert min(shares) > 0.6
