"""Light: prints of candidates and what is seen come in, what the light made of them goes out.

All are channels x spots, those of candidates one after another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.read.prints import CARD_PX, COMPARED, PRINT_PX, Vectors, blur_widely


@dataclass(frozen=True, slots=True)
class _LightSettings:
    """What light may do to a whole card: gains and offsets, and how much print must speak for them."""

    least_gain: float = 0.55
    most_gain: float = 1.6
    chroma_offset: float = 0.25
    light_offset: float = 1.5
    even_prior: float = 17.0  # squared contrast that counts as much as the print for an unchanged light
    prior: float = 55.0
    field: float = 0.15  # of a card: light changes slower than this
    most_field: float = 0.6  # what light changes of a channel beside what it changes everywhere


_SETTINGS = _LightSettings()


def fit_light(own: Vectors, prints: Vectors) -> Vectors:
    """Candidates as they would look under the light of what is seen; never a gain for each colour."""
    result = np.empty_like(prints)
    result[:, 0] = fit_even(own[0], prints[:, 0])
    means, mean = prints.mean(axis=2)[..., None], own.mean(axis=1)[:, None]
    apart, seen = prints - means, own - mean
    chroma = _gains(apart[:, 1:3], seen[1:3])[:, None, None]
    offset = mean[1:3] - chroma * means[:, 1:3]
    result[:, 1:3] = chroma * prints[:, 1:3] + offset.clip(-_SETTINGS.chroma_offset, _SETTINGS.chroma_offset)
    light = _gains(apart[:, 3:], seen[3:])[:, None, None]
    lift = np.clip(mean[3] - means[:, 3:], -_SETTINGS.light_offset, _SETTINGS.light_offset)
    result[:, 3:] = light * apart[:, 3:] + (means[:, 3:] + lift)
    return result


def fit_even(own: Vectors, evens: Vectors) -> Vectors:
    """The evened lightness of candidates as strong as that of what is seen."""
    prior = _SETTINGS.even_prior
    gain = (evens @ own + prior) / (np.square(evens).sum(axis=1) + prior)
    return np.asarray(_limited(gain)[:, None] * evens, np.float32)


def _gains(prints: Vectors, own: Vectors) -> Vectors:
    """The gain by which each candidate becomes what is seen, both without their means."""
    shared = (prints * own).sum(axis=(1, 2)) + _SETTINGS.prior
    return _limited(shared / (np.square(prints).sum(axis=(1, 2)) + _SETTINGS.prior))


def _limited(gains: Vectors) -> Vectors:
    return np.asarray(np.clip(gains, _SETTINGS.least_gain, _SETTINGS.most_gain), np.float32)


def light_field(own: Vectors, prints: Vectors, noise: Vectors) -> Vectors:
    """What light changes slowly over the card, as told by what all candidates share.

    Of the channels that know slow light: evened lightness does not.
    """
    spread = np.square((prints.max(axis=0) - prints.min(axis=0)) / 0.7) / noise.mean(axis=0)
    shared = 1 / (1 + np.square(spread))
    both = np.zeros((2 * len(own), PRINT_PX, PRINT_PX), np.float32)
    both[:, COMPARED] = np.concatenate([shared * (own - prints.mean(axis=0)), shared])
    slow, weight = np.split(blur_widely(both, _SETTINGS.field * CARD_PX)[:, COMPARED], 2)
    return np.asarray(
        np.clip(slow / (weight + 0.02), -_SETTINGS.most_field, _SETTINGS.most_field), np.float32
    )
