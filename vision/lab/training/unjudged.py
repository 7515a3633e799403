"""The reader before it judges: outlines and patches come in, what speaks for their cards goes out."""

from collections.abc import Collection, Sequence

from vision.decks import Deck
from vision.geometry import as_quad
from vision.read.judgement import Evidence
from vision.read.patch import Corners
from vision.read.reader import Reader
from vision.read.reading import Glimpse
from vision.read.straighten import HABITS
from vision.read.white import White
from vision.types import Laid, Picture


class UnjudgedReader(Reader):
    """The product's reader, opened where its judgement begins: for the fits."""

    def weigh_outlines(
        self, picture: Picture, outlines: Sequence[Corners], *, deck: Deck, without: Collection[str] = ()
    ) -> list[Evidence]:
        """What speaks for the cards inside outlines, without these cards."""
        learnt = self._decks.learn(deck)
        looks = self._look(picture, [as_quad(corners) for corners in outlines], None)
        return self._compare(looks, learnt, HABITS[Laid.ANYHOW], learnt.prints.numbers_of(without))

    def glimpse_patches(self, patches: Sequence[Picture]) -> list[list[Glimpse]]:
        """What the network makes of patches."""
        return self._ways_up(patches, self.network.look(patches), Laid.UPRIGHT)

    def glimpse_outlines(
        self, picture: Picture, outlines: Sequence[Corners], *, white: White | None = None
    ) -> list[list[Glimpse]]:
        """What the network makes of the cards inside outlines."""
        looks = self._look(picture, [as_quad(corners) for corners in outlines], white)
        straight = self._straighten(picture, looks, white)
        return self._ways_up(straight.patches, straight.rows, Laid.UPRIGHT)
