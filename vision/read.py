"""The reader: patches or outlines of cards come in, readings with candidates and confidences go out.

reader = Reader.load()
reading = reader.read_outline(picture, corners, deck=deck)
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from vision.colour import White
from vision.decks import Deck
from vision.patch import Corners, Quality, rectify
from vision.types import Picture

__all__ = ["Reader", "Reading", "combine", "rectify"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one card was read as; card, number and colour only when sure."""

    card: str | None
    number: int | None
    colour: str | None
    candidates: tuple[tuple[str, float], ...]  # names with confidences, best first
    turn: int  # 0, 90, 180 or 270: how far the card is turned clockwise from upright in the patch
    is_card: float  # 1 a whole card face, 0 a back, bare table or half a card
    quality: Quality
    corners: tuple[tuple[float, float], ...] | None = (
        None  # the refined outline, first corner the card's own top-left
    )


class Reader:
    """Reads numbers and colours of any card, and the cards of an enrolled deck."""

    @classmethod
    def load(cls) -> "Reader":
        """The reader that is shipped in assets/models/."""
        raise NotImplementedError

    def read_patches(
        self,
        patches: Sequence[Picture],
        *,
        white: White | None = None,
        upright: bool = False,
        deck: Deck | None = None,
        inventory: Collection[str] | None = None,
    ) -> list[Reading]:
        """Read rectified patches (see `rectify`), all in one go.

        `white`: what is white under this light (from the tags). `upright`: the patches are known to be upright.
        `deck`: match against its references. `inventory`: only these names can be (others are not candidates).
        """
        raise NotImplementedError

    def read_outlines(
        self,
        picture: Picture,
        outlines: Sequence[Corners],
        *,
        white: White | None = None,
        upright: bool = False,
        deck: Deck | None = None,
        inventory: Collection[str] | None = None,
    ) -> list[Reading]:
        """Read the cards inside outlines, each first put straight by what the network sees of its edges."""
        raise NotImplementedError


def combine(readings: Sequence[Reading]) -> Reading:
    """Several readings of one card, frame after frame, as one; disagreement makes it unsure."""
    raise NotImplementedError
