"""The next first climber and the winners: lowest totals, ties, single days, shared wins."""

from dataclasses import replace

import pytest

from companion.games import load_game
from companion.games.elevation.scoring import DayScore, Score
from companion.games.elevation.state import State, lowest_seat
from companion.games.game import Match
from companion.games.values import Outcome
from tests.games.elevation.words import NAMES
from tests.games.shorthand import start


def scored(*days: tuple[int, ...], guide: int = 0) -> Match:
    """A match with days already scored, all points in the Alps."""
    match = start("elevation", *NAMES[: len(days[0])])
    state: State = match.state
    lines = tuple(
        DayScore(tuple(Score(name, p, 0, 0, 0, 0) for name, p in zip(NAMES, points, strict=False)), ())
        for points in days
    )
    outcome = Outcome.DONE if len(days) == 3 else Outcome.OPEN
    return replace(match, state=replace(state, days=lines, guide=guide, outcome=outcome))


@pytest.mark.parametrize(
    ("days", "guide", "first"),
    [
        ([(5, 4, 3)], 0, "Cem"),
        ([(5, 3, 3)], 0, "Ben"),
        ([(3, 5, 3)], 0, "Ann"),
        ([(3, 5, 3)], 1, "Cem"),
        ([(3, 5, 3)], 2, "Cem"),
        ([(9, 5, 7), (0, 5, 9)], 0, "Ann"),
        ([(-5, 0, 3)], 2, "Ann"),
    ],
)
def test_the_lowest_total_opens_the_next_day(days: list[tuple[int, ...]], guide: int, first: str) -> None:
    assert NAMES[lowest_seat(scored(*days, guide=guide).state)] == first


@pytest.mark.parametrize(
    ("days", "winners"),
    [
        ([(1, 2, 3), (1, 2, 3), (1, 2, 3)], ["Cem"]),
        ([(9, 5, 0), (0, 5, 0), (1, 0, 0)], ["Ann"]),
        ([(5, 5, 0), (5, 0, 0), (0, 5, 0)], ["Ann", "Ben"]),
        ([(5, 5, 5), (5, 0, 5), (0, 5, 0)], ["Ann", "Ben", "Cem"]),
        ([(1, 2, 3), (1, 2, 3)], []),
    ],
)
def test_winners(days: list[tuple[int, ...]], winners: list[str]) -> None:
    assert scored(*days).state.winners == winners


def test_the_summary() -> None:
    game = load_game("elevation")
    assert game.summary(start("elevation", "Ann", "Ben").state) == {
        "days": [],
        "totals": {"Ann": 0, "Ben": 0},
        "winners": [],
    }
    summary = game.summary(scored((1, 2, 3), (1, 2, 3), (1, 2, 3)).state)
    assert summary["totals"] == {"Ann": 3, "Ben": 6, "Cem": 9}
    assert summary["winners"] == ["Cem"]
    assert [day["Ben"]["day"] for day in summary["days"]] == [2, 2, 2]
