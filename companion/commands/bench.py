"""Measure the companion on this machine; every figure says what it is a multiple of."""

import argparse
import importlib
from types import ModuleType

# Each name is also a module in companion/simulation/benches/.
_WHATS = {
    "eye": "finding and reading on rendered tables, troubles and cost",
    "watch": "idle cost, from the hand leaving to the reading, memory",
    "rules": "judged events and random whole games a second",
    "records": "the cost of confirming an event, against a bare write and fsync",
    "screens": "drawing screens, idle frames, start-up",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the measurements, each with its own arguments."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, line in _WHATS.items():
        bench = load(name)
        bench.add_arguments(kinds.add_parser(name, help=line, description=bench.__doc__))


def load(name: str) -> ModuleType:
    """The module of a measurement."""
    return importlib.import_module(f"companion.simulation.benches.{name}")


def run(arguments: argparse.Namespace) -> int:
    """Measure."""
    code: int = load(arguments.what).run(arguments)
    return code
