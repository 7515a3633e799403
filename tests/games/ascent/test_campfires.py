"""Campfires: the card they replace climbs, under all rules for playing it."""

import pytest

from tests.games.ascent.words import full_mountain, last, mountain

ROW = "green-7 1.1, blue-7 1.2, red-7 1.3"


@pytest.mark.parametrize(
    ("cards", "event", "codes", "discards"),
    [
        pytest.param(ROW, "campfire-green 1.1>2.1", [], 0, id="laura-7-green-starts-a-row"),
        pytest.param(ROW + ", red-9 2.1", "campfire-blue 1.2>2.2", [], 2, id="ruling-the-move-is-paid"),
        pytest.param(ROW, "campfire-red 1.1>2.1", ["campfire-colour"], 0, id="another-colour"),
        pytest.param(ROW, "campfire-green 1.4>2.1", ["campfire-target"], 0, id="an-empty-place"),
        pytest.param(ROW, "campfire-green 12.4>2.1", ["campfire-target"], 0, id="off-the-mountain"),
        pytest.param(ROW + ", bridge 1.4", "campfire-green 1.4>2.1", ["campfire-target"], 0, id="no-bridge"),
        pytest.param(ROW, "campfire-green 1.1>1.4", ["campfire-move"], 0, id="not-higher"),
        pytest.param(ROW, "campfire-green 1.1>1.1", ["campfire-move", "occupied"], 0, id="to-itself"),
        pytest.param(ROW, "campfire-green 1.1>2.2", ["campfire-move", "row-start"], 0, id="gap-on-the-row"),
        pytest.param(ROW, "campfire-green 1.1>3.1", ["campfire-move", "support"], 0, id="no-support"),
        pytest.param(ROW, "campfire-green 1.1>9.1", ["campfire-move", "summit-place"], 0, id="to-the-summit"),
        pytest.param(ROW, "campfire-green 1.1>3.9", ["campfire-move", "slot"], 0, id="to-nowhere"),
        pytest.param(ROW, "green-7 1.1>2.1", ["deck"], 0, id="not-a-campfire"),
        pytest.param(ROW, "campfire-pink 1.1>2.1", ["deck"], 0, id="no-such-campfire"),
        pytest.param(
            ROW + ", campfire-green 1.4", "campfire-green 1.1>2.1", ["deck"], 0, id="only-one-of-each-colour"
        ),
        pytest.param(
            ROW + ", campfire-green 1.4",
            "campfire-green 1.4>2.1",
            ["campfire-target", "deck"],
            0,
            id="not-a-campfire-there",
        ),
        pytest.param(
            ROW + ", blue-7 2.1, bridge 2.2, green-8 1.4",
            "campfire-green 1.4>2.2",
            [],
            1,
            id="may-cover-a-bridge",
        ),
        pytest.param(
            "green-2 1.1, blue-7 1.2, red-7 1.3, blue-8 1.4, red-9 2.1, blue-7 2.2, red-5 3.1",
            "campfire-green 1.1>3.2",
            ["campfire-move", "support", "row-value"],
            3,
            id="all-codes-of-the-new-place",
        ),
    ],
)
def test_campfire(cards: str, event: str, codes: list[str], discards: int) -> None:
    verdict = last(mountain(cards), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)


def test_the_campfire_itself_is_not_there_to_pay_with() -> None:
    match = mountain(ROW + ", red-12 2.1", hand=5)
    assert last(match, "campfire-blue 1.2>2.2").rules == ("campfire-move", "cost")


def test_the_campfire_supports_the_moved_card() -> None:
    verdict = last(mountain("green-7 1.1, blue-7 1.2"), "campfire-green 1.1>2.1")
    board = verdict.after.board
    assert (str(board[0]), str(board[9])) == ("campfire-green", "green-7")


def test_goats_forbid_a_campfire() -> None:
    match = mountain(ROW, goats="1.1*1", modules=["goats"])
    assert last(match, "campfire-green 1.1>2.1").rules == ("campfire-goats",)


def test_a_campfire_cannot_be_covered() -> None:
    assert last(mountain("campfire-green 1.1"), "blue-5 1.1").rules == ("occupied",)


def test_a_campfire_may_complete_the_mountain() -> None:
    match = mountain(full_mountain().replace("green-1 1.1", "campfire-green 1.1"))
    assert last(match, "summit 9.1").outcome.value == "won"


def test_a_moved_goat_card_brings_no_second_goat() -> None:
    """Ruling: twelve cards, twelve goats."""
    match = mountain(ROW, modules=["goats"])
    raw = {"do": "campfire", "card": "campfire-green", "at": "1.1", "to": "2.1", "goat": True}
    verdict, _ = match.play(match.read_event(raw))
    assert (verdict.legal, verdict.shows["goats"]) == (True, {})
