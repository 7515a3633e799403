"""The hidden cards of a game: chance and a state come in, real hands and piles that follow events go out."""

import random

from companion.games.events import Event
from companion.games.tranquility import events
from companion.games.tranquility.cards import (
    BORDER,
    COLOURS,
    COMPASS,
    EXPLORERS,
    FINISH,
    MONSTER,
    START,
    WILD,
    island_number,
)
from companion.games.tranquility.choosing import cost_of, least_needed
from companion.games.tranquility.day_night import DayNight
from companion.games.tranquility.pyramid import explorer_copies
from companion.games.tranquility.state import State

STORM = "storm"


class Hidden:
    """Hands, piles, the row and the explorer deck; what is in none of them has left the game."""

    def __init__(self, rng: random.Random, state: State) -> None:
        self.rng = rng
        seats = state.seats
        cards = shuffled(rng, dealt_cards(state))
        self.hands: list[list[str]] = [[cards.pop() for _ in range(hand)] for hand in seats.hands]
        self.row: list[str] = []
        if state.contest is not None:
            self.row = [cards.pop() for _ in range(state.contest.row)]
            common = cards[: seats.piles[0]]
            self.piles = [common for _ in seats.players]  # one list under two names
        else:
            self.piles = deal_piles(rng, cards, state)
        self.explorers = shuffled(rng, explorer_cards(state)) if state.expedition is not None else []

    def available(self) -> frozenset[int]:
        """The Islands that can still come into the grid."""
        cards = [card for cards in (*self.hands, *self.piles, self.row) for card in cards]
        return frozenset(number for card in cards if (number := island_number(card)) is not None)

    def follow(self, before: State, event: Event, after: State) -> None:
        """The hidden cards move as the judge has counted."""
        seat = before.seats.seat(event.player)
        if isinstance(event, events.Start):
            self.follow_start(before, event)
        elif isinstance(event, events.Place):
            self.follow_place(before, event, seat)
        else:
            self.leave(event, seat)
        self.trim(before, event, seat)
        if isinstance(event, events.Action):
            self.pay_rocks(before, event, after, seat)
        self.draw(after)

    def follow_place(self, before: State, event: events.Place, seat: int) -> None:
        """The Island leaves the hand, unless an explorer's Storm returns it; explorer cards may be kept."""
        met = self.explorers.pop() if event.explorer and self.explorers else None
        if met == STORM:
            return
        self.hands[seat].remove(event.card)
        if met == MONSTER:
            return
        self.discard(before, seat, cost_of(before, event))
        if met in (COMPASS, FINISH, BORDER):
            self.hands[seat].append(WILD if met == BORDER else met)
        if met == "rocks" and not self.discard(before, seat, 1) and self.piles[seat]:
            self.piles[seat].pop()

    def follow_start(self, before: State, event: events.Start) -> None:
        """Everyone takes their extra cards and gives their share."""
        self.hands[before.seats.mover].remove(WILD if event.card == WILD else START)
        extra = 2 if len(self.hands) <= 2 else 0
        for seat, player in enumerate(before.seats.players):
            self.take(seat, extra)
            top = event.from_pile.get(player, 0)
            for _ in range(top):
                self.piles[seat].pop()
            self.discard(before, seat, event.split.get(player, 0) - top)

    def leave(self, event: Event, seat: int) -> None:
        """The card of an event leaves the hand, and what the event discards."""
        hand = self.hands[seat]
        if isinstance(event, events.Storm):
            hand.remove(f"storm-{event.colour}")
        elif isinstance(event, events.Flip | events.Reopen):
            hand.remove(COMPASS)
        elif isinstance(event, events.Monster):
            hand.remove(MONSTER)
        elif isinstance(event, events.Finish):
            hand.remove(event.card or FINISH)
        elif isinstance(event, events.DiscardHand | events.Refresh):
            hand.clear()
        if isinstance(event, events.Refresh):
            hand.extend(self.row)
            self.row.clear()

    def trim(self, before: State, event: Event, seat: int) -> None:
        """What a Storm, a turn or the two-card discard takes."""
        if isinstance(event, events.Discard):
            self.discard(before, seat, 2)
        elif isinstance(event, events.Rotate):
            self.discard(before, seat, 1)
        elif isinstance(event, events.Storm) and event.colour == "yellow" and not event.averted:
            self.discard(before, seat, max(0, len(self.hands[seat]) - 3))

    def pay_rocks(self, before: State, event: events.Action, after: State, seat: int) -> None:
        """Rocks that stay cost two cards."""
        if before.rocks and after.rocks and event.rocks == events.STAY:
            self.discard(before, seat, 2)

    def discard(self, state: State, seat: int, count: int) -> int:
        """The cards of a hand that are needed least leave the game; how many there were."""
        gone = least_needed(state, self.hands[seat], count, self.available(), self.finishes())
        for card in gone:
            self.hands[seat].remove(card)
        return len(gone)

    def finishes(self) -> int:
        """How many Finishes are left."""
        return sum(cards.count(FINISH) for cards in (*self.hands, *self.piles))

    def take(self, seat: int, count: int) -> None:
        """Cards come from the own pile as far as it lasts."""
        for _ in range(min(count, len(self.piles[seat]))):
            self.hands[seat].append(self.piles[seat].pop())

    def draw(self, after: State) -> None:
        """Every hand is filled to what the judge has counted."""
        for seat, wanted in enumerate(after.seats.hands):
            missing = wanted - len(self.hands[seat])
            if after.contest is None:
                self.take(seat, missing)
                continue
            for _ in range(missing):
                self.hands[seat].append(self.row.pop(0))
        while after.contest is not None and len(self.row) < after.contest.row:
            self.row.append(self.piles[0].pop())


def shuffled(rng: random.Random, cards: list[str]) -> list[str]:
    """The same cards in an order of chance."""
    rng.shuffle(cards)
    return cards


def dealt_cards(state: State) -> list[str]:
    """The cards that are dealt before the Starts are shuffled in."""
    setup, names = state.setup, {module.name for module in state.setup.rule_modules}
    cards = [f"island-{number}" for number in range(1, 81)][setup.removed :]
    if setup.variant.has_finish and state.expedition is None:
        cards += [FINISH] * setup.deck.get(FINISH, 0)
    cards += [MONSTER] * setup.monsters
    cards += [COMPASS] * setup.deck.get(COMPASS, 0) if DayNight.name in names else []
    cards += [WILD] * setup.deck.get(WILD, 0) if WILD in names else []
    if state.sea is not None:
        cards += [f"storm-{colour}" for colour in COLOURS for _ in range(setup.deck[f"storm-{colour}"])]
    return cards


def deal_piles(rng: random.Random, cards: list[str], state: State) -> list[list[str]]:
    """The piles of the players, each with a Start where the game has them."""
    piles = []
    for pile in state.seats.piles:
        own = [cards.pop() for _ in range(pile - state.setup.variant.has_start)]
        own += [START] if state.setup.variant.has_start else []
        piles.append(shuffled(rng, own))
    return piles


def explorer_cards(state: State) -> list[str]:
    """The explorer deck."""
    return [kind for kind in EXPLORERS for _ in range(explorer_copies(state, kind))]
