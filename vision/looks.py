"""Looks: outlines and what the network sees inside them come in, where the cards truly lie goes out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.network import Rows, head
from vision.patch import refine
from vision.types import Picture, Quad, area

MOST_RESIZED = 0.15  # of the log of its area: outlines are found nearly as large as they are
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
        """Where the network sees the outlines that are off by more than this share of the patch."""
        off = [index for index, row in enumerate(self.rows) if needs_move(row, limit)]
        wanted = {index: moved_quad(self.quads[index], self.rows[index]) for index in off}
        return {index: quad for index, quad in wanted.items() if is_like_size(quad, self.quads[index])}

    def replaced(self, at: Sequence[int], by: "Looks") -> "Looks":
        """Others in the place of these."""
        patches, rows, quads = list(self.patches), self.rows.copy(), list(self.quads)
        rows[at] = by.rows
        for index, patch, quad in zip(at, by.patches, by.quads, strict=True):
            patches[index], quads[index] = patch, quad
        return Looks(patches, rows, quads)


def needs_move(row: Rows, limit: float) -> bool:
    """Whether the network sees a card in a patch, but more than this share of the patch off."""
    return outline_error(row) >= limit and float(head(row[None], "card")[0, 0]) >= SOME_CARD


def outline_error(row: Rows) -> float:
    """How far off the network sees a card's outline, as a share of the patch."""
    return float(np.abs(head(row[None], "outline")).max())


def moved_quad(quad: Quad, row: Rows) -> Quad:
    """The outline where the network sees it."""
    return refine(quad, head(row[None], "outline").reshape(4, 2))


def is_like_size(one: Quad, other: Quad) -> bool:
    """Whether two outlines are about equally large: a band of colour at a card's edge is not cut off."""
    return abs(math.log(abs(area(one)) / max(abs(area(other)), 1e-9))) < MOST_RESIZED
