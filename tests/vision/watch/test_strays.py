"""Cards beside the places: told while they lie there, with their names, and never where a place has its card."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.games.table import Lying
from companion.simulation.demo.hands import pause
from companion.simulation.demo.play import practice_eye
from companion.simulation.placed_cards import NEAT
from hardware.simulated import Thing
from tests.app.clear_eye import ClearEye
from tests.vision.watch.test_table_watcher import Watched
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.types import Point, Quad, rectangle
from vision.watch.settle import NONE, ReadRequest
from vision.watch.strays import Strays
from vision.watch.table_watcher import TableWatcher


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
    (seen,) = strays.tell_apart(look_closer, [doubt], {"2.1": (doubt, one, doubt)}, {"2.1": lay})
    assert seen.card is not None
    assert seen.card.card == believed


@pytest.mark.parametrize("read", ["blue-7", None])
def test_a_card_that_came_to_its_own_place_is_no_second_one_upon_its_neighbour(read: str | None) -> None:
    """Cards swept away were put back: one of them was told as lying upon the place beside its own.

    One that is in doubt where it lies may be surely read by a closer look.
    """
    lay, beside = rectangle((100, 100), (80, 80), 0), rectangle((170, 100), (80, 80), 0)
    known = CardSeen(lay, "green-8", candidates=(("green-8", 1.0),), place="2.6")
    came = CardSeen(beside, "blue-7", candidates=(("blue-7", 1.0),), place="2.7")

    strays = Strays()
    strays.note(ReadRequest(NONE), [PlaceSeen("2.6", PlaceState.CARD, known, 0.95)], np.ones(2))
    doubt = PlaceSeen("2.6", PlaceState.CARD, replace(known, card=None), 0.65)
    places = [doubt, PlaceSeen("2.7", PlaceState.CARD, replace(came, card=read), 1.0)]
    frames, spots = {each.place: (each,) for each in places}, {"2.6": lay, "2.7": beside}
    assert strays.tell_apart(lambda **_: (came,), places, frames, spots) == tuple(places)
    assert strays.told == ()


def rest_hand(watched: Watched) -> None:
    watched.see(watched.hands.reach((200.0, 0.0)))
    watched.see(pause(60))
    watched.see(watched.hands.withdraw())


def rest_hand_over_it(watched: Watched) -> None:
    watched.see(watched.hands.reach((395.0, 0.0)))
    watched.see(pause(60))
    watched.see(watched.hands.withdraw())


def knock(watched: Watched) -> None:
    watched.table.knock((12.0, 5.0), 1.0)


@pytest.mark.parametrize("disturb", [rest_hand, rest_hand_over_it, knock])
@pytest.mark.parametrize(("game", "card"), [("ascent", "red-7"), ("tranquility", "island-12")])
def test_a_card_beside_the_places_is_told_without_a_pause(
    game: str, card: str, disturb: Callable[[Watched], None]
) -> None:
    watched = Watched(game)
    drop(watched, "stray", card, (395.0, 0.0))
    assert strays(watched) == [[card]]
    disturb(watched)
    told = [[each.card for each in steady.strays] for steady in watched.see(pause(30))]
    assert told == [[card]] * len(told) != []
    lift(watched, "stray")
    assert watched.see(pause(14))[-1].strays == ()


def lift(watched: Watched, key: str) -> None:
    watched.see(watched.hands.reach(watched.table.things[key].centre_mm))
    watched.table.lift(key)
    watched.see(watched.hands.withdraw())


@pytest.mark.parametrize("disturb", [rest_hand, knock])
def test_a_second_card_upon_that_of_a_place_is_told_without_a_pause(
    disturb: Callable[[Watched], None],
) -> None:
    watched = Watched("ascent", practice_eye, (1920, 1080))
    watched.see(watched.hands.lay("2.3", Lying("green-5"), NEAT))
    watched.see(pause(12))
    (x, y), (width, height) = watched.hands.spot("2.3"), watched.table.layout.card.size_mm
    drop(watched, "second", "red-7", (x + 0.3 * width, y + 0.3 * height))
    watched.see(pause(14))
    disturb(watched)
    told = [[(each.place, each.card) for each in one.strays] for one in watched.see(pause(30))]
    assert told == [[("2.3", "red-7")]] * len(told) != []


@pytest.mark.parametrize("game", ["ascent", "tranquility"])
def test_a_card_that_lay_beside_the_places_from_the_start_is_told(game: str) -> None:
    watched = Watched(game)
    card = {"ascent": "red-7", "tranquility": "island-12"}[game]
    watched.table.put("stray", Thing(card, (395.0, 0.0), 12.0))
    watched.watcher = TableWatcher(watched.watcher.eye)
    assert strays(watched) == [[card]]


def test_what_is_not_read_beside_the_places_from_the_start_may_be_a_box(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unread(self: ClearEye, thing: Thing, quad: Quad, place: str | None) -> CardSeen:
        return CardSeen(quad)

    monkeypatch.setattr(ClearEye, "_card", unread)
    watched = Watched("ascent")
    watched.table.put("box", Thing("red-7", (395.0, 0.0), 12.0))
    watched.watcher = TableWatcher(watched.watcher.eye)
    assert strays(watched) == []


def test_one_card_that_changed_two_parts_of_the_picture_is_one_stray() -> None:
    def read(**_: Any) -> tuple[CardSeen, ...]:
        return (CardSeen(rectangle((100, 100), (80, 80), 0)),)

    strays, changed = Strays(), frozenset({(8, 8), (8, 9), (8, 10), (12, 8), (12, 9), (12, 10)})
    strays.note(ReadRequest(changed), [], np.full(2, 0.1))
    assert strays.search(read, np.full(2, 0.1))
    assert len(strays.told) == 1


@pytest.mark.parametrize(
    ("place", "off"), [("2.2", (0.0, 0.5)), ("2.2", (0.0, 0.4)), ("4.3", (0.0, 0.6)), ("4.3", (0.4, 0.0))]
)
def test_what_is_told_as_a_stray_is_no_card_of_a_place(place: str, off: Point) -> None:
    watched = Watched("tranquility", practice_eye, (1920, 1080))
    watched.see(watched.hands.lay("4.3", Lying("island-40"), NEAT))
    watched.see(pause(12))
    (x, y), (width, height) = watched.hands.spot(place), watched.table.layout.card.size_mm
    watched.see(watched.hands.reach((x, y)))
    watched.table.put("between", Thing("island-61", (x + off[0] * width, y + off[1] * height), 0.0))
    watched.see(watched.hands.withdraw())
    seen = watched.see(pause(70))
    assert [card.card for card in seen[-1].strays] == ["island-61"]
    lasting = {each.place: each.state for steady in seen for each in steady.places}
    assert {state for name, state in lasting.items() if name != "4.3"} <= {
        PlaceState.EMPTY,
        PlaceState.HIDDEN,
    }
    assert not any(each.card and each.card.card == "island-61" for steady in seen for each in steady.places)
    lift(watched, "between")
    seen = watched.see(pause(14))
    assert seen[-1].strays == ()
    last = {each.place: each.state for steady in seen for each in steady.places}
    assert last[place] is (PlaceState.CARD if place == "4.3" else PlaceState.EMPTY)


def test_an_unread_card_beside_the_places_is_told_after_a_hand_rested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ClearEye, "_card", lambda self, thing, quad, place: CardSeen(quad))
    watched = Watched("ascent")
    watched.see(watched.hands.reach((-300.0, 100.0)))
    watched.see(pause(60))
    watched.table.put("stray", Thing("red-7", (395.0, 0.0), 12.0))
    assert [len(each.strays) for each in watched.see(pause(14))][-1:] == [1]


def test_a_card_like_the_one_beside_it_stays_on_its_place() -> None:
    watched = Watched("tranquility", practice_eye, (1920, 1080))
    (x, y), (_, height) = watched.hands.spot("1.3"), watched.table.layout.card.size_mm
    watched.see(watched.hands.reach((x, y + 0.8 * height)))
    watched.table.put("stray", Thing("wild", (x, y + 0.8 * height), 0.0))
    watched.see(watched.hands.withdraw())
    assert [card.card for card in watched.see(pause(14))[-1].strays] == ["wild"]
    watched.table.put("played", Thing("wild", (x, y), 0.0))
    told = [each.state for steady in watched.see(pause(30)) for each in steady.places if each.place == "1.3"]
    assert told[-1] is PlaceState.CARD


def test_what_rests_elsewhere_does_not_keep_places_from_being_read_again() -> None:
    watched = Watched("ascent", practice_eye, (1920, 1080))
    watched.see(watched.hands.lay("1.1", Lying("red-6"), NEAT))
    watched.see(pause(12))
    watched.see(watched.hands.reach((395.0, 60.0)))
    watched.see(pause(60))
    (x, y), (width, height) = watched.hands.spot("1.1"), watched.table.layout.card.size_mm
    turn = watched.table.layout.place("1.1").turn_degrees
    at = (x + 0.3 * width, y + 0.3 * height)
    watched.table.put("back", Thing("red-6", at, turn, face_down=True))
    seen = watched.see(pause(80))
    assert [(card.place, card.card) for card in seen[-1].strays] == [("1.1", None)]
    told = [each.state for steady in seen for each in steady.places if each.place == "1.1"]
    assert told[-1] is PlaceState.HIDDEN


@pytest.mark.parametrize(
    ("game", "place", "first", "off"),
    [("ascent", "1.1", "red-6", (0.3, 0.3)), ("tranquility", "4.3", "island-40", (0.4, 0.0))],
)
def test_what_covers_a_card_for_longer_than_a_hand_is_told_with_its_place(
    game: str, place: str, first: str, off: Point
) -> None:
    watched = Watched(game, practice_eye, (1920, 1080))
    watched.see(watched.hands.lay(place, Lying(first), NEAT))
    watched.see(pause(12))
    (x, y), (width, height) = watched.hands.spot(place), watched.table.layout.card.size_mm
    at, turn = (x + off[0] * width, y + off[1] * height), watched.table.layout.place(place).turn_degrees
    watched.see(watched.hands.reach(at))
    watched.table.put("back", Thing(first, at, turn, face_down=True))
    watched.see(watched.hands.withdraw())
    assert [each.strays for each in watched.see(pause(30)) if each.strays] == []
    seen = watched.see(pause(30))
    assert [(card.place, card.card) for card in seen[-1].strays] == [(place, None)]
    assert [(each.place, each.state) for each in seen[-1].places] == [(place, PlaceState.HIDDEN)]
    knock(watched)
    told = [[card.place for card in each.strays] for each in watched.see(pause(30))]
    assert told == [[place]] * len(told) != []
    lift(watched, "back")
    after = watched.see(pause(14))
    assert after[-1].strays == ()
    read = [each.card.card for steady in after for each in steady.places if each.place == place and each.card]
    assert set(read) == {first}
