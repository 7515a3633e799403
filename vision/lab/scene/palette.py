"""The eight colour names and what a printer makes of them: a name and chance come in, a colour goes out."""

from __future__ import annotations

from drawing import Colour, from_hsv
from vision.lab.scene.artwork import Rng

# Hue in degrees, saturation and value as printed decks use them: (lowest, highest) of each.
RANGES: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "red": ((-10, 9), (0.68, 1.0), (0.55, 0.95)),
    "orange": ((19, 35), (0.75, 1.0), (0.82, 1.0)),
    "yellow": ((45, 60), (0.65, 1.0), (0.85, 1.0)),
    "green": ((88, 155), (0.5, 1.0), (0.3, 0.8)),
    "blue": ((200, 238), (0.58, 1.0), (0.42, 0.95)),
    "purple": ((262, 312), (0.35, 0.9), (0.32, 0.8)),
    "black": ((0, 360), (0.0, 0.2), (0.05, 0.2)),
    "white": ((0, 360), (0.0, 0.06), (0.93, 1.0)),
}


def printed(name: str, rng: Rng) -> Colour:
    """One deck's idea of a colour."""
    hue, saturation, value = (float(rng.uniform(low, high)) for low, high in RANGES[name])
    return from_hsv(hue, saturation, value)


def shade(colour: Colour, factor: float) -> Colour:
    """Darker below one, towards white above it."""
    if factor <= 1:
        return colour[0] * factor, colour[1] * factor, colour[2] * factor
    share = min(1.0, factor - 1)
    return tuple(channel + (255 - channel) * share for channel in colour)  # type: ignore[return-value]


def brightness(colour: Colour) -> float:
    """How light a colour looks, 0 to 255."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]
