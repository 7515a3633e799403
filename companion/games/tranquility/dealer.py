"""Tranquility's real cards: how they are dealt, what events do with them, and a plan that gets far.

Laboratory only. The dealer sees every card, so that a game can be shown or tested from set-up to win.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.games.events import Event, Stuck
from companion.games.tranquility import events
from companion.games.tranquility.board import (
    BORDER,
    COLOURS,
    COMPASS,
    EXPLORERS,
    FINISH,
    KEEPABLE,
    KEPT,
    MONSTER,
    MOON,
    START,
    WILD,
    island_number,
)
from companion.games.tranquility.judging import can_finish, can_start, legal_places, make_pot
from companion.games.tranquility.pyramid import Pyramid, explorer_copies
from companion.games.tranquility.state import COMPASSES, State
from companion.games.values import CardName
from companion.simulation.dealer import Hint
from companion.simulation.seat_dealer import Cards, SeatDealer
from companion.simulation.tranquility_plan import (
    best_play,
    choose_rocks,
    cost_of,
    monster_target,
    split_start,
    worth,
    wrong_way,
)

_CHEAP = 60
_STORM = "storm"
_TAKEN_FROM_EXPLORERS = {COMPASS: COMPASS, FINISH: FINISH, BORDER: WILD}
_PLAYED = {
    events.Start: START,
    events.Finish: FINISH,
    events.Monster: MONSTER,
    events.Reopen: COMPASS,
    events.Flip: COMPASS,
}


class _TranquilityDealer(SeatDealer):
    """Sailors with real cards; the row, the explorers and the shared pile where a variant has them."""

    @classmethod
    def random_options(cls, rng: random.Random, variant: str, modules: Sequence[str]) -> dict[str, Any]:
        options: dict[str, Any] = {}
        if "rocks" in modules:
            options["rocks"] = rng.randint(1, 6)
        if "monsters" in modules:
            options["monsters"] = rng.randint(3, 5)
        if variant == Pyramid.name:
            options["border"] = sorted(rng.sample([place.name for place in Pyramid.grid.places], 9))
        return options

    def deal(self) -> Cards:
        state: State = self.match.state
        seats = state.seats
        cards = _shuffled(self.rng, _dealt_cards(state))
        hands = [[cards.pop() for _ in range(hand)] for hand in seats.hands]
        if state.contest is not None:
            row = [cards.pop() for _ in range(state.contest.row)]
            common = cards[: seats.piles[0]]
            return Cards(hands, [common for _ in seats.players], row)  # one list under two names
        piles = _deal_piles(self.rng, cards, state)
        if state.expedition is None:
            return Cards(hands, piles)
        explorers = [kind for kind in EXPLORERS for _ in range(explorer_copies(state, kind))]
        return Cards(hands, piles, further=_shuffled(self.rng, explorers))

    def shares(self) -> bool:
        return self.match.state.contest is not None

    def row_wanted(self) -> int:
        contest = self.match.state.contest
        return 0 if contest is None else int(contest.row)

    def leaving(self, event: Event) -> tuple[str, ...]:
        if isinstance(event, events.Storm):
            return (f"storm-{event.colour}",)
        card = getattr(event, "card", None) or _PLAYED.get(type(event))
        return () if card is None or isinstance(event, Stuck) else (str(card),)

    def do_special(self, before: Any, event: Event, seat: int) -> None:
        cards = self.cards
        if isinstance(event, events.Refresh):
            self.take_back(seat)
            cards.gone += cards.hands[seat]
            cards.hands[seat][:] = cards.row
            cards.row.clear()
        elif isinstance(event, events.Start):
            self._begin(event)
        elif isinstance(event, events.Place) and event.explorer and cards.further:
            self._meet(event, seat)

    def _begin(self, event: events.Start) -> None:
        """The Start: everyone takes the extra cards, and some give from the pile."""
        extra = 2 if len(self.players) <= 2 else 0
        for seat, player in enumerate(self.players):
            for _ in range(min(extra, self.pile(seat))):
                self.cards.hands[seat].append(self.cards.piles[seat].pop())
            for _ in range(min(event.from_pile.get(player, 0), self.pile(seat))):
                self.cards.gone.append(self.cards.piles[seat].pop())

    def _meet(self, event: events.Place, seat: int) -> None:
        """An explorer card is drawn: some are kept, a Storm gives the Island back, a Monster takes it."""
        cards, met = self.cards, event.explorer
        deck = cards.further
        told = [card for card in reversed(deck) if card == met or (met == KEPT and card in KEEPABLE)]
        if told and deck[-1] != told[0]:
            deck[deck.index(told[0])], deck[-1] = deck[-1], told[0]
        drawn = deck.pop()
        kept = _TAKEN_FROM_EXPLORERS.get(drawn)
        if kept is None:
            cards.gone.append(drawn)
        else:
            cards.hands[seat].append(kept)
        if met == _STORM and self.left:
            cards.hands[seat].append(cards.played.pop())
            self.left = ()

    # what lies beside the hands

    def further(self) -> str | None:
        return self.cards.further[-1] if self.cards.further else None

    def row(self) -> tuple[str, ...]:
        return tuple(self.cards.row)

    def borders(self) -> tuple[str, ...]:
        state: State = self.match.state
        if state.expedition is None:
            return ()
        places = [place for place in state.setup.grid.places if place.index in state.setup.border]
        return tuple(place.name for place in places if state.board[place.index] is None)

    def is_turned(self) -> bool:
        sky = self.match.state.sky
        return sky is not None and sky.facing == MOON

    def must_tell(self) -> tuple[int, str] | None:
        turns = self.match.state.sky is not None
        for seat, hand in enumerate(self.cards.hands):
            for card in hand:
                if card.startswith("storm-") or (turns and card == COMPASS):
                    return seat, card
        return None

    def hint(self, seat: int, trick: list[str], *, met: bool) -> Hint | None:
        explorer, drawn = self.further(), self.must_tell()
        if met and explorer is not None:
            key = "tabletop.explorer-kept" if explorer in KEEPABLE else "tabletop.explorer"
            return key, {"card": CardName(f"explorer-{explorer}")}
        if drawn is not None and drawn[0] == seat:
            return "tabletop.drawn", {"player": self.players[seat], "card": CardName(drawn[1])}
        return None

    # the plan

    def stays(self, card: str) -> bool:
        return card == MONSTER

    def worth(self, card: str) -> float:
        finishes = sum(cards.count(FINISH) for cards in (*self.cards.hands, *self.cards.piles))
        return worth(self.match.state, card, self._available(), finishes)

    def _available(self) -> frozenset[int]:
        cards = [card for cards in (*self.cards.hands, *self.cards.piles, self.cards.row) for card in cards]
        return frozenset(number for card in cards if (number := island_number(card)) is not None)

    def choose(self) -> Event | None:
        """What was drawn is resolved first, then the player to move acts; None if that is impossible."""
        self.settle()
        for seat in range(len(self.players)):
            self.take_back(seat)
        state: State = self.match.state
        return self._drawn_event(state) or self._spare_compass(state) or self._action(state)

    def _drawn_event(self, state: State) -> Event | None:
        for player, hand in zip(state.seats.players, self.cards.hands, strict=True):
            colour = next((card.removeprefix("storm-") for card in hand if card.startswith("storm-")), None)
            if colour is not None:
                return self._storm(state, player, colour)
            if state.sky is not None and COMPASS in hand:
                return events.Flip(player=player)
        return None

    def _storm(self, state: State, player: str, colour: str) -> Event:
        """A Storm is averted if a Compass is there; Purple closes the row with the least room."""
        if state.sea is not None and state.sea.compasses:
            return events.Storm(player=player, colour=colour, averted=True)
        row = _narrowest_row(state) if colour == events.PURPLE and not state.is_full else None
        return events.Storm(player=player, colour=colour, row=row)

    def _spare_compass(self, state: State) -> Event | None:
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

    def _action(self, state: State) -> Event | None:
        hand = self.cards.hands[state.seats.mover]
        ways = (self._corner, self._special, self._play_island, self._discards, self._last_way)
        event = next((found for way in ways if (found := way(state, hand)) is not None), None)
        return choose_rocks(self.rng, state, event) if isinstance(event, events.Action) else event

    def _discards(self, state: State, hand: list[str]) -> events.Action | None:
        """Two cards, or under a Storm the whole hand for a Compass, if nothing precious is in it."""
        cheap = all(self.worth(card) < _CHEAP for card in hand)
        if _needs_compass(state) and cheap and MONSTER not in hand:
            return events.DiscardHand()
        return events.Discard() if _may_discard(hand) >= 2 else None

    def _corner(self, state: State, hand: list[str]) -> events.Action | None:
        """A Start must be played at once; a Finish wins."""
        if START in hand and can_start(state, wild=False):
            return split_start(state, make_pot(state))
        monsters = any(MONSTER in each for each in self.cards.hands)
        for card in (FINISH, WILD):
            if card in hand and not monsters and can_finish(state, wild=card == WILD):
                return events.Finish(card=None if card == FINISH else WILD)
        return None

    def _special(self, state: State, hand: list[str]) -> events.Action | None:
        """Monsters go early; a closed place is reopened; a card that lies the wrong way is turned."""
        if MONSTER in hand and legal_places(state, MONSTER):
            return events.Monster(at=monster_target(self.rng, state, self._available()))
        if COMPASS in hand and legal_places(state, COMPASS):
            return events.Reopen(at=legal_places(state, COMPASS)[0])
        wrong = wrong_way(state) if state.is_full else ()
        return events.Rotate(at=wrong[0]) if wrong else None

    def _play_island(self, state: State, hand: list[str]) -> events.Action | None:
        event = best_play(state, hand, self._available())
        if event is None:
            return None
        rest = [card for card in hand if card != event.card]
        if cost_of(state, event) > _may_discard(rest):
            return None
        place = state.setup.grid.by_name[event.at]
        if place.index in state.setup.border and self.cards.further:
            met = self.cards.further[-1]
            return replace(event, explorer=KEPT if met in KEEPABLE else met)
        return event

    def _last_way(self, state: State, hand: list[str]) -> Event | None:
        """When nothing else is left: the row, the whole hand, a turn, or to say so."""
        if state.contest is not None and (self.cards.row or len(hand) >= 2):
            return events.Refresh()
        if state.sea is not None and MONSTER not in hand:
            return events.DiscardHand()
        if state.sky is not None and any(state.board):
            lying = [place.name for place in state.setup.grid.places if state.board[place.index]]
            return events.Rotate(at=(*wrong_way(state), *lying)[0])
        if len(hand) != 1:  # two Monsters and an empty grid: the record has no word for it
            return None
        places = legal_places(state, hand[0]) if island_number(hand[0]) is not None else ()
        return events.Place(card=hand[0], at=places[0]) if places else Stuck(card=hand[0])


def _may_discard(hand: list[str]) -> int:
    return sum(card != MONSTER for card in hand)


def _narrowest_row(state: State) -> int:
    """The row with the fewest empty places, but one at least."""
    rows = state.setup.grid.rows
    room = [sum(state.board[index] is None for index in row) or len(state.board) for row in rows]
    return room.index(min(room)) + 1


def _needs_compass(state: State) -> bool:
    """Whether a Storm lasts, no Compass is there, and one can still be gained."""
    sea = state.sea
    spent = sea is not None and sea.gained >= state.setup.deck.get(COMPASS, 0)
    if sea is None or sea.compasses or (spent and COMPASSES not in state.setup.rulings):
        return False
    return any((*sea.purple, *sea.yellow, *sea.orange))


def _shuffled(rng: random.Random, cards: list[str]) -> list[str]:
    rng.shuffle(cards)
    return cards


def _dealt_cards(state: State) -> list[str]:
    setup = state.setup
    cards = [f"island-{number}" for number in range(1, 81)][setup.removed :]
    if setup.variant.has_finish and state.expedition is None:
        cards += [FINISH] * setup.deck.get(FINISH, 0)
    cards += [MONSTER] * setup.monsters
    cards += [COMPASS] * setup.deck.get(COMPASS, 0) if state.sky is not None else []
    cards += [WILD] * setup.deck.get(WILD, 0) if state.has(WILD) else []
    if state.sea is not None:
        cards += [f"storm-{colour}" for colour in COLOURS for _ in range(setup.deck[f"storm-{colour}"])]
    return cards


def _deal_piles(rng: random.Random, cards: list[str], state: State) -> list[list[str]]:
    piles = []
    for pile in state.seats.piles:
        own = [cards.pop() for _ in range(pile - state.setup.variant.has_start)]
        own += [START] if state.setup.variant.has_start else []
        piles.append(_shuffled(rng, own))
    return piles


DEALER = _TranquilityDealer
