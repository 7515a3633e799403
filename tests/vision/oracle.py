"""A reader that knows the truth: outlines that fit a card come back as that card, others as none."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from vision.decks import Deck
from vision.find.select_outlines import Pick, choose
from vision.geometry import quad_iou
from vision.lab.scene import CardTruth
from vision.observation import Observation
from vision.read.reader import Reading
from vision.read.white import White
from vision.types import Laid, Picture, Quad

NOTHING = Reading(None, None, None, (), 0, 0.02)


class Oracle:
    """Reads what really lies there, when the outline covers it well."""

    def __init__(self, cards: Sequence[CardTruth] = (), at_least: float = 0.7) -> None:
        self.cards = cards
        self.at_least = at_least
        self.asked = 0

    def learn(self, deck: Deck) -> None:
        """The truth need not be learnt."""

    def told_lean(self, deck: Deck | None) -> int:
        """Truth stands upright."""
        return 0

    def read_outlines(
        self,
        picture: Picture,
        outlines: Sequence[Quad],
        *,
        white: White | None = None,
        laid: Laid = Laid.ANYHOW,
        deck: Deck | None = None,
        inventory: Collection[str] | None = None,
        expected: Sequence[str | None] = (),
        lean: int = 0,
    ) -> list[Reading]:
        self.asked += len(outlines)
        return [self.read(outline) for outline in outlines]

    def read(self, outline: Quad) -> Reading:
        fits = [(quad_iou(card.corners, outline), card) for card in self.cards if card.visible > 0.7]
        best, card = max(fits, key=lambda fit: fit[0], default=(0.0, None))
        if card is None or best < self.at_least:
            return NOTHING
        return Reading(
            card.name,
            card.number,
            card.colour,
            ((card.name, best),),
            0,
            0.995,
            corners=outline,
        )


def with_readings(observed: Sequence[Observation], readings: Sequence[Reading]) -> list[Observation]:
    """Outlines with what was read in them."""
    return [replace(each, reading=reading) for each, reading in zip(observed, readings, strict=True)]


def choose_read(
    observed: Sequence[Observation], readings: Sequence[Reading], *, size_known: bool = False
) -> list[Pick]:
    """The choice among outlines and what was read in them."""
    return choose(with_readings(observed, readings), size_known=size_known)
