"""Cards that lie anyhow: a picture and what is known of plane and card size come in, cards read go out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.choice import SURELY_CARD, as_card, choose, settle, share_of_smaller, shared_size
from vision.colour import White
from vision.find import Outline, Silhouettes, find_cards, see_silhouettes, stand_alone
from vision.find.finder import TAG_RIM
from vision.geometry import middle, spread, stand_up
from vision.judgement import Reading
from vision.types import CardSeen, Picture, Plane, Point, Quad, Region

ON_TAG = 0.3  # share of a tag inside an outline from which the outline is no card
BESIDE = 0.4  # of a card's diagonal: so far beside a region outlines compete with those in it

Read = Callable[[Picture, Sequence[Quad], White | None], list[Reading]]


@dataclass(frozen=True, slots=True, eq=False)
class Anyhow:
    """One picture of cards lying anyhow, and what helps to read them; what lies on a tag is none."""

    picture: Picture
    read: Read
    size_mm: Point | None = None  # of a card, where it is known
    plane: Plane | None = None
    white: White | None = None
    tags: tuple[Quad, ...] = ()

    def cards(self, region: Region | None = None, known: Sequence[Quad] = ()) -> tuple[CardSeen, ...]:
        """The cards, best first; of a region only those whose middle lies there (see `Eye.read_anyhow`)."""
        size = self.size_mm
        if size is None and self.plane is not None:
            size = shared_size(*self._read_proposals(None), self.plane)
        exact = self.plane is not None and size is not None
        # A mat fills the picture with table, so what is not table has a silhouette.
        apart = see_silhouettes(self.picture) if exact else None
        if apart is not None and region is not None:
            quickly = self._read_alone(apart, region, known)
            if quickly is not None:
                return quickly
        outlines, readings = self._read_proposals(size, region, apart)
        picks = choose(outlines, readings, size_known=exact)
        cards = tuple(pick.seen for pick in picks) if apart is None else settle(picks, apart, known)
        return tuple(card for card in cards if region is None or region.holds(middle(card.corners)))

    def _read_alone(
        self, silhouettes: Silhouettes, region: Region, known: Sequence[Quad]
    ) -> tuple[CardSeen, ...] | None:
        """The quick way: cards that lie by themselves and are surely read; None if not all is so plain."""
        if self.plane is None or self.size_mm is None:
            return None
        bare = silhouettes.without([spread(tag, TAG_RIM) for tag in self.tags])
        quads = stand_alone(bare, self.size_mm, self.plane, region, known)
        if not quads:
            return None
        readings = self.read(self.picture, [stand_up(quad) for quad in quads], self.white)
        if any(reading.card is None or reading.is_card < SURELY_CARD for reading in readings):
            return None
        cards = [as_card(reading, quad) for reading, quad in zip(readings, quads, strict=True)]
        return tuple(card for card in cards if region.holds(middle(card.corners)))

    def _read_proposals(
        self, size: Point | None, region: Region | None = None, silhouettes: Silhouettes | None = None
    ) -> tuple[list[Outline], list[Reading]]:
        """Outlines of what may be cards, and what is read there."""
        plane = self.plane
        card_px = 0.0 if plane is None or size is None else plane.scale_at((0.0, 0.0)) * math.hypot(*size)
        part = None if region is None else region.grown(card_px)
        found = find_cards(
            self.picture, size_mm=size, plane=plane, tags=self.tags, region=part, silhouettes=silhouettes
        )
        near = None if region is None else region.grown(card_px * BESIDE)
        outlines = [
            each
            for each in found
            if (near is None or near.holds(middle(each.corners)))
            and not any(share_of_smaller(each.corners, tag) > ON_TAG for tag in self.tags)
        ]
        quads = [stand_up(each.corners) for each in outlines]
        return outlines, self.read(self.picture, quads, self.white)
