"""Layouts: the whole of one fitted to the cards that lie there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.layout import load_layout
from vision.plane.layout import Drift, drifted, fit_drift
from vision.types import rectangle


def seen(
    layout_drift: Drift, names: list[str], noise: float, seed: int
) -> list[tuple[tuple[float, float], ...]]:
    rng = np.random.default_rng(seed)
    layout = drifted(load_layout("ascent"), layout_drift)
    quads = []
    for name in names:
        place = layout.place(name)
        x, y = np.add(place.centre_mm, rng.uniform(-noise, noise, 2)).tolist()
        quads.append(rectangle((x, y), place.size_mm, place.turn_degrees + float(rng.uniform(-8, 8))))
    return quads


ALL = [place.name for place in load_layout("ascent").places]


def worst_mm(one: Drift, other: Drift) -> float:
    places = [place.centre_mm for place in load_layout("ascent").places]
    return max(float(np.linalg.norm(np.subtract(one.apply(at), other.apply(at)))) for at in places)


@given(
    x=st.floats(-12, 12),
    y=st.floats(-12, 12),
    scale=st.floats(0.985, 1.015),
    turn=st.floats(-1.0, 1.0),
    seed=st.integers(0, 99),
)
def test_many_cards_tell_how_the_layout_lies(
    x: float, y: float, scale: float, turn: float, seed: int
) -> None:
    """Every place comes within an eighth of a card: so much is read anyway, and smaller moves are not believed."""
    layout, true = load_layout("ascent"), Drift((x, y), scale, turn)
    assert worst_mm(fit_drift(layout, seen(true, ALL, 6.3, seed)), true) < layout.card.width_mm / 8


def test_few_cards_do_not_move_the_layout() -> None:
    """A card or two a tenth off are no reason to believe that the table moved, nor that it turned."""
    layout = load_layout("tranquility")
    crooked = {"2.4": (-4.1, 3.0), "4.3": (-8.5, -0.1)}
    quads = [
        rectangle((place.centre_mm[0] + x, place.centre_mm[1] + y), place.size_mm, 0.0)
        for place in layout.places
        for x, y in [crooked.get(place.name, (0.0, 0.0))]
        if place.name in crooked
    ]
    assert fit_drift(layout, quads[:1]) == fit_drift(layout, quads) == Drift()


def test_a_few_cards_that_lie_far_off_together_move_the_layout() -> None:
    found = fit_drift(load_layout("ascent"), seen(Drift((12.0, 0.0)), ALL[:4], 2.0, 1))
    assert found.shift_mm[0] == pytest.approx(12.0, abs=4)


def test_stray_outlines_are_ignored() -> None:
    true = Drift((5.0, -4.0))
    quads = [
        *seen(true, ALL, 2.0, 1),
        rectangle((-300, -200), (63, 63), 10),
        rectangle((330, -150), (63, 63), 0),
    ]
    assert worst_mm(fit_drift(load_layout("ascent"), quads), true) < 2.5


def test_nothing_seen_moves_nothing() -> None:
    assert fit_drift(load_layout("ascent"), []) == Drift()
    assert fit_drift(load_layout("elevation"), [rectangle((0, 0), (63, 88), 0)]) == Drift()
    assert fit_drift(load_layout("tranquility"), [rectangle((440, 240), (9, 9), 0)]) == Drift()


def test_no_drift_changes_nothing() -> None:
    layout = load_layout("tranquility")
    assert drifted(layout, Drift()) == layout
