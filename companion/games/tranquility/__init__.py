"""Tranquility as the rest of the house sees it."""

from collections.abc import Iterable
from typing import Any

from companion.games.common import IGNORED, read_event
from companion.games.fields import Fields
from companion.games.protocol import CardCounts, Game, Say
from companion.games.table import Explanation, Table
from companion.games.tranquility import judging, options, seeing
from companion.games.tranquility.cards import FINISH, START
from companion.games.tranquility.day_night import DayNight
from companion.games.tranquility.drawing import draw_sea
from companion.games.tranquility.events import READERS, check_storm
from companion.games.tranquility.header import new_game
from companion.games.tranquility.pyramid import Pyramid
from companion.games.tranquility.rocks import Rocks
from companion.games.tranquility.state import State
from companion.games.values import BrokenRule, Event, Outcome, Verdict

CODES = (
    *("over", "turn", "module", "deck", "undo", "not-stuck"),
    *("slot", "occupied", "phase", "duplicate", "order", "impossible", "blocked", "adjacent-only"),
    *("orientation", "cost", "explorer-missing", "rocks-missing", "rocks-full", "hand"),
    *("start-again", "start-split", "finish-early", "finish-monsters", "finish-orientation"),
    *("monster-target", "rotate-target", "storm-full", "compass-none", "storm-none"),
)
# Whose fields they are: they mean nothing where it is not in play.
OWNERS = {"rocks": Rocks.name, "explorer": Pyramid.name, "facing": DayNight.name}


class Tranquility:
    """The rules of Tranquility behind the protocol of all games."""

    name = "tranquility"
    codes: tuple[str, ...] = CODES

    def new_game(self, header: Fields, deck: CardCounts) -> State:
        """The state before the first event."""
        return new_game(header, deck)

    def read_event(self, state: State, fields: Fields) -> Event:
        """The event that a line describes; what the game in play does not know is ignored."""
        rule_modules = {module.name for module in state.setup.rule_modules}
        fields.ignore(*(field for field in IGNORED if OWNERS.get(field) not in rule_modules))
        event = read_event(fields, READERS)
        check_storm(event, grid_full=state.is_full)
        return event

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
        return options.legal_places(state, card)

    def legal_events(self, state: State) -> Iterable[Event]:
        """Every action that the rules allow."""
        return options.legal_events(state)

    def outcome(self, state: State) -> Outcome:
        """How the game stands."""
        return state.outcome

    def summary(self, state: State) -> dict[str, Any]:
        """Hands, piles, the grid, and what the variant adds."""
        seats = state.seats
        return {
            "hands": dict(zip(seats.players, seats.hands, strict=True)),
            "piles": dict(zip(seats.players, seats.piles, strict=True)),
            "board": board_of(state),
            **state.setup.variant.summary(state),
        }

    def lying(self, state: State) -> Table:
        """The cards of the sea and the markers beside its rows."""
        return seeing.lying(state)

    def explain(self, state: State, seen: Table) -> Explanation:
        """The move that turns the recorded sea into the one seen."""
        return seeing.explain(state, seen)

    def drawing(self, state: State, say: Say) -> list[str]:
        """The sea in lines of text."""
        return draw_sea(state, say)


def board_of(state: State) -> dict[str, str]:
    """What lies on each place, with Start and Finish once they are played."""
    cards = {START: START} if state.start is not None else {}
    for place in state.setup.grid.places:
        laid = state.board[place.index]
        if laid is not None:
            cards[place.name] = laid.name
    return cards | ({FINISH: FINISH} if state.finish else {})


GAME: Game[State] = Tranquility()
