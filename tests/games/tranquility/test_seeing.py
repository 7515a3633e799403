"""From a sea that was seen to what must have happened: cards on places, the Jagged Rocks beside a row."""

from typing import Any

import pytest

from companion.games.game import Match
from companion.games.table import Kind, Lying, Seen
from companion.table.proposals import propose
from tests.games.shorthand import play, start
from tests.games.tranquility.words import ROCKS, event, events


def sea(past: str = "") -> Match:
    """A sea with Jagged Rocks, which begin beside row 2."""
    return play(start("tranquility", **ROCKS), *events(past))[1]


def look(cards: str, rocks: int | None) -> Seen:
    """A table from `20 3.3, 42 4.2` and the row of the Rocks."""
    pairs = [each.split() for each in cards.split(",") if each.strip()]
    table = {place: Lying(f"island-{number}") for number, place in pairs}
    return Seen(table if rocks is None else {**table, f"row {rocks}": Lying("rocks")})


@pytest.mark.parametrize(
    ("past", "cards", "rocks", "kind", "said"),
    [
        pytest.param("", "", 2, Kind.NOTHING, [], id="as-recorded"),
        pytest.param("", "20 3.3", 4, Kind.MOVE, ["20 3.3 rocks=4"], id="a-card-and-the-rocks"),
        pytest.param("", "20 3.3", 2, Kind.MOVE, ["20 3.3 rocks=stay"], id="the-rocks-stay"),
        pytest.param("", "", 4, Kind.MOVE, ["discard rocks=4"], id="the-rocks-alone"),
        pytest.param("", "", None, Kind.WAITING, [], id="the-rocks-in-a-hand"),
        pytest.param("", "20 3.3", None, Kind.WAITING, [], id="a-card-and-the-rocks-in-a-hand"),
        pytest.param("", "20 3.3, 42 4.2", 5, Kind.WHICH, ["20 3.3", "42 4.2"], id="two-cards-where-were-the-rocks"),
        pytest.param("", "20 3.3, 42 4.2", 2, Kind.WHICH, ["20 3.3", "42 4.2"], id="two-cards-and-the-rocks-back"),
        pytest.param("20 3.3 rocks=4", "20 3.3", None, Kind.WAITING, [], id="the-last-event-is-not-mended-by-a-hand"),
        pytest.param("20 3.3 rocks=4", "20 3.3, 42 4.2", 5, Kind.MOVE, ["42 4.2 rocks=5"], id="the-second-of-two"),
    ],
)  # fmt: skip
def test_jagged_rocks(past: str, cards: str, rocks: int | None, kind: Kind, said: list[str]) -> None:
    finding = propose(sea(past), look(cards, rocks))
    assert (finding.kind, [told(each) for each in finding.events]) == (kind, [event(each) for each in said])


def told(found: Any) -> dict[str, Any]:
    return {key: value for key, value in found.as_dict().items() if value is not None}


def full_rows(count: int) -> str:
    """Events that fill the first rows, the Rocks always beside the last two."""
    numbers = [(row, column) for row in range(1, count + 1) for column in range(1, 7)]
    steps = [f"{2 * (6 * (row - 1) + column)} {row}.{column}" for row, column in numbers]
    return ", ".join(f"{step} rocks={5 + number % 2}" for number, step in enumerate(steps))


def test_rocks_that_leave_the_game_may_leave_the_table_at_once() -> None:
    past = full_rows(4).rsplit(", ", 1)[0]
    before = play(start("tranquility", modules=["rocks"], rocks=6), *events(past))[1]
    lying = {**before.game.lying(before.state), "4.6": Lying("island-48")}
    without = {place: card for place, card in lying.items() if not place.startswith("row")}
    finding = propose(before, Seen(without))
    assert finding.kind is Kind.MOVE
    verdict, after = before.play(finding.events[0])
    assert (verdict.legal, after.state.rocks) == (True, 0)
