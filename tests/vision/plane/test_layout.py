"""Layouts: every place where the rules have it, and the whole of it fitted to the cards that lie there."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import DeckError
from vision.plane.layout import VARIANTS, Drift, card_sizes, drifted, fit_drift, load_deck_tables, load_layout
from vision.types import rectangle

EVERY = [(game, variant) for game, variants in VARIANTS.items() for variant in variants]


def test_the_mountain_has_rows_of_nine_down_to_one() -> None:
    names = [place.name for place in load_layout("ascent").places]
    assert len(names) == 45
    assert names == [f"{row}.{position}" for row in range(1, 10) for position in range(1, 11 - row)]


def test_a_card_rests_in_the_notch_between_two() -> None:
    layout = load_layout("ascent")
    for row, position in [(2, 1), (5, 3), (9, 1)]:
        x, y = layout.place(f"{row}.{position}").centre_mm
        left, right = (layout.place(f"{row - 1}.{position + step}").centre_mm for step in (0, 1))
        assert x == pytest.approx((left[0] + right[0]) / 2)
        assert y < left[1], "away from the player"


def test_diamonds_lie_on_their_corner_and_touch() -> None:
    layout = load_layout("ascent")
    one, other = layout.place("1.1").corners_mm(), layout.place("1.2").corners_mm()
    assert one[0][1] == pytest.approx(min(y for _, y in one))
    assert 0 <= other[3][0] - one[1][0] < 2


def test_the_grid_runs_from_the_bottom_left() -> None:
    layout = load_layout("tranquility")
    first, last = layout.place("1.1").centre_mm, layout.place("6.6").centre_mm
    assert first[0] < last[0]
    assert first[1] > last[1]
    start, finish = layout.place("start").centre_mm, layout.place("finish").centre_mm
    assert start[0] < first[0]
    assert start[1] > first[1]
    assert finish[0] > last[0]
    assert finish[1] < last[1]
    assert all(
        layout.place(f"row {row}").centre_mm[1] == layout.place(f"{row}.1").centre_mm[1]
        for row in range(1, 7)
    )


@pytest.mark.parametrize(
    ("variant", "count"),
    [("standard", 44), ("day-night", 44), ("competitive", 44), ("high-arch", 41), ("pyramid", 37)],
)
def test_each_variant_has_its_places(variant: str, count: int) -> None:
    assert len(load_layout("tranquility", variant).places) == count


def test_the_arch_stands_on_two_pillars() -> None:
    layout = load_layout("tranquility", "high-arch")
    assert layout.place("left 3.2").centre_mm[1] > layout.place("roof 1.1").centre_mm[1]
    assert layout.place("left 1.1").centre_mm[0] == layout.place("roof 1.1").centre_mm[0]
    assert layout.place("right 1.2").centre_mm[0] == layout.place("roof 1.7").centre_mm[0]


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_places_lie_on_the_mat_apart_from_each_other_and_from_the_tags(game: str, variant: str) -> None:
    layout = load_layout(game, variant)
    corners = np.array([place.corners_mm() for place in layout.places]).reshape(-1, 2)
    if layout.free:
        assert game == "elevation"
        return
    assert np.abs(corners[:, 0]).max() <= 450
    assert np.abs(corners[:, 1]).max() <= 250
    centres = [np.array(place.centre_mm) for place in layout.places]
    gaps = [np.linalg.norm(one - other) for one, other in itertools.combinations(centres, 2)]
    assert min(gaps) > layout.card.width_mm
    in_corner = (np.abs(corners[:, 0]) > 402) & (np.abs(corners[:, 1]) > 202)
    assert not in_corner.any()


def test_places_that_do_not_exist() -> None:
    with pytest.raises(DeckError, match=r"no place '7\.7'"):
        load_layout("tranquility").place("7.7")
    with pytest.raises(DeckError, match="no variant"):
        load_layout("ascent", "pyramid")
    with pytest.raises(DeckError, match="no game"):
        load_deck_tables("chess")


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ({}, "size"),
        ({"size": {"width_mm": 63, "height_mm": 0, "corner_mm": 3}}, "above zero"),
        (
            {"size": {"width_mm": 63, "height_mm": 63, "corner_mm": 3}, "layout": {"shape": "mountain"}},
            "step_mm",
        ),
    ],
)
def test_deck_files_with_holes(tables: dict[str, object], words: str) -> None:
    with pytest.raises(DeckError, match=words):
        load_layout("ascent", tables=tables)


def test_the_owner_may_measure_other_cards() -> None:
    tables = load_deck_tables("ascent") | {"size": {"width_mm": 70, "height_mm": 70, "corner_mm": 4}}
    assert load_layout("ascent", tables=tables).place("1.1").size_mm == (70.0, 70.0)
    assert card_sizes(tables).corner_mm == 4


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
    true = Drift((x, y), scale, turn)
    found = fit_drift(load_layout("ascent"), seen(true, ALL, 6.3, seed))
    assert worst_mm(found, true) < 5.0


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
