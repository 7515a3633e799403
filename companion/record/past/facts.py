"""What is remembered of a past game in the index: a course comes in, plain facts for JSON go out."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.record.past.course import NO_TURNS, Course


@dataclass(frozen=True, slots=True)
class Facts:
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
    def of(cls, course: Course) -> "Facts":
        """The facts of a course."""
        header = course.header
        return cls(
            name=course.name,
            game=course.match.game.name,
            players=list(course.match.players),
            modules=list(header.get("modules", ())),
            variant=header.get("variant", ""),
            began=course.began,
            ended=course.ended,
            played_seconds=course.played_seconds,
            outcome=course.outcome.value,
            winners=list(course.winners),
            events=len(course.steps),
            illegal=course.illegal,
            broken=count_broken(course),
            turns=count_turns(course),
            totals=dict(course.summary.get("totals") or course.summary.get("scores") or {}),
            best_days=find_best_days(course),
            damaged_line=int(str(course.fault.facts["line"])) if course.fault else 0,
        )

    def as_dict(self) -> dict[str, Any]:
        """The written form; `Facts(**facts.as_dict())` is the same again."""
        return asdict(self)


def count_broken(course: Course) -> dict[str, int]:
    """How often each rule was broken."""
    return dict(Counter(code for step in course.steps for code in step.judged.verdict.rules))


def count_turns(course: Course) -> dict[str, list[float]]:
    """For each player the turns whose length is known, and their seconds in all."""
    turns: dict[str, list[float]] = {}
    for step in course.steps:
        if step.seconds is None or step.player is None or step.judged.event.do in NO_TURNS:
            continue
        count, seconds = turns.get(step.player, [0, 0])
        turns[step.player] = [count + step.is_turn, seconds + step.seconds]
    return turns


def find_best_days(course: Course) -> dict[str, int]:
    """The best single day of each climber, in a game that is played in days."""
    best: dict[str, int] = {}
    for day in course.summary.get("days", ()):
        for climber, scores in day.items():
            best[climber] = max(best.get(climber, scores["day"]), scores["day"])
    return best
