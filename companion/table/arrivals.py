"""The order of arrival: the cards that lie anyhow come in, every order in which they may have come goes out.

Cards are known by a number of their own. What is laid within one settling came in an unknown order; a card
that comes after an earlier one was taken away may stand in for it. Nothing is guessed: people are asked.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

_Group = frozenset[int]  # cards that came together
_Order = tuple[_Group, ...]


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Every possible order, the likeliest first; cards that were taken away keep their turn for a while."""

    orders: tuple[_Order, ...] = ((),)

    @property
    def cards(self) -> _Group:
        """Every card that has a turn, also those taken away."""
        return frozenset(card for order in self.orders for group in order for card in group)

    def after(self, here: Collection[int]) -> "Arrivals":
        """The orders once these cards lie on the table."""
        new = frozenset(here) - self.cards
        if not new:
            return self
        ways = (way for order in self.orders for way in joined(order, new, here))
        return Arrivals(tuple(dict.fromkeys(ways)))

    def without(self, cards: Collection[int]) -> "Arrivals":
        """The orders as if these cards had never come."""
        rest = self.cards - frozenset(cards)
        return Arrivals(tuple(dict.fromkeys(only(order, rest) for order in self.orders)))

    def then(self, later: "Arrivals") -> "Arrivals":
        """These cards first, then those that came later."""
        return Arrivals(tuple((*one, *other) for one in self.orders for other in later.orders))

    def in_order(self) -> tuple[int, ...]:
        """All cards in the likeliest order."""
        return tuple(card for group in self.orders[0] for card in sorted(group))

    def unsure(self, cards: Collection[int]) -> tuple[int, ...]:
        """Of these cards the ones of which any may have come next, where that is not known; else none."""
        ways = list(dict.fromkeys(only(order, cards) for order in self.orders))
        for turn in range(max(map(len, ways))):
            groups = {way[turn] for way in ways if turn < len(way)}
            if len(groups) > 1 or any(len(group) > 1 for group in groups):
                return tuple(sorted(frozenset().union(*groups)))
        return ()

    def came_first(self, card: int, cards: Collection[int]) -> "Arrivals":
        """A person said which of the unsure ones came first."""
        others = set(self.unsure(cards)) - {card}
        ways = (split(order, card) for order in self.orders if _is_before(order, card, others))
        return Arrivals(tuple(dict.fromkeys(ways)) or self.orders)


def joined(order: _Order, new: _Group, here: Collection[int]) -> Iterator[_Order]:
    """The ways in which new cards join an order: behind all others, or one in place of one taken away."""
    last = max((turn for turn, group in enumerate(order) if not group.isdisjoint(here)), default=-1)
    kept = order[: last + 1]
    yield (*kept, new)
    for turn, group in enumerate(kept):
        if not group <= frozenset(here):
            for card in sorted(new):
                rest = new - {card}
                stays = frozenset({card}) | group.intersection(here)
                yield (*kept[:turn], stays, *kept[turn + 1 :], *([rest] if rest else []))


def only(order: _Order, cards: Collection[int]) -> _Order:
    """An order of some of its cards."""
    groups = (group & frozenset(cards) for group in order)
    return tuple(group for group in groups if group)


def _is_before(order: _Order, card: int, others: Collection[int]) -> bool:
    turn = {each: number for number, group in enumerate(order) for each in group}
    return all(turn[card] <= turn[other] for other in others)


def split(order: _Order, card: int) -> _Order:
    """The order in which a card came before those it came together with."""
    found: list[_Group] = []
    for group in order:
        found += [frozenset({card}), group - {card}] if card in group and len(group) > 1 else [group]
    return tuple(found)
