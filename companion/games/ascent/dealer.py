"""The Ascent's real cards: how they are dealt, what events do with them, and a simple plan to play by.

Laboratory only: tests, measurements and the demonstration need people who hold cards.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.games.ascent import events
from companion.games.ascent.board import BRIDGE, CARDS, PLACE, PLACES, Card, Kind
from companion.games.ascent.judging import campfire_moves, discards_owed, legal_places
from companion.games.ascent.state import (
    GOATS,
    PANORAMA,
    State,
    bridge_seats,
    herd_steps,
    is_taken_out,
    next_steps,
)
from companion.games.events import Event, Stuck
from companion.games.values import Outcome
from companion.simulation.dealer import GOAT, bare
from companion.simulation.seat_dealer import Cards, SeatDealer
from companion.table.practice import marked_cards

_OBJECTIVES = ([1, 2], [3, 4, 5], [6, 6], [2, 2, 3], [5, 6, 7])
_WORTH_PAYING = 2  # a dearer play is made only when discarding two would not be cheaper


class _AscentDealer(SeatDealer):
    """Climbers with real cards, twelve of which show a goat where goats are played with."""

    @classmethod
    def random_options(cls, rng: Random, variant: str, modules: Sequence[str]) -> dict[str, Any]:
        return {"objectives": rng.sample(_OBJECTIVES, rng.randint(3, 5))} if PANORAMA in modules else {}

    def deal(self) -> Cards:
        state: State = self.match.state
        seats = state.seats
        deck = [name for name, copies in state.setup.deck.items() for _ in range(copies)]
        deck = [name for name in deck if not is_taken_out(CARDS[name], state.setup.solo)]
        hands: list[list[str]] = [[] for _ in seats.players]
        for seat in bridge_seats(len(hands)):
            deck.remove(BRIDGE.name)
            hands[seat].append(BRIDGE.name)
        deck = _with_goats(deck) if state.has(GOATS) else deck
        self.rng.shuffle(deck)
        for hand, count in zip(hands, seats.hands, strict=True):
            hand += [deck.pop() for _ in range(count - len(hand))]
        return Cards(hands, [[deck.pop() for _ in range(min(count, len(deck)))] for count in seats.piles])

    def do_special(self, before: Any, event: Event, seat: int) -> None:
        if isinstance(event, events.Rope):
            self.take_back(seat)
            self.cards.piles[seat] += self.cards.hands[seat]
            self.cards.hands[seat].clear()
            self.rng.shuffle(self.cards.piles[seat])

    def leaving(self, event: Event) -> tuple[str, ...]:
        return (event.card,) if isinstance(event, events.Place | events.Campfire) else ()

    def worth(self, card: str) -> float:
        kind = CARDS[bare(card)]
        if kind.kind is Kind.SUMMIT:
            return 6 if self.match.state.board.count(None) < 12 else 0
        return 5 if kind.value is None else kind.value

    def choose(self) -> Event:
        """The cheapest play; a dear one only if nothing else can be done."""
        self.settle()
        for seat in range(len(self.players)):
            self.take_back(seat)
        state, hand = self.match.state, self.cards.hands[self.mover]
        plays = sorted(
            (
                (cost, self.rng.random(), event)
                for name in dict.fromkeys(map(bare, hand))
                for cost, event in _plays_of(state, CARDS[name], goat=name + GOAT in hand)
            ),
            key=lambda play: play[:2],
        )
        steps = herd_steps(state) if state.has(GOATS) else []
        herd = events.Herd(path=self.rng.choice(steps)) if steps else None
        if herd is not None and (not plays or (plays[0][0] > 0 and self.rng.random() < 0.5)):
            return herd
        if plays and (plays[0][0] <= _WORTH_PAYING or len(hand) < 2):
            return plays[0][2]
        if len(hand) >= 2:
            return events.Discard()
        return events.Rope() if state.ropes else Stuck(card=bare(hand[0]))


def _plays_of(state: State, card: Card, *, goat: bool) -> Iterator[tuple[int, Event]]:
    """Every way to play a card with what it costs; Bridges and Campfires wait for dearer times."""
    for name in legal_places(state, card):
        if card.kind is Kind.CAMPFIRE:
            for target in campfire_moves(state, card, PLACE[name]):
                yield 1, events.Campfire(card=card.name, at=name, to=target)
        elif card.kind is Kind.ASCENT:
            owed = discards_owed(state, card, PLACE[name])
            yield owed, events.Place(card=card.name, at=name, goat=goat)
        else:
            yield int(card is BRIDGE), events.Place(card=card.name, at=name)


def _with_goats(deck: list[str]) -> list[str]:
    """The first copy of a card that shows the goat in the printed practice deck shows it here."""
    goats = set(marked_cards("ascent"))
    marked = []
    for name in deck:
        marked.append(name + GOAT if name in goats else name)
        goats.discard(name)
    return marked


def legal_events(state: State) -> Iterator[Event]:
    """Every action that the rules allow, whatever the hidden hand may hold."""
    if state.outcome is not Outcome.OPEN:
        return
    for card in CARDS.values():
        if card.kind is not Kind.CAMPFIRE:
            yield from (events.Place(card=card.name, at=name) for name in legal_places(state, card))
            continue
        for place in PLACES:
            for target in campfire_moves(state, card, place):
                yield events.Campfire(card=card.name, at=place.name, to=target)
    if state.seats.hand >= 2:
        yield events.Discard()
    if state.ropes:
        yield events.Rope()
    if state.has(GOATS):
        for step in herd_steps(state):
            yield from _herds(state, step)


def _herds(state: State, path: tuple[str, ...]) -> Iterator[Event]:
    # a herd's path and every longer one that the hand can pay
    if len(path) - 1 > state.seats.hand:
        return
    yield events.Herd(path=path)
    for above in next_steps(state, path[-1]):
        yield from _herds(state, (*path, above))


DEALER = _AscentDealer
