"""Whole games with real hidden hands: chance and a header come in, events that those hands allow go out.

The dealer sees every card and plays to get far, so that a game can be shown or tested from set-up to win.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.match import Match
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
from companion.games.tranquility.choosing import (
    best_play,
    choose_rocks,
    cost_of,
    least_needed,
    monster_target,
    split_start,
    worth,
    wrong_way,
)
from companion.games.tranquility.corners import can_finish, can_start, make_pot
from companion.games.tranquility.day_night import DayNight
from companion.games.tranquility.options import legal_places
from companion.games.tranquility.pyramid import Pyramid, explorer_copies
from companion.games.tranquility.state import State
from companion.games.values import Event, Outcome, Stuck

STORM = "storm"
MOST_EVENTS = 2000  # many times the longest game
CHEAP = 60


def make_header(
    rng: random.Random, players: Sequence[str], variant: str = "standard", modules: Sequence[str] = ()
) -> dict[str, Any]:
    """A header for a game by chance: where the rocks start, how many Monsters, which places show borders."""
    header: dict[str, Any] = {"record": 1, "game": "tranquility", "players": list(players)}
    if variant != "standard":
        header["variant"] = variant
    if modules:
        header["modules"] = list(modules)
    if "rocks" in modules:
        header["rocks"] = rng.randint(1, 6)
    if "monsters" in modules:
        header["monsters"] = rng.randint(3, 5)
    if variant == Pyramid.name:
        names = [place.name for place in Pyramid.grid.places]
        header["border"] = sorted(rng.sample(names, 9))
    return header


def play_out(match: Match, rng: random.Random, most_events: int = MOST_EVENTS) -> Iterator[Event]:
    """A whole game, event by event, legal by the rules and by the cards that everybody really holds."""
    table = Table(rng, match.state)
    for _ in range(most_events):
        before: State = match.state
        event = table.next_event(before) if before.outcome is Outcome.OPEN else None
        if event is None:
            return
        yield event
        verdict, match = match.play(event)
        if verdict.breaks:
            raise ValueError(f"the dealer chose an illegal event: {event.as_dict()} {verdict.rules}")
        table.follow(before, event, match.state)


class Table:
    """The hidden cards: hands, piles, the explorer deck, and those that left the game."""

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

    def next_event(self, state: State) -> Event | None:
        """What was drawn is resolved first, then the player to move acts; None if that is impossible."""
        return self.drawn_event(state) or self.spare_compass(state) or self.action(state)

    def drawn_event(self, state: State) -> Event | None:
        """A Storm or, by day and night, a Compass in a hand."""
        for player, hand in zip(state.seats.players, self.hands, strict=True):
            colour = next((card.removeprefix("storm-") for card in hand if card.startswith("storm-")), None)
            if colour is not None:
                return self.storm(state, player, colour)
            if state.sky is not None and COMPASS in hand:
                return events.Flip(player=player)
        return None

    def storm(self, state: State, player: str, colour: str) -> Event:
        """A Storm is averted if a Compass is there; Purple closes the row with the least room."""
        if state.sea is not None and state.sea.compasses:
            return events.Storm(player=player, colour=colour, averted=True)
        row = narrowest_row(state) if colour == events.PURPLE and not state.is_full else None
        return events.Storm(player=player, colour=colour, row=row)

    def spare_compass(self, state: State) -> Event | None:
        """A Compass at hand ends a Storm that lasts."""
        sea = state.sea
        if sea is None or not sea.compasses:
            return None
        for row, count in enumerate(sea.purple, 1):
            if count:
                return events.EndStorm(colour="purple", row=row)
        for colour, counts in (("yellow", sea.yellow), ("orange", sea.orange)):
            for player, count in zip(state.seats.players, counts, strict=True):
                if count:
                    return events.EndStorm(colour=colour, player=player)
        return None

    def action(self, state: State) -> Event | None:
        """What the player to move does with the real hand."""
        hand = self.hands[state.seats.mover]
        ways = (self.corner, self.special, self.play, self.discards, self.last_way)
        event = next((found for way in ways if (found := way(state, hand)) is not None), None)
        return choose_rocks(self.rng, state, event) if isinstance(event, events.Action) else event

    def discards(self, state: State, hand: list[str]) -> events.Action | None:
        """Two cards, or under a Storm the whole hand for a Compass, if nothing precious is in it."""
        cheap = all(self.worth(state, card) < CHEAP for card in hand)
        if needs_compass(state) and cheap and MONSTER not in hand:
            return events.DiscardHand()
        return events.Discard() if self.may_discard(hand) >= 2 else None

    def worth(self, state: State, card: str) -> float:
        """How much a card would be missed."""
        return worth(state, card, self.available(), self.finishes())

    def may_discard(self, hand: list[str]) -> int:
        """How many cards of a hand may be discarded."""
        return sum(card != MONSTER for card in hand)

    def corner(self, state: State, hand: list[str]) -> events.Action | None:
        """A Start must be played at once; a Finish wins."""
        if START in hand and can_start(state):
            return split_start(state, make_pot(state))
        monsters = any(MONSTER in each for each in self.hands)
        for card in (FINISH, WILD):
            if card in hand and not monsters and can_finish(state, wild=card == WILD):
                return events.Finish(card=None if card == FINISH else WILD)
        return None

    def special(self, state: State, hand: list[str]) -> events.Action | None:
        """Monsters go early; a closed place is reopened; a card that lies the wrong way is turned."""
        if MONSTER in hand and any(state.board):
            return events.Monster(at=monster_target(self.rng, state, self.available()))
        if COMPASS in hand and legal_places(state, COMPASS):
            return events.Reopen(at=legal_places(state, COMPASS)[0])
        wrong = wrong_way(state) if state.is_full else ()
        return events.Rotate(at=wrong[0]) if wrong else None

    def play(self, state: State, hand: list[str]) -> events.Action | None:
        """The best Island of the hand, if one is worth its cost."""
        event = best_play(state, hand, self.available())
        if event is None or not self.can_pay(state, event, hand):
            return None
        place = state.setup.grid.by_name[event.at]
        if place.index in state.setup.border and self.explorers:
            return events.Place(card=event.card, as_=event.as_, at=event.at, explorer=self.explorers[-1])
        return event

    def can_pay(self, state: State, event: events.Place, hand: list[str]) -> bool:
        """Whether the cost can be paid without a Monster."""
        return cost_of(state, event) <= self.may_discard([card for card in hand if card != event.card])

    def last_way(self, state: State, hand: list[str]) -> Event | None:
        """When nothing else is left: the row, the whole hand, a turn, or to say so."""
        if state.contest is not None and (self.row or len(hand) >= 2):
            return events.Refresh()
        if state.sea is not None and MONSTER not in hand:
            return events.DiscardHand()
        if state.sky is not None and any(state.board):
            lying = [place.name for place in state.setup.grid.places if state.board[place.index]]
            return events.Rotate(at=(*wrong_way(state), *lying)[0])
        # Two Monsters and an empty grid: no action is left, and the record has no word for it.
        return Stuck(card=hand[0]) if len(hand) == 1 else None

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
        met = event.explorer if self.explorers else None
        if met is not None:
            self.explorers.pop()
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
    setup, names = state.setup, {unit.name for unit in state.setup.units}
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


def narrowest_row(state: State) -> int:
    """The row with the fewest empty places, but one at least."""
    rows = state.setup.grid.rows
    room = [sum(state.board[index] is None for index in row) or len(state.board) for row in rows]
    return room.index(min(room)) + 1


def needs_compass(state: State) -> bool:
    """Whether a Storm lasts, no Compass is there, and one can still be gained."""
    sea = state.sea
    if sea is None or sea.compasses or sea.gained >= state.setup.deck.get(COMPASS, 0):
        return False
    return any((*sea.purple, *sea.yellow, *sea.orange))
