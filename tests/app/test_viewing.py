"""What the screens are given of a game under way and at its end."""

from pathlib import Path

import pytest

from companion.app.loop import Loop
from companion.app.viewing import Chronicle, game_view
from companion.screens.navigator import Navigator
from companion.session import Session
from companion.views.values import Figure, View
from hardware.panel import Panel


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Ann laid a card, and one where it may not lie six minutes later."""
    session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 0.0)
    play(session, 60.0, {"do": "place", "card": "green-5", "at": "1.1"})
    play(session, 420.0, {"do": "place", "card": "green-6", "at": "1.2"})
    return session


def play(session: Session, now: float, raw: dict[str, object]) -> None:
    session.play(session.match.read_event(raw), now=now)


def view_of(session: Session, folder: Path) -> View:
    loop = Loop(Panel(None, clock=lambda: 0.0), Navigator(), folder, lambda _: None, wall=lambda: 0.0)
    loop.begin(session)
    assert loop.desk is not None
    return game_view(loop, loop.desk, Chronicle())


def test_a_game_under_way_shows_no_figures(tmp_path: Path, session: Session) -> None:
    assert view_of(session, tmp_path).figures == ()


def test_the_end_tells_events_illegal_plays_and_minutes(tmp_path: Path, session: Session) -> None:
    """A night between two events is no time of play."""
    play(session, 480.0, {"do": "count", "player": "Ann", "hand": 5, "pile": 20})
    play(session, 40_000.0, {"do": "count", "player": "Ben", "hand": 0, "pile": 0})
    assert view_of(session, tmp_path).figures == (
        Figure("Events", "4"),
        Figure("Illegal placements caught", "1"),
        Figure("Minutes played", "7"),
    )
