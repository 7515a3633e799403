"""Words about past games: facts come in; dates, lengths, results and labels in a language go out."""

from datetime import datetime

from companion.locale import Locale
from companion.record.past.summary import GameSummary


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
