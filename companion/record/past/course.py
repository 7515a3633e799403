"""One past game: the file of a record comes in, its whole course goes out, as far as it can be trusted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.games.match import Match
from companion.games.values import BadRecord, Outcome
from companion.record.judging import Judged
from companion.record.loading import Loaded, Replayed, load, read_record

NO_TURNS = ("undo", "note", "count")
LONGEST_TURN_SECONDS = 1800  # a longer gap is a pause: the game was put aside


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a course: the ruling, when it was confirmed and how long it took, where that is known."""

    judged: Judged
    when: float | None
    seconds: float | None
    undone: bool = False

    @property
    def player(self) -> str | None:
        """Who acted."""
        return self.judged.verdict.player

    @property
    def legal(self) -> bool:
        """Whether the event stood."""
        return self.judged.verdict.legal

    @property
    def is_turn(self) -> bool:
        """Whether it was an action that stands: legal, not taken back, no note or correction."""
        return self.legal and not self.undone and self.judged.event.do not in NO_TURNS


@dataclass(frozen=True)
class Course:
    """A past game from its header to its last line, and what was wrong with the record."""

    path: Path
    header: dict[str, Any]
    match: Match
    steps: tuple[Step, ...]
    began: float | None
    torn_line: int = 0
    fault: BadRecord | None = None

    @property
    def name(self) -> str:
        """How the game is called in the list: its file name without the ending."""
        return self.path.stem

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        return self.match.standing.outcome

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What the game shows at its end."""
        return self.match.game.summary(self.match.state)

    @property
    def ended(self) -> float | None:
        """When the last event was confirmed."""
        return next((step.when for step in reversed(self.steps) if step.when is not None), self.began)

    @property
    def illegal(self) -> int:
        """How many illegal placements were caught."""
        return sum(not step.legal for step in self.steps)

    @property
    def played_seconds(self) -> float | None:
        """How long was played, without pauses; None if the record knows no times."""
        known = [step.seconds for step in self.steps if step.seconds is not None]
        return sum(known) if known else None

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won: everybody together, or those whom the game names."""
        if self.outcome is Outcome.WON:
            return self.match.players
        return tuple(self.summary.get("winners", ()))


def read_course(path: Path) -> Course:
    """A past game; a damaged line ends it early, a header that cannot be read raises BadRecord."""
    loaded = load(read_record(path))
    replayed, fault = replay(loaded)
    times, undone = (replayed.began, *replayed.times), find_undone(replayed.judged)
    steps = tuple(
        Step(judged, when, gap(before, when), judged.line in undone)
        for judged, before, when in zip(replayed.judged, times, replayed.times, strict=False)
    )
    return Course(path, replayed.header, replayed.match, steps, replayed.began, loaded.torn_line, fault)


def replay(loaded: Loaded) -> tuple[Replayed, BadRecord | None]:
    """The game as far as its lines are those of a game, and the first that is not."""
    fault = None
    if loaded.fault is not None:
        fault = loaded.fault.error
        fault.facts["line"] = loaded.fault.line
    if not loaded.lines:
        raise fault or BadRecord("no-header", line=1)
    try:
        return Replayed.of(loaded.lines), fault
    except BadRecord as error:
        before = tuple(line for line in loaded.lines if line.number < error.facts["line"])  # type: ignore[operator]
        if not before:
            raise
        return Replayed.of(before), error


def find_undone(course: Sequence[Judged]) -> set[int]:
    """The lines whose events were taken back later."""
    standing: list[int] = []
    undone: set[int] = set()
    for judged in course:
        if not judged.verdict.legal or judged.event.do == "note":
            continue
        if judged.event.do == "undo":
            undone.add(standing.pop())
        else:
            standing.append(judged.line)
    return undone


def gap(before: float | None, when: float | None) -> float | None:
    """The seconds between two events; unknown across a pause or without times."""
    if before is None or when is None or not 0 <= when - before <= LONGEST_TURN_SECONDS:
        return None
    return when - before


def find_picture(path: Path) -> Path | None:
    """The picture of the final table that lies beside a record, if there is one."""
    beside = (path.with_suffix(ending) for ending in (".png", ".jpg", ".jpeg"))
    return next((each for each in beside if each.is_file()), None)


def player_steps(course: Course, player: str) -> Iterator[Step]:
    """The steps of one player."""
    return (step for step in course.steps if step.player == player)
