"""rules/ascent.md sentence by sentence: small records, and the last verdict that each sentence demands."""

from typing import Any

import pytest

from tests.contract.words import Judge, facts

TWO = {"game": "ascent", "players": ["Ann", "Ben"]}
SOLO = {"game": "ascent", "players": ["Ann"]}
GOATS = {**TWO, "modules": ["goats"]}
GREEN = {**TWO, "modules": ["green-path"]}
VIEW = {**TWO, "modules": ["panorama"], "objectives": [[9, 8, 7], [3, 4], [12, 12]]}
FULL = ("count Ann 5 30", "count Ben 5 30")
ROW = ("place green-5 1.1", "place blue-5 1.2", "place red-5 1.3", "place green-6 1.4")

Case = tuple[dict[str, Any], tuple[str, ...], dict[str, Any]]


def case(name: str, header: dict[str, Any], *events: str, **expected: Any) -> Any:
    """One record, and what its last verdict says; legal where no rules are named."""
    return pytest.param(header, events, {"rules": "", **expected}, id=name)


SETUP = [
    case("setup-2-first", TWO, "discard", hand=5, pile=35),
    case("setup-2-second-was-dealt-a-bridge", TWO, "discard", "discard", hand=5, pile=36),
    case("setup-solo-73", SOLO, "rope", hand=6, pile=73),
    case("setup-3", {**TWO, "players": ["A", "B", "C"]}, "discard", "discard", "discard", hand=5, pile=21),
    case("setup-4-fourth", {**TWO, "players": list("ABCD")}, *["discard"] * 4, pile=14),
    case("setup-5-fifth", {**TWO, "players": list("ABCDE")}, *["discard"] * 5, pile=9, next="A"),
    case("setup-header-piles", {**TWO, "piles": [38, 37]}, "discard", pile=36),
]
PLACING = [
    case("slot-alone", TWO, "place green-1 10.1", rules="slot", discards=0, hand=5, pile=37, next="Ann"),
    case("slot-row-8-has-two", TWO, "place green-9 8.3", rules="slot"),
    case("slot-row-0", TWO, "place green-9 0.1", rules="slot"),
    case("slot-another-game's-name", TWO, "place green-9 left_1.1", rules="slot"),
    case("summit-place-alone", TWO, "place green-1 9.1", rules="summit-place", discards=0),
    case("occupied", TWO, ROW[0], "place red-5 1.1", rules="occupied", discards=0),
    case("occupied-all-but-cost", TWO, *ROW[:2], "place blue-12 1.1", rules="occupied colour", discards=7),
    case(
        "occupied-with-deck",
        TWO, "place red-9 1.1", "place blue-9 1.2", "place red-9 1.3", "place red-9 1.1",
        rules="occupied deck", discards=0,
    ),
    case("row-start", TWO, "place green-5 1.2", rules="row-start"),
    case("row-start-and-support", TWO, "place green-5 2.2", rules="row-start support"),
    case("support-one-below", TWO, ROW[0], "place blue-2 2.1", rules="support"),
    case("support-bridge-supports", TWO, ROW[0], "place bridge 1.2", "place blue-2 2.1", discards=0),
    case("row-value", TWO, *ROW[:2], "place red-1 2.1", rules="row-value"),
    case("row-value-2-on-row-3", TWO, "place blue-2 3.1", rules="support row-value"),
    case("colour", TWO, "place blue-5 1.1", "place blue-2 1.2", rules="colour", discards=3),
    case("colour-of-a-campfire", TWO, *ROW[:3], "campfire campfire-red 1.3 2.1", "place red-9 1.4",
         rules="colour", discards=4),
    case("deck-no-such-card-alone", TWO, "place green-13 10.1", rules="deck", discards=0),
    case("deck-another-game's-card", TWO, "place island-3 1.1", rules="deck"),
    case("deck-wrong-kind-for-the-event", TWO, "place campfire-green 1.1", rules="deck"),
    case("deck-too-few-copies-with-the-rest", TWO, "place red-9 1.1", "place blue-9 1.2", "place red-9 1.3",
         "place blue-9 1.4", "place red-9 2.2", rules="row-start deck"),
    case("deck-solo-1s-with-the-rest", SOLO, "place green-1 1.2", rules="row-start deck"),
    case("cost-four-can-be-paid", TWO, "place green-1 1.1", "place blue-5 1.2", discards=4, hand=5, pile=33),
    case("cost-five-cannot", TWO, "place green-1 1.1", "place blue-6 1.2", rules="cost", discards=5),
    case("cost-solo-five-can", SOLO, "place green-2 1.1", "place blue-7 1.2", discards=5, hand=6, pile=66),
    case("owed-5-right-of-3", TWO, "place green-3 1.1", "place blue-5 1.2", discards=2),
    case("owed-bridge-costs-nothing", TWO, "place red-6 1.1", "place bridge 1.2", discards=0, pile=37),
    case("owed-behind-a-bridge-nothing", TWO, "place red-6 1.1", "place bridge 1.2", "place red-9 1.3"),
    case("owed-covering-the-greater", TWO, "place red-6 1.1", "place bridge 1.2", "place red-9 1.3",
         "place blue-7 1.2", discards=2),
    case("owed-behind-a-campfire", TWO, "place red-1 1.1", "place bridge 1.2", "place red-8 1.3", *FULL,
         "place bridge 1.4", "place blue-8 1.5", "place red-8 1.6", *FULL, "campfire campfire-blue 1.5 2.1",
         *FULL, "place green-9 1.7", discards=1),
]  # fmt: skip
BRIDGES = [
    case("bridge-first-place", TWO, "place bridge 1.1", rules="row-start bridge-end"),
    case("bridge-first-place-occupied", TWO, ROW[0], "place bridge 1.1", rules="occupied row-start bridge-end"),
    case("bridge-on-a-bridge", TWO, ROW[0], "place bridge 1.2", "place bridge 1.2", rules="occupied"),
    case("bridge-last-place", TWO, "place bridge 1.9", rules="row-start bridge-end"),
    case("bridge-row-8", TWO, "place bridge 8.2", rules="row-start support bridge-end"),
    case("bridge-summit-place-alone", TWO, "place bridge 9.1", rules="summit-place"),
    case("bridge-sixth", TWO, ROW[0], *[f"place bridge 1.{p}" for p in range(2, 7)], "place bridge 1.7",
         rules="deck"),
    case("bridge-sixth-though-one-is-covered", TWO, ROW[0], *[f"place bridge 1.{p}" for p in range(2, 7)],
         "place red-5 1.2", "place bridge 1.8", rules="row-start deck"),
    case("bridge-goat-is-ignored", GOATS, ROW[0], "place bridge 1.2 goat=true", goats={}),
]  # fmt: skip
CAMPFIRES = [
    case("campfire-wrong-card-alone", TWO, ROW[0], "campfire green-5 1.1 2.1", rules="deck", discards=0),
    case("campfire-target-empty", TWO, "campfire campfire-green 1.1 2.1", rules="campfire-target", discards=0),
    case("campfire-target-off-the-mountain", TWO, "campfire campfire-green 11.1 20.1", rules="campfire-target"),
    case("campfire-target-bridge", TWO, ROW[0], "place bridge 1.2", "campfire campfire-green 1.2 2.1",
         rules="campfire-target"),
    case("campfire-target-and-deck", TWO, *ROW[:2], "campfire campfire-green 1.1 2.1",
         "campfire campfire-green 1.9 2.1", rules="campfire-target deck"),
    case("campfire-free", TWO, *ROW[:2], "campfire campfire-green 1.1 2.1", discards=0, hand=5, pile=35),
    case("campfire-colour", TWO, *ROW[:2], "campfire campfire-red 1.1 2.1", rules="campfire-colour"),
    case("campfire-goats", GOATS, "place green-5 1.1 goat=true", ROW[1], "campfire campfire-green 1.1 2.1",
         rules="campfire-goats"),
    case("campfire-move-same-row", TWO, *ROW[:2], "campfire campfire-green 1.1 1.3", rules="campfire-move"),
    case("campfire-move-codes-behind", TWO, *ROW[:2], "campfire campfire-green 1.1 2.2",
         rules="campfire-move row-start support"),
    case("campfire-move-no-such-place", TWO, *ROW[:2], "campfire campfire-green 1.1 2.9",
         rules="campfire-move slot", discards=0),
    case("campfire-move-summit-place", TWO, *ROW[:2], "campfire campfire-green 1.1 9.1",
         rules="campfire-move summit-place"),
    case("campfire-move-owes", TWO, *ROW[:3], "place red-9 2.1", "campfire campfire-red 1.3 2.2",
         rules="campfire-move colour", discards=4),
    case("campfire-move-cost-without-the-campfire", TWO, "place green-1 1.1", "place blue-5 1.2",
         "place red-5 1.3", "place red-10 2.1", *FULL, "campfire campfire-blue 1.2 2.2",
         rules="campfire-move cost", discards=5),
    case("campfire-no-value-at-the-left-end", TWO, *ROW[:2], "campfire campfire-green 1.1 2.1",
         "place bridge 1.3", "place red-12 1.2", rules="occupied"),
    case("campfire-nothing-covers-it", TWO, *ROW[:2], "campfire campfire-green 1.1 2.1", "place red-5 1.1",
         rules="occupied"),
    case("campfire-brings-no-goat", GOATS, *ROW[:2], "campfire campfire-green 1.1 2.1 goat=true", goats={}),
]  # fmt: skip
SUMMITS = [
    case("summit-early", TWO, "place summit 9.1", rules="summit-early", discards=0),
    case("summit-elsewhere", TWO, "place summit 1.1", rules="summit-place summit-early"),
    case("summit-goal", GREEN, "place summit 1.1", rules="summit-place summit-early summit-goal"),
    case("summit-goal-all-modules", {**GOATS, "modules": ["goats", "green-path"]}, "place summit 9.1",
         rules="summit-early summit-goal", goats={}, green_row=0),
]  # fmt: skip
TURNS = [
    case("discard-two", TWO, "discard", discards=2, next="Ben"),
    case("discard-hand", TWO, "count Ann 1 0", "discard", rules="hand", discards=2, hand=1, pile=0),
    case("turn-alone", TWO, "place green-99 99.9 player=Ben", rules="turn", discards=0, player="Ben",
         hand=5, pile=38, next="Ann"),
    case("turn-before-module", TWO, "herd 1.1,2.1 player=Ben", rules="turn"),
    case("module-alone", TWO, "count Ann 1 0", "herd 1.1,5.5,1.1", rules="module", discards=0),
    case("rope-none-in-company", TWO, "rope", rules="rope", discards=0),
    case("rope-none-left", {**SOLO, "ropes": 0}, "rope", rules="rope"),
    case("rope-three-by-default", SOLO, "rope", "rope", "rope", "rope", rules="rope"),
    case("rope-draws-what-there-is", SOLO, "count Ann 2 1", "rope", hand=3, pile=0, next="Ann"),
    case("lost-at-an-empty-hand", TWO, "count Ben 0 0", "discard", outcome="lost", next=None, player="Ann",
         hand=5),
    case("lost-empty-hand-with-ropes", SOLO, "count Ann 2 0", "discard", outcome="lost", hand=0, pile=0),
    case("stuck-two-cards", TWO, "stuck", rules="not-stuck", discards=0),
    case("stuck-one-card", TWO, "count Ann 1 0", "stuck", outcome="lost", next=None, player="Ann", hand=1),
    case("stuck-a-rope-is-left", SOLO, "count Ann 1 0", "stuck", rules="not-stuck"),
    case("stuck-a-herd-could-move", GOATS, "place green-5 1.1 goat=true", *ROW[1:2], "place red-6 2.1",
         "count Ben 1 0", "stuck", rules="not-stuck"),
    case("stuck-no-herd-could-move", GOATS, "place green-5 1.1 goat=true", "count Ben 1 0", "stuck",
         outcome="lost"),
    case("stuck-card-plays-free", TWO, "count Ann 1 0", "stuck card=green-5", rules="not-stuck"),
    case("stuck-card-costs", TWO, "place green-5 1.1", "count Ben 1 0", "stuck card=blue-4", outcome="lost"),
    case("stuck-card-beside-free", TWO, "place green-5 1.1", "count Ben 1 0", "stuck card=blue-5",
         rules="not-stuck"),
    case("stuck-campfire-without-a-move", TWO, ROW[0], "count Ben 1 0", "stuck card=campfire-green",
         outcome="lost"),
    case("stuck-summit-too-early", TWO, "count Ann 1 0", "stuck card=summit", outcome="lost"),
    case("stuck-deck-alone", TWO, "stuck card=green-13", rules="deck"),
    case("stuck-deck-both-copies-lie", TWO, "place red-9 1.1", "place blue-9 1.2", "place red-9 1.3",
         "stuck card=red-9", rules="deck"),
    case("stuck-deck-solo-1", SOLO, "stuck card=red-1", rules="deck"),
    case("over-alone", TWO, "count Ann 0 0", "place green-99 99.9", rules="over", discards=0, player=None,
         hand=None, pile=None, next=None, outcome="lost"),
    case("over-count-too", TWO, "count Ann 0 0", "count Ann 5 5", rules="over", player="Ann"),
    case("over-before-turn", TWO, "count Ann 0 0", "discard player=Ben", rules="over", player="Ben"),
    case("over-undo-is-allowed", TWO, "count Ann 0 0", "undo", player=None, hand=None, pile=None, next="Ann",
         outcome="open"),
    case("over-note-is-allowed", TWO, "count Ann 0 0", "note x", player=None, outcome="lost", next=None),
]  # fmt: skip
MODULES = [
    case("green-path-none", GREEN, "place blue-5 1.1", green_row=0),
    case("green-path-one", GREEN, "place green-5 1.1", green_row=1),
    case("green-path-up", GREEN, *ROW[:2], "place green-6 2.1", green_row=2),
    case("green-path-campfire-counts", GREEN, *ROW[:2], "campfire campfire-green 1.1 2.1", green_row=2),
    case("green-path-row-2-alone-is-none", GREEN, "place blue-5 1.1", "place red-5 1.2", "place green-6 2.1",
         green_row=0),
    case("green-path-undone", GREEN, "place green-5 1.1", "undo", green_row=0, player="Ben", next="Ann"),
    case("objective-done", VIEW, "place red-9 1.1", "place blue-8 1.2", "place red-7 1.3",
         objectives=[True, False, False]),
    case("objective-never-reversed", VIEW, "place red-7 1.1", "place blue-8 1.2", "place red-9 1.3",
         objectives=[False, False, False]),
    case("objective-bridge-interrupts", VIEW, "place red-3 1.1", "place bridge 1.2", "place blue-4 1.3",
         objectives=[False, False, False]),
    case("objective-stays-done", VIEW, "place green-3 1.1", "place red-4 1.2",
         "campfire campfire-green 1.1 2.1", objectives=[False, True, False]),
    case("objectives-on-illegal-verdicts", VIEW, "place red-3 3.1", rules="support",
         objectives=[False, False, False], goats="absent"),
    case("goat-comes", GOATS, "place green-5 1.1 goat=true", goats={"1.1": 1}),
    case("goat-without-module-is-ignored", TWO, "place green-5 1.1 goat=true", goats="absent"),
    case("herd-from", GOATS, *ROW[:2], "place red-6 2.1", "herd 1.1,2.1", rules="herd-from", discards=1),
    case("herd-from-no-such-place", GOATS, "herd 12.1,2.1", rules="herd-from herd-path herd-empty"),
    case("herd-path", GOATS, "place green-5 1.1 goat=true", "place blue-5 1.2", "place red-5 1.3",
         "place green-6 2.1", "place blue-6 2.2", "herd 1.1,2.2", rules="herd-path", discards=1),
    case("herd-empty", GOATS, "place green-5 1.1 goat=true", "herd 1.1,2.1", rules="herd-empty"),
    case("herd-bridge", GOATS, "place green-5 1.1 goat=true", *ROW[1:3], "place red-6 2.1", "place bridge 2.2",
         "herd 1.1,2.2", rules="herd-path herd-bridge"),
    case("herd-top-9.1", GOATS, "herd 8.1,9.1", rules="herd-from herd-top"),
    case("herd-any-step", GOATS, "place green-5 1.1 goat=true", "count Ben 1 9", "herd 1.1,2.1,8.1,9.1",
         rules="herd-path herd-empty herd-top hand", discards=3),
    case("herd-climbs-and-joins", GOATS, "place green-5 1.1 goat=true", "place blue-5 1.2",
         "place red-5 1.3", "place red-6 2.1 goat=true", "place blue-6 2.2", "place green-6 3.1",
         "herd 1.1,2.1,3.1", goats={"3.1": 2}, discards=2, hand=5),
    case("herd-hand-to-the-last-card", GOATS, "place green-5 1.1 goat=true", "place blue-5 1.2",
         "place red-6 2.1", "count Ben 1 0", "herd 1.1,2.1", discards=1, hand=0, pile=0, next="Ann"),
]  # fmt: skip
COUNTS = [
    case("count-nothing-is-drawn", TWO, "count Ben 1 9", player="Ben", hand=1, pile=9, next="Ann", discards=0),
    case("count-of-the-player-to-move", TWO, '{"do": "count", "hand": 2, "pile": 3}', player="Ann", hand=2),
    case("count-empty-hand-to-move-loses", TWO, "count Ann 0 9", outcome="lost", next=None, hand=0, pile=9),
    case("count-empty-hand-of-another-waits", TWO, "count Ben 0 9", outcome="open", hand=0),
    case("count-can-be-undone", TWO, "count Ben 1 9", "undo player=Ben", player="Ben", hand=5, pile=38),
    case("count-above-the-limit", TWO, "count Ann 7 9", "discard", hand=5, pile=9),
    case("undo-none", TWO, "note x", "undo", rules="undo", player="Ann", next="Ann"),
    case("undo-is-not-undone", TWO, "discard", "undo", "undo", rules="undo"),
    case("undo-skips-notes-and-illegal", TWO, "discard", "note x", "place green-5 9.9", "undo", next="Ann",
         player="Ben", hand=5, pile=38),
    case("note-of-another", TWO, "note x player=Ben", player="Ben", next="Ann", discards=0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("header", "events", "expected"),
    [*SETUP, *PLACING, *BRIDGES, *CAMPFIRES, *SUMMITS, *TURNS, *MODULES, *COUNTS],
)
def test_ascent(
    judge: Judge, header: dict[str, Any], events: tuple[str, ...], expected: dict[str, Any]
) -> None:
    last = judge(header, *events).verdicts[-1]
    assert facts(last, expected) == expected
    assert ("why" in last) is (not last["legal"])
