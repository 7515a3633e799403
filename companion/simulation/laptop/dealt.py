"""The hidden cards of a game on the laptop: chance and recorded events come in, real hands and piles go out.

The deck is shuffled and dealt once; then every recorded event moves the real cards, so that hands and piles
always hold as many as the judge has counted. What is owed the players choose; what they do not choose goes by
itself. An undo brings the very same cards back. Nothing here draws or knows of a window.
"""

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.ascent import dealing as ascent_dealing
from companion.games.ascent import events as ascent
from companion.games.ascent.cards import CARDS
from companion.games.events import Event, Undo
from companion.games.match import Match
from companion.games.tranquility import dealing as sea_dealing
from companion.games.tranquility import events as sea
from companion.games.tranquility.cards import BORDER, COMPASS, FINISH, KEEPABLE, KEPT, MONSTER, START, WILD
from companion.games.values import Verdict
from companion.simulation.laptop.cards import GOAT, Cards, NotHeld, balance, bare, deal_cards, last_to_go

STORM = "storm"
Left = tuple[tuple[int, str], ...]  # which cards left which seats


class Dealt:
    """The real cards of The Ascent and of Tranquility, which the judge counts by seats."""

    def __init__(self, match: Match, rng: Random) -> None:
        self.match = match
        self.rng = rng
        self.cards = deal_cards(match, rng)
        self.left: Left = ()  # by the last event
        self.back: Left = ()  # by the last undo
        self._past: list[tuple[Cards, Left]] = []

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at the table."""
        return tuple(self.match.state.seats.players)

    @property
    def mover(self) -> int:
        """The seat to move."""
        return int(self.match.state.seats.mover)

    @property
    def shares(self) -> bool:
        """Whether all draw from one row and one pile."""
        return getattr(self.match.state, "contest", None) is not None

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards of a hand, those that are set aside not among them."""
        return tuple(self.cards.hands[seat])

    def pile(self, seat: int) -> int:
        """How many cards a seat's pile holds."""
        return len(self.cards.piles[seat])

    def owed(self, seat: int) -> int:
        """How many cards a seat has yet to discard."""
        return self.cards.owed[seat]

    def aside(self, seat: int) -> tuple[str, ...]:
        """What a seat has set aside to discard."""
        return tuple(self.cards.aside[seat])

    @property
    def drawn(self) -> tuple[int, str] | None:
        """A seat with a card that must be told at once: a Storm or, by day and night, a Compass."""
        turns = getattr(self.match.state, "sky", None) is not None
        for seat, hand in enumerate(self.cards.hands):
            for card in hand:
                if card.startswith("storm-") or (turns and card == COMPASS):
                    return seat, card
        return None

    # what people do

    def set_aside(self, seat: int, card: str) -> None:
        """Choose a card to be discarded: now if one is owed, else with the next event; raises NotHeld."""
        hand = self.cards.hands[seat]
        if card not in hand or (bare(card) == MONSTER and any(bare(each) != MONSTER for each in hand)):
            raise NotHeld(f"{card} cannot be discarded")
        hand.remove(card)
        self.cards.aside[seat].append(card)
        self.pay(seat)

    def take_back(self, seat: int) -> None:
        """What is set aside comes back into the hand."""
        self.cards.hands[seat] += self.cards.aside[seat]
        self.cards.aside[seat].clear()

    def settle(self) -> None:
        """What is still owed goes by itself, the last cards of the hand first."""
        for seat in range(len(self.cards.hands)):
            self.settle_seat(seat)

    def settle_seat(self, seat: int) -> None:
        """What one seat owes goes by itself."""
        while self.cards.owed[seat]:
            self.set_aside(seat, last_to_go(self.cards.hands[seat]))

    # what was recorded

    def follow(self, event: Event, verdict: Verdict) -> None:
        """Move the real cards as a recorded event did; what is illegal moves none."""
        after = self.match.follow(event, verdict)
        self.left = self.back = ()
        if after is self.match:
            return
        if isinstance(event, Undo):
            self.match = after
            self.cards, self.back = self._past.pop()
            return
        self.settle()
        kept, before = deepcopy(self.cards), self.match.state
        self.match = after
        self.move(before, event)
        self._past.append((kept, self.left))

    def move(self, before: Any, event: Event) -> None:
        """Cards leave the hand, then discards are owed, then hands are filled."""
        seat = before.seats.seat(event.player)
        for name in leaving(event):
            self.play(seat, name, goat=bool(getattr(event, "goat", False)))
        self.do_special(before, event, seat)
        for each in (seat,) if self.shares else range(len(self.cards.hands)):
            self.owe(each, acted=each == seat)

    def play(self, seat: int, name: str, *, goat: bool = False) -> None:
        """A card leaves a hand; one that is not there was dealt elsewhere: the two change places."""
        hand = self.cards.hands[seat]
        if self.cards.aside[seat] and name not in map(bare, hand):
            self.take_back(seat)
        held = [card for card in hand if bare(card) == name]
        if not held:
            held = self.bring(seat, name)
        card = next((each for each in held if each.endswith(GOAT) == goat), held[0] if held else None)
        if card is not None:
            hand.remove(card)
            self.cards.played.append(card)
            self.left += ((seat, card),)

    def bring(self, seat: int, name: str) -> list[str]:
        """Change a card that lies elsewhere for one of the hand; nothing if it is nowhere."""
        cards = self.cards
        for group in (cards.piles[seat], *cards.piles, *cards.hands, *cards.aside, cards.row, cards.gone):
            found = next((card for card in group if bare(card) == name), None)
            if found is not None and cards.hands[seat]:
                spare = last_to_go(cards.hands[seat])
                group[group.index(found)] = spare
                cards.hands[seat][cards.hands[seat].index(spare)] = found
                return [found]
        return []

    def do_special(self, before: Any, event: Event, seat: int) -> None:
        """What some events do besides: ropes, the row, the Start's extra cards, explorers."""
        cards = self.cards
        if isinstance(event, ascent.Rope):
            self.take_back(seat)
            cards.piles[seat] += cards.hands[seat]
            cards.hands[seat].clear()
            self.rng.shuffle(cards.piles[seat])
        elif isinstance(event, sea.Refresh):
            self.take_back(seat)
            cards.gone += cards.hands[seat]
            cards.hands[seat][:] = cards.row
            cards.row.clear()
        elif isinstance(event, sea.Start):
            self.begin(event)
        elif isinstance(event, sea.Place) and event.explorer and cards.explorers:
            self.meet(event, seat)

    def begin(self, event: sea.Start) -> None:
        """The Start: everyone takes the extra cards, and some give from the pile."""
        extra = 2 if len(self.players) <= 2 else 0
        for seat, player in enumerate(self.players):
            for _ in range(min(extra, self.pile(seat))):
                self.cards.hands[seat].append(self.cards.piles[seat].pop())
            for _ in range(min(event.from_pile.get(player, 0), self.pile(seat))):
                self.cards.gone.append(self.cards.piles[seat].pop())

    def meet(self, event: sea.Place, seat: int) -> None:
        """An explorer card is drawn: some are kept, a Storm gives the Island back, a Monster takes it."""
        cards, met = self.cards, event.explorer
        deck = cards.explorers
        told = [card for card in reversed(deck) if card == met or (met == KEPT and card in KEEPABLE)]
        if told and deck[-1] != told[0]:
            deck[deck.index(told[0])], deck[-1] = deck[-1], told[0]
        drawn = deck.pop()
        kept = {COMPASS: COMPASS, FINISH: FINISH, BORDER: WILD}.get(drawn)
        if kept is None:
            cards.gone.append(drawn)
        else:
            cards.hands[seat].append(kept)
        if met == STORM and self.left:
            cards.hands[seat].append(cards.played.pop())
            self.left = ()

    # counts

    def wanted(self, seat: int) -> tuple[int, int, int]:
        """What the judge has counted: hand, pile, and the row beside the pile."""
        state = self.match.state
        contest = getattr(state, "contest", None)
        return state.seats.hands[seat], state.seats.piles[seat], contest.row if contest is not None else 0

    def owe(self, seat: int, *, acted: bool) -> None:
        """Work out how many cards a seat must discard; what was set aside for nothing comes back."""
        cards = self.cards
        hand, pile, row = self.wanted(seat)
        held = len(cards.hands[seat]) + len(cards.aside[seat])
        surplus = held + len(cards.piles[seat]) + len(cards.row) - hand - pile - row
        cards.owed[seat] = max(0, min(surplus, held))
        if acted and not cards.owed[seat]:
            self.take_back(seat)
        if cards.owed[seat] == held:
            self.settle_seat(seat)
        self.pay(seat)

    def pay(self, seat: int) -> None:
        """What is set aside pays what is owed; when all is paid, the hand is filled."""
        cards = self.cards
        if not cards.owed[seat]:
            self.fill(seat)
            return
        while cards.owed[seat] and cards.aside[seat]:
            cards.gone.append(cards.aside[seat].pop(0))
            cards.owed[seat] -= 1
        if not cards.owed[seat]:
            self.take_back(seat)
            self.fill(seat)

    def fill(self, seat: int) -> None:
        """Draw up to what the judge has counted; whatever is then still amiss is put right."""
        cards = self.cards
        hand, pile, row = self.wanted(seat)
        mine, own, spare = cards.hands[seat], cards.piles[seat], len(cards.aside[seat])
        shared = self.shares
        while len(mine) + spare < hand and (cards.row if shared else own):
            mine.append(cards.row.pop(0) if shared else own.pop())
        while shared and len(cards.row) < row and own:
            cards.row.append(own.pop())
        for group, count in ((mine, hand - spare), (cards.row, row), (own, pile)):
            balance(group, count, cards.gone)

    # a choice for who cannot decide

    def choose(self) -> Event | None:
        """What the dealer's simple plan would do with the real hand of the player to move."""
        self.settle()
        for seat in range(len(self.players)):
            self.take_back(seat)
        state = self.match.state
        if self.match.game.name == "ascent":
            return self.choose_ascent(state)
        table = sea_dealing.Table(Random(0), state)
        table.rng, table.hands, table.piles = self.rng, self.cards.hands, self.cards.piles
        table.row, table.explorers = self.cards.row, self.cards.explorers
        return table.next_event(state)

    def choose_ascent(self, state: Any) -> Event:
        """A goat shows where the card really has one."""
        hands = [[CARDS[bare(card)] for card in hand] for hand in self.cards.hands]
        event = ascent_dealing.choose(state, ascent_dealing.Climbers(self.rng, hands, []))
        if not isinstance(event, ascent.Place):
            return event
        return replace(event, goat=event.card + GOAT in self.cards.hands[self.mover])


def leaving(event: Event) -> tuple[str, ...]:
    """The cards that leave the hand because they are played."""
    if isinstance(event, ascent.Place | ascent.Campfire | sea.Place):
        return (event.card,)
    if isinstance(event, sea.Start):
        return (event.card or START,)
    if isinstance(event, sea.Finish):
        return (event.card or FINISH,)
    if isinstance(event, sea.Monster):
        return (event.card or MONSTER,)
    if isinstance(event, sea.Reopen | sea.Flip):
        return (getattr(event, "card", None) or COMPASS,)
    if isinstance(event, sea.Storm):
        return (f"storm-{event.colour}",)
    if isinstance(event, sea.EndStorm) and event.card:
        return (event.card,)
    return ()


def border_places(state: Any) -> list[str]:
    """The Pyramid: the free places that show a border card."""
    if getattr(state, "expedition", None) is None:
        return []
    places = [place for place in state.setup.grid.places if place.index in state.setup.border]
    return [place.name for place in places if state.board[place.index] is None]
