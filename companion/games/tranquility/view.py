"""The grid as a screen shows it: Islands, what closes rows and places, players with their storms."""

from collections.abc import Collection
from functools import cache

from companion.games.card_tree import Node, branch, grow, leaf
from companion.games.svg import Picture
from companion.games.table import Seen
from companion.games.tranquility.cards import FINISH, HIGHEST, START, WILD, island_number
from companion.games.tranquility.grid import Place
from companion.games.tranquility.state import State
from companion.games.values import Language
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
        view_cells(state),
        view_goals(state, language),
        row_marks(state),
        winners=standing.winners,
    )


def view_cells(state: State) -> tuple[Cell, ...]:
    """Every place, with the corners where the game has them."""
    cells = [view_cell(state, place) for place in state.setup.grid.places]
    if state.setup.variant.has_start:
        cells.append(Cell(START, START if state.start is not None else ""))
    if state.setup.variant.has_finish:
        cells.append(Cell(FINISH, FINISH if state.finish else ""))
    return tuple(cells)


def view_cell(state: State, place: Place) -> Cell:
    """One place: its Island and which end is up, or whether it is closed or shows a border card."""
    laid, border = state.board[place.index], place.index in state.setup.border
    if laid is not None:
        return Cell(place.name, laid.name, sign=laid.facing)
    closed = state.expedition is not None and place.index in state.expedition.closed
    return Cell(
        place.name,
        sign="storm" if closed else "compass" if border else "",
        ground=border_ground() if border else "",
    )


@cache
def border_ground() -> str:
    """An empty place that shows a border card."""
    picture = Picture(100, 100)
    picture.rect(0, 0, 100, 100, "#2E423C")
    return str(picture)


def storms(state: State, seat: int, language: Language) -> str:
    """The Storms before a player, in words."""
    if state.sea is None:
        return ""
    counts = (("yellow", state.sea.yellow[seat]), ("orange", state.sea.orange[seat]))
    return ", ".join(language.say(f"screens.goals.{colour}") for colour, count in counts if count)


def row_marks(state: State) -> tuple[tuple[int, str], ...]:
    """What closes rows: the Jagged Rocks, Purple Storms."""
    marks = [(state.rocks, "rocks")] if state.rocks else []
    if state.sea is not None:
        marks += [
            (row, "storm") for row, count in enumerate(state.sea.purple, 1) if count and row != state.rocks
        ]
    return tuple(marks)


def view_goals(state: State, language: Language) -> tuple[Goal, ...]:
    """What the modules and variants add."""
    goals = []
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
