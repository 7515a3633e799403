"""The choice of cards that lie anyhow: overlapping outlines and their readings come in, cards go out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.find import Silhouettes
from vision.geometry import is_one_card, lie_in, overlap_share, quad_turn
from vision.observation import CardSeen, Observation
from vision.read.judgement import is_denied
from vision.read.reading import Reading, withdraw
from vision.types import Quad, area


@dataclass(frozen=True, slots=True)
class _ChoiceSettings:
    """When an outline is a card: fitted on the bench's tables (15 of each kind, seeds from 2026 and 5026).

    Checked on 57 photographs and 34 fanned pairs. Log-odds but where something else is said.
    """

    evidence: float = 2.2  # of the reader and what the outline adds, from which a free card is one
    drawn_weight: float = 20.0  # that how well an outline is drawn is worth ...
    drawn_par: float = 0.85  # ... above or below this share
    reader_most: float = 3.0  # that the reader alone is worth: edges must agree ...
    sure: float = 8.0  # ... but for a card that is surely one of the deck's; first come sure ones
    larger: float = 1.5  # that twice the area is worth among overlapping proposals: a card, not its half
    half_hidden: float = 0.85  # drawn share of its visible sides from which a covered card is told unread
    most_over: float = 0.68  # of a card that others together may cover
    well_drawn: float = 0.9  # where no size is known, one drawn worse is a card's only if the reader ...
    surely_card: float = 0.95  # ... is so sure
    own: float = 0.2  # of an unread outline that is neither table nor another card: gaps show less
    nothing: float = 0.03  # of one by itself that is not table, below which it is all table
    whole: float = 0.95  # of an outline's sides in sight from which nothing hides the card
    points: int = 12  # of a side that are asked whether they lie under a card


SETTINGS = _ChoiceSettings()


@dataclass(frozen=True, slots=True)
class Pick:
    """A proposal that was taken for a card."""

    observed: Observation
    seen: CardSeen

    @property
    def reading(self) -> Reading:
        return self.observed.reading


def choose(observed: Sequence[Observation], *, size_known: bool = False) -> list[Pick]:
    """Of overlapping proposals those that the reader takes for whole cards, each card once.

    `size_known`: all outlines have the size of a card; then half-hidden cards are told too, unread.
    """
    kept: list[Pick] = []
    for each in sorted((_heard(each, observed) for each in observed), key=lambda each: -merit(each)):
        pick = _consider(each, kept, size_known)
        if pick is not None:
            kept.append(pick)
    return kept


def _heard(each: Observation, observed: Sequence[Observation]) -> Observation:
    """A proposal, not sure of its card if another outline of that denies it."""
    if each.reading.card is None or each.reading.matched:
        return each
    at = each.reading.corners or each.corners
    looks = [other.reading for other in observed if is_one_card(at, other.reading.corners or other.corners)]
    return replace(each, reading=withdraw(each.reading)) if is_denied(each.reading, looks) else each


def _consider(each: Observation, kept: Sequence[Pick], size_known: bool) -> Pick | None:
    under = _share_under(each, kept) if each.visible >= SETTINGS.whole else 0.0
    proof = evidence(replace(each, drawn=min(1.0, each.drawn / max(1 - under, 0.1))))
    if size_known and under > 0:
        each = replace(each, visible=1 - under)
    clear = size_known or each.drawn >= SETTINGS.well_drawn or each.reading.is_card >= SETTINGS.surely_card
    real = proof >= SETTINGS.evidence and clear
    if not real and not (size_known and _is_half_hidden(each)):
        return None
    seen = as_card(each.reading, each.corners)
    hidden = each.visible < SETTINGS.whole
    if hidden and (seen.card is None or is_one_card(seen.corners, each.corners, overlapping=True)):
        # the reader would put it straight towards the card that covers it; what it surely read is that card
        seen = replace(seen, corners=each.corners)
    twin = any(_is_twin(seen, pick) for pick in kept)
    if twin and each.reading.matched:
        return None
    if twin or not real:
        seen = replace(seen, card=None, number=None, colour=None, corners=each.corners)
    if any(is_one_card(seen.corners, pick.seen.corners, overlapping=hidden) for pick in kept):
        return None
    covered = sum(overlap_share(seen.corners, pick.seen.corners) for pick in kept)
    return Pick(each, seen) if covered < SETTINGS.most_over and (real or covered > 0) else None


def _is_twin(seen: CardSeen, pick: Pick) -> bool:
    """Whether a card has the sure name of one that it overlaps: it is the same, or its name is in doubt."""
    named = seen.card is not None and seen.card == pick.seen.card
    return named and is_one_card(seen.corners, pick.seen.corners, same_name=True)


def _share_under(each: Observation, kept: Sequence[Pick]) -> float:
    corners = np.array(each.corners, np.float64)
    steps = np.linspace(0, 1, SETTINGS.points, endpoint=False)[:, None]
    sides = np.roll(corners, -1, axis=0) - corners
    points = (corners[:, None] + sides[:, None] * steps).reshape(-1, 2)
    over = [pick.seen.corners for pick in kept if overlap_share(each.corners, pick.seen.corners) > 0]
    return float(lie_in(points, over).mean())


def as_card(reading: Reading, corners: Quad, place: str | None = None) -> CardSeen:
    """A reading at an outline as what passes on."""
    own = tuple((float(x), float(y)) for x, y in (reading.corners or corners))
    return CardSeen(
        own, reading.card, reading.number, reading.colour, reading.candidates, place, round(quad_turn(own), 1)
    )


def evidence(each: Observation) -> float:
    """What speaks for a card, in log-odds: what the reader sees inside, and how well its edges are drawn."""
    told = SETTINGS.sure if each.reading.matched else min(_log_odds(each.reading), SETTINGS.reader_most)
    return told + SETTINGS.drawn_weight * (each.drawn - SETTINGS.drawn_par)


def _log_odds(reading: Reading) -> float:
    chance = min(max(reading.is_card, 1e-3), 1 - 1e-3)
    return math.log(chance / (1 - chance))


def merit(each: Observation) -> float:
    """Which of overlapping proposals comes first; here the reader's opinion counts in full."""
    reading = each.reading
    size = SETTINGS.larger * math.log2(abs(area(each.corners)) + 1)
    edges = SETTINGS.drawn_weight * (each.drawn - SETTINGS.drawn_par)
    return _log_odds(reading) + edges + size + SETTINGS.sure * (reading.matched or reading.card is not None)


def settle(
    observed: Sequence[Observation], silhouettes: Silhouettes, known: Sequence[Quad] = ()
) -> tuple[CardSeen, ...]:
    """The cards among proposals of a known size: what is unread must show more than table, by others much.

    Else it is the table between cards, with an edge of each, or between its own seams; half a number beside
    a gap may be read as another one. What shows most table gives way first, to what it had displaced.
    `known`: where other cards lie that were not looked at again.
    """
    while True:
        picks = choose(observed, size_known=True)
        near = [*known, *(pick.seen.corners for pick in picks)]
        table = [pick for pick in picks if _is_table(pick, near, silhouettes)]
        if not table:
            return tuple(pick.seen for pick in picks)
        worst = min(table, key=lambda pick: silhouettes.share(pick.seen.corners))
        observed = [each for each in observed if each.corners != worst.observed.corners]


def _is_table(pick: Pick, near: Sequence[Quad], silhouettes: Silhouettes) -> bool:
    own = pick.seen.corners
    over = [corners for corners in near if corners != own and overlap_share(own, corners) > 0]
    plain = not over or pick.reading.matched or pick.observed.drawn >= SETTINGS.well_drawn
    named = plain and pick.seen.card is not None
    least = SETTINGS.own if over else SETTINGS.nothing
    return not named and silhouettes.share(own, over) < least


def _is_half_hidden(each: Observation) -> bool:
    drawn = each.drawn + 0.5 * (1 - each.visible)
    return each.visible < SETTINGS.whole and drawn >= SETTINGS.half_hidden
