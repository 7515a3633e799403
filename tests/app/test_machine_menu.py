"""Leaving under the service, and what a USB stick is good for."""

import json
from pathlib import Path

import pytest

from companion import intents
from companion.app.bundles import BundleRecorder
from companion.app.folders import Folders, Stick
from companion.app.machine_menu import MachineMenu, examine_parts
from companion.app.preferences import Preferences
from companion.config import load
from companion.locale import load_locale
from companion.screens.menus import LeaveScreen
from companion.screens.navigator import base_screen
from companion.screens.view import StickView, View
from companion.screens.welcome import Welcome
from companion.table.practice import practice_deck
from hardware.panel import Panel
from vision.decks import save_deck

EN = load_locale("en")


class World:
    def __init__(self, folder: Path, clock) -> None:
        self.stick: Stick | None = None
        self.clock = clock
        self.folders = Folders(
            *(folder / name for name in ("games", "decks", "pictures")),
            *(folder / name for name in ("remembered", "plane", "running", "display", "voices", "evenings")),
        )
        self.bundles = BundleRecorder(self.folders.pictures)
        self.plug_path = folder / "stick"
        self.loaded = load(folder / "config.toml")
        self.panel = Panel(None, clock=clock)

    def plug(self) -> Path:
        self.plug_path.mkdir()
        self.stick = Stick(self.plug_path, "STICK")
        return self.plug_path

    def menu(self, service: bool = True, **parts) -> MachineMenu:
        usual = {"examine": lambda *_: {"version": "x"}, "log": lambda: "a line"}
        return MachineMenu(
            self.loaded,
            Preferences(),
            self.panel,
            self.bundles,
            self.folders,
            service,
            find=lambda: self.stick,
            clock=self.clock,
            **(usual | parts),
        )


@pytest.fixture
def world(tmp_path, clock) -> World:
    return World(tmp_path, clock)


def send(menu: MachineMenu, intent: intents.Intent) -> None:
    menu.handlers[type(intent)](intent, 0.0)
    menu.wait()


def test_leaving_under_the_service_is_a_question(world):
    menu = world.menu()
    assert isinstance(base_screen(View(EN, machine=menu.view())), Welcome)
    send(menu, intents.Quit())
    assert isinstance(base_screen(View(EN, machine=menu.view())), LeaveScreen)
    send(menu, intents.StayHere())
    assert isinstance(base_screen(View(EN, machine=menu.view())), Welcome)


def test_elsewhere_it_is_none(world):
    assert intents.Quit not in world.menu(service=False).handlers


def test_the_ways_out_have_the_statuses_that_root_knows():
    rows = LeaveScreen().rows(View(EN))
    assert [row.intent for row in rows] == [
        intents.StayHere(),
        intents.EndWith(40),
        intents.EndWith(41),
        intents.EndWith(42),
    ]
    after = (Path(__file__).parents[2] / "systemd/debian/after").read_text()
    assert "40) systemctl --no-block poweroff" in after
    assert "41) systemctl --no-block reboot" in after


def test_a_stick_is_seen_when_it_is_plugged_in_and_gone_when_it_is_pulled_out(world):
    menu = world.menu()
    assert menu.view().stick is None
    path = world.plug()
    (path / "ascent.deck").write_text("")
    (path / "table-companion_0.2.0_arm64.deb").write_text("")
    world.clock.wait(2)
    assert menu.view().stick == StickView("STICK", 1, "0.2.0")
    world.stick = None
    world.clock.wait(2)
    assert menu.view().stick is None


def test_one_press_writes_all_that_a_helper_needs(world):
    path = world.plug()
    menu = world.menu()
    menu.view()
    send(menu, intents.WriteToStick())
    (folder,) = (path / "table-companion").iterdir()
    assert json.loads((folder / "doctor.json").read_text()) == {"version": "x"}
    assert (folder / "log.txt").read_text() == "a line"
    assert len(list(folder.glob("bundle-*.zip"))) == 1
    assert (
        menu.view().note
        == f"Written to STICK, folder table-companion/{folder.name}. You can pull the stick out."
    )


def test_a_stick_that_is_pulled_out_meanwhile_is_told(world):
    world.plug()

    def pull(*_):
        world.plug_path.rmdir()
        raise OSError(5, "Input/output error")

    menu = world.menu(examine=pull)
    menu.view()
    send(menu, intents.WriteToStick())
    assert menu.view().note == "That did not work: Input/output error."


def test_without_a_stick_nothing_is_done(world):
    menu = world.menu()
    menu.view()
    send(menu, intents.TakeDecks())
    assert menu.view().note == ""


def test_decks_are_taken_and_the_old_ones_kept(world):
    path = world.plug()
    save_deck(practice_deck("elevation"), path / "mine.deck")
    world.folders.decks.mkdir()
    (world.folders.decks / "elevation.deck").write_bytes(b"old")
    menu = world.menu()
    menu.view()
    send(menu, intents.TakeDecks())
    assert menu.view().note == "Decks copied: 1. You can pull the stick out."
    assert (world.folders.decks / "elevation.deck").read_bytes() == (path / "mine.deck").read_bytes()
    assert (world.folders.decks / "elevation.deck.previous").read_bytes() == b"old"


def test_a_file_that_is_no_deck_changes_nothing(world):
    path = world.plug()
    (path / "ascent.deck").write_text("holiday")
    menu = world.menu()
    menu.view()
    send(menu, intents.TakeDecks())
    assert "ascent.deck" in menu.view().note
    assert not world.folders.decks.exists()


def test_the_parts_are_looked_at_while_the_panel_stays_ours(world, board):
    panel = Panel(None, clock=world.clock)
    found = examine_parts(world.loaded, panel, EN)
    assert {"config", "camera", "display", "pins"} <= {part["part"] for part in found["parts"]}
    panel.poll()
