"""Real hidden cards of games that are counted by seats: a hand and a pile for everyone, and discards."""

from dataclasses import dataclass, field
from typing import Any

from companion.games.events import Event
from companion.simulation.dealer import GOAT, Dealer, NotHeld, bare


@dataclass
class Cards:
    """Where every hidden card is, top of a pile last; `aside` waits to be discarded, `gone` has left."""

    hands: list[list[str]]
    piles: list[list[str]]
    row: list[str] = field(default_factory=list)
    further: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    aside: list[list[str]] = field(default_factory=list)
    owed: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.aside = self.aside or [[] for _ in self.hands]
        self.owed = self.owed or [0 for _ in self.hands]

    def everything(self) -> list[str]:
        """Every card once; a pile that all share is counted once."""
        piles = {id(pile): pile for pile in self.piles}.values()
        groups = (*self.hands, *piles, *self.aside, self.row, self.further, self.gone, self.played)
        return [card for group in groups for card in group]


class SeatDealer(Dealer):
    """Hands and piles that the judge counts by seats: cards leave, discards are owed, hands are filled."""

    cards: Cards

    def shares(self) -> bool:
        """Whether all draw from one row and one pile."""
        return False

    def leaving(self, event: Event) -> tuple[str, ...]:
        card = event.as_dict().get("card")
        return () if card is None else (str(card),)

    def do_special(self, before: Any, event: Event, seat: int) -> None:
        """What some events do with the cards besides."""

    def stays(self, card: str) -> bool:
        """Whether a card must not be discarded while the hand has another."""
        return False

    def worth(self, card: str) -> float:
        """How much a card of a hand would be missed."""
        return 0.0

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.match.state.seats.players)

    @property
    def mover(self) -> int:
        return int(self.match.state.seats.mover)

    def hand(self, seat: int) -> tuple[str, ...]:
        return tuple(self.cards.hands[seat])

    def pile(self, seat: int) -> int:
        return len(self.cards.piles[seat])

    def gone(self) -> tuple[str, ...]:
        return tuple(self.cards.gone)

    # discards

    def owed(self, seat: int) -> int:
        return self.cards.owed[seat]

    def aside(self, seat: int) -> tuple[str, ...]:
        return tuple(self.cards.aside[seat])

    def set_aside(self, seat: int, card: str) -> None:
        hand = self.cards.hands[seat]
        if card not in hand or (self.stays(card) and not all(map(self.stays, hand))):
            raise NotHeld(f"{card} cannot be discarded")
        hand.remove(card)
        self.cards.aside[seat].append(card)
        self._pay(seat)

    def take_back(self, seat: int) -> None:
        self.cards.hands[seat] += self.cards.aside[seat]
        self.cards.aside[seat].clear()

    def settle(self) -> None:
        for seat in range(len(self.cards.hands)):
            while self.cards.owed[seat]:
                self.set_aside(seat, self._last_to_go(self.cards.hands[seat]))

    def pay_all(self) -> None:
        for seat, hand in enumerate(self.cards.hands):
            least = sorted(hand, key=lambda card: (self.stays(card), self.worth(card)))
            for card in least[: self.cards.owed[seat]]:
                self.set_aside(seat, card)

    def _last_to_go(self, hand: list[str]) -> str:
        return next((card for card in reversed(hand) if not self.stays(card)), hand[-1])

    # following

    def move(self, before: Any, event: Event) -> None:
        """Cards leave the hand, then discards are owed, then hands are filled."""
        seat = before.seats.seat(event.player)
        for name in self.leaving(event):
            self.play(seat, name, goat=bool(getattr(event, "goat", False)))
        self.do_special(before, event, seat)
        for each in (seat,) if self.shares() else range(len(self.cards.hands)):
            self._owe(each, acted=each == seat)

    def play(self, seat: int, name: str, *, goat: bool = False) -> None:
        """A card leaves a hand; one that is not there was dealt elsewhere: the two change places."""
        hand = self.cards.hands[seat]
        if self.cards.aside[seat] and name not in map(bare, hand):
            self.take_back(seat)
        held = [card for card in hand if bare(card) == name]
        if not held:
            held = self._bring(seat, name)
        card = next((each for each in held if each.endswith(GOAT) == goat), held[0] if held else None)
        if card is not None:
            hand.remove(card)
            self.cards.played.append(card)
            self.left += ((seat, card),)

    def _bring(self, seat: int, name: str) -> list[str]:
        """Change a card that lies elsewhere for one of the hand; nothing if it is nowhere."""
        cards = self.cards
        for group in (cards.piles[seat], *cards.piles, *cards.hands, *cards.aside, cards.row, cards.gone):
            found = next((card for card in group if bare(card) == name), None)
            if found is not None and cards.hands[seat]:
                spare = self._last_to_go(cards.hands[seat])
                group[group.index(found)] = spare
                cards.hands[seat][cards.hands[seat].index(spare)] = found
                return [found]
        return []

    # counts

    def _wanted(self, seat: int) -> tuple[int, int, int]:
        """What the judge has counted: hand, pile, and the row beside the pile."""
        seats = self.match.state.seats
        return seats.hands[seat], seats.piles[seat], self.row_wanted()

    def row_wanted(self) -> int:
        """How many cards the judge has counted in the row that all share."""
        return 0

    def _owe(self, seat: int, *, acted: bool) -> None:
        """Work out how many cards a seat must discard; what was set aside for nothing comes back."""
        cards = self.cards
        hand, pile, row = self._wanted(seat)
        held = len(cards.hands[seat]) + len(cards.aside[seat])
        surplus = held + len(cards.piles[seat]) + len(cards.row) - hand - pile - row
        cards.owed[seat] = max(0, min(surplus, held))
        if acted and not cards.owed[seat]:
            self.take_back(seat)
        if cards.owed[seat] == held:
            self.take_back(seat)
            cards.gone += cards.hands[seat]
            cards.hands[seat].clear()
            cards.owed[seat] = 0
        self._pay(seat)

    def _pay(self, seat: int) -> None:
        """What is set aside pays what is owed; when all is paid, the hand is filled."""
        cards = self.cards
        while cards.owed[seat] and cards.aside[seat]:
            cards.gone.append(cards.aside[seat].pop(0))
            cards.owed[seat] -= 1
            if not cards.owed[seat]:
                self.take_back(seat)
        if not cards.owed[seat]:
            self._fill(seat)

    def _fill(self, seat: int) -> None:
        """Draw up to what the judge has counted; whatever is then still amiss is put right."""
        cards = self.cards
        hand, pile, row = self._wanted(seat)
        mine, own, spare = cards.hands[seat], cards.piles[seat], len(cards.aside[seat])
        while len(mine) + spare < hand and (cards.row if self.shares() else own):
            mine.append(cards.row.pop(0) if self.shares() else own.pop())
        while self.shares() and len(cards.row) < row and own:
            cards.row.append(own.pop())
        for group, count in ((mine, hand - spare), (cards.row, row), (own, pile)):
            _balance(group, count, cards.gone)


def _balance(group: list[str], count: int, gone: list[str]) -> None:
    """Bring a group of cards to a count, from and to those that have left the game."""
    while len(group) > count:
        gone.append(group.pop())
    while len(group) < count and gone:
        group.insert(0, gone.pop())
