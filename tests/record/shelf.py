"""A shelf of past games for tests: a folder comes in, a few short games are kept there."""

from pathlib import Path
from typing import Any

from companion.games.ascent.events import Discard, Place
from companion.games.events import Count, Event, Stuck
from companion.record.session import Session
from tests.record.scripted import QuickDisk

MONDAY = 1_790_000_000.0
DAY = 86_400.0
OPENING: list[Event] = [Place(card="green-5", at="1.1"), Place(card="blue-6", at="1.2")]
MISTAKE = Place(card="green-7", at="3.1")
LOSING: list[Event] = [Count(player="Ann", hand=1, pile=0), Stuck()]


def keep(folder: Path, when: float, header: dict[str, Any], events: list[Event]) -> Path:
    """One game, an event every twenty seconds."""
    with Session.new({"game": "ascent", **header}, folder, when, QuickDisk()) as session:
        for number, event in enumerate(events, start=1):
            session.play(event, when=when + 20 * number)
        return session.path


def fill(folder: Path) -> list[Path]:
    """A game that is open, one with mistakes, and two that were lost; the first is the oldest."""
    return [
        keep(folder, MONDAY, {"players": ["Ann", "Béa"]}, [*OPENING, *LOSING]),
        keep(
            folder,
            MONDAY + DAY,
            {"players": ["Ann", "Cem"], "modules": ["goats"]},
            [*OPENING, MISTAKE, *LOSING],
        ),
        keep(folder, MONDAY + 2 * DAY, {"players": ["Ann"]}, [OPENING[0], MISTAKE, MISTAKE, Discard()]),
    ]
