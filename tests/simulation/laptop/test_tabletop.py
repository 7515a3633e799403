"""The laptop's table: the mouse moves real cards, and the eye's proposals follow what was laid."""

import math
from random import Random
from typing import Any

import pygame
import pytest

from companion.games.values import Outcome
from companion.record.session import Session
from companion.simulation.demo.headers import make_header
from companion.simulation.laptop.scene import hint_of, parts_of
from companion.simulation.laptop.shown import lying
from companion.simulation.laptop.tabletop import Tabletop
from companion.table.practice import simulated_table
from tests.simulation.laptop.playing import (
    GAMES,
    MAKE,
    OFFSET,
    TWO,
    climb,
    drag,
    lay,
    mouse,
    part,
    play,
    records_at_once,
    right_click,
    spot,
    to_window,
)

# dragging


def test_a_dragged_card_lies_near_its_place_and_is_in_no_hand(make: MAKE) -> None:
    tabletop = make(TWO)
    card = lay(tabletop, "1.1")
    (thing,) = tabletop.table.things.values()
    place = tabletop.table.layout.place("1.1")
    assert thing.card == card
    assert math.dist(thing.centre_mm, place.centre_mm) < 0.12 * tabletop.table.layout.card.width_mm
    assert abs(thing.turn_degrees - place.turn_degrees) < 8
    assert len(tabletop.hand()) == 4


def test_a_hand_is_in_the_picture_while_a_card_is_dragged(make: MAKE) -> None:
    tabletop = make(TWO)
    mouse(tabletop, pygame.MOUSEBUTTONDOWN, part(tabletop, "card").box.center)
    mouse(tabletop, pygame.MOUSEMOTION, (400, 300))
    assert tabletop.table.hand is not None
    mouse(tabletop, pygame.MOUSEBUTTONUP, (400, 300))
    assert tabletop.table.hand is None


@pytest.mark.parametrize("header", [TWO, {"game": "tranquility", "players": ["Ann", "Ben"]}], ids=str)
def test_a_card_dropped_anywhere_in_a_place_lies_on_it(make: MAKE, header: dict[str, Any]) -> None:
    """Its corners too: whoever drops a card there would else wait for an answer that never comes."""
    tabletop = make(header)
    place = next(iter(tabletop.table.layout.places))
    for corner in place.corners_mm():
        inside = tuple(
            middle + 0.97 * (x - middle) for x, middle in zip(corner, place.centre_mm, strict=True)
        )
        assert tabletop.placed.place_near((inside[0], inside[1])) is not None


def test_a_card_beside_every_place_is_told(make: MAKE) -> None:
    """The eye has nothing to say about it."""
    tabletop = make(TWO)
    drag(tabletop, part(tabletop, "card").box.center, (150, 120))
    assert "outlines" in hint_of(tabletop.scene())
    drag(tabletop, (150, 120), spot(tabletop, "1.1"))
    assert "outlines" not in hint_of(tabletop.scene())


def test_a_card_far_from_every_place_lies_where_it_was_dropped(make: MAKE) -> None:
    tabletop = make(TWO)
    drag(tabletop, part(tabletop, "card").box.center, (150, 120))
    (thing,) = tabletop.table.things.values()
    assert math.dist(to_window(tabletop, thing.centre_mm), (150, 120)) < 3


def test_a_card_goes_on_to_another_place_and_back_to_the_hand(make: MAKE) -> None:
    tabletop = make(TWO)
    card = lay(tabletop, "1.1")
    drag(tabletop, spot(tabletop, "1.1"), spot(tabletop, "1.2"))
    assert {place: each.card for place, each in tabletop.placed.tops().items()} == {"1.2": card}
    drag(tabletop, spot(tabletop, "1.2"), (300, 600))
    assert not tabletop.table.things
    assert card in tabletop.hand()
    assert len(tabletop.hand()) == 5


def test_a_right_click_turns_a_card_over_and_back(make: MAKE) -> None:
    tabletop = make(TWO)
    lay(tabletop, "1.1")
    right_click(tabletop, spot(tabletop, "1.1"))
    assert [thing.face_down for thing in tabletop.table.things.values()] == [True]
    right_click(tabletop, spot(tabletop, "1.1"))
    assert [thing.face_down for thing in tabletop.table.things.values()] == [False]


def test_the_wheel_turns_a_card_round(make: MAKE) -> None:
    tabletop = make(make_header("tranquility", Random(1), ["Ann", "Ben"], "day-night"))
    lay(tabletop, "3.3")
    before = tabletop.placed.tops()["3.3"].turned
    mouse(tabletop, pygame.MOUSEMOTION, spot(tabletop, "3.3"))
    tabletop.mouse(pygame.event.Event(pygame.MOUSEWHEEL, y=1), OFFSET)
    assert tabletop.placed.tops()["3.3"].turned is not before


def test_a_click_beside_everything_does_nothing(make: MAKE) -> None:
    tabletop = make(TWO)
    drag(tabletop, (5, 5), (700, 300))
    drag(tabletop, (5, 662), (700, 300))
    assert not tabletop.table.things


# the record


def test_a_recorded_card_leaves_the_hand_for_good(make: MAKE) -> None:
    tabletop = make(TWO)
    card = lay(tabletop, "1.1")
    play(tabletop, {"do": "place", "card": card, "at": "1.1"})
    assert not tabletop.out
    assert tabletop.seat == 1
    assert tabletop.session.match.state.seats.hands == tuple(map(len, tabletop.dealt.cards.hands))


def test_undo_returns_the_card_to_the_hand_and_clears_its_place(make: MAKE) -> None:
    tabletop = make(TWO)
    hand = sorted(tabletop.hand())
    card = lay(tabletop, "1.1")
    play(tabletop, {"do": "place", "card": card, "at": "1.1"})
    play(tabletop, {"do": "undo"})
    assert sorted(tabletop.hand()) == hand
    assert not tabletop.table.things


def test_a_recorded_card_that_was_taken_up_is_undone_or_laid_back(make: MAKE) -> None:
    tabletop = make(TWO)
    card = lay(tabletop, "1.1")
    play(tabletop, {"do": "place", "card": card, "at": "1.1"})
    tabletop.dealt.settle()
    drag(tabletop, spot(tabletop, "1.1"), (300, 600))
    assert not tabletop.table.things
    drag(tabletop, part(tabletop, "pocket").box.center, spot(tabletop, "1.1"))
    assert tabletop.placed.tops() == lying(tabletop.session.match)


def test_a_discard_is_chosen_with_the_mouse(make: MAKE) -> None:
    tabletop = make(TWO)
    first = part(tabletop, "card", 0)
    right_click(tabletop, first.box.center)
    second = part(tabletop, "card", 0)
    drag(tabletop, second.box.center, part(tabletop, "discard").box.center)
    assert tabletop.dealt.aside(0) == (first.name, second.name)
    play(tabletop, {"do": "discard"})
    assert tabletop.dealt.cards.gone == [first.name, second.name]


def test_a_click_on_the_discards_takes_them_back(make: MAKE) -> None:
    tabletop = make(TWO)
    right_click(tabletop, part(tabletop, "card", 0).box.center)
    mouse(tabletop, pygame.MOUSEBUTTONDOWN, part(tabletop, "discard").box.center)
    assert len(tabletop.hand()) == 5


def test_another_hand_can_be_looked_at(make: MAKE) -> None:
    tabletop = make(TWO)
    mouse(tabletop, pygame.MOUSEBUTTONDOWN, part(tabletop, "tab", 1).box.center)
    assert tuple(tabletop.hand()) == tabletop.dealt.hand(1)


def test_a_resumed_game_lies_on_the_table_as_recorded(make: MAKE) -> None:
    tabletop = make(TWO)
    records_at_once(tabletop)
    for _ in range(8):
        tabletop.play_for_me()
    tabletop.session.close()
    with Session.resume(tabletop.session.path) as session:
        table = simulated_table("ascent", size_px=(640, 360))
        again = Tabletop(session, table, Random(1), tabletop.locale, lambda intent: None)
        again.dealt.settle()
        assert again.placed.tops() == lying(session.match)
        assert tuple(map(len, again.dealt.cards.hands)) == session.match.state.seats.hands


@pytest.mark.parametrize("header", GAMES, ids=lambda each: f"{each.get('variant')} {each.get('modules')}")
def test_whole_games_are_played_by_the_button(make: MAKE, header: dict[str, Any]) -> None:
    """After every recorded move the table lies as the record says, and nothing is left over."""
    tabletop = make(header, seed=4)
    records_at_once(tabletop)
    moves = 0
    while tabletop.session.outcome is Outcome.OPEN and moves < 120:
        tabletop.play_for_me()
        moves += 1
        assert tabletop.placed.tops() == lying(tabletop.session.match)
        assert not tabletop.out
    assert tabletop.session.outcome is not Outcome.OPEN


def test_a_drawn_storm_is_shown_first_and_told(make: MAKE) -> None:
    tabletop = make(make_header("tranquility", Random(2), ["Ann", "Ben"], "standard", ["storms"]))
    tabletop.dealt.play(1, "storm-yellow")  # wherever it was dealt, it now lies nowhere
    tabletop.dealt.cards.hands[1].append("storm-yellow")
    assert tabletop.seat == 1
    assert "Storm" in hint_of(tabletop.scene())


def test_a_card_on_a_border_card_turns_up_an_explorer(make: MAKE) -> None:
    header = {"game": "tranquility", "players": ["Ann", "Ben"], "variant": "pyramid", "border": ["1.4"]}
    tabletop = make(header)
    lay(tabletop, "1.5")
    assert not tabletop.scene().explorer_shown
    drag(tabletop, spot(tabletop, "1.5"), spot(tabletop, "1.4"))
    scene = tabletop.scene()
    assert scene.explorer_shown
    assert hint_of(scene).startswith("Drawn: ")


# Elevation


def test_the_hand_of_the_climber_who_is_next_is_shown(make: MAKE) -> None:
    tabletop = climb(make, "Ann", "Ben", "Cleo")
    seats = []
    for number in range(3):
        seats.append(tabletop.seat)
        drag(tabletop, part(tabletop, "card", 2).box.center, (250 + 150 * number, 250))
    assert seats == [0, 1, 2]
    assert len(tabletop.trick()) == 3


def test_an_auto_ascender_is_offered_its_card_and_the_trick_is_swept(make: MAKE) -> None:
    tabletop = climb(make, "Ann")
    drag(tabletop, part(tabletop, "card").box.center, (250, 250))
    assert tabletop.scene().offered in tabletop.hand()
    for _ in range(2):
        tabletop.play_for_me()
    play(tabletop, {"do": "trick", "cards": tabletop.trick()})
    assert (tabletop.out, len(tabletop.table.things)) == ({}, 3)
    mouse(tabletop, pygame.MOUSEBUTTONDOWN, part(tabletop, "sweep").box.center)
    assert not tabletop.table.things


@pytest.mark.parametrize("approach", [[], ["free-climbing"], ["rapid-ascent"]], ids=str)
def test_the_rest_of_a_trick_is_laid_and_told_in_its_order(make: MAKE, approach: list[str]) -> None:
    tabletop = make({"game": "elevation", "players": ["Ann", "Ben", "Cleo"]})
    mouse(tabletop, pygame.MOUSEBUTTONDOWN, part(tabletop, "trick").box.center)
    assert not tabletop.table.things  # no day has begun
    play(tabletop, {"do": "day", "approach": approach})
    records_at_once(tabletop)
    tabletop.play_for_me()
    first = tabletop.trick()[0]
    mouse(tabletop, pygame.MOUSEBUTTONDOWN, part(tabletop, "trick").box.center)
    told = tabletop.session.events[-1]
    assert told.verdict.legal
    assert told.event.as_dict()["cards"][0] == first
    assert (tabletop.out, len(tabletop.table.things)) == (
        {},
        {"rapid-ascent": 6, "free-climbing": 4}.get("".join(approach), 3),
    )


def test_the_phantom_plays_from_the_pile(make: MAKE) -> None:
    tabletop = make({"game": "elevation", "players": ["Ann", "Ben", "Cleo"]})
    play(tabletop, {"do": "day", "approach": ["free-climbing"]})
    for _ in range(3):
        tabletop.play_for_me()
    top = tabletop.dealt.phantom_after(3)
    assert tabletop.hand() == [top]
    drag(tabletop, part(tabletop, "card").box.center, (250, 150))
    *cards, phantom = tabletop.trick()
    play(tabletop, {"do": "trick", "cards": cards, "phantom": phantom})
    assert (phantom, tabletop.out) == (top, {})


def test_what_was_set_apart_is_shown_when_the_day_is_over(make: MAKE) -> None:
    tabletop = make({"game": "elevation", "players": ["Ann", "Ben", "Cleo"]})
    play(tabletop, {"do": "day", "approach": ["supply-cache"]})
    assert tabletop.dealt.set_apart(0) == ()
    while tabletop.session.match.state.day.goes_on:
        for _ in range(3):
            tabletop.play_for_me()
        play(tabletop, {"do": "trick", "cards": tabletop.trick()})
    shown = [each.name for each in parts_of(tabletop.scene()) if each.kind == "row"]
    assert tuple(shown) == tabletop.dealt.set_apart(0)
    assert len(shown) == 4
