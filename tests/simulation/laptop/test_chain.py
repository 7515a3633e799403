"""The whole chain on a laptop: what is dragged is seen, proposed, confirmed and followed."""

from collections.abc import Callable
from pathlib import Path

from companion.intents import Confirm
from companion.simulation.demo.stage import Stage
from companion.simulation.laptop.tabletop import Tabletop
from hardware.simulated import SimulatedCamera
from tests.app.clear_eye import make_clear_eye
from tests.simulation.laptop.playing import MAKE, TWO, climb, drag, lay, part
from vision.watch.table_watcher import TableWatcher


def stage_for(tabletop: Tabletop, folder: Path) -> Stage:
    camera = SimulatedCamera(tabletop.table, lambda: stage.seconds)
    stage: Stage
    stage = Stage(tabletop.session, camera, TableWatcher(make_clear_eye(tabletop.table)), folder)
    return stage


def steps(stage: Stage, until: Callable[[], bool], most: int = 80) -> None:
    for _ in range(most):
        stage.step()
        if until():
            return
    raise AssertionError(stage.describe())


def test_a_dragged_card_is_proposed_confirmed_and_followed(make: MAKE, tmp_path: Path) -> None:
    tabletop = make(TWO)
    stage = stage_for(tabletop, tmp_path)
    steps(stage, lambda: stage.seconds > 1.0)
    card = lay(tabletop, "1.1")
    steps(stage, lambda: stage.pending() is not None)
    pending = stage.pending()
    assert pending is not None
    assert pending.candidates[0].event.as_dict() == {"do": "place", "card": card, "at": "1.1"}
    assert stage.wish(lambda intent: isinstance(intent, Confirm))
    steps(stage, lambda: bool(tabletop.session.events))
    tabletop.follow(tabletop.session.match)
    assert (tabletop.out, tabletop.seat) == ({}, 1)
    stage.close()


def test_a_trick_of_dragged_cards_is_proposed_in_order(make: MAKE, tmp_path: Path) -> None:
    tabletop = climb(make, "Ann", "Ben", "Cleo")
    stage = stage_for(tabletop, tmp_path)
    steps(stage, lambda: stage.seconds > 1.0)
    for number in range(3):
        drag(tabletop, part(tabletop, "card").box.center, (250 + 150 * number, 250))
        steps(stage, lambda count=number: stage.seconds > 3.0 * (count + 1))  # type: ignore[misc]
    pending = stage.pending()
    assert pending is not None
    assert pending.candidates[0].event.as_dict()["cards"] == tabletop.trick()
    stage.close()
