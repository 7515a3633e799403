"""Lines that are no part of a record of Elevation, and what is ignored."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.elevation.approach import CARDS as APPROACH
from companion.games.values import BadRecord
from tests.games.elevation.words import NAMES, at_dusk, begin, end_day, points, trick
from tests.games.shorthand import play, start

GOOD = ["alps-1", "alps-2", "alps-3"]


@pytest.mark.parametrize(
    ("event", "key"),
    [
        ({"do": "trick"}, "field-missing"),
        ({"do": "trick", "cards": "alps-1"}, "field-type"),
        ({"do": "trick", "cards": ["Alps 1"]}, "card-form"),
        ({"do": "trick", "cards": [1]}, "field-type"),
        ({"do": "trick", "cards": GOOD, "draw": "left"}, "field-choice"),
        ({"do": "trick", "cards": GOOD, "draw": True}, "field-type"),
        ({"do": "trick", "cards": GOOD, "phantom": 3}, "field-type"),
        ({"do": "trick", "cards": GOOD, "phantom": None}, "field-type"),
        ({"do": "trick", "cards": GOOD, "sevens_low": "alps-7"}, "field-type"),
        ({"do": "trick", "cards": GOOD, "to": "Zoe"}, "not-a-player"),
        ({"do": "trick", "cards": GOOD, "card": "alps-1"}, "field-unknown"),
        ({"do": "trick", "cards": GOOD, "player": "Edmund Hillary"}, "not-a-player"),
        ({"do": "day", "approach": "descent"}, "field-type"),
        ({"do": "day", "first": "Zoe"}, "not-a-player"),
        ({"do": "approach"}, "field-missing"),
        ({"do": "count", "hand": 3, "pile": 4}, "do-unknown"),
        ({"do": "place", "card": "green-5", "at": "1.1"}, "do-unknown"),
        ({"do": "end-day", "answers": []}, "field-type"),
        ({"do": "end-day", "answers": {"descent": 1}}, "field-unknown"),
        ({"do": "end-day", "answers": {"nonsense": 1}}, "field-unknown"),
        ({"do": "end-day", "answers": {"gentle-incline": "Ann"}}, "field-type"),
        ({"do": "end-day", "answers": {"gentle-incline": ["Zoe"]}}, "not-a-player"),
        ({"do": "end-day", "answers": {"seconding": ["alps"]}}, "field-type"),
        ({"do": "end-day", "answers": {"seconding": {"Zoe": "alps"}}}, "not-a-player"),
        ({"do": "end-day", "answers": {"seconding": {"Ann": 3}}}, "field-type"),
        ({"do": "end-day", "answers": {"free-climbing": ["Ann"]}}, "field-type"),
        ({"do": "end-day", "answers": {"anchor": {"Ann": "alps-1"}}}, "field-type"),
        ({"do": "end-day", "answers": {"supply-cache": {"Ann": "alps-1"}}}, "field-type"),
        ({"do": "end-day", "answers": {"custom-1": {"Ann": "5"}}}, "field-type"),
        ({"do": "end-day", "answers": {"custom-1": {"Ann": 0.5}}}, "field-type"),
        ({"do": "end-day", "answers": {"custom-4": {"Ann": 5}}}, "field-unknown"),
    ],
)
def test_what_is_no_event(event: dict[str, Any], key: str) -> None:
    with pytest.raises(BadRecord) as error:
        play(begin(3), event)
    assert error.value.key == key


@pytest.mark.parametrize(
    ("players", "options", "key"),
    [
        (NAMES[:3], {"piles": [1, 2, 3]}, "field-unknown"),
        (NAMES[:3], {"heights": []}, "field-type"),
        (NAMES[:3], {"heights": {"alps-1": "high"}}, "field-type"),
        (NAMES[:3], {"heights": {"alps-1": 1.5}}, "field-type"),
        (NAMES[:3], {"heights": {"alps-1": -1}}, "field-range"),
        (NAMES[:3], {"heights": {"alps-15": 5}}, "heights-card"),
        ((*NAMES, "Gus"), {}, "players-count"),
        (("Edmund Hillary",), {}, "players-twice"),
    ],
)
def test_what_is_no_header(players: tuple[str, ...], options: dict[str, Any], key: str) -> None:
    with pytest.raises(BadRecord) as error:
        start("elevation", *players, **options)
    assert error.value.key == key


WORDS = st.sampled_from(
    [*NAMES[:2], "Edmund Hillary", "alps-1", "alps-7", "avalanche-9", "descent", "up", "alps", "!"]
)
SCALARS = st.one_of(WORDS, st.integers(-2, 3), st.booleans(), st.none(), st.floats(allow_nan=False))
KEYS = st.sampled_from(
    ["cards", "draw", "phantom", "sevens_low", "to", "player", "approach", "first", "card", "answers", "text"]
)
ANSWERS = st.sampled_from([*APPROACH, "x"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.one_of(ANSWERS, WORDS), inner)),
    max_leaves=6,
)
LINES = st.builds(
    lambda do, rest: {"do": do, **rest},
    st.sampled_from(["trick", "day", "end-day", "approach", "stuck", "undo", "note", "count"]),
    st.dictionaries(KEYS, VALUES, max_size=4),
)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(APPROACH)), st.lists(LINES, max_size=8))
def test_nonsense_is_refused_or_judged_and_nothing_else(card: str, events: list[dict[str, Any]]) -> None:
    match = start("elevation", "Ann", "Ben")
    for event in ({"do": "day", "approach": [card]}, *events):
        try:
            verdict, match = match.play(match.read_event(event))
        except BadRecord:
            continue
        assert json.loads(json.dumps(verdict.as_dict(1)))["legal"] is verdict.legal


def test_edmund_may_climb_where_no_auto_ascender_does() -> None:
    assert start("elevation", "Edmund Hillary", "Ann", "Ben").state.next == "Edmund Hillary"


def test_auto_ascenders_may_be_named() -> None:
    match = play(begin(1), trick("a1 a2 a3"))[1]
    assert play(match, trick("a4 a5 a6", player="Tenzing Norgay"))[0][0].legal


def test_an_answer_that_is_not_needed_is_ignored() -> None:
    match = at_dusk(won=["a1 a2", "", ""])
    answers = {"seconding": {"Ann": "nowhere"}, "anchor": {"Ann": ["alps-99"]}, "custom_1": {"Ann": 99}}
    assert points(end_day(match, **answers)) == [1, 0, 0]
