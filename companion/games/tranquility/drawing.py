"""The grid in text: a state comes in, lines for a terminal go out."""

from companion.games.game import Say
from companion.games.tranquility.cards import FINISH, MOON, START, SUN
from companion.games.tranquility.grid import Laid
from companion.games.tranquility.header import SOLO_HAND, SOLO_START_DISCARDS
from companion.games.tranquility.state import State
from companion.games.values import Outcome

CELL = 5


def draw_grid(state: State, say: Say) -> list[str]:
    """The table row by row, then what the modules add."""
    texts = {place.name: draw_place(state, place.index, say) for place in state.setup.grid.places}
    texts |= {START: say("drawing.start")} if state.start is not None else {}
    texts |= {FINISH: say("drawing.finish")} if state.finish else {}
    beside = {row: closed(state, row, say) for row in range(1, len(state.setup.grid.rows) + 1)}
    lines = state.setup.variant.board.draw_text(texts, CELL, beside)
    for module in state.setup.rule_modules:
        lines += module.lines(state, say)
    return [*lines, *solo_lines(state, say), *reminders(state, say)]


def closed(state: State, row: int, say: Say) -> str:
    """What closes a row: the Jagged Rocks or Purple Storms."""
    if state.rocks == row:
        return say("letters.rocks")
    stormy = state.sea is not None and state.sea.purple[row - 1]
    return say("letters.purple-storm") if stormy else " "


def draw_place(state: State, index: int, say: Say) -> str:
    """A number with its marks; `.` an empty place, `#` one that shows a border card, `x` a closed one."""
    laid = state.board[index]
    if laid is not None:
        return draw_card(laid, say)
    if state.expedition is not None and index in state.expedition.closed:
        return "x"
    return "#" if index in state.setup.border else "."


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
