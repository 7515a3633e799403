"""Enrolled decks as the matcher sees them: what depends on the references alone is worked out once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.read.align import Guide
from vision.read.network import Rows, Values, colour_logs, number_logs, unit_embeddings
from vision.read.prints import COMPARED_SHARE, CardPrint, Vectors
from vision.types import Picture, Quad

_Indices = npt.NDArray[np.int64]
SMALL_PX = 16  # side of the prints among which candidates are looked up
# How much evened lightness, the chromas and plain lightness count for looking up: of nine mixtures on
# ../shared/decks the one that ranked the right card best.
CHANNEL_WEIGHTS = np.array([1.0, 2.5, 2.5, 0.3], np.float32)
_SQUARE = 0.89  # width over height from which a card may lie on any of its four sides
_SHARE = cv2.resize(COMPARED_SHARE, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA)[..., None]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One reference by itself: a deck that grows works out only what is new."""

    patch: Picture
    row: Rows  # what the network says of it
    print: CardPrint
    noise: Vectors
    guide: Guide

    @classmethod
    def of(cls, patch: Picture, row: Rows, quad: Quad | None = None) -> View:
        """Look at a reference; `quad` where the card does not lie in its patch as it should."""
        seen = CardPrint.of(patch, quad)
        return cls(patch, row, seen, seen.noise(), Guide.of(seen.even, COMPARED_SHARE))


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledPrints:
    """The references of a deck: prints, how to bring them to a card, and what the network reads on them."""

    cards: tuple[str, ...]
    owners: _Indices  # the card that each reference shows
    prints: tuple[CardPrint, ...]
    noises: tuple[Vectors, ...]
    guides: tuple[Guide, ...]
    vectors: Vectors
    numbers: Values  # how likely each is
    colours: Values
    embeddings: Values
    square: bool

    @classmethod
    def of(cls, names: Sequence[str], patches: Sequence[Picture], rows: Rows) -> EnrolledPrints:
        """Take it from the references' names, their patches and what the network says of them."""
        return cls.joined(names, [View.of(patch, row) for patch, row in zip(patches, rows, strict=True)])

    @classmethod
    def joined(cls, names: Sequence[str], views: Sequence[View]) -> EnrolledPrints:
        """Take it from the references' names and what was worked out of each by itself."""
        prints = tuple(each.print for each in views)
        cards = tuple(dict.fromkeys(names))
        small = np.stack([shrunk(each.channels) for each in prints])
        rows = np.stack([each.row for each in views])
        return cls(
            cards=cards,
            owners=np.array([cards.index(name) for name in names], np.int64),
            prints=prints,
            noises=tuple(each.noise for each in views),
            guides=tuple(each.guide for each in views),
            vectors=unit_vectors(small),
            numbers=np.exp(number_logs(rows)),
            colours=np.exp(colour_logs(rows)),
            embeddings=unit_embeddings(rows),
            square=float(np.median([each.shape for each in prints])) > _SQUARE,
        )

    def read_as(self, numbers: Values, colours: Values, most: int) -> list[int]:
        """The references whose number and colour are likeliest the same as these (each a row of chances)."""
        same = (self.numbers @ numbers) * (self.colours @ colours)
        return [int(at) for at in np.argsort(-same)[:most]]

    def numbers_of(self, names: Collection[str]) -> set[int]:
        """The places of these cards among `cards`; of unknown ones none."""
        return {at for at, card in enumerate(self.cards) if card in names}

    @property
    def turns(self) -> tuple[int, ...]:
        """The quarter turns that an outline of such a card leaves open."""
        return (0, 1, 2, 3) if self.square else (0, 2)


def shrunk(channels: Vectors) -> Vectors:
    """A print small enough for looking up."""
    return np.asarray(cv2.resize(channels, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA), np.float32)


def unit_vectors(small: Vectors) -> Vectors:
    """Small prints (... x side x side x 4) as vectors of length one that tell nothing of the mean."""
    weighed = small * (CHANNEL_WEIGHTS * _SHARE)
    weighed -= _SHARE * (weighed.sum(axis=(-3, -2), keepdims=True) / _SHARE.sum())
    flat = weighed.reshape(*weighed.shape[:-3], -1)
    return np.asarray(flat / (np.linalg.norm(flat, axis=-1, keepdims=True) + 1e-6), np.float32)
