"""Matching: the network's rows of a card and of a deck's references come in, scores a card go out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.read.align import Vectors
from vision.read.network import Rows, Values, head, log_softmax
from vision.read.print_match import (
    LEAST_EXACT,
    PrintPatch,
    bring_all,
    exactness,
    favours_colour,
    favours_print,
    foreign_share,
    tone_likeness,
    tones,
)
from vision.types import Picture

COMPARED = 4  # references whose print is compared: those that come first without it ...
BEHIND = 4.0  # ... and no further behind than this
FLOOR = 1e-4  # of the agreement of two readings: nothing is impossible
FIRST_DIGITS = np.array([10 if number < 10 else number // 10 for number in range(100)])  # ten is none
LAST_DIGITS = np.arange(100) % 10


Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each part of a match counts; measured by calibration."""

    likeness: float  # of the learnt embeddings
    detail: float  # of the print itself
    tone: float  # of the colours, place by place
    number: float  # of what is read on both
    colour: float

    def total(self, parts: Values) -> Values:
        """The score of parts that lie along the first axis."""
        weights = np.array([self.likeness, self.detail, self.tone, self.number, self.colour])
        counted = parts[: len(weights)]
        result: Values = (weights @ counted.reshape(len(weights), -1)).reshape(counted.shape[1:])
        return result


@dataclass(frozen=True, slots=True)
class Seen:
    """What matching needs of some upright patches."""

    embeddings: Values  # of length one
    numbers: Values  # how likely each is
    colours: Values
    patches: tuple[Picture, ...]

    @classmethod
    def of(cls, rows: Rows, numbers: Values, colours: Values, patches: Sequence[Picture]) -> "Seen":
        """Take it from the network's rows, the log-probabilities that they tell, and the patches."""
        return cls(unit_embeddings(rows), np.exp(numbers), np.exp(colours), tuple(patches))


@dataclass(frozen=True, slots=True)
class References:
    """What matching needs of a deck's references."""

    embeddings: Values
    numbers: Values
    colours: Values
    prints: tuple[PrintPatch, ...]
    tones: Vectors
    owners: Indices  # the card that each shows

    @classmethod
    def of(cls, rows: Rows, patches: Sequence[Picture], owners: Indices) -> "References":
        """Take it from the network's rows and the patches."""
        numbers, colours = np.exp(number_logs(rows)), np.exp(colour_logs(rows))
        prints = tuple(map(PrintPatch.of, patches))
        return cls(unit_embeddings(rows), numbers, colours, prints, tones(patches), owners)

    def of_cards(self, chosen: Sequence[int]) -> Indices:
        """All references of the cards that these references show."""
        shown = np.zeros(self.owners.max() + 1, bool)
        shown[self.owners[chosen]] = True
        return np.flatnonzero(shown[self.owners])


def unit_embeddings(rows: Rows) -> Values:
    """Embeddings of length one."""
    embeddings = head(rows, "embedding")
    result: Values = embeddings / np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-9)
    return result


def number_logs(rows: Rows) -> Values:
    """Log-probabilities of 0-99 and none: the joint head and the two digit heads together."""
    joint = log_softmax(head(rows, "number"))
    tens, units = log_softmax(head(rows, "tens")), log_softmax(head(rows, "units"))
    digits = tens[:, FIRST_DIGITS] + units[:, LAST_DIGITS]
    both = np.concatenate([digits, tens[:, 10:] + units[:, 10:]], axis=1)
    return log_softmax(joint + 0.5 * both)


def colour_logs(rows: Rows) -> Values:
    """Log-probabilities of the colours."""
    return log_softmax(head(rows, "colour"))


def match(seen: Seen, references: References, weights: Weights, enough: Values | None = None) -> Values:
    """The parts of a match x patches x references; the last is the share that is not the card at all.

    `enough`: the score that each patch needs, where no more is asked; minus infinity for what is no card.
    Then what cannot change the answer is left out: the print of a lone reference that fits well enough
    anyhow, or of what is no card, and what is foreign in a card that comes far behind.
    """
    likeness = seen.embeddings @ references.embeddings.T
    number = np.log(np.maximum(seen.numbers @ references.numbers.T, FLOOR))
    colour = np.log(np.maximum(seen.colours @ references.colours.T, FLOOR))
    seen_tones = tones(seen.patches)
    tone = tone_likeness(seen_tones, references.tones)
    quick = weights.total(np.stack([likeness, np.zeros_like(likeness), tone, number, colour]))
    detail, foreign = np.zeros_like(likeness), np.ones_like(likeness)
    for index, patch in enumerate(seen.patches):
        first = worth_comparing(quick[index], references.owners)
        least = quick[index, first[0]] + weights.detail * LEAST_EXACT
        if enough is not None and is_enough(least, enough[index], len(first)):
            fit, tint = np.full(len(first), LEAST_EXACT), np.zeros(len(first))
        else:
            fit, tint = compare_prints(PrintPatch.of(patch), [references.prints[at] for at in first])
        detail[index], tone[index] = fit.min(), np.minimum(tone[index], tone[index, first[0]] + tint.min())
        detail[index, first], tone[index, first] = fit, tone[index, first[0]] + tint
        asked = slice(None) if enough is None else references.of_cards(first)
        foreign[index, asked] = foreign_share(seen_tones[index], references.tones[asked])
    return np.stack([likeness, detail, tone, number, colour, foreign])


def is_enough(least: float, needed: float, rivals: int) -> bool:
    """Whether a score that print can only raise is all that is asked."""
    return needed == -math.inf or (rivals == 1 and least >= needed)


def worth_comparing(scores: Values, owners: Indices) -> list[int]:
    """The references that come first, one of each card, and those not far behind."""
    first: dict[int, int] = {}
    order = np.argsort(-scores).tolist()
    for at in order:
        if len(first) == COMPARED or scores[at] <= scores[order[0]] - BEHIND:
            break
        first.setdefault(int(owners[at]), at)
    return list(first.values())


def compare_prints(seen: PrintPatch, references: Sequence[PrintPatch]) -> tuple[Values, Values]:
    """Of each reference how well print and colour fit: the first by itself, the others against the best.

    Colours are told relative to the first.
    """
    brought = bring_all(references, seen)
    exact = np.array([exactness(seen, each) for each in brought])
    best = int(exact.argmax())
    tint = np.zeros(len(brought))
    for index, each in enumerate(brought):
        if index != best:
            exact[index] = exact[best] - favours_print(seen, brought[best], each)
            tint[index] = -favours_colour(seen, brought[best], each)
    return exact, tint - tint[0]
