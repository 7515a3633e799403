"""Inks of a drawn deck: chance comes in, named colours as a printer might mix them go out."""

from random import Random

from drawing import Colour, from_hsv
from vision.types import COLOURS

Ink = Colour
# Hue range in degrees, saturation range, brightness range.
RANGES = {
    "red": ((-10, 9), (0.62, 1.0), (0.5, 1.0)),
    "orange": ((17, 36), (0.65, 1.0), (0.78, 1.0)),
    "yellow": ((44, 62), (0.55, 1.0), (0.78, 1.0)),
    "green": ((82, 165), (0.35, 1.0), (0.28, 0.85)),
    "blue": ((193, 246), (0.5, 1.0), (0.35, 1.0)),
    "purple": ((262, 312), (0.35, 1.0), (0.3, 0.85)),
    "black": ((0, 360), (0.0, 0.3), (0.03, 0.2)),
    "white": ((20, 220), (0.0, 0.1), (0.88, 1.0)),
}


def mix(name: str, chance: Random) -> Ink:
    """One printer's idea of a colour."""
    hues, saturations, values = RANGES[name]
    return from_hsv(chance.uniform(*hues), chance.uniform(*saturations), chance.uniform(*values))


def near(ink: Ink, chance: Random, spread: float = 18.0) -> Ink:
    """A neighbour of an ink."""
    return tuple(min(255.0, max(0.0, part + chance.uniform(-spread, spread))) for part in ink)  # type: ignore[return-value]


def blend(one: Ink, other: Ink, share: float) -> Ink:
    """Between two inks: `share` of the other."""
    return tuple(a + (b - a) * share for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


def any_ink(chance: Random) -> Ink:
    """Any colour at all, for artwork."""
    return from_hsv(chance.uniform(0, 360), chance.uniform(0.05, 0.9), chance.uniform(0.15, 1.0))


def cream(chance: Random) -> Ink:
    """Card or tile white: paper, ivory, light grey."""
    return from_hsv(chance.uniform(20, 70), chance.uniform(0.0, 0.2), chance.uniform(0.8, 1.0))


def dark(chance: Random) -> Ink:
    """Outlines and print: nearly black."""
    return from_hsv(chance.uniform(0, 360), chance.uniform(0, 0.5), chance.uniform(0.0, 0.22))


def suits(chance: Random, white: bool) -> list[tuple[str, Ink]]:
    """The colours of one deck: three to six of the eight, each mixed once; white where it can be told."""
    weights = {"white": 0.5, "black": 0.8}
    names = sorted(
        (name for name in COLOURS if white or name != "white"),
        key=lambda name: chance.random() / weights.get(name, 1.0),
    )
    return [(name, mix(name, chance)) for name in names[: chance.randint(3, 6)]]
