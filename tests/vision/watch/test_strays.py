"""Cards beside the places: told while they lie there, with their names, and never where a place has its card."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.games.table import Lying
from companion.simulation.demo.hands import pause
from companion.simulation.demo.play import practice_eye
from companion.simulation.placed_cards import NEAT
from hardware.simulated import Thing
from tests.vision.watch.test_table_watcher import Watched
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.types import Point, rectangle
from vision.watch.settle import NONE, ReadRequest
from vision.watch.strays import Strays


def strays(watched: Watched) -> list[list[str | None]]:
    """Every word on strays until the table is still."""
    told = [[card.card for card in each.strays] for each in watched.see(pause(14))]
    return [one for one, before in zip(told, [[], *told], strict=False) if one != before]


def drop(watched: Watched, key: str, card: str, at: Point) -> None:
    watched.see(watched.hands.reach(at))
    watched.table.put(key, Thing(card, at, 12.0))
    watched.see(watched.hands.withdraw())


@pytest.mark.parametrize("game", ["ascent", "tranquility"])
def test_a_card_beside_the_places_is_told_until_it_leaves(game: str) -> None:
    watched = Watched(game)
    card = {"ascent": "red-7", "tranquility": "island-12"}[game]
    drop(watched, "stray", card, (395.0, 0.0))
    assert strays(watched) == [[card]]
    watched.see(watched.hands.reach((395.0, 0.0)))
    watched.table.lift("stray")
    watched.see(watched.hands.withdraw())
    assert watched.see(pause(14))[-1].strays == ()


def test_a_card_between_two_places_is_told() -> None:
    watched = Watched("tranquility")
    (x, y), (u, v) = watched.hands.spot("2.2"), watched.hands.spot("2.3")
    drop(watched, "between", "island-12", ((x + u) / 2, (y + v) / 2))
    assert strays(watched) == [["island-12"]]


def test_a_card_on_its_place_is_no_stray() -> None:
    watched = Watched("ascent")
    for number in range(1, 5):
        watched.see(watched.hands.lay(f"1.{number}", Lying(f"green-{number}")))
        assert [each.strays for each in watched.see(pause(12)) if each.strays] == []


def test_a_stray_that_is_swapped_is_named_anew() -> None:
    watched = Watched("ascent")
    drop(watched, "stray", "red-7", (395.0, 0.0))
    assert strays(watched) == [["red-7"]]
    drop(watched, "stray", "red-8", (395.0, 0.0))
    assert watched.see(pause(14))[-1].strays[0].card == "red-8"


@pytest.mark.parametrize(
    ("game", "place", "first", "second", "off"),
    [
        ("ascent", "2.3", "green-5", "red-7", (0.3, 0.3)),
        ("tranquility", "4.3", "island-40", "island-61", (0.4, 0.0)),
    ],
)
def test_a_second_card_upon_that_of_a_place_is_told_with_its_place(
    game: str, place: str, first: str, second: str, off: Point
) -> None:
    watched = Watched(game, practice_eye, (1920, 1080))
    watched.see(watched.hands.lay(place, Lying(first), NEAT))
    watched.see(pause(12))
    (x, y), (width, height) = watched.hands.spot(place), watched.table.layout.card.size_mm
    at = (x + off[0] * width, y + off[1] * height)
    drop(watched, "second", second, at)
    seen = watched.see(pause(14))
    assert [(card.place, card.card) for card in seen[-1].strays] == [(place, second)]
    states = {each.place: each.state for steady in seen for each in steady.places}
    assert states[place] is PlaceState.HIDDEN
    watched.see(watched.hands.reach(at))
    watched.table.lift("second")
    watched.see(watched.hands.withdraw())
    after = watched.see(pause(14))
    assert after[-1].strays == ()
    read = [each.card.card for steady in after for each in steady.places if each.place == place and each.card]
    assert set(read) == {first}


@pytest.mark.parametrize(("sure", "believed"), [("green-10", None), (None, "green-11")])
def test_a_closer_look_is_not_believed_against_a_frame_that_was_sure(
    sure: str | None, believed: str | None
) -> None:
    """A 10 half under its neighbour, in bands of light, was once surely an 11 in a closer look."""
    lay = rectangle((100, 100), (80, 80), 0)
    known = CardSeen(lay, "green-10", candidates=(("green-10", 1.0),), place="2.1")

    def look_closer(**_: Any) -> tuple[CardSeen, ...]:
        return (CardSeen(lay, "green-11", candidates=(("green-11", 0.99),)),)

    strays = Strays()
    strays.note(ReadRequest(NONE), [PlaceSeen("2.1", PlaceState.CARD, known, 0.95)], np.ones(2))
    doubt = PlaceSeen("2.1", PlaceState.CARD, replace(known, card=None), 0.6)
    one = replace(doubt, card=replace(known, card=sure))
    (seen,) = strays.tell_apart(look_closer, [doubt], {"2.1": (doubt, one, doubt)})
    assert seen.card is not None
    assert seen.card.card == believed


def test_a_card_that_came_to_its_own_place_is_no_second_one_upon_its_neighbour() -> None:
    """Cards swept away were put back: one of them was told as lying upon the place beside its own."""
    lay, beside = rectangle((100, 100), (80, 80), 0), rectangle((170, 100), (80, 80), 0)
    known = CardSeen(lay, "green-8", candidates=(("green-8", 1.0),), place="2.6")
    came = CardSeen(beside, "blue-7", candidates=(("blue-7", 1.0),), place="2.7")

    strays = Strays()
    strays.note(ReadRequest(NONE), [PlaceSeen("2.6", PlaceState.CARD, known, 0.95)], np.ones(2))
    doubt = PlaceSeen("2.6", PlaceState.CARD, replace(known, card=None), 0.65)
    places = [doubt, PlaceSeen("2.7", PlaceState.CARD, came, 1.0)]
    frames = {each.place: (each,) for each in places}
    assert strays.tell_apart(lambda **_: (came,), places, frames) == tuple(places)
    assert strays.told == ()
