"""Looks: outlines and what the network sees in them come in, where cards lie and which way up goes out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.read.network import (
    Rows,
    Values,
    colour_logs,
    head,
    log_softmax,
    number_logs,
    unit_embeddings,
)
from vision.read.patch import refine
from vision.read.reading import Glimpse
from vision.types import Laid, Picture, Quad, area

_MOST_RESIZED = 0.15  # of the log of its area: outlines are found nearly as large as they are
_OTHER_TURN = 0.03  # a second way up is looked at when it is at least this likely
HABITS = {  # how usual each quarter turn is
    Laid.UPRIGHT: np.log([0.94, 0.02, 0.02, 0.02]),
    Laid.EITHER_END: np.log([0.94, 0.02, 0.94, 0.02]),  # each end as high as the one above
    Laid.ANYHOW: np.log([0.4, 0.2, 0.2, 0.2]),
}
SOME_CARD = -3.0  # log-odds of a whole card below which an outline is not worth moving


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Patches cut along outlines, and what the network says of them."""

    patches: list[Picture]
    rows: Rows
    quads: list[Quad]

    def some(self, chosen: Sequence[int]) -> "Looks":
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
        patches, rows, quads = list(self.patches), self.rows.copy(), list(self.quads)
        rows[at] = by.rows
        for index, patch, quad in zip(at, by.patches, by.quads, strict=True):
            patches[index], quads[index] = patch, quad
        return Looks(patches, rows, quads)


def _moved_quad(quad: Quad, row: Rows) -> Quad:
    return refine(quad, head(row[None], "outline").reshape(4, 2))


def _is_like_size(one: Quad, other: Quad) -> bool:
    return abs(math.log(abs(area(one)) / max(abs(area(other)), 1e-9))) < _MOST_RESIZED


def is_off(quad: Quad, moved: Quad, share: float) -> bool:
    """Whether an outline lies further from where its card was matched than this share of its longest side."""
    one, other = np.array(quad), np.array(moved)
    size = float(np.abs(one - np.roll(one, 1, axis=0)).max())
    return bool(np.abs(one - other).max() > share * size)


def turn_logs(rows: Rows, laid: Laid) -> Values:
    """How likely each quarter turn is, where cards are laid so."""
    return log_softmax(log_softmax(head(rows, "turn")) + HABITS[laid])


def likely_turns(logs: Values) -> list[int]:
    """The quarter turns that are worth a look, the likeliest first."""
    order = [int(turn) for turn in np.argsort(-logs)]
    return order[:2] if logs[order[1]] > logs[order[0]] + np.log(_OTHER_TURN) else order[:1]


def glimpse(row: Rows, turn: int, turn_log: float) -> Glimpse:
    """What the network says of a patch that is held one way up."""
    one = row[None]
    card = float(head(one, "card")[0, 0])
    return Glimpse(turn, turn_log, number_logs(one)[0], colour_logs(one)[0], card, unit_embeddings(one)[0])


def hold_upright(patch: Picture, turn: int) -> Picture:
    """A patch in which the card lies so many quarter turns, held upright."""
    return np.ascontiguousarray(np.rot90(patch, turn))
