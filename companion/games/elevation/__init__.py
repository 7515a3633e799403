"""Elevation as the rest of the house sees it."""

from collections.abc import Iterable
from typing import Any

from companion.games.common import read_event
from companion.games.elevation import judging, options, seeing
from companion.games.elevation.drawing import draw_sheet
from companion.games.elevation.events import READERS
from companion.games.elevation.state import State, new_game
from companion.games.fields import Fields
from companion.games.protocol import CardCounts, Game, Say
from companion.games.table import Explanation, Table
from companion.games.values import BrokenRule, Event, Outcome, Verdict

CODES = (
    *("over", "turn", "day-open", "deck", "undo", "not-stuck"),
    *("approach", "count", "duplicate", "early", "answer", "revoke"),
)


class Elevation:
    """The rules of Elevation behind the protocol of all games."""

    name = "elevation"
    codes: tuple[str, ...] = CODES

    def new_game(self, header: Fields, deck: CardCounts) -> State:
        """The state before the first event."""
        return new_game(header, deck)

    def read_event(self, state: State, fields: Fields) -> Event:
        """The event that a line describes; auto-ascenders may be named like players."""
        fields.players = state.setup.climbers
        return read_event(fields, READERS)

    def judge(self, state: State, event: Event) -> Verdict:
        """All rules that the event breaks, and the state after it."""
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
        """None: cards lie anywhere in the trick area."""
        return ()

    def legal_events(self, state: State) -> Iterable[Event]:
        """Every legal event that can be listed; tricks cannot."""
        return options.legal_events(state)

    def outcome(self, state: State) -> Outcome:
        """How the game stands."""
        return state.outcome

    def summary(self, state: State) -> dict[str, Any]:
        """The days scored, the totals and the winners."""
        return {
            "days": [day.as_dict() for day in state.days],
            "totals": state.totals,
            "winners": state.winners,
        }

    def lying(self, state: State) -> Table:
        """Nothing, between two tricks."""
        return seeing.lying(state)

    def explain(self, state: State, seen: Table) -> Explanation:
        """The trick, once all its cards lie."""
        return seeing.explain(state, seen)

    def drawing(self, state: State, say: Say) -> list[str]:
        """The score sheet in lines of text."""
        return draw_sheet(state, say)


GAME: Game[State] = Elevation()
