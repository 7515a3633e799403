"""Competitive: the common row and pile, both ends and the scores, rule by rule."""

from dataclasses import replace

import pytest

from companion.games.game import Match
from companion.games.tranquility.board import Laid
from companion.games.tranquility.variants import score
from companion.games.values import Outcome
from companion.locale import load_locale
from tests.games.shorthand import start
from tests.games.tranquility.words import COMPETITIVE, after, last, sea


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
        ("en", "", "78 6.2", "between island 78 and the end of the grid: 2 for 4 places"),
        ("en", "10 2.1", "12 2.4", "between island 10 and island 12: 1 for 2 places"),
        ("fr", "10 2.1", "12 2.4", "entre l’île 10 et l’île 12\u00a0: 1 pour 2 emplacements"),
        ("en", "", "3 1.4", "between the beginning of the grid and island 3: 2 for 3 places"),
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
    assert words == ["Points: Ann 2 and Ben 0.", "Ann wins on points."]


def test_winners_are_none_before_the_end() -> None:
    match = after(contest(), "40 4.1")
    assert match.game.summary(match.state)["winners"] == []


def test_facings_of_a_contest_are_the_players() -> None:
    match = after(contest(), "40 4.1, 60 5.1")
    assert [laid.facing for laid in match.state.board if laid] == ["sun", "moon"]
