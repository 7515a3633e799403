"""Five buttons are enough: every event of dealt games can be told with them."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.app.game_view import view_proposal
from companion.games.events import Event
from companion.games.game import Match
from companion.games.table import NOTHING_SEEN
from companion.intents import ProposeEvent, Undo
from companion.locale import load_locale
from companion.record.history import open_match
from companion.screens.navigator import Navigator
from companion.screens.view import View
from companion.simulation.dealer import play_out
from companion.simulation.demo.finger import find_event, find_presses
from hardware.signals import Press
from tests.simulation.demo.many_demos import chance_header

LOCALE = load_locale("en")
SEEN = {"ascent": ("place", "campfire"), "tranquility": ("place",), "elevation": ()}


def screens(match: Match, proposed: Event | None = None) -> tuple[Navigator, View]:
    """The screens of a match, perhaps with a proposal of the eye."""
    proposal = None
    if proposed is not None:
        proposal = view_proposal(match, proposed, match.judge(proposed), LOCALE)
    view = View(
        LOCALE, match=match, table=match.game.view(match.state, NOTHING_SEEN, LOCALE), proposal=proposal
    )
    navigator = Navigator()
    navigator.show(view)
    return navigator, view


def told_events(game: str, seed: int) -> Iterator[tuple[Match, Event]]:
    """The events of a dealt game that no camera can see, each with the match before it."""
    match = open_match(1, chance_header(game, seed))
    for event in play_out(match, Random(seed)):
        if event.do not in SEEN[game] or "as" in event.as_dict():
            yield match, match.read_event(event.as_dict())
        match = match.play(event)[1]


@pytest.mark.parametrize("game", ["ascent", "tranquility", "elevation"])
@pytest.mark.parametrize("seed", range(12))
def test_every_event_that_no_camera_sees_can_be_told(game: str, seed: int) -> None:
    lost = [
        event.as_dict()
        for match, event in told_events(game, seed)
        if find_event(*screens(match), event) is None
    ]
    assert lost == []


def test_the_presses_really_say_it() -> None:
    match, event = next(pair for pair in told_events("elevation", 1) if pair[1].do == "trick")
    navigator, view = screens(match)
    presses = find_event(navigator, view, event)
    assert presses is not None
    said = [navigator.press(press) for press in presses]
    assert said[-1] == ProposeEvent(event)
    assert set(said[:-1]) == {None}


def test_what_the_eye_saw_half_of_is_told_from_the_proposal() -> None:
    match = open_match(1, {"record": 1, "game": "tranquility", "players": ["Ann", "Ben", "Cem"]})
    seen = match.read_event({"do": "start", "split": {"Ann": 3, "Ben": 3, "Cem": 2}})
    told = match.read_event({"do": "start", "split": {"Ann": 4, "Cem": 4}})
    presses = find_event(*screens(match, seen), told)
    assert presses is not None
    assert len(presses) <= 12


def test_what_cannot_be_is_not_found() -> None:
    match = open_match(1, {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]})
    assert find_event(*screens(match), match.read_event({"do": "rope"})) is None


def test_an_undo_needs_a_held_button_and_is_no_short_press() -> None:
    match = open_match(1, {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]})
    navigator, view = screens(match)
    found = find_presses(navigator, view, lambda intent: intent == Undo(), most=60)
    assert found is None
    assert navigator.press(Press.parse("no held")) is None
    assert navigator.press(Press.parse("yes")) == Undo()


def test_a_game_can_be_told_with_buttons_alone() -> None:
    match = open_match(1, {"record": 1, "game": "elevation", "players": ["Ann", "Ben", "Cem"]})
    total = 0
    for event in list(play_out(match, Random(3)))[:8]:
        presses = find_event(*screens(match), match.read_event(event.as_dict()))
        assert presses is not None
        total += len(presses)
        match = match.play(event)[1]
    assert total > 8
