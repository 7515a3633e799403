"""The wiring page shows the pins of the default config, and the drawing is the one the program draws."""

import dataclasses
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.config_keys import PinSettings
from companion.wiring import GROUND, HEADER, board_pin, draw, wires

DOCS = Path(__file__).resolve().parent.parent / "docs"


def parsed(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314 - our own drawing


def test_the_page_lists_the_pins_of_the_default_config():
    head = ["| part | GPIO (config) | pin on the board | other leg |", "|---|---|---|---|"]
    rows = [
        f"| {part} | GPIO{gpio} | {board_pin(gpio)} | ground (pin {GROUND}){own} |"
        for part, gpio in dataclasses.asdict(PinSettings()).items()
        for own in ["; 330 Ω on the pin's side" if part in ("green", "red") else ""]
    ]
    assert "\n".join([*head, *rows]) in (DOCS / "wiring.md").read_text(encoding="utf-8")


def test_the_picture_is_the_one_the_program_draws():
    assert (DOCS / "pictures" / "wiring.svg").read_text(encoding="utf-8") == draw(PinSettings())


def test_every_part_is_drawn_with_its_pin():
    words = [element.text or "" for element in parsed(draw(PinSettings())).iter() if element.text]
    for part, gpio in dataclasses.asdict(PinSettings()).items():
        assert f"GPIO{gpio}, pin {board_pin(gpio)}" in words
        assert any(part in word for word in words)


@pytest.mark.parametrize(("gpio", "pin"), [(2, 3), (4, 7), (14, 8), (17, 11), (26, 37), (21, 40), (16, 36)])
def test_gpio_numbers_sit_where_the_board_has_them(gpio, pin):
    assert board_pin(gpio) == pin


def test_the_board_has_each_gpio_once_and_its_grounds():
    assert sorted(pin for pin in HEADER if isinstance(pin, int)) == list(range(28))
    assert [index + 1 for index, pin in enumerate(HEADER) if pin == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]


def test_no_two_wires_of_the_default_cross():
    """Top to bottom the order of the pins is the order of the parts, and lower wires run further out."""
    for left in (True, False):
        side = [wire for wire in wires(PinSettings()) if wire.left == left]
        assert [wire.pin for wire in side] == sorted(wire.pin for wire in side)
        assert [wire.lane for wire in side] == sorted(wire.lane for wire in side)
        assert all(wire.y <= wire.pin_y for wire in side)


def test_other_pins_are_drawn_too():
    drawing = draw(PinSettings(yes=2, no=3, next=4, discard=17, action=27, green=22, red=10, buzzer=9))
    assert "GPIO27, pin 13" in drawing
    assert parsed(drawing).tag.endswith("svg")


def test_every_file_the_page_links_to_is_there():
    for link in re.findall(r"\]\(([^)]+)\)", (DOCS / "wiring.md").read_text(encoding="utf-8")):
        assert (DOCS / link).exists()
