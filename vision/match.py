"""Matching: the network's rows of a card and of a deck's references come in, scores a card go out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detail import Vectors, exactness, reference_details, seen_details
from vision.network import Rows, Values, head, log_softmax
from vision.types import Picture

FLOOR = 1e-4  # of the agreement of two readings: nothing is impossible


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each part of a match counts; measured by calibration."""

    likeness: float  # of the learnt embeddings
    detail: float  # of the print itself
    number: float  # of what is read on both
    colour: float

    def total(self, parts: Values) -> Values:
        """The score of parts that lie along the first axis."""
        result: Values = np.tensordot(
            np.array([self.likeness, self.detail, self.number, self.colour]), parts, 1
        )
        return result


@dataclass(frozen=True, slots=True)
class Seen:
    """What matching needs of some upright patches."""

    embeddings: Values  # of length one
    numbers: Values  # how likely each is
    colours: Values
    poses: tuple[Vectors, ...]  # the print at many small shifts, turns and sizes

    @classmethod
    def of(cls, rows: Rows, patches: Sequence[Picture]) -> "Seen":
        """Take it from the network's rows and the patches."""
        poses = tuple(seen_details(patch) for patch in patches)
        return cls(unit_embeddings(rows), np.exp(number_logs(rows)), np.exp(colour_logs(rows)), poses)


@dataclass(frozen=True, slots=True)
class References:
    """What matching needs of a deck's references."""

    embeddings: Values
    numbers: Values
    colours: Values
    prints: Vectors

    @classmethod
    def of(cls, rows: Rows, patches: Sequence[Picture]) -> "References":
        """Take it from the network's rows and the patches."""
        prints = reference_details(list(patches))
        return cls(unit_embeddings(rows), np.exp(number_logs(rows)), np.exp(colour_logs(rows)), prints)


def unit_embeddings(rows: Rows) -> Values:
    """Embeddings of length one."""
    embeddings = head(rows, "embedding")
    result: Values = embeddings / np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-9)
    return result


def number_logs(rows: Rows) -> Values:
    """Log-probabilities of 0-99 and none: the joint head and the two digit heads together."""
    joint = log_softmax(head(rows, "number"))
    tens, units = log_softmax(head(rows, "tens")), log_softmax(head(rows, "units"))
    numbers = np.arange(100)
    digits = tens[:, np.where(numbers < 10, 10, numbers // 10)] + units[:, numbers % 10]
    both = np.concatenate([digits, tens[:, 10:] + units[:, 10:]], axis=1)
    return log_softmax(joint + 0.5 * both)


def colour_logs(rows: Rows) -> Values:
    """Log-probabilities of the colours."""
    return log_softmax(head(rows, "colour"))


def match(seen: Seen, references: References) -> Values:
    """The parts of a match (likeness, detail, number, colour) x patches x references."""
    likeness = seen.embeddings @ references.embeddings.T
    detail = np.stack([exactness(poses, references.prints) for poses in seen.poses])
    number = np.log(np.maximum(seen.numbers @ references.numbers.T, FLOOR))
    colour = np.log(np.maximum(seen.colours @ references.colours.T, FLOOR))
    return np.stack([likeness, detail, number, colour])
