"""Opening the screen: each card in turn, what worked first, and every failure told."""

import ctypes
import json
from pathlib import Path

import pygame
import pytest

from companion.app.display import Display, Tried, Way, connected_screens, find_ways


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A Pi with two graphics cards; the screen is on the second."""
    for name, status in {"card0-HDMI-A-1": "disconnected", "card1-DSI-1": "connected"}.items():
        folder = tmp_path / "sys/class/drm" / name
        folder.mkdir(parents=True)
        (folder / "status").write_text(status + "\n")
    (tmp_path / "dev/dri").mkdir(parents=True)
    for name in ("card0", "card1", "renderD128"):
        (tmp_path / "dev/dri" / name).touch()
    return tmp_path


class Sdl:
    """SDL on a machine where only some ways lead to a screen."""

    def __init__(self, environment: dict[str, str], good: set[str]) -> None:
        self.environment, self.good = environment, good
        self.tried: list[str] = []

    def start(self) -> str:
        driver = self.environment["SDL_VIDEODRIVER"]
        card = self.environment.get("SDL_KMSDRM_DEVICE_INDEX")
        way = driver if card is None else f"{driver}:{card}"
        self.tried.append(way)
        if way not in self.good:
            raise pygame.error(f"{driver} not available")
        return driver


def make(pi: Path, good: set[str], **environment: str) -> tuple[Display, Sdl]:
    sdl = Sdl(environment, good)
    return Display(pi / "display.json", environment=environment, root=pi, start=sdl.start), sdl


def test_the_card_with_a_screen_is_tried_first(pi):
    display, sdl = make(pi, {"kmsdrm:0", "kmsdrm:1"})
    assert display.open()
    assert sdl.tried == ["kmsdrm:1"]
    assert display.way == Way("kmsdrm", 1)


def test_every_card_is_tried_and_what_worked_is_remembered(pi):
    display, sdl = make(pi, {"kmsdrm:0"})
    assert display.open()
    assert sdl.tried == ["kmsdrm:1", "kmsdrm:0"]
    again, sdl = make(pi, {"kmsdrm:0"})
    assert again.open()
    assert sdl.tried == ["kmsdrm:0"]


def test_a_window_that_does_not_open_is_a_way_that_failed(pi):
    display, sdl = make(pi, {"kmsdrm:0", "kmsdrm:1"})

    def open_window() -> None:
        if sdl.tried[-1] == "kmsdrm:1":
            raise pygame.error("no mode")

    assert display.open(open_window)
    assert Tried.load(pi / "display.json") == Tried("kmsdrm:0", (("kmsdrm:1", "no mode"),))


def test_a_dark_machine_says_what_was_tried_once_and_takes_a_screen_that_comes(pi, caplog):
    display, sdl = make(pi, set())
    assert not display.open()
    assert not display.open()
    assert [record.getMessage() for record in caplog.records] == [
        "no screen: kmsdrm:1: kmsdrm not available; kmsdrm:0: kmsdrm not available"
    ]
    assert json.loads((pi / "display.json").read_text())["worked"] == ""
    sdl.good.add("kmsdrm:1")
    assert display.open()


def test_without_a_screen_a_keyboard_is_still_heard(pi):
    display, sdl = make(pi, {"evdev", "dummy"})
    assert not display.open()
    display.open_blind()
    assert sdl.tried[-1] == "evdev"
    sdl.good = {"evdev", "kmsdrm:1"}
    assert display.open()
    assert sdl.tried[-1] == "kmsdrm:1"


def test_a_driver_without_a_screen_is_no_screen(pi):
    display, sdl = make(pi, {"kmsdrm:1", "kmsdrm:0"})
    sdl.start = lambda: "dummy"
    display._start = sdl.start
    assert not display.open()


@pytest.mark.parametrize(
    ("environment", "ways"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, ["wayland", "x11"]),
        ({"DISPLAY": ":0"}, ["x11"]),
        ({}, ["kmsdrm:1", "kmsdrm:0"]),
        ({"SDL_VIDEODRIVER": "dummy", "DISPLAY": ":0"}, ["dummy"]),
    ],
)
def test_a_desktop_comes_before_the_cards_and_a_choice_before_both(pi, environment, ways):
    assert [str(way) for way in find_ways(environment, pi)] == ways


def test_a_machine_without_graphics_has_no_way(tmp_path):
    assert find_ways({}, tmp_path) == []
    assert connected_screens(tmp_path) == {}


@pytest.mark.parametrize(("way", "text"), [(Way("kmsdrm", 1), "kmsdrm:1"), (Way("x11"), "x11")])
def test_a_way_has_a_text_form(way, text):
    assert str(way) == text


@pytest.mark.parametrize(
    "text", ["", "not json", "{}", '{"worked": "x11"}', '{"worked": "x11", "failed": [1]}']
)
def test_a_damaged_memory_is_none(tmp_path, text):
    (tmp_path / "display.json").write_text(text)
    assert Tried.load(tmp_path / "display.json") == Tried()


def test_the_installed_wheel_has_the_drivers_that_a_pi_needs():
    """And no framebuffer: screens that only fbtft drives cannot work."""
    found = sorted(Path(pygame.__file__).parent.parent.glob("pygame_ce.libs/libSDL2-2*.so*"))
    sdl = ctypes.CDLL(str(found[0]))
    sdl.SDL_GetVideoDriver.restype = ctypes.c_char_p
    drivers = {
        sdl.SDL_GetVideoDriver(number).decode().lower() for number in range(sdl.SDL_GetNumVideoDrivers())
    }
    assert {"kmsdrm", "wayland", "x11", "evdev", "dummy"} <= drivers
    assert not {"fbcon", "directfb", "fbdev"} & drivers


# through cage


@pytest.fixture
def seat(pi, monkeypatch):
    (pi / "run").mkdir()
    (pi / "run/seatd.sock").touch()
    (pi / "proc/sys/kernel/random").mkdir(parents=True)
    (pi / "proc/sys/kernel/random/boot_id").write_text("first\n")
    monkeypatch.setattr("companion.app.display.shutil.which", lambda name: f"/usr/bin/{name}")
    return pi


def cages(pi: Path, **environment: str) -> list[tuple[list[str], dict[str, str]]]:
    display, _ = make(pi, set(), **environment)
    display.open()
    begun = []
    display.go_through_cage(["companion", "--service"], lambda name, words, env: begun.append((words, env)))
    return begun


def test_where_no_card_opens_cage_is_tried_once_a_boot(seat):
    ((words, environment),) = cages(seat, WATCHDOG_PID="7", NOTIFY_SOCKET="/run/x")
    assert words[:3] == ["cage", "-s", "--"]
    assert words[-3:] == ["-m", "companion", "--service"]
    assert "WATCHDOG_PID" not in environment
    assert environment["NOTIFY_SOCKET"] == "/run/x"
    assert cages(seat) == []
    (seat / "proc/sys/kernel/random/boot_id").write_text("second\n")
    assert len(cages(seat)) == 1


def test_inside_of_cage_it_is_not_tried_again(seat):
    assert cages(seat, COMPANION_IN_CAGE="1") == []


def test_without_a_seat_or_a_screen_there_is_no_cage(seat):
    (seat / "sys/class/drm/card1-DSI-1/status").write_text("disconnected\n")
    assert cages(seat) == []
    (seat / "sys/class/drm/card1-DSI-1/status").write_text("connected\n")
    (seat / "run/seatd.sock").unlink()
    assert cages(seat) == []
