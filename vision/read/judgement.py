"""Judgement: what was compared and read of a card comes in, one reading goes out: the one place that is sure.

It is also the only place that makes one reading of several: other outlines of a card, other frames.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.read.match import Comparison
from vision.read.naming import (
    NUMBERS,
    SHOWN,
    Names,
    colour_of,
    fits,
    likelihood,
    likely_unknown,
    list_cards,
    number_of,
    top,
    upside_down,
)
from vision.read.network import NO_NUMBER, Values
from vision.read.prints import EnrolledPrints
from vision.read.reading import Glimpse, Reading, withdraw
from vision.read.sureness import Calibration, Features
from vision.types import COLOURS


@dataclass(frozen=True, slots=True)
class _LeadSettings:
    """How candidates are weighed against each other; set on two thirds of ../shared/decks (see reader.md)."""

    agreement: float = 0.2  # what a log-chance of the same number or colour counts beside a lead
    floor: float = 1e-4  # of such a chance: nothing is impossible
    turn: float = 0.1  # what a log-chance of the way up counts
    doubt: float = 0.3  # what a card that cannot come loses against one that can
    least: float = 0.2  # lead below which no card is sure, however well it fits: its double fits as well ...
    least_print: float = 0.1  # ... and lead of its print: an empty sign of SET led as a striped one by 0 ...
    # ... and, but on paper, of its evened lightness, which no lamp changes: a 6 upside down led by light over
    # a 9, at -0.9 ...
    least_even: float = -0.5
    denied: float = 3.0  # ... but over cards whose number or colour is denied by this log-chance
    worse: float = 1.2  # times as far off as another one: of 276 cards of SET one right one is (1.5)
    error: float = 1.8  # largest mean difference from its reference, over the noise: parts of cards have more
    unlike: float = 0.45  # likeness below which it must look like a whole card, not a half-covered one ...
    whole: float = 2.0  # ... with these log-odds
    beyond: float = 2.0  # above the bar where a card that was never enrolled has the same number and colour
    beyond_print: float = 0.5  # ... and what its print must lead by: strangers came to 0.32 (bench learning)
    # What its print leads by, or how like it is to the network, where a deck may lack cards: strangers whose
    # number was misread came to 0.19 and 2.26, of 499 right ones none missed both (bench learning).
    stranger_print: float = 0.35
    stranger_likeness: float = 2.5
    own_alike: float = 0.9  # a card without a number is as like as this to a reference of it, whatever ...
    own_lead: float = 0.8  # ... was never enrolled: such strangers came to 0.44 and 0.48 (bench learning)
    contradicted: float = -5.0  # log-chance of the same number or colour below which it is another card
    told: float = 0.9  # chance from which the network is taken to know what is on a reference ...
    untold: float = -1.5  # ... and the least log-chance of the same where it does not
    # What another look may be less alike and still deny a card. Of thirteen outlines of a striped card of SET
    # one, no better than others, was surely the empty one.
    no_worse: float = 0.03
    plainly_alike: float = 0.75  # what an expected card must reach by its print alone
    # Of 4,595 pairs of like cards, each expected in the other's stead, 49 led by 0.5 and seven by this.
    plainly_lead: float = 0.75
    plainly_error: float = 0.9
    sharpness: float = 4.0  # how much more likely a card is that leads by one: for the confidences


_SETTINGS = _LeadSettings()
CARD_AT_LEAST = 0.5  # is_card from which a sure reading counts against another
_MATCHED_CARD = 0.95  # is_card of what is surely the card of a reference, at least


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What speaks for each candidate of a comparison."""

    comparison: Comparison
    names: tuple[str, ...]
    glimpses: tuple[Glimpse, ...]  # of the patch held as each candidate is
    number: Values  # log-chance that the number is the reference's
    colour: Values
    likeness: Values  # of the network's embeddings

    @classmethod
    def of(cls, comparison: Comparison, deck: EnrolledPrints, seen: Mapping[int, Glimpse]) -> Evidence:
        """Join what was compared with what the network says at each way up."""
        at = [each.reference for each in comparison.candidates]
        glimpses = tuple(seen[each.turn] for each in comparison.candidates)
        numbers, colours = (
            np.exp([each.numbers for each in glimpses]),
            np.exp([each.colours for each in glimpses]),
        )
        return cls(
            comparison,
            tuple(deck.cards[deck.owners[each]] for each in at),
            glimpses,
            _agreement(numbers, deck.numbers[at]),
            _agreement(colours, deck.colours[at]),
            (np.array([each.embedding for each in glimpses]) * deck.embeddings[at]).sum(axis=1),
        )

    def leads(self, inventory: Collection[str] | None = None) -> Values:
        """By how much each candidate leads over the one that comes nearest to it."""
        usual = np.array([each.turn_log for each in self.glimpses])
        weight = _SETTINGS.agreement * (self.number + self.colour) + _SETTINGS.turn * usual
        weight = weight - self._doubts(inventory)
        if len(self.names) == 1:
            return np.ones(1)
        result: Values = (self.comparison.leads + weight[:, None] - weight[None]).min(axis=1)
        return result

    def is_told(self, at: int, inventory: Collection[str] | None, *, on_paper: bool) -> bool:
        """Whether a candidate is told from every other by its print, or by another number or colour.

        Where the network is not certain of them, light and lens change what it reads as much as twins differ.
        """
        read, errors = self.number + self.colour, self.comparison.errors
        led = self.comparison.leads[at] + self._doubts(inventory) >= _SETTINGS.least_print
        if not on_paper:  # which tells the light itself
            led &= self.comparison.even_leads[at] >= _SETTINGS.least_even
        fits = errors[at] <= _SETTINGS.worse * errors
        return bool((led & fits | (read[at] - read >= _SETTINGS.denied)).all())

    def _doubts(self, inventory: Collection[str] | None) -> Values:
        """What each candidate loses if it cannot come."""
        return np.array(
            [_SETTINGS.doubt * (inventory is not None and name not in inventory) for name in self.names]
        )

    def fits(self, at: int) -> bool:
        """Whether a candidate can be all of what is seen, however far it leads."""
        alike, card = self.comparison.candidates[at].alike, self.glimpses[at].card
        whole = alike >= _SETTINGS.unlike or card >= _SETTINGS.whole
        return whole and float(self.comparison.errors[at]) <= _SETTINGS.error

    def agreement(self, at: int) -> float:
        """The lower log-chance of a candidate's number and colour."""
        return min(float(self.number[at]), float(self.colour[at]))

    def features(self, at: int, lead: float) -> Features:
        """What speaks for a candidate that leads so far."""
        found = self.comparison
        return Features.of(
            lead,
            float(found.leads[at].min()),
            found.candidates[at].alike,
            (float(found.errors[at]), found.worst(at)),
            (float(self.number[at]), float(self.colour[at])),
            float(self.likeness[at]),
            self.glimpses[at].card,
        )

    def best_name(self) -> str:
        return self.names[int(self.leads().argmax())]

    def best_features(self) -> Features:
        leads = self.leads()
        return self.features(int(leads.argmax()), float(leads.max()))


def _agreement(seen: Values, references: Values) -> Values:
    """Log-chances that what is read is what is read on each reference, if that can be told at all."""
    logs = np.log(np.maximum((seen * references).sum(axis=1), _SETTINGS.floor))
    told = references.max(axis=1) >= _SETTINGS.told
    result: Values = np.where(told, logs, np.maximum(logs, _SETTINGS.untold))
    return result


def read_card(
    evidence: Evidence,
    cards: tuple[str, ...],
    inventory: Collection[str] | None,
    calibration: Calibration,
    bar: float | None = None,
    *,
    either_end: bool = False,
    on_paper: bool = False,
) -> Reading:
    """The reading of a card of an enrolled deck; `bar` is the least score if the deck may lack cards.

    `either_end`: cards may lie upside down, so that a 6 may be a 9 that such a deck lacks. `on_paper`: its
    cards are mostly paper.
    """
    plain_leads, leads = evidence.leads(), evidence.leads(inventory)
    best = int(plain_leads.argmax())
    name, glimpse, lead = evidence.names[best], evidence.glimpses[best], float(leads[best])
    numbers, colours = np.exp(glimpse.numbers), np.exp(glimpse.colours)
    unknown = likely_unknown(numbers, colours, name, cards, inventory)
    features = evidence.features(best, lead)
    score = calibration.enrolled.score(features)
    complete = calibration.enrolled.paper if on_paper else calibration.enrolled.complete
    told = bar is not None and (score >= bar + _SETTINGS.beyond or _is_own_picture(name, features))
    beyond = told and features.print_lead >= _SETTINGS.beyond_print
    sure = (
        best == int(leads.argmax())
        and (inventory is None or name in inventory)
        and lead >= _SETTINGS.least
        and evidence.is_told(best, inventory, on_paper=on_paper)
        and score >= (complete if bar is None else bar)
        and evidence.fits(best)
        and evidence.agreement(best) >= _SETTINGS.contradicted
        and glimpse.card >= calibration.card
        and (bar is None or not _is_known_by_number(features))
        and (not unknown or beyond)
        and not (either_end and bar is not None and _lacks_twin(name, cards, inventory))
    )
    plain = _read_plainly([glimpse], numbers, colours, calibration)
    chances = _softmax(_SETTINGS.sharpness * leads)
    fit = likelihood(name, numbers, colours) if unknown and not sure else 1.0
    known = [(evidence.names[at], fit * float(chances[at])) for at in np.argsort(-leads)[:SHOWN]]
    return replace(
        plain,
        card=name if sure else None,
        candidates=_together(() if sure else unknown, known),
        number=number_of(name) if sure else plain.number,
        is_card=max(plain.is_card, _MATCHED_CARD) if sure else plain.is_card,
        matched=sure and score >= calibration.enrolled.plain,
        alike=evidence.comparison.candidates[best].alike,
    )


def _is_known_by_number(features: Features) -> bool:
    """Whether hardly more than its number speaks for a card; of a stranger that may be misread."""
    unlike = features.likeness < _SETTINGS.stranger_likeness
    return unlike and features.print_lead < _SETTINGS.stranger_print


def _is_own_picture(name: str, features: Features) -> bool:
    """Whether a card without a number is known by its print: others do not differ from it by a digit only."""
    plain = features.alike >= _SETTINGS.own_alike and features.print_lead >= _SETTINGS.own_lead
    return plain and number_of(name) is None


def _lacks_twin(name: str, cards: Collection[str], inventory: Collection[str] | None) -> bool:
    """Whether a card upside down reads as another one of the game that was never enrolled."""
    twin = upside_down(name)
    return twin not in (name, *cards) and (inventory is None or twin in inventory)


def is_plainly(found: Comparison) -> bool:
    """Whether the first candidate, which was expected, is what is seen by its print alone."""
    return (
        found.candidates[0].alike >= _SETTINGS.plainly_alike
        and float(found.leads[0].min()) >= _SETTINGS.plainly_lead
        and float(found.errors[0]) <= _SETTINGS.plainly_error
    )


def confirm(card: str, turn: int) -> Reading:
    """The reading of a card that plainly is the expected one."""
    colour = colour_of(card)
    return Reading(
        card,
        number_of(card),
        None if colour is None else COLOURS[colour],
        ((card, _MATCHED_CARD),),
        90 * turn,
        _MATCHED_CARD,
        matched=True,
    )


def _together(unknown: Names, known: Sequence[tuple[str, float]]) -> Names:
    """Candidates of both kinds, best first, the confidences of all together at most one."""
    ranked = sorted((*unknown, *known), key=lambda pair: -pair[1])
    whole = sum(share for _, share in ranked)
    return tuple((name, share / whole) for name, share in ranked[:SHOWN])


def name_card(
    glimpses: Sequence[Glimpse], inventory: Collection[str] | None, calibration: Calibration
) -> Reading:
    """The reading of a card never seen: number and colour."""
    numbers, colours = _both_chances(glimpses)
    plain = _read_plainly(glimpses, numbers, colours, calibration)
    names = list_cards(numbers, colours, inventory)
    sure = bool(names) and fits(names, plain.number, plain.colour)
    return replace(plain, card=names[0][0] if sure else None, candidates=names[:SHOWN])


def likeliest_way(ways: Sequence[Glimpse]) -> Glimpse:
    """The way up in which a number is read best."""
    return max(ways, key=lambda way: way.turn_log + float(way.numbers.max()))


def settle_ways(ways: Sequence[Glimpse], looks: Values, least: float) -> Sequence[Glimpse]:
    """Only the likeliest way up, if slightly other pictures of the card held so all surely show its number.

    `looks`: log-probabilities of numbers in each. Cards of one print at both ends look upright either way;
    what is another number upside down is left in doubt.
    """
    best = likeliest_way(ways)
    number = int(best.numbers.argmax())
    steady = (looks.argmax(axis=1) == number) & (np.exp(looks[:, number]) >= least)
    return [best] if number != NO_NUMBER and not is_another_turned(best) and steady.all() else ways


def is_another_turned(way: Glimpse) -> bool:
    """Whether the likeliest number is another one upside down, as a 6 is a 9."""
    number = NUMBERS[int(way.numbers.argmax())]
    return upside_down(number) != number


def _both_chances(glimpses: Sequence[Glimpse]) -> tuple[Values, Values]:
    """How likely each number and each colour is, over the ways up."""
    if len(glimpses) == 1:
        return np.exp(glimpses[0].numbers), np.exp(glimpses[0].colours)
    shares = _softmax(np.array([glimpse.turn_log for glimpse in glimpses]))
    numbers, colours = (
        np.array([np.exp(logs) for logs in ways]).T @ shares
        for ways in ([g.numbers for g in glimpses], [g.colours for g in glimpses])
    )
    return numbers, colours


def _read_plainly(
    glimpses: Sequence[Glimpse], numbers: Values, colours: Values, calibration: Calibration
) -> Reading:
    """Number and colour of a card that has no name yet."""
    first = likeliest_way(glimpses)
    whole = first.card >= calibration.card
    number, colour = int(numbers.argmax()), int(colours.argmax())
    sure_number = whole and numbers[number] >= calibration.number and number != NO_NUMBER
    sure_colour = whole and colours[colour] >= calibration.colour
    return Reading(
        card=None,
        number=number if sure_number else None,
        colour=COLOURS[colour] if sure_colour else None,
        candidates=(),
        turn=90 * first.turn,
        is_card=_chance(first.card),
        numbers=top(numbers, NUMBERS),
        colours=top(colours, COLOURS),
    )


def agree(votes: Sequence[tuple[str | None, Names]]) -> tuple[str | None, Names]:
    """What several looks at one card are sure of together, and what it may be: the one merger.

    A name is sure if more looks are sure of it than lean to others, none is sure of another, and all
    together favour it.
    """
    shares: dict[str, float] = {}
    for name, share in (pair for _, names in votes for pair in names):
        shares[name] = shares.get(name, 0.0) + share / len(votes)
    ranked = tuple(sorted(shares.items(), key=lambda pair: -pair[1])[:SHOWN])
    sure = [name for name, _ in votes if name is not None]
    if not ranked or {ranked[0][0]} != set(sure):
        return None, ranked
    others = sum(bool(names) and names[0][0] != sure[0] for _, names in votes)
    return (sure[0] if others < len(sure) else None), ranked


def combine(readings: Sequence[Reading]) -> Reading:
    """One reading of a card of which several outlines were read: those are heard that are sure, if any is.

    If they are sure of different cards, or another look denies them, all are.
    """
    looks = deny(readings)
    best = max(looks, key=lambda each: (each.card is not None, round(each.is_card, 2), _top_chance(each)))
    one_name = len({each.card for each in readings if each.card}) == 1
    heard = [each for each in looks if each.card and one_name] or looks
    card, candidates = agree([(each.card, each.candidates) for each in heard])
    doubted = card is None and best.card is not None
    return replace(withdraw(best) if doubted else best, candidates=candidates)


def deny(looks: Sequence[Reading]) -> list[Reading]:
    """Looks at one card, without the names that others of them deny."""
    return [withdraw(each) if is_denied(each, looks) else each for each in looks]


def is_denied(reading: Reading, looks: Sequence[Reading]) -> bool:
    """Whether another look at a card that is hardly sure speaks for another one, and fits it no worse."""
    return (
        reading.card is not None
        and reading.alike > 0
        and not reading.matched
        and any(
            look.alike > reading.alike - _SETTINGS.no_worse and look.candidates[0][0] != reading.card
            for look in looks
            if look.candidates
        )
    )


def look_nearer(reading: Reading, other: Reading) -> Reading:
    """A reading after another look at the card, nearer to where it lies.

    If that plainly shows a card of the deck it is believed, else it is heard beside the first.
    """
    if other.matched:
        return other
    card, candidates = agree([(each.card, each.candidates) for each in (reading, other)])
    if reading.card is None or card is not None:
        return combine([reading, other])
    return replace(withdraw(reading), candidates=candidates)


def leave_open(ways: Sequence[Reading]) -> Reading:
    """What a card may be that was read in several ways of which nobody knows the right one; never sure."""
    shares: dict[str, float] = {}
    for name, share in (pair for each in ways for pair in each.candidates):
        shares[name] = max(shares.get(name, 0.0), share)
    return replace(withdraw(ways[0]), candidates=_together((), list(shares.items())))


def _top_chance(reading: Reading) -> float:
    """The confidence of the first candidate."""
    return reading.candidates[0][1] if reading.candidates else 0.0


def no_card(score: float) -> Reading:
    """The reading of what is hardly a card, by the log-odds that it is one."""
    return Reading(None, None, None, (), 0, _chance(score))


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, log_odds))))


def _softmax(scores: Values) -> Values:
    """Scores as shares of one."""
    powers = np.exp(scores - scores.max())
    result: Values = powers / powers.sum()
    return result
