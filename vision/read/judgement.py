"""Judgement: what the network saw of a card, one or more ways up, comes in; one reading goes out."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce

import numpy as np

from vision.read.calibration import Calibration
from vision.read.match import Weights
from vision.read.network import NO_NUMBER, Values
from vision.types import COLOURS, Quad

SHOWN = 5  # candidates of a reading
DOUBT = 1.5  # what a card that is not in the inventory loses, against one that is
TURN_WEIGHT = 1.0  # how much the usual way up counts beside a match
FRAME_WEIGHT = 0.6  # how much each further frame counts: frames of one card are not independent
NUMBER_PART = 3  # which part of a match tells whether the same number is read
CONTRADICTED = -4.0  # its log-chance below which a card that looks like its reference is in doubt
RIVAL = 0.2  # how likely, beside the card named, one that was never enrolled must be to be in doubt
MISSING = 1e-3  # confidence of a name that another frame did not list
NUMBERS = (*map(str, range(NO_NUMBER)), "none")

Names = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the network says of a patch when it is held one way up."""

    turn: int  # quarter turns, clockwise, that the card lies turned in the patch
    turn_log: float  # log-probability of that; with a deck, how usual it is
    numbers: Values  # log-probabilities of 0-99 and none
    colours: Values
    card: float  # log-odds that it is a whole card face
    parts: Values | None  # of the match (see `vision.read.match`) x cards of the deck


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

    def placed(self, quad: Quad) -> "Reading":
        """The same reading, knowing the outline that was read, from the patch's top left."""
        steps = (self.turn // 90) % 4
        return replace(self, corners=quad[steps:] + quad[:steps])


def read_card(
    glimpses: Sequence[Glimpse],
    cards: Sequence[str],
    inventory: Collection[str] | None,
    calibration: Calibration,
    card_px: float = math.inf,
) -> Reading:
    """The reading of a card of an enrolled deck, seen so many pixels long."""
    totals = [turn_scores(glimpse, calibration.weights) for glimpse in glimpses]
    best = max(range(len(totals)), key=lambda at: float(totals[at].max()))
    glimpse, scores = glimpses[best], reduce(np.maximum, totals)
    raw_best = int(scores.argmax())
    weighed = scores - DOUBT * np.array([inventory is not None and card not in inventory for card in cards])
    order = np.argsort(-weighed)
    lead = float(weighed[order[0]] - weighed[order[1]]) if len(order) > 1 else math.inf
    sure = (
        raw_best == order[0]
        and (inventory is None or cards[raw_best] in inventory)
        and lead >= calibration.least_lead(card_px)
        and float(scores[raw_best]) >= calibration.match
        and glimpse.card >= calibration.card
        and foreign_part(glimpse, raw_best) <= calibration.foreign
        and not is_contradicted(glimpse, raw_best)
    )
    unknown = likely_unknown(glimpse, cards, raw_best, inventory)
    chances = softmax(weighed)
    plain = read_plainly([glimpse], *both_chances([glimpse]), calibration)
    return replace(
        plain,
        card=cards[raw_best] if sure and not unknown else None,
        candidates=together(unknown, [(cards[i], float(chances[i])) for i in order[:SHOWN]]),
        number=number_of(cards[raw_best]) if sure and not unknown else plain.number,
    )


def likely_unknown(
    glimpse: Glimpse, cards: Sequence[str], best: int, inventory: Collection[str] | None
) -> Names:
    """Cards of the game that were never enrolled and fit number and colour as well as the best one."""
    lacking = never_enrolled(tuple(cards), inventory)
    if not lacking:
        return ()
    numbers, colours = both_chances([glimpse])
    least = RIVAL * likelihood(cards[best], numbers, colours)
    found = [(name, likelihood(name, numbers, colours)) for name in lacking]
    return tuple(sorted((pair for pair in found if pair[1] > least), key=lambda pair: -pair[1]))[:2]


def together(unknown: Names, known: Sequence[tuple[str, float]]) -> Names:
    """Candidates of both kinds, the confidences of all together at most one."""
    whole = 1 + sum(share for _, share in unknown)
    return tuple((name, share / whole) for name, share in (*unknown, *known))[:SHOWN]


def never_enrolled(cards: tuple[str, ...], inventory: Collection[str] | None) -> tuple[str, ...]:
    """What a deck lacks of a game."""
    return () if inventory is None else _lacking(cards, frozenset(inventory))


@lru_cache(maxsize=8)
def _lacking(cards: tuple[str, ...], inventory: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(inventory - set(cards)))


def is_contradicted(glimpse: Glimpse, card: int) -> bool:
    """Whether another number is read than on the card's reference, however the network reads that."""
    return glimpse.parts is not None and float(glimpse.parts[NUMBER_PART, card]) < CONTRADICTED


def foreign_part(glimpse: Glimpse, card: int) -> float:
    """The share of a card that shows something else than its reference."""
    return 1.0 if glimpse.parts is None else float(glimpse.parts[-1, card])


def turn_scores(glimpse: Glimpse, weights: Weights) -> Values:
    """The deck's scores at one way up, less what that way up is unlikely."""
    if glimpse.parts is None:
        raise ValueError("a glimpse without a deck has no scores")
    result: Values = weights.total(glimpse.parts) + TURN_WEIGHT * glimpse.turn_log
    return result


def name_card(
    glimpses: Sequence[Glimpse], inventory: Collection[str] | None, calibration: Calibration
) -> Reading:
    """The reading of a card never seen: number and colour."""
    numbers, colours = both_chances(glimpses)
    plain = read_plainly(glimpses, numbers, colours, calibration)
    names = list_cards(numbers, colours, inventory)
    sure = bool(names) and fits(names, plain.number, plain.colour)
    return replace(plain, card=names[0][0] if sure else None, candidates=names[:SHOWN])


def both_chances(glimpses: Sequence[Glimpse]) -> tuple[Values, Values]:
    """How likely each number and each colour is, over the ways up."""
    if len(glimpses) == 1:
        return np.exp(glimpses[0].numbers), np.exp(glimpses[0].colours)
    shares = softmax(np.array([glimpse.turn_log for glimpse in glimpses]))
    numbers, colours = (
        np.array([np.exp(logs) for logs in ways]).T @ shares
        for ways in ([g.numbers for g in glimpses], [g.colours for g in glimpses])
    )
    return numbers, colours


def read_plainly(
    glimpses: Sequence[Glimpse], numbers: Values, colours: Values, calibration: Calibration
) -> Reading:
    """Number and colour of a card that has no name yet."""
    first = max(glimpses, key=lambda glimpse: glimpse.turn_log + float(glimpse.numbers.max()))
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
        is_card=1 / (1 + math.exp(-max(-50.0, min(50.0, first.card)))),
        numbers=top(numbers, NUMBERS),
        colours=top(colours, COLOURS),
    )


def list_cards(numbers: Values, colours: Values, inventory: Collection[str] | None) -> Names:
    """Card names with confidences: those of the inventory that fit, else colour and number put together."""
    if inventory is None:
        pairs = [(n, c) for n in np.argsort(-numbers)[:4] for c in np.argsort(-colours)[:3] if n != NO_NUMBER]
        found = [(f"{COLOURS[c]}-{n}", float(numbers[n] * colours[c])) for n, c in pairs]
    else:
        found = [(name, likelihood(name, numbers, colours)) for name in dict.fromkeys(inventory)]
        total = sum(value for _, value in found) + 1e-9
        found = [(name, value / max(total, 0.05)) for name, value in found]
    return tuple(sorted(found, key=lambda pair: -pair[1]))


def likelihood(name: str, numbers: Values, colours: Values) -> float:
    """How well a card name fits what was read; each name is judged by what it has."""
    number, colour = number_of(name), colour_of(name)
    like = 0.5 if colour is None else float(colours[colour])
    return float(numbers[NO_NUMBER if number is None else number]) * like


@lru_cache(maxsize=1024)
def colour_of(name: str) -> int | None:
    """The first colour in a card's name, if any: its place among `COLOURS`."""
    return next((COLOURS.index(word) for word in name.split("-") if word in COLOURS), None)


@lru_cache(maxsize=1024)
def number_of(name: str) -> int | None:
    """The number that a card's name ends in, if any."""
    tail = name.rsplit("-", 1)[-1]
    return int(tail) if tail.isdecimal() and len(tail) < 4 and int(tail) < NO_NUMBER else None


def fits(names: Names, number: int | None, colour: str | None) -> bool:
    """Whether number and colour are sure, the first name is theirs, and no rival is close behind."""
    if number is None or colour is None:
        return False
    words = names[0][0].split("-")
    agrees = number_of(names[0][0]) == number and not (set(words) & (set(COLOURS) - {colour}))
    return agrees and (len(names) < 2 or names[1][1] < 0.1 * names[0][1])


def combine(readings: Sequence[Reading]) -> Reading:
    """Several readings of one card, as one; frames sure of different cards make it unsure.

    Raises ValueError when there are none.
    """
    if not readings:
        raise ValueError("no readings to combine")
    if len(readings) == 1:
        return readings[0]
    best = max(readings, key=lambda reading: (reading.card is not None, reading.is_card))
    return replace(
        best,
        card=agreed([(reading.card, reading.candidates) for reading in readings]),
        number=agreed_number(readings),
        colour=agreed([(reading.colour, reading.colours) for reading in readings]),
        candidates=fuse([reading.candidates for reading in readings]),
        numbers=fuse([reading.numbers for reading in readings]),
        colours=fuse([reading.colours for reading in readings]),
    )


def agreed_number(readings: Sequence[Reading]) -> int | None:
    """The number the frames agree on, if any."""
    text = agreed([(None if r.number is None else str(r.number), r.numbers) for r in readings])
    return None if text is None else int(text)


def agreed(votes: Sequence[tuple[str | None, Names]]) -> str | None:
    """The one name some frame is sure of, when none is sure of another and all together favour it."""
    sure = {name for name, _ in votes if name is not None}
    together = fuse([names for _, names in votes])
    if len(sure) != 1 or not together or together[0][0] not in sure:
        return None
    return together[0][0]


def fuse(lists: Sequence[Names]) -> Names:
    """Confidences of several frames as one list: the product, weakened since frames resemble each other."""
    names = dict.fromkeys(name for names in lists for name, _ in names)
    if not names:
        return ()
    tables = [dict(names_) for names_ in lists if names_]
    weight = 1 / len(tables) if len(tables) < 2 else FRAME_WEIGHT
    logs = np.array(
        [sum(weight * math.log(max(t.get(name, MISSING), MISSING)) for t in tables) for name in names]
    )
    chances = softmax(logs)
    ranked = sorted(zip(names, chances.tolist(), strict=True), key=lambda pair: -pair[1])
    return tuple((name, float(chance)) for name, chance in ranked[:SHOWN])


def softmax(scores: Values) -> Values:
    """Scores as shares of one."""
    powers = np.exp(scores - scores.max())
    result: Values = powers / powers.sum()
    return result


def top(chances: Values, names: Sequence[str]) -> Names:
    """The likeliest names with their confidences."""
    return tuple((names[i], float(chances[i])) for i in np.argsort(-chances)[:SHOWN])
