"""One game under way: a state with its past, so that undo is an event like any other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional

from companion.games.fields import Fields
from companion.games.protocol import Game
from companion.games.values import BrokenRule, Event, Note, Undo, Verdict


@dataclass(frozen=True, slots=True)
class Past:
    """What can be undone: the state before the last legal event, and what came before that."""

    state: Any
    before: Optional["Past"]


@dataclass(frozen=True, slots=True)
class Match:
    """A game, the header's players, the state now and its past; immutable like the state."""

    game: Game[Any]
    players: tuple[str, ...]
    state: Any
    past: Past | None = None

    def read_event(self, raw: Mapping[str, Any]) -> Event:
        """The event that a line of the record describes; raises BadRecord."""
        return self.game.read_event(self.state, Fields(raw, self.players))

    def judge(self, event: Event) -> Verdict:
        """The ruling on an event; undo and note are the same in every game."""
        if isinstance(event, Undo):
            return self.judge_undo(event)
        if isinstance(event, Note):
            return self.game.report(self.state, self.state, event)
        return self.game.judge(self.state, event)

    def judge_undo(self, event: Undo) -> Verdict:
        """Back to the state before the last legal event, if there was one."""
        if self.past is None:
            return self.game.report(self.state, self.state, event, (BrokenRule("undo"),))
        return self.game.report(self.state, self.past.state, event)

    def follow(self, event: Event, verdict: Verdict) -> "Match":
        """The match after an event and its verdict."""
        if verdict.breaks or isinstance(event, Note):
            return self
        if isinstance(event, Undo):
            past = self.past
            return self if past is None else Match(self.game, self.players, past.state, past.before)
        return Match(self.game, self.players, verdict.after, Past(self.state, self.past))

    def play(self, event: Event) -> tuple[Verdict, "Match"]:
        """Judge an event and follow it."""
        verdict = self.judge(event)
        return verdict, self.follow(event, verdict)
