"""A stand-in for lgpio under gpiozero's real LGPIOFactory: chips by number and label, and levels on the pins.

As lgpio documents it: a pin whose tones or dimming stop stays at the level it happened to have (here: high).
"""

import types
from dataclasses import dataclass, field

SET_PULL_NONE, SET_PULL_DOWN, SET_PULL_UP = 128, 64, 32
RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
IS_OUT = 2


class error(Exception):  # noqa: N801 (lgpio's name)
    """lgpio's own exception."""


@dataclass
class Pins:
    """The lines of one chip."""

    levels: dict[int, int] = field(default_factory=dict)
    modes: dict[int, int] = field(default_factory=dict)
    pulses: dict[int, tuple[float, float]] = field(default_factory=dict)
    dimmed: set[int] = field(default_factory=set)  # every line that was ever given pulses


def make_lgpio(chips: dict[int, str]) -> types.ModuleType:
    """An lgpio module of a machine with these chips, by number."""
    module = types.ModuleType("lgpio")
    module.__dict__.update(
        {name: value for name, value in globals().items() if name.isupper() or name == "error"}
    )
    module.lines = {number: Pins() for number in chips}
    module.opened = []
    handles: dict[int, int] = {}

    def gpiochip_open(number: int) -> int:
        if number not in chips:
            raise error("can not open gpiochip")
        module.opened.append(number)
        handles[len(module.opened)] = number
        return len(module.opened)

    def gpiochip_close(handle: int) -> int:
        del handles[handle]
        return 0

    def pins(handle: int) -> Pins:
        return module.lines[handles[handle]]

    def claim_input(handle: int, line: int, flags: int = 0) -> int:
        pins(handle).modes[line] = flags
        pins(handle).pulses.pop(line, None)
        pins(handle).levels[line] = 1 if flags & SET_PULL_UP else 0
        return 0

    def claim_output(handle: int, line: int, level: int = 0, flags: int = 0) -> int:
        pins(handle).modes[line] = IS_OUT
        pins(handle).levels[line] = level
        return 0

    def tx_pwm(handle: int, line: int, frequency: float, duty: float) -> int:
        if frequency:
            pins(handle).pulses[line] = (frequency, duty)
            pins(handle).dimmed.add(line)
            pins(handle).levels[line] = int(duty > 0)
        else:
            pins(handle).pulses.pop(line, None)
        return 0

    def write(handle: int, line: int, level: int) -> int:
        pins(handle).levels[line] = int(level)
        return 0

    module.gpiochip_open, module.gpiochip_close = gpiochip_open, gpiochip_close
    module.gpio_get_chip_info = lambda handle: (0, 54, f"gpiochip{handles[handle]}", chips[handles[handle]])
    module.gpio_claim_input, module.gpio_claim_output = claim_input, claim_output
    module.gpio_claim_alert = lambda handle, line, edges, flags=0: 0
    module.gpio_free = lambda handle, line: 0
    module.gpio_get_mode = lambda handle, line: pins(handle).modes.get(line, 0)
    module.gpio_read = lambda handle, line: pins(handle).levels.get(line, 0)
    module.gpio_write, module.tx_pwm = write, tx_pwm
    module.gpio_set_debounce_micros = lambda handle, line, micros: 0
    module.callback = lambda *arguments: types.SimpleNamespace(cancel=lambda: None)
    return module
