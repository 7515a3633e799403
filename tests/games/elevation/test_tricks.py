"""Revokes: what is certain is told, once; nobody who played by the rules is ever accused."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.elevation.cards import Piles
from companion.games.elevation.dealer import ElevationDealer
from companion.games.game import Match
from companion.games.values import Phrase, Verdict
from tests.games.elevation.words import NAMES, begin, random_days, today, trick
from tests.games.shorthand import play, start

SETTINGS = settings(max_examples=50, deadline=None, derandomize=True)


def accused(verdict: Verdict) -> list[tuple[str, str]]:
    """Whom a verdict accuses, and of which range."""
    found = []
    for warning in verdict.warnings:
        assert warning.code == "revoke"
        for proof in warning.facts["proofs"]:
            assert isinstance(proof, Phrase)
            found.append((proof.facts["player"], str(proof.facts["range"])))
    return found


def warned(match: Match, *events: dict[str, Any]) -> list[list[tuple[str, str]]]:
    """Whom each verdict accuses; every trick stands all the same."""
    verdicts = play(match, *events)[0]
    assert all(verdict.legal for verdict in verdicts)
    return [accused(verdict) for verdict in verdicts]


def dry(match: Match) -> Match:
    """The same match with both piles empty: nobody draws any more."""
    return replace(match, state=replace(match.state, day=replace(today(match), piles=Piles(0, 0))))


def test_drawn_cards_may_explain_everything() -> None:
    """Ben does not follow the Alps, and every Alps card that he plays later may have been drawn."""
    tricks = [trick("a9 n1 a2"), trick("a14 a3 a4"), trick("n14 a5 n2"), trick("n13 a6 n3")]
    assert warned(begin(3), *tricks) == [[], [], [], []]


def test_the_second_card_of_rapid_ascent_proves_at_once() -> None:
    assert warned(begin(3, "rapid-ascent"), trick("a9 n1 a2 a8 a3 a4")) == [[("Ben", "alps")]]


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        pytest.param(["a9 n1 a2", "n14 a3 n5"], [[], [("Ben", "alps")]], id="proved-by-the-next-card"),
        pytest.param(["a9 n1 a2", "n14 a3 n5", "n13 a4 n6"], [[], [("Ben", "alps")], []], id="told-once"),
        pytest.param(["a9 v1 a2", "n3 a3 n5"], [[], []], id="an-avalanche-is-always-allowed"),
        pytest.param(["v1 n1 a2", "n14 a3 n5"], [[], []], id="an-avalanche-led-asks-for-nothing"),
        pytest.param(["a9 n1 a2", "n14 n3 n5"], [[], []], id="other-cards-prove-nothing"),
        pytest.param(["a9 n1 r2", "n14 a3 a5"], [[], [("Ben", "alps"), ("Cem", "alps")]], id="two-at-once"),
        pytest.param(["a9 n1 a2", "r14 a4 r2"], [[], [("Ben", "alps")]], id="a-claim-on-another-range-stays"),
    ],
)
def test_without_draws(tricks: list[str], expected: list[list[tuple[str, str]]]) -> None:
    match = dry(begin(3))
    assert warned(match, *map(trick, tricks)) == expected


def test_two_proofs_are_one_warning() -> None:
    verdicts = play(dry(begin(3)), trick("a9 n1 r2"), trick("n14 a3 a5"))[0]
    assert verdicts[1].as_dict(3)["warnings"] == ["revoke"]


def test_a_drawn_card_explains_one_card() -> None:
    match = play(begin(3), trick("a9 n1 a2"))[1]
    assert warned(dry(match), trick("n14 a3 n5"), trick("n13 a4 n6")) == [[], [("Ben", "alps")]]


def test_a_new_failure_replaces_the_older_claim() -> None:
    """Ben draws an Alps card, or not; the second failure says that he holds none, so the next one is certain."""
    match = play(begin(3), trick("a9 n1 a2"))[1]
    assert warned(dry(match), trick("a8 n2 a3"), trick("n14 a4 n5")) == [[], [("Ben", "alps")]]


def test_a_face_up_card_is_a_drawn_card() -> None:
    match = play(begin(3), trick("a9 n1 a2", draw="up"), trick("a14 n3 a4", draw="up"))[1]
    assert warned(dry(match), trick("n14 a3 n5")) == [[]], "drawn after the second failure"


def test_the_leader_of_rapid_ascent_follows_with_the_second_card() -> None:
    match = dry(begin(3, "rapid-ascent"))
    assert warned(match, trick("a9 a2 a3 n1 a5 a6"), trick("a7 i2 i3 a10 i5 i6")) == [[], [("Ann", "alps")]]


@pytest.mark.parametrize(
    ("second", "expected"),
    [("a4 i2 i3", [("Ben", "alps")]), ("i2 i3 a4", []), ("i2 a4 i3", [])],
    ids=["from-the-hand-that-ben-held", "from-the-hand-that-ann-held", "from-the-hand-that-cem-held"],
)
def test_equipment_swap_the_claim_goes_along_with_the_hand(second: str, expected: list[Any]) -> None:
    """Ben fails to follow, Cem's Avalanche wins and the hands pass left: Cem leads from Ben's old hand."""
    assert warned(dry(begin(3, "equipment-swap")), trick("a9 n1 v2"), trick(second)) == [[], expected]


def test_auto_ascenders_are_never_accused() -> None:
    assert warned(dry(begin(2)), trick("a9 a1 n2"), trick("n14 n13 a3")) == [[], []]


def test_a_new_day_forgets_all_claims() -> None:
    match = dry(begin(3))
    match = replace(match, state=replace(match.state, day=replace(today(match), hand=1)))
    verdicts = play(
        match, trick("a9 n1 a2"), {"do": "end-day"}, {"do": "day", "first": "Ben"}, trick("a3 a4 a5")
    )[0]
    assert [accused(verdict) for verdict in verdicts] == [[], [], [], []]


def accusations(humans: int, seed: int, cheat: float) -> list[tuple[bool, str]]:
    """Every accusation of a dealt game with many approach cards: whether it is true, and of whom."""
    rng, match = Random(seed), start("elevation", *NAMES[:humans])
    days = random_days(rng, rng.randint(0, 6), free_solo=humans < 3)
    dealer = ElevationDealer(match, rng, days, cheat)
    found = []
    for event in dealer.play_out():
        verdict, match = match.play(event)
        for name, of in accused(verdict):
            guilty = {(NAMES[seat], each.value) for seat, each in dealer.cheats}
            found.append(((name, of) in guilty, name))
    return found


@SETTINGS
@given(st.integers(1, 6), st.integers(0, 10**6))
def test_no_legal_play_is_ever_flagged(humans: int, seed: int) -> None:
    assert accusations(humans, seed, cheat=0.0) == []


@SETTINGS
@given(st.integers(1, 6), st.integers(0, 10**6))
def test_whoever_is_accused_did_revoke(humans: int, seed: int) -> None:
    assert all(true for true, _ in accusations(humans, seed, cheat=0.3))


def test_careless_players_are_found_out_now_and_then() -> None:
    assert sum(len(accusations(3, seed, cheat=0.3)) for seed in range(10)) > 5
