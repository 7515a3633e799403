"""Free Solo: what an auto-ascender plays, and what it scores."""

import pytest

from companion.games.elevation.approach import CARDS as APPROACH
from companion.games.elevation.cards import Range, auto_points, choose_card, face_up_zones
from tests.games.elevation.words import at_dusk, card, cards, end_day, lines, points


@pytest.mark.parametrize(
    ("face_up", "trick", "expected"),
    [
        pytest.param("a3 n9 i5 r1", "", "n9", id="leads-the-strongest"),
        pytest.param("a9 n9 i5 r1", "", "a9", id="leads-the-leftmost-of-equals"),
        pytest.param("r9 n9 i5 a9", "", "r9", id="leftmost-as-they-lie"),
        pytest.param("a14 n9 v1", "", "v1", id="leads-an-avalanche-before-a-14"),
        pytest.param("a14 v1 v4", "", "v4", id="leads-the-highest-avalanche"),
        pytest.param("a3 n9 i5 r1 v2", "a13", "a3", id="follows-even-if-an-avalanche-would-win"),
        pytest.param("a3 n9 v2", "a14", "v2", id="a-14-calls-for-an-avalanche"),
        pytest.param("a3 n9 v2 v5", "a14", "v5", id="the-highest-avalanche"),
        pytest.param("a3 n9 v2", "n2 a14", "v2", id="any-14-calls"),
        pytest.param("a3 n9 v2", "a5 v1", "v2", id="an-avalanche-that-can-be-beaten"),
        pytest.param("a3 n9 v2", "a5 v3", "a3", id="an-avalanche-that-cannot-be-beaten"),
        pytest.param("a3 n9 v2", "a14 v3", "a3", id="a-14-behind-a-stronger-avalanche"),
        pytest.param("n9 i5 r4", "a5", "r4", id="nothing-to-follow-the-lowest"),
        pytest.param("n4 i5 r4", "a5", "n4", id="lowest-tie-is-leftmost"),
        pytest.param("n9 i5 r4 v1", "a5", "v1", id="the-lowest-may-be-an-avalanche"),
        pytest.param("n9 i5 r4 v5", "a5", "r4", id="a-high-avalanche-is-not-the-lowest"),
        pytest.param("a9 n3 i5", "v2 a1", "n3", id="an-avalanche-led-cannot-be-followed"),
        pytest.param("a9 n3 v4", "v2 a1", "v4", id="an-avalanche-led-and-beaten"),
        pytest.param("v3", "a5", "v3", id="only-an-avalanche-left"),
    ],
)
def test_choose_card(face_up: str, trick: str, expected: str) -> None:
    assert choose_card(cards(face_up), cards(trick)) is card(expected)


@pytest.mark.parametrize(
    ("approach", "face_up", "trick", "expected"),
    [
        ("descent", "a3 n9 r5", "", "a3"),
        ("descent", "a3 v4 v2", "", "v2"),
        ("andes-mints", "a14 n2", "", "n2"),
        ("ice-axe", "a14 n7", "", "n7"),
        ("descent", "a3 v4", "a14 v3", "a3"),
        ("descent", "a3 v2", "a14 v3", "v2"),
        ("descent", "n9 r4", "a5", "r4"),
    ],
)
def test_strength_is_that_of_the_day(approach: str, face_up: str, trick: str, expected: str) -> None:
    rank = APPROACH[approach].rank
    assert rank is not None
    assert choose_card(cards(face_up), cards(trick), [rank]) is card(expected)


@pytest.mark.parametrize(
    ("at", "autos", "whose"),
    [
        ((-200, -200), 2, 0),
        ((200, -200), 2, 1),
        ((200, -200), 1, 0),
        ((200, -125), 2, None),
        ((0, 200), 1, None),
        ((0, -200), 0, None),
    ],
)
def test_face_up_cards_lie_along_the_far_edge(at: tuple[int, int], autos: int, whose: int | None) -> None:
    zones = face_up_zones(("Hillary", "Norgay")[:autos])
    assert next((index for index, zone in enumerate(zones) if zone.holds(*at)), None) == whose


def test_edmund_hillary_of_the_book() -> None:
    won = "n14 n11 n9 n8 n5 r11 r9 r7 a13 a12 a4 a1"
    assert auto_points(cards(won)) == {Range.ALPS: 0, Range.ANDES: 47, Range.HIMALAYAS: 0, Range.ROCKIES: 0}
    verdict = end_day(at_dusk(humans=1, won=["a2 a9", won, ""]))
    assert lines(verdict) == {
        "Ann": [7, 0, 0, 0, 0, 7],
        "Edmund Hillary": [0, 47, 0, 0, 0, 47],
        "Tenzing Norgay": [0, 0, 0, 0, 0, 0],
    }
    assert verdict.next == "Ann"


def test_of_equal_ranges_the_greater_sum_scores() -> None:
    assert sum(auto_points(cards("a1 a2 n13 n14")).values()) == 27


def test_approach_cards_apply_to_all_cards_of_an_auto_ascender() -> None:
    match = at_dusk("figure-8", "crevasse-rescue", "acclimating", humans=1, won=["", "n1 n8 n9 a8 v1", ""])
    assert lines(end_day(match))["Edmund Hillary"] == [0, -18, 0, 0, 6, -12]


def test_the_auto_ascender_of_two_climbers_does_not_score() -> None:
    match = at_dusk("harness", "belay-partner", humans=2, won=["a1 a9", "n1 n3", "r1 r14"], tricks=[3, 4, 0])
    verdict = end_day(match)
    assert lines(verdict) == {"Ann": [0, 2, 0, 0, 0, 2], "Ben": [8, 0, 0, 0, 5, 13]}
    assert verdict.next == "Ann"


def test_two_climbers_second_to_each_other() -> None:
    match = at_dusk("seconding", humans=2, won=["a1 a9 n2", "n5 n6 r1", "i1"])
    assert lines(end_day(match)) == {"Ann": [8, 0, 0, 0, 0, 8], "Ben": [0, 4, 0, 0, 0, 4]}


def test_the_supply_cache_may_go_to_an_auto_ascender_that_does_not_score() -> None:
    match = at_dusk("supply-cache", humans=2, won=["a1", "", ""], last=2)
    cache = ["andes-1", "andes-2", "andes-3", "andes-4"]
    assert points(end_day(match, supply_cache=cache)) == [0, 0]
    assert points(end_day(match)) == [0, 0], "nobody needs to look at them"


def test_an_auto_ascender_is_asked_about_seconding() -> None:
    match = at_dusk("seconding", humans=1, won=["", "a1 n1", ""])
    assert end_day(match).rules == ("answer",)
    assert end_day(match, seconding={"Edmund Hillary": "alps"}).legal
