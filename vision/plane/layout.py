"""Layouts: a game, a variant and its deck file come in, the places of the table in millimetres go out."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from assets import asset
from vision.errors import DeckError
from vision.types import Floats, Laid, Place, Point, Quad

GAMES = ("ascent", "tranquility", "elevation")
VARIANTS = {
    "ascent": ("standard",),
    "tranquility": ("standard", "high-arch", "pyramid", "day-night", "competitive"),
    "elevation": ("standard",),
}
NEAR = 0.45  # an outline belongs to a place when its centre is within this share of a card
NOISE_MM = 4.0  # how far off a place people lay a card
SIGNIFICANT = 15.0  # what four free numbers explain by chance once in 200 times, in squares of that
LOOSE = np.array(
    [20.0, 20.0, 0.03, 0.03]
)  # how far the whole layout may be off: mm, mm, scale, turn in radians


@dataclass(frozen=True, slots=True)
class Sizes:
    """A card in millimetres."""

    width_mm: float
    height_mm: float
    corner_mm: float

    @property
    def size_mm(self) -> Point:
        """Width and height."""
        return self.width_mm, self.height_mm


@dataclass(frozen=True, slots=True)
class Layout:
    """Where cards lie in a game; `free` layouts have no places: cards lie anyhow."""

    game: str
    variant: str
    card: Sizes
    places: tuple[Place, ...]
    laid: Laid = Laid.UPRIGHT

    @property
    def free(self) -> bool:
        """Whether cards lie anyhow."""
        return not self.places

    def place(self, name: str) -> Place:
        """The place of this name; DeckError when the layout has none."""
        for place in self.places:
            if place.name == name:
                return place
        raise DeckError(f"the {self.game} table has no place {name!r}")


@dataclass(frozen=True, slots=True)
class Drift:
    """How a layout lies off its usual spot: moved, scaled about the middle of the mat, turned clockwise."""

    shift_mm: Point = (0.0, 0.0)
    scale: float = 1.0
    turn_degrees: float = 0.0

    def apply(self, point: Point) -> Point:
        """Where a point of the usual layout lies now."""
        turn = math.radians(self.turn_degrees)
        x, y = point[0] * self.scale, point[1] * self.scale
        turned = (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
        return turned[0] + self.shift_mm[0], turned[1] + self.shift_mm[1]


@lru_cache(maxsize=16)
def load_deck_tables(game: str) -> dict[str, Any]:
    """The tables of a game's deck file."""
    if game not in GAMES:
        raise DeckError(f"there is no game {game!r}; there are {', '.join(GAMES)}")
    return _read_tables(asset(f"decks/{game}.toml"))


def load_layout(game: str, variant: str = "standard", tables: dict[str, Any] | None = None) -> Layout:
    """The places of a game's variant, sizes and spacing from its deck file (or from these tables)."""
    tables = load_deck_tables(game) if tables is None else tables
    if variant not in VARIANTS[game]:
        raise DeckError(f"{game} has no variant {variant!r}; there are {', '.join(VARIANTS[game])}")
    card = card_sizes(tables)
    settings = tables.get("layout", {})
    try:
        places = tuple(_places(variant, settings, card.size_mm))
    except KeyError as error:
        raise DeckError(f"the deck file of {game} lacks {error.args[0]} in [layout]") from None
    laid = Laid.EITHER_END if settings.get("either_end") else Laid.UPRIGHT
    return Layout(game, variant, card, places, laid)


def card_sizes(tables: dict[str, Any]) -> Sizes:
    """The size table of a deck file."""
    size = tables.get("size", {})
    numbers = [size.get(key) for key in ("width_mm", "height_mm", "corner_mm")]
    if not all(isinstance(number, int | float) and number > 0 for number in numbers):
        raise DeckError("the deck file needs [size] with width_mm, height_mm and corner_mm above zero")
    width, height, corner = (float(number) for number in numbers if number is not None)
    return Sizes(width, height, corner)


def _read_tables(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DeckError(f"the deck file {path.name} cannot be read: {error}") from None


def _places(variant: str, settings: dict[str, Any], size: Point) -> Iterator[Place]:
    shape = settings["shape"]
    if shape == "mountain":
        return _mountain(settings["step_mm"], settings["rise_mm"], settings["bottom_mm"], size)
    if shape == "free":
        return iter(())
    if variant == "high-arch":
        return _high_arch(settings["arch_step_mm"], size)
    if variant == "pyramid":
        return _pyramid(settings["pyramid_step_mm"], size)
    return _grid(settings["step_mm"], size)


def _mountain(step: float, rise: float, bottom: float, size: Point) -> Iterator[Place]:
    """Diamonds: `r.p` rests in the notch between `r-1.p` and `r-1.p+1`."""
    for row in range(1, 10):
        for position in range(1, 11 - row):
            x = (position - 1 - (9 - row) / 2) * step
            yield Place(f"{row}.{position}", (x, bottom - (row - 1) * rise), size, 45.0)


def _grid(step: float, size: Point) -> Iterator[Place]:
    """Six by six within a frame of border cards; the row markers lie left of the frame."""
    for row in range(1, 7):
        for column in range(1, 7):
            yield _square(f"{row}.{column}", column - 3.5, row - 3.5, step, size)
    yield _square("start", -3.5, -3.5, step, size)
    yield _square("finish", 3.5, 3.5, step, size)
    for row in range(1, 7):
        yield _square(f"row {row}", -4.6, row - 3.5, step, size)


def _high_arch(step: float, size: Point) -> Iterator[Place]:
    """Two pillars of two columns and three rows, under a roof of four rows and seven columns."""
    for name, left in (("left", -3), ("right", 2)):
        for row in range(1, 4):
            for column in range(1, 3):
                yield _square(f"{name} {row}.{column}", left + column - 1, row - 4, step, size)
    for row in range(1, 5):
        for column in range(1, 8):
            yield _square(f"roof {row}.{column}", column - 4, row - 1, step, size)
    yield _square("finish", 4, 3, step, size)


def _pyramid(step: float, size: Point) -> Iterator[Place]:
    """Rows of eight down to one, each centred on the one below; the Finish lies beside the top."""
    for row in range(1, 9):
        for column in range(1, 10 - row):
            yield _square(f"{row}.{column}", column - 1 - (8 - row) / 2, row - 4.5, step, size)
    yield _square("finish", 1.5, 3.5, step, size)


def _square(name: str, column: float, row: float, step: float, size: Point) -> Place:
    """A straight place, columns and rows counted from the middle of the mat, rows away from the player."""
    return Place(name, (column * step, -row * step), size)


def drifted(layout: Layout, drift: Drift) -> Layout:
    """The layout as it really lies."""
    places = tuple(
        replace(
            place,
            centre_mm=drift.apply(place.centre_mm),
            turn_degrees=place.turn_degrees + drift.turn_degrees,
        )
        for place in layout.places
    )
    return replace(layout, places=places)


def fit_drift(layout: Layout, outlines_mm: Sequence[Quad]) -> Drift:
    """How the layout lies, from outlines of cards seen on the table; without any, as usual.

    One card may lie a tenth off, so few cards move the layout little, many move it fully (ridge regression),
    and what chance makes of a few cards does not move it at all.
    """
    drift = Drift()
    if layout.free or not outlines_mm:
        return drift
    seen = np.array([np.mean(quad, axis=0) for quad in outlines_mm])
    usual = np.array([place.centre_mm for place in layout.places])
    for _ in range(4):
        now = np.array([drift.apply(place.centre_mm) for place in layout.places])
        distance = np.linalg.norm(seen[:, None] - now[None], axis=2)
        nearest = distance.argmin(axis=1)
        close = distance.min(axis=1) < NEAR * layout.card.width_mm
        drift = _solve_drift(usual[nearest[close]], seen[close])
    return drift if _explains(drift, usual[nearest[close]], seen[close]) else Drift()


def _explains(drift: Drift, usual: Floats, seen: Floats) -> bool:
    """Whether a drift explains more of where cards lie than four free numbers do by chance."""
    moved = np.array([drift.apply((x, y)) for x, y in usual.tolist()]).reshape(-1, 2)
    explained = ((seen - usual) ** 2).sum() - ((seen - moved) ** 2).sum()
    return bool(explained > SIGNIFICANT * NOISE_MM**2)


def _solve_drift(usual: Floats, seen: Floats) -> Drift:
    """The small shift, scale and turn that bring `usual` nearest to `seen`."""
    if not len(usual):
        return Drift()
    ones, nothing = np.ones(len(usual)), np.zeros(len(usual))
    x, y = usual.T
    rows = np.concatenate([np.stack([ones, nothing, x, -y], axis=1), np.stack([nothing, ones, y, x], axis=1)])
    off = np.concatenate([seen[:, 0] - x, seen[:, 1] - y])
    keep = np.diag((NOISE_MM / LOOSE) ** 2)
    shift_x, shift_y, scale, turn = np.linalg.solve(rows.T @ rows + keep, rows.T @ off).tolist()
    return Drift((shift_x, shift_y), math.hypot(1 + scale, turn), math.degrees(math.atan2(turn, 1 + scale)))
