"""The grid as a screen, a terminal and a camera show it, and its cards as a tree to pick from."""

from collections.abc import Collection
from functools import cache

from companion.games.ask import Node, branch, grow, leaf
from companion.games.events import Event
from companion.games.setup import divide
from companion.games.svg import Picture
from companion.games.table import (
    SETTLED,
    UNEXPLAINED,
    WAITING,
    Difference,
    Explanation,
    Lying,
    Seen,
    Table,
    compare,
    upright,
)
from companion.games.tranquility import events
from companion.games.tranquility.art import wild_ground
from companion.games.tranquility.board import (
    FINISH,
    HIGHEST,
    MONSTER,
    MOON,
    ROCKS,
    START,
    SUN,
    WILD,
    Place,
    island_number,
    lower,
    upper,
)
from companion.games.tranquility.setup import SOLO_HAND, SOLO_START_DISCARDS
from companion.games.tranquility.state import State
from companion.games.tranquility.stormy_seas import ROWS_TO_LEAVE
from companion.games.values import Language, Outcome, Pairs, Say
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
    beside = {row: _closed(state, row, say) for row in range(1, len(state.setup.grid.rows) + 1)}
    lines = state.setup.variant.board.draw_text(texts, _CELL, beside)
    for module in state.setup.rule_modules:
        lines += module.lines(state, say)
    return [*lines, *_solo_lines(state, say), *_reminders(state, say)]


def _closed(state: State, row: int, say: Say) -> str:
    if state.rocks == row:
        return say("letters.rocks")
    stormy = state.sea is not None and state.sea.purple[row - 1]
    return say("letters.purple-storm") if stormy else " "


def _draw_place(state: State, index: int, say: Say) -> str:
    """A number with its marks; `.` an empty place, `#` one that shows a border card, `x` a closed one."""
    laid = state.board[index]
    if laid is not None:
        facing = say(f"letters.{laid.facing}") if laid.facing else ""
        return f"{laid.number}{'*' if laid.wild else ''}{facing}"
    if state.expedition is not None and index in state.expedition.closed:
        return "x"
    return "#" if index in state.setup.border else "."


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


_ROW = "row "
_PURPLE_STORM = Lying("storm-purple")
_ROCKS = Lying(ROCKS)
_MOST_NUMBERS = 3


def lying(state: State) -> Table:
    """The Islands, Start and Finish, and the markers at the left border."""
    places = ((place.name, state.board[place.index]) for place in state.setup.grid.places)
    cards = {
        name: Lying(WILD if laid.wild else laid.name, laid.facing == MOON)
        for name, laid in places
        if laid is not None
    }
    if state.start is not None:
        cards[START] = Lying(WILD if state.start < 0 else START)
    if state.finish:
        cards[FINISH] = Lying(FINISH)
    for row, storms in enumerate(state.sea.purple if state.sea else (), 1):
        if storms:
            cards[f"{_ROW}{row}"] = _PURPLE_STORM
    if state.rocks:
        cards[f"{_ROW}{state.rocks}"] = _ROCKS
    return cards


def explain(state: State, seen: Table) -> Explanation:
    """The move that turns the recorded sea into the one seen, legal or not."""
    seen = seen if state.sky is not None or state.contest is not None else upright(seen)
    changes = [each for each in compare(lying(state), seen) if not _is_leftover(each)]
    markers = [change for change in changes if change.place.startswith(_ROW)]
    cards = [change for change in changes if change not in markers]
    if not changes:
        return SETTLED
    if not cards:
        return _explain_markers(markers)
    if any(change.seen is None for change in cards):
        return WAITING if len(cards) <= 2 and not markers else UNEXPLAINED
    moved = next((change for change in markers if change.seen == _ROCKS), None)
    lifted = any(each.recorded == _ROCKS and each.seen is None for each in markers)
    if lifted and moved is None and not _rocks_leave(state, cards):
        return WAITING
    rocks: int | str | None = None
    # Where the rocks lay between two cards no camera can tell: that is left open and asked for.
    if state.rocks and len(cards) == 1:
        rocks = events.STAY if moved is None else _row_of(moved)
    return Explanation(tuple(event for change in cards for event in _moves(state, change, rocks)))


def _is_leftover(change: Difference) -> bool:
    """A Monster that has not been cleared away."""
    return change.recorded is None and change.seen is not None and change.seen.card == MONSTER


def _rocks_leave(state: State, cards: list[Difference]) -> bool:
    taken = {place.name for place in state.setup.grid.places if state.board[place.index] is not None}
    taken |= {change.place for change in cards}
    rows = ([state.setup.grid.places[index].name for index in row] for row in state.setup.grid.rows)
    return sum(taken.issuperset(row) for row in rows) >= ROWS_TO_LEAVE


def _row_of(marker: Difference) -> int:
    return int(marker.place.removeprefix(_ROW))


def _explain_markers(markers: list[Difference]) -> Explanation:
    moved = [change for change in markers if change.seen == _ROCKS]
    others = [change for change in markers if change not in moved and change.recorded != _ROCKS]
    if len(moved) == 1 and not others:
        return Explanation((events.Discard(rocks=_row_of(moved[0])),))
    if len(markers) == 1 and markers[0].seen == _PURPLE_STORM:
        return Explanation((events.Storm(colour=events.PURPLE, row=_row_of(markers[0])),))
    if len(markers) == 1 and markers[0].recorded == _PURPLE_STORM:
        return Explanation((events.EndStorm(colour=events.PURPLE, row=_row_of(markers[0])),))
    return WAITING


def _moves(state: State, change: Difference, rocks: int | str | None) -> list[Event]:
    """What laid this card here; a Wild may stand for several numbers."""
    card = change.seen.card if change.seen is not None else ""
    wild = WILD if card == WILD else None
    if change.place == START:  # shared out evenly at first: the players change it as they agreed
        players = state.seats.players
        shares = divide(state.setup.start_discards, len(players), larger_first=True)
        split = Pairs((name, share) for name, share in zip(players, shares, strict=True) if share)
        return [events.Start(split=split, card=wild, rocks=rocks)]
    if change.place == FINISH:
        return [events.Finish(card=wild, rocks=rocks)]
    if card == MONSTER:
        return [events.Monster(at=change.place, rocks=rocks)]
    if change.recorded is not None and change.recorded.card == card:
        return [events.Rotate(at=change.place, rocks=rocks)]
    facing = None
    if state.sky is not None and change.seen is not None:
        facing = MOON if change.seen.turned else SUN
    if wild:
        return [
            events.Place(card=WILD, as_=f"island-{number}", at=change.place, facing=facing, rocks=rocks)
            for number in _likely_numbers(state, change.place)
        ]
    return [events.Place(card=card, at=change.place, facing=facing, rocks=rocks)]


def _likely_numbers(state: State, name: str) -> list[int]:
    grid, board = state.setup.grid, state.board
    place = grid.by_name.get(name)
    if place is None:
        return []
    below, above = lower(grid, board, place), upper(grid, board, place)
    low, high = (None if index is None else board[index] for index in (below, above))
    near = [laid.number for laid in (low, high) if laid] or [round((place.index + 1) * HIGHEST / 36)]
    free = range(low.number + 1 if low else 1, high.number if high else HIGHEST + 1)
    return sorted(free, key=lambda number: min(abs(number - each) for each in near))[:_MOST_NUMBERS]
