"""Scoring a day: cards won and approach cards come in, each climber's line of the score pad goes out."""

from dataclasses import dataclass
from itertools import combinations, product

from companion.games.elevation import approach
from companion.games.elevation.approach import Approach, Own, Sheet
from companion.games.elevation.cards import Cards, Range, auto_points, numbers_of

_Ranges = dict[Range, int]
_Counted = tuple[tuple[int, ...] | None, ...]  # of each range the ends that count; None: not so plain


@dataclass(frozen=True, slots=True)
class Score:
    """A climber's line of the score pad for one day."""

    name: str
    alps: int
    andes: int
    himalayas: int
    rockies: int
    approach: int

    @property
    def day(self) -> int:
        return self.alps + self.andes + self.himalayas + self.rockies + self.approach

    def as_dict(self) -> dict[str, int]:
        ranges = {each.value: int(getattr(self, each.value)) for each in Range}
        return {**ranges, "approach": self.approach, "day": self.day}


@dataclass(frozen=True, slots=True)
class Gain:
    """What an approach card gave or took, by climber; not `counted` if it has no points of its own."""

    card: str
    points: tuple[tuple[str, int], ...]
    counted: bool


@dataclass(frozen=True, slots=True)
class DayScore:
    """The scores of one day, and what its approach cards gave."""

    scores: tuple[Score, ...]
    gains: tuple[Gain, ...]
    counted: tuple[_Counted, ...] = ()

    def as_dict(self) -> dict[str, dict[str, int]]:
        return {score.name: score.as_dict() for score in self.scores}


@dataclass(frozen=True, slots=True)
class Scorer:
    """The approach cards of a day: those for everybody and, with Pathfinder, each climber's own."""

    shared: tuple[Approach, ...]
    own: tuple[tuple[int, Approach], ...]
    humans: int

    def seats(self, card: Approach, sheet: Sheet) -> tuple[int, ...]:
        if card in self.shared:
            return tuple(range(len(sheet.names)))
        return tuple(seat for seat, each in self.own if each == card and seat < len(sheet.names))

    def in_order(self) -> list[Approach]:
        """All cards of the day in the order in which they act."""
        of_day = {card.id for card in (*self.shared, *(card for _, card in self.own))}
        return [card for card in approach.CARDS.values() if card.id in of_day]

    def settle(self, sheet: Sheet) -> Sheet:
        """The piles as they are scored: cards have joined, then piles have changed hands."""
        for card in self.in_order():
            if card.joins is not None:
                sheet = card.joins(sheet)
            if card.trades is not None:
                sheet = card.trades(sheet, self.seats(card, sheet))
        return sheet

    def score(self, sheet: Sheet) -> tuple[DayScore, Sheet]:
        """The day's scores, and the sheet with every question that is still open."""
        sheet = self.settle(sheet)
        cards = self.in_order()
        bonuses = []
        for card in cards:
            points, sheet = self.bonus_points(card, sheet)
            bonuses.append(points)
        totals = [sum(column) for column in zip(*bonuses, strict=True)] or [0] * len(sheet.names)
        ranges = [self.ranges(sheet, seat, cards) for seat in range(len(sheet.names))]
        scores = tuple(
            Score(name, **{each.value: points[each] for each in Range}, approach=total)
            for name, points, total in zip(sheet.names, ranges, totals, strict=True)
        )
        gains = [self.gain(card, sheet, points, ranges) for card, points in zip(cards, bonuses, strict=True)]
        counted = tuple(self._count(sheet, seat, cards) for seat in range(len(sheet.names)))
        return DayScore(scores, tuple(gains), counted), sheet

    def _count(self, sheet: Sheet, seat: int, cards: list[Approach]) -> _Counted:
        """The lowest and the highest number that count in each range of a climber."""
        mine = [card for card in cards if card.changes_ranges and seat in self.seats(card, sheet)]
        if seat >= self.humans or any(card.counts_avalanches for card in mine):
            return (None,) * len(Range)
        low = max((card.skips_lowest for card in mine), default=0)
        high = max((card.skips_highest for card in mine), default=0)
        return tuple(_ends(numbers_of(sheet.piles[seat], each), low, high) for each in Range)

    def bonus_points(self, card: Approach, sheet: Sheet) -> tuple[list[int], Sheet]:
        """What a card adds to every climber's approach column; a question where it cannot be told."""
        points = [0] * len(sheet.names)
        if card.bonus is None:
            return points, sheet
        seats = self.seats(card, sheet)
        found = {seat: card.bonus(Own(sheet, seat, seats)) for seat in seats}
        unknown = [sheet.names[seat] for seat, bonus in found.items() if bonus is None]
        for seat, bonus in found.items():
            points[seat] = bonus or 0
        return points, sheet.ask(card.id, *unknown) if unknown else sheet

    def ranges(self, sheet: Sheet, seat: int, cards: list[Approach]) -> _Ranges:
        mine = [card for card in cards if card.changes_ranges and seat in self.seats(card, sheet)]
        if seat >= self.humans:
            points = auto_points(sheet.piles[seat])
        else:
            points = _range_points(sheet.piles[seat], mine)
        negated = any(card.subtracts for card in mine)
        return {each: -value for each, value in points.items()} if negated else points

    def gain(self, card: Approach, sheet: Sheet, points: list[int], ranges: list[_Ranges]) -> Gain:
        """A card's bonus, or by how much it changed the ranges: with it less without it."""
        if card.changes_ranges:
            others = [each for each in self.in_order() if each is not card]
            without = [self.ranges(sheet, seat, others) for seat in range(len(sheet.names))]
            pairs = zip(ranges, without, strict=True)
            points = [sum(mine.values()) - sum(less.values()) for mine, less in pairs]
        counted = card.bonus is not None or card.changes_ranges
        given = zip(sheet.names, points, strict=True)
        return Gain(card.id, tuple((name, each) for name, each in given if each), counted)


def span(numbers: list[int], skips_lowest: int = 0, skips_highest: int = 0) -> int:
    """Highest less lowest of sorted numbers, some of them skipped; skipping needs three cards."""
    if len(numbers) < (3 if skips_lowest or skips_highest else 2):
        return 0
    return numbers[-1 - skips_highest] - numbers[skips_lowest]


def _ends(numbers: list[int], skips_lowest: int, skips_highest: int) -> tuple[int, ...] | None:
    """The two ends of a span; what is there where it makes none."""
    if len(numbers) < 2:
        return tuple(numbers)
    if (skips_lowest or skips_highest) and len(numbers) < 3:
        return None
    return numbers[skips_lowest], numbers[-1 - skips_highest]


def _range_points(cards: Cards, changes: list[Approach]) -> _Ranges:
    low = max((card.skips_lowest for card in changes), default=0)
    high = max((card.skips_highest for card in changes), default=0)
    held = {each: numbers_of(cards, each) for each in Range}
    # An Avalanche can only widen a range, so nobody counts one where ranges are subtracted.
    subtracted = any(card.subtracts for card in changes)
    if any(card.counts_avalanches for card in changes) and not subtracted:
        return with_avalanches(held, numbers_of(cards, None), low, high)
    return {each: span(numbers, low, high) for each, numbers in held.items()}


def with_avalanches(held: dict[Range, list[int]], avalanches: list[int], low: int, high: int) -> _Ranges:
    """The most range points when Avalanches may count in ranges; of equals the greatest Alps, Andes ..."""
    indexes = range(len(avalanches))
    choices = [frozenset(each) for size in range(len(indexes) + 1) for each in combinations(indexes, size)]
    # The best points so far, range by range, for each set of Avalanches that is used.
    best: dict[frozenset[int], tuple[int, ...]] = {frozenset(): (0,)}
    for numbers in held.values():
        gains = {
            used: span(sorted(numbers + [avalanches[index] for index in used]), low, high) for used in choices
        }
        found: dict[frozenset[int], tuple[int, ...]] = {}
        for (before, (total, *points)), (used, gain) in product(best.items(), gains.items()):
            if before.isdisjoint(used):
                candidate = (total + gain, *points, gain)
                found[before | used] = max(found.get(before | used, ()), candidate)
        best = found
    return dict(zip(held, max(best.values())[1:], strict=True))
