"""rules/elevation.md sentence by sentence: small records, and the last verdict that each sentence demands."""

from typing import Any

import pytest

from tests.contract.words import Judge, facts

NAMES = ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay"]
HILLARY, NORGAY = "Edmund Hillary", "Tenzing Norgay"
DECK = [f"{each}-{number}" for number in range(1, 15) for each in ("alps", "rockies", "andes", "himalayas")]
DECK += [f"avalanche-{number}" for number in range(1, 6)]


def game(climbers: int, **more: Any) -> dict[str, Any]:
    """A header for so many humans."""
    return {"game": "elevation", "players": NAMES[:climbers], **more}


def case(name: str, climbers: int | dict[str, Any], *events: str, **expected: Any) -> Any:
    """One record, and what its last verdict says; legal where no rules are named."""
    header = game(climbers) if isinstance(climbers, int) else climbers
    return pytest.param(header, events, {"rules": "", **expected}, id=name)


def tricks(count: int, each: int = 3, more: str = "") -> list[str]:
    """So many tricks of fresh cards, low numbers first."""
    return [f"trick {','.join(DECK[k * each : (k + 1) * each])}{more}" for k in range(count)]


def phantom_tricks(count: int, each: int = 3) -> list[str]:
    """Tricks to which the phantom adds a fresh card."""
    cards = [DECK[k * (each + 1) : (k + 1) * (each + 1)] for k in range(count)]
    return [f"trick {','.join(four[:-1])} phantom={four[-1]}" for four in cards]


DEALS = [
    case("deal-1", 1, "day", hand=10, pile=10, tricks_left=20, player="Ann", next="Ann", discards=0),
    case("deal-2", 2, "day", hand=10, pile=20, tricks_left=20),
    case("deal-3", 3, "day", hand=10, pile=30, tricks_left=20),
    case("deal-4", 4, "day", hand=8, pile=28, tricks_left=15),
    case("deal-5", 5, "day", hand=8, pile=20, tricks_left=12),
    case("deal-6", 6, "day", hand=6, pile=24, tricks_left=10),
    case("deal-supply-cache", 3, "day supply-cache", hand=10, pile=26, tricks_left=19),
    case("deal-supply-cache-counts-auto-ascenders", 2, "day supply-cache", pile=16, tricks_left=18),
    case("deal-anchor", 3, "day anchor", hand=10, pile=24, tricks_left=18),
    case("deal-both", 6, "day anchor,supply-cache", hand=6, pile=5, tricks_left=7),
    case("deal-precipice", 3, "day precipice", tricks_left=None),
    case("deal-rapid-ascent", 3, "day rapid-ascent", tricks_left=10),
    case("deal-free-climbing", 3, "day free-climbing", tricks_left=17),
    case("deal-first", 3, "day first=Cid", player="Cid", next="Cid"),
    case("deal-nothing-before", 3, "note x", hand=0, pile=0, tricks_left=None, player="Ann", next="Ann",
         winner="absent", scores="absent"),
]  # fmt: skip
APPROACH = [
    case("approach-twice", 3, "day harness,harness", rules="approach", hand=0, pile=0, tricks_left=None),
    case("approach-second-trump", 3, "day alpaca-wool,andes-mints", rules="approach"),
    *(case(f"approach-not-solo-{card}", 2, f"day {card}", rules="approach")
      for card in ("anchor", "equipment-swap", "king-of-the-mountain", "low-visibility", "route-finding")),
    case("approach-three-may-be-not-solo", 3, "day anchor,equipment-swap,route-finding"),
    case("approach-unknown-is-deck", 3, "day harness,harness,helicopter", rules="deck"),
    case("approach-custom", 3, "day custom-1,custom-3"),
    case("approach-custom-4-is-deck", 3, "day custom-4", rules="deck"),
    case("approach-many-by-choice", 3, "day harness,scree,descent,seconding"),
    case("approach-outside-a-day", 3, "approach harness", rules="day-open", player="Ann"),
    case("approach-without-off-course", 3, "day", "approach harness", rules="approach"),
    case("approach-off-course-early", 3, "day off-course", "approach harness", rules="approach"),
    case("approach-pathfinder", 3, "day pathfinder", "approach harness player=Ben", player="Ben", next="Ann"),
    case("approach-pathfinder-needs-player", 3, "day pathfinder", "approach harness", rules="approach"),
    case("approach-pathfinder-none-twice", 3, "day pathfinder", "approach harness player=Ben",
         "approach harness player=Cid", rules="approach"),
    case("approach-pathfinder-scoring-only", 3, "day pathfinder", "approach descent player=Ben",
         rules="approach"),
    case("approach-pathfinder-custom", 3, "day pathfinder", "approach custom-2 player=Ben"),
    case("approach-pathfinder-auto", 1, "day pathfinder",
         f'{{"do": "approach", "card": "scree", "player": "{HILLARY}"}}', player=HILLARY),
    case("approach-pathfinder-unknown", 3, "day pathfinder", "approach yeti player=Ben", rules="deck"),
]  # fmt: skip
TIMES = [
    case("day-open-trick", 3, "trick alps-99,alps-1", rules="day-open", player="Ann", next="Ann"),
    case("day-open-end", 3, "end-day", rules="day-open"),
    case("day-open-day-in-a-day", 3, "day", "day helicopter", rules="day-open", hand=10, pile=30, tricks_left=20),
    case("turn-before-day-open", 3, "trick alps-1 player=Ben", rules="turn"),
    case("turn-of-the-leader", 3, "day", "trick alps-1,alps-2,alps-3 player=Ben", rules="turn", player="Ben"),
    case("turn-not-for-day", 3, "day player=Ben", player="Ben", next="Ann"),
    case("early", 3, "day", "end-day", rules="early", hand=10, player="Ann"),
    case("stuck-always", 3, "stuck", rules="not-stuck", hand=0),
    case("stuck-in-a-day", 3, "day", "stuck card=alps-99", rules="not-stuck"),
    case("undo-a-trick", 3, "day", "trick alps-1,alps-2,alps-3", "undo", player="Cid", next="Ann", hand=10,
         pile=30, tricks_left=20, winner="absent"),
    case("undo-a-day", 3, "day", "undo", hand=0, pile=0, tricks_left=None),
    case("last-trick", 3, "day", *tricks(20), hand=0, pile=0, next=None, tricks_left=0),
    case("none-left", 3, "day", *tricks(20), "trick avalanche-1,avalanche-2,avalanche-3", rules="day-open",
         player=None, next=None, tricks_left=0),
    case("end-day", 3, "day", *tricks(20), "end-day", player=None, hand=0, pile=0, tricks_left=None,
         outcome="open"),
]  # fmt: skip
A_DAY = ["day", *tricks(20), "end-day"]
TRICKS = [
    case("trick-lead-range", 3, "day", "trick alps-3,alps-9,rockies-14", winner="Ben", player="Ann", next="Ben",
         hand=10, pile=26, tricks_left=19, discards=0),
    case("trick-draw-up", 3, "day", "trick alps-3,alps-9,rockies-14 draw=up", pile=27),
    case("trick-draw-up-leaves-one-more", 3, "day", *tricks(1), "trick alps-14,alps-13,alps-12 draw=up", pile=23),
    case("trick-avalanche", 3, "day", "trick alps-14,avalanche-2,avalanche-1", winner="Ben"),
    case("trick-avalanche-led", 3, "day", "trick avalanche-1,alps-14,andes-14", winner="Ann"),
    case("count-too-few", 3, "day", "trick alps-1,alps-2", rules="count", winner="absent"),
    case("count-auto-ascenders-play", 1, "day", "trick alps-1,alps-2,alps-3", winner=NORGAY, next=NORGAY),
    case("count-and-duplicate", 3, "day", "trick alps-1,alps-1", rules="count duplicate"),
    case("duplicate-today", 3, "day", "trick alps-1,alps-2,alps-3", "trick alps-1,alps-5,alps-6",
         rules="duplicate"),
    case("duplicate-another-day-is-fine", 3, *A_DAY, "day", "trick alps-1,alps-2,alps-3"),
    case("deck-alone", 3, "day", "trick alps-1,alps-15", rules="deck"),
    case("deck-avalanche-6", 3, "day", "trick alps-1,alps-2,avalanche-6", rules="deck"),
    case("trump", 3, "day alpaca-wool", "trick rockies-14,alps-1,andes-14", winner="Ben"),
    case("trump-below-avalanches", 3, "day alpaca-wool", "trick rockies-14,alps-1,avalanche-1", winner="Cid"),
    case("descent", 3, "day descent", "trick alps-5,alps-3,rockies-1", winner="Ben"),
    case("descent-avalanches", 3, "day descent", "trick avalanche-3,avalanche-1,avalanche-5", winner="Ben"),
    case("ice-axe", 3, "day ice-axe", "trick alps-14,alps-7,alps-9", winner="Ben"),
    case("ice-axe-low", 3, "day ice-axe", 'trick alps-14,alps-7,alps-9 sevens_low=["alps-7"]', winner="Ann"),
    case("ice-axe-descent", 3, "day ice-axe,descent", "trick alps-1,alps-7,alps-9", winner="Ben"),
    case("ice-axe-not-of-the-lead-range", 3, "day ice-axe", "trick alps-1,rockies-7,alps-9", winner="Cid"),
    case("ice-axe-below-trumps", 3, "day ice-axe,andes-mints", "trick alps-1,alps-7,andes-1", winner="Cid"),
    case("lead-climber", 3, "day lead-climber", "trick alps-3,alps-9,alps-1", winner="Ben", next="Cid"),
    case("king-always-draws-up", 3, "day king-of-the-mountain", *tricks(1), pile=27),
    case("king-to", 3, "day king-of-the-mountain", "trick alps-3,alps-9,alps-1 to=Cid", winner="Ben", pile=27),
    case("rapid-two-each", 3, "day rapid-ascent", "trick alps-3,alps-9,alps-1,alps-2,alps-4,alps-10",
         winner="Cid", hand=10, pile=23, tricks_left=9),
    case("rapid-one-each-is-too-few", 3, "day rapid-ascent", "trick alps-3,alps-9,alps-1", rules="count"),
    case("phantom-wins", 3, "day free-climbing", "trick alps-3,alps-9,alps-1 phantom=alps-14",
         winner="phantom", next="Ann", pile=25, tricks_left=16),
    case("phantom-is-needed", 3, "day free-climbing", "trick alps-3,alps-9,alps-1", rules="count"),
    case("phantom-without-free-climbing", 3, "day", "trick alps-3,alps-9,alps-1 phantom=alps-14", rules="count"),
    case("phantom-one-card-with-rapid", 3, "day free-climbing,rapid-ascent",
         "trick alps-3,alps-9,alps-1,alps-2,alps-4,alps-10 phantom=alps-14", winner="phantom", pile=22),
    case("phantom-rests-without-a-pile", 3, "day free-climbing", *phantom_tricks(8),
         "trick avalanche-1,avalanche-2,avalanche-3", rules="count", tricks_left=9),
    case("auto-ascender-takes-no-card", 2, "day", "trick alps-3,alps-9,alps-14 draw=up", winner=HILLARY,
         pile=17, hand=10),
    case("human-draws-up-in-free-solo", 2, "day", "trick alps-3,alps-9,alps-1 draw=up", winner="Ben", pile=18),
    case("solo-one-human-draws", 1, "day", "trick alps-3,alps-2,alps-1 draw=up", winner="Ann", pile=9, hand=10),
    case("solo-ends-with-the-auto-ascenders", 1, "day", *tricks(20), next=None, tricks_left=0, hand=1, pile=0),
    case("precipice-last-trick-to-come", 3, "day precipice", *tricks(8), pile=0, tricks_left=1, hand=10),
    case("precipice-hands-are-discarded", 3, "day precipice", *tricks(9), hand=0, pile=0, tricks_left=0,
         next=None),
    case("off-course-cards-face-down", 3, "day off-course", *tricks(7), "approach harness", rules="approach",
         pile=2),
    case("off-course-pile-gone", 3, "day off-course", *tricks(8), "approach harness", pile=0),
    case("off-course-once", 3, "day off-course", *tricks(8), "approach harness", "approach scree",
         rules="approach"),
    case("off-course-too-late", 3, "day off-course", *tricks(8), "approach supply-cache", rules="approach"),
    case("off-course-not-twice", 3, "day off-course,harness", *tricks(8), "approach harness", rules="approach"),
]  # fmt: skip


@pytest.mark.parametrize(("header", "events", "expected"), [*DEALS, *APPROACH, *TIMES, *TRICKS])
def test_elevation(
    judge: Judge, header: dict[str, Any], events: tuple[str, ...], expected: dict[str, Any]
) -> None:
    last = judge(header, *events).verdicts[-1]
    assert facts(last, expected) == expected
    assert "tricks_left" in last
