"""The sea in text: a state comes in, lines for a terminal go out."""

from dataclasses import replace

from companion.games.game import Say
from companion.games.tranquility.cards import MOON, SUN
from companion.games.tranquility.grid import ARCH, Laid, Shape
from companion.games.tranquility.header import SOLO_HAND, SOLO_START_DISCARDS
from companion.games.tranquility.state import State
from companion.games.values import Outcome

CELL = 5


def draw_grid(state: State, say: Say) -> list[str]:
    """The rows from the top down between Start and Finish, then what the modules add."""
    lines = draw_arch(state, say) if state.setup.grid is ARCH else draw_part(state, 0, say)
    for module in state.setup.rule_modules:
        lines += module.lines(state, say)
    return [*lines, *solo_lines(state, say), *reminders(state, say)]


def draw_part(state: State, part: int, say: Say) -> list[str]:
    """One sequence, its last row on top, with the corners and what closes a row beside it."""
    shape, grid = state.setup.grid.shapes[part], state.setup.grid
    first = next(place.row for place in grid.places if place.part == part)
    width = max(shape.rows) * CELL
    rows = []
    for number in range(len(shape.rows), 0, -1):
        cells = "".join(draw_place(state, index, say) for index in grid.rows[first + number - 1])
        rows.append(f"{number}{closed(state, number, say)} " + center(cells, shape, width))
    above = [say("drawing.finish").rjust(width + 3)] if state.finish else []
    below = [f"  {say('drawing.start')}"] if state.start is not None else []
    return [line.rstrip() for line in (*above, *rows, *below)]


def center(cells: str, shape: Shape, width: int) -> str:
    """Rows of a pyramid stand in the middle."""
    return cells.center(width) if len(set(shape.rows)) > 1 else cells


def closed(state: State, row: int, say: Say) -> str:
    """What closes a row: the Jagged Rocks or Purple Storms."""
    if state.rocks == row:
        return say("letters.rocks")
    stormy = state.sea is not None and state.sea.purple[row - 1]
    return say("letters.purple-storm") if stormy else " "


def draw_arch(state: State, say: Say) -> list[str]:
    """The roof above the two pillars."""
    left, right = (draw_part(replace(state, finish=False), part, say) for part in (0, 1))
    gap = (7 - 4) * CELL
    pillars = [
        f"{one.ljust(3 + 2 * CELL)}{' ' * gap}{two[3:]}".rstrip()
        for one, two in zip(left, right, strict=True)
    ]
    return [*draw_part(state, 2, say), *pillars]


def draw_place(state: State, index: int, say: Say) -> str:
    """A number with its marks; `.` an empty place, `#` one that shows a border card, `x` a closed one."""
    laid = state.board[index]
    if laid is not None:
        return draw_card(laid, say).rjust(CELL)
    if state.expedition is not None and index in state.expedition.closed:
        return "x".rjust(CELL)
    return ("#" if index in state.setup.border else ".").rjust(CELL)


def draw_card(laid: Laid, say: Say) -> str:
    """A number, with a star for a Wild and a letter for the end that is up."""
    facing = say(f"letters.{laid.facing}") if laid.facing in (SUN, MOON) else ""
    return f"{laid.number}{'*' if laid.wild else ''}{facing}"


def reminders(state: State, say: Say) -> list[str]:
    """What the hidden hands must be reminded of, as the companion cannot see them."""
    if state.outcome is not Outcome.OPEN:
        return []
    waits = state.setup.variant.has_start and state.start is None
    lines = [say("drawing.remind-start")] if waits else []
    return lines + ([say("drawing.remind-monsters")] if state.monsters < state.setup.monsters else [])


def solo_lines(state: State, say: Say) -> list[str]:
    """What a solo game is played with, as its card is not in the sources."""
    if len(state.seats.players) > 1:
        return []
    setup = state.setup
    usual = (setup.hand_size, setup.start_discards) == (SOLO_HAND, SOLO_START_DISCARDS)
    key = "drawing.solo-default" if usual else "drawing.solo"
    return [say(key, hand=setup.hand_size, discards=setup.start_discards)]
