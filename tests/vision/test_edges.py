"""Edges: outlines are moved onto them and measured by them."""

import numpy as np
import pytest

from vision.edges import Gradients, measure_support, refine_quads
from vision.types import Picture


def drawn_square() -> Picture:
    picture = np.full((200, 200, 3), 40, np.uint8)
    picture[60:140, 50:150] = 200
    return picture


def test_refining_moves_sides_onto_edges() -> None:
    rough = np.array([[(51.8, 58.0), (147.5, 61.0), (150.5, 138.5), (48.0, 141.0)]])
    exact = refine_quads([(rough, Gradients.of(drawn_square()))], 3.0)[0]
    assert exact == pytest.approx(
        np.array([(49.5, 59.5), (149.5, 59.5), (149.5, 139.5), (49.5, 139.5)]), abs=0.7
    )


def test_refining_without_edges_changes_nothing() -> None:
    rough = np.array([[(20.0, 20.0), (80.0, 20.0), (80.0, 80.0), (20.0, 80.0)]])
    even = Gradients.of(np.full((100, 100, 3), 90, np.uint8))
    assert refine_quads([(rough, even)], 3.0) == pytest.approx(rough)
    assert refine_quads([(np.zeros((0, 4, 2)), even)], 3.0).shape == (0, 4, 2)


def test_support_tells_drawn_sides_from_imagined_ones() -> None:
    gradients = Gradients.of(drawn_square())
    real = [(49.5, 59.5), (149.5, 59.5), (149.5, 139.5), (49.5, 139.5)]
    half = [(49.5, 59.5), (190.0, 59.5), (190.0, 139.5), (49.5, 139.5)]
    none = [(5.0, 5.0), (40.0, 5.0), (40.0, 45.0), (5.0, 45.0)]
    scores = measure_support(np.array([real, half, none]), gradients).scores()
    assert scores[0] > 0.95
    assert scores[0] > scores[1] + 0.3 > scores[2]
    assert scores[2] < 0.1


def test_what_is_hidden_does_not_count() -> None:
    gradients = Gradients.of(drawn_square())
    quad = np.array([[(49.5, 59.5), (190.0, 59.5), (190.0, 139.5), (49.5, 139.5)]])
    support = measure_support(quad, gradients)
    shown, visible = support.visible_scores(support.points[..., 0] > 150)
    assert shown[0] > 0.95
    assert 0.4 < visible[0] < 0.8
