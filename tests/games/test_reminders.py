"""What the rules still ask for stands on the play screen."""

from typing import Any

import pytest

from companion.games.ascent.view import view_goals as ascent_goals
from companion.games.game import Match
from companion.games.tranquility.view import view_goals
from companion.locale import load_locale
from tests.games.ascent.words import last as climb
from tests.games.ascent.words import mountain
from tests.games.tranquility.words import MONSTERS, after, sea

EN = load_locale("en")


def goals(match: Match, view_goals: Any) -> list[str]:
    return [goal.text for goal in view_goals(match.state, EN) if goal.done is False]


def test_a_start_is_owed_until_it_is_played() -> None:
    match = sea()
    assert goals(match, view_goals) == ["A Start is owed"]
    assert goals(after(match, "start Ann=3 Ben=5"), view_goals) == []


def test_monsters_and_high_arch() -> None:
    assert goals(sea(variant="high-arch"), view_goals) == []
    match = after(sea("5 1.1", **MONSTERS), "monster 1.1")
    assert goals(match, view_goals) == ["A Start is owed", "Sea Monsters: 2"]


@pytest.mark.parametrize(
    ("cards", "told"), [("red-3 1.1, bridge 1.2", ["Bridges open: 1"]), ("red-3 1.1", [])]
)
def test_bridges_to_cover(cards: str, told: list[str]) -> None:
    match = mountain(cards)
    assert climb(match, "discard").legal
    assert goals(match, ascent_goals) == told
