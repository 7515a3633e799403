"""Scoring a day: the pad without approach cards, and every approach card that concerns scoring, alone."""

import pytest

from companion.games.elevation.cards import Range
from companion.games.elevation.scoring import span, with_avalanches
from companion.games.game import Match
from tests.games.elevation.words import at_dusk, cards, end_day, lines, names, points

FEET = {"alps-1": 11_000, "alps-2": 15_000, "andes-14": 22_841, "andes-1": 12_000, "rockies-9": 22_000}


def test_end_of_day_example_of_the_book() -> None:
    verdict = end_day(at_dusk(won=["n3 n5 n6 n7 n11 a4", "", "r1 r14 v5 v1"]))
    assert lines(verdict) == {
        "Ann": [0, 8, 0, 0, 0, 8],
        "Ben": [0, 0, 0, 0, 0, 0],
        "Cem": [0, 0, 0, 13, 0, 13],
    }
    assert list(verdict.shows["scores"]["Ann"]) == [
        "alps",
        "andes",
        "himalayas",
        "rockies",
        "approach",
        "day",
    ]


@pytest.mark.parametrize(
    ("numbers", "low", "high", "expected"),
    [
        ([], 0, 0, 0),
        ([9], 0, 0, 0),
        ([1, 14], 0, 0, 13),
        ([1, 14], 0, 1, 0),
        ([1, 5, 14], 0, 1, 4),
        ([1, 5, 14], 1, 0, 9),
        ([1, 14], 1, 0, 0),
        ([1, 5, 14], 1, 1, 0),
        ([1, 5, 9, 14], 1, 1, 4),
    ],
)
def test_a_range_scores_its_span(numbers: list[int], low: int, high: int, expected: int) -> None:
    assert span(numbers, low, high) == expected


@pytest.mark.parametrize(
    ("card", "won", "expected"),
    [
        pytest.param("acclimating", "a1 a5 a14 n2 n9", [4, 0, 0, 0, 0, 4], id="acclimating"),
        pytest.param("bouldering", "a1 a5 a14 n2 n9", [9, 0, 0, 0, 0, 9], id="bouldering"),
        pytest.param(
            "avalanche-destruction", "a9 a12 n5 v1", [11, 0, 0, 0, 0, 11], id="avalanche-destruction"
        ),
        pytest.param(
            "avalanche-destruction", "a9 n9 v1", [8, 0, 0, 0, 0, 8], id="avalanche-destruction-tie-is-alps"
        ),
        pytest.param(
            "avalanche-destruction",
            "r9 i9 v1 v2",
            [0, 0, 8, 7, 0, 15],
            id="avalanche-destruction-then-himalayas",
        ),
        pytest.param("avalanche-destruction", "v1 v5", [4, 0, 0, 0, 0, 4], id="avalanches-make-a-range"),
        pytest.param("buried-in-an-avalanche", "a1 a3 v1 v2 v3", [2, 0, 0, 0, -15, -13], id="buried"),
        pytest.param("crevasse-rescue", "a1 a3 n4 n14", [-2, -10, 0, 0, 0, -12], id="crevasse-rescue"),
        pytest.param("figure-8", "a8 n8 i8 r8", [0, 0, 0, 0, 12, 12], id="figure-8-all-four"),
        pytest.param("fourteener", "", [0, 0, 0, 0, 14, 14], id="fourteener-no-card"),
        pytest.param("fourteener", "a1 n1 r14 v2", [0, 0, 0, 0, 11, 11], id="fourteener-avalanches-count"),
        pytest.param("packing-light", "", [0, 0, 0, 0, 20, 20], id="packing-light-no-trick"),
        pytest.param(
            "packing-light", "a1 v3", [0, 0, 0, 0, 15, 15], id="packing-light-avalanche-is-no-range"
        ),
        pytest.param("scree", "a1-3 n1-3 i1-3 r1-3", [2, 2, 2, 2, 20, 28], id="scree-all-ones-twos-threes"),
        pytest.param("scree", "a1 a2 a4 v3 n1-3", [3, 2, 0, 0, 5, 10], id="scree-avalanche-does-not-help"),
        pytest.param("stuck-at-basecamp", "a1 a2 n5", [1, 0, 0, 0, -15, -14], id="stuck-at-basecamp"),
        pytest.param("treacherous-shortcut", "a1-14 n1-7", [13, 6, 0, 0, 10, 29], id="treacherous-both"),
        pytest.param(
            "treacherous-shortcut", "a1-13 n1-6", [12, 5, 0, 0, -10, 7], id="treacherous-not-complete"
        ),
        pytest.param("world-renowned-climber", "a1 n1 i1 r1", [0, 0, 0, 0, 7, 7], id="world-renowned"),
        pytest.param("world-renowned-climber", "a1 n1 i1 v1", [0, 0, 0, 0, 0, 0], id="world-renowned-three"),
        pytest.param("descent", "a1 a14", [13, 0, 0, 0, 0, 13], id="descent-does-not-score"),
        pytest.param("ice-axe", "a7 a8", [1, 0, 0, 0, 0, 1], id="ice-axe-does-not-score"),
    ],
)
def test_a_card_alone(card: str, won: str, expected: list[int]) -> None:
    assert lines(end_day(at_dusk(card, won=[won, "", "r5"])))["Ann"] == expected


def test_harness_goes_to_all_who_tie() -> None:
    assert points(end_day(at_dusk("harness", won=["", "", ""], tricks=[4, 2, 2]))) == [0, 5, 5]


def test_belay_partner_scores_what_the_right_neighbour_won() -> None:
    verdict = end_day(at_dusk("belay-partner", "harness", won=["a1 a2", "n1 n5", ""], tricks=[1, 2, 0]))
    assert lines(verdict) == {"Ann": [0, 0, 0, 0, 5, 5], "Ben": [1, 0, 0, 0, 0, 1], "Cem": [0, 4, 0, 0, 0, 4]}


def test_seconding_passes_the_smallest_range_to_the_left_all_at_once() -> None:
    verdict = end_day(at_dusk("seconding", won=["a1 a9 n5", "n9 n10 r1", "v1"]))
    assert lines(verdict) == {"Ann": [8, 0, 0, 0, 0, 8], "Ben": [0, 5, 0, 0, 0, 5], "Cem": [0] * 6}


def test_a_tie_in_seconding_is_asked() -> None:
    match = at_dusk("seconding", won=["a1 a9 n5 r1", "", ""])
    assert end_day(match).rules == ("answer",)
    assert end_day(match, seconding={"Ann": "alps"}).rules == ("answer",), "it is not among the smallest"
    assert end_day(match, seconding={"Ann": "nonsense"}).rules == ("answer",)
    assert lines(end_day(match, seconding={"Ann": "andes", "Ben": "alps"}))["Ann"] == [8, 0, 0, 0, 0, 8]


def test_anchor_cards_join_the_pile() -> None:
    match = at_dusk("anchor", won=["a5", "", ""])
    given = {"Ann": ["alps-1", "alps-14"], "Ben": ["andes-2", "andes-4"], "Cem": ["rockies-1", "alps-9"]}
    assert points(end_day(match, anchor=given)) == [13, 2, 0]


@pytest.mark.parametrize(
    "changed",
    [
        {"Ann": ["alps-1"]},
        {"Ann": ["alps-1", "alps-5"]},
        {"Ann": ["alps-1", "avalanche-2"]},
        {"Ann": ["alps-1", "alps-99"]},
        {"Ann": ["alps-1", "alps-1"]},
        {"Ann": ["alps-1", "andes-2"]},
        {"Ann": []},
    ],
    ids=["one", "seen", "avalanche", "no-such-card", "twice", "anothers", "none"],
)
def test_an_anchor_answer_that_cannot_be(changed: dict[str, list[str]]) -> None:
    given = {"Ann": ["alps-1", "alps-14"], "Ben": ["andes-2", "andes-4"], "Cem": ["rockies-1", "alps-9"]}
    match = at_dusk("anchor", won=["a5", "", ""])
    assert end_day(match, anchor=given | changed).rules == ("answer",)


def test_supply_cache_goes_to_the_winner_of_the_last_trick() -> None:
    match = at_dusk("supply-cache", won=["a5", "", ""], last=1)
    assert points(end_day(match, supply_cache=names("a1 a14 n3 n4"))) == [0, 14, 0]
    assert end_day(match).rules == ("answer",)
    assert end_day(match, supply_cache=names("a1 a14 n3")).rules == ("answer",)
    assert end_day(match, supply_cache=names("a1 a14 n3 a5")).rules == ("answer",)


def phantom_won(text: str, *tricks: int) -> Match:
    """The end of a day on which the phantom won cards, and the climbers so many tricks."""
    return at_dusk("free-climbing", won=["a5", "", ""], tricks=list(tricks), phantom=cards(text))


def test_free_climbing_gives_to_the_fewest_tricks() -> None:
    assert points(end_day(phantom_won("r1 r9", 2, 1, 3))) == [0, 8, 0]
    assert points(end_day(phantom_won("r1 r9", 2, 1, 3), free_climbing="Cem")) == [0, 8, 0], "not needed"


def test_a_tie_in_free_climbing_is_asked() -> None:
    match = phantom_won("r1 r9", 1, 1, 3)
    assert end_day(match).rules == ("answer",)
    assert end_day(match, free_climbing="Cem").rules == ("answer",), "Cem has more tricks"
    assert points(end_day(match, free_climbing="Ann")) == [8, 0, 0]


def test_nothing_is_asked_when_the_phantom_won_nothing() -> None:
    assert points(end_day(phantom_won("", 1, 1, 1))) == [0, 0, 0]


@pytest.mark.parametrize(
    ("card", "won", "answer", "expected"),
    [
        pytest.param("gentle-incline", ["a1", "", ""], None, [5, 0, 0], id="known-low"),
        pytest.param("gentle-incline", ["a2", "n1", ""], None, [0, 5, 0], id="12000-counts"),
        pytest.param("oxygen-boost", ["n14", "r9", "a1"], None, [5, 5, 0], id="22000-counts"),
        pytest.param("gentle-incline", ["a1 n3 v1", "", ""], ["Ben"], [5, 0, 0], id="not-needed-is-ignored"),
        pytest.param("gentle-incline", ["a3", "a1", ""], [], [0, 5, 0], id="may-be-empty"),
        pytest.param("gentle-incline", ["a3", "a4", ""], ["Ann"], [5, 0, 0], id="answered"),
        pytest.param("oxygen-boost", ["v1 v2", "", ""], None, [0, 0, 0], id="avalanches-have-no-height"),
    ],
)
def test_heights_decide_where_they_can(
    card: str, won: list[str], answer: list[str] | None, expected: list[int]
) -> None:
    answers = {} if answer is None else {card.replace("-", "_"): answer}
    assert points(end_day(at_dusk(card, won=won, heights=FEET), **answers)) == expected


@pytest.mark.parametrize(
    ("answer", "why"),
    [(None, "missing"), (["Cem"], "who won nothing has no such card"), (["Ben"], "Ben's card is too high")],
)
def test_heights_that_are_not_known_are_asked(answer: list[str] | None, why: str) -> None:
    answers = {} if answer is None else {"gentle_incline": answer}
    match = at_dusk("gentle-incline", won=["a3", "a2", ""], heights=FEET)
    assert end_day(match, **answers).rules == ("answer",), why


def test_custom_cards_score_what_is_told() -> None:
    match = at_dusk("custom-1", "custom-3", won=["a1 a2", "", ""])
    assert end_day(match, custom_1={"Ann": 5}).rules == ("answer",)
    assert points(end_day(match, custom_1={"Ann": 5, "Ben": -2}, custom_3={})) == [6, -2, 0]


@pytest.mark.parametrize(
    ("won", "expected"),
    [
        pytest.param("", (0, 0, 0, 0), id="nothing"),
        pytest.param("4 4", (0, 0, 0, 0), id="not-used"),
    ],
)
def test_avalanches_need_not_count(won: str, expected: tuple[int, ...]) -> None:
    held: dict[Range, list[int]] = {each: [] for each in Range}
    held[Range.ALPS] = [int(word) for word in won.split()]
    assert tuple(with_avalanches(held, [4] if won else [], 0, 0).values()) == expected


def test_avalanches_stay_away_where_they_would_harm() -> None:
    """With Bouldering a second low card would lower the second lowest."""
    held = {Range.ALPS: [1, 2, 9], Range.ANDES: [], Range.HIMALAYAS: [], Range.ROCKIES: []}
    assert with_avalanches(held, [5], 1, 0)[Range.ALPS] == 7


@pytest.mark.parametrize(
    ("won", "usual", "seven", "twenty_eight"),
    [
        ("a1-14 n1-7", 10, 13, -8),
        ("a1-7 n1-7", -20, -14, -56),
        ("a1-6 n1-6", 0, 0, 0),
        ("a1-14 n1-14", 40, 40, 40),
    ],
)
def test_treacherous_shortcut_by_each_ruling(won: str, usual: int, seven: int, twenty_eight: int) -> None:
    rulings: list[dict[str, int]] = [{}, {"treacherous-shortcut": -7}, {"treacherous-shortcut": -28}]
    found = []
    for each in rulings:
        verdict = end_day(at_dusk("treacherous-shortcut", won=[won, "", ""], rulings=each))
        found.append(lines(verdict)["Ann"][-2])
    assert found == [usual, seven, twenty_eight]
