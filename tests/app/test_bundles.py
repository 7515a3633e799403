"""A problem in one file, run again with the same result."""

import json
import struct
import zipfile
import zlib
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pygame
import pytest

from companion.app import headless
from companion.app.bundles import (
    APP,
    DECK,
    MOST_BUNDLES,
    MOST_FILE_BYTES,
    PLANE,
    BadBundle,
    Bundle,
    BundleRecorder,
    Moment,
    ReplayableFrame,
    as_frame,
)
from companion.app.bundles import RECORD as RECORD_PART
from companion.app.headless import BundlePlayer, HeadlessApp
from companion.app.preferences import Preferences, Remembered
from companion.app.table_eyes import MakeEye
from companion.decks import load_deck
from companion.game_setup import GameSetup
from companion.intents import ProposeEvent, StartGame
from companion.locale import load_locale
from companion.record.session import Session
from companion.screens.base import Pressed
from companion.screens.view import Settings
from companion.simulation.demo.hands import Hands, pause
from companion.simulation.demo.simulated_players import People
from companion.simulation.demo.stage import Stage
from companion.table.practice import simulated_table
from hardware.signals import Button, Press
from hardware.simulated import SimulatedCamera, SimulatedTable
from tests.app.clear_eye import ClearEye
from tests.storage.faults import Disk, every_fault, faulty_disk, open_files
from vision.decks import Deck, save_deck
from vision.eye import Eye
from vision.observation import PlaceSeen
from vision.plane.plane_file import save_plane
from vision.read.patch import SIDE_PX
from vision.types import Picture, Plane
from vision.watch.settle import Phase
from vision.watch.table_watcher import TableWatcher


class SureReader:
    """Knows every card that is confirmed, so that nothing is to be learnt from it."""

    def read_patches(self, patches: list[Picture], deck: Deck) -> list[SimpleNamespace]:
        return [SimpleNamespace(card="known") for _ in patches]


class EchoEye(ClearEye):
    """Reads on a replay what the table showed at that moment: the pictures are the same, and so is the eye."""

    reader = SureReader()  # type: ignore[assignment]

    def __init__(self, table: SimulatedTable, heard: list[tuple[PlaceSeen, ...]], echo: bool = False) -> None:
        super().__init__(table)
        self.heard, self.echo = heard, echo

    def look_at_places(self, picture, mat, places, lying=None):  # type: ignore[no-untyped-def]
        if self.echo:
            return self.heard.pop(0)
        seen = super().look_at_places(picture, mat, places)
        self.heard.append(seen)
        return seen

    def read_anyhow(self, *args, **others):  # type: ignore[no-untyped-def]
        return () if self.echo else super().read_anyhow(*args, **others)


def echo(table: SimulatedTable, heard: list[tuple[PlaceSeen, ...]]) -> MakeEye:
    """What makes the eye of a replay."""
    return lambda layout, deck, plane, inventory: EchoEye(table, heard, echo=True)  # type: ignore[return-value]


def clear(layout: object, deck: object, plane: Plane | None, inventory: object) -> Eye:
    """An eye that reads what lies on an empty table."""
    eye = ClearEye(simulated_table("ascent", size_px=(320, 180)))
    eye.plane = plane
    return cast(Eye, eye)


def play_some(folder: Path) -> tuple[Stage, list[tuple[PlaceSeen, ...]], SimulatedTable]:
    """Two cards and a discard on a stage that keeps its frames."""
    session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, folder, 0.0)
    table = simulated_table("ascent", size_px=(960, 540), seed=4)
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
    path = stage.app.bundles.save(tmp_path / "bundle.zip")
    stage.close()
    bundle = Bundle.load(path)
    result = BundlePlayer(bundle, tmp_path / "again", echo(table, heard)).run()
    assert len(result.then) == 3
    assert result.same


def test_a_replay_learns_the_cards_that_were_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it did then: what is read later may depend on it."""
    (tmp_path / "live").mkdir()
    (tmp_path / "again").mkdir()
    stage, heard, table = play_some(tmp_path / "live")
    path = stage.app.bundles.save(tmp_path / "bundle.zip")
    stage.close()
    taught: list[str] = []
    monkeypatch.setattr(
        headless, "teach", lambda learner, watcher, cards: taught.extend(each.card for each in cards)
    )
    BundlePlayer(Bundle.load(path), tmp_path / "again", echo(table, heard)).run()
    assert taught == ["green-5", "red-7"]


def test_what_the_laptops_table_proposed_is_proposed_again(tmp_path: Path) -> None:
    """ "Play one move" there is no press: without it a replay would miss the discards."""
    (tmp_path / "live").mkdir()
    (tmp_path / "again").mkdir()
    stage, heard, table = play_some(tmp_path / "live")
    match = stage.game.controller.session.match
    stage.loop.wishes.put(ProposeEvent(match.read_event({"do": "discard"})))
    stage.step()
    stage.loop.press(Press.parse("yes"), stage.seconds + 1.0)
    path = stage.app.bundles.save(tmp_path / "bundle.zip")
    stage.close()
    result = BundlePlayer(Bundle.load(path), tmp_path / "again", echo(table, heard)).run()
    assert [event["do"] for event in result.now] == ["place", "discard", "place", "discard"]
    assert result.same


def test_a_game_begins_without_the_presses_before_it(tmp_path: Path) -> None:
    """They chose and started it; run again inside the game they would do something else."""
    session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 0.0)
    app = HeadlessApp(tmp_path, lambda: 0.0)
    app.bundles.press(1.0, "yes")
    app.game.begin(session)
    app.bundles.press(2.0, "no")
    bundle = Bundle.load(app.bundles.save(tmp_path / "bundle.zip"))
    assert [moment.data["press"] for moment in bundle.moments] == ["no"]


def test_a_bundle_without_a_game_says_so(tmp_path: Path) -> None:
    path = BundleRecorder().save(tmp_path / "bundle.zip")
    with pytest.raises(BadBundle, match="no game"):
        BundlePlayer(Bundle.load(path), tmp_path)


@pytest.mark.parametrize("data", [b"", b"nonsense", b"PK\x03\x04broken"])
def test_what_is_no_bundle_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bundle.zip"
    path.write_bytes(data)
    with pytest.raises(BadBundle, match="not a bundle"):
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


FRAME = {"seconds": 1, "kind": "frame", "shape": [9, 16], "light": 0, "steady": False}
GREY = zlib.compress(bytes(9 * 16))
RECORD = b'{"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}\n'
HUGE_JPEG = (
    b"\xff\xd8\xff\xc0\x00\x11\x08"
    + struct.pack(">HH", 60_000, 60_000)
    + b"\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01"
)


def pack(path: Path, moments: object, parts: dict[str, bytes], version: object = 1) -> Path:
    """A bundle as somebody else may have made it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        index = moments if isinstance(moments, bytes) else json.dumps({"bundle": version, "moments": moments})
        archive.writestr("moments.json", index)
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


HOSTILE: dict[str, tuple[object, dict[str, bytes]]] = {
    "no JSON": (b"{", {}),
    "deep JSON": (b"[" * 100_000, {}),
    "long number": (b'{"bundle": 1, "moments": [' + b"9" * 5000 + b"]}", {}),
    "a list": (b"[]", {}),
    "moments no list": ({"a": 1}, {}),
    "moment a number": ([1], {}),
    "moment null": ([None], {}),
    "no kind": ([{"seconds": 1}], {}),
    "strange kind": ([{"seconds": 1, "kind": "dance"}], {}),
    "kind a list": ([{"seconds": 1, "kind": []}], {}),
    "no seconds": ([{"kind": "press", "press": "yes"}], {}),
    "endless seconds": ([{"seconds": 1e999, "kind": "press", "press": "yes"}], {}),
    "seconds a text": ([{"seconds": "soon", "kind": "press", "press": "yes"}], {}),
    "strange press": ([{"seconds": 1, "kind": "press", "press": "maybe"}], {}),
    "press null": ([{"seconds": 1, "kind": "press", "press": None}], {}),
    "endless touch": ([{"seconds": 1, "kind": "touch", "x": 1e999, "y": 0}], {}),
    "touch half": ([{"seconds": 1, "kind": "touch", "x": 1}], {}),
    "wish a text": ([{"seconds": 1, "kind": "wish", "event": "discard"}], {"record.jsonl": RECORD}),
    "strange wish": ([{"seconds": 1, "kind": "wish", "event": {"do": "fly"}}], {"record.jsonl": RECORD}),
    "line null": ([{"seconds": 1, "kind": "line", "event": None, "number": 0}], {}),
    "line without number": ([{"seconds": 1, "kind": "line", "event": {}}], {}),
    "no shape": ([FRAME | {"shape": 3}], {}),
    "negative shape": ([FRAME | {"shape": [-1, 3]}], {}),
    "huge shape": ([FRAME | {"shape": [10**6, 10**6]}], {}),
    "no picture": ([FRAME], {"record.jsonl": RECORD}),
    "grey no zlib": ([FRAME], {"record.jsonl": RECORD, "frames/000000.grey": b"x"}),
    "grey too short": ([FRAME], {"record.jsonl": RECORD, "frames/000000.grey": zlib.compress(b"x")}),
    "grey too long": ([FRAME], {"record.jsonl": RECORD, "frames/000000.grey": zlib.compress(bytes(10**6))}),
    "no record": ([], {}),
    "record empty": ([], {"record.jsonl": b""}),
    "record no JSON": ([], {"record.jsonl": b"\xff\xfe\n"}),
    "record of chess": ([], {"record.jsonl": b'{"record": 1, "game": "chess", "players": ["Ann"]}\n'}),
    "record with a strange event": ([], {"record.jsonl": RECORD + b'{"do": "fly"}\n'}),
    "unpacks to too much": ([], {"record.jsonl": RECORD, "a": bytes(MOST_FILE_BYTES), "b": bytes(2)}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_bundle_is_one_sentence(tmp_path: Path, name: str) -> None:
    path = pack(tmp_path / "bundle.zip", *HOSTILE[name])
    with pytest.raises(BadBundle) as caught:
        BundlePlayer(Bundle.load(path), tmp_path, clear).run()
    for language in ("en", "fr"):
        assert "\n" not in caught.value.said(load_locale(language))


@pytest.mark.parametrize("jpeg", [b"", b"no picture", HUGE_JPEG], ids=["empty", "none", "huge"])
def test_a_picture_is_checked_before_it_is_decoded(jpeg: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "imdecode", None)
    frame = as_frame(Moment(1.0, "frame", {"shape": [9, 16], "light": 0.0}, GREY, jpeg))
    with pytest.raises(BadBundle):
        _ = frame.picture


def test_two_bundles_of_one_second_are_two_files(tmp_path: Path) -> None:
    names = [BundleRecorder().save_in(tmp_path / "new", 0.0, {}).name for _ in range(3)]
    assert len(set(names)) == 3
    assert names[1].endswith("~2.zip")
    assert {path.name for path in (tmp_path / "new").iterdir()} == set(names)


def test_only_the_newest_bundles_stay(tmp_path: Path) -> None:
    (tmp_path / "photo.zip").write_bytes(b"mine")
    saved = [BundleRecorder().save_in(tmp_path, 100.0 * number, {}) for number in range(MOST_BUNDLES + 3)]
    assert [path.exists() for path in saved] == [False] * 3 + [True] * MOST_BUNDLES
    assert (tmp_path / "photo.zip").exists()


def test_no_fault_of_the_disk_leaves_half_a_bundle(tmp_path: Path) -> None:
    def save(folder: Path, disk: Disk) -> None:
        BundleRecorder().save_in(folder / "new", 0.0, {"record.jsonl": RECORD})

    for fault, folder in every_fault(tmp_path, save):
        before = open_files()
        with faulty_disk(fault) as disk, pytest.raises(OSError, match="Errno"):
            save(folder, disk)
        assert not open_files() - before, fault
        assert all(Bundle.load(path).parts for path in (folder / "new").glob("*")), fault


OWNER = Remembered(GameSetup().choose(goat_cards=("green-5",)), (), Settings(language="fr", larger_text=True))
PATCH = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
PLANE_OF_OWNER = Plane((1920, 1080), (0.5, 0.0, -480.0, 0.0, 0.5, -270.0, 0.0, 0.0, 1.0), -0.05, 0.12)


def touch(app: HeadlessApp, size: tuple[int, int], button: Button, seconds: float) -> None:
    """A finger on the label of a button."""
    app.loop.show(0.0)
    app.screens.draw(pygame.Surface(size))
    assert app.screens.canvas is not None
    zones = [each for each in app.screens.canvas.zones if each.intent == Pressed(Press(button))]
    box = zones[0].box
    app.loop.touch(box.x + box.w // 2, box.y + box.h // 2, seconds)


def small_bundle(folder: Path) -> Bundle:
    """A discard told with a finger on the small screen of a French owner with a deck of his own."""
    size = (480, 320)
    app = HeadlessApp(folder, lambda: 0.0, preferences=Preferences(OWNER), screen=size)
    header = {"record": 1, "game": "ascent", "players": ["Ann", "Ben"], "modules": ["goats"]}
    app.loop.dispatch(StartGame(header), 0.0)
    save_deck(Deck("own", "ascent").with_reference("green-4", PATCH), folder / "mine.deck")
    save_plane(folder / "plane.json", PLANE_OF_OWNER)
    app.bundles.add_file(DECK, folder / "mine.deck")
    app.bundles.add_file(PLANE, folder / "plane.json")
    touch(app, size, Button.DISCARD, 1.0)
    touch(app, size, Button.YES, 2.0)
    path = app.bundles.save(folder / "bundle.zip")
    app.close()
    return Bundle.load(path)


def test_a_replay_has_the_owner_s_screen_language_deck_and_plane(tmp_path: Path) -> None:
    bundle = small_bundle(tmp_path)
    made: list[Deck] = []

    def make(layout: object, deck: Deck, plane: Plane | None, inventory: object) -> Eye:
        made.append(deck)
        return clear(layout, deck, plane, inventory)

    (tmp_path / "again").mkdir()
    player = BundlePlayer(bundle, tmp_path / "again", make)
    assert player.preferences.kept == OWNER
    assert [deck.cards() for deck in made] == [("green-4",)]
    assert player.watcher.mat.plane == PLANE_OF_OWNER
    result = player.run()
    assert (len(result.now), result.same) == (1, True)


def test_a_bundle_of_before_is_replayed_on_the_usual_screen(tmp_path: Path) -> None:
    """It tells no screen: fingers of a small one then touch something else."""
    bundle = small_bundle(tmp_path)
    (tmp_path / "again").mkdir()
    old = Bundle(bundle.moments, {RECORD_PART: bundle.parts[RECORD_PART]})
    result = BundlePlayer(old, tmp_path / "again", clear).run()
    assert result.compared
    assert not result.same


@pytest.mark.parametrize(
    "part", [b"[]", b"{", b'{"screen": [0, 5]}', b'{"screen": 3}', b'{"screen": [1e9, 5]}', b"[" * 99_999]
)
def test_a_bundle_that_does_not_tell_how_it_was_made_is_refused(tmp_path: Path, part: bytes) -> None:
    with pytest.raises(BadBundle, match="how it was made"):
        BundlePlayer(Bundle((), {RECORD_PART: RECORD, APP: part}), tmp_path, clear)
