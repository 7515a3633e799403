"""Cards beside the places: told while they lie there, with their names, and never where a place has its card."""

import pytest

from companion.games.table import Lying
from companion.simulation.demo.hands import pause
from hardware.simulated import Thing
from tests.vision.watch.test_table_watcher import Watched
from vision.types import Point


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
