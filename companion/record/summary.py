"""What is remembered of a past game in the index, and words about it: dates, lengths, results."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from companion.games.view import ScoreSheet
from companion.locale import Locale, one_line
from companion.record.history import NO_TURNS, GameHistory, JudgedEvent

_FORMULA_STARTS = tuple("=+-@＝＋－＠")  # the wide ones too: some spreadsheets take them
_COLUMNS = (
    *("line", "time", "player", "do", "what", "legal", "rules", "warnings"),
    *("discards", "hand", "pile", "next", "outcome"),
)


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
    # player -> [turns with a known time, seconds]
    turns: dict[str, list[float]] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    best_days: dict[str, int] = field(default_factory=dict)
    damaged_line: int = 0

    @classmethod
    def of(cls, history: GameHistory) -> "GameSummary":
        header, standing = history.header, history.match.standing
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
            broken=dict(Counter(code for step in history.events for code in step.verdict.rules)),
            turns=_count_turns(history),
            totals=dict(standing.scores),
            best_days={name: max(points) for name, points in standing.rounds.items() if points},
            damaged_line=int(str(history.fault.facts["line"])) if history.fault else 0,
        )

    def as_dict(self) -> dict[str, Any]:
        """The written form; `GameSummary(**facts.as_dict())` is the same again."""
        return asdict(self)


def _count_turns(history: GameHistory) -> dict[str, list[float]]:
    turns: dict[str, list[float]] = {}
    for step in history.events:
        if step.seconds is None or step.verdict.player is None or step.event.do in NO_TURNS:
            continue
        count, seconds = turns.get(step.verdict.player, [0, 0])
        turns[step.verdict.player] = [count + step.is_turn, seconds + step.seconds]
    return turns


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


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its title, the names of its columns, its rows, and the rows that stand out."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    strong: frozenset[int] = frozenset()


def make_sheets(history: GameHistory, locale: Locale) -> list[Sheet]:
    """The score sheet as on the paper pad where the game is scored in rounds, and what each player did."""
    scores = history.view(locale).scores
    pads = [_make_pad(scores, locale)] if scores is not None and scores.lines[0].rounds else []
    return [*pads, _make_player_sheet(history, locale)]


def _make_pad(sheet: ScoreSheet, locale: Locale) -> Sheet:
    """The pad: a block of rows for each round, a column for each player, the totals below."""
    rows: list[list[str]] = []
    strong = set()
    played = len(sheet.lines[0].rounds)
    for index, name in enumerate(sheet.rounds[:played]):
        for part, label in enumerate(sheet.parts):
            points = (str(line.rounds[index][part]) for line in sheet.lines)
            rows.append([locale.say("past.pad.part", round=name, part=label), *points])
        strong.add(len(rows))
        rows.append([name, *(str(line.sums[index]) for line in sheet.lines)])
    strong.add(len(rows))
    rows.append([locale.say("past.pad.total"), *(str(line.total) for line in sheet.lines)])
    names = [line.name for line in sheet.lines]
    return Sheet(locale.say("past.pad.title"), ["", *names], rows, frozenset(strong))


def _make_player_sheet(history: GameHistory, locale: Locale) -> Sheet:
    """One row a player: turns, cards discarded, illegal placements caught, seconds a turn, cards left."""
    keys = ("player", "turns", "discards", "illegal", "pace", "left")
    standing = history.match.standing
    scores = {} if standing.rounds else standing.scores
    times, rows = _count_turns(history), []
    for player in history.match.players:
        steps = [each for each in history.events if each.verdict.player == player]
        pace = _say_turn(locale, *times.get(player, [0, 0]))
        row = [player, *_describe_player(steps, bool(standing.hands)), pace, _cards_left(history, player)]
        rows.append([*row, str(scores[player])] if scores else row)
    columns = [locale.say(f"past.sheet.{key}") for key in (*keys, *(["score"] if scores else []))]
    used = [index for index in range(len(columns)) if any(row[index] for row in rows)]
    return Sheet(
        locale.say("past.sheet.title"),
        [columns[index] for index in used],
        [[row[index] for index in used] for row in rows],
    )


def _say_turn(locale: Locale, turns: float, seconds: float) -> str:
    return say_pace(locale, seconds / turns) if turns else locale.say("past.unknown")


def _describe_player(steps: Sequence[JudgedEvent], discarding: bool) -> list[str]:
    turns = [step for step in steps if step.is_turn]
    return [
        str(len(turns)),
        str(sum(step.verdict.discards for step in turns)) if discarding else "",
        str(sum(not step.verdict.legal for step in steps)),
    ]


def _cards_left(history: GameHistory, player: str) -> str:
    hands, piles = history.match.standing.hands, history.match.standing.piles
    if player not in hands:
        return ""
    return f"{hands[player]} + {piles[player]}" if player in piles else str(hands[player])


def write_csv(history: GameHistory, locale: Locale) -> str:
    """The history of a game, an event a row; the columns' names are the same in every language."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for step in history.events:
        verdict, event = step.verdict, step.event
        row = [
            *(str(step.line), "" if step.when is None else f"{step.when:.3f}", verdict.player or ""),
            *(event.do, locale.does(history.match.game.name, event, verdict.player)),
            *("yes" if verdict.legal else "no", " ".join(verdict.rules)),
            " ".join(each.code for each in verdict.warnings),
            *(str(verdict.discards), _blank(verdict.hand), _blank(verdict.pile), verdict.next or ""),
            verdict.outcome.value,
        ]
        writer.writerow([guard(cell) for cell in row])
    return out.getvalue()


def _blank(value: int | None) -> str:
    return "" if value is None else str(value)


def guard(text: str) -> str:
    """A text that a spreadsheet would take for a formula is made harmless."""
    cell = one_line(text.replace("\0", ""))
    return f"'{cell}" if cell.lstrip()[:1] in _FORMULA_STARTS else cell
