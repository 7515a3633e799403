"""Playing at the laptop's table: places and cards come in, what the mouse does to them goes out."""

from collections.abc import Callable
from random import Random
from typing import Any

import pygame

from companion.intents import Intent, ProposeEvent
from companion.simulation.demo.headers import make_header
from companion.simulation.laptop.scene import Part, parts_of
from companion.simulation.laptop.tabletop import Tabletop
from vision.types import Point

TWO = {"game": "ascent", "players": ["Ann", "Ben"]}
OFFSET = (800, 10)  # where the shell may put it
MAKE = Callable[..., Tabletop]

GAMES = [
    {**TWO, "modules": ["goats"]},
    make_header("tranquility", Random(2), ["Ann", "Ben"], "standard", ["rocks", "storms"]),
    make_header("tranquility", Random(2), ["Ann", "Ben"], "standard", ["monsters"]),
    make_header("tranquility", Random(2), ["Ann", "Ben"], "day-night"),
    make_header("tranquility", Random(2), ["Ann", "Ben"], "competitive"),
    make_header("tranquility", Random(2), ["Ann", "Ben"], "pyramid"),
]


def mouse(tabletop: Tabletop, kind: int, at: tuple[int, int], button: int = 1) -> None:
    at = (at[0] + OFFSET[0], at[1] + OFFSET[1])
    tabletop.mouse(pygame.event.Event(kind, pos=at, button=button), OFFSET)


def drag(tabletop: Tabletop, start: tuple[int, int], end: tuple[int, int]) -> None:
    mouse(tabletop, pygame.MOUSEBUTTONDOWN, start)
    mouse(tabletop, pygame.MOUSEMOTION, end)
    mouse(tabletop, pygame.MOUSEBUTTONUP, end)


def right_click(tabletop: Tabletop, at: tuple[int, int]) -> None:
    mouse(tabletop, pygame.MOUSEBUTTONDOWN, at, button=3)


def part(tabletop: Tabletop, kind: str, index: int = 0) -> Part:
    return [each for each in parts_of(tabletop.scene()) if each.kind == kind][index]


def to_window(tabletop: Tabletop, at_mm: Point) -> tuple[int, int]:
    """Where a point of the mat is on the window's table."""
    x, y = tabletop.placed.camera.to_picture([at_mm])[0]
    return round(float(x)), round(float(y))


def spot(tabletop: Tabletop, place: str) -> tuple[int, int]:
    return to_window(tabletop, tabletop.table.layout.place(place).centre_mm)


def play(tabletop: Tabletop, raw: dict[str, Any]) -> None:
    """Record an event, as the companion's screen does."""
    session = tabletop.session
    verdict = session.play(session.match.read_event(raw), when=1.0)
    assert verdict.legal, verdict.rules
    tabletop.follow(session.match)


def lay(tabletop: Tabletop, place: str) -> str:
    """Drag a card of the hand that may lie there onto a place; gives its name."""
    match = tabletop.session.match
    cards = [each for each in parts_of(tabletop.scene()) if each.kind == "card"]
    card = next(each for each in cards if place in match.game.legal_places(match.state, each.name))
    drag(tabletop, card.box.center, spot(tabletop, place))
    return card.name


def records_at_once(tabletop: Tabletop) -> None:
    """Whatever its button wishes is recorded."""

    def send(intent: Intent) -> None:
        assert isinstance(intent, ProposeEvent)
        play(tabletop, intent.event.as_dict())

    tabletop.send = send


def climb(make: MAKE, *players: str) -> Tabletop:
    tabletop = make({"game": "elevation", "players": list(players)})
    play(tabletop, {"do": "day", "approach": []})
    return tabletop
