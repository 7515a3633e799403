"""Twins: a comparison whose first cards hardly differ comes in, one that looked at them more finely goes out.

Suits of one colour differ by a few pixels of their pips. To look at all candidates that closely would cost
four times as much, so only those are that a plain look leaves in doubt. It is a look at their print, the
evened lightness: colour changes with the lamp, and twins that differ in colour only stay as they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.read.align import STILL, Guide, Move, soften
from vision.read.match import Candidate, Comparison, compare_print, scaled
from vision.read.network import Values
from vision.read.prints import FINE, FINE_PX, PRINT_PX, CardPrint, EnrolledPrints, Vectors


@dataclass(frozen=True, slots=True)
class _TwinSettings:
    """Who is looked at more finely, and what of it counts; set on four decks (docs/measured.md)."""

    clear: float = 0.5  # lead from which a plain look is enough
    alike: float = 0.8  # likeness below which the outline is off, or something else lies there ...
    fits: float = (
        0.85  # ... and that of each twin when it is looked at so: words 0.81 alike were told wrongly
    )
    rivals: int = 2  # of the first card, at most
    # What twins must differ by in print, over the noise: tints of one drawing came to 700 and once to 1,190,
    # clubs and spades to 1,230 and more.
    print: float = 1200.0
    beyond: float = 1.3  # a lead further beside both twins is that of light, not of print
    steps: int = 4  # in which each is brought to where the card lies


_SETTINGS = _TwinSettings()
_SHARE = FINE.compared.astype(np.float32)


def tell_twins(found: Comparison, seen: CardPrint, deck: EnrolledPrints) -> Comparison:
    """The comparison with finer leads of the first card and those that it hardly leads over."""
    first = int(found.leads.min(axis=1).argmax())
    near = np.argsort(found.leads[first])[: _SETTINGS.rivals].tolist()
    at = [first, *(each for each in near if found.leads[first, each] < _SETTINGS.clear)]
    if len(at) == 1 or found.candidates[first].alike < _SETTINGS.alike:
        return found
    prints, fine = [deck.prints[found.candidates[each].reference].finer() for each in at], seen.finer()
    twins = [found.candidates[each] for each in at]
    starts = [(each.turn, scaled(each.way.move, FINE_PX / PRINT_PX)) for each in twins]
    starts += [(turn, STILL) for turn in deck.turns if all(turn != each.turn for each in twins)]
    held = {turn: soften(np.ascontiguousarray(np.rot90(fine.even, turn))) for turn, _ in starts}
    brought = tuple(_bring(each, starts, own, held) for each, own in zip(twins, prints, strict=True))
    told, sizes = compare_print(fine, brought, prints)
    unfit = np.array([each.way.alike < _SETTINGS.fits for each in brought])
    vague = (sizes < _SETTINGS.print) | (np.abs(told) > _SETTINGS.beyond)
    told[vague | unfit[:, None] | unfit[None]] = np.nan
    return _joined(found, at, brought, told)


def _joined(found: Comparison, at: Sequence[int], brought: Sequence[Candidate], told: Values) -> Comparison:
    """The plain comparison with what the finer look told of twins, and the way up at which it did."""
    candidates, here = list(found.candidates), np.ix_(at, at)
    leads, even_leads = found.leads.copy(), found.even_leads.copy()
    for each in (leads, even_leads):
        each[here] = np.where(np.isnan(told), each[here], told)
    for own, card, candidate in zip(told, at, brought, strict=True):
        if candidate.turn != candidates[card].turn and not np.isnan(own).all():
            move = scaled(candidate.way.move, PRINT_PX / FINE_PX)
            candidates[card] = replace(candidate, way=replace(candidate.way, move=move))
    return replace(found, candidates=tuple(candidates), leads=leads, even_leads=even_leads)


def _bring(
    candidate: Candidate, starts: Sequence[tuple[int, Move]], own: CardPrint, held: Mapping[int, Vectors]
) -> Candidate:
    """A candidate where and as its fine print fits best: where it or a twin was brought, or the other way up.

    A club upside down is much like a spade, and a card with a single pip hardly tells how it is turned.
    """
    guide = Guide.of(own.even, _SHARE)
    ways = [(turn, guide.align(held[turn], start, _SETTINGS.steps)) for turn, start in starts]
    turn, way = max(ways, key=lambda each: each[1].alike)
    return replace(candidate, turn=turn, way=way)
