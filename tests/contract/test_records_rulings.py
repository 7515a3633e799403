"""The header's rulings: each reading of the books, and the other one that an owner may prefer."""

from typing import Any

import pytest

from tests.contract.words import Judge, facts

ASCENT = {"game": "ascent", "players": ["Ann", "Ben"]}
SOLO = {"game": "ascent", "players": ["Ann"]}
SEA = {"game": "tranquility", "players": ["Ann", "Ben"]}
STORMS = {**SEA, "modules": ["storms"]}
DUEL = {**SEA, "variant": "competitive"}
CLIMB = {"game": "elevation", "players": ["Ann", "Ben", "Cid"]}
# The Campfire on 1.2 stands right of a 5 that a second Campfire moves away; then the Bridge is covered.
MOVED = (
    "place green-5 1.1",
    "place blue-7 1.2",
    "place bridge 1.3",
    "campfire campfire-blue 1.2 2.1",
    "campfire campfire-green 1.1 2.2",
    "place red-8 1.3",
)
ALL_GAINED = (*["discard-hand"] * 6, "storm Ann orange averted=true", "discard-hand")


def case(name: str, header: dict[str, Any], *events: str, other: Any = None, **usual: Any) -> Any:
    """A record with what its last verdict says by the usual ruling, and by the other one."""
    return pytest.param(header, events, usual, other, id=name)


CASES = [
    case("campfire-read-anew", {**ASCENT, "ruling": {"campfire": "frozen"}}, *MOVED, discards=0,
         other={"discards": 3}),
    case("campfire-not-moved-beside", {**ASCENT, "ruling": {"campfire": "frozen"}}, *MOVED[:4],
         "place red-8 1.3", discards=3, other={"discards": 3}),
    case("ascent-one-card", {**ASCENT, "ruling": {"one-card": "lost"}}, "count Ben 1 0", "discard",
         outcome="open", next="Ben", other={"outcome": "lost", "next": None}),
    case("ascent-one-card-counted", {**ASCENT, "ruling": {"one-card": "lost"}}, "count Ann 1 9",
         outcome="open", other={"outcome": "lost"}),
    case("ascent-one-card-of-another", {**ASCENT, "ruling": {"one-card": "lost"}}, "count Ben 1 9",
         outcome="open", other={"outcome": "open"}),
    case("ascent-one-card-with-ropes", {**SOLO, "ruling": {"one-card": "lost"}}, "count Ann 3 0", "discard",
         outcome="open", other={"outcome": "lost"}),
    case("sea-one-card", {**SEA, "ruling": {"one-card": "lost"}}, "count Ben 1 0", "discard",
         outcome="open", next="Ben", other={"outcome": "lost", "next": None}),
    case("duel-one-card", {**DUEL, "ruling": {"one-card": "lost"}}, "count Ben 1 9", "discard",
         outcome="open", other={"outcome": "open"}),
    case("compasses-spent", {**STORMS, "ruling": {"compasses": "back"}}, *ALL_GAINED, compasses=5,
         other={"compasses": 6}),
    case("compasses-all-at-hand", {**STORMS, "ruling": {"compasses": "back"}}, *["discard-hand"] * 7,
         compasses=6, other={"compasses": 6}),
]  # fmt: skip


@pytest.mark.parametrize(("header", "events", "usual", "other"), CASES)
def test_both_readings(
    judge: Judge,
    header: dict[str, Any],
    events: tuple[str, ...],
    usual: dict[str, Any],
    other: dict[str, Any],
) -> None:
    ruling = header["ruling"]
    plain = {key: value for key, value in header.items() if key != "ruling"}
    for rulings, wanted in (({}, usual), ({"rulings": {}}, usual), ({"rulings": ruling}, other)):
        verdicts = judge({**plain, **rulings}, *events).verdicts
        assert all(verdict["legal"] for verdict in verdicts)
        assert facts(verdicts[-1], wanted) == wanted


@pytest.mark.parametrize(
    ("header", "rulings"),
    [
        pytest.param(ASCENT, {"one-card": "plays"}, id="a-value-that-is-not-listed"),
        pytest.param(ASCENT, {"compasses": "back"}, id="of-another-game"),
        pytest.param(SEA, {"campfire": "frozen"}, id="of-another-game-too"),
        pytest.param(CLIMB, {"treacherous-shortcut": -10}, id="the-usual-one"),
        pytest.param(CLIMB, {"treacherous-shortcut": "-7"}, id="a-text"),
        pytest.param(CLIMB, {"treacherous-shortcut": -7.0}, id="no-whole-number"),
        pytest.param(ASCENT, {"one-card": True}, id="a-flag"),
        pytest.param(ASCENT, [], id="no-object"),
        pytest.param(ASCENT, {"whale": "yes"}, id="unknown"),
    ],
)
def test_other_rulings_are_no_header(judge: Judge, header: dict[str, Any], rulings: Any) -> None:
    judged = judge({**header, "rulings": rulings})
    assert (judged.code, judged.summary) == (2, None)
    assert judged.err.count("\n") == 1


@pytest.mark.parametrize("points", [-7, -28])
def test_a_shortcut_ruling_opens(judge: Judge, points: int) -> None:
    assert judge({**CLIMB, "rulings": {"treacherous-shortcut": points}}, "day").code == 0
