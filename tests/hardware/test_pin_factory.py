"""The pins through gpiozero's real LGPIOFactory over a stand-in for lgpio: which chip, and what a wire carries."""

import importlib
import os
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
from gpiozero import Device
from packaging.requirements import Requirement

from hardware.board import default_factory, own_corner
from hardware.panel import Panel, Pins
from hardware.signals import Signal, Sound
from tests.fakes.lgpio import make_lgpio

ROOT = Path(__file__).resolve().parents[2]
PINS = Pins(yes=5, no=6, next=13, discard=19, action=26, green=16, red=20, buzzer=21)
PI_5, PI_4, ZERO_2 = 0xC04170, 0xC03111, 0x902120
BUZZER, GREEN, RING = 21, 16, 12


@pytest.fixture
def machine(monkeypatch):
    """A Pi with these gpio chips; gives its lgpio."""

    def make(chips: dict[int, str], revision: int = PI_5):
        lgpio = make_lgpio(chips)
        monkeypatch.setitem(sys.modules, "lgpio", lgpio)
        for name in ("gpiozero.pins.lgpio",):
            monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: revision)
        monkeypatch.setattr("hardware.board.chip_numbers", lambda: sorted(chips))
        monkeypatch.setattr(Device, "pin_factory", None)
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        return lgpio

    yield make
    local = importlib.import_module("gpiozero.pins.local").LocalPiFactory
    local.pins.clear()
    local._reservations.clear()


@pytest.mark.parametrize(
    ("chips", "revision", "chip"),
    [
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, PI_5, 0),
        ({0: "gpio-brcmstb@107d517c00", 4: "pinctrl-rp1"}, PI_5, 4),
        ({4: "gpio-brcmstb@107d517c00", 11: "pinctrl-rp1"}, PI_5, 11),
        *(({0: "raspberrypi-exp-gpio", n: "pinctrl-rp1"}, PI_5, n) for n in (12, 13, 14, 15)),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, PI_4, 0),
        ({0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2835"}, ZERO_2, 1),
    ],
)
def test_the_chip_of_the_40_pins_is_found_by_its_label(machine, chips, revision, chip):
    machine(chips, revision)
    factory = default_factory()
    assert type(factory).__name__ == "LGPIOFactory"
    assert factory.chip == chip


@pytest.mark.parametrize("version", ["2.0", "2.0.1", "2.0.1.post2"])
def test_a_gpiozero_that_ignores_its_chip_is_not_installed(version):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [Requirement(line) for line in project["project"]["dependencies"]]
    gpiozero = next(each for each in wanted if each.name == "gpiozero")
    assert not gpiozero.specifier.contains(version)


def test_a_chip_that_may_not_be_opened_is_passed_over(machine):
    lgpio = machine({0: "gpio-brcmstb", 11: "pinctrl-rp1"})
    original = lgpio.gpiochip_open
    lgpio.gpiochip_open = lambda number: original(number) if number else original(-1)
    assert default_factory().chip == 11


def test_a_button_on_a_real_factory_opens(machine):
    machine({11: "pinctrl-rp1"})
    with Panel(PINS) as panel:
        assert panel.problems == ()
        assert panel.has_pins


def test_no_chip_at_all_is_one_problem(machine):
    machine({})
    with Panel(PINS) as panel:
        assert [problem.part for problem in panel.problems] == ["pins"]


# what the wires carry


@pytest.fixture
def lines(machine):
    return machine({0: "pinctrl-rp1"}).lines[0]


def test_the_buzzers_pin_is_low_after_every_tune(lines, clock):
    with Panel(PINS, clock=clock) as panel:
        for sound in Sound:
            panel.play(sound)
            assert BUZZER in lines.pulses
            for _ in range(300):
                clock.wait(0.01)
                panel.poll()
            assert BUZZER not in lines.pulses
            assert lines.levels[BUZZER] == 0


def test_the_buzzers_pin_is_low_in_a_rest_and_when_a_tune_is_cut_short(lines, clock):
    panel = Panel(PINS, clock=clock)
    panel.play(Sound.ILLEGAL)
    clock.wait(0.2)  # between its two notes
    panel.poll()
    assert BUZZER not in lines.pulses
    assert lines.levels[BUZZER] == 0
    panel.play(Sound.WON)
    panel.close()
    assert lines.levels[BUZZER] == 0


def test_a_light_at_full_brightness_needs_no_pulses(lines, clock):
    with Panel(PINS, clock=clock, brightness=1.0) as panel:
        panel.show(Signal.LEGAL)
        assert lines.levels[GREEN] == 1
        assert GREEN not in lines.dimmed


def test_a_dimmed_light_has_pulses(lines, clock):
    with Panel(PINS, clock=clock, brightness=0.4) as panel:
        panel.show(Signal.LEGAL)
        assert lines.pulses[GREEN] == (100, 40)


def test_a_ring_light_burns_while_the_panel_is_open_and_the_eye_knows_since_when(lines, clock):
    panel = Panel(PINS, clock=clock, ring=RING, ring_brightness=0.5)
    assert lines.pulses[RING] == (1000, 50)  # far faster than an exposure, or it would show as bands
    assert panel.last_light_change_seconds == clock()
    clock.wait(5)
    panel.set_ring(0.0)
    assert panel.last_light_change_seconds == clock()
    panel.close()
    assert lines.levels[RING] == 0


def test_without_a_ring_light_its_pin_is_left_alone(lines, clock):
    with Panel(PINS, clock=clock) as panel:
        panel.set_ring(1.0)
        assert RING not in lines.modes
        assert panel.last_light_change_seconds == float("-inf")


# the folder that lgpio wants


def test_a_folder_that_cannot_be_returned_to_is_survived(tmp_path, monkeypatch):
    """As somebody's home is for the account of the service."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    with own_corner():
        assert Path.cwd() == Path(os.environ["LG_WD"])
        shutil.rmtree(home)
    assert Path.cwd() == Path("/")


def test_a_folder_that_can_is_returned_to(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with own_corner():
        pass
    assert Path.cwd() == tmp_path


def test_pins_are_found_from_a_folder_of_somebody_else(machine, tmp_path, monkeypatch):
    machine({11: "pinctrl-rp1"})
    monkeypatch.chdir(tmp_path)
    original = os.chdir

    def refuse(path) -> None:
        if str(path) == str(tmp_path):
            raise PermissionError(13, "Permission denied", str(path))
        original(path)

    monkeypatch.setattr(os, "chdir", refuse)
    assert default_factory().chip == 11
