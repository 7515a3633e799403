"""`revoke` in rules/elevation.md: six climbers, four tricks with a draw behind each, then two without."""

import pytest

from tests.contract.words import Judge

SIX = {"game": "elevation", "players": ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay"]}
# Ann wins each of them and leads again; after the fourth only one card is left, so nobody draws any more.
BEFORE = [
    "trick andes-14,andes-1,andes-2,andes-3,andes-4,andes-5",
    "trick andes-13,andes-6,andes-7,andes-8,andes-9,andes-10",
    "trick himalayas-14,himalayas-1,himalayas-2,himalayas-3,himalayas-4,himalayas-5",
    "trick himalayas-13,himalayas-6,himalayas-7,himalayas-8,himalayas-9,himalayas-10",
]
FAILS = "trick alps-14,rockies-1,alps-1,alps-2,alps-3,alps-4"
BEN_ALPS = "trick rockies-14,alps-5,rockies-2,rockies-3,rockies-4,rockies-5"
BEN_ALPS_AGAIN = "trick rockies-13,alps-6,rockies-6,rockies-7,rockies-8,rockies-9"
BEN_FAILS_AGAIN = "trick alps-13,himalayas-11,alps-7,alps-8,alps-9,alps-10"
REVOKED = "revoke"

CASES = [
    pytest.param([*BEFORE, FAILS, BEN_ALPS], ["", REVOKED], id="proved-without-a-draw"),
    pytest.param([*BEFORE, FAILS, BEN_ALPS, BEN_ALPS_AGAIN], ["", REVOKED, ""], id="once-then-dropped"),
    pytest.param([*BEFORE[:3], FAILS, BEN_ALPS], ["", ""], id="one-drawn-one-played-proves-nothing"),
    pytest.param([*BEFORE[:3], FAILS, BEN_ALPS, BEN_ALPS_AGAIN], ["", "", REVOKED], id="two-outnumber-one-drawn"),
    pytest.param([*BEFORE[:2], FAILS, BEN_ALPS, BEN_ALPS_AGAIN], ["", "", ""], id="two-drawn-two-played"),
    pytest.param(
        [*BEFORE[:3], FAILS, BEN_FAILS_AGAIN, BEN_ALPS], ["", "", REVOKED], id="a-new-failure-replaces-the-older"
    ),
    pytest.param(
        [*BEFORE, FAILS.replace("rockies-1", "avalanche-1"), BEN_ALPS.replace("rockies-14,alps-5", "alps-5,rockies-14")],
        ["", ""], id="an-avalanche-is-no-failure",
    ),
    pytest.param(
        [*BEFORE, "trick avalanche-1,rockies-1,alps-1,alps-2,alps-3,alps-4", BEN_ALPS], ["", ""],
        id="anything-follows-an-avalanche",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("tricks", "warned"), CASES)
def test_revoke(judge: Judge, tricks: list[str], warned: list[str]) -> None:
    judged = judge(SIX, "day", *tricks)
    assert (judged.code, [verdict["rules"] for verdict in judged.verdicts if verdict["rules"]]) == (0, [])
    found = [" ".join(verdict.get("warnings", [])) for verdict in judged.verdicts]
    assert found[-len(warned) :] == warned
    assert not any(found[: -len(warned)])


def test_the_claim_goes_along_with_the_hand(judge: Judge) -> None:
    """Ben's hand passes to Cid behind the Avalanche: what Cid plays from it proves that Ben revoked."""
    swapped = "trick alps-14,rockies-1,alps-1,alps-2,alps-3,avalanche-1"
    cid_alps = "trick rockies-14,rockies-2,rockies-3,alps-5,rockies-4,rockies-5"
    verdicts = judge(SIX, "day equipment-swap", *BEFORE, swapped, cid_alps).verdicts
    assert (verdicts[-2]["winner"], verdicts[-1].get("warnings")) == ("Fay", ["revoke"])
    ben_alps = "trick rockies-14,rockies-2,alps-5,rockies-3,rockies-4,rockies-5"
    assert "warnings" not in judge(SIX, "day equipment-swap", *BEFORE, swapped, ben_alps).verdicts[-1]


def test_rapid_ascent_follows_with_both_cards(judge: Judge) -> None:
    """Ben does not follow with the first card and does with the second: proved on the same trick."""
    trio = {**SIX, "players": ["Ann", "Ben", "Cid"]}
    trick = "trick alps-1,rockies-1,alps-3,alps-4,alps-5,alps-6"
    assert judge(trio, "day rapid-ascent", trick).verdicts[-1]["warnings"] == ["revoke"]
    other = "trick alps-1,alps-5,alps-3,alps-4,rockies-1,alps-6"
    assert "warnings" not in judge(trio, "day rapid-ascent", other).verdicts[-1]
