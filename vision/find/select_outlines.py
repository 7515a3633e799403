"""The choice of cards that lie anyhow: overlapping outlines and their readings come in, cards go out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.find import Outline, Silhouettes
from vision.geometry import quad_iou, quad_turn
from vision.observation import CardSeen
from vision.read.judgement import Reading
from vision.types import Quad, area

_EVIDENCE_AT_LEAST = 2.2  # log-odds of the reader and what the outline adds, from which a free card is one
_OUTLINE_WEIGHT = 20.0  # log-odds that an outline's score is worth ...
_OUTLINE_PAR = 0.85  # ... above or below this one
_READER_AT_MOST = 3.0  # log-odds that the reader alone is worth: edges must agree ...
_MATCHED_AT_MOST = 8.0  # ... but for a card that is surely one of the deck's
LARGER = 1.5  # log-odds that twice the area is worth among overlapping proposals: a card, not its half
_HALF_HIDDEN_AT_LEAST = 0.85  # drawn share of its visible sides from which a covered card is reported unread
ONE_CARD = 0.45  # share of the smaller outline inside the other from which both are one card
_SAME_NAME = 0.08  # the same for two outlines that are surely the same card: real tiles touch by less
HALF_CARD = 0.68  # the same for a card that others are known to cover
_COVERED_AT_LEAST = 0.2  # of an unread card that found ones must cover: else what hides it is not known
_WELL_DRAWN = 0.9  # where no size is known, an outline with a lower score is a card's only if the reader ...
SURELY_CARD = 0.95  # ... is so sure
_LIKE_SIZE = 0.75  # of another's area from which an outline is about as large
MOST_COVERED = 0.4  # of an outline whose sides may run under other cards
_ECHO = 0.1  # confidence from which an unread outline may be the card over it: 6 and 9 share theirs
# Of what an unread outline shows beside others, the share that is not table. On the bench's tables (15 of
# each kind, seeds from 2026 and from 5026) 25 gaps came to 0.19 at most and cards to 0.43 at least.
OWN = 0.3
SAME_CARD = 0.7  # share of the smaller outline inside the other from which they show the same card ...
_CONTESTED = 0.9999  # ... and the confidence of another number there from which its name is in doubt
_LEAST_OWN = 0.2  # of all of an outline: the gap between two cards, all in shadow, is less
NOTHING = 0.03  # of an unread outline that is not table, below which it is all table: print alone is more
_OWN_ECHO = 0.6  # the same for an outline that shows the card beside it: shadows and grain come to 0.4
_FULLER = 0.2  # share of an outline: by less, silhouettes of pale cards are not to be trusted
_MORE_THAN_ONE = 1.4  # times a card's area that two outlines must show, to be two cards
WHOLE = 0.95  # share of an outline's sides in sight from which nothing hides the card
_ON_A_SIDE = 12  # points of a side that are asked whether they lie under a card


@dataclass(frozen=True, slots=True)
class Pick:
    """A proposal that was taken for a card, and what speaks for it."""

    outline: Outline
    reading: Reading
    seen: CardSeen
    evidence: float


def choose(
    outlines: Sequence[Outline], readings: Sequence[Reading], *, size_known: bool = False
) -> list[Pick]:
    """Of overlapping proposals those that the reader takes for whole cards, each card once.

    `size_known`: all outlines have the size of a card; then half-hidden cards are told too, unread.
    """
    pairs = sorted(zip(outlines, readings, strict=True), key=lambda pair: -merit(*pair))
    kept: list[Pick] = []
    for outline, reading in pairs:
        pick = _consider(outline, reading, kept, size_known)
        if pick is not None:
            kept.append(pick)
    picks = _swap_gaps(kept, pairs)
    return [_doubt_contested(pick, pairs) for pick in picks] if size_known else picks


def _doubt_contested(pick: Pick, pairs: Sequence[tuple[Outline, Reading]]) -> Pick:
    own = pick.reading.numbers[0][0] if pick.reading.numbers else ""
    others = [
        reading
        for outline, reading in pairs
        if reading.numbers
        and reading.numbers[0][0] != own
        and reading.numbers[0][1] >= _CONTESTED
        and reading.is_card >= SURELY_CARD
        and share_of_smaller(pick.seen.corners, outline.corners) >= SAME_CARD
    ]
    if pick.seen.card is None or not others:
        return pick
    candidates = _share_out([pick.reading, *others])
    return replace(pick, seen=replace(pick.seen, card=None, number=None, candidates=candidates))


def _share_out(readings: Sequence[Reading]) -> tuple[tuple[str, float], ...]:
    total: dict[str, float] = {}
    for name, chance in (each for reading in readings for each in reading.candidates):
        total[name] = total.get(name, 0.0) + chance / len(readings)
    return tuple(sorted(total.items(), key=lambda item: -item[1]))


def _consider(outline: Outline, reading: Reading, kept: Sequence[Pick], size_known: bool) -> Pick | None:
    under = _share_under(outline, kept) if outline.visible >= WHOLE else 0.0
    proof = evidence(_drawn_where_seen(outline, under), reading)
    if size_known and under > 0:
        outline = replace(outline, visible=1 - under)
    clear = size_known or outline.score >= _WELL_DRAWN or reading.is_card >= SURELY_CARD
    real = proof >= _EVIDENCE_AT_LEAST and clear
    if not real and not (size_known and _is_half_hidden(outline)):
        return None
    seen = as_card(reading, outline.corners)
    if outline.visible < WHOLE:  # the reader would put it straight towards the card that covers it
        seen = replace(seen, corners=outline.corners)
    if not real:
        seen = replace(seen, card=None, number=None, colour=None, corners=outline.corners)
    most = HALF_CARD if outline.visible < WHOLE else ONE_CARD
    shares = [share_of_smaller(seen.corners, other.seen.corners) for other in kept]
    pairs = zip(shares, kept, strict=True)
    if any(share > _SAME_NAME and _is_twin(seen, other) for share, other in pairs):
        return None
    covered = real or sum(shares) > _COVERED_AT_LEAST
    if covered and all(share < most for share in shares) and sum(shares) < HALF_CARD:
        return Pick(outline, reading, seen, proof)
    return None


def _is_twin(seen: CardSeen, pick: Pick) -> bool:
    """Whether a card has the sure name of a pick: where both overlap, it is the same card seen twice."""
    return seen.card is not None and seen.card == pick.seen.card and pick.reading.matched


def _swap_gaps(kept: list[Pick], pairs: Sequence[tuple[Outline, Reading]]) -> list[Pick]:
    """Where one outline keeps several others out, take those if they have more for them together.

    In a tight grid an outline that is half of one card and half of the next is as well drawn as the cards.
    Several that show one and the same card are no better than it.
    """
    for pick in sorted(kept, key=worth):
        rest = [other for other in kept if other is not pick]
        better: list[Pick] = []
        for outline, reading in pairs:
            if _is_as_large(outline, pick) and all(outline is not other.outline for other in rest):
                other = _consider(outline, reading, [*rest, *better], size_known=False)
                if other is not None and not any(_is_same_name(reading, each.reading) for each in better):
                    better.append(other)
        if len(better) > 1 and sum(map(worth, better)) > worth(pick):
            kept = [*rest, *better]
    return kept


def worth(pick: Pick) -> float:
    """What speaks for a pick, the reader's opinion in full."""
    return pick.evidence + max(0.0, _log_odds(pick.reading) - _READER_AT_MOST)


def _is_as_large(outline: Outline, pick: Pick) -> bool:
    larger = _LIKE_SIZE * abs(area(pick.outline.corners))
    return outline is not pick.outline and abs(area(outline.corners)) > larger


def _drawn_where_seen(outline: Outline, under: float) -> Outline:
    if under > MOST_COVERED:
        return outline
    return replace(outline, score=min(1.0, outline.score / (1 - under)))


def _share_under(outline: Outline, kept: Sequence[Pick]) -> float:
    corners = np.array(outline.corners, np.float64)
    steps = np.linspace(0, 1, _ON_A_SIDE, endpoint=False)[:, None]
    sides = np.roll(corners, -1, axis=0) - corners
    points = (corners[:, None] + sides[:, None] * steps).reshape(-1, 2)
    over = [pick.seen.corners for pick in kept if share_of_smaller(outline.corners, pick.seen.corners) > 0]
    near = [np.array(quad, np.float32) for quad in over]
    under = [
        any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) > 0 for quad in near) for x, y in points
    ]
    return sum(under) / len(under)


def as_card(reading: Reading, corners: Quad, place: str | None = None) -> CardSeen:
    """A reading at an outline as what passes on."""
    own = tuple((float(x), float(y)) for x, y in (reading.corners or corners))
    return CardSeen(
        own, reading.card, reading.number, reading.colour, reading.candidates, place, round(quad_turn(own), 1)
    )


def evidence(outline: Outline, reading: Reading) -> float:
    """What speaks for a card, in log-odds: what the reader sees inside, and how well its edges are drawn."""
    told = _MATCHED_AT_MOST if reading.matched else min(_log_odds(reading), _READER_AT_MOST)
    return told + _OUTLINE_WEIGHT * (outline.score - _OUTLINE_PAR)


def _log_odds(reading: Reading) -> float:
    chance = min(max(reading.is_card, 1e-3), 1 - 1e-3)
    return math.log(chance / (1 - chance))


def merit(outline: Outline, reading: Reading) -> float:
    """Which of overlapping proposals comes first; here the reader's opinion counts in full."""
    size = LARGER * math.log2(abs(area(outline.corners)) + 1)
    edges = _OUTLINE_WEIGHT * (outline.score - _OUTLINE_PAR)
    sure = _MATCHED_AT_MOST if reading.matched else float(reading.card is not None)
    return _log_odds(reading) + edges + size + top_chance(reading) + sure


def settle(
    picks: Sequence[Pick], silhouettes: Silhouettes, known: Sequence[Quad] = ()
) -> tuple[CardSeen, ...]:
    """The cards among picks of a known size: what is unread must show more than table, beside others much.

    Else it is the table between cards, with an edge of each, or between its own seams. An echo with a part of
    its own is another card whose name is not known. `known`: where other cards lie that were not looked at
    again.
    """
    cards = []
    picks = _without_doubles(picks, silhouettes)
    for pick in picks:
        echo = is_echo(pick, picks)
        if not echo and pick.seen.card is not None:
            cards.append(pick.seen)
            continue
        near = [*known, *(other.seen.corners for other in picks if other is not pick)]
        over = [corners for corners in near if share_of_smaller(pick.seen.corners, corners) > 0]
        if _has_own_part(pick.seen.corners, over, silhouettes, _OWN_ECHO if echo else OWN):
            cards.append(replace(pick.seen, card=None, number=None, colour=None) if echo else pick.seen)
    return tuple(cards)


def _has_own_part(corners: Quad, over: Sequence[Quad], silhouettes: Silhouettes, least: float) -> bool:
    if not over:
        return silhouettes.share(corners) >= NOTHING
    full = silhouettes.share(corners, over) >= least
    return full and silhouettes.own(corners, over) >= _LEAST_OWN


def _without_doubles(picks: Sequence[Pick], silhouettes: Silhouettes) -> list[Pick]:
    """Each card once where two outlines show it and what is not table inside both is no more than one card.

    The first is kept unless there is clearly less table in the second; if it was not read, it takes the name.
    """
    full = {pick.outline: silhouettes.share(pick.seen.corners) for pick in picks}
    kept: list[Pick] = []
    for pick in picks:
        twin = next(
            (each for each in kept if _is_one_card(each, pick, full[pick.outline], silhouettes)), None
        )
        if twin is None:
            kept.append(pick)
            continue
        fuller = full[pick.outline] > full[twin.outline] + _FULLER
        best, other = (pick, twin) if fuller else (twin, pick)
        seen = best.seen if best.seen.card is not None else replace(other.seen, corners=best.seen.corners)
        kept = [replace(best, seen=seen) if each is twin else each for each in kept]
    return kept


def _is_one_card(one: Pick, other: Pick, full: float, silhouettes: Silhouettes) -> bool:
    """Whether two outlines are one card: they have not enough inside for two, and not two names.

    `full`: how much of the other one is not table.
    """
    names = {pick.seen.card for pick in (one, other)} - {None}
    overlap = share_of_smaller(one.seen.corners, other.seen.corners)
    if len(names) != 1 or overlap == 0:
        return False
    own = silhouettes.share(one.seen.corners, [other.seen.corners])
    return full + (1 - overlap) * own < _MORE_THAN_ONE


def is_echo(pick: Pick, picks: Sequence[Pick]) -> bool:
    """Whether an outline shows the card that lies over it, and nothing of its own.

    Of two that overlap and are surely the same card, the weaker one is.
    """
    likely = {name for name, chance in pick.reading.candidates if chance >= _ECHO}
    names = likely if pick.seen.card is None else {pick.seen.card}
    same = [other for other in picks if other is not pick and other.seen.card in names]
    over = [other for other in same if share_of_smaller(pick.seen.corners, other.seen.corners) > 0]
    return any(pick.seen.card is None or worth(pick) < worth(other) for other in over)


def _is_half_hidden(outline: Outline) -> bool:
    drawn = outline.score + 0.5 * (1 - outline.visible)
    return outline.visible < WHOLE and drawn >= _HALF_HIDDEN_AT_LEAST


def _is_same_name(one: Reading, other: Reading) -> bool:
    return bool(one.candidates and other.candidates) and one.candidates[0][0] == other.candidates[0][0]


def top_chance(reading: Reading) -> float:
    """The confidence of the first candidate."""
    return reading.candidates[0][1] if reading.candidates else 0.0


def share_of_smaller(one: Quad, other: Quad) -> float:
    """The shared area of two outlines as a share of the smaller one."""
    if not _may_meet(one, other):
        return 0.0
    sizes = abs(area(one)), abs(area(other))
    overlap = quad_iou(one, other)
    both = overlap * (sizes[0] + sizes[1]) / (1 + overlap)
    return float(both / max(min(sizes), 1e-9))


def _may_meet(one: Quad, other: Quad) -> bool:
    return all(
        max(each[axis] for each in one) > min(each[axis] for each in other)
        and max(each[axis] for each in other) > min(each[axis] for each in one)
        for axis in (0, 1)
    )
