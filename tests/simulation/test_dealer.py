"""The real cards behind a record: no card is lost, and hands and piles hold what the judge has counted."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.elevation.dealer import ElevationDealer
from companion.games.events import Count, Event, Note, Undo
from companion.games.game import Match
from companion.games.values import Outcome
from companion.record.history import open_match
from companion.simulation.dealer import GOAT, NotHeld, bare, make_dealer, play_out
from companion.simulation.demo.headers import make_header
from companion.simulation.seat_dealer import SeatDealer

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva")
SEAS = ("standard", "high-arch", "pyramid", "day-night", "competitive")
MODULES = ((), ("rocks",), ("storms",), ("monsters",), ("wild",))
SEEDS = st.integers(0, 10_000)
FEW = settings(max_examples=15, deadline=None, derandomize=True)


def opened(**header: Any) -> Match:
    return open_match(1, {"record": 1, **header})


def ascent(players: int = 2, **header: Any) -> Match:
    return opened(game="ascent", players=list(NAMES[:players]), **header)


def sea(seed: int, players: int, variant: str, modules: tuple[str, ...] = ()) -> Match:
    return open_match(1, make_header("tranquility", Random(seed), NAMES[:players], variant, modules))


def someone_elses_game(match: Match, seed: int) -> Iterator[Event]:
    """A game that was dealt otherwise, as a resumed record is."""
    return play_out(match, Random(seed))


def deal(match: Match, rng: Random) -> SeatDealer:
    dealer = make_dealer(match, rng)
    assert isinstance(dealer, SeatDealer)
    return dealer


def agrees(dealt: SeatDealer) -> bool:
    """Whether the real cards are as many as the judge has counted."""
    state, cards = dealt.match.state, dealt.cards
    row = state.contest.row if dealt.shares() else 0
    counted = (state.seats.hands, state.seats.piles, row)
    return counted == (tuple(map(len, cards.hands)), tuple(map(len, cards.piles)), len(cards.row))


def own_game(dealt: SeatDealer) -> Iterator[Event]:
    """A game by the cards that are really held."""
    while dealt.match.standing.outcome is Outcome.OPEN:
        event = dealt.choose()
        if event is None:
            return
        yield event


def check_game(dealt: SeatDealer, events: Iterator[Event], *, keeps_names: bool = True) -> int:
    """Follow every event; all cards stay, and the counts agree once what is owed is paid."""
    whole, followed = Counter(dealt.cards.everything()), 0
    for event in events:
        verdict = dealt.match.judge(event)
        assert verdict.legal
        dealt.follow(event, verdict)
        dealt.settle()
        now = Counter(dealt.cards.everything())
        assert agrees(dealt), event
        assert now == whole if keeps_names else now.total() == whole.total(), event
        followed += 1
    return followed


@FEW
@given(SEEDS, st.integers(1, 5), st.sampled_from(((), ("goats",))))
def test_the_ascent_by_its_own_cards(seed: int, players: int, modules: tuple[str, ...]) -> None:
    dealt = deal(ascent(players, modules=list(modules)), Random(seed))
    assert check_game(dealt, own_game(dealt)) > 20


@FEW
@given(SEEDS, st.integers(1, 5))
def test_the_ascent_by_a_record_dealt_otherwise(seed: int, players: int) -> None:
    match = ascent(players)
    check_game(deal(match, Random(seed)), someone_elses_game(match, seed + 1))


@pytest.mark.parametrize("variant", SEAS)
@pytest.mark.parametrize("own", [True, False], ids=["own cards", "another deal"])
def test_every_sea(variant: str, own: bool) -> None:
    for seed in range(3):
        match = sea(seed, 2 if variant == "competitive" else seed + 1, variant)
        dealt = deal(match, Random(seed))
        events = own_game(dealt) if own else someone_elses_game(match, seed + 1)
        assert check_game(dealt, events, keeps_names=variant != "pyramid") > 20


@pytest.mark.parametrize("modules", MODULES, ids=str)
def test_every_module_of_the_sea(modules: tuple[str, ...]) -> None:
    for seed in range(3):
        dealt = deal(sea(seed, seed + 2, "standard", modules), Random(seed))
        assert check_game(dealt, own_game(dealt)) > 20


def climb_counts(dealt: ElevationDealer) -> tuple[object, ...]:
    table = dealt.cards
    return (
        {len(hand) for hand in table.hands},
        {sum(map(len, auto)) for auto in table.autos},
        (len(table.down), len(table.up)),
    )


@settings(max_examples=40, deadline=None, derandomize=True)
@given(SEEDS, st.integers(1, 6))
def test_elevation_by_a_record_dealt_otherwise(seed: int, players: int) -> None:
    """Sixty-one cards every day: in hands, piles and the cache, or played."""
    names = [*NAMES, "Fay"][:players]
    match = opened(game="elevation", players=names)
    dealt = ElevationDealer(match, Random(seed))
    for event in someone_elses_game(match, seed + 1):
        dealt.follow(event, dealt.match.judge(event))
        day = dealt.day
        if day is None:
            continue
        autos = {day.auto} if dealt.cards.autos else set()
        assert climb_counts(dealt) == ({day.hand}, autos, (day.piles.down, day.piles.up)), event
        groups = dealt.all_groups()
        hidden = [card for group in groups for card in group]
        assert len(hidden) + len(day.seen) == 61
        assert not set(hidden) & set(day.seen)


# discards


def owing() -> SeatDealer:
    """A game in which somebody has just got to owe cards of a hand that leaves a choice."""
    for seed in range(100):
        dealt = deal(ascent(), Random(seed))
        for event in own_game(dealt):
            dealt.follow(event, dealt.match.judge(event))
            if any(dealt.cards.owed):
                return dealt
    raise AssertionError("nobody ever owed a card")


def test_what_is_owed_is_chosen_and_only_then_drawn() -> None:
    dealt = owing()
    seat = next(seat for seat, owed in enumerate(dealt.cards.owed) if owed)
    owed, pile, chosen = dealt.owed(seat), dealt.pile(seat), dealt.hand(seat)[: dealt.owed(seat)]
    for card in chosen:
        assert dealt.pile(seat) == pile
        dealt.set_aside(seat, card)
    assert dealt.cards.gone[-owed:] == list(chosen)
    assert (dealt.owed(seat), agrees(dealt)) == (0, True)


def test_what_nobody_chose_goes_with_the_next_event() -> None:
    dealt = owing()
    seat = next(seat for seat, owed in enumerate(dealt.cards.owed) if owed)
    last = dealt.hand(seat)[-1]
    event = dealt.match.read_event({"do": "discard"})
    dealt.follow(event, dealt.match.judge(event))
    assert last in dealt.cards.gone
    assert dealt.owed(seat) == 0


def test_cards_set_aside_leave_with_the_discard() -> None:
    dealt = deal(ascent(), Random(1))
    first, second = dealt.hand(0)[:2]
    dealt.set_aside(0, first)
    dealt.set_aside(0, second)
    event = dealt.match.read_event({"do": "discard"})
    dealt.follow(event, dealt.match.judge(event))
    assert (dealt.cards.gone, agrees(dealt)) == ([first, second], True)


def test_cards_set_aside_can_be_taken_back() -> None:
    dealt = deal(ascent(), Random(1))
    hand = Counter(dealt.hand(0))
    dealt.set_aside(0, dealt.hand(0)[2])
    dealt.take_back(0)
    assert (Counter(dealt.hand(0)), dealt.aside(0)) == (hand, ())


def test_a_card_that_is_not_held_cannot_be_discarded() -> None:
    dealt = deal(ascent(), Random(1))
    with pytest.raises(NotHeld):
        dealt.set_aside(0, "nothing")


def test_a_sea_monster_stays_while_anything_else_can_go() -> None:
    dealt = deal(sea(1, 2, "standard", ("monsters",)), Random(1))
    dealt.cards.hands[0] = ["monster", "island-1"]
    with pytest.raises(NotHeld):
        dealt.set_aside(0, "monster")


# corrections


@FEW
@given(SEEDS, st.integers(1, 12))
def test_undo_brings_the_very_same_cards_back(seed: int, moves: int) -> None:
    dealt = deal(ascent(2), Random(seed))
    kept = []
    for _, event in zip(range(moves), own_game(dealt), strict=False):
        kept.append([list(hand) for hand in dealt.cards.hands])
        dealt.follow(event, dealt.match.judge(event))
    for hands in reversed(kept):
        dealt.follow(Undo(), dealt.match.judge(Undo()))
        assert dealt.cards.hands == hands
        assert agrees(dealt)


def test_undo_of_a_trick_brings_its_cards_back() -> None:
    match = opened(game="elevation", players=list(NAMES[:3]))
    dealt = ElevationDealer(match, Random(3))
    day = match.read_event({"do": "day", "approach": []})
    dealt.follow(day, match.judge(day))
    hands = [dealt.hand(seat) for seat in range(3)]
    trick: list[str] = []
    for _ in range(3):
        seat = dealt.seat_after(len(trick))
        assert seat is not None
        trick.append(str(dealt.choose_card(seat, trick)))
    event = dealt.match.read_event({"do": "trick", "cards": trick})
    dealt.follow(event, dealt.match.judge(event))
    assert {card for _, card in dealt.left} == set(trick)
    dealt.follow(Undo(), dealt.match.judge(Undo()))
    assert [dealt.hand(seat) for seat in range(3)] == hands
    assert {card for _, card in dealt.back} == set(trick)


@pytest.mark.parametrize(("hand", "pile"), [(4, 30), (5, 20), (3, 35)])
def test_a_corrected_count_is_followed(hand: int, pile: int) -> None:
    dealt = deal(ascent(), Random(1))
    event = Count(player="Ann", hand=hand, pile=pile)
    verdict = dealt.match.judge(event)
    dealt.follow(event, verdict)
    dealt.settle()
    assert agrees(dealt) == verdict.legal


def test_notes_and_caught_mistakes_move_no_card() -> None:
    dealt = deal(ascent(), Random(1))
    hands = [list(hand) for hand in dealt.cards.hands]
    wrong = dealt.match.read_event({"do": "place", "card": "green-5", "at": "9.1"})
    for event in (wrong, Note(text="tea")):
        dealt.follow(event, dealt.match.judge(event))
    assert dealt.cards.hands == hands


def test_the_goat_that_is_shown_is_the_card_that_leaves() -> None:
    dealt = deal(ascent(2, modules=["goats"]), Random(1))
    goats = [card for card in dealt.cards.everything() if card.endswith(GOAT)]
    assert len(goats) == 12
    dealt.cards.hands[0] = ["green-5", "green-5" + GOAT, *dealt.cards.hands[0][2:]]
    event = dealt.match.read_event({"do": "place", "card": "green-5", "at": "1.1", "goat": True})
    dealt.follow(event, dealt.match.judge(event))
    assert dealt.left == ((0, "green-5" + GOAT),)
    assert bare("green-5" + GOAT) == "green-5"


def test_who_holds_one_card_that_can_be_played_is_not_stuck() -> None:
    dealt = deal(sea(1, 2, "standard"), Random(1))
    event = dealt._last_way(dealt.match.state, ["island-18"])
    assert (event.do, event.card) == ("place", "island-18")
    assert dealt.match.judge(event).legal
