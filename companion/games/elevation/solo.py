"""Free Solo: what an auto-ascender plays from its face-up cards, and what it scores."""

from collections.abc import Sequence
from math import inf

from companion.games.elevation.cards import HIGHEST, Card, Cards, Range, numbers_of
from companion.games.elevation.tricks import Ranker, lead_range, rank, winning_index
from companion.games.table import Zone

AUTO_ASCENDERS = ("Edmund Hillary", "Tenzing Norgay")
_FAR_MM = -150.0  # beyond this line of the mat lie the auto-ascenders' face-up cards, tricks on this side


def autos_for(humans: int) -> int:
    """How many auto-ascenders climb along."""
    return max(0, 3 - humans)


def face_up_zones(names: Sequence[str]) -> tuple[Zone, ...]:
    """Where each auto-ascender's cards lie: at the far edge, the first one's to the left."""
    edges = (-inf, 0.0, inf) if len(names) > 1 else (-inf, inf)
    return tuple(
        Zone(name, left, -inf, right, _FAR_MM)
        for name, left, right in zip(names, edges, edges[1:], strict=False)
    )


def choose_card(face_up: Sequence[Card], trick: Sequence[Card], rankers: Sequence[Ranker] = ()) -> Card:
    """The card that an auto-ascender plays; `face_up` from left to right, Avalanches among them.

    `trick` is what lies already, leader first, empty when the auto-ascender leads. Strength is that of the
    day's `rankers`; "lowest" is always by the printed number.
    """
    if not trick:
        return _strongest(face_up, rankers)
    avalanches = [card for card in face_up if card.range is None]
    if avalanches and any(card.number == HIGHEST or card.range is None for card in trick):
        best = _strongest(avalanches, rankers)
        if winning_index([*trick, best], rankers) == len(trick):
            return best
    lead = lead_range(trick)
    following = [card for card in face_up if lead is not None and card.range is lead]
    return following[0] if following else min(face_up, key=lambda card: card.number)


def _strongest(face_up: Sequence[Card], rankers: Sequence[Ranker]) -> Card:
    """The card that would lead with the greatest strength; the leftmost of equals."""
    return max(face_up, key=lambda card: rank(card, card.range, rankers))


def auto_points(cards: Cards) -> dict[Range, int]:
    """The sum of the numbers in the range with the most cards; ruling: of equal ones the greater sum."""
    held = {each: numbers_of(cards, each) for each in Range}
    best = max(Range, key=lambda each: (len(held[each]), sum(held[each])))
    return {each: sum(held[each]) if each is best else 0 for each in Range}
