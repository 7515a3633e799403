"""What is remembered of a past game in the index: a history comes in, plain facts for JSON go out."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.record.history import NO_TURNS, GameHistory


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One row of the list of past games, and what the figures are made from; times in seconds since 1970."""

    name: str
    game: str
    players: list[str]
    modules: list[str]
    variant: str
    began: float | None
    ended: float | None
    played_seconds: float | None
    outcome: str
    winners: list[str]
    events: int
    illegal: int
    broken: dict[str, int] = field(default_factory=dict)
    turns: dict[str, list[float]] = field(
        default_factory=dict
    )  # player -> [turns with a known time, seconds]
    totals: dict[str, int] = field(default_factory=dict)
    best_days: dict[str, int] = field(default_factory=dict)
    damaged_line: int = 0

    @classmethod
    def of(cls, history: GameHistory) -> "GameSummary":
        """The facts of a history."""
        header = history.header
        return cls(
            name=history.name,
            game=history.match.game.name,
            players=list(history.match.players),
            modules=list(header.get("modules", ())),
            variant=header.get("variant", ""),
            began=history.began,
            ended=history.ended,
            played_seconds=history.played_seconds,
            outcome=history.outcome.value,
            winners=list(history.winners),
            events=len(history.events),
            illegal=history.illegal,
            broken=count_broken(history),
            turns=count_turns(history),
            totals=dict(history.match.standing.scores),
            best_days=_find_best_days(history),
            damaged_line=int(str(history.fault.facts["line"])) if history.fault else 0,
        )

    def as_dict(self) -> dict[str, Any]:
        """The written form; `GameSummary(**facts.as_dict())` is the same again."""
        return asdict(self)


def count_broken(history: GameHistory) -> dict[str, int]:
    """How often each rule was broken."""
    return dict(Counter(code for step in history.events for code in step.verdict.rules))


def count_turns(history: GameHistory) -> dict[str, list[float]]:
    """For each player the turns whose length is known, and their seconds in all."""
    turns: dict[str, list[float]] = {}
    for step in history.events:
        if step.seconds is None or step.player is None or step.event.do in NO_TURNS:
            continue
        count, seconds = turns.get(step.player, [0, 0])
        turns[step.player] = [count + step.is_turn, seconds + step.seconds]
    return turns


def _find_best_days(history: GameHistory) -> dict[str, int]:
    return {name: max(points) for name, points in history.match.standing.rounds.items() if points}
