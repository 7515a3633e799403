"""Check every move of a game record against the rules.

The exit code is 0 if all moves are legal, 1 if at least one is not, and 2 if the record is not valid.
"""

import argparse
import errno
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from companion.error_words import say_error, say_reason
from companion.errors import CompanionError
from companion.games.game import Match
from companion.games.values import BadRecord, CardCount
from companion.locale import LANGUAGES, Locale, load_locale
from companion.record.history import JudgedEvent, judge_lines
from companion.record.lines import LineReader

_WRITING = (errno.EPIPE, errno.ENOSPC)  # what reading a record never says: the output is at fault
_Print = Callable[[str], object]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a game record; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="speak this language (default: en)")


def run(arguments: argparse.Namespace) -> int:
    """Judge each file; the exit code is the worst of them."""
    locale = load_locale(arguments.lang)
    several = len(arguments.files) > 1
    printer = print_json if arguments.json else _print_pages
    return max(_judge_file(name, locale, printer, several) for name in arguments.files)


def _judge_file(name: str, locale: Locale, printer: Callable[..., int], several: bool) -> int:
    """Judge one file; a bad record is one line on standard error."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as stream:
            # A line that is not as the companion wrote it is judged all the same, as it reads now.
            lines = LineReader(stream, lambda line, key: _warn(f"{name}:{line}", locale.say(f"record.{key}")))
            write = _write_at_once if name == "-" else sys.stdout.write
            return printer(judge_lines(lines), locale, write, name if several else None)
    except BadRecord as error:
        _warn(f"{name}:{error.facts.pop('line', 1)}", locale.bad_record(error))
    except (OSError, CompanionError) as error:
        if isinstance(error, OSError) and error.errno in _WRITING:
            raise
        _warn(name, say_reason(error, locale) if isinstance(error, OSError) else say_error(error, locale))
    return 2


def _write_at_once(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _warn(place: str, sentence: str) -> None:
    sys.stdout.flush()
    print(f"{place}: {sentence}", file=sys.stderr)


def print_json(judged: Iterator[JudgedEvent | Match], locale: Locale, write: _Print, name: str | None) -> int:
    """One verdict a line, then the summary."""
    encode = json.JSONEncoder().encode
    match, events, illegal = _opened(judged), 0, 0
    game = match.game.name
    for each in _following(judged):
        verdict, match = each.verdict, each.match
        why = locale.why(game, verdict.breaks) if verdict.breaks else ""
        write(encode(verdict.as_dict(each.line, why)) + "\n")
        events += 1
        illegal += not verdict.legal
    write(encode(_summary(match, events, illegal, name)) + "\n")
    return int(illegal > 0)


def _opened(judged: Iterator[JudgedEvent | Match]) -> Match:
    match = next(judged)
    if not isinstance(match, Match):
        raise TypeError("the first of a judgement is its match")
    return match


def _following(judged: Iterator[JudgedEvent | Match]) -> Iterator[JudgedEvent]:
    return (each for each in judged if isinstance(each, JudgedEvent))


def _summary(match: Match, events: int, illegal: int, name: str | None) -> dict[str, Any]:
    head: dict[str, Any] = {"end": True}
    if name is not None:
        head["file"] = name
    return head | {
        "game": match.game.name,
        "outcome": match.standing.outcome.value,
        "events": events,
        "illegal": illegal,
        **match.game.summary(match.state),
    }


def _print_pages(
    judged: Iterator[JudgedEvent | Match], locale: Locale, write: _Print, name: str | None
) -> int:
    """The same for people: who, what, verdict, why, discards owed, and the table at the end."""
    match, events, illegal, drawn = _opened(judged), 0, 0, False
    if name is not None:
        write(f"{name}\n")
    write(headline(match, locale) + "\n")
    for each in _following(judged):
        write("\n" if drawn else "")
        match, drawn = each.match, each.verdict.draws
        write("".join(f"{line}\n" for line in describe(each, locale)))
        if drawn:
            write(_draw_table(match, locale))
        events += 1
        illegal += not each.verdict.legal
    if not drawn:
        write(_draw_table(match, locale))
    outcome = locale.say(f"judge.outcome-{match.standing.outcome.value}")
    write("\n" + locale.say("judge.summary", outcome=outcome, events=events, illegal=illegal) + "\n")
    return int(illegal > 0)


def _draw_table(match: Match, locale: Locale) -> str:
    """The table as the game draws it, after a blank line."""
    lines = match.game.drawing(match.state, locale.say)
    return "".join(f"{line}\n" for line in ["", *lines]) if lines else ""


def headline(match: Match, locale: Locale) -> str:
    """Which game, and who plays."""
    return locale.say("judge.head", game=locale.say(f"games.{match.game.name}"), players=tuple(match.players))


def describe(each: JudgedEvent, locale: Locale) -> list[str]:
    """An event and its verdict in a line, and behind it why, and what is owed."""
    verdict, game = each.verdict, each.match.game.name
    mark = locale.say("judge.legal" if verdict.legal else "judge.illegal")
    codes = f" ({', '.join(verdict.rules)})" if verdict.breaks else ""
    what = locale.does(game, each.event, verdict.player)
    lines = [f"{each.line:>4}  " + locale.say("judge.line", what=what, verdict=mark + codes)]
    if verdict.breaks:
        lines.append(" " * 6 + locale.why(game, verdict.breaks))
    lines += [
        " " * 6 + locale.say("judge.warning", warning=locale.code(game, one)) for one in verdict.warnings
    ]
    lines += [" " * 6 + locale.why(game, (one,)) for one in verdict.remarks]
    facts = list(_standing(each, locale))
    return [*lines, " " * 6 + ", ".join(facts)] if facts else lines


def _standing(each: JudgedEvent, locale: Locale) -> Iterator[str]:
    """What is owed, what is held, who is next."""
    verdict = each.verdict
    if verdict.discards:
        key = "judge.owes" if verdict.legal else "judge.would-owe"
        yield locale.say(key, player=verdict.player, discards=CardCount(verdict.discards))
    if verdict.hand is not None and verdict.legal and verdict.hand + (verdict.pile or 0):
        yield locale.say("judge.counts", hand=verdict.hand, pile=verdict.pile)
    if verdict.next is not None and verdict.legal:
        yield locale.say("judge.next", next=verdict.next)
