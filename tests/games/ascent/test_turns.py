"""Turns, hidden counts, the solo game, and how a game ends."""

from typing import Any

import pytest

from companion.games.values import Outcome
from tests.games.ascent.words import events, full_mountain, last, mountain
from tests.games.shorthand import play, start

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve")


@pytest.mark.parametrize(
    ("players", "piles"),
    [
        pytest.param(1, (73,), id="6-solo-85-less-six-ones-less-six"),
        pytest.param(2, (37, 38), id="3-two"),
        pytest.param(3, (23, 24, 23), id="3-three"),
        pytest.param(4, (16, 17, 16, 16), id="3.4-83-cards-of-four"),
        pytest.param(5, (12, 13, 12, 12, 11), id="3-five"),
    ],
)
def test_starting_piles(players: int, piles: tuple[int, ...]) -> None:
    assert start("ascent", *NAMES[:players]).state.seats.piles == piles


def test_the_header_may_give_the_piles() -> None:
    assert start("ascent", piles=[38, 37]).state.seats.piles == (38, 37)


def test_a_turn_passes_clockwise_and_draws_up() -> None:
    verdicts, _ = play(start("ascent", *NAMES[:3]), *events("green-3 1.1, red-5 1.2, discard, green-4 1.3"))
    assert [(v.player, v.next, v.hand, v.pile) for v in verdicts] == [
        ("Ann", "Ben", 5, 22),
        ("Ben", "Cem", 5, 21),
        ("Cem", "Ann", 5, 21),
        ("Ann", "Ben", 5, 20),
    ]


def test_an_illegal_event_changes_nothing() -> None:
    match = start("ascent")
    verdict, after = match.play(match.read_event(events("green-3 2.1")[0]))
    assert (after, verdict.next, verdict.hand, verdict.pile) == (match, "Ann", 5, 37)


@pytest.mark.parametrize(
    ("event", "hand", "pile", "expected"),
    [
        pytest.param("discard", 5, 1, (4, 0), id="4-draw-as-far-as-the-pile-lasts"),
        pytest.param("discard", 3, 0, (1, 0), id="4-empty-pile"),
        pytest.param("green-5 1.1", 1, 0, (0, 0), id="last-card-played"),
    ],
)
def test_drawing(event: str, hand: int, pile: int, expected: tuple[int, int]) -> None:
    verdict = last(mountain("", hand=hand, pile=pile), event)
    assert (verdict.hand, verdict.pile) == expected


def test_discarding_two_needs_two() -> None:
    verdict = last(mountain("", hand=1, pile=0), "discard")
    assert (verdict.rules, verdict.discards) == (("hand",), 2)


def test_it_is_somebody_elses_turn() -> None:
    verdict = last(start("ascent"), "Ben: green-13 44.1")
    assert (verdict.rules, verdict.player, verdict.hand, verdict.pile) == (("turn",), "Ben", 5, 38)


def test_an_empty_hand_loses() -> None:
    verdict = last(mountain("", hand=1, pile=0), "green-5 1.1, red-5 1.2")
    assert (verdict.outcome, verdict.next) == (Outcome.LOST, None)


def test_an_empty_hand_loses_even_with_ropes_left() -> None:
    assert last(mountain("", "Ann", hand=1, pile=0), "green-5 1.1").outcome is Outcome.LOST


def test_the_draw_follows_a_winning_action() -> None:
    verdict = last(mountain(full_mountain(), hand=3, pile=9), "summit 9.1")
    assert (verdict.outcome, verdict.next, verdict.hand, verdict.pile) == (Outcome.WON, None, 5, 6)


@pytest.mark.parametrize(
    ("event", "code"),
    [("green-5 1.1", "over"), ("count 5 5", "over"), ("stuck", "over"), ("Ben: discard", "over")],
)
def test_after_the_end_everything_is_over(event: str, code: str) -> None:
    verdict = last(mountain(full_mountain()), f"summit 9.1, {event}")
    assert (verdict.rules, verdict.next, verdict.outcome) == ((code,), None, Outcome.WON)


def test_after_the_end_nobody_is_to_move() -> None:
    verdict = last(mountain(full_mountain()), "summit 9.1, discard")
    assert (verdict.player, verdict.hand, verdict.pile) == (None, None, None)


def test_undo_and_notes_are_allowed_after_the_end() -> None:
    match = mountain(full_mountain())
    note, undo = play(match, *events("summit 9.1"), {"do": "note", "text": "well done"}, {"do": "undo"})[0][
        1:
    ]
    assert (note.legal, undo.legal, undo.next, undo.outcome) == (True, True, "Ann", Outcome.OPEN)


def test_undo_takes_back_the_last_legal_event_that_is_no_note() -> None:
    match = start("ascent")
    raws = [*events("green-5 1.1, red-9 5.5"), {"do": "note", "text": "hm"}, {"do": "undo"}]
    verdicts, after = play(match, *raws)
    assert (verdicts[-1].player, verdicts[-1].next, after.state) == ("Ben", "Ann", match.state)


def test_undo_is_not_undone() -> None:
    verdicts, after = play(start("ascent"), *events("green-5 1.1, red-5 1.2, undo, undo, undo"))
    assert [v.rules for v in verdicts[2:]] == [(), (), ("undo",)]
    assert after.state == start("ascent").state


def test_count_corrects_hand_and_pile_without_a_turn() -> None:
    verdict = last(start("ascent"), "Ben: count 4 20")
    assert (verdict.legal, verdict.hand, verdict.pile, verdict.next) == (True, 4, 20, "Ann")


def test_count_of_an_empty_hand_loses_for_the_player_to_move_only() -> None:
    assert last(start("ascent"), "Ben: count 0 20").outcome is Outcome.OPEN
    assert last(start("ascent"), "Ann: count 0 20").outcome is Outcome.LOST


def test_count_can_be_undone() -> None:
    assert last(start("ascent"), "Ann: count 0 20, undo").hand is None
    assert last(start("ascent"), "Ann: count 0 20, undo, discard").pile == 35


@pytest.mark.parametrize(
    ("cards", "event", "options", "code"),
    [
        pytest.param("", "stuck", {"hand": 2}, "not-stuck", id="8-faq-two-cards-can-be-discarded"),
        pytest.param("green-5 1.1", "stuck", {"hand": 1}, "", id="5-one-card-only-its-owner-knows"),
        pytest.param(
            "green-5 1.1", "stuck green-5", {"hand": 1}, "", id="5-lone-card-cannot-be-paid-or-placed"
        ),
        pytest.param(
            "green-5 1.1", "stuck red-5", {"hand": 1}, "not-stuck", id="lone-card-plays-for-nothing"
        ),
        pytest.param(
            "green-5 1.1", "stuck red-6", {"hand": 1}, "", id="ruling-lone-card-only-where-it-is-free"
        ),
        pytest.param("green-5 1.1", "stuck bridge", {"hand": 1}, "not-stuck", id="lone-bridge-plays"),
        pytest.param("green-5 1.1", "stuck summit", {"hand": 1}, "", id="lone-summit-does-not"),
        pytest.param(
            "green-5 1.1, red-5 1.2, green-5 1.3", "stuck green-5", {"hand": 1}, "deck", id="none-left"
        ),
        pytest.param("", "stuck green-13", {"hand": 1}, "deck", id="no-such-card"),
        pytest.param("green-5 1.1", "Ben: stuck", {"hand": 1}, "turn", id="not-your-turn"),
        pytest.param(
            "green-5 1.1, red-5 1.2, blue-5 2.1",
            "stuck",
            {"hand": 1, "goats": "1.1*1", "modules": ["goats"]},
            "not-stuck",
            id="a-herd-could-move",
        ),
    ],
)
def test_stuck(cards: str, event: str, options: dict[str, Any], code: str) -> None:
    verdict = last(mountain(cards, pile=0, **options), event)
    assert (verdict.rules, verdict.outcome) == (((code,), Outcome.OPEN) if code else ((), Outcome.LOST))


class TestSolo:
    """Section 6: six cards, no 1s, Guide ropes."""

    def test_hand_of_six(self) -> None:
        verdict = last(start("ascent", "Ann"), "green-5 1.1")
        assert (verdict.hand, verdict.pile, verdict.next) == (6, 72, "Ann")

    def test_ones_are_taken_out(self) -> None:
        assert last(start("ascent", "Ann"), "green-1 1.1").rules == ("deck",)
        assert last(start("ascent", "Ann"), "green-1 2.1").rules == ("support", "row-value", "deck")

    def test_a_lone_one_cannot_be_in_the_hand(self) -> None:
        match = mountain("", "Ann", hand=1, pile=0, ropes=0)
        assert last(match, "stuck red-1").rules == ("deck",)

    def test_a_rope_shuffles_and_draws(self) -> None:
        verdict = last(mountain("", "Ann", hand=2, pile=3), "rope")
        assert (verdict.legal, verdict.hand, verdict.pile, verdict.discards) == (True, 5, 0, 0)

    def test_three_ropes_by_default(self) -> None:
        verdicts, _ = play(start("ascent", "Ann"), *events("rope, rope, rope, rope"))
        assert [v.rules for v in verdicts] == [(), (), (), ("rope",)]

    def test_fewer_ropes_by_choice(self) -> None:
        assert last(start("ascent", "Ann", ropes=0), "rope").rules == ("rope",)

    def test_not_stuck_with_a_rope_left(self) -> None:
        assert last(mountain("", "Ann", hand=1, pile=0), "stuck").rules == ("not-stuck",)

    def test_no_rope_for_two(self) -> None:
        assert last(start("ascent"), "rope").rules == ("rope",)
