"""What one look at a card says: by the network, held one way up, and by the reader in the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.read.naming import Names
from vision.read.network import Values
from vision.types import Quad


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the network says of a patch when it is held one way up."""

    turn: int  # quarter turns, clockwise, that the card lies turned in the patch
    turn_log: float  # log-probability of that; with a deck, how usual it is
    numbers: Values  # log-probabilities of 0-99 and none
    colours: Values
    card: float  # log-odds that it is a whole card face
    embedding: Values  # of length one


@dataclass(frozen=True, slots=True)
class Reading:
    """What one card was read as; `card`, `number` and `colour` only when sure, candidates always."""

    card: str | None
    number: int | None
    colour: str | None
    candidates: Names  # card names with confidences, best first
    turn: int  # 0, 90, 180 or 270: how far the card is turned clockwise from upright in the patch
    is_card: float  # 1 a whole card face, 0 a back, bare table or half a card
    numbers: Names = ()  # numbers ("none" without one) with confidences, best first
    colours: Names = ()
    corners: Quad | None = None  # the outline put straight, from the card's own top left, clockwise
    matched: bool = False  # surely the card of a reference: it is a card, however its edges are drawn
    alike: float = 0.0  # how like the likeliest reference it is, where it was compared with any

    def placed(self, quad: Quad) -> Reading:
        """The same reading, knowing the outline that was read, from the patch's top left."""
        steps = (self.turn // 90) % 4
        return replace(self, corners=quad[steps:] + quad[:steps])


def withdraw(reading: Reading) -> Reading:
    """A reading that is not sure after all."""
    return replace(reading, card=None, number=None, colour=None, matched=False)
