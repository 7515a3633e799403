"""The wiring: the pins of a config come in, the drawing for the person with the wires goes out."""

import dataclasses
from dataclasses import dataclass
from html import escape

from companion.config_keys import PinSettings

# The 40 pins as they sit on the board: BCM numbers, or the name of what they give.
HEADER: tuple[int | str, ...] = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15),
    *(17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND"),
    *(6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
GROUND = 39  # the last ground of the board: all our wires end near it
WIDTH, HEIGHT = 960, 640
ROW, TOP, MIDDLE = 26, 66, 480
_COLOURS = ("#1f6f8b", "#b5651d", "#5a3e85", "#2e7d32", "#a0413c", "#4d5b66", "#8a6d00", "#00695c")
_LIGHTS = {"green": "#2e9e4f", "red": "#d23b3b"}


@dataclass(frozen=True, slots=True)
class _Wire:
    """One part on its pin, and where it is drawn."""

    part: str
    gpio: int
    pin: int
    colour: str
    y: int
    lane: int

    @property
    def left(self) -> bool:
        """Odd pins are on the left of the board."""
        return self.pin % 2 == 1

    @property
    def pin_y(self) -> int:
        return _row_y(self.pin)


def board_pin(gpio: int) -> int:
    """Where a BCM number sits on the board, counted 1 to 40."""
    return HEADER.index(gpio) + 1


def _row_y(pin: int) -> int:
    return TOP + (pin - 1) // 2 * ROW


def wires(pins: PinSettings) -> list[_Wire]:
    """Every part with its pin: on each side from top to bottom, so that no wire crosses another."""
    parts = [(part, gpio, board_pin(gpio)) for part, gpio in dataclasses.asdict(pins).items()]
    sides = ([each for each in parts if each[2] % 2 == side] for side in (1, 0))
    colours, found = dict(zip(dataclasses.asdict(pins), _COLOURS, strict=True)), []
    for side in sides:
        step = min(96, 470 // max(1, len(side)))
        for index, (part, gpio, pin) in enumerate(sorted(side, key=lambda each: each[2])):
            found.append(_Wire(part, gpio, pin, colours[part], TOP + 20 + index * step, 44 + index * 16))
    return found


def draw(pins: PinSettings) -> str:
    """The drawing as SVG."""
    all_wires = wires(pins)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        "<title>Wiring of the buttons, lights and buzzer</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
        _text(
            MIDDLE, 30, "Raspberry Pi, 40 pins, seen from above; pin 1 is at the corner with the square", 15
        ),
        *_draw_ground(all_wires),
        *(line for wire in all_wires for line in _draw_wire(wire)),
        *_draw_header({wire.pin for wire in all_wires} | {GROUND}),
        *(line for wire in all_wires for line in _draw_part(wire)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _draw_header(used: set[int]) -> list[str]:
    lines = [
        f'<rect x="{MIDDLE - 26}" y="{TOP - 18}" width="52" height="{20 * ROW + 10}" rx="6" fill="#2b2b2b"/>'
    ]
    for pin in range(1, 41):
        x, y = MIDDLE + (-12 if pin % 2 else 12), _row_y(pin)
        fill = "#ffd54f" if pin in used else "#9e9e9e"
        shape = (
            f'<rect x="{x - 9}" y="{y - 9}" width="18" height="18" fill="{fill}"/>'
            if pin == 1
            else f'<circle cx="{x}" cy="{y}" r="9.5" fill="{fill}"/>'
        )
        lines += [shape, _text(x, y + 3.5, str(pin), 10)]
    return lines


def _draw_wire(wire: _Wire) -> list[str]:
    side = -1 if wire.left else 1
    pin_x, lane_x, part_x = MIDDLE + side * 20, MIDDLE + side * (wire.lane + 50), MIDDLE + side * 240
    path = f"M{pin_x} {wire.pin_y} H{lane_x} V{wire.y} H{part_x}"
    name_x = MIDDLE + side * 196
    return [
        f'<path d="{path}" fill="none" stroke="{wire.colour}" stroke-width="4" stroke-linejoin="round"/>',
        _text(name_x, wire.y - 8, f"GPIO{wire.gpio}, pin {wire.pin}", 13),
    ]


def _draw_ground(all_wires: list[_Wire]) -> list[str]:
    """One ground for all: down both sides, along the foot, and up to its pin."""
    foot, pin_y = HEIGHT - 20, _row_y(GROUND)
    paths = [f"M{MIDDLE - 20} {pin_y} H{MIDDLE - 34} V{foot}"]
    for side in (-1, 1):
        heights = [wire.y for wire in all_wires if wire.left == (side < 0)]
        bus = MIDDLE + side * 440
        paths += [f"M{MIDDLE - 34} {foot} H{bus} V{min(heights)}"] if heights else []
        paths += [f"M{bus} {y} H{MIDDLE + side * 400}" for y in heights]
    d = " ".join(paths)
    return [
        f'<path d="{d}" fill="none" stroke="#222" stroke-width="3" stroke-dasharray="9 4"/>',
        _text(MIDDLE + 40, foot - 8, f"ground, pin {GROUND}", 13),
        _text(MIDDLE + 290, 420, "A light's long leg is on the side of its resistor.", 14),
    ]


def _draw_part(wire: _Wire) -> list[str]:
    """A button, a light with its resistor, or the buzzer, between its wire and ground."""
    side = -1 if wire.left else 1
    x, y = MIDDLE + side * 340, wire.y
    near, far = MIDDLE + side * 240, MIDDLE + side * 400
    lines = [f'<path d="M{near} {y} H{far}" stroke="#222" stroke-width="3"/>']
    if wire.part in _LIGHTS:
        resistor = MIDDLE + side * 275
        lines += [
            f'<rect x="{resistor - 22}" y="{y - 8}" width="44" height="16" fill="#e8d9b5" stroke="#222"/>',
            _text(resistor, y - 14, "330 Ω", 13),
            f'<circle cx="{x}" cy="{y}" r="20" fill="{_LIGHTS[wire.part]}" stroke="#222" stroke-width="2"/>',
            _text(x, y + 38, f"{wire.part} light", 14),
        ]
    elif wire.part == "buzzer":
        lines += [
            f'<circle cx="{x}" cy="{y}" r="24" fill="#37474f" stroke="#222" stroke-width="2"/>',
            f'<circle cx="{x}" cy="{y}" r="6" fill="#fffdf7"/>',
            _text(x, y + 42, "passive buzzer, + to the pin", 14),
        ]
    else:
        lines += [
            f'<rect x="{x - 25}" y="{y - 25}" width="50" height="50" rx="8" fill="#dfe6e9" stroke="#222" '
            'stroke-width="2"/>',
            f'<circle cx="{x}" cy="{y}" r="15" fill="{wire.colour}"/>',
            _text(x, y + 43, f"button {wire.part}", 14),
        ]
    return lines


def _text(x: float, y: float, words: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="#111">{escape(words)}</text>'
