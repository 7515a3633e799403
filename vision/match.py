"""Matching: the network's rows of a card and of a deck's references come in, scores a card go out."""

from dataclasses import dataclass

import numpy as np

from vision.network import Rows, Values, head, log_softmax

FLOOR = 1e-4  # of the agreement of two readings: nothing is impossible


@dataclass(frozen=True, slots=True)
class Weights:
    """How much likeness, number and colour count for a match; measured by calibration."""

    likeness: float
    number: float
    colour: float


@dataclass(frozen=True, slots=True)
class Seen:
    """What matching needs of some patches: unit embeddings, and how likely each number and colour is."""

    embeddings: Values
    numbers: Values
    colours: Values

    @classmethod
    def of(cls, rows: Rows) -> "Seen":
        """Take it from the network's rows."""
        embeddings = head(rows, "embedding")
        length = np.linalg.norm(embeddings, axis=1, keepdims=True)
        return cls(
            embeddings / np.maximum(length, 1e-9), np.exp(number_logs(rows)), np.exp(colour_logs(rows))
        )


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


def match(seen: Seen, references: Seen, weights: Weights) -> Values:
    """Scores of every patch against every reference."""
    likeness = seen.embeddings @ references.embeddings.T
    number = np.log(np.maximum(seen.numbers @ references.numbers.T, FLOOR))
    colour = np.log(np.maximum(seen.colours @ references.colours.T, FLOOR))
    scores: Values = weights.likeness * likeness + weights.number * number + weights.colour * colour
    return scores
