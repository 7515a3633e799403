"""The grid in text, for every variant."""

import pytest

from companion.locale import load_locale
from tests.games.tranquility.words import ARCH, COMPETITIVE, DAY_NIGHT, ROCKS, SEAS, after, full, rows, sea


def drawn(match: object, language: str = "en") -> list[str]:
    return match.game.drawing(match.state, load_locale(language).say)  # type: ignore[attr-defined, no-any-return]


def test_rows_from_the_top_down() -> None:
    lines = drawn(after(sea(rows(1, 11)), "start Ann=4 Ben=4"))
    assert lines[0] == "6           .    .    .    .    .    ."
    assert lines[4] == "2          11   12   13   14   15   16"
    assert lines[5] == "1  Start    1    2    3    4    5    6"


def test_the_finish_lies_at_the_top_right() -> None:
    lines = drawn(after(sea(full()), "start Ann=6 Ben=2, finish"))
    assert lines[0] == "6          31   32   33   34   35   36 Finish"


def test_what_closes_a_row() -> None:
    match = after(
        sea("7* 1.1", modules=["rocks", "storms"], rocks=2), "storm purple row=4, Ben: storm yellow"
    )
    lines = drawn(match)
    assert lines[2].startswith("4P")
    assert lines[4].startswith("2R")
    assert lines[5].split() == ["1", "7*", ".", ".", ".", ".", "."]
    assert lines[6:8] == ["Compasses: 0", "Storms in front of Ben: 1 yellow"]


@pytest.mark.parametrize(
    ("options", "cards", "players", "language", "line"),
    [
        (SEAS, "", [], "en", "A Start in hand must be played at once."),
        (SEAS, "", [], "fr", "Les Monstres marins en main ne peuvent pas être défaussés."),
        (DAY_NIGHT, "5m 1.1", [], "fr", "1          5l    .    .    .    .    ."),
        (DAY_NIGHT, "", [], "en", "Hands: sun up"),
        (ARCH, "5 left 1.1, 70 right 3.2", [], "en", "3      .    .                   .   70"),
        (ARCH, "5 left 1.1, 70 right 3.2", [], "en", "1      5    .                   .    ."),
        (COMPETITIVE, "5s 1.1", [], "en", "Ann (s): 2 points; placed 1, discarded 0, runs 0"),
        ({"variant": "pyramid", "border": ["7.2"]}, "80 8.1", [], "en", "7                     .    #"),
        ({}, "", ["Ann"], "en", "Solo: 5 cards in hand, the Start costs 4. These numbers are assumed: check your reference card A2."),
        (ROCKS, "", ["Ann"], "en", "2R          .    .    .    .    .    ."),
    ],
)  # fmt: skip
def test_lines(options: dict, cards: str, players: list[str], language: str, line: str) -> None:  # type: ignore[type-arg]
    assert line in drawn(sea(cards, *players, **options), language)


def test_a_closed_place_of_the_pyramid() -> None:
    match = after(sea(variant="pyramid", border=["8.1"]), "80 8.1 explorer=storm")
    assert drawn(match)[0].split() == ["8", "x"]
