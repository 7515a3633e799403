"""The grid as a screen and a terminal show it, and its cards as a tree to pick from."""

from collections.abc import Collection
from functools import cache

from companion.games.ask import Node, branch, grow, leaf
from companion.games.svg import Picture
from companion.games.table import Seen
from companion.games.tranquility.art import wild_ground
from companion.games.tranquility.board import Laid, Place
from companion.games.tranquility.cards import FINISH, HIGHEST, MOON, START, SUN, WILD, island_number
from companion.games.tranquility.header import SOLO_HAND, SOLO_START_DISCARDS
from companion.games.tranquility.state import State
from companion.games.values import Language, Outcome, Say
from companion.games.view import Cell, Goal, TableView


def view(state: State, seen: Seen, language: Language) -> TableView:
    """The grid as the companion believes it."""
    standing = state.setup.variant.standing(state)
    notes = {name: storms(state, seat, language) for seat, name in enumerate(state.seats.players)}
    return TableView(
        "tranquility",
        state.seats.view(state.outcome, notes),
        standing.next,
        state.outcome,
        state.setup.variant.board,
        _view_cells(state),
        view_goals(state, language),
        _row_marks(state),
        winners=standing.winners,
    )


def _view_cells(state: State) -> tuple[Cell, ...]:
    shut = {row for row, _ in _row_marks(state)}
    cells = [_view_cell(state, place, place.row + 1 in shut) for place in state.setup.grid.places]
    if state.setup.variant.has_start:
        cells.append(Cell(START, START if state.start is not None else ""))
    if state.setup.variant.has_finish:
        cells.append(Cell(FINISH, FINISH if state.finish else ""))
    return tuple(cells)


def _view_cell(state: State, place: Place, shut: bool) -> Cell:
    laid, border = state.board[place.index], place.index in state.setup.border
    if laid is not None:
        ground = wild_ground(laid.number) if laid.wild else ""
        mark = "action" if laid.wild else ""
        return Cell(place.name, laid.name, sign=laid.facing, ground=ground, mark=mark, closed=shut)
    closed = state.expedition is not None and place.index in state.expedition.closed
    return Cell(
        place.name,
        sign="storm" if closed else "compass" if border else "",
        ground=_border_ground() if border else "",
        closed=closed or shut,
    )


@cache
def _border_ground() -> str:
    picture = Picture(100, 100)
    picture.rect(0, 0, 100, 100, "#2E423C")
    return str(picture)


def storms(state: State, seat: int, language: Language) -> str:
    """The Storms before a player, in words."""
    if state.sea is None:
        return ""
    counts = (("yellow", state.sea.yellow[seat]), ("orange", state.sea.orange[seat]))
    return ", ".join(language.say(f"screens.goals.{colour}") for colour, count in counts if count)


def _row_marks(state: State) -> tuple[tuple[int, str], ...]:
    """What closes rows: the Jagged Rocks, Purple Storms."""
    marks = [(state.rocks, "rocks")] if state.rocks else []
    if state.sea is not None:
        marks += [
            (row, "storm") for row, count in enumerate(state.sea.purple, 1) if count and row != state.rocks
        ]
    return tuple(marks)


def view_goals(state: State, language: Language) -> tuple[Goal, ...]:
    """What is still owed, and what the modules and variants add."""
    goals = []
    if state.setup.variant.has_start and state.start is None:
        goals.append(Goal("anchor", language.say("screens.goals.start"), False))
    monsters = state.setup.monsters - state.monsters
    if monsters:
        goals.append(Goal("monster", language.say("screens.goals.monsters", count=monsters), False))
    if state.sea is not None:
        goals.append(Goal("compass", language.say("screens.goals.compasses", count=state.sea.compasses)))
    if state.sky is not None:
        goals.append(Goal(state.sky.facing, language.say(f"screens.goals.hands-{state.sky.facing}")))
    if state.contest is not None:
        goals.append(Goal("hand", language.say("screens.goals.row-cards", count=state.contest.row)))
    return tuple(goals)


def card_tree(names: Collection[str], language: Language) -> tuple[Node, ...]:
    """Islands by twenties; the other cards that lie on places under the last branch."""
    islands = [(number, leaf(name, str(number))) for name in names if (number := island_number(name))]
    groups = []
    for low in range(1, HIGHEST, 20):
        part = tuple(node for number, node in sorted(islands) if low <= number < low + 20)
        groups += [branch(f"{low}\u00a0–\u00a0{low + 19}", grow(part), (part[0], part[-1]))] if part else []
    others = [leaf(name, language.card(name)) for name in (START, FINISH, WILD) if name in names]
    return (*groups, *([branch(language.say("screens.pick.others"), others)] if others else []))


_CELL = 5


def draw_grid(state: State, say: Say) -> list[str]:
    """The table row by row, then what the modules add."""
    texts = {place.name: _draw_place(state, place.index, say) for place in state.setup.grid.places}
    texts |= {START: say("drawing.start")} if state.start is not None else {}
    texts |= {FINISH: say("drawing.finish")} if state.finish else {}
    beside = {row: closed(state, row, say) for row in range(1, len(state.setup.grid.rows) + 1)}
    lines = state.setup.variant.board.draw_text(texts, _CELL, beside)
    for module in state.setup.rule_modules:
        lines += module.lines(state, say)
    return [*lines, *_solo_lines(state, say), *_reminders(state, say)]


def closed(state: State, row: int, say: Say) -> str:
    """What closes a row: the Jagged Rocks or Purple Storms."""
    if state.rocks == row:
        return say("letters.rocks")
    stormy = state.sea is not None and state.sea.purple[row - 1]
    return say("letters.purple-storm") if stormy else " "


def _draw_place(state: State, index: int, say: Say) -> str:
    """A number with its marks; `.` an empty place, `#` one that shows a border card, `x` a closed one."""
    laid = state.board[index]
    if laid is not None:
        return _draw_card(laid, say)
    if state.expedition is not None and index in state.expedition.closed:
        return "x"
    return "#" if index in state.setup.border else "."


def _draw_card(laid: Laid, say: Say) -> str:
    """A number, with a star for a Wild and a letter for the end that is up."""
    facing = say(f"letters.{laid.facing}") if laid.facing in (SUN, MOON) else ""
    return f"{laid.number}{'*' if laid.wild else ''}{facing}"


def _reminders(state: State, say: Say) -> list[str]:
    if state.outcome is not Outcome.OPEN:
        return []
    waits = state.setup.variant.has_start and state.start is None
    lines = [say("drawing.remind-start")] if waits else []
    return lines + ([say("drawing.remind-monsters")] if state.monsters < state.setup.monsters else [])


def _solo_lines(state: State, say: Say) -> list[str]:
    if len(state.seats.players) > 1:
        return []
    setup = state.setup
    usual = (setup.hand_size, setup.start_discards) == (SOLO_HAND, SOLO_START_DISCARDS)
    key = "drawing.solo-default" if usual else "drawing.solo"
    return [say(key, hand=setup.hand_size, discards=setup.start_discards)]
