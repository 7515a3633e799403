"""A kept evening: what is written while people play, and what is not."""

import errno
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import intents
from companion.app.bundles import decode, encode
from companion.app.evening_recorder import (
    FULL_FRAME_SECONDS,
    EveningFile,
    EveningRecorder,
    cut_patch,
    list_evenings,
    read_lines,
    unpack,
)
from companion.app.evening_report import Kind, measure_evening
from companion.app.eye_thread import EyeReport
from companion.app.headless import HeadlessApp
from companion.app.preferences import Preferences, Remembered, load_remembered
from companion.locale import load_locale
from companion.screens.view import Settings
from hardware.frames import CameraState
from tests.app.steady import loose, steady
from vision.observation import CardSeen
from vision.watch.settle import Phase
from vision.watch.table_watcher import Steady

PICTURE = encode(np.full((90, 160, 3), 90, np.uint8))


CORNERS = ((20.0, 20.0), (70.0, 20.0), (70.0, 70.0), (20.0, 70.0))


def with_corners(table: Steady) -> Steady:
    """Cards of a size that can be cut out of a picture."""
    places = tuple(
        each if each.card is None else replace(each, card=replace(each.card, corners=CORNERS))
        for each in table.places
    )
    return replace(table, places=places)


class Table:
    """A game without an eye whose evening is kept."""

    def __init__(self, folder: Path, game: str, *, keeps: bool = True) -> None:
        self.folder, self.seconds = folder / "evenings", 100.0
        self.preferences = Preferences(Remembered(settings=Settings(keep_evening=keeps)))
        self.evening = EveningRecorder(self.folder, self.preferences, wall=lambda: 1e9)
        self.app = HeadlessApp(
            folder, lambda: self.seconds, preferences=self.preferences, evening=self.evening
        )
        self.evening.use_deck("mine", 80)
        header = {"record": 1, "game": game, "players": ["Ann", "Ben", "Zoé"]}
        self.app.loop.dispatch(intents.StartGame(header), self.seconds)

    def see(self, table: str | Steady, jpeg: bytes = PICTURE) -> None:
        """A hand comes, leaves, and the table is read a second later."""
        seen = with_corners(steady(table)) if isinstance(table, str) else table
        running = CameraState.RUNNING
        self.app.game.see(EyeReport(self.seconds, Phase.MOVING, running), self.seconds)
        self.app.game.see(EyeReport(self.seconds + 1.0, Phase.SETTLING, running), self.seconds + 1.0)
        self.seconds += 2.25
        self.app.game.see(EyeReport(self.seconds, Phase.STILL, running, seen, jpeg=jpeg), self.seconds)

    def do(self, *wishes: intents.Intent) -> None:
        for wish in wishes:
            self.app.loop.dispatch(wish, self.seconds)

    def lines(self) -> list[Any]:
        self.evening.close()
        return [line for path in list_evenings(self.folder) for line in read_lines(path)]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    tables: list[Table] = []

    def make(game: str = "ascent", **more: Any) -> Table:
        tables.append(Table(tmp_path, game, **more))
        return tables[-1]

    yield make
    for table in tables:
        table.app.close()
        table.evening.close()


def test_a_card_is_kept_with_its_picture_its_reading_and_what_people_confirmed(
    sit: Callable[..., Table],
) -> None:
    table = sit()
    table.see("green-5 1.1")
    table.do(intents.Confirm())
    game, look, shown, recorded = table.lines()
    assert game == {
        "kind": "game",
        "game": "ascent",
        "variant": "standard",
        "players": 3,
        "deck": "mine",
        "references": 80,
    }
    (card,) = look["cards"]
    assert (card["place"], card["card"], look["light"]) == ("1.1", "green-5", 90)
    assert decode(unpack(card["jpeg"])).shape[2] == 3
    assert unpack(look["frame"]) == PICTURE
    assert (len(shown["events"]), shown["waited"]) == (1, 1.25)
    event = {"do": "place", "card": "green-5", "at": "1.1"}
    assert recorded == {"kind": "recorded", "event": event, "legal": True}


def test_no_name_of_a_player_is_kept(sit: Callable[..., Table]) -> None:
    table = sit("tranquility")
    for card, place in (("island-20", "2.1"), ("start", "start")):
        table.see(f"{card} {place}")
        table.do(intents.Confirm())
    table.lines()
    (path,) = list_evenings(table.folder)
    text = path.read_text(encoding="utf-8")
    assert not any(name in text for name in ("Ann", "Ben", "Zoé"))
    assert os.stat(path).st_mode & 0o077 == 0


def test_a_whole_picture_is_kept_only_now_and_then(sit: Callable[..., Table]) -> None:
    table = sit()
    table.see("green-5 1.1")
    table.see("blue-6 1.2")
    table.seconds += FULL_FRAME_SECONDS
    table.see("red-7 1.3")
    assert ["frame" in line for line in table.lines() if line["kind"] == "look"] == [True, False, True]


def test_only_what_is_new_is_kept_and_what_is_gone(sit: Callable[..., Table]) -> None:
    table = sit()
    table.see("green-5 1.1")
    table.see("green-5 1.1, blue-6 1.2")
    table.see("- 1.1, blue-6 1.2")
    table.see("")  # a stray beside the places: nothing was read
    looks = [line for line in table.lines() if line["kind"] == "look"]
    assert [[card["place"] for card in line["cards"]] for line in looks] == [["1.1"], ["1.2"], []]
    assert [line["gone"] for line in looks] == [[], [], ["1.1"]]


def test_a_trick_is_kept_card_by_card(sit: Callable[..., Table]) -> None:
    table = sit("elevation")
    table.do(intents.ProposeEvent(table.app.game.controller.session.match.read_event({"do": "day"})))  # type: ignore[union-attr]
    table.do(intents.Confirm())
    table.see(loose("alps-3"))
    table.see(loose("alps-3", "alps-5"))
    table.see(loose())
    looks = [line for line in table.lines() if line["kind"] == "look"]
    assert [[card["card"] for card in line["cards"]] for line in looks] == [["alps-3"], ["alps-5"], []]
    assert len(looks[2]["gone"]) == 2


def test_what_people_correct_and_answer_is_kept(sit: Callable[..., Table]) -> None:
    table = sit()
    table.see("green-5 1.1")
    table.do(intents.CorrectCard("blue-5"), intents.Confirm())
    table.see("? 1.2 blue-6 blue-9")
    controller = table.app.game.controller
    assert controller is not None
    assert controller.session.pending is not None
    table.do(intents.AnswerQuestion(controller.session.pending.candidates[1].event))
    named = [(line["place"], line["card"]) for line in table.lines() if line["kind"] == "named"]
    assert named == [("1.1", "blue-5"), ("1.2", "blue-9")]


def test_what_is_kept_of_a_game_tells_how_its_cards_were_read(sit: Callable[..., Table]) -> None:
    """Read at once, corrected, and asked for."""
    table = sit()
    table.see("green-5 1.1")
    table.do(intents.Confirm())
    table.see("red-6 1.2")
    table.do(intents.CorrectCard("blue-6"), intents.Confirm())
    table.see("? 1.3 red-7 red-9")
    controller = table.app.game.controller
    assert controller is not None
    assert controller.session.pending is not None
    table.do(intents.AnswerQuestion(controller.session.pending.candidates[1].event), intents.Confirm())
    evening = measure_evening(table.lines())
    assert [(each.card, each.kind) for each in evening.cards] == [
        ("green-5", Kind.RIGHT),
        ("blue-6", Kind.WRONG),
        ("red-9", Kind.ASKED),
    ]
    assert evening.waits == {"ascent": (1.25, 1.25, 1.25)}


def test_nothing_is_kept_while_it_is_off_and_no_file_is_made(sit: Callable[..., Table]) -> None:
    table = sit(keeps=False)
    table.see("green-5 1.1")
    table.do(intents.Confirm())
    assert not table.folder.exists()
    assert table.evening.notices(load_locale("en")) == ()
    table.do(intents.ChangeSetting("keep_evening", True))
    table.see("green-5 1.1, blue-6 1.2")
    assert "being kept" in table.evening.notices(load_locale("en"))[0].text
    assert [line["kind"] for line in table.lines()] == ["game", "look", "shown"]


def test_the_wish_to_keep_an_evening_does_not_outlive_it(tmp_path: Path) -> None:
    usual, path = Settings(), tmp_path / "remembered.json"
    Remembered(settings=replace(usual, keep_evening=True, learning=True)).save(path, usual)
    assert "keep_evening" not in path.read_text()
    path.write_text('{"settings": {"keep_evening": true}}')
    assert not load_remembered(path, usual).settings.keep_evening


def test_a_damaged_picture_costs_its_own_line_only(sit: Callable[..., Table]) -> None:
    table = sit()
    table.see("green-5 1.1", jpeg=b"no picture")
    table.do(intents.Confirm())
    assert [line["kind"] for line in table.lines()] == ["game", "shown", "recorded"]


def test_a_disk_that_refuses_is_told_and_the_game_goes_on(tmp_path: Path, sit: Callable[..., Table]) -> None:
    (tmp_path / "evenings").write_text("in the way")
    table = sit()
    table.see("green-5 1.1")
    table.do(intents.Confirm())
    assert table.app.game.controller is not None
    assert len(table.app.game.controller.session.events) == 1
    assert table.evening.notices(load_locale("en")) == ()


def test_an_evening_grows_to_its_limit_and_no_further(tmp_path: Path) -> None:
    file = EveningFile(tmp_path, 1e9, most_bytes=1000)
    for number in range(10):
        file.add(lambda number=number: {"kind": "named", "number": number, "text": "x" * 200})  # type: ignore[misc]
    file.close()
    assert file.full
    assert file.path.stat().st_size <= 1000
    assert [line["number"] for line in read_lines(file.path)] == [0, 1, 2]


def test_a_disk_that_becomes_full_ends_the_keeping_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = EveningFile(tmp_path, 1e9)
    monkeypatch.setattr("companion.app.evening_recorder.os.write", refuse)
    for _ in range(3):
        file.add(lambda: {"kind": "named"})
    file.close()
    assert file.full
    assert caplog.text.count("No space left on device") == 1


def test_two_evenings_of_one_second_have_two_files(tmp_path: Path) -> None:
    one, other = EveningFile(tmp_path, 1e9), EveningFile(tmp_path, 1e9)
    one.close()
    other.close()
    one.close()  # a second time does nothing
    assert len(list_evenings(tmp_path)) == 2


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_pulled_plug_costs_the_last_line_at_most(cut: int, tmp_path: Path) -> None:
    file = EveningFile(tmp_path, 1e9)
    for number in range(3):
        file.add(lambda number=number: {"kind": "named", "number": number, "place": "1.1"})  # type: ignore[misc]
    file.close()
    data = file.path.read_bytes()
    file.path.write_bytes(data[:-cut])
    assert [line["number"] for line in read_lines(file.path)] == [0, 1]
    assert json.loads(data.splitlines()[0])["evening"] == 1


def test_a_patch_never_leaves_the_picture() -> None:
    picture = np.zeros((50, 80, 3), np.uint8)
    corners = ((-5.0, -5.0), (20.0, -5.0), (20.0, 20.0), (-5.0, 20.0))
    patch = cut_patch(picture, CardSeen(corners))
    assert patch is not None
    assert patch.shape == (24, 24, 3)
    outside = ((200.0, 200.0), (210.0, 200.0), (210.0, 210.0), (200.0, 210.0))
    assert cut_patch(picture, CardSeen(outside)) is None
