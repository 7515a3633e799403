"""Stormy Seas: Jagged Rocks, Sea Monsters, Storm & Compass, Wild cards, each alone and all together."""

import pytest

from companion.games.values import BadRecord, Outcome
from companion.locale import load_locale
from tests.games.tranquility.words import MONSTERS, ROCKS, SEAS, STORMS, WILD, after, full, last, rows, sea

FOUR = rows(1, 11, 21)  # three rows full


@pytest.mark.parametrize(
    ("cards", "hand", "event", "codes", "discards"),
    [
        pytest.param("", 5, "20 3.3 rocks=4", [], 0, id="6.1-moved-to-another-row"),
        pytest.param("", 5, "20 2.3 rocks=4", ["blocked"], 0, id="6.1-no-card-into-its-row"),
        pytest.param("", 5, "20 2.3", ["blocked"], 0, id="rocks-judged-only-if-otherwise-legal"),
        pytest.param("", 5, "20 3.3", ["rocks-missing"], 0, id="rocks-missing"),
        pytest.param("", 5, "20 3.3 rocks=stay", [], 2, id="6.1-staying-costs-two"),
        pytest.param("", 5, "20 3.3 rocks=2", [], 2, id="its-own-row-means-staying"),
        pytest.param("20 3.3", 5, "22 3.4 rocks=stay", [], 4, id="cost-and-two"),
        pytest.param("20 3.3", 5, "23 3.4 rocks=stay", ["hand"], 5, id="cost-and-two-are-too-many"),
        pytest.param("20 3.3", 5, "26 3.4 rocks=stay", ["cost"], 6, id="stay-adds-nothing-if-illegal"),
        pytest.param("20 3.3", 5, "22 3.4 rocks=7", ["slot"], 0, id="row-7"),
        pytest.param("20 3.3", 5, "22 3.4 rocks=0", ["slot"], 0, id="row-0"),
        pytest.param("20 3.3", 5, "22 3.4 rocks=-1", ["slot"], 0, id="row-minus-1"),
        pytest.param(rows(1), 5, "20 3.3 rocks=1", ["rocks-full"], 0, id="6.1-a-full-row"),
        pytest.param(
            "2 1.2, 3 1.3, 4 1.4, 5 1.5, 6 1.6", 5, "1 1.1 rocks=1", ["rocks-full"], 1, id="just-filled"
        ),
        pytest.param("", 5, "discard rocks=3", [], 2, id="on-a-discard"),
        pytest.param("", 5, "discard rocks=stay", [], 4, id="discard-and-stay"),
        pytest.param("", 3, "discard rocks=stay", ["hand"], 4, id="discard-and-stay-of-three"),
        pytest.param("", 1, "discard rocks=stay", ["hand"], 2, id="discard-of-one-is-illegal-itself"),
        pytest.param("", 5, "start Ann=4 Ben=4 rocks=stay", [], 6, id="start-and-stay"),
        pytest.param("", 5, "start Ann=5 Ben=3 rocks=stay", ["hand"], 7, id="start-and-stay-too-dear"),
        pytest.param("", 5, "start Ann=5 Ben=3", ["rocks-missing"], 5, id="start-needs-rocks"),
        pytest.param("", 5, "finish", ["finish-early"], 0, id="finish-illegal-itself"),
    ],
)
def test_jagged_rocks(cards: str, hand: int, event: str, codes: list[str], discards: int) -> None:
    match = sea(cards, hand=hand, **ROCKS)
    verdict = last(match, event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)


def test_rocks_stay_is_paid_before_drawing() -> None:
    verdict = last(sea("20 3.3", **ROCKS), "22 3.4 rocks=stay")
    assert (verdict.hand, verdict.pile, verdict.after.rocks) == (5, 15, 2)


def test_the_fourth_full_row_takes_the_rocks_out_of_the_game() -> None:
    """No row is named on that action, and none is needed afterwards."""
    five = "31 4.1, 32 4.2, 33 4.3, 34 4.4, 35 4.5"
    match = sea(f"{FOUR}, {five}", modules=["rocks"], rocks=5)
    done = after(match, "36 4.6")
    assert done.state.rocks == 0
    assert last(done, "40 5.1").legal
    assert last(match, "36 4.6 rocks=5").legal
    assert last(match, "36 4.6").remarks[-1].code == "rocks-leave"


def test_rocks_do_not_come_back() -> None:
    five = "31 4.1, 32 4.2, 33 4.3, 34 4.4, 35 4.5"
    match = sea(f"{FOUR}, {five}", modules=["rocks", "monsters"], rocks=5, monsters=3)
    assert last(after(match, "36 4.6, monster 4.6"), "80 6.6").legal


def test_rocks_where_they_do_not_apply_are_ignored() -> None:
    assert last(sea(), "20 3.3 rocks=nonsense").legal
    assert last(sea(**ROCKS), "Ann: count hand=5 pile=3 rocks=4").legal


def test_rocks_must_be_a_row_or_stay() -> None:
    with pytest.raises(BadRecord):
        last(sea(**ROCKS), "20 3.3 rocks=left")


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        pytest.param("monster 1.1", [], id="6.2-on-any-card"),
        pytest.param("monster 1.2", ["monster-target"], id="6.2-no-island-there"),
        pytest.param("monster 9.9", ["monster-target"], id="no-such-place"),
        pytest.param("monster 1.1 card=monster", [], id="named"),
        pytest.param("monster 1.1 card=wild", ["deck"], id="no-wild-in-this-game"),
        pytest.param("monster 1.1 card=start", ["deck"], id="no-monster"),
    ],
)
def test_monsters(event: str, codes: list[str]) -> None:
    verdict = last(sea("5 1.1", **MONSTERS), event)
    assert (list(verdict.rules), verdict.discards) == (codes, 0)


def test_a_monster_takes_the_card_out_of_the_game() -> None:
    match = after(sea("5 1.1", **MONSTERS), "monster 1.1")
    assert match.game.summary(match.state)["board"] == {}
    assert match.state.seats.piles == (19, 20)
    assert last(match, "5 1.1").rules == ("deck",)
    assert last(match, "6 1.1").legal


def test_no_more_monsters_than_there_are() -> None:
    match = after(sea("1 1.1, 2 1.2, 3 1.3, 4 1.4", **MONSTERS), "monster 1.1, monster 1.2, monster 1.3")
    assert last(match, "monster 1.4").rules == ("deck",)


def test_a_wild_as_monster_is_not_one_of_them() -> None:
    options = {"modules": ["monsters", "wild"], "monsters": 3}
    match = sea("1 1.1, 2 1.2, 3 1.3, 4 1.4, 5 1.5, 6 1.6", **options)
    match = after(match, "monster 1.1 card=wild, monster 1.2, monster 1.3, monster 1.4")
    assert last(match, "monster 1.5").rules == ("deck",)
    match = after(match, "monster 1.5 card=wild")
    assert last(match, "monster 1.6 card=wild").rules == ("deck",)
    assert last(match, "monster 1.6").rules == ("deck",)


def test_a_monster_on_a_wild_leaves_the_real_island_in_the_game() -> None:
    options = {"modules": ["monsters", "wild"], "monsters": 3}
    match = after(sea(**options), "wild 1.1 as=island-5, monster 1.1")
    assert last(match, "5 1.1").legal


def test_a_wild_may_stand_for_a_destroyed_island() -> None:
    options = {"modules": ["monsters", "wild"], "monsters": 3}
    match = after(sea("5 1.1", **options), "monster 1.1")
    assert last(match, "5 1.1").rules == ("deck",)
    assert last(match, "wild 1.1 as=island-5").legal


@pytest.mark.parametrize(
    ("event", "hand", "codes", "discards", "left"),
    [
        pytest.param("storm yellow", 5, [], 1, (3, 20), id="6.3-yellow-down-to-three"),
        pytest.param("storm yellow", 4, [], 0, (3, 20), id="yellow-of-four"),
        pytest.param("storm yellow", 2, [], 0, (3, 18), id="yellow-draws-up-to-three"),
        pytest.param("storm orange", 5, [], 0, (5, 19), id="orange-draws-on"),
        pytest.param("storm purple row=4", 5, [], 0, (5, 19), id="purple-draws-on"),
        pytest.param("storm purple row=9", 5, ["storm-full"], 0, (5, 20), id="no-row-9"),
        pytest.param("storm purple row=1", 5, ["storm-full"], 0, (5, 20), id="6.3-a-full-row"),
        pytest.param("storm yellow averted=true", 5, ["compass-none"], 0, (5, 20), id="averted-without"),
        pytest.param("storm purple averted=true", 5, ["compass-none"], 0, (5, 20), id="averted-names-no-row"),
    ],
)
def test_storms(event: str, hand: int, codes: list[str], discards: int, left: tuple[int, int]) -> None:
    verdict = last(sea(rows(1), hand=hand, **STORMS), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)
    assert (verdict.hand, verdict.pile) == left


def test_a_storm_needs_a_hand_to_leave() -> None:
    match = after(sea(**STORMS), "Ben: count hand=0 pile=3")
    assert last(match, "Ben: storm yellow").rules == ("hand",)
    assert last(match, "Ben: storm purple row=0 averted=true").rules == ("compass-none", "hand")


@pytest.mark.parametrize("colour", ["yellow", "orange", "purple"])
def test_two_storms_of_each_colour(colour: str) -> None:
    row = " row=4" if colour == "purple" else ""
    match = after(sea(**STORMS), f"storm {colour}{row}, Ben: storm {colour}{row}")
    verdict = last(match, f"storm {colour}{row}")
    assert (verdict.rules, verdict.discards) == (("deck",), 0)


def test_purple_names_its_row() -> None:
    with pytest.raises(BadRecord) as error:
        last(sea(**STORMS), "storm purple")
    assert error.value.facts["field"] == "row"


def test_purple_on_a_full_grid_names_none() -> None:
    match = after(sea(full(), **STORMS), "storm purple")
    assert not any(match.state.sea.purple)
    assert last(match, "storm purple row=2").rules == ("storm-full",)


@pytest.mark.parametrize("event", ["storm yellow row=3", "storm green", "storm", "compass purple", "compass"])
def test_storms_that_are_no_events(event: str) -> None:
    with pytest.raises(BadRecord):
        last(sea(**STORMS), event)


def test_purple_closes_its_row_until_as_many_compasses() -> None:
    match = after(sea(**STORMS), "storm purple row=4, storm purple row=4, discard-hand, discard-hand")
    assert last(match, "40 4.1").rules == ("blocked",)
    match = after(match, "compass purple row=4")
    assert last(match, "40 4.1").rules == ("blocked",)
    match = after(match, "compass purple row=4")
    assert last(match, "40 4.1").legal


def test_yellow_keeps_the_limit_until_every_one_is_ended() -> None:
    match = after(sea(**STORMS), "storm yellow, Ann: storm yellow, discard-hand, discard-hand")
    assert match.state.seats.hands == (3, 5)
    match = after(match, "Ann: compass yellow, discard")
    assert match.state.seats.hands == (3, 5)
    match = after(match, "discard, Ann: compass yellow")
    assert match.state.seats.hands == (3, 5)  # a Compass is no action: nothing is drawn
    assert after(match, "discard").state.seats.hands == (5, 5)


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        pytest.param("20 3.3", ["adjacent-only"], id="6.3-orange-not-next-to-a-card"),
        pytest.param("11 2.2", [], id="6.3-orange-next-to-a-card"),
        pytest.param("9 1.6", [], id="6.3-orange-next-across-the-row-end"),
        pytest.param("60 3.1", ["adjacent-only"], id="above-is-not-next"),
        pytest.param("discard", [], id="6.3-fr-discard-stays-free"),
        pytest.param("start Ann=4 Ben=4", [], id="6.3-fr-start-stays-free"),
    ],
)
def test_orange(event: str, codes: list[str]) -> None:
    match = after(sea("10 2.1", **STORMS), "storm orange")
    assert list(last(match, event).rules) == codes


def test_orange_is_its_players_own() -> None:
    match = after(sea("10 2.1", **STORMS), "Ben: storm orange")
    assert last(match, "20 3.3").legal
    assert last(after(match, "discard"), "20 3.3").rules == ("adjacent-only",)


def test_compasses_and_why_they_are_gained() -> None:
    match = after(sea("12 2.1, 13 2.2, 14 2.3, 15 2.4, 16 2.5", **STORMS), "start Ann=4 Ben=4")
    assert last(match, "discard").shows == {"compasses": 1}
    verdict = last(match, "17 2.6")
    assert (verdict.shows, verdict.remarks[0].code) == ({"compasses": 2}, "gain-row")
    assert "consecutive" in load_locale("en").why("tranquility", verdict.remarks)
    verdict = last(match, "discard-hand")
    assert (verdict.discards, verdict.hand, verdict.remarks[0].code) == (5, 5, "gain-hand")
    assert last(match, "18 2.6").shows == {"compasses": 1}  # 12-16 and 18 are not consecutive


def test_six_compasses_in_a_game() -> None:
    match = after(sea(pile=60, **STORMS), ", ".join(["discard-hand"] * 6))
    assert match.state.sea.compasses == 6
    match = after(match, "storm yellow averted=true, discard-hand")
    assert (match.state.sea.compasses, match.state.sea.gained) == (5, 6)


def test_an_averted_storm_leaves_the_hand_without_effect() -> None:
    match = after(sea(**STORMS), "discard-hand, Ann: storm yellow averted=true")
    assert match.state.seats.hands == (5, 5)
    assert match.state.sea.yellow == (0, 0)
    assert match.state.sea.compasses == 0


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        pytest.param("compass yellow", ["compass-none"], id="no-compass"),
        pytest.param("Ben: compass yellow", ["compass-none", "storm-none"], id="neither"),
        pytest.param("compass orange", ["compass-none", "storm-none"], id="no-orange-storm"),
        pytest.param("compass purple row=9", ["compass-none", "storm-none"], id="no-row-9"),
        pytest.param("compass yellow card=wild", [], id="6.4-a-wild-needs-no-compass"),
        pytest.param("compass orange card=wild", ["storm-none"], id="a-wild-needs-a-storm"),
        pytest.param("compass yellow card=start", ["deck"], id="a-start-is-no-compass"),
    ],
)
def test_compasses(event: str, codes: list[str]) -> None:
    match = after(sea(modules=["storms", "wild"]), "storm yellow")
    verdict = last(match, event)
    assert (list(verdict.rules), verdict.discards) == (codes, 0)


def test_a_wild_as_compass_leaves_the_hand_without_a_draw() -> None:
    match = after(sea(modules=["storms", "wild"]), "storm yellow, Ben: storm orange")
    verdict = last(match, "Ann: compass yellow card=wild")
    assert (verdict.hand, verdict.pile, verdict.next) == (2, 20, "Ann")
    match = after(match, "Ann: compass yellow card=wild, Ben: compass orange card=wild")
    assert last(match, "5 1.1").legal
    assert last(match, "wild 1.1 as=island-5").rules == ("deck",)


def test_a_wild_as_compass_from_an_empty_hand() -> None:
    match = after(sea(modules=["storms", "wild"]), "Ben: storm yellow, Ben: count hand=0 pile=3")
    assert last(match, "Ben: compass yellow card=wild").rules == ("hand",)


def test_the_last_card_as_a_compass_loses_the_own_turn() -> None:
    match = after(sea(modules=["storms", "wild"]), "storm yellow, count hand=1 pile=0")
    assert last(match, "compass yellow card=wild").outcome is Outcome.LOST


def test_compass_without_wilds_in_the_game() -> None:
    match = after(sea(**STORMS), "storm yellow")
    assert last(match, "compass yellow card=wild").rules == ("deck",)
    assert last(sea(**WILD), "compass yellow card=wild").rules == ("module",)


def test_all_together() -> None:
    """Rocks close row 6, a Purple Storm row 4, a Monster and a Wild come and go, the counts follow."""
    match = sea("10 2.1", **SEAS)
    match = after(
        match, "start Ann=4 Ben=4 rocks=5, Ann: storm purple row=4, 12 2.2 rocks=1, monster 2.1 rocks=3"
    )
    assert match.state.rocks == 3
    assert last(match, "20 3.1 rocks=2").rules == ("blocked",)
    assert last(match, "20 4.1 rocks=2").rules == ("blocked",)
    assert last(match, "10 2.1 rocks=2").rules == ("deck",)
    match = after(match, "wild 2.1 as=island-10 rocks=stay")
    assert match.state.seats.hands == (5, 5)
    assert last(match, "discard-hand rocks=stay").rules == ("hand",)
    verdict = last(match, "discard-hand rocks=1")
    assert (verdict.discards, verdict.shows) == (5, {"compasses": 2})


def test_piles_with_everything() -> None:
    """85 Islands and Finishes, 3 Monsters, 6 Storms and 2 Wilds make 96: 48 each, less 5, and a Start."""
    from tests.games.shorthand import start

    assert start("tranquility", **SEAS).state.seats.piles == (44, 44)
