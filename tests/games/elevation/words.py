"""Elevation in a few words: `a3 i9 v1` are Alps 3, Himalayas 9, Avalanche 1; n is the Andes, r the Rockies."""

from dataclasses import replace
from random import Random
from typing import Any

from companion.games.elevation.cards import CARDS, Card, Cards
from companion.games.elevation.state import Day, State
from companion.games.game import Match
from companion.games.values import Verdict
from companion.simulation.elevation_plan import random_approach
from tests.games.shorthand import play, start

LETTERS = {"a": "alps", "n": "andes", "i": "himalayas", "r": "rockies", "v": "avalanche"}
NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Flo")


def name(word: str) -> str:
    """`a3` as `alps-3`."""
    return f"{LETTERS[word[0]]}-{word[1:]}"


def names(text: str) -> list[str]:
    """Several cards by name; `a1-14` is a whole run."""
    found = []
    for word in text.split():
        first, _, last = word[1:].partition("-")
        found += [name(f"{word[0]}{number}") for number in range(int(first), int(last or first) + 1)]
    return found


def cards(text: str) -> Cards:
    """Several cards."""
    return tuple(CARDS[each] for each in names(text))


def card(word: str) -> Card:
    """One card."""
    return CARDS[name(word)]


def trick(text: str, **fields: Any) -> dict[str, Any]:
    """A trick's event."""
    return {"do": "trick", "cards": names(text), **fields}


def day(*approach: str, **fields: Any) -> dict[str, Any]:
    """A day's event."""
    return {"do": "day", "approach": list(approach), **fields}


def begin(humans: int, *approach: str, **options: Any) -> Match:
    """A match whose first day has begun."""
    return play(start("elevation", *NAMES[:humans], **options), day(*approach))[1]


def today(match: Match) -> Day:
    """The day under way."""
    state: State = match.state
    assert state.day is not None
    return state.day


def at_dusk(
    *approach: str,
    won: list[str],
    humans: int = 3,
    tricks: list[int] | None = None,
    own: dict[str, str] | None = None,
    **changes: Any,
) -> Match:
    """A match at the end of its first day: what each climber won is given, no card is left in any hand."""
    options = {key: changes.pop(key) for key in ("heights", "rulings") if key in changes}
    match = begin(humans, *approach, **options)
    for player, card_name in (own or {}).items():
        verdicts, match = play(match, {"do": "approach", "card": card_name, "player": player})
        assert verdicts[0].legal
    piles = tuple(map(cards, won))
    seen = frozenset(each for pile in piles for each in pile)
    changed = replace(
        today(match), hand=0, won=piles, seen=seen, tricks=tuple(tricks or [1] * len(piles)), last=0
    )
    return replace(match, state=replace(match.state, day=replace(changed, **changes)))


def end_day(match: Match, **answers: Any) -> Verdict:
    """The verdict on the day's end; answers have `_` for `-`."""
    given = {key.replace("_", "-"): value for key, value in answers.items()}
    return play(match, {"do": "end-day", "answers": given})[0][0]


def lines(verdict: Verdict) -> dict[str, list[int]]:
    """Each climber's line of the pad: Alps, Andes, Himalayas, Rockies, Approach, Day."""
    assert verdict.legal, verdict.breaks
    return {who: list(score.values()) for who, score in verdict.shows["scores"].items()}


def points(verdict: Verdict) -> list[int]:
    """The day's points, climber by climber."""
    return [line[-1] for line in lines(verdict).values()]


def random_days(rng: Random, most: int, *, free_solo: bool) -> list[tuple[str, ...]]:
    """The approach cards of three days, so many a day as far as they last: none comes twice."""
    days: list[tuple[str, ...]] = []
    for _ in range(3):
        earlier = [card for each in days for card in each]
        days.append(random_approach(rng, most, free_solo=free_solo, earlier=earlier))
    return days
