"""Sureness: what speaks for a candidate comes in, a score goes out; from a fitted bar on the card is sure."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np

from assets import asset
from vision.errors import VisionError
from vision.read.network import Values

_STRANGERS_BELOW = (
    0.98  # share of a deck's own strangers that must stay below the bar of a deck that lacks cards
)


@dataclass(frozen=True, slots=True)
class Features:
    """What speaks for a candidate, on scales on which cards of different decks are comparable."""

    lead: float  # over every other card, number and colour counted in
    print_lead: float  # the same of its print alone
    alike: float
    error: float
    worst: float
    number: float  # log-chance that it is the reference's
    colour: float
    likeness: float  # of the network's embeddings
    card: float  # log-odds that it is a whole card face

    @classmethod
    def of(
        cls,
        lead: float,
        print_lead: float,
        alike: float,
        errors: tuple[float, float],
        read: tuple[float, float],
        likeness: float,
        card: float,
    ) -> Features:
        """Even out what was measured: mean and worst error, log-chances of the same number and colour."""
        error, worst = (-math.log(max(each, 0.05)) for each in errors)
        number, colour = (max(each, -6.0) for each in read)
        return cls(
            _limited(lead, -1.0, 1.2),
            _limited(print_lead, -1.0, 1.0),
            max(alike, 0.0),
            error,
            worst,
            number,
            colour,
            -math.log(max(1.02 - likeness, 1e-3)),
            _limited(card, -4.0, 6.0),
        )


@dataclass(frozen=True, slots=True)
class Sureness:
    """A logistic regression of what speaks for a card, and the bars (fitted, see reader.md)."""

    weights: Features
    constant: float
    complete: float  # least score where the deck has every card ...
    paper: float  # ... and its cards are mostly paper: they differ by small signs
    incomplete: float  # the same where it may lack some
    plain: float  # least score of what is a card whatever its edges look like

    def score(self, features: Features) -> float:
        """Log-odds that a candidate is the card."""
        return float(np.dot(astuple(self.weights), astuple(features))) + self.constant

    def bar_against(self, strangers: Sequence[Features]) -> float:
        """The bar of a deck that lacks cards: its own ones, each without its reference, stay below it."""
        scores: Values = np.array([self.score(each) for each in strangers])
        return max(self.incomplete, float(np.quantile(scores, _STRANGERS_BELOW)))


def _limited(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


CALIBRATION = "models/reader.json"


@dataclass(frozen=True, slots=True)
class Calibration:
    """When what the network says is sure, and when a card of a deck is; both were fitted (see reader.md)."""

    number: float  # least confidence of a sure number
    colour: float  # least confidence of a sure colour
    card: float  # least score (log-odds) that this is a whole card face
    enrolled: Sureness


def load_calibration(path: Path | None = None) -> Calibration:
    """Read the calibration beside the network."""
    where = path or asset(CALIBRATION)
    try:
        table = json.loads(where.read_text(encoding="utf-8"))
        sure, enrolled = table["sure"], table["enrolled"]
        weights = Features(**enrolled["weights"])
        bars = (float(enrolled[name]) for name in ("constant", "complete", "paper", "incomplete", "plain"))
        number, colour, card = (float(sure[name]) for name in ("number", "colour", "card"))
        return Calibration(number, colour, card, Sureness(weights, *bars))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise VisionError.told("no-calibration", path=where, reason=error) from error
