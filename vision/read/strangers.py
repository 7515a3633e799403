"""Cards never enrolled: how a deck's cards look to it when their reference is left out tells them apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.read.network import Values

Features = tuple[float, float, float]  # likeness of embeddings, worst error, lead in print


@dataclass(frozen=True, slots=True)
class _StrangerSettings:
    """A logistic regression, fitted with each deck of ../shared/decks left out in turn (see reader.md)."""

    likeness: float = 2.0
    worst: float = 1.08
    lead: float = 1.7
    constant: float = -3.19
    bar: float = 1.5  # on the decks left out 1 to 2 in a hundred strangers reach it
    colour: float = -2.0  # least log-chance that the colour is the reference's
    spread: float = 0.05  # of a feature, at least
    lowest: float = -3.0
    highest: float = 4.0


SETTINGS = _StrangerSettings()


@dataclass(frozen=True, slots=True)
class StrangerBars:
    """What strangers look like to a deck: the middle of each feature, and how far off the upper tenth is."""

    middle: Features
    upper: Features

    @classmethod
    def of(cls, strangers: Sequence[Features]) -> StrangerBars:
        """Take it from what each reference looks like to the others."""
        values = np.array([_evened(each) for each in strangers])
        middle, upper = np.quantile(values, [0.5, 0.9], axis=0)
        return cls(_features(middle), _features(upper - middle + SETTINGS.spread))

    def is_known(self, features: Features, colour: float) -> bool:
        """Whether a card is the enrolled one it looks like, and not one like it that was never enrolled."""
        values = np.array(_evened(features))
        units = np.clip((values - self.middle) / self.upper, SETTINGS.lowest, SETTINGS.highest)
        weights = np.array([SETTINGS.likeness, SETTINGS.worst, SETTINGS.lead])
        score = float(units @ weights) + SETTINGS.constant
        return score >= SETTINGS.bar and colour >= SETTINGS.colour


def _evened(features: Features) -> Features:
    """Features on scales on which cards of different decks are comparable."""
    likeness, worst, lead = features
    return -math.log(max(1.02 - likeness, 1e-3)), -math.log(max(worst, 1e-3)), lead


def _features(values: Values) -> Features:
    first, second, third = values.tolist()
    return first, second, third
