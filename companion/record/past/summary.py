"""What is remembered of a past game in the index, and words about it: dates, lengths, results."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from companion.locale import Locale
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


def say_when(locale: Locale, when: float | None) -> str:
    """A day and time, as the reader's clock shows them."""
    if when is None:
        return locale.say("past.unknown")
    moment = datetime.fromtimestamp(when)
    return f"{say_day(locale, when)} {moment:%H:%M}"


def say_day(locale: Locale, when: float | None) -> str:
    """A day."""
    if when is None:
        return locale.say("past.unknown")
    moment = datetime.fromtimestamp(when)
    month = locale.say("past.months").split()[moment.month - 1]
    return locale.say("past.day", day=moment.day, month=month, year=moment.year)


def say_length(locale: Locale, seconds: float | None) -> str:
    """How long something took, in the two largest units."""
    if seconds is None:
        return locale.say("past.unknown")
    whole = round(seconds)
    if whole < 60:
        return locale.say("past.seconds", seconds=whole)
    minutes = round(whole / 60)
    if minutes < 60:
        return locale.say("past.minutes", minutes=minutes)
    return locale.say("past.hours", hours=minutes // 60, minutes=f"{minutes % 60:02}")


def say_pace(locale: Locale, seconds: float) -> str:
    """Seconds a turn, to a tenth below ten."""
    return locale.say("past.pace", seconds=locale.decimal(seconds, 1 if seconds < 10 else 0))


def say_result(locale: Locale, facts: GameSummary) -> str:
    """How a game ended, with those who won it where that is not everybody."""
    if facts.outcome == "done" and facts.winners:
        return locale.say("past.won-by", players=tuple(facts.winners))
    return locale.say(f"past.result-{facts.outcome}")


def say_module(locale: Locale, name: str) -> str:
    """A module or variant as `ascent.goats`; `ascent.` is the game without any."""
    game, _, module = name.partition(".")
    if not module:
        return locale.say("past.plain", game=locale.say(f"past.short.{game}"))
    return locale.sentences.get(f"past.modules.{module}", module)


def say_rule(locale: Locale, game: str, code: str) -> str:
    """A rule's short name: the game's own, else the one that all games share, else its code."""
    sentences = locale.sentences
    return sentences.get(f"rules.{game}.{code}", sentences.get(f"rules.{code}", code))
