"""rules/tranquility.md sentence by sentence: small records, and the last verdict that each sentence demands."""

from typing import Any

import pytest

from tests.contract.words import Judge, facts

TWO = {"game": "tranquility", "players": ["Ann", "Ben"]}
THREE = {**TWO, "players": ["Ann", "Ben", "Cid"]}
SOLO = {**TWO, "players": ["Ann"]}
ROCKS = {**TWO, "modules": ["rocks"], "rocks": 3}
MONSTERS = {**TWO, "modules": ["monsters"], "monsters": 3}
STORMS = {**TWO, "modules": ["storms"]}
WILD = {**TWO, "modules": ["wild"]}
SEAS = {**TWO, "modules": ["rocks", "monsters", "storms", "wild"], "rocks": 3, "monsters": 3}
ARCH = {**TWO, "variant": "high-arch"}
PYRAMID = {**TWO, "variant": "pyramid", "border": ["1.2", "1.4", "2.1"]}
SKY = {**TWO, "variant": "day-night"}
DUEL = {**TWO, "variant": "competitive"}
PLENTY = ("count Ann 5 30", "count Ben 5 30")


def case(name: str, header: dict[str, Any], *events: str, **expected: Any) -> Any:
    """One record, and what its last verdict says; legal where no rules are named."""
    return pytest.param(header, events, {"rules": "", **expected}, id=name)


def later(*piles: int) -> tuple[str, ...]:
    """Everybody has discarded and drawn, and the counts are as after the deal: a Start may be in any hand."""
    counts = (f"count {name} 5 {pile}" for name, pile in zip(("Ann", "Ben", "Cid"), piles, strict=False))
    return (*("discard" for _ in piles), *counts)


def row(number: int, first: int, places: int = 6, more: str = "") -> list[str]:
    """A row filled with consecutive Islands, hands full again after each."""
    plays = (f"place island-{first + k} {number}.{k + 1}{more}" for k in range(places))
    return [each for play in plays for each in (play, *PLENTY)]


def grid(more: str = "") -> list[str]:
    """The whole grid filled with 1 to 36."""
    return [each for number in range(1, 7) for each in row(number, 6 * number - 5, more=more)]


SETUP = [
    case("setup-2-first", TWO, "discard", hand=5, pile=36),
    case("setup-2-second", TWO, "discard", "discard", pile=37),
    case("setup-3-third", THREE, "discard", "discard", "discard", pile=23),
    case("setup-solo", SOLO, "discard", hand=5, pile=79),
    case("setup-solo-hand", {**SOLO, "hand": 7}, "discard", hand=7, pile=77),
    case("setup-removed", {**TWO, "removed": 12}, "discard", pile=30),
    case("setup-piles", {**TWO, "piles": [20, 21]}, "discard", pile=18),
    case("setup-monsters-shuffled-in", MONSTERS, "discard", pile=38),
    case("setup-storms-shuffled-in", STORMS, "discard", pile=39),
    case("setup-wild-shuffled-in", WILD, "discard", pile=37),
    case("setup-arch-no-starts", ARCH, "discard", pile=35),
    case("setup-pyramid-islands", PYRAMID, "discard", pile=33),
    case("setup-day-night-compasses", SKY, "discard", pile=39),
    case("setup-competitive-common-pile", DUEL, "discard", hand=5, pile=63),
]
PLACING = [
    case("slot-alone", TWO, "place island-5 7.1", rules="slot", discards=0),
    case("slot-column-7", TWO, "place island-5 1.7", rules="slot"),
    case("slot-arch-name", TWO, "place island-5 left_1.1", rules="slot"),
    case("deck-before-slot", TWO, "place island-81 7.1", rules="deck", discards=0),
    case("deck-0", TWO, "place island-0 1.1", rules="deck"),
    case("deck-card-of-another-game", TWO, "place green-5 1.1", rules="deck", discards=0),
    case("deck-wild-as-no-island", WILD, "place wild 1.1 as=start", rules="deck"),
    case("deck-start-is-no-island", TWO, "place start 1.1", rules="deck"),
    case("occupied", TWO, "place island-5 1.1", "place island-6 1.1", rules="occupied", discards=0),
    case("occupied-all-but-cost", ROCKS, "place island-40 2.1 rocks=2", "place island-39 1.1 rocks=3",
         "place island-60 2.1 rocks=1", rules="occupied", discards=0),
    case("occupied-very-place-no-order", TWO, "place island-5 1.1", "place island-5 1.1",
         rules="occupied duplicate"),
    case("duplicate-and-order", TWO, "place island-5 1.1", "place island-5 1.4", rules="duplicate order"),
    case("order-smaller-behind", TWO, "place island-5 1.1", "place island-4 6.6", rules="order", discards=0),
    case("order-and-cost", TWO, "place island-50 1.1", "place island-4 1.2", rules="order cost", discards=46),
    case("owed-none", TWO, "place island-5 1.1", "place island-60 1.3", discards=0, hand=5, pile=38),
    case("owed-next-row", TWO, "place island-3 1.6", "place island-5 2.1", discards=2, pile=36),
    case("owed-between-the-smaller", TWO, "place island-3 1.1", "place island-20 1.3", "place island-6 1.2",
         discards=3),
    case("cost-four", TWO, "place island-3 1.1", "place island-7 1.2", discards=4, hand=5, pile=34),
    case("cost-five", TWO, "place island-3 1.1", "place island-8 1.2", rules="cost", discards=5, next="Ben"),
    case("discard", TWO, "discard", discards=2),
    case("discard-hand-code", TWO, "count Ann 1 3", "discard", rules="hand", discards=2, hand=1, pile=3),
    case("facing-goat-explorer-rocks-are-ignored", TWO,
         "place island-3 1.1 facing=moon goat=true explorer=storm rocks=9"),
]  # fmt: skip
STARTS = [
    case("start-2", TWO, *later(38, 39), "start Ann:3,Ben:5", discards=3, hand=5, pile=34, next="Ben", outcome="open"),
    case("start-2-other", TWO, *later(38, 39), "start Ann:3,Ben:5", "count Ann 5 5", "undo player=Ben", player="Ben", hand=5,
         pile=34),
    case("start-2-all-of-six", TWO, *later(38, 39), "start Ann:6,Ben:2", discards=6, pile=31),
    case("start-2-more-than-held", TWO, *later(38, 39), "start Ann:7,Ben:1", rules="start-split", discards=7, next="Ann"),
    case("start-2-ben-holds-seven", TWO, *later(38, 39), "start Ann:1,Ben:7", discards=1),
    case("start-2-pile-ends", TWO, "count Ann 5 1", "start Ann:6,Ben:2", rules="start-split"),
    case("start-3-no-extra", THREE, *later(24, 24, 25), "start Ann:4,Ben:4", discards=4, pile=19),
    case("start-3-more-than-held", THREE, *later(24, 24, 25), "start Ann:5,Ben:3", rules="start-split"),
    case("start-sum", TWO, *later(38, 39), "start Ann:3,Ben:4", rules="start-split", discards=3),
    case("start-only-once", TWO, *later(38, 39), "start Ann:3,Ben:5", "start Ann:3,Ben:5", rules="start-again", discards=5),
    case("start-once-and-split", TWO, *later(38, 39), "start Ann:3,Ben:5", "start Ann:3", rules="start-again start-split",
         discards=0),
    case("start-solo-four", SOLO, *later(81), "start Ann:4", discards=4, hand=5, pile=76),
    case("start-solo-setting", {**SOLO, "start_discards": 6}, *later(81), "start Ann:6", discards=6, pile=74),
    case("start-solo-not-eight", SOLO, *later(81), "start Ann:8", rules="start-split"),
    case("start-from-pile", STORMS, *later(41, 42), "storm Ann yellow", "start Ann:4,Ben:4 from_pile=Ann:2", discards=4, hand=3,
         pile=36, compasses=1),
    case("start-from-pile-no-storm", STORMS, *later(41, 42), "start Ann:4,Ben:4 from_pile=Ann:2", rules="start-split"),
    case("start-from-pile-exactly-two", STORMS, *later(41, 42), "storm Ann yellow", "start Ann:4,Ben:4 from_pile=Ann:1",
         rules="start-split"),
    case("start-from-pile-counts-in-the-split", STORMS, *later(41, 42), "storm Ann yellow", "start Ann:1,Ben:7 from_pile=Ann:2",
         rules="start-split"),
    case("start-from-pile-must-have-them", STORMS, "storm Ann yellow", "count Ann 3 3",
         "start Ann:4,Ben:4 from_pile=Ann:2", rules="start-split"),
    case("start-on-the-own-first-turn", TWO, "start Ann:3,Ben:5", rules="deck", discards=0),
    case("start-on-the-second-players-first-turn", TWO, "discard", "start Ann:3,Ben:5", rules="deck"),
    case("start-on-the-second-turn", TWO, "discard", "discard", "start Ann:3,Ben:5"),
    case("start-solo-on-the-first-turn", SOLO, "start Ann:4", rules="deck"),
    case("start-after-a-storm-drew-a-card", STORMS, "storm Ann orange", "start Ann:3,Ben:5"),
    case("start-after-a-storm-drew-none", STORMS, "storm Ann yellow", "start Ann:3,Ben:5", rules="deck"),
    case("start-after-a-flip", SKY, "flip Ann", "start Ann:3,Ben:5"),
    case("start-after-anothers-draw", SKY, "flip Ben", "start Ann:3,Ben:5", rules="deck"),
    case("start-wild", WILD, "start Ann:3,Ben:5 card=wild", discards=3),
    case("start-wild-without-module", TWO, "start Ann:3,Ben:5 card=wild", rules="deck", discards=0),
    case("start-not-in-the-arch", ARCH, "start Ann:3,Ben:5", rules="module", discards=0),
    case("start-not-in-the-pyramid", PYRAMID, "start Ann:3,Ben:5", rules="module"),
    case("start-not-competitive", DUEL, "start Ann:3,Ben:5", rules="module"),
    case("finish-early", TWO, "finish", rules="finish-early", discards=0),
    case("finish-early-and-monsters", MONSTERS, "finish monsters_held=1", rules="finish-early finish-monsters"),
    case("finish-needs-a-start", TWO, *grid(), "finish", rules="finish-early"),
    case("finish-wins", TWO, *later(38, 39), "start Ann:3,Ben:5", *grid(), "finish", outcome="won", next=None, hand=5, pile=29,
         discards=0),
    case("finish-monsters", MONSTERS, *later(40, 40), "start Ann:3,Ben:5", *grid(), "finish monsters_held=2",
         rules="finish-monsters", outcome="open"),
    case("finish-wild", WILD, *later(39, 40), "start Ann:3,Ben:5", *grid(), "finish card=wild", outcome="won"),
    case("finish-not-competitive", DUEL, "finish", rules="module"),
]  # fmt: skip
ENDS = [
    case("lost-empty-hand", TWO, "count Ben 0 0", "discard", outcome="lost", next=None, player="Ann"),
    case("one-card-is-not-lost", TWO, "count Ben 1 0", "discard", outcome="open", next="Ben"),
    case("stuck-two", TWO, "stuck", rules="not-stuck"),
    case("stuck-one", TWO, "count Ann 1 0", "stuck", outcome="lost"),
    case("stuck-card-plays", TWO, "count Ann 1 0", "stuck card=island-5", rules="not-stuck"),
    case("stuck-storms", STORMS, "count Ann 1 0", "stuck", rules="not-stuck"),
    case("stuck-storms-monster-shown", SEAS, "count Ann 1 0", "stuck card=monster", outcome="lost"),
    case("stuck-monster-plays", MONSTERS, "place island-5 1.1", "count Ben 1 0", "stuck card=monster",
         rules="not-stuck"),
    case("stuck-monster-in-a-closed-row", SEAS, "place island-5 1.1 rocks=1", "count Ben 1 0",
         "stuck card=monster", outcome="lost"),
    case("stuck-monster-in-a-row-that-is-open", SEAS, "place island-5 1.1 rocks=2", "count Ben 1 0",
         "stuck card=monster", rules="not-stuck"),
    case("stuck-rotate", SKY, "place island-5 1.1", "count Ben 1 0", "stuck", rules="not-stuck"),
    case("stuck-deck", TWO, "stuck card=island-81", rules="deck"),
    case("stuck-deck-lies-already", TWO, "place island-5 1.1", "stuck card=island-5", rules="deck"),
    case("stuck-deck-no-wild", TWO, "stuck card=wild", rules="deck"),
    case("stuck-finish-too-early", TWO, "count Ann 1 0", "stuck card=finish", outcome="lost"),
    case("stuck-start-cannot-be-paid", TWO, "count Ann 1 0", "stuck card=start", outcome="lost"),
    case("stuck-start-can-be-paid", TWO, "count Ann 1 2", "stuck card=start", rules="not-stuck"),
    case("over", TWO, "count Ann 0 0", "place island-99 99.9", rules="over", player=None, hand=None, pile=None),
    case("turn", TWO, "rotate 1.1 player=Ben", rules="turn", discards=0),
    case("module-alone", TWO, "discard-hand", rules="module", discards=0),
    case("module-monster", STORMS, "monster 1.1", rules="module"),
    case("module-storm", TWO, "storm Ben yellow", rules="module", player="Ben"),
    case("module-compass-out-of-turn", TWO, "compass colour=yellow player=Ben", rules="module"),
    case("module-compass-at-out-of-turn", TWO, "compass at=1.1 player=Ben", rules="module"),
    case("module-refresh", TWO, "refresh", rules="module", discards=0),
    case("module-flip", TWO, "flip Ben", rules="module"),
    case("module-rotate", TWO, "rotate 1.1", rules="module", discards=0),
]  # fmt: skip
SEA_CASES = [
    case("rocks-close-their-row", ROCKS, "place island-5 3.1 rocks=1", rules="blocked"),
    case("rocks-missing", ROCKS, "place island-5 1.1", rules="rocks-missing", discards=0),
    case("rocks-missing-on-a-discard", ROCKS, "discard", rules="rocks-missing", discards=2),
    case("rocks-missing-only-if-legal", ROCKS, "place island-5 3.1", rules="blocked"),
    case("rocks-move", ROCKS, "place island-5 1.1 rocks=2", "place island-20 3.1 rocks=1", discards=0),
    case("rocks-stay", ROCKS, "place island-5 1.1 rocks=\"stay\"", discards=2, hand=5, pile=35),
    case("rocks-own-row-is-staying", ROCKS, "place island-5 1.1 rocks=3", discards=2, hand=5, pile=35),
    case("rocks-stay-illegal-action-adds-nothing", ROCKS, "place island-5 3.1 rocks=\"stay\"", rules="blocked",
         discards=0),
    case("rocks-stay-hand", ROCKS, "count Ann 2 0", "place island-5 1.1 rocks=\"stay\"", rules="hand", discards=2,
         hand=2),
    case("rocks-row-7", ROCKS, "place island-5 1.1 rocks=7", rules="slot", discards=0),
    case("rocks-row-0", ROCKS, "discard rocks=0", rules="slot", discards=0),
    case("rocks-full", ROCKS, *row(1, 1, more=" rocks=2")[:3], "discard rocks=3",
         *[each for k in range(2, 7) for each in (f"place island-{k} 1.{k} rocks=3", *PLENTY)],
         "discard rocks=1", rules="rocks-full", discards=2),
    case("rocks-full-by-this-very-card", ROCKS,
         *[each for k in range(1, 6) for each in (f"place island-{k} 1.{k} rocks=3", *PLENTY)],
         "place island-6 1.6 rocks=1", rules="rocks-full", discards=1),
    case("rocks-leave-with-the-fourth-row", {**ROCKS, "rocks": 6},
         *[each for r in range(1, 5) for each in row(r, 6 * r - 5, more=" rocks=6")][:-3],
         "place island-24 4.6", discards=1, hand=5),
    case("rocks-gone", {**ROCKS, "rocks": 6},
         *[each for r in range(1, 5) for each in row(r, 6 * r - 5, more=" rocks=6")], "place island-40 6.6",
         discards=0),
    case("monster", MONSTERS, "place island-5 1.1", "monster 1.1", discards=0, hand=5, pile=39),
    case("monster-target", MONSTERS, "monster 1.1", rules="monster-target", discards=0),
    case("monster-target-off-the-grid", MONSTERS, "monster 9.9", rules="monster-target"),
    case("monster-in-the-row-of-the-rocks", SEAS, "place island-5 1.1 rocks=1", "monster 1.1 rocks=2",
         rules="blocked", discards=0),
    case("monster-beside-the-rocks", SEAS, "place island-5 1.1 rocks=2", "monster 1.1 rocks=3"),
    case("monster-in-a-stormy-row", SEAS, "place island-5 1.1 rocks=2", "storm Ann purple row=1",
         "monster 1.1 rocks=3", rules="blocked"),
    case("monster-wild-in-a-stormy-row", SEAS, "place island-5 1.1 rocks=2", "storm Ann purple row=1",
         "monster 1.1 card=wild rocks=3", rules="blocked"),
    case("monster-on-nothing-in-a-closed-row", SEAS, "monster 3.1 rocks=1", rules="monster-target blocked"),
    case("monster-destroyed-is-deck", MONSTERS, "place island-5 1.1", "monster 1.1", "place island-5 1.1",
         rules="deck", discards=0),
    case("monster-fourth", MONSTERS, *[e for k in range(1, 4) for e in (f"place island-{k} 1.1", "monster 1.1")],
         "place island-9 1.1", "monster 1.1", rules="deck"),
    case("monster-wild-is-none-of-the-three", {**MONSTERS, "modules": ["monsters", "wild"]},
         *[e for k in range(1, 4) for e in (f"place island-{k} 1.1", "monster 1.1")],
         "place island-9 1.1", "monster 1.1 card=wild", discards=0),
    case("storm-yellow", STORMS, "storm Ann yellow", discards=1, hand=3, pile=41, next="Ann", compasses=0),
    case("storm-yellow-limit", STORMS, "storm Ann yellow", "discard", hand=3, pile=39),
    case("storm-yellow-second", STORMS, "storm Ann yellow", "storm Ann yellow", discards=0, hand=3, pile=40),
    case("storm-third-of-a-colour", STORMS, "storm Ann yellow", "storm Ben yellow", "storm Ann yellow",
         rules="deck", discards=0),
    case("storm-of-another-player", STORMS, "storm Ben orange", player="Ben", hand=5, pile=41, next="Ann",
         discards=0),
    case("storm-averted-without-a-compass", STORMS, "storm Ann yellow averted=true", rules="compass-none",
         discards=0),
    case("storm-averted", STORMS, "discard-hand", "storm Ann yellow averted=true", compasses=0, hand=5, pile=35,
         discards=0),
    case("storm-purple-closes", STORMS, "storm Ann purple row=2", "place island-5 2.1", rules="blocked"),
    case("storm-purple-no-such-row", STORMS, "storm Ann purple row=7", rules="storm-full"),
    case("storm-purple-averted-names-no-row", STORMS, "discard-hand", "storm Ben purple averted=true",
         compasses=0),
    case("storm-purple-full-row", STORMS, *row(1, 1), "storm Ann purple row=1", rules="storm-full"),
    case("storm-purple-full-grid", STORMS, *grid(), "storm Ann purple"),
    case("storm-purple-two-need-two", STORMS, "discard-hand", "storm Ann purple row=2", "storm Ann purple row=2",
         "compass colour=purple row=2", "place island-5 2.1", rules="blocked"),
    case("storm-orange", STORMS, "storm Ann orange", "place island-5 1.1", rules="adjacent-only"),
    case("storm-orange-next-row", STORMS, "storm Ben orange", "place island-5 1.6", "place island-6 2.1",
         discards=1),
    case("storm-orange-is-before-one-player", STORMS, "storm Ben orange", "place island-5 1.1"),
    case("storm-orange-discards-stay-free", STORMS, "storm Ann orange", "discard"),
    case("storm-empty-hand", STORMS, "count Ben 0 9", "storm Ben orange", rules="hand", discards=0),
    case("compass-start-gains", STORMS, *later(41, 42), "start Ann:3,Ben:5", compasses=1),
    case("compass-row-of-consecutive", STORMS, *row(1, 12), "note x", compasses=1),
    case("compass-row-not-consecutive", STORMS, *row(1, 12, 5), "place island-18 1.6", compasses=0),
    case("compass-whole-hand", STORMS, "discard-hand", discards=5, hand=5, pile=36, compasses=1),
    case("compass-six-in-a-game", STORMS, *["discard-hand", *PLENTY] * 7, "note x", compasses=6),
    case("compass-a-spent-one-is-gone", STORMS, *["discard-hand", *PLENTY] * 6, "storm Ann orange averted=true",
         "discard-hand", compasses=5),
    case("compass-none", STORMS, "storm Ann yellow", "compass colour=yellow player=Ann", rules="compass-none",
         discards=0),
    case("compass-none-and-storm-none", STORMS, "compass colour=purple row=9", rules="compass-none storm-none"),
    case("storm-none-of-that-player", STORMS, "discard-hand", "storm Ann yellow",
         "compass colour=yellow player=Ben", rules="storm-none"),
    case("compass-ends-yellow-no-action", STORMS, "discard-hand", "storm Ann yellow",
         "compass colour=yellow player=Ann", player="Ann", hand=3, next="Ben", compasses=0),
    case("compass-then-the-limit-is-five", STORMS, "discard-hand", "storm Ben yellow",
         "compass colour=yellow player=Ben", "discard", hand=5),
    case("compass-wild", {**STORMS, "modules": ["storms", "wild"]}, "storm Ben yellow",
         "compass colour=yellow player=Ben card=wild", player="Ben", hand=2, compasses=0, next="Ann"),
    case("compass-wild-empty-hand", {**STORMS, "modules": ["storms", "wild"]}, "storm Ben yellow",
         "count Ben 0 5", "compass colour=yellow player=Ben card=wild", rules="hand"),
    case("compass-wild-needs-storms", WILD, "compass colour=yellow card=wild", rules="module"),
    case("monster-wild-needs-monsters", WILD, "place island-5 1.1", "monster 1.1 card=wild", rules="module"),
    case("wild-as-island", WILD, "place wild 1.1 as=island-5", discards=0, hand=5, pile=38),
    case("wild-of-a-number-in-the-grid", WILD, "place wild 1.1 as=island-5", "place island-5 1.1",
         rules="occupied duplicate"),
    case("wild-third", WILD, "place wild 1.1 as=island-5", "place wild 1.3 as=island-25",
         "place wild 1.5 as=island-45", rules="deck", discards=0),
    case("wild-as-81", WILD, "place wild 1.1 as=island-81", rules="deck"),
    case("wild-costs", WILD, "place island-5 1.1", "place wild 1.2 as=island-7", discards=2),
]  # fmt: skip
PILLARS = [
    f"place island-{first + 2 * r + c} {side}_{r + 1}.{c + 1}"
    for side, first in (("left", 1), ("right", 31))
    for r in range(3)
    for c in range(2)
]
VARIANTS = [
    case("arch-pillars-cost-nothing", ARCH, "place island-5 left_1.1", "place island-50 left_1.2", discards=0),
    case("arch-each-pillar-alone", ARCH, "place island-50 left_3.2", "place island-5 right_3.2"),
    case("arch-duplicate-without-order", ARCH, "place island-50 left_1.1", "place island-50 right_1.1",
         rules="duplicate"),
    case("arch-duplicate-within-a-pillar", ARCH, "place island-50 left_1.1", "place island-50 left_1.2",
         rules="duplicate order"),
    case("arch-phase", ARCH, "place island-50 roof_1.1", rules="phase"),
    case("arch-phase-and-duplicate", ARCH, "place island-50 left_1.1", "place island-50 roof_1.1",
         rules="phase duplicate"),
    case("arch-slot", ARCH, "place island-50 1.1", rules="slot"),
    case("arch-slot-pillar-has-two-columns", ARCH, "place island-50 left_1.3", rules="slot"),
    case("arch-roof-opens", ARCH, *PILLARS, "place island-50 roof_1.7", discards=0),
    case("arch-roof-costs", ARCH, *PILLARS, "place island-50 roof_1.7", "place island-52 roof_2.1", discards=2),
    case("arch-finish-early", ARCH, "finish", rules="finish-early"),
    case("pyramid-row-8-has-one", PYRAMID, "place island-50 8.2", rules="slot"),
    case("pyramid-explorer-missing", PYRAMID, "place island-5 1.2", rules="explorer-missing"),
    case("pyramid-explorer-ignored-elsewhere", PYRAMID, "place island-5 1.1 explorer=storm", hand=5, pile=34),
    case("pyramid-start-nothing", PYRAMID, "place island-5 1.1", "place island-6 1.2 explorer=start", discards=1),
    case("pyramid-hard-start", {**PYRAMID, "harder": True}, "place island-5 1.1",
         "place island-6 1.2 explorer=start", discards=2, hand=5, pile=32),
    case("pyramid-storm-pays-nothing", PYRAMID, "place island-5 1.1", "place island-6 1.2 explorer=storm",
         discards=0, hand=5, pile=35, next="Ann"),
    case("pyramid-storm-closes", PYRAMID, "place island-5 1.1", "place island-6 1.2 explorer=storm",
         "place island-6 1.2 explorer=start", rules="blocked", discards=1),
    case("pyramid-cost-before-the-explorer", PYRAMID, "place island-5 1.1", "place island-16 1.2 explorer=storm",
         rules="cost", discards=11),
    case("pyramid-compass-into-the-hand", PYRAMID, "place island-5 1.1", "place island-6 1.2 explorer=compass",
         discards=1, hand=5, pile=34),
    case("pyramid-compass-reopens", PYRAMID, "place island-5 1.2 explorer=storm",
         "place island-6 1.4 explorer=compass", "discard", "compass at=1.2", player="Ben", hand=5, discards=0,
         next="Ann", pile=34),
    case("pyramid-reopened-draws-again", PYRAMID, "place island-5 1.2 explorer=storm",
         "place island-6 1.4 explorer=compass", "discard", "compass at=1.2", "place island-5 1.2",
         rules="explorer-missing"),
    case("pyramid-compass-never-drawn", PYRAMID, "place island-5 1.2 explorer=storm", "compass at=1.2",
         rules="compass-none", discards=0),
    case("pyramid-compass-nothing-closed", PYRAMID, "compass at=1.1", rules="compass-none storm-none"),
    case("pyramid-compass-off-the-grid", PYRAMID, "place island-6 1.4 explorer=compass", "discard",
         "compass at=9.9", rules="storm-none"),
    case("pyramid-compass-is-an-action", PYRAMID, "compass at=1.1 player=Ben", rules="turn"),
    case("pyramid-monster-takes-the-island", PYRAMID, "place island-5 1.1", "place island-6 1.2 explorer=monster",
         "place island-6 1.3", rules="deck"),
    case("pyramid-monster-pays-nothing", PYRAMID, "place island-5 1.1", "place island-6 1.2 explorer=monster",
         discards=0, hand=5, pile=34),
    case("pyramid-rocks-one-more", PYRAMID, "place island-5 1.1", "place island-6 1.2 explorer=rocks", discards=2,
         hand=5, pile=32),
    case("pyramid-rocks-from-the-pile", PYRAMID, "place island-5 1.1", "place island-9 1.2 explorer=rocks",
         discards=4, hand=5, pile=29),
    case("pyramid-rocks-second-is-deck", PYRAMID, "place island-5 1.2 explorer=rocks",
         "place island-9 1.4 explorer=rocks", rules="deck", discards=0),
    case("pyramid-used-up-is-judged-last", PYRAMID, "place island-5 1.2 explorer=rocks",
         "place island-4 1.4 explorer=rocks", rules="order", discards=0),
    case("pyramid-easier-has-no-monsters", {**PYRAMID, "easier": True}, "place island-5 1.2 explorer=monster",
         rules="deck", discards=0),
    case("pyramid-border-is-a-wild", PYRAMID, "place island-5 1.2 explorer=border", "discard",
         "place wild 1.3 as=island-6", discards=1),
    case("pyramid-wild-of-another", PYRAMID, "place island-5 1.2 explorer=border", "place wild 1.3 as=island-6",
         rules="deck"),
    case("pyramid-finish-never-drawn", PYRAMID, "finish", rules="deck", discards=0),
    case("pyramid-finish-early", PYRAMID, "place island-5 1.2 explorer=finish", "discard", "finish",
         rules="finish-early"),
    case("pyramid-storm-event", PYRAMID, "storm Ann yellow", rules="module"),
    case("sky-missing-facing", SKY, "place island-5 1.1"),
    case("sky-orientation", SKY, "place island-5 1.1 facing=moon", rules="orientation"),
    case("sky-orientation-before-cost", SKY, "place island-5 1.1", "place island-15 1.2 facing=moon",
         rules="orientation cost", discards=10),
    case("sky-flip", SKY, "flip Ben", player="Ben", hand=5, pile=41, next="Ann", discards=0),
    case("sky-flip-turns-all", SKY, "flip Ben", "place island-5 1.1 facing=moon"),
    case("sky-flip-seventh", SKY, *["flip Ben"] * 7, rules="deck"),
    case("sky-flip-empty-hand", SKY, "count Ben 0 5", "flip Ben", rules="hand"),
    case("sky-rotate", SKY, "place island-5 1.1", "rotate 1.1", discards=1, hand=5, pile=41, next="Ann"),
    case("sky-rotate-target", SKY, "rotate 1.1", rules="rotate-target", discards=1),
    case("sky-rotate-off-the-grid", SKY, "rotate 7.7", rules="rotate-target", discards=1),
    case("sky-finish-as-they-lie", SKY, "place island-5 1.1", "finish", rules="finish-early finish-orientation"),
    case("sky-finish-early-alone", SKY, "place island-5 6.1", "finish", rules="finish-early"),
    case("duel-impossible-78", DUEL, "place island-78 6.3", rules="impossible"),
    case("duel-78-three-from-the-end", DUEL, "place island-77 6.3"),
    case("duel-impossible-between", DUEL, "place island-10 2.1", "place island-12 2.4", rules="impossible"),
    case("duel-impossible-only-if-order-holds", DUEL, "place island-40 3.1", "place island-30 6.1", rules="order"),
    case("duel-impossible-below-1", DUEL, "place island-2 1.3", rules="impossible"),
    case("duel-row-first-then-the-pile", DUEL, "place island-5 1.1", hand=5, pile=64),
    case("duel-refresh", DUEL, "refresh", discards=5, hand=5, pile=60, next="Ben"),
    case("duel-count-is-the-common-pile", DUEL, "count Ben 5 9", "discard", pile=7),
    case("duel-empty-hand-is-skipped", DUEL, "count Ben 0 9", "discard", next="Ann", outcome="open"),
    case("duel-count-empty-hand-is-skipped", DUEL, "count Ann 0 9", player="Ann", next="Ben", outcome="open",
         hand=0),
    case("duel-both-at-most-one", DUEL, "count Ben 1 9", "count Ann 1 9", outcome="done", next=None),
    case("duel-stuck-with-a-row", DUEL, "count Ann 1 9", "stuck", rules="not-stuck"),
    case("duel-facing-is-implied", DUEL, "place island-5 1.1 facing=moon"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("header", "events", "expected"), [*SETUP, *PLACING, *STARTS, *ENDS, *SEA_CASES, *VARIANTS]
)
def test_tranquility(
    judge: Judge, header: dict[str, Any], events: tuple[str, ...], expected: dict[str, Any]
) -> None:
    last = judge(header, *events).verdicts[-1]
    assert facts(last, expected) == expected
    assert ("why" in last) is (not last["legal"])


@pytest.mark.parametrize(
    ("header", "events", "why"),
    [
        pytest.param(
            WILD,
            ("place wild 1.1 as=island-2", "place wild 1.2 as=island-3", "place wild 1.3 as=island-42"),
            "A Wild:",
            id="a-third-wild",
        ),
        pytest.param(WILD, ("place wild 1.1 as=island-81",), "Island 81:", id="what-a-wild-stands-for"),
        pytest.param(TWO, ("place wild 1.1 as=island-5",), "A Wild:", id="a-wild-without-its-module"),
        pytest.param(TWO, ("place green-5 1.1",), "Green 5:", id="a-card-of-another-game"),
        pytest.param(TWO, ("start Ann:3,Ben:5",), "There is no Start in a starting hand", id="too-soon"),
    ],
)
def test_the_sentence_names_the_card_that_is_wrong(
    judge: Judge, header: dict[str, Any], events: tuple[str, ...], why: str
) -> None:
    assert judge(header, *events).verdicts[-1]["why"].startswith(why)
