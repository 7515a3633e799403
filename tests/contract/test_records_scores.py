"""Scoring a day of rules/elevation.md: one day of six climbers, five tricks long, under each approach card."""

import json
from typing import Any

import pytest

from tests.contract.words import Judge

NAMES = ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay"]
SIX = {"game": "elevation", "players": NAMES}
# Precipice ends the day after five tricks: two for Ann, one each for Ben, Fay (by an Avalanche) and Eve.
TRICKS = [
    "trick alps-14,alps-1,alps-2,alps-3,andes-8,rockies-8",
    "trick andes-11,andes-3,andes-5,andes-6,andes-7,himalayas-1",
    "trick rockies-1,rockies-14,rockies-2,rockies-3,rockies-4,himalayas-14",
    "trick himalayas-2,himalayas-3,himalayas-4,avalanche-1,avalanche-2,himalayas-5",
    "trick alps-4,alps-5,alps-6,alps-7,alps-8,alps-9",
]
RANGES = ("alps", "andes", "himalayas", "rockies")
# A day without Precipice: ten tricks, in which 60 of the 61 cards come.
DECK = [f"{each}-{number}" for number in range(1, 15) for each in RANGES] + ["avalanche-1", "avalanche-2"]
DECK += ["avalanche-3", "avalanche-4"]
LONG = [f"trick {','.join(DECK[start : start + 6])}" for start in range(0, 60, 6)]
PLAIN = {"Ann": (13, 8, 0, 0), "Ben": (0, 0, 0, 13), "Eve": (5, 0, 0, 0), "Fay": (0, 0, 3, 0)}
NONE = (0, 0, 0, 0)


def day(*cards: str, tricks: list[str] = TRICKS, answers: dict[str, Any] | None = None) -> list[str]:
    """A day with Precipice and these cards, and its end."""
    end = {"do": "end-day"} if answers is None else {"do": "end-day", "answers": answers}
    return [f"day {','.join(('precipice', *cards))} first=Ann", *tricks, json.dumps(end)]


def sheet(ranges: dict[str, Any], points: dict[str, int]) -> dict[str, Any]:
    """The day's scores: who is not named has nothing."""
    found = {}
    for name in NAMES:
        won, bonus = ranges.get(name, NONE), points.get(name, 0)
        line = dict(zip(RANGES, won, strict=True))
        found[name] = {**line, "approach": bonus, "day": sum(won) + bonus}
    return found


def case(
    *cards: str,
    name: str = "",
    ranges: dict[str, Any] = PLAIN,
    points: dict[str, int] | None = None,
    answers: dict[str, Any] | None = None,
    tricks: list[str] = TRICKS,
    header: dict[str, Any] = SIX,
) -> Any:
    """Approach cards, and what the day then scores."""
    events = day(*cards, tricks=tricks, answers=answers)
    return pytest.param(header, events, sheet(ranges, points or {}), id=name or "-".join(cards) or "plain")


SECONDED = {"Ann": (13, 8, 4, 0), "Ben": (0, 0, 0, 13), "Fay": (5, 0, 0, 0)}
CACHE = [f"rockies-{number}" for number in range(5, 12) if number != 8] + ["andes-14"]
PASSED = {name: [f"himalayas-{6 + k}", f"rockies-{9 + k}"] for k, name in enumerate(NAMES[:5])} | {
    "Fay": ["andes-1", "andes-14"]
}
WITH_PHANTOM = [f"{trick} phantom=andes-{k}" for k, trick in zip((14, 1, 2, 4), TRICKS, strict=False)]
WITH_PHANTOM[0] = f"{TRICKS[0].replace('alps-14', 'alps-13')} phantom=alps-14"
AFTER_PHANTOM = {"Ann": (0, 10, 0, 0), "Ben": (0, 0, 0, 13), "Cid": (13, 0, 0, 0), "Fay": (0, 0, 3, 0)}
SCORES = [
    case(),
    case("harness", points={"Cid": 5, "Dan": 5}),
    case("figure-8", points={"Ann": 6, "Eve": 3}),
    case("fourteener", points={"Ann": 5, "Ben": 9, "Cid": 14, "Dan": 14, "Eve": 8, "Fay": 9}),
    case("packing-light", points={"Ben": 10, "Cid": 20, "Dan": 20, "Eve": 15, "Fay": 15}),
    case("scree", points={"Ann": 5, "Ben": 5}),
    case("stuck-at-basecamp",
         points={"Ann": -10, "Ben": -15, "Cid": -20, "Dan": -20, "Eve": -15, "Fay": -15}),
    case("world-renowned-climber", points={"Ann": 7}),
    case("buried-in-an-avalanche", points={"Fay": -10}),
    case("treacherous-shortcut"),
    case("acclimating",
         ranges={"Ann": (2, 5, 0, 0), "Ben": (0, 0, 0, 3), "Eve": (4, 0, 0, 0), "Fay": (0, 0, 2, 0)}),
    case("bouldering",
         ranges={"Ann": (12, 6, 0, 0), "Ben": (0, 0, 0, 12), "Eve": (4, 0, 0, 0), "Fay": (0, 0, 2, 0)}),
    case("acclimating", "bouldering",
         ranges={"Ann": (1, 3, 0, 0), "Ben": (0, 0, 0, 2), "Eve": (3, 0, 0, 0), "Fay": (0, 0, 1, 0)}),
    case("crevasse-rescue", "figure-8", points={"Ann": 6, "Eve": 3},
         ranges={name: tuple(-each for each in won) for name, won in PLAIN.items()}),
    case("avalanche-destruction", "crevasse-rescue",
         ranges={name: tuple(-each for each in won) for name, won in PLAIN.items()}),
    case("avalanche-destruction", name="avalanche-destruction-ties-greatest-alps",
         ranges={**PLAIN, "Fay": (1, 0, 3, 0)}),
    case("avalanche-destruction", "packing-light", name="avalanche-destruction-touches-no-bonus",
         ranges={**PLAIN, "Fay": (1, 0, 3, 0)},
         points={"Ben": 10, "Cid": 20, "Dan": 20, "Eve": 15, "Fay": 15}),
    case("lost-in-the-snow", "harness", ranges={**PLAIN, "Fay": NONE}, points={"Cid": 5, "Dan": 5}),
    case("belay-partner", "harness", points={"Dan": 5, "Eve": 5},
         ranges={"Ben": PLAIN["Ann"], "Cid": PLAIN["Ben"], "Fay": PLAIN["Eve"], "Ann": PLAIN["Fay"]}),
    case("seconding", answers={"seconding": {"Ann": "rockies", "Ben": "alps"}}, ranges=SECONDED),
    case("custom-1", answers={"custom-1": {"Ann": 5, "Cid": -3}}, points={"Ann": 5, "Cid": -3}),
    case("gentle-incline", name="gentle-incline-list", answers={"gentle-incline": ["Ann"]}, points={"Ann": 5}),
    case("gentle-incline", name="gentle-incline-empty-list", answers={"gentle-incline": []}),
    case("oxygen-boost", name="oxygen-boost-list", answers={"oxygen-boost": ["Eve", "Ben"]},
         points={"Eve": 5, "Ben": 5}),
    case("gentle-incline", "oxygen-boost", name="heights-decide",
         header={**SIX, "heights": {f"{each}-{n}": 12000 + 1000 * n for each in RANGES for n in range(15) if n}
                 | {"alps-4": 12000, "rockies-14": 22000}},
         points={"Ann": 5, "Ben": 5, "Eve": 5}),
    case(name="an-answer-that-is-not-needed", answers={"seconding": {"Ann": "alps"}, "custom-1": {"Ann": 5}}),
    case("supply-cache", name="supply-cache-to-the-last-winner", tricks=TRICKS[:4],
         answers={"supply-cache": CACHE}, ranges={"Ann": PLAIN["Ann"], "Ben": PLAIN["Ben"], "Fay": (0, 0, 3, 6)}),
    case("anchor", name="anchor-joins-the-pile", tricks=TRICKS[:3], answers={"anchor": PASSED},
         ranges={"Ann": (13, 8, 5, 1), "Ben": (0, 0, 7, 13), "Fay": (0, 13, 0, 0)}),
    case("free-climbing", name="phantom-to-the-one-that-is-named", tricks=WITH_PHANTOM,
         answers={"free-climbing": "Cid"}, ranges=AFTER_PHANTOM),
]  # fmt: skip


@pytest.mark.parametrize(("header", "events", "expected"), SCORES)
def test_day_scores(
    judge: Judge, header: dict[str, Any], events: list[str], expected: dict[str, Any]
) -> None:
    judged = judge(header, *events)
    assert [verdict["rules"] for verdict in judged.verdicts if verdict["rules"]] == []
    assert judged.verdicts[-1]["scores"] == expected
    assert judged.summary is not None
    assert judged.summary["days"] == [expected]
    assert judged.summary["totals"] == {name: line["day"] for name, line in expected.items()}


NEEDED = [
    pytest.param(["seconding"], TRICKS, None, id="seconding-missing"),
    pytest.param(["seconding"], TRICKS, {"seconding": {"Ben": "rockies"}}, id="seconding-of-another"),
    pytest.param(["seconding"], TRICKS, {"seconding": {"Ann": "alps"}}, id="seconding-not-the-smallest"),
    pytest.param(["gentle-incline"], TRICKS, None, id="gentle-incline-missing"),
    pytest.param(["gentle-incline"], TRICKS, {"gentle-incline": ["Cid"]}, id="gentle-incline-won-nothing"),
    pytest.param(["custom-2"], TRICKS, {"custom-1": {"Ann": 5}}, id="custom-missing"),
    pytest.param(["supply-cache"], TRICKS[:4], None, id="supply-cache-missing"),
    pytest.param(["supply-cache"], TRICKS[:4], {"supply-cache": CACHE[1:]}, id="supply-cache-six-cards"),
    pytest.param(["supply-cache"], TRICKS[:4], {"supply-cache": [*CACHE[1:], "alps-1"]},
                 id="supply-cache-a-card-played"),
    pytest.param(["supply-cache"], TRICKS[:4], {"supply-cache": [*CACHE[1:], CACHE[1]]},
                 id="supply-cache-a-card-twice"),
    pytest.param(["anchor"], TRICKS[:3], {"anchor": {"Ann": PASSED["Ann"]}}, id="anchor-not-of-all"),
    pytest.param(["anchor"], TRICKS[:3], {"anchor": {**PASSED, "Ann": ["alps-4", "avalanche-1"]}},
                 id="anchor-avalanches-cannot-be-passed"),
    pytest.param(["free-climbing"], WITH_PHANTOM, None, id="phantom-tie-missing"),
    pytest.param(["free-climbing"], WITH_PHANTOM, {"free-climbing": "Ann"}, id="phantom-not-among-the-fewest"),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "tricks", "answers"), NEEDED)
def test_needed_answer(
    judge: Judge, cards: list[str], tricks: list[str], answers: dict[str, Any] | None
) -> None:
    last = judge(SIX, *day(*cards, tricks=tricks, answers=answers)).verdicts[-1]
    assert (last["rules"], last["hand"], last["tricks_left"], last["player"]) == (["answer"], 0, 0, None)
    assert "scores" not in last


def test_next_day_the_lowest_clockwise_from_the_guide(judge: Judge) -> None:
    verdicts = judge(SIX, *day(), "day").verdicts
    assert (verdicts[-2]["next"], verdicts[-2]["player"]) == ("Cid", None)
    assert (verdicts[-1]["player"], verdicts[-1]["next"]) == ("Cid", "Cid")


def test_next_day_the_guide_is_who_led_day_1(judge: Judge) -> None:
    opened = [day()[0].replace("first=Ann", "first=Dan"), *TRICKS, '{"do": "end-day"}']
    verdicts = judge(SIX, *opened).verdicts
    assert [verdict["winner"] for verdict in verdicts[1:-1]] == ["Dan", "Dan", "Eve", "Cid", "Ben"]
    assert verdicts[-1]["next"] == "Fay"


def test_three_days_and_the_end(judge: Judge) -> None:
    days = [*day(), "day", *LONG, "end-day", "day", *LONG, "end-day"]
    judged = judge(SIX, *days, "day", "note x", "undo")
    done, over, note, undo = judged.verdicts[-4:]
    assert (done["outcome"], done["next"], done["tricks_left"]) == ("done", None, None)
    assert (over["rules"], over["player"], over["hand"], over["pile"]) == (["over"], None, 0, 0)
    assert (note["legal"], note["outcome"]) == (True, "done")
    assert (undo["outcome"], undo["player"], undo["next"], undo["tricks_left"]) == ("open", None, None, 0)
    assert judged.summary is not None
    assert (len(judged.summary["days"]), judged.summary["winners"]) == (2, [])
    ended = judge(SIX, *days).summary
    assert ended is not None
    totals = {name: sum(scores[name]["day"] for scores in ended["days"]) for name in NAMES}
    assert (ended["totals"], ended["winners"]) == (totals, [max(totals, key=lambda name: totals[name])])


AGAIN = ("precipice", "descent,pathfinder", "harness", "descent")


def test_an_approach_card_of_an_earlier_day_does_not_come_again(judge: Judge) -> None:
    opening, *rest = day("pathfinder")
    first = [opening, "approach harness player=Ann", *rest]
    codes = [judge(SIX, *first, f"day {cards}").verdicts[-1]["rules"] for cards in AGAIN]
    assert codes == [["approach"], ["approach"], ["approach"], []]
    late = ("day off-course", *LONG)
    codes = [
        judge(SIX, *first, *late, f"approach {card}").verdicts[-1]["rules"] for card in ("harness", "scree")
    ]
    assert codes == [["approach"], []]
    own = (*day("figure-8"), "day pathfinder")
    codes = [
        judge(SIX, *own, f"approach {card} player=Ann").verdicts[-1]["rules"]
        for card in ("figure-8", "scree")
    ]
    assert codes == [["approach"], []]


def test_pathfinder_scores_for_its_climber_alone(judge: Judge) -> None:
    own = ["approach figure-8 player=Ann", "approach packing-light player=Cid", "approach harness player=Eve"]
    opening, *rest = day("pathfinder")
    scores = judge(SIX, opening, *own, *rest).verdicts[-1]["scores"]
    assert {name: line["approach"] for name, line in scores.items() if line["approach"]} == {
        "Ann": 6,
        "Cid": 20,
    }
