"""The reader: patches or outlines of cards come in, readings with candidates and confidences go out.

reader = Reader.load()
reading = reader.read_outlines(picture, [corners], deck=deck)[0]
"""

from collections.abc import Collection, Sequence

import numpy as np

from vision.calibration import Calibration, load_calibration
from vision.colour import White, balance
from vision.decks import Deck
from vision.judgement import Glimpse, Reading, combine, name_card, read_card
from vision.match import Seen, colour_logs, match, number_logs
from vision.network import Network, Rows, Values, head, log_softmax
from vision.patch import Corners, measure_quality, rectify, refine
from vision.types import Picture, Quad

__all__ = ["Reader", "Reading", "combine", "rectify"]

OTHER_TURN = 0.03  # a second way up is looked at when it is at least this likely
STRAIGHT = 0.008  # an outline off by less than this share of the patch is good enough


class Reader:
    """Reads numbers and colours of any card, and the cards of an enrolled deck; for one thread."""

    def __init__(self, network: Network, calibration: Calibration) -> None:
        self.network = network
        self.calibration = calibration
        self._deck: tuple[Deck, tuple[Seen, ...]] | None = None

    @classmethod
    def load(cls) -> "Reader":
        """The reader that is shipped in assets/models/."""
        return cls(Network(), load_calibration())

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

        `white`: what is white under this light (from the tags). `upright`: they are known to be upright.
        `deck`: match against its references. `inventory`: the names of which a card can still come: they
        break ties, and a card that is not among them is never sure.
        """
        plain = [balance(patch, white) for patch in patches]
        rows = self.network.look(plain)
        return self._read(plain, rows, upright, deck, inventory)

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
        quads = [tuple((float(x), float(y)) for x, y in corners) for corners in outlines]
        plain = [balance(rectify(picture, quad), white) for quad in quads]
        rows = self.network.look(plain)
        moved = self._straighten(quads, rows)
        again = [index for index, quad in enumerate(moved) if quad != quads[index]]
        if again:
            for index in again:
                plain[index] = balance(rectify(picture, moved[index]), white)
            rows[again] = self.network.look([plain[index] for index in again])
        readings = self._read(plain, rows, upright, deck, inventory)
        return [reading.placed(quad) for reading, quad in zip(readings, moved, strict=True)]

    def _straighten(self, quads: Sequence[Quad], rows: Rows) -> list[Quad]:
        """Outlines moved to where the network sees the card's edges, where it sees a card."""
        offsets = head(rows, "outline").reshape(-1, 4, 2)
        card = head(rows, "card")[:, 0]
        result = []
        for quad, offset, score in zip(quads, offsets, card, strict=True):
            small = float(np.abs(offset).max()) < STRAIGHT
            result.append(quad if small or score < -3 else refine(quad, offset))
        return result

    def _read(
        self,
        patches: Sequence[Picture],
        rows: Rows,
        upright: bool,
        deck: Deck | None,
        inventory: Collection[str] | None,
    ) -> list[Reading]:
        """Readings from rows: other ways up are looked at where they are likely."""
        glimpses = self._ways_up(patches, rows, upright, deck)
        calibration = self.calibration
        readings = []
        for patch, views in zip(patches, glimpses, strict=True):
            quality = measure_quality(patch)
            if deck is not None and deck.references:
                readings.append(read_card(views, quality, deck.cards(), inventory, calibration))
            else:
                readings.append(name_card(views, quality, inventory, calibration))
        return readings

    def _ways_up(
        self, patches: Sequence[Picture], rows: Rows, upright: bool, deck: Deck | None
    ) -> list[list[Glimpse]]:
        """For each patch the likely ways up, each with the rows of the patch turned upright."""
        logs = log_softmax(head(rows, "turn"))
        if upright:
            logs[:, 1:] = -30.0
            logs[:, 0] = 0.0
        chosen = [likely_turns(row) for row in logs]
        if deck is not None and deck.references and not upright:
            chosen = [
                add_turn(turns, turn)
                for turns, turn in zip(chosen, self._matched_turns(rows, deck), strict=True)
            ]
        jobs = [(index, turn) for index, turns in enumerate(chosen) for turn in turns if turn]
        turned = [np.ascontiguousarray(np.rot90(patches[index], turn)) for index, turn in jobs]
        more = dict(zip(jobs, self.network.look(turned), strict=True))
        glimpses = []
        for index, turns in enumerate(chosen):
            views = np.stack([more[index, turn] if turn else rows[index] for turn in turns])
            glimpses.append(self._glimpses(views, turns, logs[index], deck))
        return glimpses

    def _glimpses(self, views: Rows, turns: list[int], logs: Values, deck: Deck | None) -> list[Glimpse]:
        """What the ways up of one patch say."""
        scores = self.match(views, deck) if deck is not None and deck.references else None
        numbers, colours = number_logs(views), colour_logs(views)
        card = head(views, "card")[:, 0]
        return [
            Glimpse(
                turn,
                float(logs[turn]),
                numbers[i],
                colours[i],
                float(card[i]),
                None if scores is None else scores[i],
            )
            for i, turn in enumerate(turns)
        ]

    def match(self, rows: Rows, deck: Deck) -> Values:
        """Scores of rows, seen upright, against each card of a deck: its best reference counts."""
        scores = match(Seen.of(rows), self._references(deck)[0], self.calibration.weights)
        cards = deck.cards()
        best = np.full((len(rows), len(cards)), -np.inf)
        for index, reference in enumerate(deck.references):
            column = cards.index(reference.card)
            best[:, column] = np.maximum(best[:, column], scores[:, index])
        return best

    def _matched_turns(self, rows: Rows, deck: Deck) -> list[int]:
        """How far each patch is turned if it is the reference that it looks most like, however turned."""
        embeddings = Seen.of(rows).embeddings
        likeness = [embeddings @ turned.embeddings.T for turned in self._references(deck)]
        return [int(turn) for turn in np.argmax([scores.max(axis=1) for scores in likeness], axis=0)]

    def _references(self, deck: Deck) -> tuple[Seen, ...]:
        """What the network sees of a deck's references, upright and at each quarter turn; looked at once."""
        if self._deck is None or self._deck[0] is not deck:
            patches = [reference.patch for reference in deck.references]
            ways = [[np.ascontiguousarray(np.rot90(patch, -turn)) for patch in patches] for turn in range(4)]
            self._deck = (deck, tuple(Seen.of(self.network.look(way)) for way in ways))
        return self._deck[1]


def add_turn(turns: list[int], turn: int) -> list[int]:
    """The turns to look at, with one more."""
    return turns if turn in turns else [*turns, turn]


def likely_turns(logs: Values) -> list[int]:
    """The quarter turns worth looking at, the likeliest first: one, or two when in doubt."""
    order = [int(turn) for turn in np.argsort(-logs)]
    return order[:2] if logs[order[1]] > np.log(OTHER_TURN) else order[:1]
