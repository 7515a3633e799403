"""Pyramid, Day & Night and Competitive, rule by rule and at their ends."""

from dataclasses import replace

import pytest

from companion.games.match import Match
from companion.games.tranquility.competitive import score
from companion.games.tranquility.grid import Laid
from companion.games.values import BadRecord, Outcome
from companion.locale import load_locale
from tests.games.shorthand import start
from tests.games.tranquility.words import COMPETITIVE, DAY_NIGHT, PYRAMID, after, full, last, sea

ALL_BORDER = [f"{row}.{place}" for row in range(1, 9) for place in range(1, 10 - row)]
BORDER = {"variant": "pyramid", "border": ALL_BORDER}


@pytest.mark.parametrize(
    ("event", "codes", "discards", "counts"),
    [
        pytest.param("5 1.3", [], 0, (5, 19), id="no-border-no-explorer"),
        pytest.param("5 1.3 explorer=storm", [], 0, (5, 19), id="explorer-ignored-without-a-border"),
        pytest.param("5 1.1", ["explorer-missing"], 0, (5, 20), id="explorer-missing"),
        pytest.param("5 1.1 explorer=start", [], 0, (5, 19), id="start-nothing"),
        pytest.param("5 1.1 explorer=storm", [], 0, (5, 20), id="storm-the-island-returns"),
        pytest.param("5 1.1 explorer=monster", [], 0, (5, 19), id="monster-the-island-is-lost"),
        pytest.param("5 1.1 explorer=compass", [], 0, (5, 20), id="compass-into-the-hand-counts"),
        pytest.param("5 1.1 explorer=finish", [], 0, (5, 20), id="finish-into-the-hand"),
        pytest.param("5 1.1 explorer=border", [], 0, (5, 20), id="border-into-the-hand"),
        pytest.param("5 1.1 explorer=rocks", [], 1, (5, 18), id="rocks-one-more-discard"),
        pytest.param("5 8.2", ["slot"], 0, (5, 20), id="row-8-has-one-place"),
        pytest.param("5 9.1", ["slot"], 0, (5, 20), id="no-row-9"),
        pytest.param("wild 1.3 as=island-5", ["deck"], 0, (5, 20), id="a-wild-never-drawn"),
    ],
)
def test_explorers(event: str, codes: list[str], discards: int, counts: tuple[int, int]) -> None:
    verdict = last(sea(**PYRAMID), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)
    assert (verdict.hand, verdict.pile) == counts


@pytest.mark.parametrize(
    ("event", "codes", "discards", "counts"),
    [
        pytest.param("14 2.2 explorer=start", [], 4, (5, 15), id="cost-paid"),
        pytest.param("14 2.2 explorer=storm", [], 0, (5, 20), id="after-a-storm-nothing-is-paid"),
        pytest.param("14 2.2 explorer=monster", [], 0, (5, 19), id="after-a-monster-nothing-is-paid"),
        pytest.param("14 2.2 explorer=compass", [], 4, (5, 16), id="compass-and-cost"),
        pytest.param("13 2.2 explorer=rocks", [], 4, (5, 15), id="rocks-from-the-hand"),
        pytest.param("14 2.2 explorer=rocks", [], 4, (5, 14), id="rocks-from-the-pile"),
        pytest.param("15 2.2 explorer=storm", ["cost"], 5, (5, 20), id="cost-judged-before-the-explorer"),
        pytest.param("15 2.2", ["cost", "explorer-missing"], 5, (5, 20), id="cost-and-explorer-missing"),
        pytest.param("9 2.2 explorer=rocks", ["order"], 1, (5, 20), id="illegal-draws-no-explorer"),
    ],
)
def test_explorers_and_cost(event: str, codes: list[str], discards: int, counts: tuple[int, int]) -> None:
    verdict = last(sea("10 2.1", **PYRAMID), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)
    assert (verdict.hand, verdict.pile) == counts


def test_rocks_with_nothing_left_to_give() -> None:
    verdict = last(sea("10 2.1", hand=5, pile=0, **PYRAMID), "14 2.2 explorer=rocks")
    assert (verdict.rules, verdict.discards, verdict.hand, verdict.pile) == ((), 4, 0, 0)


def test_harder_a_start_acts_as_rocks() -> None:
    assert last(sea(harder=True, **PYRAMID), "5 1.1 explorer=start").discards == 1


def test_a_closed_place_is_blocked_until_reopened_and_draws_again() -> None:
    match = after(sea(**PYRAMID), "5 1.1 explorer=storm, 40 2.2 explorer=compass")
    assert last(match, "5 1.1 explorer=start").rules == ("blocked",)
    assert last(match, "compass at=1.1").rules == ("compass-none",)  # Ben drew it
    match = after(match, "discard")
    assert last(match, "compass at=1.2").rules == ("storm-none",)
    assert last(match, "Ann: compass at=1.1").rules == ("turn",)
    verdict = last(match, "compass at=1.1")
    assert (verdict.rules, verdict.discards, verdict.hand, verdict.pile, verdict.next) == (
        (),
        0,
        5,
        19,
        "Ann",
    )
    match = after(match, "compass at=1.1")
    assert last(match, "5 1.1").rules == ("explorer-missing",)
    assert last(match, "5 1.1 explorer=start").legal


def test_a_spent_compass_is_gone() -> None:
    match = sea(**BORDER)
    match = after(match, "1 1.1 explorer=compass, 80 8.1 explorer=storm, 3 1.3 explorer=storm, discard")
    match = after(match, "compass at=8.1, discard")
    assert last(match, "compass at=1.3").rules == ("compass-none",)


def test_neither_compass_nor_storm() -> None:
    assert last(sea(**PYRAMID), "compass at=9.9").rules == ("compass-none", "storm-none")


def test_an_island_lost_to_a_monster_is_gone() -> None:
    match = after(sea(**PYRAMID), "5 1.1 explorer=monster")
    assert match.game.summary(match.state)["board"] == {}
    assert last(match, "5 1.2").rules == ("deck",)
    assert last(match, "6 1.1").rules == ("explorer-missing",)


@pytest.mark.parametrize(
    ("kind", "copies", "options"),
    [
        ("storm", 6, {}),
        ("compass", 6, {}),
        ("monster", 5, {}),
        ("monster", 0, {"easier": True}),
        ("finish", 5, {}),
        ("start", 5, {}),
        ("rocks", 1, {}),
        ("border", 2, {}),
        ("border", 7, {"easier": True}),
    ],
)
def test_the_explorer_deck(kind: str, copies: int, options: dict[str, bool]) -> None:
    """30 cards; one that is used up is `deck`, judged last."""
    match = sea(pile=99, **BORDER, **options)
    for number in range(1, copies + 1):
        match = after(match, f"{number * 5} 1.1 explorer={kind}")
        empty = replace(match.state, board=match.state.setup.grid.empty)
        opened = replace(empty, expedition=replace(empty.expedition, closed=frozenset()))
        match = replace(match, state=opened)
    verdict = last(match, f"60 1.1 explorer={kind}")
    assert (verdict.rules, verdict.discards) == (("deck",), 0)


def test_a_used_up_explorer_card_is_judged_last() -> None:
    match = after(sea("10 1.4", **BORDER), "40 5.1 explorer=rocks")
    assert last(match, "9 1.5 explorer=rocks").rules == ("order",)
    verdict = last(match, "11 1.5 explorer=rocks")
    assert (verdict.rules, verdict.discards) == (("deck",), 0)


def test_a_border_card_is_a_wild_of_the_player_who_drew_it() -> None:
    match = after(sea(**PYRAMID), "5 1.1 explorer=border")
    assert last(match, "wild 1.4 as=island-20").rules == ("deck",)
    match = after(match, "discard")
    done = after(match, "wild 1.4 as=island-20, discard")
    assert last(done, "wild 1.6 as=island-30").rules == ("deck",)
    assert last(match, "wild 2.2 as=island-20 explorer=storm").legal
    returned = after(match, "wild 2.2 as=island-20 explorer=storm, discard")
    assert last(returned, "wild 1.4 as=island-20").legal


def test_the_pyramid_is_won_with_a_finish_on_top() -> None:
    cards = ", ".join(f"{number} {name}" for number, name in enumerate(ALL_BORDER, 1) if name != "1.1")
    match = after(sea(cards, **PYRAMID), "1 1.1 explorer=finish")
    assert last(match, "finish").rules == ("deck",)
    verdict = last(after(match, "discard"), "finish")
    assert (verdict.rules, verdict.outcome) == ((), Outcome.WON)


def test_the_pyramid_may_be_won_with_a_wild() -> None:
    cards = ", ".join(f"{number} {name}" for number, name in enumerate(ALL_BORDER, 1) if name != "1.1")
    match = after(sea(cards, **PYRAMID), "1 1.1 explorer=border, discard")
    assert last(match, "finish card=wild").outcome is Outcome.WON


@pytest.mark.parametrize(
    ("cards", "event", "codes", "discards"),
    [
        pytest.param("", "20 4.1", [], 0, id="a-missing-facing-is-as-the-hands-are"),
        pytest.param("", "20 4.1 facing=sun", [], 0, id="sun-up-at-first"),
        pytest.param("", "20 4.1 facing=moon", ["orientation"], 0, id="moon-up-at-first"),
        pytest.param("20s 4.1", "rotate 4.1", [], 1, id="turn-costs-a-card"),
        pytest.param("20s 4.1", "rotate 4.2", ["rotate-target"], 1, id="nothing-to-turn"),
        pytest.param("20s 4.1", "rotate 9.9", ["rotate-target"], 1, id="no-such-place"),
        pytest.param("", "finish", ["finish-early"], 0, id="finish-early"),
        pytest.param("20s 1.1", "finish", ["finish-early", "finish-orientation"], 0, id="as-they-lie"),
        pytest.param("20m 1.1, 60s 6.1", "finish", ["finish-early"], 0, id="as-they-lie-right"),
    ],
)
def test_day_and_night(cards: str, event: str, codes: list[str], discards: int) -> None:
    verdict = last(sea(cards, **DAY_NIGHT), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)


def test_a_drawn_compass_turns_every_hand_and_is_replaced() -> None:
    verdict = last(sea(**DAY_NIGHT), "Ben: flip")
    assert (verdict.player, verdict.hand, verdict.pile, verdict.next) == ("Ben", 5, 19, "Ann")
    match = after(sea(**DAY_NIGHT), "Ben: flip")
    assert last(match, "5 1.1 facing=sun").rules == ("orientation",)
    match = after(match, "5 1.1, flip, 60 6.1")
    assert match.game.summary(match.state)["facing"] == {"1.1": "moon", "6.1": "sun"}


def test_six_flips_in_a_game() -> None:
    match = after(sea(**DAY_NIGHT), ", ".join(["flip"] * 6))
    assert last(match, "flip").rules == ("deck",)


def test_a_flip_needs_a_hand() -> None:
    match = after(sea(**DAY_NIGHT), "Ben: count hand=0 pile=2")
    assert last(match, "Ben: flip").rules == ("hand",)
    match = after(sea(**DAY_NIGHT), "count hand=1 pile=0")
    assert last(match, "flip").outcome is Outcome.LOST


def test_turning_cards_to_the_win() -> None:
    match = after(sea(full("s"), pile=30, **DAY_NIGHT), "start Ann=4 Ben=4")
    assert last(match, "finish").rules == ("finish-orientation",)
    places = [f"{row}.{column}" for row in (1, 2, 3) for column in range(1, 7)]
    match = after(match, ", ".join(f"rotate {place}" for place in places))
    assert last(match, "finish").outcome is Outcome.WON


def test_the_places_that_lie_wrong_are_named() -> None:
    match = after(sea("20s 1.1, 30s 3.6", **DAY_NIGHT), "discard")
    why = load_locale("en").why("tranquility", last(match, "finish").breaks)
    assert "1.1 and 3.6" in why


def contest(cards: str = "", hands: tuple[int, int] = (5, 5), row: int = 5, pile: int = 20) -> Match:
    match = sea(cards, **COMPETITIVE)
    state = match.state
    seats = replace(state.seats, hands=hands, piles=(pile, pile))
    return replace(match, state=replace(state, seats=seats, contest=replace(state.contest, row=row)))


@pytest.mark.parametrize(
    ("cards", "event", "codes"),
    [
        pytest.param("", "78 6.2", ["impossible"], id="78-four-places-before-the-corner"),
        pytest.param("", "76 6.2", [], id="76-four-places-before-the-corner"),
        pytest.param("", "77 6.2", ["impossible"], id="77-four-places-before-the-corner"),
        pytest.param("", "3 1.4", ["impossible"], id="3-on-the-fourth-place"),
        pytest.param("", "4 1.4", [], id="4-on-the-fourth-place"),
        pytest.param("10 2.1", "12 2.4", ["impossible"], id="between-two-cards"),
        pytest.param("10 2.1", "13 2.4", [], id="just-enough-between-two-cards"),
        pytest.param("10 2.1", "9 2.4", ["order"], id="judged-only-if-order-holds"),
        pytest.param("40 4.1", "39 3.3", ["impossible"], id="towards-the-upper-card"),
        pytest.param("", "80 6.5 facing=sun", ["impossible"], id="facing-is-ignored"),
    ],
)
def test_impossible(cards: str, event: str, codes: list[str]) -> None:
    assert list(last(sea(cards, **COMPETITIVE), event).rules) == codes


@pytest.mark.parametrize(
    ("language", "cards", "event", "words"),
    [
        ("en", "", "78 6.2", "between island 78 and the end of the grid: 2 left for 4 places"),
        ("en", "10 2.1", "12 2.4", "between island 10 and island 12: 1 left for 2 places"),
        ("fr", "10 2.1", "12 2.4", "entre l'île 10 et l'île 12 : 1 pour 2 cases"),
        ("en", "", "3 1.4", "between the beginning of the grid and island 3: 2 left for 3 places"),
    ],
)
def test_the_cards_between_which_numbers_run_out_are_named(
    language: str, cards: str, event: str, words: str
) -> None:
    verdict = last(sea(cards, **COMPETITIVE), event)
    assert words in load_locale(language).why("tranquility", verdict.breaks)


def test_the_competitive_table() -> None:
    """80 Islands: 5 each in hand, 5 face up, 65 in the common pile."""
    match = start("tranquility", variant="competitive")
    assert (match.state.seats.hands, match.state.seats.piles, match.state.contest.row) == (
        (5, 5),
        (65, 65),
        5,
    )
    verdict = last(match, "40 4.1")
    assert (verdict.hand, verdict.pile, verdict.next) == (5, 64, "Ben")
    verdict = last(match, "40 4.1, discard")
    assert (verdict.hand, verdict.pile) == (5, 62)
    assert start("tranquility", variant="competitive", removed=4).state.seats.piles == (61, 61)


def test_drawing_from_the_row_when_the_pile_is_spent() -> None:
    match = contest(row=3, pile=0)
    verdict = last(match, "discard")
    assert (verdict.hand, verdict.pile, verdict.after.contest.row) == (5, 0, 1)


def test_refresh() -> None:
    verdict = last(contest(hands=(4, 5)), "refresh")
    assert (verdict.rules, verdict.discards, verdict.hand, verdict.pile) == ((), 4, 5, 15)
    verdict = last(contest(hands=(4, 5), row=2, pile=0), "refresh")
    assert (verdict.hand, verdict.pile, verdict.after.contest.row) == (2, 0, 0)


def test_an_empty_hand_is_skipped() -> None:
    verdict = last(contest(hands=(5, 0), row=0, pile=0), "40 4.1")
    assert (verdict.outcome, verdict.next) == (Outcome.OPEN, "Ann")
    verdict = last(contest(hands=(5, 5), row=0, pile=0), "count hand=0 pile=0")
    assert (verdict.outcome, verdict.next, verdict.pile) == (Outcome.OPEN, "Ben", 0)


def test_count_sets_the_common_pile() -> None:
    match = after(contest(), "Ben: count hand=4 pile=9")
    assert (match.state.seats.hands, match.state.seats.piles) == ((5, 4), (9, 9))


def test_stuck_passes() -> None:
    match = contest("40 4.1", hands=(1, 4), row=0, pile=0)
    verdict = last(match, "stuck")
    assert (verdict.rules, verdict.outcome, verdict.next) == ((), Outcome.OPEN, "Ben")
    assert last(match, "stuck island-50").rules == ("not-stuck",)
    assert last(match, "stuck island-40").rules == ("deck",)
    assert last(match, "stuck start").rules == ("deck",)


def test_the_end_when_both_hold_at_most_one_card() -> None:
    verdict = last(contest(hands=(2, 1), row=0, pile=0), "40 4.1")
    assert (verdict.outcome, verdict.next) == (Outcome.DONE, None)


def test_the_end_when_the_grid_is_full() -> None:
    cards = ", ".join(f"{i + 1}{'sm'[i % 2]} {i // 6 + 1}.{i % 6 + 1}" for i in range(35))
    verdict = last(contest(cards), "36 6.6")
    assert verdict.outcome is Outcome.DONE


def scored(facings: str, discarded: tuple[int, int]) -> Match:
    """A finished game: how the cards lie along the sequence, and what each has discarded."""
    match = sea(**COMPETITIVE)
    names = {"s": "sun", "m": "moon"}
    laid = [Laid(2 * i + 1, facing=names[each]) if each in names else None for i, each in enumerate(facings)]
    board = (*laid, *(None for _ in range(36 - len(laid))))
    state = match.state
    done = replace(state, board=board, contest=replace(state.contest, discarded=discarded))
    return replace(match, state=replace(done, outcome=Outcome.DONE))


@pytest.mark.parametrize(
    ("facings", "discarded", "points", "winners"),
    [
        pytest.param("ssm", (0, 0), (4, 2), ["Ann"], id="two-for-each-card"),
        pytest.param("ssm", (3, 0), (1, 2), ["Ben"], id="less-one-for-each-discard"),
        pytest.param("sss", (0, 0), (9, 0), ["Ann"], id="a-run-of-three"),
        pytest.param("ss.s", (0, 0), (6, 0), ["Ann"], id="a-gap-breaks-a-run"),
        pytest.param("mmmmsssmss", (0, 0), (13, 14), ["Ben"], id="runs-of-both"),
        pytest.param("sssmsss", (0, 0), (18, 2), ["Ann"], id="every-run-counts"),
        pytest.param("......sssssss", (0, 0), (21, 0), ["Ann"], id="a-run-across-rows"),
        pytest.param("ss.mm", (0, 0), (4, 4), ["Ann", "Ben"], id="a-draw"),
        pytest.param("s.s.m", (2, 0), (2, 2), ["Ann"], id="tie-more-cards-placed"),
        pytest.param("sss.m.m.m", (3, 0), (6, 6), ["Ben"], id="tie-fewer-discards"),
        pytest.param("ss.s.m.m.m", (0, 0), (6, 6), ["Ann"], id="tie-longer-run"),
        pytest.param("sssssss.s.mmmm.mmm.m", (0, 0), (23, 23), ["Ann"], id="tie-longest-run-of-several"),
    ],
)
def test_scores(
    facings: str, discarded: tuple[int, int], points: tuple[int, int], winners: list[str]
) -> None:
    match = scored(facings, discarded)
    summary = match.game.summary(match.state)
    assert summary["scores"] == {"Ann": points[0], "Ben": points[1]}
    assert summary["winners"] == winners


def test_discards_count_against_the_player_who_made_them() -> None:
    match = after(contest(pile=40), "40 4.1, 42 4.2, discard, refresh")
    assert match.state.contest.discarded == (2, 7)
    assert [score(match.state, seat).points for seat in range(2)] == [0, -5]


def test_the_running_score_and_the_ranking_are_remarked() -> None:
    verdict = last(contest(hands=(2, 1), row=0, pile=0), "40 4.1")
    words = [load_locale("en").why("tranquility", (each,)) for each in verdict.remarks]
    assert words == ["Points: Ann 2 and Ben 0.", "Ann wins by points."]


def test_winners_are_none_before_the_end() -> None:
    match = after(contest(), "40 4.1")
    assert match.game.summary(match.state)["winners"] == []


def test_facings_of_a_contest_are_the_players() -> None:
    match = after(contest(), "40 4.1, 60 5.1")
    assert [laid.facing for laid in match.state.board if laid] == ["sun", "moon"]


def test_explorers_must_be_known() -> None:
    with pytest.raises(BadRecord):
        last(sea(**PYRAMID), "5 1.1 explorer=whale")
