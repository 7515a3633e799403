"""Free Solo at the table: the auto-ascenders' open cards are seen, and the screen tells what they play."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.record.session import Session
from companion.simulation.demo.stage import Stage
from companion.table.practice import simulated_table
from hardware.simulated import SimulatedCamera, Thing
from tests.app.clear_eye import make_clear_eye
from vision.watch.table_watcher import TableWatcher

HILLARY = ("andes-12", "alps-3", "rockies-11", "avalanche-1")  # as they lie, from left to right
NORGAY = ("himalayas-14", "andes-2")
MOST_STEPS = 200


class Table:
    """A stage with a simulated table: Ann and two auto-ascenders, a day has begun."""

    def __init__(self, folder: Path) -> None:
        self.table = simulated_table("elevation", "standard", seed=1)
        session = Session.new({"game": "elevation", "players": ["Ann"]}, folder, 0.0)
        session.play(session.match.read_event({"do": "day"}), when=0.0)
        camera = SimulatedCamera(self.table, lambda: self.stage.seconds)
        self.stage = Stage(session, camera, TableWatcher(make_clear_eye(self.table)), folder)

    def put(self, card: str, x: float, y: float) -> None:
        self.table.put(card, Thing(card, (x, y), 0.0))
        self.look(len(self.table.things))

    def look(self, cards: int) -> None:
        for _ in range(MOST_STEPS):
            self.stage.step()
            if self.stage.cards_seen() == cards and self.stage.game.phase.value == "still":
                return
        raise AssertionError(f"{self.stage.cards_seen()} cards seen")

    def open_rows(self) -> None:
        for number, card in enumerate(HILLARY):
            self.table.put(card, Thing(card, (-360.0 + 75 * number, -195.0), 0.0))
        for number, card in enumerate(NORGAY):
            self.table.put(card, Thing(card, (80.0 + 75 * number, -195.0), 0.0))
        self.look(len(HILLARY) + len(NORGAY))

    @property
    def reminder(self) -> str:
        table = self.stage.view().table
        assert table is not None
        assert table.trick is not None
        return table.trick.reminder


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.stage.close()


def test_the_screen_tells_what_each_auto_ascender_plays(table: Table) -> None:
    table.open_rows()
    table.put("alps-9", 0.0, 60.0)
    assert table.reminder == "Edmund Hillary plays Alps 3 (of 4 face-up cards)"
    table.table.lift("alps-3")
    table.put("alps-3", 80.0, 0.0)
    assert table.reminder == "Tenzing Norgay plays Andes 2 (of 2 face-up cards)"
    table.table.lift("andes-2")
    table.put("andes-2", -80.0, 0.0)
    pending = table.stage.pending()
    assert pending is not None
    assert pending.candidates[0].event.as_dict() == {"do": "trick", "cards": ["alps-9", "alps-3", "andes-2"]}


def test_a_card_of_a_row_that_is_in_doubt_is_not_guessed_around(table: Table) -> None:
    table.open_rows()
    table.put("alps-9", 0.0, 60.0)
    controller = table.stage.game.controller
    assert controller is not None
    rows = controller.tracker.loose
    doubtful = [each for each in rows if each.zone is not None and each.card == "andes-12"]
    assert len(doubtful) == 1
    unsure = replace(doubtful[0], seen=replace(doubtful[0].seen, card=None))
    controller.tracker = replace(
        controller.tracker, loose=tuple(unsure if each is doubtful[0] else each for each in rows)
    )
    assert table.reminder == "Follow the Alps if you can"
    assert controller.naming() is None


def test_without_open_cards_in_sight_nothing_is_told(table: Table) -> None:
    table.put("alps-9", 0.0, 60.0)
    assert table.reminder == "Follow the Alps if you can"
