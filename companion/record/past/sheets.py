"""Score sheets of a past game: a history comes in, titled rows go out, for pages and CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.view import ScoreSheet
from companion.locale import Locale
from companion.record.history import GameHistory, JudgedEvent
from companion.record.past.summary import count_turns, say_pace
from companion.terminal import one_line

_FORMULA_STARTS = tuple("=+-@＝＋－＠")  # the wide ones too: some spreadsheets take them
COLUMNS = (
    *("line", "time", "player", "do", "what", "legal", "rules", "warnings"),
    *("discards", "hand", "pile", "next", "outcome"),
)


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
    times, rows = count_turns(history), []
    for player in history.match.players:
        steps = [each for each in history.events if each.player == player]
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
        str(sum(not step.legal for step in steps)),
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
    writer.writerow(COLUMNS)
    for step in history.events:
        verdict, event = step.verdict, step.event
        row = [
            *(str(step.line), "" if step.when is None else f"{step.when:.3f}", verdict.player or ""),
            *(event.do, locale.does(history.match.game.name, event, verdict.player)),
            *("yes" if verdict.legal else "no", " ".join(verdict.rules)),
            " ".join(each.code for each in verdict.warnings),
            *(str(verdict.discards), blank(verdict.hand), blank(verdict.pile), verdict.next or ""),
            verdict.outcome.value,
        ]
        writer.writerow([guard(cell) for cell in row])
    return out.getvalue()


def blank(value: int | None) -> str:
    """An unknown number is an empty cell."""
    return "" if value is None else str(value)


def guard(text: str) -> str:
    """A text that a spreadsheet would take for a formula is made harmless."""
    cell = one_line(text.replace("\0", ""))
    return f"'{cell}" if cell.lstrip()[:1] in _FORMULA_STARTS else cell
