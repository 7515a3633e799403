"""Layouts: the places of a table in millimetres, and how they lie off where they should."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.errors import DeckError
from vision.types import Floats, Laid, Place, Point, Quad


@dataclass(frozen=True, slots=True)
class _DriftSettings:
    """How a layout may lie off: guesses at how people lay cards, not fitted."""

    near: float = 0.45  # an outline belongs to a place when its centre is within this share of a card
    noise_mm: float = 4.0  # how far off a place people lay a card
    significant: float = 15.0  # what four free numbers explain by chance once in 200 times, in its squares
    loose: tuple[float, ...] = (20.0, 20.0, 0.03, 0.03)  # the whole layout: mm, mm, scale, turn in radians


_SETTINGS = _DriftSettings()


@dataclass(frozen=True, slots=True)
class Sizes:
    """A card in millimetres."""

    width_mm: float
    height_mm: float
    corner_mm: float

    @property
    def size_mm(self) -> Point:
        return self.width_mm, self.height_mm


@dataclass(frozen=True, slots=True)
class Layout:
    """Where cards lie on a table of this name; `free` layouts have no places: cards lie anyhow."""

    name: str
    card: Sizes
    places: tuple[Place, ...]
    laid: Laid = Laid.UPRIGHT

    @property
    def free(self) -> bool:
        return not self.places

    def place(self, name: str) -> Place:
        """The place of this name; DeckError when the layout has none."""
        for place in self.places:
            if place.name == name:
                return place
        raise DeckError(f"the {self.name} table has no place {name!r}")


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
        close = distance.min(axis=1) < _SETTINGS.near * layout.card.width_mm
        drift = _solve_drift(usual[nearest[close]], seen[close])
    return drift if _explains(drift, usual[nearest[close]], seen[close]) else Drift()


def _explains(drift: Drift, usual: Floats, seen: Floats) -> bool:
    """Whether a drift explains more of where cards lie than four free numbers do by chance."""
    moved = np.array([drift.apply((x, y)) for x, y in usual.tolist()]).reshape(-1, 2)
    explained = ((seen - usual) ** 2).sum() - ((seen - moved) ** 2).sum()
    return bool(explained > _SETTINGS.significant * _SETTINGS.noise_mm**2)


def _solve_drift(usual: Floats, seen: Floats) -> Drift:
    """The small shift, scale and turn that bring `usual` nearest to `seen`."""
    if not len(usual):
        return Drift()
    ones, nothing = np.ones(len(usual)), np.zeros(len(usual))
    x, y = usual.T
    rows = np.concatenate([np.stack([ones, nothing, x, -y], axis=1), np.stack([nothing, ones, y, x], axis=1)])
    off = np.concatenate([seen[:, 0] - x, seen[:, 1] - y])
    keep = np.diag((_SETTINGS.noise_mm / np.array(_SETTINGS.loose)) ** 2)
    shift_x, shift_y, scale, turn = np.linalg.solve(rows.T @ rows + keep, rows.T @ off).tolist()
    return Drift((shift_x, shift_y), math.hypot(1 + scale, turn), math.degrees(math.atan2(turn, 1 + scale)))
