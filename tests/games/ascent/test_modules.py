"""The three modules: green path, panorama objectives, mountain goats."""

from contextlib import nullcontext

import pytest

from companion.games.values import BadRecord
from tests.games.ascent.words import full_mountain, last, mountain

ROW = "green-7 1.1, blue-7 1.2, red-7 1.3, blue-8 1.4"
STEPS = ROW + ", red-8 2.1, green-8 2.2, blue-9 2.3, green-9 3.1"


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        pytest.param("", 0, id="nothing-yet"),
        pytest.param("green-5 1.1", 1, id="7.1-row-1"),
        pytest.param("green-5 1.1, red-5 1.2, green-6 2.1", 2, id="7.1-touching"),
        pytest.param("red-5 1.1, blue-5 1.2, green-6 2.1", 0, id="7.1-not-from-the-foot"),
        pytest.param("green-5 1.1, red-5 1.2, blue-5 1.3, red-6 2.1, green-6 2.2", 1, id="7.1-not-touching"),
        pytest.param("campfire-green 1.1, red-5 1.2, green-6 2.1", 2, id="ruling-green-campfires-count"),
        pytest.param(full_mountain(), 5, id="7.1-one-of-several-paths"),
    ],
)
def test_green_row(cards: str, row: int) -> None:
    match = mountain(cards, modules=["green-path"])
    assert last(match, "discard").shows["green_row"] == row


@pytest.mark.parametrize(
    ("cards", "event", "done"),
    [
        pytest.param("blue-3 1.1, red-4 1.2", "blue-3 1.3", [True, False], id="7.2-jonny-3-4-3"),
        pytest.param("blue-7 1.1, red-8 1.2", "blue-9 1.3", [False, False], id="8-faq-not-in-reverse"),
        pytest.param("blue-9 1.1, red-8 1.2", "blue-7 1.3", [False, True], id="9-8-7"),
        pytest.param(
            "blue-9 1.1, red-8 1.2, bridge 1.3", "blue-7 1.4", [False, False], id="bridges-interrupt"
        ),
        pytest.param(
            "blue-9 1.1, campfire-red 1.2, green-8 1.3",
            "blue-7 1.4",
            [False, False],
            id="campfires-interrupt",
        ),
        pytest.param(
            "blue-9 1.1, bridge 1.2, blue-7 1.3", "red-8 1.2", [False, True], id="covering-completes"
        ),
    ],
)
def test_objectives(cards: str, event: str, done: list[bool]) -> None:
    match = mountain(cards, modules=["panorama"], objectives=[[3, 4, 3], [9, 8, 7], [12, 12]])
    assert last(match, event).shows["objectives"] == [*done, False]


def test_an_objective_once_done_stays_done() -> None:
    match = mountain("blue-9 1.1, red-8 1.2", modules=["panorama"], objectives=[[9, 8, 7], [1, 1], [2, 2]])
    assert last(match, "green-7 1.3, campfire-green 1.3>2.1").shows["objectives"] == [True, False, False]


def test_a_moved_card_may_complete_an_objective() -> None:
    cards = "red-7 1.1, green-7 1.2, blue-8 1.3, red-7 1.4, blue-9 2.1, red-8 2.2"
    match = mountain(cards, modules=["panorama"], objectives=[[9, 8, 7], [1, 1], [2, 2]])
    assert last(match, "campfire-green 1.2>2.3").shows["objectives"] == [True, False, False]


@pytest.mark.parametrize(
    ("path", "goats", "codes", "after"),
    [
        pytest.param("1.1 2.1", "1.1*1", [], {"2.1": 1}, id="7.3-amy-one-step"),
        pytest.param("1.2 2.2 3.1", "1.2*1 2.2*2 3.1*1", [], {"3.1": 4}, id="7.3-james-collects-the-herd"),
        pytest.param("1.2 2.1", "1.2*2 2.2*1", [], {"2.1": 2, "2.2": 1}, id="only-one-herd"),
        pytest.param("1.1 2.1", "1.2*1", ["herd-from"], {"1.2": 1}, id="no-goats-there"),
        pytest.param("12.1 2.1", "1.2*1", ["herd-from", "herd-path"], {"1.2": 1}, id="from-nowhere"),
        pytest.param("1.1 1.2", "1.1*1", ["herd-path"], {"1.1": 1}, id="8-faq-not-sideways"),
        pytest.param("1.1 2.2", "1.1*1", ["herd-path"], {"1.1": 1}, id="not-touching"),
        pytest.param("1.1 3.1", "1.1*1", ["herd-path"], {"1.1": 1}, id="not-two-rows-at-once"),
        pytest.param("2.3 3.2", "2.3*1", ["herd-empty"], {"2.3": 1}, id="onto-an-empty-place"),
        pytest.param("1.1 2.0", "1.1*1", ["herd-path"], {"1.1": 1}, id="off-the-left-edge"),
    ],
)
def test_herding(path: str, goats: str, codes: list[str], after: dict[str, int]) -> None:
    verdict = last(mountain(STEPS, goats=goats, modules=["goats"]), f"herd {path}")
    assert (list(verdict.rules), verdict.shows["goats"]) == (codes, after)
    assert verdict.discards == len(path.split()) - 1


def test_goats_fear_bridges() -> None:
    match = mountain(ROW + ", red-8 2.1, bridge 2.2", goats="1.2*1", modules=["goats"])
    assert last(match, "herd 1.2 2.2").rules == ("herd-bridge",)


def test_goats_walk_on_campfires() -> None:
    match = mountain(ROW + ", campfire-red 2.1", goats="1.1*1", modules=["goats"])
    assert last(match, "herd 1.1 2.1").legal


def test_goats_climb_no_higher_than_row_8() -> None:
    match = mountain(full_mountain(), goats="8.1*1", modules=["goats"])
    assert last(match, "herd 8.1 9.1").rules == ("herd-top",)


def test_a_herd_needs_a_card_for_each_step() -> None:
    match = mountain(STEPS, goats="1.1*1", modules=["goats"], hand=1)
    assert last(match, "herd 1.1 2.1 3.1").rules == ("hand",)


def test_a_goat_comes_with_its_symbol_and_the_module() -> None:
    with_goats = last(mountain("", modules=["goats"]), "green-5 1.1 +goat")
    without = last(mountain(""), "green-5 1.1 +goat")
    assert (with_goats.shows, without.shows) == ({"goats": {"1.1": 1}}, {})


def test_a_thirteenth_goat_does_not_come() -> None:
    match = mountain(ROW, goats="1.1*12", modules=["goats"])
    assert last(match, "green-8 1.5 +goat").shows["goats"] == {"1.1": 12}


def test_herding_without_the_module() -> None:
    verdict = last(mountain(STEPS), "herd 1.1 2.1")
    assert (verdict.rules, verdict.discards) == (("module",), 0)


@pytest.mark.parametrize(
    ("modules", "goats", "codes"),
    [
        pytest.param([], "", [], id="no-module"),
        pytest.param(["green-path"], "", ["summit-goal"], id="green-path-ends-on-row-5"),
        pytest.param(["goats"], "8.1*7 7.1*1", ["summit-goal"], id="seven-goats-up"),
        pytest.param(["goats"], "8.1*5 8.2*3 1.1*1", [], id="7.3-eight-goats-up"),
        pytest.param(["panorama"], "", ["summit-goal"], id="objective-open"),
    ],
)
def test_the_summit_waits_for_the_modules(modules: list[str], goats: str, codes: list[str]) -> None:
    options = {"objectives": [[1, 1], [1, 2], [2, 2]]} if "panorama" in modules else {}
    match = mountain(full_mountain(), goats=goats, modules=modules, **options)
    assert list(last(match, "summit 9.1").rules) == codes


def test_goats_of_row_8_climb_onto_the_summit() -> None:
    match = mountain(full_mountain(), goats="8.1*5 8.2*4 7.1*1", modules=["goats"])
    assert last(match, "summit 9.1").shows["goats"] == {"7.1": 1, "9.1": 9}


@pytest.mark.parametrize(
    ("count", "valid"), [(1, False), (2, False), (3, True), (4, True), (5, True), (6, False)]
)
def test_three_to_five_objectives_are_revealed(count: int, valid: bool) -> None:
    """7.2: three; four or five for a harder game, and more are advised against."""
    with nullcontext() if valid else pytest.raises(BadRecord, match="objectives-count"):
        mountain("", modules=["panorama"], objectives=[[3, 4, 3]] * count)
