"""The reader: outlines of cards on a picture come in, readings with candidates and confidences go out.

reader = Reader.load()
reading = reader.read_outlines(picture, [corners], deck=deck)[0]
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.decks import Deck
from vision.geometry import as_quad
from vision.read.calibration import Calibration, load_calibration
from vision.read.colour import White
from vision.read.judgement import TURN_WEIGHT, Glimpse, Reading, name_card, number_of, read_card
from vision.read.match import Indices, References, Seen, colour_logs, match, number_logs, unit_embeddings
from vision.read.network import Network, Rows, Values, head, log_softmax
from vision.read.patch import Corners, card_shape, rectify
from vision.read.straighten import SOME_CARD, Looks
from vision.types import Laid, Picture, Quad

__all__ = ["Reader", "Reading"]

OTHER_TURN = 0.03  # a second way up is looked at when it is at least this likely
STRAIGHT = 0.03  # an outline off by less than this share of the patch is good enough
SLIGHT = 0.065  # one off by less than this may show a card clearly enough as it is
CLEAR_NUMBER = 0.997  # confidence from which a number is clear enough to bear out a name
STRICTER = 1.1  # how much further such a card must lead
FIRST_NUMBER, FIRST_COLOUR = 0.999, 0.988  # how sure its number and colour must be
MOVES = 2  # times that one further off is moved
TURN_SHARP = 20.0  # how much likeness to a reference tells of the way up
HABITS = {  # how usual each quarter turn is
    Laid.UPRIGHT: np.log([0.94, 0.02, 0.02, 0.02]),
    Laid.EITHER_END: np.log(
        [0.94, 0.02, 0.94, 0.02]
    ),  # as high for each end as for the one in the line above
    Laid.ANYHOW: np.log([0.4, 0.2, 0.2, 0.2]),
}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of cards before they are read (see `Reader.read_outlines`)."""

    laid: Laid
    deck: Deck | None
    inventory: Collection[str] | None


@dataclass(frozen=True, slots=True)
class Learnt:
    """An enrolled deck as the network sees it: its references, and their embeddings at each quarter turn."""

    references: References
    turned: tuple[Values, ...]
    lasts: Indices  # the last reference of each card, once they are sorted by card


@dataclass(frozen=True, slots=True)
class View:
    """A patch held one way up, and what the network says of it."""

    index: int  # of the patch
    turn: int
    patch: Picture
    row: Rows


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

    def learn(self, deck: Deck) -> None:
        """Look at a deck ahead, so that its first card need not wait for it."""
        self._learnt(deck)

    def read_outlines(
        self,
        picture: Picture,
        outlines: Sequence[Corners],
        *,
        white: White | None = None,
        laid: Laid = Laid.ANYHOW,
        deck: Deck | None = None,
        inventory: Collection[str] | None = None,
    ) -> list[Reading]:
        """Read the cards inside outlines, each put straight by what the network sees of its edges.

        `white`: what is white under this light (from the tags). `laid`: how people lay them.
        `deck`: match against its references. `inventory`: the names of which a card can still come: they
        break ties, and a card that is not among them is never sure.
        """
        looks = self._look(picture, [as_quad(corners) for corners in outlines], white)
        known = Known(laid, deck, inventory)
        readings = self._read_at_first_sight(looks, known) if laid is not Laid.ANYHOW else {}
        rest = [index for index in range(len(looks.quads)) if index not in readings]
        straight = self._straighten(picture, looks.some(rest), white)
        readings |= dict(zip(rest, self._read(straight, known), strict=True))
        return [readings[index] for index in range(len(outlines))]

    def glimpse_patches(self, patches: Sequence[Picture], *, deck: Deck | None = None) -> list[list[Glimpse]]:
        """What the network makes of patches, unjudged: for calibration."""
        return self._ways_up(patches, self.network.look(patches), Laid.UPRIGHT, deck)

    def glimpse_outlines(
        self,
        picture: Picture,
        outlines: Sequence[Corners],
        *,
        white: White | None = None,
        deck: Deck | None = None,
    ) -> list[list[Glimpse]]:
        """What the network makes of the cards inside outlines, unjudged: for calibration."""
        looks = self._look(picture, [as_quad(corners) for corners in outlines], white)
        straight = self._straighten(picture, looks, white)
        return self._ways_up(straight.patches, straight.rows, Laid.UPRIGHT, deck)

    def _look(self, picture: Picture, quads: list[Quad], white: White | None) -> Looks:
        """Look at outlines where they were found."""
        patches = [rectify(picture, quad, white=white) for quad in quads]
        return Looks(patches, self.network.look(patches), quads)

    def _straighten(self, picture: Picture, looks: Looks, white: White | None) -> Looks:
        """Move outlines to where the cards are, and look again where they moved."""
        for _ in range(MOVES):
            moves = looks.moves(STRAIGHT)
            if not moves:
                break
            again = self._look(picture, list(moves.values()), white)
            looks = looks.replaced(list(moves), again)
        return looks

    def _read_at_first_sight(self, looks: Looks, known: Known) -> dict[int, Reading]:
        """The cards that lie slightly off their outlines, and are so clear that no second look is needed."""
        moves, errors = looks.moves(STRAIGHT), looks.errors()
        if not moves:
            return {}
        turns, _ = self._choose_turns(looks.rows, known.laid, known.deck)
        told = np.exp(number_logs(looks.rows)).max(axis=1)
        slight = [
            index
            for index in moves
            if errors[index] < SLIGHT and turns[index] == [0] and told[index] >= CLEAR_NUMBER
        ]
        readings = self._read(looks.some(slight), known, strict_calibration(self.calibration))
        return {
            index: reading.placed(moves[index])
            for index, reading in zip(slight, readings, strict=True)
            if is_clear(reading)
        }

    def _read(self, looks: Looks, known: Known, calibration: Calibration | None = None) -> list[Reading]:
        """Readings of what was seen."""
        glimpses = self._ways_up(looks.patches, looks.rows, known.laid, known.deck, fully=False)
        sizes = [max(card_shape(np.array(quad, np.float32))) for quad in looks.quads]
        readings = self._judge(glimpses, known, sizes, calibration or self.calibration)
        return [reading.placed(quad) for reading, quad in zip(readings, looks.quads, strict=True)]

    def _judge(
        self,
        glimpses: Sequence[Sequence[Glimpse]],
        known: Known,
        sizes: Sequence[float],
        calibration: Calibration,
    ) -> list[Reading]:
        """Readings of glimpses, each of a card so many pixels long."""
        if known.deck is None or not known.deck.references:
            return [name_card(seen, known.inventory, calibration) for seen in glimpses]
        cards = known.deck.cards()
        can_come = None if known.inventory is None else frozenset(known.inventory)
        return [
            read_card(seen, cards, can_come, calibration, size)
            for seen, size in zip(glimpses, sizes, strict=True)
        ]

    def _ways_up(
        self,
        patches: Sequence[Picture],
        rows: Rows,
        laid: Laid,
        deck: Deck | None,
        *,
        fully: bool = True,
    ) -> list[list[Glimpse]]:
        """For each patch the likely ways up, each with the rows of the patch turned upright.

        Which way up a card lies is told by its number, or better by the references it resembles; where cards
        lie upright as a rule, that is what a 6 has on a 9. `fully`: also what cannot change a reading.
        """
        if not len(rows):
            return []
        chosen, logs = self._choose_turns(rows, laid, deck)
        views = self._turn(patches, rows, chosen)
        enough = None if fully else self._enough(chosen, logs)
        glimpses = iter(self._glimpses(views, logs, deck, enough))
        return [[next(glimpses) for _ in turns] for turns in chosen]

    def _choose_turns(self, rows: Rows, laid: Laid, deck: Deck | None) -> tuple[list[list[int]], Values]:
        """The quarter turns of each patch that are worth looking at, and how usual each turn is."""
        habit = HABITS[laid]
        if deck is not None and deck.references:
            likely, logs = self._matched_turns(rows, deck) + habit, np.tile(habit, (len(rows), 1))
        else:
            likely = logs = log_softmax(log_softmax(head(rows, "turn")) + habit)
        return [likely_turns(row) for row in likely], logs

    def _enough(self, chosen: Sequence[Sequence[int]], logs: Values) -> Values:
        """The score that each view needs to be sure; where two ways up compete, all that can be had."""
        needed = self.calibration.match - TURN_WEIGHT * logs
        views = [(index, turns) for index, turns in enumerate(chosen) for _ in turns]
        return np.array([math.inf if len(turns) > 1 else needed[index, turns[0]] for index, turns in views])

    def _turn(self, patches: Sequence[Picture], rows: Rows, chosen: Sequence[Sequence[int]]) -> list[View]:
        """The chosen ways up of each patch, one patch after the other."""
        jobs = [(index, turn) for index, turns in enumerate(chosen) for turn in turns]
        turned = {(index, turn): upright_patch(patches[index], turn) for index, turn in jobs if turn}
        more = dict(zip(turned, self.network.look(list(turned.values())), strict=True))
        return [
            View(index, turn, turned[index, turn], more[index, turn])
            if turn
            else View(index, 0, patches[index], rows[index])
            for index, turn in jobs
        ]

    def _glimpses(
        self, views: Sequence[View], logs: Values, deck: Deck | None, enough: Values | None
    ) -> list[Glimpse]:
        """What each view says."""
        rows = np.stack([view.row for view in views])
        numbers, colours, card = number_logs(rows), colour_logs(rows), head(rows, "card")[:, 0]
        enough = None if enough is None else np.where(card < SOME_CARD, -math.inf, enough)
        parts: Sequence[Values | None] = [None] * len(views)
        if deck is not None and deck.references:
            seen = Seen.of(rows, numbers, colours, [view.patch for view in views])
            parts = list(self.match(seen, deck, enough))
        usual = [float(logs[view.index, view.turn]) for view in views]
        return [
            Glimpse(view.turn, usual[i], numbers[i], colours[i], float(card[i]), parts[i])
            for i, view in enumerate(views)
        ]

    def match(self, seen: Seen, deck: Deck, enough: Values | None = None) -> Values:
        """Patches x parts x cards of a match: of each card, those of the reference that fits best."""
        learnt = self._learnt(deck)
        parts = match(seen, learnt.references, self.calibration.weights, enough)
        totals = self.calibration.weights.total(parts)
        # Sorted by card and by score, the last reference of each card is its best.
        order = np.lexsort((totals, np.broadcast_to(learnt.references.owners, totals.shape)))
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


def is_clear(reading: Reading) -> bool:
    """Whether a card's number speaks for its name too: part of a 11 is a 1 to those who compare pictures."""
    number, share = reading.numbers[0] if reading.numbers else ("", 0.0)
    named = reading.card is not None and str(number_of(reading.card)) == number
    return named and share >= CLEAR_NUMBER


def strict_calibration(calibration: Calibration) -> Calibration:
    """What a card that does not lie quite straight in its patch must reach to be sure."""
    return replace(
        calibration,
        number=max(calibration.number, FIRST_NUMBER),
        colour=max(calibration.colour, FIRST_COLOUR),
        margin=STRICTER * calibration.margin,
        small_margin=STRICTER * calibration.small_margin,
    )


def likely_turns(logs: Values) -> list[int]:
    """The quarter turns worth looking at, the likeliest first: one, or two when in doubt."""
    order = [int(turn) for turn in np.argsort(-logs)]
    return order[:2] if logs[order[1]] > logs[order[0]] + np.log(OTHER_TURN) else order[:1]
