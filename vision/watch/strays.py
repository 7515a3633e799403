"""Cards beside the places: what changed where no place is comes in, the cards that lie there go out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.eye import Eye
from vision.geometry import is_one_card, spread
from vision.observation import CardSeen, PlaceSeen
from vision.plane.mat import MatSeen
from vision.types import Floats, Picture, Quad, Region
from vision.watch.known_cards import WEIGHTS
from vision.watch.settle import NONE, Cells, ReadRequest, parts

_AROUND = 1.5  # of a card on a place: so far its edge and its shadow change the picture
_LEAST_CELLS = 3  # of a change beside the places that may be a card


class Strays:
    """Follows cards that came to lie beside the places; what lay there from the start is not told."""

    def __init__(self) -> None:
        self.cards: tuple[CardSeen, ...] = ()
        self.wanted: Cells = NONE  # where to look for them
        self._on_places: dict[str, Quad] = {}

    def note(self, look: ReadRequest, places: Sequence[PlaceSeen], scale: Floats) -> None:
        """A look at the places was read: what changed beside them is to be searched."""
        for seen in places:
            self._on_places.pop(seen.place, None)
            if seen.card is not None:
                self._on_places[seen.place] = seen.card.corners
        if look.everything:
            self.cards, self.wanted = (), NONE
            return
        moved = look.changed | look.touched
        again = [card for card in self.cards if _cells_of(card.corners, scale) & moved]
        self.cards = tuple(card for card in self.cards if card not in again)
        taken = frozenset(
            cell for quad in self._on_places.values() for cell in _cells_of(spread(quad, _AROUND), scale)
        )
        new = [part for part in parts(look.changed - taken) if len(part) >= _LEAST_CELLS]
        lay = [_cells_of(card.corners, scale) for card in again]
        self.wanted |= frozenset(cell for part in (*new, *lay) for cell in part)

    def search(self, eye: Eye, picture: Picture, mat: MatSeen, scale: Floats) -> bool:
        """Look where it is wanted; whether there is anything to tell."""
        before, known = self.cards, (*self._on_places.values(), *(card.corners for card in self.cards))
        for part in parts(self.wanted):
            corners = [(x + dx, y + dy) for x, y in part for dx in (0, 1) for dy in (0, 1)]
            box = Region.around((np.array(corners) / scale).tolist())
            found = eye.read_anyhow(picture, mat, region=box, known=known)
            self.cards += tuple(card for card in found if not is_known(card, known))
        had_any = bool(self.wanted)
        self.wanted = NONE
        return had_any and (bool(self.cards) or bool(before))


def is_known(card: CardSeen, known: Sequence[Quad]) -> bool:
    """Whether a card is one of those that lie there."""
    return any(is_one_card(card.corners, quad) for quad in known)


def _cells_of(quad: Quad, scale: Floats) -> Cells:
    points = np.einsum("kc,cx->kx", WEIGHTS, np.array(quad)) * scale
    return frozenset((int(x), int(y)) for x, y in points)
