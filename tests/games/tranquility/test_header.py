"""Setting the table: piles by default, and headers that are no headers."""

from typing import Any

import pytest

from companion.games.values import BadRecord
from tests.games.shorthand import start

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve")


@pytest.mark.parametrize(
    ("players", "options", "piles"),
    [
        pytest.param(1, {}, (81,), id="3-solo"),
        pytest.param(2, {}, (38, 39), id="3-two-the-first-has-the-smaller"),
        pytest.param(3, {}, (24, 24, 25), id="3-three-28-28-29"),
        pytest.param(4, {}, (17, 17, 17, 18), id="3-four"),
        pytest.param(5, {}, (13,) * 5, id="3-five"),
        pytest.param(2, {"removed": 4}, (36, 37), id="7.1-galateia"),
        pytest.param(2, {"removed": 12}, (32, 33), id="7.1-poseidon"),
        pytest.param(2, {"modules": ["monsters"], "monsters": 5}, (41, 41), id="6.2-five-monsters"),
        pytest.param(2, {"modules": ["storms"]}, (41, 42), id="6.3-storms"),
        pytest.param(2, {"modules": ["wild"]}, (39, 40), id="6.4-wilds"),
        pytest.param(2, {"modules": ["rocks"], "rocks": 1}, (38, 39), id="6.1-rocks-lie-apart"),
        pytest.param(2, {"variant": "high-arch"}, (37, 38), id="7.2-no-starts"),
        pytest.param(2, {"variant": "pyramid"}, (35, 35), id="7.3-islands-only"),
        pytest.param(2, {"variant": "day-night"}, (41, 42), id="7.4-compasses-dealt"),
        pytest.param(2, {"variant": "competitive"}, (65, 65), id="7.5-common-pile"),
        pytest.param(1, {"hand": 7}, (79,), id="solo-hand"),
        pytest.param(2, {"piles": [39, 38]}, (39, 38), id="piles-given"),
        pytest.param(2, {"modules": []}, (38, 39), id="no-modules"),
    ],
)
def test_piles(players: int, options: dict[str, Any], piles: tuple[int, ...]) -> None:
    assert start("tranquility", *NAMES[:players], **options).state.seats.piles == piles


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "spiral"},
        {"variant": 3},
        {"variant": "pyramid", "modules": ["storms"]},
        {"variant": "day-night", "modules": ["wild"]},
        {"variant": "high-arch", "modules": ["rocks"], "rocks": 2},
        {"modules": ["goats"]},
        {"modules": ["wild", "wild"]},
        {"modules": "wild"},
        {"modules": ["rocks"]},
        {"modules": ["rocks"], "rocks": 0},
        {"modules": ["rocks"], "rocks": 7},
        {"modules": ["rocks"], "rocks": "2"},
        {"rocks": 2},
        {"modules": ["monsters"]},
        {"modules": ["monsters"], "monsters": 2},
        {"modules": ["monsters"], "monsters": 6},
        {"monsters": 3},
        {"removed": 5},
        {"removed": 13},
        {"removed": -4},
        {"removed": True},
        {"border": ["1.1"]},
        {"harder": True},
        {"easier": False},
        {"variant": "pyramid", "border": ["9.1"]},
        {"variant": "pyramid", "border": ["1.1", "1.1"]},
        {"variant": "pyramid", "border": ["here"]},
        {"variant": "pyramid", "border": "1.1"},
        {"variant": "pyramid", "harder": 1},
        {"hand": 5},
        {"start_discards": 4},
        {"variant": "competitive", "piles": [30, 30]},
        {"piles": [40]},
        {"piles": [40, 40]},
        {"piles": [-1, 4]},
        {"objectives": [[1, 2]]},
        {"ropes": 2},
        {"players": []},
        {"players": list("ABCDEF")},
        {"players": ["Ann", "Ann"]},
    ],
    ids=str,
)
def test_bad_headers(options: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        start("tranquility", **options)


@pytest.mark.parametrize(
    "options",
    [{"hand": 0}, {"hand": 11}, {"start_discards": -1}, {"start_discards": 11}, {"variant": "competitive"}],
    ids=str,
)
def test_bad_solo_headers(options: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        start("tranquility", "Ann", **options)


def test_competitive_is_for_two() -> None:
    with pytest.raises(BadRecord):
        start("tranquility", "Ann", "Ben", "Cem", variant="competitive")


@pytest.mark.parametrize(
    "raw",
    [
        {"do": "herd", "path": ["1.1", "2.1"]},
        {"do": "trick", "cards": []},
        {"do": "place", "card": "island-5"},
        {"do": "place", "card": "wild", "at": "1.1"},
        {"do": "place", "card": "island-5", "as": "island-6", "at": "1.1"},
        {"do": "place", "card": "Island 5", "at": "1.1"},
        {"do": "place", "card": "island-5", "at": "one"},
        {"do": "place", "card": 5, "at": "1.1"},
        {"do": "place", "card": "island-5", "at": "1.1", "tone": "high"},
        {"do": "start"},
        {"do": "start", "split": [3, 5]},
        {"do": "start", "split": {"Ann": 3, "Zoë": 5}},
        {"do": "start", "split": {"Ann": "3"}},
        {"do": "start", "split": {"Ann": -3}},
        {"do": "finish", "monsters_held": "none"},
        {"do": "discard", "player": "Zoë"},
        {"do": "count", "hand": 5},
        {"do": "count", "hand": 5, "pile": -1},
        {"do": "monster"},
        {"do": "storm", "colour": "yellow", "averted": "yes"},
        {"do": "compass", "row": 4},
        {"do": "rotate"},
        {"do": "note"},
        {},
    ],
    ids=str,
)
def test_no_events(raw: dict[str, Any]) -> None:
    match = start("tranquility")
    with pytest.raises(BadRecord):
        match.read_event(raw)
