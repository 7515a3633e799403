"""The mountain cards of Elevation, how many lie where, who wins a trick, and what an auto-ascender plays."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import cache, lru_cache
from math import inf
from typing import NamedTuple

from companion.games.table import Zone


class Range(Enum):
    """The four mountain ranges, in the order of the score pad."""

    ALPS = "alps"
    ANDES = "andes"
    HIMALAYAS = "himalayas"
    ROCKIES = "rockies"


HIGHEST = 14


# Compared by identity: there is one value for each name.
@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A mountain card; an Avalanche has a number but no range."""

    name: str
    range: Range | None
    number: int

    def __repr__(self) -> str:
        return self.name


Cards = tuple[Card, ...]


_PEAKS = [Card(f"{each.value}-{n}", each, n) for each in Range for n in range(1, HIGHEST + 1)]
_AVALANCHES = [Card(f"avalanche-{n}", None, n) for n in range(1, 6)]
CARDS = {card.name: card for card in (*_PEAKS, *_AVALANCHES)}


def numbers_of(cards: Cards, mountain_range: Range | None) -> list[int]:
    """The numbers of one range among some cards, lowest first; of the Avalanches for None."""
    return sorted(card.number for card in cards if card.range is mountain_range)


AUTO_CARDS = 20


class Piles(NamedTuple):
    """How many cards lie face down and face up."""

    down: int
    up: int

    @property
    def total(self) -> int:
        return self.down + self.up

    def take(self, cards: int) -> "Piles":
        """Cards leave the face-down pile, and the face-up one when that is empty."""
        below = min(cards, self.down)
        return Piles(self.down - below, self.up - (cards - below))

    def draw(self, cards: int, *, top_up: bool) -> "Piles":
        """Everybody draws, one of them perhaps the top face-up card; then one is flipped."""
        if cards > self.total:
            return self
        first = int(top_up and self.up > 0)
        return Piles(self.down, self.up - first).take(cards - first).flip()

    def flip(self) -> "Piles":
        """The top face-down card, if there is one, is turned onto the face-up pile."""
        return Piles(self.down - 1, self.up + 1) if self.down else self


def hand_size(humans: int) -> int:
    """How many cards each human climber is dealt."""
    return 10 if humans <= 3 else 8 if humans <= 5 else 6


def deal(deck: int, humans: int, autos: int, set_aside: int) -> Piles:
    """The piles once all are dealt, `set_aside` cards are taken for approach cards and one is flipped."""
    rest = deck - humans * hand_size(humans) - autos * AUTO_CARDS
    return Piles(rest, 0).flip().take(set_aside)


@lru_cache(maxsize=4096)
def tricks_by_hands(hand: int, auto: int, total: int, humans: int, each: int, phantom: bool) -> int:
    """The tricks until a climber has no card left; which pile anybody draws from does not matter.

    `hand` is what every human holds, `auto` what every auto-ascender has left, `total` both piles, `each` the
    cards that everyone plays to a trick and then draws.
    """
    tricks = 0
    while hand and auto:
        played = min(each, hand, auto)
        hand, auto, tricks = hand - played, auto - played, tricks + 1
        total -= phantom and total > 0
        if total >= each * humans:
            total, hand = total - each * humans, hand + each
    return tricks


class Level(IntEnum):
    """What a card can beat: every level beats all below it."""

    OTHER = 0
    LEAD = 1
    TRUMP = 2
    AVALANCHE = 3


class _Rank(NamedTuple):
    """How strong a card is in a trick: its level, whether it is raised above its range, its number."""

    level: Level
    raised: bool
    number: int


# Rank as it stands, the card, and the 7s that stay low in this trick.
Ranker = Callable[[_Rank, Card, Collection[str]], _Rank]


def lead_range(cards: Sequence[Card]) -> Range | None:
    """The range that must be followed; None when an Avalanche leads or nothing was played."""
    return cards[0].range if cards else None


@cache
def _plain_rank(card: Card, lead: Range | None) -> _Rank:
    if card.range is None:
        return _Rank(Level.AVALANCHE, False, card.number)
    return _Rank(Level.LEAD if card.range is lead else Level.OTHER, False, card.number)


def rank(card: Card, lead: Range | None, rankers: Sequence[Ranker], low: Collection[str] = ()) -> _Rank:
    """A card's strength with the day's approach cards."""
    found = _plain_rank(card, lead)
    for change in rankers:
        found = change(found, card, low)
    return found


def winning_index(cards: Sequence[Card], rankers: Sequence[Ranker], low: Collection[str] = ()) -> int:
    """Which of the cards wins the trick."""
    lead = lead_range(cards)
    ranks = [rank(card, lead, rankers, low) for card in cards]
    return ranks.index(max(ranks))


def raised_cards(cards: Sequence[Card], rankers: Sequence[Ranker]) -> list[str]:
    """The cards that an approach card raises above their range; who played one may leave it low."""
    lead = lead_range(cards)
    return [card.name for card in cards if rank(card, lead, rankers).raised]


def deciding_seven(
    cards: Sequence[Card], rankers: Sequence[Ranker], low: Collection[str] = ()
) -> Card | None:
    """The card that wins only because it is raised, if there is one: somebody may want to be asked."""
    index = winning_index(cards, rankers, low)
    card = cards[index]
    raised = rank(card, lead_range(cards), rankers, low).raised
    return card if raised and winning_index(cards, rankers, (*low, card.name)) != index else None


def why_it_won(
    cards: Sequence[Card], index: int, rankers: Sequence[Ranker], low: Collection[str] = ()
) -> str:
    """The key of the sentence that says what made the winning card strongest."""
    found = rank(cards[index], lead_range(cards), rankers, low)
    if found.raised and deciding_seven(cards, rankers, low) is not None:
        return "won-seven"
    ending = "-low" if found.number < 0 else ""
    return f"won-{found.level.name.lower()}{ending}"


@dataclass(frozen=True, slots=True)
class _Claim:
    """Somebody did not follow: what the hand had drawn until then, and played of the range since."""

    seat: int
    drawn_before: int
    played: int = 0


_Claims = dict[tuple[int, Range], _Claim]


@dataclass(frozen=True, slots=True)
class Revoke:
    """A proof: who did not follow which range though they could, and the card that shows it."""

    seat: int
    range: Range
    card: Card


@dataclass(frozen=True, slots=True)
class Ledger:
    """All open claims by hand and range; hands are known by the seat that was dealt them."""

    humans: int
    drawn: int = 0
    swaps: int = 0
    claims: Mapping[tuple[int, Range], _Claim] = field(default_factory=dict)  # copied, never changed

    def hand_at(self, seat: int) -> int:
        return (seat - self.swaps) % self.humans

    def after_trick(
        self, plays: list[tuple[int, Card]], lead: Range | None, drawn: int, swaps: int
    ) -> tuple["Ledger", list[Revoke]]:
        """The claims after a trick, each card with the seat that played it, and what the cards prove.

        Then every human hand has drawn (face-up cards count like others), and perhaps passed to the left.
        """
        claims, proofs = dict(self.claims), []
        for seat, card in plays:
            if seat < self.humans and card.range is not None:
                proofs += self.play(claims, seat, card, card.range)
                if lead is not None and card.range is not lead:
                    claims[self.hand_at(seat), lead] = _Claim(seat, self.drawn)
        ledger = Ledger(self.humans, self.drawn + drawn, self.swaps + swaps, claims)
        return ledger, proofs

    def play(self, claims: _Claims, seat: int, card: Card, mountain_range: Range) -> list[Revoke]:
        """One card is played from a hand; a disproved claim is dropped."""
        key = self.hand_at(seat), mountain_range
        claim = claims.get(key)
        if claim is None:
            return []
        if claim.played < self.drawn - claim.drawn_before:
            claims[key] = replace(claim, played=claim.played + 1)
            return []
        del claims[key]
        return [Revoke(claim.seat, mountain_range, card)]


AUTO_ASCENDERS = ("Edmund Hillary", "Tenzing Norgay")
_FAR_MM = -150.0  # beyond this line of the mat lie the auto-ascenders' face-up cards, tricks on this side


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
