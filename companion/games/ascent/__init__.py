"""Tranquility: The Ascent as the rest of the house sees it."""

from collections.abc import Iterable
from typing import Any

from companion.games.ascent import judging, options, seeing
from companion.games.ascent.cards import Card
from companion.games.ascent.drawing import draw_mountain
from companion.games.ascent.events import READERS
from companion.games.ascent.mountain import PLACES
from companion.games.ascent.state import State, new_game
from companion.games.common import read_event
from companion.games.fields import Fields
from companion.games.protocol import CardCounts, Game, Say
from companion.games.table import Explanation, Table
from companion.games.values import BrokenRule, Event, Outcome, Verdict

CODES = (
    *("over", "turn", "module", "deck", "slot", "undo", "not-stuck", "hand"),
    *("summit-place", "occupied", "row-start", "support", "row-value", "colour", "cost"),
    *("bridge-end", "summit-early", "summit-goal", "rope"),
    *("campfire-target", "campfire-colour", "campfire-goats", "campfire-move"),
    *("herd-from", "herd-path", "herd-empty", "herd-bridge", "herd-top"),
)


class Ascent:
    """The rules of The Ascent behind the protocol of all games."""

    name = "ascent"
    codes: tuple[str, ...] = CODES

    def new_game(self, header: Fields, deck: CardCounts) -> State:
        """The state before the first event."""
        return new_game(header, deck)

    def read_event(self, state: State, fields: Fields) -> Event:
        """The event that a line describes; `goat` where it does not apply is ignored."""
        return read_event(fields, READERS)

    def judge(self, state: State, event: Event) -> Verdict:
        """All rules that the event breaks, what it costs, and the state after it."""
        return judging.judge(state, event)

    def apply(self, state: State, event: Event) -> State:
        """The state after the event."""
        after: State = judging.judge(state, event).after
        return after

    def report(
        self,
        before: State,
        after: State,
        event: Event,
        breaks: tuple[BrokenRule, ...] = (),
        discards: int = 0,
    ) -> Verdict:
        """A verdict's frame around a ruling."""
        return judging.report(before, after, event, breaks, discards)

    def legal_places(self, state: State, card: str) -> tuple[str, ...]:
        """Where the player to move could play that card."""
        known = Card.parse(card)
        return () if known is None else options.legal_places(state, known)

    def legal_events(self, state: State) -> Iterable[Event]:
        """Every action that the rules allow."""
        return options.legal_events(state)

    def outcome(self, state: State) -> Outcome:
        """How the game stands."""
        return state.outcome

    def summary(self, state: State) -> dict[str, Any]:
        """Hands, piles and the mountain."""
        seats = state.seats
        cards = ((place.name, state.board[place.index]) for place in PLACES)
        return {
            "hands": dict(zip(seats.players, seats.hands, strict=True)),
            "piles": dict(zip(seats.players, seats.piles, strict=True)),
            "board": {name: card.name for name, card in cards if card is not None},
        }

    def lying(self, state: State) -> Table:
        """The top card of every place."""
        return seeing.lying(state)

    def explain(self, state: State, seen: Table) -> Explanation:
        """The move that turns the recorded mountain into the one seen."""
        return seeing.explain(state, seen)

    def drawing(self, state: State, say: Say) -> list[str]:
        """The mountain in lines of text."""
        return draw_mountain(state, say)


GAME: Game[State] = Ascent()
