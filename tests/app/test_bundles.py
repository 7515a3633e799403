"""A problem in one file, run again with the same result."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.app.bundles import BadBundle, Bundle, BundleRecorder, ReplayableFrame
from companion.app.loop import Loop
from companion.app.replay import Player
from companion.decks import load_deck
from companion.intents import ProposeEvent
from companion.locale import load_locale
from companion.record.session import Session
from companion.screens.navigator import Navigator
from companion.simulation.demo.hands import Hands, pause
from companion.simulation.demo.simulated_players import People
from companion.simulation.demo.stage import Stage
from hardware.panel import Panel
from hardware.signals import Press
from hardware.simulated import SimulatedCamera, SimulatedTable
from tests.app.clear_eye import ClearEye, make_clear_eye
from vision.observation import PlaceSeen
from vision.watch.settle import Phase
from vision.watch.table_watcher import TableWatcher


class EchoEye(ClearEye):
    """Reads on a replay what the table showed at that moment: the pictures are the same, and so is the eye."""

    def __init__(self, table: SimulatedTable, heard: list[tuple[PlaceSeen, ...]], echo: bool = False) -> None:
        super().__init__(table)
        self.heard, self.echo = heard, echo

    def look_at_places(self, picture, plane, places, *, white=None):  # type: ignore[no-untyped-def]
        if self.echo:
            return self.heard.pop(0)
        seen = super().look_at_places(picture, plane, places, white=white)
        self.heard.append(seen)
        return seen


def play_some(folder: Path) -> tuple[Stage, list[tuple[PlaceSeen, ...]], SimulatedTable]:
    """Two cards and a discard on a stage that keeps its frames."""
    session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, folder, 0.0)
    table = SimulatedTable("ascent", size_px=(960, 540), seed=4)
    heard: list[tuple[PlaceSeen, ...]] = []
    eye = EchoEye(table, heard)
    stage = Stage(
        session, SimulatedCamera(table, lambda: stage.seconds), TableWatcher(eye), folder, keeps_frames=True
    )  # type: ignore[arg-type]
    rng, cards = Random(4), tuple(load_deck("ascent"))
    people = People(Hands(table, rng), session.match, stage, rng, lambda _: None, load_locale("en"), cards)
    for _ in pause(12):
        stage.step()
    for raw in (
        {"do": "place", "card": "green-5", "at": "1.1"},
        {"do": "discard"},
        {"do": "place", "card": "red-7", "at": "1.2"},
    ):
        for _ in people.play(people.match.read_event(raw)):
            stage.step()
    return stage, heard, table


def test_a_bundle_replays_to_the_same_record(tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    (tmp_path / "again").mkdir()
    stage, heard, table = play_some(tmp_path / "live")
    path = stage.loop.bundles.save(tmp_path / "bundle.zip", stage.loop.bundle_parts())
    stage.close()
    bundle = Bundle.load(path)
    result = Player(bundle, tmp_path / "again", EchoEye(table, heard, echo=True)).run()  # type: ignore[arg-type]
    assert len(result.then) == 3
    assert result.same


def test_what_the_laptops_table_proposed_is_proposed_again(tmp_path: Path) -> None:
    """ "Play one move" there is no press: without it a replay would miss the discards."""
    (tmp_path / "live").mkdir()
    (tmp_path / "again").mkdir()
    stage, heard, table = play_some(tmp_path / "live")
    stage.loop.wish(
        ProposeEvent(stage.loop.controller.session.match.read_event({"do": "discard"})), stage.seconds
    )
    stage.refresh()
    stage.loop.press(Press.parse("yes"), stage.seconds + 1.0)
    path = stage.loop.bundles.save(tmp_path / "bundle.zip", stage.loop.bundle_parts())
    stage.close()
    result = Player(Bundle.load(path), tmp_path / "again", EchoEye(table, heard, echo=True)).run()  # type: ignore[arg-type]
    assert [event["do"] for event in result.now] == ["place", "discard", "place", "discard"]
    assert result.same


def test_a_game_begins_without_the_presses_before_it(tmp_path: Path) -> None:
    """They chose and started it; run again inside the game they would do something else."""
    session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 0.0)
    loop = Loop(Panel(None, clock=lambda: 0.0), Navigator(), tmp_path, lambda _: None, wall=lambda: 0.0)
    loop.bundles.press(1.0, "yes")
    loop.begin(session)
    loop.bundles.press(2.0, "no")
    bundle = Bundle.load(loop.bundles.save(tmp_path / "bundle.zip", {}))
    assert [moment.data["press"] for moment in bundle.moments] == ["no"]


def test_a_bundle_without_a_game_says_so(tmp_path: Path) -> None:
    path = BundleRecorder().save(tmp_path / "bundle.zip", {})
    with pytest.raises(BadBundle, match="no game"):
        Player(Bundle.load(path), tmp_path, make_clear_eye(SimulatedTable("ascent", size_px=(320, 180))))


@pytest.mark.parametrize("data", [b"", b"nonsense", b"PK\x03\x04broken"])
def test_what_is_no_bundle_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bundle.zip"
    path.write_bytes(data)
    with pytest.raises(BadBundle, match="no bundle"):
        Bundle.load(path)


def test_memory_is_bounded() -> None:
    recorder = BundleRecorder(most_bytes=50_000)
    rng = np.random.default_rng(1)
    for number in range(50):
        grey = rng.integers(0, 255, (90, 160), dtype=np.uint8)
        recorder.keep(ReplayableFrame(grey, number / 10, 0.0), Phase.MOVING)
    assert 1 < len(recorder._moments) < 10
    assert recorder._size <= 50_000


def test_a_still_table_is_not_kept() -> None:
    recorder = BundleRecorder()
    recorder.keep(ReplayableFrame(np.zeros((9, 16), np.uint8), 0.0, 0.0), Phase.STILL)
    assert not recorder._moments
