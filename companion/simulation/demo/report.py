"""The end of a demonstration in words: a match, a record and the truth come in, sentences go out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from companion.games.match import Match
from companion.games.values import Outcome
from companion.locale import Locale, finish

Raw = Mapping[str, Any]  # an event as a record writes it


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
