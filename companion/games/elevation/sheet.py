"""The cards won, ready for scoring: what every approach card sees and may change at the end of a day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.elevation.cards import Card, Cards, Range, numbers_of
from companion.games.seats import put
from companion.games.values import Pairs


@dataclass(frozen=True, slots=True)
class Question:
    """An answer that is missing or cannot be: of which approach card, for whom."""

    card: str
    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The climbers who score, clockwise, with the cards and tricks they won, and the answers given.

    `last` is the seat that won the last trick, None for the phantom; a seat behind all names does not score.
    """

    names: tuple[str, ...]
    piles: tuple[Cards, ...]
    tricks: tuple[int, ...]
    climbers: int
    phantom: Cards
    last: int | None
    seen: frozenset[Card]
    heights: Mapping[str, int]
    answers: Pairs
    rulings: Mapping[str, str | int] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()

    def ask(self, card: str, *who: str) -> "Sheet":
        """The same sheet with an open question."""
        return replace(self, questions=(*self.questions, Question(card, who)))

    def unseen(self, names: Sequence[str]) -> Cards | None:
        """Cards by name, None unless all exist, differ and have not been seen today."""
        cards = [Card.parse(name) for name in names]
        known = tuple(card for card in cards if card is not None and card not in self.seen)
        return known if len(set(known)) == len(cards) else None

    def give(self, seat: int | None, cards: Cards) -> "Sheet":
        """Cards join a climber's pile, or the phantom's."""
        seen = self.seen | set(cards)
        if seat is None:
            return replace(self, phantom=self.phantom + cards, seen=seen)
        return replace(self, piles=put(self.piles, seat, self.piles[seat] + cards), seen=seen)

    def right_of(self, seat: int) -> int:
        """The neighbour on the right: who sits before, counter-clockwise."""
        return (seat - 1) % len(self.names)

    def left_of(self, seat: int) -> int:
        """The neighbour on the left: who sits next, clockwise."""
        return (seat + 1) % len(self.names)

    def with_fewest_tricks(self) -> tuple[int, ...]:
        """The seats that won the fewest tricks."""
        return tuple(seat for seat, won in enumerate(self.tricks) if won == min(self.tricks))


@dataclass(frozen=True, slots=True)
class Own:
    """What one climber scores with; `sharers` are the seats that score the same approach card."""

    sheet: Sheet
    seat: int
    sharers: tuple[int, ...]

    @property
    def name(self) -> str:
        """The climber's name."""
        return self.sheet.names[self.seat]

    @property
    def cards(self) -> Cards:
        """The cards that the climber scores."""
        return self.sheet.piles[self.seat]

    def numbers(self, mountain_range: Range | None) -> list[int]:
        """The numbers won in a range, lowest first; Avalanches for None."""
        return numbers_of(self.cards, mountain_range)

    def count(self, number: int) -> int:
        """How many cards of this number were won in the ranges."""
        return sum(card.number == number and card.range is not None for card in self.cards)

    def ranges_with(self, least: int, most: int) -> int:
        """In how many ranges at least and at most so many cards were won."""
        return sum(least <= len(self.numbers(each)) <= most for each in Range)
