"""A game's board on the mat in millimetres: every place where the rules have it, spaced as its deck file says."""

import itertools

import numpy as np
import pytest

from companion.decks import BadDeck, load_tables
from companion.games import GAMES, load_game
from companion.games.values import BadRecord
from companion.table.layout import card_sizes, load_layout
from vision.errors import DeckError

EVERY = [(game, variant) for game in GAMES for variant in load_game(game).boards]


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
    assert start[1] == first[1]
    assert finish[0] > last[0]
    assert finish[1] == last[1]
    assert all(
        layout.place(f"row {row}").centre_mm[1] == layout.place(f"{row}.1").centre_mm[1]
        for row in range(1, 7)
    )


@pytest.mark.parametrize(
    ("variant", "count"),
    [("standard", 44), ("day-night", 44), ("competitive", 42), ("high-arch", 41), ("pyramid", 37)],
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
    with pytest.raises(BadDeck, match="no variant"):
        load_layout("ascent", "pyramid")
    with pytest.raises(BadRecord, match="chess"):
        load_tables("chess")


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ({}, "size"),
        ({"size": {"width_mm": 63, "height_mm": 0, "corner_mm": 3}}, "above zero"),
        (
            {"size": {"width_mm": 63, "height_mm": 63, "corner_mm": 3}, "layout": {"middle_mm": [0, 0]}},
            "step_mm",
        ),
    ],
)
def test_deck_files_with_holes(tables: dict[str, object], words: str) -> None:
    with pytest.raises(BadDeck, match=words):
        load_layout("ascent", tables=tables)


def test_the_owner_may_measure_other_cards() -> None:
    tables = load_tables("ascent") | {"size": {"width_mm": 70, "height_mm": 70, "corner_mm": 4}}
    layout = load_layout("ascent", tables=tables)
    assert layout.place("1.1").size_mm == (70.0, 70.0)
    assert (layout.card.corner_mm, card_sizes("ascent").corner_mm) == (4.0, 3.5)


def test_a_variant_may_have_its_own_step() -> None:
    tables = load_tables("tranquility") | {"layout": {"step_mm": 58.0, "pyramid": {"step_mm": 50.0}}}
    places = [load_layout("tranquility", variant, tables).place for variant in ("standard", "pyramid")]
    assert [place("1.2").centre_mm[0] - place("1.1").centre_mm[0] for place in places] == [58.0, 50.0]
