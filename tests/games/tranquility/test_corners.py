"""Start and Finish, discards, the end of the game, and the counts of hidden cards."""

import pytest

from companion.games.values import Outcome
from tests.games.shorthand import start
from tests.games.tranquility.words import (
    ARCH,
    COMPETITIVE,
    DAY_NIGHT,
    MONSTERS,
    PYRAMID,
    STORMS,
    WILD,
    after,
    full,
    last,
    rows,
    sea,
)

THREE = ("Ann", "Ben", "Cem")


@pytest.mark.parametrize(
    ("event", "codes", "discards"),
    [
        pytest.param("start Ann=3 Ben=5", [], 3, id="4-start-eight-freely-split"),
        pytest.param("start Ann=6 Ben=2", [], 6, id="all-of-ann's-with-two-extra"),
        pytest.param("start Ann=7 Ben=1", ["start-split"], 7, id="the-start-itself-is-not-held"),
        pytest.param("start Ben=8", ["start-split"], 0, id="ben-holds-seven"),
        pytest.param("start Ann=1 Ben=7", [], 1, id="all-of-ben's"),
        pytest.param("start Ann=3 Ben=4", ["start-split"], 3, id="seven-are-too-few"),
        pytest.param("start Ann=3 Ben=6", ["start-split"], 3, id="nine-are-too-many"),
        pytest.param("start", ["start-split"], 0, id="nobody-gives"),
        pytest.param("start Ann=3 Ben=5 +Ann=2", ["start-split"], 3, id="no-pile-without-a-yellow-storm"),
        pytest.param("start Ann=3 Ben=5 card=start", [], 3, id="the-card-may-be-named"),
        pytest.param("start Ann=3 Ben=5 card=wild", ["deck"], 0, id="no-wild-in-this-game"),
        pytest.param("start Ann=3 Ben=5 card=finish", ["deck"], 0, id="a-finish-is-no-start"),
    ],
)
def test_the_start_of_two(event: str, codes: list[str], discards: int) -> None:
    verdict = last(sea(), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)


def test_two_players_draw_two_extra_and_all_draw_up() -> None:
    match = after(sea(hand=5, pile=20), "start Ann=6 Ben=2")
    assert match.state.seats.hands == (5, 5)
    assert match.state.seats.piles == (13, 18)  # 2 extra and 5 up; 2 extra, 5 left in hand


def test_extra_cards_are_drawn_as_far_as_the_pile_lasts() -> None:
    match = sea(hand=5, pile=1)
    assert last(match, "start Ann=6 Ben=2").rules == ("start-split",)
    done = after(match, "start Ann=5 Ben=3")
    assert (done.state.seats.hands, done.state.seats.piles) == ((0, 3), (0, 0))


def test_three_players_draw_nothing_extra() -> None:
    match = sea("", *THREE)
    assert last(match, "start Ann=5 Ben=3").rules == ("start-split",)
    done = after(match, "start Ann=3 Ben=5")
    assert (done.state.seats.hands, done.state.seats.piles) == ((5, 5, 5), (16, 15, 20))


def test_solo_settings() -> None:
    """Two extra cards as with two players; hand and discards are settings."""
    assert last(sea("", "Ann"), "start Ann=4").legal
    own = start("tranquility", "Ann", hand=6, start_discards=7)
    assert own.state.seats.hands == (6,)
    assert own.state.seats.piles == (80,)
    assert last(own, "start Ann=7").rules == ("deck",)
    verdict = last(own, "count hand=6 pile=79, count hand=6 pile=80, start Ann=7")
    assert (verdict.rules, verdict.discards, verdict.hand, verdict.pile) == ((), 7, 6, 72)


def test_a_second_start_is_refused() -> None:
    match = after(sea(), "start Ann=3 Ben=5")
    assert last(match, "start Ann=3 Ben=5").rules == ("start-again",)
    assert last(match, "start Ann=3 Ben=4").rules == ("start-again", "start-split")


def test_the_start_lies_on_the_board() -> None:
    match = after(sea(), "start Ann=3 Ben=5")
    assert match.game.summary(match.state)["board"] == {"start": "start"}


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        pytest.param("start Ann=3 Ben=5 +Ann=2", [], id="6.3-two-from-the-pile-count"),
        pytest.param("start Ann=3 Ben=5 +Ann=1", ["start-split"], id="exactly-two"),
        pytest.param("start Ann=1 Ben=7 +Ann=2", ["start-split"], id="the-two-count-in-the-split"),
        pytest.param("start Ann=3 Ben=5 +Ben=2", ["start-split"], id="ben-has-no-yellow-storm"),
        pytest.param("start Ann=6 Ben=2 +Ann=2", [], id="four-of-the-hand-and-two"),
        pytest.param("start Ann=7 Ben=1 +Ann=2", ["start-split"], id="five-of-a-hand-of-four"),
    ],
)
def test_yellow_storms_and_the_start(event: str, codes: list[str]) -> None:
    match = after(sea(**STORMS), "storm yellow")  # Ann holds 3: 2 without the Start, 4 with two extra
    assert list(last(match, event).rules) == codes


def test_cards_from_the_pile_leave_the_pile() -> None:
    match = after(sea(hand=4, pile=20, **STORMS), "storm yellow, start Ann=3 Ben=5 +Ann=2")
    assert match.state.seats.hands == (3, 5)
    # Ann: two extra and two given from the pile; one of her four given; nothing to draw up to three.
    assert match.state.seats.piles == (16, 14)


def test_a_pile_of_fewer_than_two_gives_none() -> None:
    match = after(sea(hand=5, pile=3, **STORMS), "storm yellow")
    assert last(match, "start Ann=3 Ben=5 +Ann=2").rules == ("start-split",)


@pytest.mark.parametrize(
    ("options", "cards", "started", "event", "codes"),
    [
        pytest.param({}, full(), True, "finish", [], id="4-finish-after-all"),
        pytest.param({}, full(), False, "finish", ["finish-early"], id="no-start-played"),
        pytest.param({}, rows(1, 10), True, "finish", ["finish-early"], id="places-empty"),
        pytest.param({}, full(), True, "finish card=wild", ["deck"], id="no-wild-in-this-game"),
        pytest.param(WILD, full(), True, "finish card=wild", [], id="6.4-wild-as-finish"),
        pytest.param(MONSTERS, full(), True, "finish monsters_held=1", ["finish-monsters"], id="6.2-held"),
        pytest.param(MONSTERS, full(), True, "finish monsters_held=0", [], id="6.2-none-held"),
        pytest.param(
            MONSTERS, "", False, "finish monsters_held=2", ["finish-early", "finish-monsters"], id="both"
        ),
        pytest.param(COMPETITIVE, "", False, "finish", ["module"], id="competitive-has-no-finish"),
        pytest.param(PYRAMID, "", False, "finish", ["deck"], id="pyramid-finish-never-drawn"),
        pytest.param(ARCH, "", False, "finish", ["finish-early"], id="arch-early"),
    ],
)
def test_the_finish(options: dict, cards: str, started: bool, event: str, codes: list[str]) -> None:  # type: ignore[type-arg]
    match = sea(cards, **options)
    match = after(match, "start Ann=3 Ben=5") if started else match
    verdict = last(match, event)
    assert (list(verdict.rules), verdict.discards) == (codes, 0)


def test_a_winning_finish_still_draws() -> None:
    match = after(sea(full(), hand=5, pile=20), "start Ann=6 Ben=2")
    verdict = last(match, "finish")
    assert (verdict.outcome, verdict.hand, verdict.pile, verdict.next) == (Outcome.WON, 5, 17, None)
    assert match.game.summary(verdict.after)["board"]["finish"] == "finish"


@pytest.mark.parametrize(
    "event", ["5 1.1", "discard", "finish", "count hand=1 pile=1", "stuck", "storm yellow"]
)
def test_over(event: str) -> None:
    match = after(sea(full(), **STORMS), "start Ann=6 Ben=2, finish")
    verdict = last(match, event)
    assert (verdict.rules, verdict.player, verdict.hand) == (("over",), None, None)


@pytest.mark.parametrize(
    ("options", "event"),
    [
        ({}, "monster 1.1"),
        ({}, "discard-hand"),
        ({}, "storm yellow"),
        ({}, "compass yellow"),
        ({}, "compass at=2.3"),
        ({}, "flip"),
        ({}, "rotate 1.1"),
        ({}, "refresh"),
        (ARCH, "start Ann=3 Ben=5"),
        (PYRAMID, "start Ann=3 Ben=5"),
        (PYRAMID, "compass yellow"),
        (COMPETITIVE, "start Ann=3 Ben=5"),
        (COMPETITIVE, "rotate 1.1"),
        (DAY_NIGHT, "compass yellow"),
        (DAY_NIGHT, "refresh"),
        (STORMS, "compass at=2.3"),
    ],
)
def test_module(options: dict, event: str) -> None:  # type: ignore[type-arg]
    verdict = last(sea(**options), event)
    assert (verdict.rules, verdict.discards) == (("module",), 0)


@pytest.mark.parametrize("event", ["5 1.1", "discard", "start Ann=3 Ben=5", "finish", "stuck", "monster 1.1"])
def test_turn(event: str) -> None:
    verdict = last(sea(), f"Ben: {event}")
    assert (verdict.rules, verdict.player, verdict.next) == (("turn",), "Ben", "Ann")


@pytest.mark.parametrize("event", ["storm yellow", "count hand=4 pile=20"])
def test_turn_does_not_apply(event: str) -> None:
    verdict = last(sea(**STORMS), f"Ben: {event}")
    assert (verdict.rules, verdict.player, verdict.next) == ((), "Ben", "Ann")


def test_turn_applies_to_the_pyramids_compass() -> None:
    assert last(sea(**PYRAMID), "Ben: compass at=1.1").rules == ("turn",)


def test_discard_two() -> None:
    verdict = last(sea(), "discard")
    assert (verdict.rules, verdict.discards, verdict.hand, verdict.pile) == ((), 2, 5, 18)
    verdict = last(sea(hand=1), "discard")
    assert (verdict.rules, verdict.discards) == (("hand",), 2)


@pytest.mark.parametrize(
    ("options", "cards", "hand", "event", "codes"),
    [
        pytest.param({}, "", 2, "stuck", ["not-stuck"], id="two-cards-can-be-discarded"),
        pytest.param({}, "", 1, "stuck", [], id="5-one-card-not-shown"),
        pytest.param({}, "", 1, "stuck island-5", ["not-stuck"], id="ruling-the-lone-card-plays"),
        pytest.param({}, "6 1.1", 1, "stuck island-5", [], id="nowhere-to-go"),
        pytest.param({}, "6 1.1", 1, "stuck island-6", ["deck"], id="it-lies-in-the-grid"),
        pytest.param({}, "", 1, "stuck island-99", ["deck"], id="no-such-card"),
        pytest.param({}, "", 1, "stuck start", [], id="two-cannot-pay-the-start"),
        pytest.param({}, "", 1, "stuck finish", [], id="a-finish-too-early"),
        pytest.param({}, "", 1, "stuck monster", ["deck"], id="no-monsters-here"),
        pytest.param({}, "", 1, "stuck wild", ["deck"], id="no-wilds-here"),
        pytest.param({}, "", 1, "stuck compass", ["deck"], id="no-compass-in-a-hand"),
        pytest.param(MONSTERS, "", 1, "stuck monster", [], id="nothing-for-the-monster"),
        pytest.param(MONSTERS, "5 1.1", 1, "stuck monster", ["not-stuck"], id="the-monster-plays"),
        pytest.param(WILD, "", 1, "stuck wild", ["not-stuck"], id="a-wild-plays"),
        pytest.param(STORMS, "", 1, "stuck", ["not-stuck"], id="discard-hand-is-open"),
        pytest.param(STORMS, "6 1.1", 1, "stuck island-5", ["not-stuck"], id="discard-hand-of-one"),
        pytest.param(STORMS, "", 1, "stuck storm-yellow", ["deck"], id="a-storm-is-never-held"),
        pytest.param(DAY_NIGHT, "5s 1.1", 1, "stuck", ["not-stuck"], id="rotate-is-open"),
        pytest.param(DAY_NIGHT, "", 1, "stuck", [], id="nothing-to-turn"),
        pytest.param(COMPETITIVE, "", 1, "stuck", ["not-stuck"], id="the-row-holds-cards"),
        pytest.param(PYRAMID, "", 1, "stuck finish", ["deck"], id="pyramid-finish-never-drawn"),
    ],
)
def test_stuck(options: dict, cards: str, hand: int, event: str, codes: list[str]) -> None:  # type: ignore[type-arg]
    match = sea(cards, hand=5, pile=0, **options)
    match = after(match, f"Ann: count hand={hand} pile=0")
    verdict = last(match, event)
    assert list(verdict.rules) == codes
    assert verdict.outcome is (Outcome.OPEN if codes else Outcome.LOST)


def test_stuck_with_a_start_that_others_can_pay() -> None:
    match = after(sea("", *THREE, hand=5, pile=0), "Ann: count hand=1 pile=0")
    assert last(match, "stuck start").rules == ("not-stuck",)


def test_stuck_with_a_lone_monster_under_storms() -> None:
    match = after(sea(hand=5, pile=0, modules=["storms", "monsters"], monsters=3), "Ann: count hand=1 pile=0")
    assert last(match, "stuck monster").outcome is Outcome.LOST


def test_a_player_who_played_the_own_start_holds_none() -> None:
    match = after(sea(hand=5, pile=5), "start Ann=6 Ben=2, discard, Ann: count hand=1 pile=0")
    assert last(match, "stuck start").rules == ("deck",)


def test_a_wild_as_an_island_leaves_the_real_one_in_the_hand() -> None:
    match = after(sea(**WILD), "wild 1.1 as=island-5, discard, Ann: count hand=1 pile=0")
    verdict = last(match, "stuck island-5")
    assert (verdict.rules, verdict.outcome) == ((), Outcome.LOST)


def test_an_empty_hand_at_the_turn_loses() -> None:
    match = sea(hand=2, pile=0)
    verdict = last(match, "discard, discard")
    assert (verdict.outcome, verdict.next) == (Outcome.LOST, None)


def test_count_corrects_and_can_lose() -> None:
    match = sea()
    counted = last(match, "Ben: count hand=4 pile=7")
    assert (counted.hand, counted.pile, counted.next, counted.discards) == (4, 7, "Ann", 0)
    assert last(match, "count hand=0 pile=7").outcome is Outcome.LOST
    assert last(match, "Ben: count hand=0 pile=7").outcome is Outcome.OPEN
