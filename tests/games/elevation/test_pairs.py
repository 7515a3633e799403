"""Approach cards that meet: the pairs in which one changes what the other does."""

from dataclasses import replace

import pytest

from companion.games.elevation.approach import CARDS as APPROACH
from companion.games.elevation.cards import deciding_seven, winning_index
from tests.games.elevation.words import at_dusk, begin, cards, end_day, lines, names, points, today, trick
from tests.games.shorthand import play


def winner(text: str, *approach: str, low: tuple[str, ...] = ()) -> str:
    """Which card wins under some approach cards."""
    rankers = [rank for each in approach if (rank := APPROACH[each].rank)]
    return text.split()[winning_index(cards(text), rankers, [names(word)[0] for word in low])]


@pytest.mark.parametrize(
    ("won", "expected"), [("a1 a5 a14", 0), ("a1 a5 a9 a14", 4), ("a1 a14", 0), ("a1 a2 a3 a4 a14", 2)]
)
def test_acclimating_and_bouldering(won: str, expected: int) -> None:
    assert points(end_day(at_dusk("acclimating", "bouldering", won=[won, "", ""]))) == [expected, 0, 0]


@pytest.mark.parametrize(
    ("text", "approach", "expected"),
    [
        ("a5 a7 a3", ("descent",), "a3"),
        ("a5 a7 a3", ("descent", "ice-axe"), "a7"),
        ("a5 a7 v2", ("descent", "ice-axe"), "v2"),
        ("a5 v3 v2", ("descent",), "v2"),
        ("a5 a7 n1", ("ice-axe", "andes-mints"), "n1"),
        ("a5 n7 n14", ("ice-axe", "andes-mints"), "n7"),
        ("a5 a1 n9 n4", ("andes-mints", "descent"), "n4"),
        ("n5 n1 a9", ("alpaca-wool", "descent"), "a9"),
        ("a5 a14 n7", ("ice-axe",), "a14"),
    ],
)
def test_strength_with_two_cards(text: str, approach: tuple[str, ...], expected: str) -> None:
    assert winner(text, *approach) == expected


def test_a_seven_may_stay_low_with_descent() -> None:
    assert winner("a9 a7 a3", "descent", "ice-axe", low=("a7",)) == "a3"
    assert winner("a5 a7 a6", "descent", "ice-axe", low=("a7",)) == "a5"


@pytest.mark.parametrize(
    ("text", "approach", "seven"),
    [
        pytest.param("a14 a7 a9", ("ice-axe",), "a7", id="it-decides"),
        pytest.param("a5 a7 a6", ("ice-axe",), None, id="it-wins-in-any-case"),
        pytest.param("a14 a7 v1", ("ice-axe",), None, id="it-loses-in-any-case"),
        pytest.param("a14 n7 n9", ("ice-axe", "andes-mints"), "n7", id="among-trumps"),
        pytest.param("a14 a7 a9", (), None, id="no-ice-axe"),
    ],
)
def test_a_seven_is_asked_about_only_where_it_decides(
    text: str, approach: tuple[str, ...], seven: str | None
) -> None:
    rankers = [rank for each in approach if (rank := APPROACH[each].rank)]
    assert deciding_seven(cards(text), rankers) is (cards(seven)[0] if seven else None)


def test_belay_partner_then_seconding() -> None:
    """Ann scores Cem's pile and passes its smallest range to Ben, who scores Ann's."""
    verdict = end_day(at_dusk("belay-partner", "seconding", won=["a1 a4 n2 n3 n4", "", "n9 r1 r3"]))
    assert lines(verdict) == {
        "Ann": [0, 0, 0, 2, 0, 2],
        "Ben": [0, 7, 0, 0, 0, 7],
        "Cem": [3, 0, 0, 0, 0, 3],
    }


def test_crevasse_rescue_leaves_bonuses_alone() -> None:
    match = at_dusk("crevasse-rescue", "figure-8", "buried-in-an-avalanche", won=["a8 a10 v1", "", ""])
    assert lines(end_day(match))["Ann"] == [-2, 0, 0, 0, -2, -4]


def test_lost_in_the_snow_leaves_the_supply_cache() -> None:
    """The last trick is set aside, the cards that lay open still go to its winner."""
    match = begin(3, "lost-in-the-snow", "supply-cache")
    match = replace(
        match,
        state=replace(match.state, day=replace(today(match), hand=1, piles=today(match).piles.take(99))),
    )
    verdicts, match = play(match, trick("a1 a2 v1"))
    assert verdicts[0].shows["winner"] == "Cem"
    assert today(match).won == ((), (), ())
    assert today(match).lost == cards("a1 a2 v1")
    assert today(match).tricks == (0, 0, 1)
    assert points(end_day(match, supply_cache=names("a3 a9 n1 n2"))) == [0, 0, 7]


def test_rapid_ascent_and_an_avalanche_in_the_second_round() -> None:
    verdicts, match = play(begin(3, "rapid-ascent"), trick("a1 a14 a3 a4 v2 v1"))
    assert verdicts[0].shows["winner"] == "Ben"
    assert len(today(match).won[1]) == 6


def test_rapid_ascent_an_avalanche_led_lets_anything_follow() -> None:
    verdicts, _ = play(begin(3, "rapid-ascent"), trick("v1 a14 n3 i4 r2 a1"), trick("a2 a3 a4 a5 a6 a7"))
    assert [v.shows["winner"] for v in verdicts] == ["Ann", "Cem"]
    assert not any(v.warnings for v in verdicts)


def test_free_climbing_tricks_count_for_nobody_in_harness() -> None:
    match = at_dusk("free-climbing", "harness", won=["a1", "", ""], tricks=[1, 0, 2], phantom=cards("r1 r5"))
    assert lines(end_day(match)) == {"Ann": [0] * 6, "Ben": [0, 0, 0, 4, 5, 9], "Cem": [0] * 6}


def test_free_climbing_phantom_takes_the_supply_cache_too() -> None:
    match = at_dusk("free-climbing", "supply-cache", won=["a1", "", ""], tricks=[1, 0, 2], last=None)
    assert points(end_day(match, supply_cache=names("i1 i5 n1 n2"))) == [0, 5, 0]


def test_acclimating_with_avalanche_destruction_finds_the_best() -> None:
    """Two cards score nothing with Acclimating; an Avalanche makes the third."""
    match = at_dusk("acclimating", "avalanche-destruction", won=["a9 a14 v1", "", ""])
    assert points(end_day(match)) == [8, 0, 0]


def test_pathfinder_cards_are_scored_by_their_owner_alone() -> None:
    match = at_dusk(
        "pathfinder",
        won=["a1 a8 a9", "a4 n8", "r1 r8"],
        own={"Ann": "figure-8", "Ben": "crevasse-rescue", "Cem": "packing-light"},
    )
    assert lines(end_day(match)) == {
        "Ann": [8, 0, 0, 0, 3, 11],
        "Ben": [0, 0, 0, 0, 0, 0],
        "Cem": [0, 0, 0, 7, 15, 22],
    }


def test_pathfinder_belay_partner_and_seconding_for_one_climber() -> None:
    match = at_dusk(
        "pathfinder",
        won=["a1 a9", "n1 n5 n6 r1", "i2 i4"],
        own={"Ann": "belay-partner", "Ben": "seconding"},
    )
    assert lines(end_day(match)) == {
        "Ann": [0, 0, 2, 0, 0, 2],
        "Ben": [0, 5, 0, 0, 0, 5],
        "Cem": [0, 0, 2, 0, 0, 2],
    }


def test_belay_partner_passes_anchor_cards_too() -> None:
    given = {"Ann": ["alps-1", "alps-14"], "Ben": ["andes-2", "andes-4"], "Cem": ["rockies-1", "alps-9"]}
    match = at_dusk("anchor", "belay-partner", won=["", "", ""])
    assert points(end_day(match, anchor=given)) == [0, 13, 2]
