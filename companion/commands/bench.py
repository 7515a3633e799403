"""Measure how fast and how exact the companion is on this machine.

Where a figure is a multiple, the output says of what.
"""

import argparse
import importlib
from types import ModuleType

from companion.commands import check_number, locale_of

# Each name is also a module in companion/simulation/benches/.
_WHATS = {
    "eye": "measure how well cards on rendered tables are found and read, and how long it takes",
    "decks": "measure how real print is read on the rendered tables of all games",
    "watch": "measure the processor time while idle, the delay until a card is read, and the memory",
    "rules": "measure how many moves are judged and how many random games are played in a second",
    "learning": "measure how many questions are asked, evening by evening, with a deck that nobody enrolled",
    "records": "measure how long it takes to save a move, compared with a bare write and fsync",
    "screens": "measure how long it takes to start, to draw a screen, and to do nothing",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the measurements, each with its own arguments."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, line in _WHATS.items():
        bench = _load(name)
        bench.add_arguments(kinds.add_parser(name, help=line, description=bench.__doc__))


def _load(name: str) -> ModuleType:
    return importlib.import_module(f"companion.simulation.benches.{name}")


def run(arguments: argparse.Namespace) -> int:
    """Measure; what is counted begins with one."""
    for name, value in vars(arguments).items():
        if type(value) is int:
            check_number(f"--{name}", value, 0 if name == "seed" else 1, locale_of(arguments))
    code: int = _load(arguments.what).run(arguments)
    return code
