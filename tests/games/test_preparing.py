"""What players are told to prepare: the numbers of exactly this game, in both languages."""

from typing import Any

import pytest

from companion.games.setup import SetupPage
from companion.locale import load_locale
from tests.games.shorthand import start

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Flo")


def pages(game: str, players: int, language: str = "en", **options: Any) -> tuple[SetupPage, ...]:
    match = start(game, *NAMES[:players], **options)
    return match.game.setup.pages(match.state, load_locale(language).say)


def counts(page: SetupPage) -> list[int]:
    return [stack.number for stack in page.stacks]


def words(told: tuple[SetupPage, ...]) -> str:
    return " ".join(line for page in told for line in page.lines)


@pytest.mark.parametrize(
    ("players", "bridges", "piles"),
    [
        (2, ["Ben"], [37, 38]),
        (3, ["Ben"], [23, 24, 23]),
        (4, ["Ben", "Dora"], [16, 17, 16, 16]),
        (5, ["Ben", "Dora"], [12, 13, 12, 12, 11]),
    ],
)
def test_the_ascent_tells_bridges_and_piles(players: int, bridges: list[str], piles: list[int]) -> None:
    _, cards, dealt, _ = pages("ascent", players)
    assert [stack.label for stack in cards.stacks] == bridges
    assert counts(dealt) == piles
    assert ("larger piles" in " ".join(dealt.lines)) == (players >= 4)


def test_the_ascent_alone_has_no_ones_and_a_hand_of_six() -> None:
    told = pages("ascent", 1, ropes=2)
    assert "six 1s" in words(told)
    assert "hand of 6" in words(told)
    assert counts(told[1]) == [2]


def test_tranquility_alone_speaks_of_one_pile_and_no_turns() -> None:
    told = pages("tranquility", 1)
    assert not [word for word in ("everybody", "begins", "silence", "each of you") if word in words(told)]
    assert "discard 4 cards" in " ".join(told[3].lines)


def test_hands_are_drawn_beside_the_piles() -> None:
    assert [stack.sum for stack in pages("ascent", 2)[2].stacks] == ["5 + 37", "5 + 38"]
    assert [stack.sum for stack in pages("elevation", 2)[1].stacks] == ["10", "10", "20"]
    assert [stack.passes for stack in pages("elevation", 2)[2].stacks] == [-1, 1, -1]


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("ascent", 1, {"ropes": 2}),
        ("ascent", 3, {"modules": ["goats"]}),
        ("tranquility", 1, {}),
        ("tranquility", 2, {"variant": "competitive"}),
        ("elevation", 1, {}),
        ("elevation", 4, {}),
    ],
)
def test_every_page_after_the_table_has_something_drawn(game: str, players: int, options: Any) -> None:
    first, *others = pages(game, players, **options)
    assert all(page.stacks or page.icon for page in others)
    assert game != "elevation" or first.icon


def test_modules_are_told() -> None:
    told = words(pages("ascent", 2, modules=["panorama", "goats"], objectives=[[1, 2]] * 4))
    assert "first 4 from the left" in told
    assert "12 goats" in told
    assert "eight goats" in told


def test_tranquility_tells_what_is_shuffled_in_and_when_the_starts_come() -> None:
    seas = {"modules": ["rocks", "monsters", "storms", "wild"], "rocks": 4, "monsters": 5, "removed": 6}
    frame, cards, piles, talk = pages("tranquility", 3, **seas)
    assert "row 4" in " ".join(frame.lines)
    assert counts(cards) == [74, 5, 5, 6, 2]
    assert "Only now" in piles.lines[1]
    assert sum(counts(piles)) == 92 - 15 + 3
    assert "8 cards" in talk.lines[1]


@pytest.mark.parametrize(("players", "hand", "down"), [(2, 10, 20), (3, 10, 30), (5, 8, 20), (6, 6, 24)])
def test_elevation_tells_the_deal(players: int, hand: int, down: int) -> None:
    deal = pages("elevation", players)[1]
    assert counts(deal) == [*[hand] * players, down]


@pytest.mark.parametrize("variant", ["standard", "high-arch", "pyramid", "day-night", "competitive"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_variant_has_its_pages(variant: str, language: str) -> None:
    told = pages("tranquility", 2, language, variant=variant)
    assert len(told) == 4
    assert all(page.title and page.lines for page in told)
