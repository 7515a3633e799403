"""The loop: what the eye, the buttons and the screens bring, and who answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import intents
from companion.app.eye_thread import EyeReport
from companion.app.game_controller import PATIENCE_SECONDS
from companion.app.loop import Loop
from companion.record.session import Session
from companion.screens.navigator import Navigator
from hardware.frames import CameraState
from hardware.panel import Panel
from tests.app.steady import steady
from vision.watch.settle import Phase

HEADER = {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}
WALL = 1_800_000_000.0  # the wall's clock; the monotonic one begins near 0


@pytest.fixture(params=[WALL, 0.0], ids=["wall-ahead", "wall-behind"])
def loop(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Loop]:
    """A game under way whose two clocks are far apart, without an eye."""
    panel = Panel(None)
    made = Loop(panel, Navigator(), tmp_path, lambda _: None, wall=lambda: request.param)
    made.begin(Session.new(HEADER, tmp_path, request.param))
    yield made
    made.close()
    panel.close()


def see(loop: Loop, table: str, seconds: float) -> None:
    loop.see(EyeReport(seconds, Phase.STILL, CameraState.RUNNING, steady(table)), seconds)


def lay_half_a_campfire(loop: Loop, seconds: float) -> None:
    """A Campfire covers a card, and that card is still in the hand."""
    for at, card in (("1.1", "green-5"), ("1.2", "red-5")):
        see(loop, f"{card} {at}", seconds)
        loop.do(intents.Confirm(), seconds)
    see(loop, "campfire-green 1.1", seconds)


@pytest.mark.parametrize("press", [intents.Refuse(), intents.Confirm()])
def test_a_press_neither_hurries_nor_stops_the_patience_with_a_half_made_move(
    loop: Loop, press: intents.Intent
) -> None:
    start = 50_000.0
    lay_half_a_campfire(loop, start)
    assert loop.controller is not None
    loop.do(press, start + 1.0)
    loop.turn(start + PATIENCE_SECONDS - 0.1)
    assert not loop.controller.differs
    loop.turn(start + PATIENCE_SECONDS)
    assert loop.controller.differs


def test_a_half_made_move_that_a_press_began_is_timed_by_the_same_clock(loop: Loop) -> None:
    """Undo makes the table one of a half-made move: the patience with it begins at the press."""
    start = 50_000.0
    lay_half_a_campfire(loop, start)
    see(loop, "green-5 2.1", start)
    loop.do(intents.Confirm(), start)
    see(loop, "- 2.1", start)
    assert loop.controller is not None
    loop.do(intents.Undo(), start)
    assert not loop.controller.differs
    loop.turn(start + PATIENCE_SECONDS)
    assert loop.controller.differs


def test_the_record_holds_the_wall_s_time(loop: Loop) -> None:
    see(loop, "green-5 1.1", 50_000.0)
    loop.do(intents.Confirm(), 50_000.0)
    assert loop.controller is not None
    assert [entry.when for entry in loop.controller.session.history()] == [loop.wall()]
