"""Days, tricks and draws: who wins, who leads, what the piles and hands hold, and when a day is over."""

from typing import Any

import pytest

from companion.games.elevation.cards import Piles, tricks_by_hands
from companion.games.values import Outcome
from tests.games.elevation.words import NAMES, begin, day, names, today, trick
from tests.games.shorthand import play, start

END: dict[str, Any] = {"do": "end-day"}


@pytest.mark.parametrize(
    ("humans", "approach", "hand", "pile", "left"),
    [
        pytest.param(1, (), 10, 10, 20, id="free-solo-one"),
        pytest.param(2, (), 10, 20, 20, id="free-solo-two"),
        pytest.param(3, (), 10, 30, 20, id="three"),
        pytest.param(4, (), 8, 28, 15, id="four"),
        pytest.param(5, (), 8, 20, 12, id="five"),
        pytest.param(6, (), 6, 24, 10, id="six"),
        pytest.param(3, ("anchor",), 10, 24, 18, id="anchor-draws-two-each"),
        pytest.param(3, ("supply-cache",), 10, 26, 19, id="supply-cache-takes-four"),
        pytest.param(1, ("supply-cache",), 10, 6, 17, id="supply-cache-counts-auto-ascenders"),
        pytest.param(6, ("anchor", "supply-cache"), 6, 5, 7, id="anchor-and-supply-cache"),
        pytest.param(3, ("rapid-ascent",), 10, 30, 10, id="rapid-ascent"),
        pytest.param(4, ("rapid-ascent",), 8, 28, 7, id="rapid-ascent-five-cards-stay"),
        pytest.param(3, ("free-climbing",), 10, 30, 17, id="free-climbing-takes-one-a-trick"),
        pytest.param(3, ("precipice",), 10, 30, None, id="precipice-cannot-be-known"),
        pytest.param(3, ("route-finding", "low-visibility"), 10, 30, 20, id="route-finding"),
    ],
)
def test_the_deal(humans: int, approach: tuple[str, ...], hand: int, pile: int, left: int | None) -> None:
    verdict = play(start("elevation", *NAMES[:humans]), day(*approach))[0][0]
    assert (verdict.hand, verdict.pile, verdict.shows["tricks_left"]) == (hand, pile, left)


@pytest.mark.parametrize(
    ("text", "approach", "winner"),
    [
        pytest.param("a3 a9 a5", (), "Ben", id="highest-of-the-lead-range"),
        pytest.param("a3 n14 r14", (), "Ann", id="other-ranges-do-not-win"),
        pytest.param("a14 v1 a13", (), "Ben", id="an-avalanche-wins"),
        pytest.param("a3 v1 v4", (), "Cem", id="the-highest-avalanche"),
        pytest.param("v1 a14 n14", (), "Ann", id="an-avalanche-led"),
        pytest.param("a14 n1 n2", ("andes-mints",), "Cem", id="andes-mints"),
        pytest.param("n14 a1 n2", ("alpaca-wool",), "Ben", id="alpaca-wool"),
        pytest.param("a14 i1 n2", ("himalayan-salt",), "Ben", id="himalayan-salt"),
        pytest.param("a14 r1 v1", ("rocky-road-ice-cream",), "Cem", id="trump-below-avalanches"),
        pytest.param("a3 a9 a5", ("descent",), "Ann", id="descent"),
        pytest.param("a3 v2 v4", ("descent",), "Ben", id="descent-avalanches-too"),
        pytest.param("a14 a7 a9", ("ice-axe",), "Ben", id="ice-axe"),
        pytest.param("a14 n7 a9", ("ice-axe",), "Ann", id="ice-axe-in-its-own-range-only"),
    ],
)
def test_who_wins(text: str, approach: tuple[str, ...], winner: str) -> None:
    verdict = play(begin(3, *approach), trick(text))[0][0]
    assert (verdict.player, verdict.shows["winner"], verdict.next) == ("Ann", winner, winner)


def test_a_seven_may_be_kept_low() -> None:
    event = trick("a14 a7 a9", sevens_low=["alps-7"])
    assert play(begin(3, "ice-axe"), event)[0][0].shows["winner"] == "Ann"


def test_lead_climber_the_left_neighbour_leads() -> None:
    verdict = play(begin(3, "lead-climber"), trick("a3 a4 a5"))[0][0]
    assert (verdict.shows["winner"], verdict.next) == ("Cem", "Ann")


@pytest.mark.parametrize(
    ("approach", "fields", "down", "up"),
    [
        pytest.param((), {}, 26, 2, id="down-is-the-default"),
        pytest.param((), {"draw": "up"}, 27, 1, id="up"),
        pytest.param(("king-of-the-mountain",), {}, 27, 1, id="king-of-the-mountain-always-up"),
        pytest.param(
            ("king-of-the-mountain",), {"to": "Cem", "draw": "down"}, 27, 1, id="king-names-another"
        ),
        pytest.param(
            ("free-climbing",), {"phantom": "rockies-1"}, 25, 2, id="phantom-from-the-face-down-pile"
        ),
    ],
)
def test_the_draw(approach: tuple[str, ...], fields: dict[str, Any], down: int, up: int) -> None:
    verdicts, match = play(begin(3, *approach), trick("a3 a9 a5", **fields))
    assert verdicts[0].legal
    assert today(match).piles == Piles(down, up)
    assert (verdicts[0].hand, verdicts[0].pile) == (10, down)


def test_rapid_ascent_draws_two_one_of_them_face_up() -> None:
    verdicts, match = play(begin(3, "rapid-ascent"), trick("a1 a2 a3 a4 a5 a6", draw="up"))
    assert today(match).piles == Piles(24, 1)
    assert (verdicts[0].hand, verdicts[0].shows["winner"], verdicts[0].shows["tricks_left"]) == (10, "Cem", 9)


def test_an_auto_ascender_takes_no_card() -> None:
    verdicts, match = play(begin(2), trick("a1 a2 a3", draw="up"))
    assert (verdicts[0].shows["winner"], verdicts[0].next) == ("Edmund Hillary", "Edmund Hillary")
    assert today(match).piles == Piles(17, 2)


@pytest.mark.parametrize(
    ("before", "cards", "top_up", "after"),
    [
        (Piles(30, 1), 3, True, Piles(27, 1)),
        (Piles(30, 1), 3, False, Piles(26, 2)),
        (Piles(1, 6), 3, False, Piles(0, 4)),
        (Piles(0, 4), 3, False, Piles(0, 1)),
        (Piles(3, 1), 3, True, Piles(0, 1)),
        (Piles(1, 1), 3, True, Piles(1, 1)),
    ],
)
def test_piles(before: Piles, cards: int, top_up: bool, after: Piles) -> None:
    assert before.draw(cards, top_up=top_up) == after


@pytest.mark.parametrize(
    ("arguments", "tricks"),
    [
        ((10, 99, 31, 3, 1, False), 20),
        ((10, 20, 11, 1, 1, False), 20),
        ((10, 20, 21, 2, 1, False), 20),
        ((5, 99, 1, 3, 1, False), 5),
        ((5, 99, 1, 3, 2, False), 3),
        ((0, 99, 31, 3, 1, False), 0),
    ],
)
def test_tricks_by_hands(arguments: tuple[int, int, int, int, int, bool], tricks: int) -> None:
    assert tricks_by_hands(*arguments) == tricks


def test_the_phantom_can_win() -> None:
    """The trick counts for nobody, its leader draws first and leads again."""
    match = begin(3, "free-climbing", "lead-climber")
    verdicts, match = play(match, trick("a3 a9 a5", phantom="alps-14", draw="up"))
    assert (verdicts[0].shows["winner"], verdicts[0].next) == ("phantom", "Ann")
    assert today(match).tricks == (0, 0, 0)
    assert today(match).piles == Piles(26, 1)


def test_an_avalanche_of_the_phantom_in_the_snow_is_lost() -> None:
    match = play(begin(3, "free-climbing", "lost-in-the-snow"), trick("a3 a9 a5", phantom="avalanche-1"))[1]
    assert (today(match).phantom, len(today(match).lost)) == ((), 4)


@pytest.mark.parametrize(
    ("approach", "event", "rules"),
    [
        pytest.param((), trick("a4 a9"), ("count",), id="two-cards"),
        pytest.param((), trick("a4 a9 a5 a6"), ("count",), id="four-cards"),
        pytest.param((), trick(""), ("count",), id="no-card"),
        pytest.param((), trick("a4 a9 a4"), ("duplicate",), id="twice-in-a-trick"),
        pytest.param((), trick("a1 a4 a6"), ("duplicate",), id="seen-before"),
        pytest.param((), trick("a1 a4"), ("count", "duplicate"), id="both"),
        pytest.param((), trick("a15 a4"), ("deck",), id="deck-is-alone"),
        pytest.param(
            (), {"do": "trick", "cards": ["harness", "alps-4", "alps-5"]}, ("deck",), id="approach-card"
        ),
        pytest.param((), trick("a4 a5 a6", sevens_low=["alps-70"]), ("deck",), id="no-such-seven"),
        pytest.param((), trick("a4 a5 a6", phantom="andes-1"), ("count",), id="no-phantom"),
        pytest.param((), trick("a4 a5 a6", player="Ann"), ("turn",), id="another-leads"),
        pytest.param((), trick("a4 a99", player="Ann"), ("turn",), id="turn-is-alone"),
        pytest.param((), day(), ("day-open",), id="a-day-is-open"),
        pytest.param((), day("nonsense"), ("day-open",), id="day-open-is-alone"),
        pytest.param((), END, ("early",), id="early"),
        pytest.param((), {"do": "approach", "card": "harness"}, ("approach",), id="no-card-draws-another"),
        pytest.param((), {"do": "approach", "card": "alps-1"}, ("deck",), id="no-approach-card"),
        pytest.param((), {"do": "stuck"}, ("not-stuck",), id="stuck"),
        pytest.param((), {"do": "stuck", "card": "alps-99"}, ("not-stuck",), id="stuck-always"),
        pytest.param(("rapid-ascent",), trick("a4 a5 a6"), ("count",), id="rapid-ascent-takes-six"),
    ],
)
def test_what_is_wrong(approach: tuple[str, ...], event: dict[str, Any], rules: tuple[str, ...]) -> None:
    first = "a1 a2 a3 n1 n2 n3" if approach else "a1 a2 a3"
    match = play(begin(3, *approach), trick(first))[1]
    verdicts, after = play(match, event)
    assert verdicts[0].rules == rules
    assert after is match
    assert (verdicts[0].next, verdicts[0].discards) == ("Cem", 0)
    assert "winner" not in verdicts[0].shows


@pytest.mark.parametrize(
    ("fields", "rules"),
    [
        ({}, ("count",)),
        ({"phantom": "alps-9"}, ()),
        ({"phantom": "alps-3"}, ("duplicate",)),
        ({"phantom": "alps-0"}, ("deck",)),
    ],
)
def test_the_phantom_plays_while_a_pile_holds_a_card(fields: dict[str, Any], rules: tuple[str, ...]) -> None:
    assert play(begin(3, "free-climbing"), trick("a1 a2 a3", **fields))[0][0].rules == rules


@pytest.mark.parametrize(
    ("humans", "approach", "rules"),
    [
        (3, ("alpaca-wool", "andes-mints"), ("approach",)),
        (3, ("descent", "descent"), ("approach",)),
        (2, ("anchor",), ("approach",)),
        (1, ("route-finding",), ("approach",)),
        (2, ("equipment-swap",), ("approach",)),
        (2, ("king-of-the-mountain",), ("approach",)),
        (1, ("low-visibility",), ("approach",)),
        (3, ("anchor", "route-finding", "equipment-swap", "king-of-the-mountain", "low-visibility"), ()),
        (3, ("nonsense",), ("deck",)),
        (3, ("alpaca-wool", "andes-mints", "nonsense"), ("deck",)),
        (3, ("alps-1",), ("deck",)),
        (3, ("custom-1", "custom-2", "custom-3"), ()),
        (3, ("custom-4",), ("deck",)),
        (1, ("descent", "free-climbing", "supply-cache"), ()),
    ],
)
def test_which_cards_go_together(humans: int, approach: tuple[str, ...], rules: tuple[str, ...]) -> None:
    assert play(start("elevation", *NAMES[:humans]), day(*approach))[0][0].rules == rules


def test_before_and_after_a_day() -> None:
    verdicts, _ = play(start("elevation", *NAMES[:3]), {"do": "note", "text": "x"}, trick("a1 a2 a3"), END)
    assert [v.rules for v in verdicts] == [(), ("day-open",), ("day-open",)]
    assert [(v.player, v.next, v.hand, v.pile, v.shows["tricks_left"]) for v in verdicts] == [
        ("Ann", "Ann", 0, 0, None)
    ] * 3


def test_first_overrides_who_leads() -> None:
    verdict = play(start("elevation", *NAMES[:3]), day(first="Cem"))[0][0]
    assert (verdict.player, verdict.next) == ("Cem", "Cem")


def suits(count: int) -> list[dict[str, Any]]:
    """So many tricks of three cards, none twice; Ann always wins."""
    deck = [
        each
        for text in ("a14-14 a1-13", "n14-14 n1-13", "i14-14 i1-13", "r14-14 r1-13")
        for each in names(text)
    ]
    deck = names("v1 v2 v3 v4 v5")[::-1] + deck
    leads, rest = [], deck[:]
    for _ in range(count):
        lead = rest.pop(0)
        others = [rest.pop(), rest.pop()]
        leads.append({"do": "trick", "cards": [lead, *others]})
    return leads


def test_a_whole_day_and_the_next_first_climber() -> None:
    verdicts, match = play(begin(3), *suits(20), trick("a1 a2 a3"), END)
    assert all(v.legal for v in verdicts[:20])
    assert [v.shows["tricks_left"] for v in verdicts[:20]] == list(range(19, -1, -1))
    assert (verdicts[19].next, verdicts[19].hand, verdicts[19].pile) == (None, 0, 0)
    assert verdicts[20].rules == ("day-open",)
    assert verdicts[20].player is None
    assert verdicts[21].legal
    assert (verdicts[21].player, verdicts[21].hand, verdicts[21].pile) == (None, 0, 0)
    assert verdicts[21].shows["tricks_left"] is None
    assert match.state.next == verdicts[21].next


def test_precipice_one_more_trick_after_the_face_down_pile() -> None:
    verdicts, match = play(begin(3, "precipice"), *suits(20))
    left = [v.shows["tricks_left"] for v in verdicts if v.legal]
    assert left[-2:] == [1, 0]
    assert set(left[:-2]) == {None}
    assert today(match).hand == 0, "the hands are discarded"
    assert play(match, END)[0][0].legal
    assert {v.rules for v in verdicts[len(left) :]} == {("day-open",)}


def test_off_course_draws_once_when_the_face_down_pile_is_gone() -> None:
    another = {"do": "approach", "card": "precipice"}
    match = begin(3, "off-course")
    assert play(match, another)[0][0].rules == ("approach",), "cards still lie face down"
    match = play(match, *suits(8))[1]
    assert today(match).piles.down == 0
    for late in ("anchor", "route-finding", "supply-cache", "off-course"):
        assert play(match, {"do": "approach", "card": late})[0][0].rules == ("approach",)
    verdicts, match = play(match, another, {"do": "approach", "card": "harness"}, suits(9)[-1])
    assert [v.rules for v in verdicts] == [(), ("approach",), ()]
    assert [v.shows["tricks_left"] for v in verdicts] == [1, 1, 0]


def test_off_course_the_trump_rule_holds() -> None:
    match = play(begin(3, "off-course", "alpaca-wool"), *suits(8))[1]
    assert play(match, {"do": "approach", "card": "andes-mints"})[0][0].rules == ("approach",)


@pytest.mark.parametrize(
    ("player", "card", "rules"),
    [
        ("Ann", "harness", ()),
        ("Ann", "descent", ("approach",)),
        ("Ann", "figure-8", ("approach",)),
        ("Ben", "scree", ("approach",)),
        ("Cem", "scree", ("approach",)),
        ("Ann", "custom-1", ()),
        ("Ann", "pathfinder", ("approach",)),
        ("Ann", "nonsense", ("deck",)),
        (None, "harness", ("approach",)),
    ],
)
def test_pathfinder(player: str | None, card: str, rules: tuple[str, ...]) -> None:
    named = {} if player is None else {"player": player}
    match = play(begin(3, "pathfinder", "figure-8"), {"do": "approach", "card": "scree", "player": "Ben"})[1]
    assert play(match, {"do": "approach", "card": card, **named})[0][0].rules == rules


def test_pathfinder_auto_ascenders_get_their_own_card_too() -> None:
    event = {"do": "approach", "card": "harness", "player": "Tenzing Norgay"}
    assert play(begin(1, "pathfinder"), event)[0][0].legal


def test_undo_takes_back_a_trick() -> None:
    match = begin(3)
    verdicts, after = play(match, trick("a1 a2 a3"), {"do": "undo"})
    assert after.state == match.state
    assert (verdicts[1].player, verdicts[1].next, verdicts[1].shows) == ("Cem", "Ann", {"tricks_left": 20})


def test_after_the_third_day_all_is_over() -> None:
    game = [event for _ in range(3) for event in (day(), *suits(20), END)]
    verdicts, match = play(
        start("elevation", *NAMES[:3]), *game, day(), END, {"do": "stuck"}, {"do": "note", "text": ""}
    )
    assert match.state.outcome is Outcome.DONE
    assert [v.rules for v in verdicts[-4:]] == [("over",), ("over",), ("over",), ()]
    assert (verdicts[-5].outcome, verdicts[-5].next, verdicts[-1].player) == (Outcome.DONE, None, None)
    assert verdicts[-1].hand == 0
