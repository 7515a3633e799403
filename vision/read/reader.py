"""The reader: outlines of cards on a picture come in, readings with candidates and confidences go out.

reader = Reader.load()
reading = reader.read_outlines(picture, [corners], deck=deck)[0]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from vision.decks import Deck
from vision.geometry import as_quad
from vision.read.half_known import may_show_number, second_looks, shows
from vision.read.judgement import (
    Evidence,
    confirm,
    is_another_turned,
    is_plainly,
    likeliest_way,
    look_nearer,
    name_card,
    no_card,
    read_card,
    settle_ways,
)
from vision.read.known_deck import KnownDeck, KnownDecks, weigh
from vision.read.landmarks import by_size, is_lost, lies_on_read
from vision.read.match import check, match, matched_quad
from vision.read.naming import never_enrolled
from vision.read.network import Network, Rows, Values, colour_logs, head, log_softmax, number_logs
from vision.read.patch import Corners, hide_surroundings, rectify
from vision.read.prints import CardPrint
from vision.read.reading import Glimpse, Reading
from vision.read.straighten import (
    HABITS,
    SOME_CARD,
    Looks,
    glimpse,
    hold_upright,
    is_off,
    likely_turns,
    turn_logs,
)
from vision.read.sureness import Calibration, load_calibration
from vision.read.twins import tell_twins
from vision.read.underline import find_underline
from vision.read.white import White
from vision.types import Laid, Picture, Quad

__all__ = ["Reader", "Reading"]


@dataclass(frozen=True, slots=True)
class _ReaderSettings:
    """How cards are put straight and looked up; set by hand on ../shared/decks and bench learning."""

    straight: float = 0.03  # an outline off by less than this share of the patch is good enough
    slight: float = 0.065  # one off by less than this may show a card clearly enough as it is
    leads_the_way: float = 0.5  # likeness from which a card shows its outline better than the network
    moves: int = 2  # times that one further off is moved
    hints: int = 3  # cards that are compared since the network reads their number and colour
    placed: int = 3  # outlines of a picture, at most, that fit no card and are placed anew
    usual: float = 0.05  # of a way up: how else an expected card lies is not tried


_SETTINGS = _ReaderSettings()


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of cards before they are read (see `Reader.read_outlines`)."""

    laid: Laid
    inventory: Collection[str] | None
    lean: int = 0

    @property
    def either_end(self) -> bool:
        return self.laid is not Laid.UPRIGHT


class Reader:
    """Reads numbers and colours of any card, and the cards of an enrolled deck; for one thread."""

    def __init__(self, network: Network, calibration: Calibration) -> None:
        self.network = network
        self.calibration = calibration
        self._decks = KnownDecks(network, calibration.enrolled)

    @classmethod
    def load(cls) -> Self:
        """The reader that is shipped in assets/models/."""
        return cls(Network(), load_calibration())

    def learn(self, deck: Deck) -> None:
        """Look at a deck ahead, so that its first card need not wait for it."""
        learnt = self._decks.learn(deck)
        self._decks.landmarks(deck)
        if not deck.complete:
            self._decks.stranger_bar(learnt)

    def read_outlines(
        self,
        picture: Picture,
        outlines: Sequence[Corners],
        *,
        white: White | None = None,
        laid: Laid = Laid.ANYHOW,
        deck: Deck | None = None,
        inventory: Collection[str] | None = None,
        expected: Sequence[str | None] = (),
        lean: int = 0,
    ) -> list[Reading]:
        """Read the cards inside outlines, each put straight by what is seen of it.

        `white`: what is white under this light (from the tags). `laid`: how people lay them.
        `deck`: match against its references. `inventory`: the names of which a card can still come: they
        break ties, and a card that is not among them is never sure. `expected`: what should lie in each
        outline; what plainly is that card is not looked at any further. `lean`: how numbers stand on cards
        that no deck knows.
        """
        if expected and deck is not None and deck.references:
            return self._check(picture, outlines, white, _Known(laid, inventory), deck, expected)
        looks = self._look(picture, [as_quad(corners) for corners in outlines], white)
        known = _Known(laid, inventory, lean)
        if deck is not None and deck.references:
            return self._read_enrolled(picture, looks, white, known, self._decks.learn(deck))
        return self._name_outlines(picture, looks, white, known)

    def told_lean(self, deck: Deck | None) -> int | None:
        """How numbers stand on a deck's cards (see `LEANS`); none where its references do not tell."""
        if deck is None or deck.guess or not deck.references:
            return None
        return self._decks.learn(deck).prints.told_lean

    def shades(self, deck: Deck) -> Values:
        """How light each reference is where it is darkest, as its paper tells; 1 where that tells nothing."""
        return self._decks.learn(deck).prints.shades

    def stays(
        self,
        picture: Picture,
        reading: Reading,
        white: White | None,
        inventory: Collection[str] | None,
        lean: int = 0,
    ) -> bool:
        """Whether slightly other pictures of the card alone show what is sure of it, name or number."""
        corners = reading.corners or ()
        card = hide_surroundings(rectify(picture, corners, white=white), corners)
        named = self._name_upright(second_looks(card), inventory, lean)
        return all(shows(each, reading) for each in named)

    def read_patches(
        self, patches: Sequence[Picture], *, deck: Deck, without: Collection[str] = ()
    ) -> list[Reading]:
        """Read upright patches as they are, without looking for the card's outline; without these cards."""
        learnt, looks = self._decks.learn(deck), Looks(list(patches), self.network.look(patches), [])
        left_out = learnt.prints.numbers_of(without)
        evidence = self._compare(looks, learnt, HABITS[Laid.UPRIGHT], left_out)
        bar = None if deck.complete else self._decks.stranger_bar(learnt)
        cards, on_paper = learnt.prints.cards, learnt.prints.on_paper
        return [read_card(each, cards, None, self.calibration, bar, on_paper=on_paper) for each in evidence]

    def name_patches(
        self, patches: Sequence[Picture], inventory: Collection[str] | None, deck: Deck | None = None
    ) -> list[Reading]:
        """Read numbers and colours on upright patches as they are; numbers stand as on the deck's cards."""
        return self._name_upright(patches, inventory, self.told_lean(deck) or 0)

    # where cards lie

    def _look(self, picture: Picture, quads: list[Quad], white: White | None) -> Looks:
        patches = [rectify(picture, quad, white=white) for quad in quads]
        return Looks(patches, self.network.look(patches), quads)

    def _straighten(
        self, picture: Picture, looks: Looks, white: White | None, limit: float = _SETTINGS.straight
    ) -> Looks:
        """Move outlines to where the network sees the cards, and look again where they moved."""
        for _ in range(_SETTINGS.moves):
            moves = looks.moves(limit)
            if not moves:
                break
            again = self._look(picture, list(moves.values()), white)
            looks = looks.replaced(list(moves), again)
        return looks

    # enrolled cards

    def _read_enrolled(
        self, picture: Picture, looks: Looks, white: White | None, known: _Known, learnt: KnownDeck
    ) -> list[Reading]:
        """Readings of enrolled cards: those not plainly read are cut out anew where they seem to lie."""
        looks = self._straighten(picture, looks, white, _SETTINGS.slight)
        readings, moves = self._match(looks, known, learnt)
        anyhow = known.laid is Laid.ANYHOW
        for _ in range(_SETTINGS.moves):
            moves = {at: quad for at, quad in moves.items() if not readings[at].matched}
            if anyhow:
                moves = {at: quad for at, quad in moves.items() if not lies_on_read(readings[at], readings)}
            if not moves:
                break
            others, further = self._match(self._look(picture, list(moves.values()), white), known, learnt)
            for at, other in zip(moves, others, strict=True):
                readings[at] = look_nearer(readings[at], other)
            moves = {at: further[k] for k, at in enumerate(moves) if k in further}
        return self._place_anew(picture, readings, white, known, learnt) if anyhow else readings

    def _check(
        self,
        picture: Picture,
        outlines: Sequence[Corners],
        white: White | None,
        known: _Known,
        deck: Deck,
        expected: Sequence[str | None],
    ) -> list[Reading]:
        """Readings in which a print that plainly is the expected card's is enough; the others are read."""
        prints = self._decks.learn(deck).prints
        readings: dict[int, Reading] = {}
        for at, (corners, name) in enumerate(zip(outlines, expected, strict=True)):
            if name in prints.cards and (known.inventory is None or name in known.inventory):
                patch, quad = rectify(picture, corners, white=white), as_quad(corners)
                seen = CardPrint.of(patch, on_paper=prints.on_paper)
                ways = [turn for turn in prints.turns if HABITS[known.laid][turn] >= np.log(_SETTINGS.usual)]
                found = check(seen, prints, prints.cards.index(name), ways)
                if is_plainly(found):
                    best = found.candidates[0]
                    readings[at] = confirm(name, best.turn).placed(matched_quad(quad, best))
        rest = [at for at in range(len(outlines)) if at not in readings]
        looks = self._look(picture, [as_quad(outlines[at]) for at in rest], white)
        read = self._read_enrolled(picture, looks, white, known, self._decks.learn(deck))
        readings |= dict(zip(rest, read, strict=True))
        return [readings[at] for at in range(len(outlines))]

    def _place_anew(
        self, picture: Picture, readings: list[Reading], white: White | None, known: _Known, learnt: KnownDeck
    ) -> list[Reading]:
        """Readings in which the largest outlines that fit no card are read where spots of its print lie."""
        readings, tried = list(readings), 0
        for at in by_size(readings):
            if tried == _SETTINGS.placed or not is_lost(readings[at], readings):
                continue
            quads = self._decks.landmarks(learnt.deck).place(picture, readings[at].corners or ())
            others, _ = self._match(self._look(picture, quads, white), known, learnt)
            new = (other for other in others if other.card is not None and not lies_on_read(other, readings))
            readings[at] = next(new, readings[at])
            tried += 1
        return readings

    def _match(self, looks: Looks, known: _Known, learnt: KnownDeck) -> tuple[list[Reading], dict[int, Quad]]:
        """Readings of what was seen, and where cards seem to lie whose outlines are off."""
        scores = head(looks.rows, "card")[:, 0]
        faces = np.flatnonzero(scores >= SOME_CARD).tolist()
        some = looks.some(faces)
        evidence = self._compare(some, learnt, HABITS[known.laid])
        readings, moves = [no_card(float(score)) for score in scores], looks.moves(_SETTINGS.straight)
        lacks = not learnt.deck.complete or bool(never_enrolled(learnt.prints.cards, known.inventory))
        bar = self._decks.stranger_bar(learnt) if lacks else None
        for at, each, quad in zip(faces, evidence, some.quads, strict=True):
            reading = read_card(
                each,
                learnt.prints.cards,
                known.inventory,
                self.calibration,
                bar,
                either_end=known.either_end,
                on_paper=learnt.prints.on_paper,
            )
            best = each.comparison.candidates[int(each.leads().argmax())]
            moved = matched_quad(quad, best)
            if best.alike >= _SETTINGS.leads_the_way:
                moves.pop(at, None)
                moves |= {at: moved} if is_off(quad, moved, _SETTINGS.straight) else {}
            readings[at] = reading.placed(moved if reading.card is not None else quad)
        return readings, moves

    def _compare(
        self, looks: Looks, learnt: KnownDeck, usual: Values, without: Collection[int] = ()
    ) -> list[Evidence]:
        """What speaks for the likeliest cards of each patch; those whose number and colour are read too."""
        rows = self.network.read_leaning(looks.patches, looks.rows, learnt.prints.lean)
        looks = Looks(looks.patches, rows, looks.quads)
        numbers, colours = np.exp(number_logs(looks.rows)), np.exp(colour_logs(looks.rows))
        hints = [
            learnt.prints.read_as(*chances, _SETTINGS.hints) for chances in zip(numbers, colours, strict=True)
        ]
        prints = [CardPrint.of(patch, on_paper=learnt.prints.on_paper) for patch in looks.patches]
        found = [
            match(seen, learnt.prints, hints=hinted, without=without)
            for seen, hinted in zip(prints, hints, strict=True)
        ]
        if learnt.deck.complete and not without:  # else it may be neither of two twins
            found = [tell_twins(*each, learnt.prints) for each in zip(found, prints, strict=True)]
        return weigh(self.network, looks, found, learnt.prints, usual)

    # cards never seen

    def _name_outlines(
        self, picture: Picture, looks: Looks, white: White | None, known: _Known
    ) -> list[Reading]:
        """Readings of cards put straight; a number in doubt may be sure and steady where it was found.

        Where cards overlap the network moves outlines towards the print below, and reads a digit of it with
        the card's own: then only what lies inside the outline is looked at.
        """
        readings = self._name(self._straighten(picture, looks, white), known)
        doubted = [at for at, each in enumerate(readings) if may_show_number(each)]
        quads = [looks.quads[at] for at in doubted]
        patches = [hide_surroundings(looks.patches[at], looks.quads[at]) for at in doubted]
        again = self._name(Looks(patches, self.network.look(patches), quads), known)
        for at, found in zip(doubted, again, strict=True):
            if found.number is not None and self.stays(picture, found, white, known.inventory, known.lean):
                readings[at] = replace(found, is_card=readings[at].is_card)
        return readings

    def _name_upright(
        self, patches: Sequence[Picture], inventory: Collection[str] | None, lean: int
    ) -> list[Reading]:
        glimpses = self._ways_up(patches, self._see(patches, lean), Laid.UPRIGHT, lean)
        return [name_card(seen, inventory, self.calibration) for seen in glimpses]

    def _name(self, looks: Looks, known: _Known) -> list[Reading]:
        rows = self.network.read_leaning(looks.patches, looks.rows, known.lean)
        glimpses = self._ways_up(looks.patches, rows, known.laid, known.lean)
        settled = [self._settle(*each, known.lean) for each in zip(looks.patches, glimpses, strict=True)]
        return [
            name_card(seen, known.inventory, self.calibration).placed(quad)
            for seen, quad in zip(settled, looks.quads, strict=True)
        ]

    def _settle(self, patch: Picture, ways: Sequence[Glimpse], lean: int) -> Sequence[Glimpse]:
        """The ways up that stay open after an underline or a second look, where there are several."""
        best = likeliest_way(ways)
        held = hold_upright(patch, best.turn)
        underlined = find_underline(held) if is_another_turned(best) else 0
        if underlined > 0:
            return [best]
        if underlined < 0:
            turn = (best.turn + 2) % 4
            return [glimpse(self._see([hold_upright(patch, turn)], lean)[0], turn, 0.0)]
        if len(ways) < 2:
            return ways
        rows = self._see([held, *second_looks(held)], lean)
        return settle_ways(ways, number_logs(rows), self.calibration.number)

    def _see(self, patches: Sequence[Picture], lean: int) -> Rows:
        return self.network.read_leaning(patches, self.network.look(patches), lean)

    def _ways_up(
        self, patches: Sequence[Picture], rows: Rows, laid: Laid, lean: int = 0
    ) -> list[list[Glimpse]]:
        """For each patch the likely ways up, told by its number; where cards lie upright, by that too."""
        if not len(rows):
            return []
        logs = turn_logs(rows, laid)
        chosen = [likely_turns(row) for row in logs]
        turned = [(at, turn) for at, turns in enumerate(chosen) for turn in turns if turn]
        more = self._see([hold_upright(patches[at], turn) for at, turn in turned], lean)
        by_way = {(at, 0): rows[at] for at in range(len(patches))} | dict(zip(turned, more, strict=True))
        for (at, turn), row in zip(turned, log_softmax(head(more, "turn")), strict=True):
            logs[at] += np.roll(row, turn)  # held that way up it tells better whether that is the way
        return [
            [glimpse(by_way[at, turn], turn, float(logs[at, turn])) for turn in turns]
            for at, turns in enumerate(chosen)
        ]
