"""What really happened in a demonstration, compared with its record; and how it ended, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from companion.games.events import Event
from companion.games.game import Match
from companion.games.values import Outcome
from companion.locale import Locale, finish

Raw = Mapping[str, Any]  # an event as a record writes it
_UNSEEN = (
    *("player", "goat", "rocks", "facing", "explorer", "draw", "split", "from_pile", "monsters_held"),
    *("sevens_low", "to", "averted"),
)


@dataclass
class Truth:
    """What really happened: the events in order, and what went wrong on the way."""

    events: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    illegal_shown: int = 0
    asked: int = 0
    corrected: int = 0
    presses: int = 0


def describe(event: Event) -> str:
    """An event in one short line."""
    return " ".join(str(value) for value in event.as_dict().values())


def same_table(one: Event, other: Event) -> bool:
    """Whether two events look the same to a camera: what it cannot see does not count."""
    left, right = (
        {key: value for key, value in each.as_dict().items() if key not in _UNSEEN} for each in (one, other)
    )
    return left == right


@dataclass(frozen=True, slots=True)
class Problem:
    """What was amiss: a sentence for people, and what a developer wants to know besides."""

    said: str
    detail: str = ""

    def __str__(self) -> str:
        return self.detail or self.said


def tell_ending(match: Match, locale: Locale) -> list[str]:
    """How the game ended: won, lost, or who won with how many points."""
    name, outcome, summary = match.game.name, match.standing.outcome, match.game.summary(match.state)
    said = [finish(locale.say(f"judge.outcome-{outcome.value}"))]
    winners, points = tuple(summary.get("winners", ())), summary.get("totals") or summary.get("scores")
    if winners:
        key = "screens.end.winner" if len(winners) == 1 else "screens.end.winners"
        said.append(locale.say(key, winners=winners, points=match.standing.scores[winners[0]]))
    elif outcome is not Outcome.OPEN:
        said.append(locale.say(f"screens.end.{name}-{outcome.value}"))
    if points and outcome is not Outcome.OPEN:
        said.append(locale.say("demo.points", points=dict(points)))
    return [" ".join(said)]


def compare(recorded: Sequence[Raw], real: Sequence[Raw], match: Match, locale: Locale) -> list[Problem]:
    """Every difference between the record and what was really played."""
    return [
        Problem(
            locale.say(
                "demo.problems.other",
                number=number,
                recorded=_say_event(one, match, locale),
                played=_say_event(other, match, locale),
            ),
            f"event {number}: recorded {one}, played {other}",
        )
        for number, (one, other) in enumerate(zip_longest(recorded, real), 1)
        if one != other
    ]


def _say_event(raw: Raw | None, match: Match, locale: Locale) -> str:
    if raw is None:
        return locale.say("demo.problems.nothing")
    event = match.read_event(dict(raw))
    return locale.does(match.game.name, event, event.player)
