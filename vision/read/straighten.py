"""Looks: outlines and what the network sees inside them come in, where the cards truly lie goes out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.read.network import Rows, Values, head
from vision.read.patch import refine
from vision.types import Picture, Quad, area

_MOST_RESIZED = 0.15  # of the log of its area: outlines are found nearly as large as they are
SOME_CARD = -3.0  # log-odds of a whole card below which an outline is not worth moving


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Patches cut along outlines, and what the network says of them."""

    patches: list[Picture]
    rows: Rows
    quads: list[Quad]

    def some(self, chosen: Sequence[int]) -> "Looks":
        """Only these of them."""
        patches, quads = [self.patches[index] for index in chosen], [self.quads[index] for index in chosen]
        return Looks(patches, self.rows[list(chosen)], quads)

    def moves(self, limit: float) -> dict[int, Quad]:
        """Where the network sees the cards that lie more than this share of the patch off their outlines."""
        off = (self.errors() >= limit) & (head(self.rows, "card")[:, 0] >= SOME_CARD)
        wanted = {int(at): _moved_quad(self.quads[at], self.rows[at]) for at in np.flatnonzero(off)}
        return {at: quad for at, quad in wanted.items() if _is_like_size(quad, self.quads[at])}

    def errors(self) -> Values:
        """How far off the network sees each outline, as a share of the patch."""
        return np.asarray(np.abs(head(self.rows, "outline")).max(axis=1), np.float64)

    def replaced(self, at: Sequence[int], by: "Looks") -> "Looks":
        """Others in the place of these."""
        patches, rows, quads = list(self.patches), self.rows.copy(), list(self.quads)
        rows[at] = by.rows
        for index, patch, quad in zip(at, by.patches, by.quads, strict=True):
            patches[index], quads[index] = patch, quad
        return Looks(patches, rows, quads)


def _moved_quad(quad: Quad, row: Rows) -> Quad:
    return refine(quad, head(row[None], "outline").reshape(4, 2))


def _is_like_size(one: Quad, other: Quad) -> bool:
    return abs(math.log(abs(area(one)) / max(abs(area(other)), 1e-9))) < _MOST_RESIZED
