"""One game under way: a state with its past, so that undo is an event like any other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional

from companion.games.events import Event, Fields, Note, Undo
from companion.games.game import Game
from companion.games.values import BrokenRule, Outcome, Ruling, Standing, Verdict


@dataclass(frozen=True, slots=True)
class _Past:
    """What can be undone: the state before the last legal event, and what came before that."""

    state: Any
    before: Optional["_Past"]


@dataclass(frozen=True, slots=True)
class Match:
    """A game, the header's players, the state now and its past; immutable like the state."""

    game: Game[Any]
    players: tuple[str, ...]
    state: Any
    past: _Past | None = None

    @property
    def standing(self) -> Standing:
        return self.game.standing(self.state)

    @property
    def opening(self) -> Any:
        """The state before the first event, as far as it can be undone."""
        state, past = self.state, self.past
        while past is not None:
            state, past = past.state, past.before
        return state

    def read_event(self, raw: Mapping[str, Any]) -> Event:
        return self.game.read_event(self.state, Fields(raw, self.players))

    def judge(self, event: Event) -> Verdict:
        """The verdict on an event: who acted, what is broken, what everybody has afterwards."""
        before = self.standing
        ruling = self._rule(event, before)
        after = self.game.standing(ruling.after)
        player = event.player or ruling.player or before.next
        hand, pile = after.counts(player)
        return Verdict(
            ruling.breaks,
            ruling.discards,
            ruling.after,
            ruling.remarks,
            ruling.warnings,
            {**after.shows, **ruling.shows},
            player,
            ruling.headline,
            ruling.draws,
            do=event.do,
            hand=hand,
            pile=pile,
            next=after.next,
            outcome=after.outcome,
        )

    def _rule(self, event: Event, standing: Standing) -> Ruling:
        if isinstance(event, Note):
            return Ruling((), 0, self.state)
        if isinstance(event, Undo) and self.past is not None:
            return Ruling((), 0, self.past.state)
        if isinstance(event, Undo):
            return Ruling((BrokenRule("undo"),), 0, self.state)
        if standing.outcome is not Outcome.OPEN:
            return Ruling((BrokenRule("over"),), 0, self.state)
        quiet = (None, standing.next)
        if standing.next and event.player not in quiet and self.game.takes_turn(self.state, event):
            facts = {"player": event.player, "next": standing.next}
            return Ruling((BrokenRule("turn", facts),), 0, self.state)
        return self.game.judge(self.state, event)

    def follow(self, event: Event, verdict: Verdict) -> "Match":
        if verdict.breaks or isinstance(event, Note):
            return self
        if isinstance(event, Undo):
            past = self.past
            return self if past is None else Match(self.game, self.players, past.state, past.before)
        return Match(self.game, self.players, verdict.after, _Past(self.state, self.past))

    def play(self, event: Event) -> tuple[Verdict, "Match"]:
        verdict = self.judge(event)
        return verdict, self.follow(event, verdict)
