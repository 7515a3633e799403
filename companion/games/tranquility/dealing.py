"""Whole games with real hidden hands: chance and a header come in, events that those hands allow go out.

The dealer sees every card and plays to get far, so that a game can be shown or tested from set-up to win.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.games.events import Event, Stuck
from companion.games.match import Match
from companion.games.tranquility import events
from companion.games.tranquility.cards import (
    COMPASS,
    FINISH,
    KEEPABLE,
    KEPT,
    MONSTER,
    START,
    WILD,
)
from companion.games.tranquility.choosing import (
    best_play,
    choose_rocks,
    cost_of,
    monster_target,
    split_start,
    worth,
    wrong_way,
)
from companion.games.tranquility.corners import can_finish, can_start, make_pot
from companion.games.tranquility.hidden import Hidden
from companion.games.tranquility.options import legal_places
from companion.games.tranquility.pyramid import Pyramid
from companion.games.tranquility.state import COMPASSES, State
from companion.games.values import Outcome

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


class Table(Hidden):
    """The dealer, who sees every hidden card and says what happens next."""

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
        if START in hand and can_start(state, wild=False):
            return split_start(state, make_pot(state))
        monsters = any(MONSTER in each for each in self.hands)
        for card in (FINISH, WILD):
            if card in hand and not monsters and can_finish(state, wild=card == WILD):
                return events.Finish(card=None if card == FINISH else WILD)
        return None

    def special(self, state: State, hand: list[str]) -> events.Action | None:
        """Monsters go early; a closed place is reopened; a card that lies the wrong way is turned."""
        if MONSTER in hand and legal_places(state, MONSTER):
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
            met = self.explorers[-1]
            return replace(event, explorer=KEPT if met in KEEPABLE else met)
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


def narrowest_row(state: State) -> int:
    """The row with the fewest empty places, but one at least."""
    rows = state.setup.grid.rows
    room = [sum(state.board[index] is None for index in row) or len(state.board) for row in rows]
    return room.index(min(room)) + 1


def needs_compass(state: State) -> bool:
    """Whether a Storm lasts, no Compass is there, and one can still be gained."""
    sea = state.sea
    spent = sea is not None and sea.gained >= state.setup.deck.get(COMPASS, 0)
    if sea is None or sea.compasses or (spent and COMPASSES not in state.setup.rulings):
        return False
    return any((*sea.purple, *sea.yellow, *sea.orange))
