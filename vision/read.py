"""The reader: patches or outlines of cards come in, readings with candidates and confidences go out.

reader = Reader.load()
reading = reader.read_outlines(picture, [corners], deck=deck)[0]
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from vision.calibration import Calibration, load_calibration
from vision.colour import White, balance
from vision.decks import Deck
from vision.judgement import Glimpse, Reading, combine, name_card, read_card
from vision.match import Indices, References, Seen, colour_logs, match, number_logs, unit_embeddings
from vision.network import Network, Rows, Values, head, log_softmax
from vision.patch import Corners, card_shape, measure_quality, rectify, refine
from vision.types import Picture, Quad, area

__all__ = ["Reader", "Reading", "combine", "rectify"]

OTHER_TURN = 0.03  # a second way up is looked at when it is at least this likely
STRAIGHT = 0.02  # an outline off by less than this share of the patch is good enough
NEARLY_STRAIGHT = 0.03  # one that is still off by more after it was moved is moved once more
MOST_RESIZED = 0.15  # of the log of its area: outlines are found nearly as large as they are
TURN_SHARP = 20.0  # how much likeness to a reference tells of the way up
HABIT = np.log([0.94, 0.02, 0.02, 0.02])  # how people lay cards at places
LOOSE_HABIT = np.log([0.4, 0.2, 0.2, 0.2])  # how they photograph cards that lie anyhow
SOME_CARD = -3.0  # log-odds of a whole card below which an outline is not worth moving


@dataclass(frozen=True, slots=True)
class Straight:
    """Patches cut along outlines that were put straight, and what the network says of them."""

    patches: list[Picture]
    rows: Rows
    quads: list[Quad]


@dataclass(frozen=True, slots=True)
class Learnt:
    """An enrolled deck as the network sees it: its references, and their embeddings at each quarter turn."""

    references: References
    turned: tuple[Values, ...]
    lasts: Indices  # the last reference of each card, once they are sorted by card


class Reader:
    """Reads numbers and colours of any card, and the cards of an enrolled deck; for one thread."""

    def __init__(self, network: Network, calibration: Calibration) -> None:
        self.network = network
        self.calibration = calibration
        self._deck: tuple[Deck, Learnt] | None = None

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

        `white`: what is white under this light (from the tags). `upright`: they lie upright, as a rule.
        `deck`: match against its references. `inventory`: the names of which a card can still come: they
        break ties, and a card that is not among them is never sure.
        """
        plain = [balance(patch, white) for patch in patches]
        glimpses = self._ways_up(plain, self.network.look(plain), upright, deck)
        return self._judge(plain, glimpses, deck, inventory, [math.inf] * len(plain))

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
        straight = self._look_straight(picture, outlines, white)
        glimpses = self._ways_up(straight.patches, straight.rows, upright, deck)
        sizes = [max(card_shape(np.array(quad, np.float32))) for quad in straight.quads]
        readings = self._judge(straight.patches, glimpses, deck, inventory, sizes)
        return [reading.placed(quad) for reading, quad in zip(readings, straight.quads, strict=True)]

    def glimpse_patches(self, patches: Sequence[Picture], *, deck: Deck | None = None) -> list[list[Glimpse]]:
        """What the network makes of patches, unjudged: for calibration."""
        return self._ways_up(patches, self.network.look(patches), True, deck)

    def glimpse_outlines(
        self,
        picture: Picture,
        outlines: Sequence[Corners],
        *,
        white: White | None = None,
        deck: Deck | None = None,
    ) -> list[list[Glimpse]]:
        """What the network makes of the cards inside outlines, unjudged: for calibration."""
        straight = self._look_straight(picture, outlines, white)
        return self._ways_up(straight.patches, straight.rows, True, deck)

    def _look_straight(self, picture: Picture, outlines: Sequence[Corners], white: White | None) -> Straight:
        """Look at outlines, move them to where the cards are, and look again where they moved."""
        quads = [tuple((float(x), float(y)) for x, y in corners) for corners in outlines]
        patches = [rectify(picture, quad, white=white) for quad in quads]
        rows = self.network.look(patches)
        for limit in (STRAIGHT, NEARLY_STRAIGHT):
            off = [index for index in range(len(quads)) if needs_move(rows[index], limit)]
            wanted = {index: moved_quad(quads[index], rows[index]) for index in off}
            moved = [index for index in off if is_like_size(wanted[index], quads[index])]
            if not moved:
                break
            for index in moved:
                quads[index] = wanted[index]
                patches[index] = rectify(picture, quads[index], white=white)
            rows[moved] = self.network.look([patches[index] for index in moved])
        return Straight(patches, rows, quads)

    def _judge(
        self,
        patches: Sequence[Picture],
        glimpses: Sequence[Sequence[Glimpse]],
        deck: Deck | None,
        inventory: Collection[str] | None,
        sizes: Sequence[float],
    ) -> list[Reading]:
        """Readings of what was seen, each card so many pixels long."""
        qualities = [measure_quality(patch) for patch in patches]
        if deck is None or not deck.references:
            pairs = zip(glimpses, qualities, strict=True)
            return [name_card(seen, how, inventory, self.calibration) for seen, how in pairs]
        cards = deck.cards()
        return [
            read_card(seen, how, cards, inventory, self.calibration, size)
            for seen, how, size in zip(glimpses, qualities, sizes, strict=True)
        ]

    def _ways_up(
        self, patches: Sequence[Picture], rows: Rows, upright: bool, deck: Deck | None
    ) -> list[list[Glimpse]]:
        """For each patch the likely ways up, each with the rows of the patch turned upright.

        Which way up a card lies is told by its number, or better by the references it resembles; where cards
        lie upright as a rule, that is what a 6 has on a 9.
        """
        habit = HABIT if upright else LOOSE_HABIT
        if deck is not None and deck.references:
            likely, logs = self._matched_turns(rows, deck) + habit, np.tile(habit, (len(rows), 1))
        else:
            likely = logs = log_softmax(log_softmax(head(rows, "turn")) + habit)
        chosen = [likely_turns(row) for row in likely]
        jobs = [(index, turn) for index, turns in enumerate(chosen) for turn in turns if turn]
        turned = [upright_patch(patches[index], turn) for index, turn in jobs]
        more = dict(zip(jobs, zip(turned, self.network.look(turned), strict=True), strict=True))
        glimpses = []
        for index, turns in enumerate(chosen):
            views = [more[index, turn] if turn else (patches[index], rows[index]) for turn in turns]
            glimpses.append(self._glimpses(views, turns, logs[index], deck))
        return glimpses

    def _glimpses(
        self, views: Sequence[tuple[Picture, Rows]], turns: list[int], logs: Values, deck: Deck | None
    ) -> list[Glimpse]:
        """What the ways up of one patch say."""
        rows = np.stack([row for _, row in views])
        parts: list[Values | None] = [None] * len(views)
        if deck is not None and deck.references:
            parts = list(self.match(Seen.of(rows, [patch for patch, _ in views]), deck))
        numbers, colours, card = number_logs(rows), colour_logs(rows), head(rows, "card")[:, 0]
        return [
            Glimpse(turn, float(logs[turn]), numbers[i], colours[i], float(card[i]), parts[i])
            for i, turn in enumerate(turns)
        ]

    def match(self, seen: Seen, deck: Deck) -> Values:
        """Patches x parts x cards of a match: of each card, those of the reference that fits best."""
        learnt = self._learnt(deck)
        parts = match(seen, learnt.references, self.calibration.weights)
        totals = self.calibration.weights.total(parts)
        # Sorted by card and by score, the last reference of each card is its best.
        order = np.stack([np.lexsort((row, learnt.references.owners)) for row in totals])
        best = order[:, learnt.lasts]
        return np.stack([parts[:, index, each] for index, each in enumerate(best)])

    def _matched_turns(self, rows: Rows, deck: Deck) -> Values:
        """How well the most alike reference fits at each quarter turn, patches x turns."""
        embeddings = unit_embeddings(rows)
        likeness = [(embeddings @ turned.T).max(axis=1) for turned in self._learnt(deck).turned]
        return TURN_SHARP * np.stack(likeness, axis=1)

    def _learnt(self, deck: Deck) -> Learnt:
        """What the network sees of a deck's references, upright and at each quarter turn; looked at once."""
        if self._deck is None or self._deck[0] is not deck:
            patches = [reference.patch for reference in deck.references]
            rows = [
                self.network.look([upright_patch(patch, -turn) for patch in patches]) for turn in range(4)
            ]
            cards = deck.cards()
            owners = np.array([cards.index(reference.card) for reference in deck.references])
            lasts = np.cumsum(np.bincount(owners)) - 1
            turned = tuple(unit_embeddings(way) for way in rows)
            learnt = Learnt(References.of(rows[0], patches, owners), turned, lasts)
            self._deck = (deck, learnt)
        return self._deck[1]


def upright_patch(patch: Picture, turn: int) -> Picture:
    """A patch in which a card lies turned by quarters, turned back."""
    return np.ascontiguousarray(np.rot90(patch, turn))


def needs_move(row: Rows, limit: float) -> bool:
    """Whether the network sees a card in a patch, but more than this share of the patch off."""
    off = float(np.abs(head(row[None], "outline")).max())
    return off >= limit and float(head(row[None], "card")[0, 0]) >= SOME_CARD


def moved_quad(quad: Quad, row: Rows) -> Quad:
    """The outline where the network sees it."""
    return refine(quad, head(row[None], "outline").reshape(4, 2))


def is_like_size(one: Quad, other: Quad) -> bool:
    """Whether two outlines are about equally large: a band of colour at a card's edge is not cut off."""
    return abs(math.log(abs(area(one)) / max(abs(area(other)), 1e-9))) < MOST_RESIZED


def likely_turns(logs: Values) -> list[int]:
    """The quarter turns worth looking at, the likeliest first: one, or two when in doubt."""
    order = [int(turn) for turn in np.argsort(-logs)]
    return order[:2] if logs[order[1]] > logs[order[0]] + np.log(OTHER_TURN) else order[:1]
