"""Bare table: what looks like the table between the places is the table, also where its grain is strong."""

import numpy as np
import pytest

from vision.find.places import Bare, is_bare
from vision.types import Picture, Quad

SQUARE: Quad = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0))


def painted(*colours: tuple[int, int, int]) -> Picture:
    """Stripes of these colours (BGR)."""
    stripes = np.zeros((100, 100, 3), np.uint8)
    for row in range(100):
        stripes[row] = colours[row // 4 % len(colours)]
    return stripes


def lab_of(*points: tuple[float, float, float]) -> Bare:
    return Bare.of(np.array(points * 20, np.float64))


EVEN = lab_of((160.0, 136.0, 155.0))
LAMP = lab_of((189.0, 122.0, 161.0), (217.0, 138.0, 167.0), (225.0, 141.0, 168.0), (244.0, 145.0, 171.0))


def test_the_tables_own_colour_is_bare() -> None:
    wood = painted((100, 145, 165))
    assert is_bare(wood, SQUARE, EVEN)
    assert not is_bare(painted((200, 60, 40)), SQUARE, EVEN)


@pytest.mark.parametrize("table", [EVEN, LAMP], ids=["even", "lamp"])
def test_grain_under_a_lamp_is_bare_where_the_whole_table_is_like_that(table: Bare) -> None:
    over_exposed = np.array([(237.0, 120.0, 167.0), (248.0, 118.0, 168.0)])
    assert table.is_like(over_exposed).all() == (table is LAMP)


def test_no_spread_of_the_table_takes_in_its_opposite() -> None:
    assert not LAMP.is_like(np.array([(217.0, 138.0, 120.0), (60.0, 138.0, 167.0)])).any()
