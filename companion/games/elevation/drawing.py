"""The score sheet in text: a state comes in, the pad's lines for a terminal go out."""

from companion.games.elevation.cards import Range
from companion.games.elevation.state import DAYS, State
from companion.games.game import Say
from companion.games.values import Outcome

Row = list[str]


def draw_sheet(state: State, say: Say) -> list[str]:
    """The pad so far as a table, each climber with every day scored; after three days the summit."""
    if not state.days:
        return [say("drawing.no-day-scored")]
    head = [say(f"drawing.{key}") for key in ("name", "day-row", *(each.value for each in Range))]
    head += [say(f"drawing.{key}") for key in ("approach", "day-points", "total")]
    rows = [row for seat in range(len(state.setup.scorers)) for row in climber_rows(state, seat, say)]
    return [*table([head, *rows]), *summit(state, say)]


def climber_rows(state: State, seat: int, say: Say) -> list[Row]:
    """A climber's lines: one a day with the running total."""
    rows, total = [], 0
    for number, day in enumerate(state.days, 1):
        score = day.scores[seat]
        total += score.day
        name = score.name if number == 1 else ""
        ranges = [str(getattr(score, each.value)) for each in Range]
        rows.append([name, str(number), *ranges, str(score.approach), str(score.day), str(total)])
    return rows


def table(rows: list[Row]) -> list[str]:
    """Rows as aligned lines, the first column to the left, a rule below the head and before each name."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    lines: list[str] = []
    for row in rows:
        if row[0] and lines:
            lines.append(rule)
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return [*lines, rule]


def summit(state: State, say: Say) -> list[str]:
    """Who won and how, or how many days are to come."""
    if state.outcome is not Outcome.DONE:
        return [say("drawing.days-left", left=DAYS - len(state.days))]
    winners, best = state.winners, max(state.totals.values())
    tied = sum(total == best for total in state.totals.values())
    if len(winners) > 1:
        return [say("drawing.summit-shared", winners=tuple(winners), total=best)]
    key = "drawing.summit" if tied == 1 else "drawing.summit-day"
    return [say(key, winner=winners[0], total=best)]
