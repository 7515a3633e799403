"""What a game is to the rest of the house: one small protocol, implemented once in each game's package."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from companion.games.fields import Fields
from companion.games.table import Explanation, Table
from companion.games.values import BrokenRule, Event, Outcome, Verdict

State = TypeVar("State")
Say = Callable[..., str]
CardCounts = Mapping[str, int]


class Game(Protocol[State]):
    """A game's rules as pure functions over immutable states; chance and clocks stay outside."""

    name: str
    codes: tuple[str, ...]  # every code that its verdicts can carry, warnings included

    def new_game(self, header: Fields, deck: CardCounts) -> State:
        """The state before the first event; takes the header's own fields, raises BadRecord."""

    def read_event(self, state: State, fields: Fields) -> Event:
        """The event that a line of the record describes; raises BadRecord for what is no event."""

    def judge(self, state: State, event: Event) -> Verdict:
        """All rules that the event breaks, what it costs, and the state after it."""

    def apply(self, state: State, event: Event) -> State:
        """The state after the event: the same one when it is illegal."""

    def report(
        self,
        before: State,
        after: State,
        event: Event,
        breaks: tuple[BrokenRule, ...] = (),
        discards: int = 0,
    ) -> Verdict:
        """A verdict's frame (who, hand, pile, next, outcome, what the screen shows) around a ruling."""

    def legal_places(self, state: State, card: str) -> tuple[str, ...]:
        """Where the player to move could legally play that card now, if it is in the hand."""

    def legal_events(self, state: State) -> Iterable[Event]:
        """Every action that the rules allow the player to move, whatever the hidden hand may hold."""

    def outcome(self, state: State) -> Outcome:
        """How the game stands."""

    def summary(self, state: State) -> dict[str, Any]:
        """What the last line of a judgement shows of the game."""

    def lying(self, state: State) -> Table:
        """What a camera should see on the table."""

    def explain(self, state: State, seen: Table) -> Explanation:
        """The events, legal or not, any of which would make the table look as it was seen."""

    def drawing(self, state: State, say: Say) -> list[str]:
        """The table in lines of text for a terminal; `say` gives words in the reader's language."""
