"""A real shuffled deck for The Ascent: chance comes in, a whole game of legal events goes out.

Tests, measurements and the demonstration need people who hold cards; these do, and play by a simple plan.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from companion.games.ascent import events
from companion.games.ascent.cards import BRIDGE, CARDS, Card, Kind
from companion.games.ascent.herding import herd_steps
from companion.games.ascent.mountain import PLACE
from companion.games.ascent.options import campfire_moves, legal_places
from companion.games.ascent.placing import discards_owed
from companion.games.ascent.state import GOATS, State, bridge_seats, is_taken_out
from companion.games.events import Event, Stuck
from companion.games.match import Match
from companion.games.values import Outcome

GOAT_SYMBOLS = 12
WORTH_PAYING = 2  # a dearer play is made only when discarding two would not be cheaper


@dataclass
class Climbers:
    """Everybody's real cards; cards are taken from the end of a pile."""

    rng: Random
    hands: list[list[Card]]
    piles: list[list[Card]]


def play_out(match: Match, rng: Random) -> Iterator[Event]:
    """A whole game, event by event, legal by the cards that everybody really holds."""
    climbers = deal(match.state, rng)
    while match.state.outcome is Outcome.OPEN:
        event = choose(match.state, climbers)
        yield event
        before, (verdict, match) = match.state, match.play(event)
        settle(before, match.state, event, verdict.discards, climbers)


def deal(state: State, rng: Random) -> Climbers:
    """The deck dealt out as the state's counts say."""
    solo, seats = state.setup.solo, state.seats
    deck = [CARDS[name] for name, copies in state.setup.deck.items() for _ in range(copies)]
    deck = [card for card in deck if not is_taken_out(card, solo)]
    hands: list[list[Card]] = [[] for _ in seats.players]
    for seat in bridge_seats(len(hands)):
        deck.remove(BRIDGE)
        hands[seat].append(BRIDGE)
    rng.shuffle(deck)
    for hand, count in zip(hands, seats.hands, strict=True):
        hand += [deck.pop() for _ in range(count - len(hand))]
    piles = [[deck.pop() for _ in range(min(count, len(deck)))] for count in seats.piles]
    return Climbers(rng, hands, piles)


def choose(state: State, climbers: Climbers) -> Event:
    """The cheapest play; a dear one only if nothing else can be done."""
    hand = climbers.hands[state.seats.mover]
    plays = sorted(
        (
            (cost, climbers.rng.random(), event)
            for card in dict.fromkeys(hand)
            for cost, event in plays_of(state, card)
        ),
        key=lambda play: play[:2],
    )
    herd = herding(state, climbers)
    if herd is not None and (not plays or (plays[0][0] > 0 and climbers.rng.random() < 0.5)):
        return herd
    if plays and (plays[0][0] <= WORTH_PAYING or len(hand) < 2):
        return with_goat(state, plays[0][2], climbers)
    if len(hand) >= 2:
        return events.Discard()
    return events.Rope() if state.ropes else Stuck(card=hand[0].name)


def plays_of(state: State, card: Card) -> Iterator[tuple[int, Event]]:
    """Every way to play a card with what it costs; Bridges and Campfires wait for dearer times."""
    for name in legal_places(state, card):
        if card.kind is Kind.CAMPFIRE:
            for target in campfire_moves(state, card, PLACE[name]):
                yield 1, events.Campfire(card=card.name, at=name, to=target)
        elif card.kind is Kind.ASCENT:
            yield discards_owed(state, card, PLACE[name]), events.Place(card=card.name, at=name)
        else:
            yield int(card is BRIDGE), events.Place(card=card.name, at=name)


def herding(state: State, climbers: Climbers) -> Event | None:
    """A step that some herd can take."""
    steps = herd_steps(state) if state.has(GOATS) else []
    return events.Herd(path=climbers.rng.choice(steps)) if steps else None


def with_goat(state: State, event: Event, climbers: Climbers) -> Event:
    """An Ascent shows the goat symbol as often as the deck does: twelve times in seventy-two."""
    if (
        not state.has(GOATS)
        or not isinstance(event, events.Place)
        or CARDS[event.card].kind is not Kind.ASCENT
    ):
        return event
    return replace(event, goat=climbers.rng.random() < GOAT_SYMBOLS / 72)


def settle(before: State, after: State, event: Event, discards: int, climbers: Climbers) -> None:
    """Move the real cards as the event did: played, discarded, drawn."""
    seat = before.seats.mover
    hand, pile = climbers.hands[seat], climbers.piles[seat]
    if isinstance(event, events.Rope):
        pile += hand
        hand.clear()
        climbers.rng.shuffle(pile)
    elif isinstance(event, events.Place | events.Campfire):
        hand.remove(CARDS[event.card])
    hand.sort(key=lambda card: keep_value(after, card))
    del hand[:discards]
    while len(hand) < after.seats.hands[seat] and pile:
        hand.append(pile.pop())


def keep_value(state: State, card: Card) -> int:
    """How dear a card is to its owner: what can still be played high up stays in the hand."""
    if card.kind is Kind.SUMMIT:
        return 6 if state.board.count(None) < 12 else 0
    return 5 if card.value is None else card.value
