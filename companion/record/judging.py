"""Judging a record: its lines come in, each event with its verdict goes out as soon as it is judged."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.decks import load_deck
from companion.games import new_match, read_game_name
from companion.games.events import Event
from companion.games.fields import Fields
from companion.games.match import Match
from companion.games.values import BadRecord, Verdict
from companion.record.lines import Lines, read_lines


@dataclass(frozen=True, slots=True)
class Judged:
    """One event of a record: its line, what happened, the ruling, and the match after it."""

    line: int
    event: Event
    verdict: Verdict
    match: Match


def judge_lines(lines: Iterator[tuple[int, dict[str, Any]]]) -> Iterator[Judged | Match]:
    """The match that the header opens, then each event judged; BadRecord tells the line in its facts."""
    header = next(lines, None)
    if header is None:
        raise BadRecord("no-header", line=1)
    match = open_match(*header)
    yield match
    for number, raw in lines:
        try:
            event = match.read_event(raw)
        except BadRecord as error:
            error.facts["line"] = number
            raise
        verdict, match = match.play(event)
        yield Judged(number, event, verdict, match)


def open_match(number: int, raw: dict[str, Any]) -> Match:
    """The match that a header describes."""
    header = Fields(raw)
    try:
        name = read_game_name(header)
        return new_match(name, header, load_deck(name))
    except BadRecord as error:
        error.facts["line"] = number
        raise


def judge_stream(stream: Lines) -> Iterator[Judged | Match]:
    """`judge_lines` over a file's bytes."""
    return judge_lines(read_lines(stream))
