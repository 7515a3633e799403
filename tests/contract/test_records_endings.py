"""How games end, in whole records: won with modules and variants, the competitive ranking, Free Solo's scores."""

from typing import Any

import pytest

from tests.contract.words import Judge, Judged
from tests.games.ascent.words import FULL_ROWS

PLAYERS = ["Ann", "Ben"]
SEA = {"game": "tranquility", "players": PLAYERS}
PLENTY = ("count Ann 5 30", "count Ben 5 30")


def refilled(*events: str) -> list[str]:
    """Events, with hands and piles full again after each."""
    return [each for event in events for each in (event, *PLENTY)]


def last(judged: Judged) -> dict[str, Any]:
    """The last verdict of a record in which nothing is illegal."""
    assert [verdict for verdict in judged.verdicts if verdict["rules"]] == []
    return judged.verdicts[-1]


def mountain(*goats: str) -> list[str]:
    """The 44 places filled; these cards bring a goat."""
    places = [
        (card, f"{row}.{position}")
        for row, cards in FULL_ROWS.items()
        for position, card in enumerate(cards.split(), 1)
    ]
    return refilled(*(f"place {card} {at}" + " goat=true" * (at in goats) for card, at in places))


def test_the_summit_wins_for_everybody(judge: Judge) -> None:
    judged = judge({"game": "ascent", "players": PLAYERS}, *mountain(), "place summit 9.1", "discard", "undo")
    won, over, undo = judged.verdicts[-3:]
    assert (won["outcome"], won["next"], won["hand"], won["pile"]) == ("won", None, 5, 29)
    assert (over["rules"], over["player"], over["hand"], over["outcome"]) == (["over"], None, None, "won")
    assert (undo["outcome"], undo["player"], undo["next"]) == ("open", None, "Ann")


def test_goats_climb_onto_the_summit(judge: Judge) -> None:
    goats = {"game": "ascent", "players": PLAYERS, "modules": ["goats"]}
    thirteen = [*(f"1.{p}" for p in range(1, 10)), *(f"2.{p}" for p in range(1, 5))]
    herds = ["herd 1.9,2.8,3.7,4.6,5.5", "herd 5.5,6.4,7.3,8.2"]
    filled = mountain(*thirteen)
    early = judge(goats, *filled, *refilled(*herds), "place summit 9.1").verdicts[-1]
    assert (early["rules"], early["goats"]["8.2"], sum(early["goats"].values())) == (["summit-goal"], 1, 12)
    more = [
        f"herd 1.{p},2.{max(1, p - 1)},3.{max(1, p - 2)},4.{max(1, p - 3)},5.{max(1, p - 4)}"
        for p in (8, 7, 6, 5, 4, 3, 2)
    ]
    up = [f"herd 5.{p},6.{max(1, p - 1)},7.{max(1, p - 2)},8.{max(1, p - 3)}" for p in (4, 3, 2, 1)]
    won = judge(goats, *filled, *refilled(*herds, *more, *up), "place summit 9.1").verdicts[-1]
    assert (won["rules"], won["outcome"]) == ([], "won")
    assert won["goats"]["9.1"] >= 8
    assert not {"8.1", "8.2"} & set(won["goats"])


def test_the_pyramid_is_won_with_a_drawn_finish(judge: Judge) -> None:
    pyramid = {**SEA, "variant": "pyramid", "border": ["1.1", "8.1"]}
    places = [f"{row}.{c}" for row in range(1, 9) for c in range(1, 10 - row)]
    plays = [f"place island-{k} {at}" for k, at in enumerate(places, 1)]
    plays[0] += " explorer=finish"
    plays[-1] += " explorer=start"
    won = last(judge(pyramid, *refilled(*plays), "finish"))
    assert (won["outcome"], won["player"], won["next"], won["pile"]) == ("won", "Ann", None, 29)
    other = judge(pyramid, *refilled(*plays), "discard", "finish").verdicts[-1]
    assert other["rules"] == ["deck"]


def test_the_arch_is_won_without_a_start(judge: Judge) -> None:
    pillars = [f"{side}_{r}.{c}" for side in ("left", "right") for r in (1, 2, 3) for c in (1, 2)]
    roof = [f"roof_{r}.{c}" for r in range(1, 5) for c in range(1, 8)]
    plays = [f"place island-{k} {at}" for k, at in enumerate([*pillars, *roof], 1)]
    judged = judge({**SEA, "variant": "high-arch"}, *refilled(*plays), "finish")
    assert last(judged)["outcome"] == "won"
    assert judged.summary is not None
    assert judged.summary["board"]["roof 4.7"] == "island-40"
    assert judged.summary["board"]["finish"] == "finish"


def test_day_and_night_is_won_as_the_halves_want_it(judge: Judge) -> None:
    plays = [f"place island-{6 * r + c - 6} {r}.{c}" for r in range(1, 7) for c in range(1, 7)]
    turned = [
        "discard",
        "discard",
        "start Ann:3,Ben:5",
        "flip Ann",
        *refilled(*plays[:18]),
        "flip Ben",
        *refilled(*plays[18:]),
    ]
    assert last(judge({**SEA, "variant": "day-night"}, *turned, "finish"))["outcome"] == "won"
    wrong = [*turned, "rotate 4.1", "finish"]
    assert judge({**SEA, "variant": "day-night"}, *wrong).verdicts[-1]["rules"] == ["finish-orientation"]


DUEL = {**SEA, "variant": "competitive"}


def duel(judge: Judge, *events: str) -> dict[str, Any]:
    """The summary of a competitive game that two hands of one card end."""
    summary = judge(DUEL, *events, "count Ann 1 0", "count Ben 1 0").summary
    assert summary is not None
    assert summary["outcome"] == "done"
    return summary


@pytest.mark.parametrize(
    ("events", "scores", "winners"),
    [
        pytest.param(["place island-9 2.1", "discard"], {"Ann": 2, "Ben": -2}, ["Ann"], id="points"),
        pytest.param([], {"Ann": 0, "Ben": 0}, ["Ann", "Ben"], id="a-draw-both-win"),
        pytest.param(
            ["place island-9 2.1", "refresh", "discard", "discard", "discard"],
            {"Ann": -2, "Ben": -7}, ["Ann"], id="a-refresh-costs-the-hand",
        ),
        pytest.param(
            ["place island-9 2.1", "place island-40 4.1", "discard", "place island-39 3.6"],
            {"Ann": 0, "Ben": 3}, ["Ben"], id="the-cost-counts-as-discarded",
        ),
        pytest.param(
            ["place island-9 2.1", "discard", "discard", "count Ben 2 9", "place island-40 4.1",
             "place island-12 2.4", "discard"],
            {"Ann": 2, "Ben": -2}, ["Ann"], id="runs-need-three",
        ),
    ],
)  # fmt: skip
def test_competitive_scores(
    judge: Judge, events: list[str], scores: dict[str, int], winners: list[str]
) -> None:
    summary = duel(judge, *events)
    assert (summary["scores"], summary["winners"]) == (scores, winners)


def test_competitive_ties_more_cards_placed(judge: Judge) -> None:
    """Ann 2 + 2 - 2, Ben 2: Ann placed more."""
    plays = ["place island-9 2.1", "place island-40 4.1", "place island-15 2.6", "count Ben 0 9", "discard"]
    summary = duel(judge, *plays)
    assert (summary["scores"], summary["winners"]) == ({"Ann": 2, "Ben": 2}, ["Ann"])


def test_competitive_ends_with_the_full_grid(judge: Judge) -> None:
    plays = [f"place island-{6 * r + c - 6} {r}.{c}" for r in range(1, 7) for c in range(1, 7)]
    judged = judge(DUEL, *refilled(*plays[:-1]), plays[-1], "stuck")
    assert (judged.verdicts[-2]["outcome"], judged.verdicts[-2]["next"]) == ("done", None)
    assert judged.verdicts[-1]["rules"] == ["over"]
    assert judged.summary is not None
    assert judged.summary["scores"] == {"Ann": 2 * 18 - 17, "Ben": 2 * 18 - 18}
    assert judged.summary["winners"] == ["Ann"]


def test_competitive_stuck_passes_without_a_row(judge: Judge) -> None:
    """Both refresh to the end: the row is gone, and who holds one card passes."""
    emptied = ["count Ann 5 0", "refresh", "count Ann 5 0", "count Ben 1 0"]
    passed = judge(DUEL, *emptied, "stuck").verdicts[-1]
    assert (passed["rules"], passed["outcome"], passed["next"]) == ([], "open", "Ann")


LOW = [f"{each}-{n}" for n in range(1, 15) for each in ("alps", "rockies", "andes", "himalayas")] + [
    f"avalanche-{n}" for n in range(1, 6)
]


def test_free_solo_auto_ascenders_score_their_longest_range(judge: Judge) -> None:
    """Tenzing Norgay wins five tricks of Andes; the day ends after six under Precipice."""
    solo = {"game": "elevation", "players": ["Ann"]}
    tricks = [
        "trick andes-1,andes-2,andes-14",
        "trick andes-13,andes-3,andes-4",
        "trick alps-1,alps-2,alps-3",
    ]
    more = [
        "trick alps-5,alps-4,alps-6",
        "trick rockies-1,rockies-2,rockies-14",
        "trick rockies-3,alps-9,alps-8",
    ]
    judged = judge(solo, "day precipice", *tricks, *more, "end-day")
    winners = [verdict["winner"] for verdict in judged.verdicts[1:-1]]
    hillary, norgay = "Edmund Hillary", "Tenzing Norgay"
    assert winners == [norgay, norgay, hillary, "Ann", norgay, norgay]
    scores = last(judged)["scores"]
    assert scores["Ann"] == {"alps": 2, "andes": 0, "himalayas": 0, "rockies": 0, "approach": 0, "day": 2}
    assert scores[norgay]["andes"] == 1 + 2 + 14 + 13 + 3 + 4
    assert scores[norgay]["day"] == 37
    assert scores[hillary]["alps"] == 6
    assert judged.verdicts[-1]["next"] == "Ann"


def test_two_climbers_the_auto_ascender_does_not_score(judge: Judge) -> None:
    tricks = [f"trick {','.join(LOW[3 * k : 3 * k + 3])}" for k in range(20)]
    judged = judge({"game": "elevation", "players": PLAYERS}, "day harness", *tricks, "end-day")
    assert set(last(judged)["scores"]) == {"Ann", "Ben"}
    assert judged.summary is not None
    assert set(judged.summary["totals"]) == {"Ann", "Ben"}
