"""Pyramid: explorers, borders and the Finish on top, rule by rule."""

from dataclasses import replace

import pytest

from companion.games.game import Match
from companion.games.tranquility.board import EXPLORERS
from companion.games.tranquility.pyramid import explorer_copies
from companion.games.values import BadRecord, Outcome
from tests.games.tranquility.words import PYRAMID, after, last, sea

PLACES = [f"{row}.{place}" for row in range(1, 9) for place in range(1, 10 - row)]
BORDER = {"variant": "pyramid", "border": [*PLACES[:17], "8.1"]}  # as many as the easier game takes


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
        empty = replace(match.state, board=(None,) * len(match.state.board))
        opened = replace(empty, expedition=replace(empty.expedition, closed=frozenset()))
        match = replace(match, state=opened)
    verdict = last(match, f"60 1.1 explorer={kind}")
    assert (verdict.rules, verdict.discards) == (("deck",), 0)


def test_a_used_up_explorer_card_is_judged_last() -> None:
    match = after(sea("10 1.4", **BORDER), "40 8.1 explorer=rocks")
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
    cards = ", ".join(f"{number} {name}" for number, name in enumerate(PLACES, 1) if name != "1.1")
    match = after(sea(cards, **PYRAMID), "1 1.1 explorer=finish")
    assert last(match, "finish").rules == ("deck",)
    verdict = last(after(match, "discard"), "finish")
    assert (verdict.rules, verdict.outcome) == ((), Outcome.WON)


def test_the_pyramid_may_be_won_with_a_wild() -> None:
    cards = ", ".join(f"{number} {name}" for number, name in enumerate(PLACES, 1) if name != "1.1")
    match = after(sea(cards, **PYRAMID), "1 1.1 explorer=border, discard")
    assert last(match, "finish card=wild").outcome is Outcome.WON


def test_explorers_must_be_known() -> None:
    with pytest.raises(BadRecord):
        last(sea(**PYRAMID), "5 1.1 explorer=whale")


def kept(match: Match, *events: str) -> Match:
    """After events of Ann, each followed by a discard of Ben's."""
    for each in events:
        match = after(match, f"{each}, discard")
    return match


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        pytest.param("compass at=1.2", [], id="a-compass"),
        pytest.param("wild 5.1 as=island-60", [], id="a-border-card-as-a-wild"),
        pytest.param("compass at=1.2 card=wild", [], id="a-border-card-as-a-compass"),
        pytest.param("finish", ["finish-early"], id="a-finish-that-is-early"),
        pytest.param("stuck compass", ["not-stuck"], id="a-card-shown-when-stuck"),
    ],
)
def test_a_kept_card_is_settled_when_it_is_played(event: str, codes: list[str]) -> None:
    match = kept(sea(**BORDER), "5 1.2 explorer=storm", "6 1.4 explorer=kept")
    assert list(last(match, event).rules) == codes


def test_a_kept_card_goes_into_the_hand_as_a_told_one() -> None:
    unseen, told = (last(sea(**PYRAMID), f"5 1.1 explorer={kind}") for kind in ("kept", "compass"))
    assert (unseen.rules, unseen.hand, unseen.pile) == (told.rules, told.hand, told.pile) == ((), 5, 20)


def test_a_kept_card_is_one_card() -> None:
    match = kept(sea(**BORDER), "5 1.2 explorer=storm", "6 1.4 explorer=kept", "compass at=1.2")
    assert last(match, "wild 5.1 as=island-60").rules == ("deck",)
    assert last(match, "finish").rules == ("deck",)


def test_a_kept_card_belongs_to_who_drew_it() -> None:
    match = after(sea(**BORDER), "5 1.2 explorer=storm, discard, 6 1.4 explorer=kept")
    assert last(match, "compass at=1.2").rules == ("compass-none",)


def test_kept_cards_are_never_more_than_the_deck_holds() -> None:
    """Two border cards, five Finishes, six Compasses: after two wilds a kept card is no wild."""
    match = kept(sea(pile=99, **BORDER), *(f"{n} 1.{n} explorer=kept" for n in (1, 2, 3)))
    match = kept(match, "wild 5.1 as=island-60", "wild 5.2 as=island-61")
    assert last(match, "wild 5.3 as=island-62").rules == ("deck",)
    assert last(match, "finish").rules == ("finish-early",)


@pytest.mark.parametrize("explorer", ["kept", "compass", "finish", "border"])
def test_no_more_cards_are_kept_than_there_are(explorer: str) -> None:
    """13 can be kept: once all are, neither one unseen nor one that is told can come."""
    match = sea(pile=99, **BORDER)
    for place in PLACES[:13]:
        match = kept(match, f"{PLACES.index(place) + 1} {place} explorer=kept")
    assert last(match, f"60 8.1 explorer={explorer}").rules == ("deck",)
    assert last(match, "60 8.1 explorer=storm").legal


def used_up() -> Match:
    """A pyramid whose explorer deck is used up: all 30 cards were drawn."""
    match = sea("5 1.2", **BORDER)
    drawn = tuple(explorer_copies(match.state, kind) for kind in EXPLORERS)
    expedition = replace(match.state.expedition, drawn=drawn)
    return replace(match, state=replace(match.state, expedition=expedition))


def test_without_explorer_cards_a_border_place_takes_an_island() -> None:
    verdict = last(used_up(), "6 1.3")
    assert (verdict.rules, verdict.discards) == ((), 1)
    assert last(used_up(), "6 1.3 explorer=start").rules == ("deck",)
    assert last(used_up(), "6 1.3 explorer=kept").rules == ("deck",)


@pytest.mark.parametrize(("options", "most"), [({}, 23), ({"easier": True}, 18), ({"harder": True}, 23)])
def test_the_box_has_25_border_cards(options: dict[str, bool], most: int) -> None:
    assert len(sea(variant="pyramid", border=PLACES[:most], **options).state.setup.border) == most
    with pytest.raises(BadRecord, match="border-many"):
        sea(variant="pyramid", border=PLACES[: most + 1], **options)
