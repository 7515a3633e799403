"""The loop: what the eye, the buttons and the screens bring, and who answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import intents
from companion.app import loop
from companion.app.eye_thread import EyeReport
from companion.app.game_controller import PATIENCE_SECONDS
from companion.app.headless import HeadlessApp
from companion.record.history import JudgedEvent
from hardware.frames import CameraState
from hardware.signals import Button, Press, Signal
from tests.app.steady import steady
from vision.watch.settle import Phase

HEADER = {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}
WALL = 1_800_000_000.0  # the wall's clock
START = 50_000.0  # the monotonic one


@pytest.fixture(params=[WALL, 0.0], ids=["wall-ahead", "wall-behind"])
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[HeadlessApp]:
    """A game under way whose two clocks are far apart, without an eye."""
    made = HeadlessApp(tmp_path, lambda: START, wall=lambda: request.param)
    made.loop.dispatch(intents.StartGame(HEADER), START)
    yield made
    made.close()


def see(app: HeadlessApp, table: str, seconds: float) -> None:
    app.game.see(EyeReport(seconds, Phase.STILL, CameraState.RUNNING, steady(table)), seconds)


def differs(app: HeadlessApp) -> bool:
    assert app.game.controller is not None
    return app.game.controller.differs


def history(app: HeadlessApp) -> list[JudgedEvent]:
    assert app.game.controller is not None
    return app.game.controller.session.events


def lay_half_a_campfire(app: HeadlessApp, seconds: float) -> None:
    """A Campfire covers a card, and that card is still in the hand."""
    for at, card in (("1.1", "green-5"), ("1.2", "red-5")):
        see(app, f"{card} {at}", seconds)
        app.loop.dispatch(intents.Confirm(), seconds)
    see(app, "campfire-green 1.1", seconds)


@pytest.mark.parametrize("press", [intents.Refuse(), intents.Confirm()])
def test_a_press_neither_hurries_nor_stops_the_patience_with_a_half_made_move(
    app: HeadlessApp, press: intents.Intent
) -> None:
    lay_half_a_campfire(app, START)
    app.loop.dispatch(press, START + 1.0)
    app.loop.turn(START + PATIENCE_SECONDS - 0.1)
    assert not differs(app)
    app.loop.turn(START + PATIENCE_SECONDS)
    assert differs(app)


def test_a_half_made_move_that_a_press_began_is_timed_by_the_same_clock(app: HeadlessApp) -> None:
    """Undo makes the table one of a half-made move: the patience with it begins at the press."""
    lay_half_a_campfire(app, START)
    see(app, "green-5 2.1", START)
    app.loop.dispatch(intents.Confirm(), START)
    see(app, "- 2.1", START)
    app.loop.dispatch(intents.Undo(), START)
    assert not differs(app)
    app.loop.turn(START + PATIENCE_SECONDS)
    assert differs(app)


def test_the_record_holds_the_time_of_the_wall(app: HeadlessApp, request: pytest.FixtureRequest) -> None:
    see(app, "green-5 1.1", START)
    app.loop.dispatch(intents.Confirm(), START)
    assert [entry.when for entry in history(app)] == [request.node.callspec.params["app"]]


def test_the_button_that_confirmed_cannot_run_on(app: HeadlessApp) -> None:
    see(app, "green-5 1.1", START)
    app.loop.show(START)
    app.loop.press(Press(Button.YES), START)
    assert len(history(app)) == 1
    see(app, "green-5 1.1, red-5 1.2", START + 0.1)
    app.loop.show(START)
    app.loop.press(Press(Button.YES), START + 0.3)
    assert len(history(app)) == 1
    app.loop.press(Press(Button.YES), START + 0.5)
    assert len(history(app)) == 2


def test_what_is_owed_is_told_until_green_says_done(app: HeadlessApp) -> None:
    for table in ("green-5 1.1", "green-5 1.1, red-9 1.2"):
        see(app, table, START)
        app.loop.dispatch(intents.Confirm(), START)
    owed = app.views.current().debt
    assert owed is not None
    assert (owed.player, owed.discards, owed.text) == ("Ben", 4, "red 9 · 1.2")
    assert app.views.current().last_place == "1.2"
    app.loop.dispatch(intents.DiscardsDone(), START)
    assert app.views.current().debt is None


def test_the_main_loop_is_read_in_one_short_file() -> None:
    source = Path(loop.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) < 150
    assert "while self.loop.running:" in source
    assert "lambda" not in source


def test_an_intent_without_a_receiver_is_a_bug(app: HeadlessApp) -> None:
    class Strange(intents.Intent):
        pass

    with pytest.raises(KeyError):
        app.loop.dispatch(Strange(), START)


def test_what_is_pressed_reaches_the_game_and_the_lights(app: HeadlessApp) -> None:
    """The screens say what a button means, the game answers, green shines for a legal card."""
    see(app, "green-5 1.1", START)
    app.loop.turn(START)
    assert app.panel.lights.signal is Signal.LEGAL
    app.panel.inject(Button.YES, True, START)
    app.panel.inject(Button.YES, False, START + 0.1)
    app.loop.turn(START + 1.0)
    assert [entry.event.do for entry in history(app)] == ["place"]
    assert app.panel.lights.signal is Signal.OFF


def test_a_wish_from_outside_of_the_screens_is_carried_out_at_the_next_turn(app: HeadlessApp) -> None:
    app.loop.wishes.put(intents.LeaveGame())
    assert app.game.controller is not None
    app.loop.wishes.put(intents.ShutDown())
    app.loop.turn(START)
    assert (app.game.controller, app.loop.running) == (None, False)


def test_nothing_is_shown_anew_while_nothing_happens(app: HeadlessApp) -> None:
    app.loop.turn(START)
    shown = app.screens.view
    for number in range(20):
        app.loop.turn(START + number)
    assert app.screens.view is shown
