"""Matching: a card's print and an enrolled deck come in, the likeliest cards compared two by two go out.

Candidates are looked up at 16 pixels, brought to where the card lies, and compared only where they differ by
more than the noise: artwork that two cards share says nothing about which of them it is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.read.align import Move, Way, inverted, soften
from vision.read.light import fit_even, fit_light, light_field
from vision.read.network import Values
from vision.read.patch import MARGIN, card_shape, refine
from vision.read.prints import (
    CARD_PX,
    CHANNEL_WEIGHTS,
    COARSE,
    COMPARED,
    EDGE,
    PRINT_PX,
    SMALL_PX,
    CardPrint,
    EnrolledPrints,
    Grid,
    Vectors,
    blur,
    shrunk,
    unit_vectors,
)
from vision.types import Quad


@dataclass(frozen=True, slots=True)
class _MatchSettings:
    """How candidates are looked up and compared; chosen on two thirds of ../shared/decks (see reader.md)."""

    shift: float = 0.05  # of a card: outlines are tried this far off ...
    scales: tuple[float, float] = (0.88, 1.12)  # ... and so much too large or too small
    first_looks: int = 40  # references and turns that are tried where the outline is, before it is moved
    looked_up: int = 16  # candidates that are brought roughly ...
    look_up_gap: float = 0.22  # ... and no less alike than the best by this: the right card never was
    rough_steps: int = 3
    again: int = 8  # those that are most alike once the best one shows where the card lies, ...
    turn_gap: float = 0.1  # ... each way up at which something is no less alike than the best by this
    compared: int = 6  # candidates that are brought closely and compared ...
    compared_gap: float = 0.3  # ... and no less alike than the best by this
    close_steps: int = 6
    rivals: int = 2  # of a card that is expected: those most alike to what is seen where it was brought
    farthest: float = 0.2  # of a print: what must be moved further does not fit at all
    differs: float = 1.0  # noise below which a spot does not tell two cards apart
    beyond: float = 0.5  # of a difference: a spot further beside it counts no more
    rim_noise: float = 30.0  # of a reference's own rim: it told spades from clubs where outlines were tight
    steady: float = 60.0  # of all differences: cards that differ by less are hardly told apart


_SETTINGS = _MatchSettings()
_FLAGS = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
_CORNERS = np.array([(x, y, 1) for x in (0, PRINT_PX) for y in (0, PRINT_PX)], np.float64)
_WEIGHED = COMPARED.astype(np.float32).reshape(-1, 1)
_WEIGHTS = _WEIGHED * CHANNEL_WEIGHTS
_SPOTS = int(np.count_nonzero(COMPARED))
_ONES = np.ones(PRINT_PX * PRINT_PX, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A reference brought to where the card lies, held some quarter turns, and how alike they are then."""

    reference: int
    turn: int
    way: Way
    alike: float


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Candidates, the most alike first, compared two by two."""

    candidates: tuple[Candidate, ...]
    leads: Values  # of each over each: 1 all is as on the one, -1 as on the other; of itself infinite
    even_leads: Values  # the same of evened lightness alone, which no light changes slowly
    differences: Vectors  # of each from what is seen at each spot, over the noise

    @property
    def errors(self) -> Values:
        return np.asarray(self.differences.mean(axis=1), np.float64)

    def worst(self, at: int) -> float:
        """The difference of a candidate where it is largest, over a spot of a few pixels."""
        field = np.zeros((PRINT_PX, PRINT_PX), np.float32)
        field[COMPARED] = self.differences[at]
        return float(np.partition(blur(field, 1.1)[COMPARED], -8)[-8])


def match(
    seen: CardPrint, deck: EnrolledPrints, *, hints: Sequence[int] = (), without: Collection[int] = ()
) -> Comparison:
    """The likeliest cards of a deck, compared; without these cards.

    `hints`: references that are tried too, since the network reads their number and colour.
    """
    search = _Search.of(seen, deck, ~np.isin(deck.owners, list(without)))
    return compare(seen, deck, _bring_closely(_bring_roughly(search, hints), search, hints[:1]))


def check(seen: CardPrint, deck: EnrolledPrints, card: int, turns: Collection[int]) -> Comparison:
    """A card that is expected to lie one of these ways up, compared with those that look most like it."""
    search = _Search.of(seen, deck, np.ones(len(deck.owners), np.bool_), turns)
    own, found = np.flatnonzero(deck.owners == card), []
    for turn, view in search.views.items():
        scores, starts = _try_starts(shrunk(view), deck.vectors[own])
        best = int(scores.argmax())
        found.append((float(scores[best]), int(own[best]), turn, starts[best]))
    _, reference, turn, start = max(found, key=lambda each: each[0])
    roughly = deck.guides[reference].align(search.soft[turn], _start(start), _SETTINGS.rough_steps)
    first = _closely(Candidate(reference, turn, roughly, -1.0), search)
    first = search.candidate(reference, turn, first.way)
    alike = [at for at in _look_up_at(first, search) if deck.owners[at] != card]
    rivals = {int(deck.owners[at]): at for at in reversed(alike)}
    nearest = sorted(rivals.values(), key=alike.index)[: _SETTINGS.rivals]
    # How alike the rivals are there is not asked: they are compared with the first anyway.
    others = (replace(first, reference=at, alike=-1.0) for at in nearest)
    return compare(seen, deck, (first, *others), first_only=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """What a card looks like each way up, and the references it may be."""

    views: Mapping[int, Vectors]
    soft: Mapping[int, Vectors]  # the evened lightness of each, made smooth
    patterns: Mapping[int, Vectors]  # each as a flat vector of length one
    deck: EnrolledPrints
    allowed: npt.NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        seen: CardPrint,
        deck: EnrolledPrints,
        allowed: npt.NDArray[np.bool_],
        turns: Collection[int] | None = None,
    ) -> _Search:
        """Hold a card these ways up, or each that its shape leaves open."""
        turns = deck.turns if turns is None else turns
        views = {turn: np.ascontiguousarray(np.rot90(seen.channels, turn)) for turn in turns}
        soft = {turn: soften(np.ascontiguousarray(view[..., 0])) for turn, view in views.items()}
        return cls(views, soft, {turn: _pattern(view) for turn, view in views.items()}, deck, allowed)

    def bring(self, reference: int, turn: int, start: Move) -> Candidate:
        """A reference brought roughly to where the card lies."""
        way = self.deck.guides[reference].align(self.soft[turn], start, _SETTINGS.rough_steps)
        return self.candidate(reference, turn, way)

    def candidate(self, reference: int, turn: int, way: Way) -> Candidate:
        """A reference where it was brought, and how alike it is there."""
        if _is_far(way.move):
            return Candidate(reference, turn, way, -1.0)
        moved = _moved(self.deck.prints[reference].channels, way.move)
        return Candidate(reference, turn, way, _correlation(moved, self.patterns[turn]))


def _bring_roughly(search: _Search, hints: Sequence[int]) -> list[Candidate]:
    """Candidates brought roughly, the most alike first; many twice, the second time to where others lie.

    A word is brought beside itself where its letters repeat, and looks much like others upside down: each way
    up that fits nearly as well as the best is looked at again.
    """
    found = [search.bring(reference, turn, start) for reference, turn, start in _look_up(search)]
    found.sort(key=lambda each: -each.alike)
    leading = {each.turn: each for each in reversed(found)}
    for best in leading.values():
        if best.alike >= found[0].alike - _SETTINGS.turn_gap:
            again = dict.fromkeys([*_look_up_at(best, search), *hints])
            found += [search.bring(at, best.turn, best.way.move) for at in again if search.allowed[at]]
    return sorted(found, key=lambda each: -each.alike)


def _look_up(search: _Search) -> list[tuple[int, int, Move]]:
    """References, quarter turns and where each seems to lie, the most alike first."""
    turns = list(search.views)
    small = [shrunk(search.views[turn]) for turn in turns]
    scores = search.deck.vectors @ unit_vectors(np.stack(small)).T
    scores[~search.allowed] = -np.inf
    order = np.argsort(-scores, axis=None)[: _SETTINGS.first_looks]
    best, starts = np.full(scores.shape, -np.inf), np.zeros(scores.shape, np.intp)
    for at, picture in enumerate(small):
        likely = np.unique(order[order % len(turns) == at] // len(turns))
        best[likely, at], starts[likely, at] = _try_starts(picture, search.deck.vectors[likely])
    best[~search.allowed] = -np.inf
    near = _near(best.ravel(), _SETTINGS.looked_up)
    return [(at // len(turns), turns[at % len(turns)], _start(starts.ravel()[at])) for at in near]


def _try_starts(small: Vectors, vectors: Vectors) -> tuple[Vectors, npt.NDArray[np.intp]]:
    """How alike each reference is where it seems to lie, and from which start that is."""
    tries = cv2.remap(small, _X, _Y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    moved = np.asarray(tries, np.float32).reshape(len(_STARTS), *small.shape)
    found = vectors @ unit_vectors(moved).T
    return found.max(axis=1), found.argmax(axis=1)


def _start(at: int) -> Move:
    return inverted(_STARTS[at])


def _near(scores: Values, most: int) -> list[int]:
    """Where the best scores are, and those not far behind."""
    order = np.argsort(-scores)[:most]
    return [int(at) for at in order if scores[at] >= scores[order[0]] - _SETTINGS.look_up_gap]


def _look_up_at(best: Candidate, search: _Search) -> list[int]:
    """The references most alike to what is seen where the best one lies."""
    straight = _moved(search.views[best.turn], inverted(best.way.move))
    scores = search.deck.vectors @ unit_vectors(shrunk(straight)[None])[0]
    scores[~search.allowed] = -np.inf
    return _near(scores, _SETTINGS.again)


def _bring_closely(
    found: Sequence[Candidate], search: _Search, hints: Sequence[int]
) -> tuple[Candidate, ...]:
    """The best candidates, one a card, brought closely; at least two where there are two cards."""
    closest: dict[int, Candidate] = {}
    for each in found:
        closest.setdefault(int(search.deck.owners[each.reference]), each)
    best = next(iter(closest.values()))
    near = [
        each
        for rank, each in enumerate(closest.values())
        if rank < 2 or each.alike >= best.alike - _SETTINGS.compared_gap
    ][: _SETTINGS.compared]
    near += [each for each in closest.values() if each.reference in hints and each not in near]
    return tuple(_closely(each, search) for each in near)


def _closely(candidate: Candidate, search: _Search) -> Candidate:
    guide = search.deck.guides[candidate.reference]
    way = guide.align(search.soft[candidate.turn], candidate.way.move, _SETTINGS.close_steps)
    better = way.alike >= candidate.way.alike and not _is_far(way.move)
    return replace(candidate, way=way) if better else candidate


def matched_quad(quad: Quad, candidate: Candidate) -> Quad:
    """The outline where a candidate was found to lie, in the order of the one it was cut along."""
    corners = np.array([(x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]) * CARD_PX + EDGE - 0.5
    back = inverted(candidate.way.move)
    points = corners @ back[:, :2].T + back[:, 2]
    for _ in range(candidate.turn):
        points = np.stack([PRINT_PX - 1 - points[:, 1], points[:, 0]], axis=1)
    points = np.roll(points, candidate.turn, axis=0)
    shares = (points - np.array(corners)) / CARD_PX
    width, height = card_shape(np.array(quad, np.float32))
    longer = max(width, height) * (1 + 2 * MARGIN)
    return refine(quad, shares * np.array([width, height]) / longer)


def compare(
    seen: CardPrint, deck: EnrolledPrints, candidates: tuple[Candidate, ...], *, first_only: bool = False
) -> Comparison:
    """Compare candidates two by two with what is seen; `first_only`: the others only with the first."""
    at = [each.reference for each in candidates]
    own = np.ascontiguousarray(seen.channels[COMPARED].T)  # channels x spots, here and below
    prints = _at_home(candidates, [deck.prints[each].channels for each in at], COARSE)
    noise = _at_home(candidates, [deck.noises[each] for each in at], COARSE)
    prints = fit_light(own, prints)
    own[1:] -= light_field(own[1:], prints[:, 1:], noise[:, 1:])
    firsts = 1 if first_only else len(candidates)
    differences = (np.abs(own - prints[:firsts]) / np.sqrt(noise[:firsts])).mean(axis=1)
    noise = noise + _rims(candidates, COARSE)
    told, sizes = _weigh_pairs(own, prints, noise, firsts)
    leads, even_leads = (
        each[0].sum(axis=-1) / (each[1].sum(axis=-1) + _SETTINGS.steady)
        for each in ((told, sizes), (told[..., :1], sizes[..., :1]))
    )
    return Comparison(candidates, leads, even_leads, differences)


def compare_print(
    seen: CardPrint, candidates: Sequence[Candidate], prints: Sequence[CardPrint]
) -> tuple[Values, Values]:
    """The leads of candidates by evened lightness only, of any grid, and how much each two differ in it."""
    own = seen.even[seen.grid.compared]
    evens = _at_home(candidates, [each.channels[..., :1] for each in prints], seen.grid)
    noise = _at_home(candidates, [each.noise()[..., :1] for each in prints], seen.grid)
    fitted = fit_even(own, evens[:, 0])[:, None]
    told, sizes = _weigh_pairs(own[None], fitted, noise + _rims(candidates, seen.grid), len(candidates))
    return told[..., 0] / (sizes[..., 0] + 1e-6), sizes[..., 0]


@lru_cache(maxsize=8)
def _turned_spots(grid: Grid, turn: int) -> npt.NDArray[np.intp]:
    """Where the compared spots are, row by row, in a print held some quarter turns."""
    return np.asarray(np.rot90(np.arange(grid.side**2).reshape(grid.compared.shape), -turn)[grid.compared])


@lru_cache(maxsize=2)
def _rim(grid: Grid) -> Vectors:
    return np.where(grid.compared, 0.0, _SETTINGS.rim_noise).astype(np.float32)


def _rims(candidates: Sequence[Candidate], grid: Grid) -> Vectors:
    """Much noise where a reference's own rim came to lie within the card: it tells nothing of the print."""
    rim = _rim(grid)
    ways = {(each.way, each.turn) for each in candidates}
    rims = {(way, turn): _moved(rim, way.move).ravel()[_turned_spots(grid, turn)] for way, turn in ways}
    return np.stack([rims[each.way, each.turn] for each in candidates])[:, None]


def _at_home(candidates: Sequence[Candidate], pictures: Sequence[Vectors], grid: Grid) -> Vectors:
    """What is compared of candidates' pictures, each where the card lies: candidates x channels x spots."""
    spots, channels = int(np.count_nonzero(grid.compared)), pictures[0].shape[2]
    result = np.empty((len(candidates), channels, spots), np.float32)
    for at, (each, picture) in enumerate(zip(candidates, pictures, strict=True)):
        moved = _moved(picture, each.way.move).reshape(-1, channels)
        result[at] = moved.take(_turned_spots(grid, each.turn), axis=0).T
    return result


def _weigh_pairs(own: Vectors, prints: Vectors, noise: Vectors, firsts: int) -> tuple[Values, Values]:
    """What tells for each first one against each other, and how much they differ, in each channel.

    Over the noise: all of the difference where what is seen is as the one, minus that where as the other.
    """
    count, beyond = len(prints), _SETTINGS.beyond
    shape = (count, count, prints.shape[1])
    told, sizes = np.full(shape, np.inf), np.ones(shape)
    for at in range(min(firsts, count - 1)):
        apart, variance = prints[at + 1 :] - prints[at], (noise[at] + noise[at + 1 :]) / 2
        square = apart * apart / variance
        differs = square > _SETTINGS.differs**2
        along = (own - prints[at]) * apart / variance
        along = np.minimum(np.maximum(along, -beyond * square), (1 + beyond) * square)
        whole, way = (np.einsum("ijk,ijk->ij", each, differs) for each in (square, along))
        told[at, at + 1 :], told[at + 1 :, at] = whole - 2 * way, 2 * way - whole
        sizes[at, at + 1 :] = sizes[at + 1 :, at] = whole
    return told, sizes


def _moved(picture: Vectors, move: Move) -> Vectors:
    size = picture.shape[1::-1]
    moved = cv2.warpAffine(picture, move, size, flags=_FLAGS, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _is_far(move: Move) -> bool:
    return bool(np.abs(_CORNERS @ move.T - _CORNERS[:, :2]).max() > _SETTINGS.farthest * PRINT_PX)


def _pattern(view: Vectors) -> Vectors:
    """What is compared of a print as a flat vector of length one, its channels without their means."""
    weighed = view.reshape(_WEIGHTS.shape) * _WEIGHTS
    weighed -= (_ONES @ weighed / _SPOTS) * _WEIGHED
    flat = weighed.ravel()
    return np.asarray(flat / (np.sqrt(np.dot(flat, flat)) + 1e-6), np.float32)


def _correlation(picture: Vectors, pattern: Vectors) -> float:
    """How alike a print is to a pattern over all channels, -1 to 1."""
    weighed = picture.reshape(_WEIGHTS.shape) * _WEIGHTS
    flat, sums = weighed.ravel(), _ONES @ weighed
    size = float(np.dot(flat, flat)) - float(np.dot(sums, sums)) / _SPOTS
    return float(np.dot(flat, pattern)) / (math.sqrt(max(size, 0.0)) + 1e-6)


def _starts() -> list[Move]:
    step, centre = _SETTINGS.shift * CARD_PX, (PRINT_PX - 1) / 2
    shifts = [np.array([[1, 0, x * step], [0, 1, y * step]]) for x in (0, -1, 1) for y in (0, -1, 1)]
    scales = [np.array([[s, 0, centre - s * centre], [0, s, centre - s * centre]]) for s in _SETTINGS.scales]
    return [*shifts, *scales]


def scaled(move: Move, share: float) -> Move:
    """A move between prints as one between larger or smaller ones."""
    offset = np.full(2, (1 / share - 1) / 2)
    result = move.copy()
    result[:, 2] = (move[:, :2] @ offset + move[:, 2] - offset) * share
    return result


_STARTS = _starts()
# Where each pixel of a small print is looked for from each start, one start below the other.
_PIXELS = np.stack([*np.indices((SMALL_PX, SMALL_PX))[::-1], np.ones((SMALL_PX, SMALL_PX))], axis=-1)
_SEEN_AT = np.concatenate([_PIXELS @ scaled(move, SMALL_PX / PRINT_PX).T for move in _STARTS])
_X, _Y = (np.ascontiguousarray(_SEEN_AT[..., axis], np.float32) for axis in (0, 1))
