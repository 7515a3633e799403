"""The sea as a view: places with Islands, what closes rows and places, players with their storms."""

from companion.games.match import Match
from companion.games.tranquility.grid import Place
from companion.games.tranquility.state import State
from companion.games.values import Outcome
from companion.locale import Locale
from companion.views.values import Cell, Goal, Seat, Table

SHAPES = {"high-arch": "arch", "pyramid": "pyramid"}
WITHOUT_START = ("high-arch", "pyramid", "competitive")


def view_table(match: Match, locale: Locale) -> Table:
    """The sea as the companion believes it."""
    state: State = match.state
    variant = state.setup.variant.name
    going = state.outcome is Outcome.OPEN
    return Table(
        "tranquility",
        SHAPES.get(variant, "grid"),
        view_cells(state, variant),
        view_seats(state, locale, going),
        state.seats.player if going else None,
        state.outcome,
        view_goals(state, locale),
        winners=tuple(match.game.summary(state).get("winners", ())),
        row_marks=row_marks(state),
    )


def view_cells(state: State, variant: str) -> tuple[Cell, ...]:
    """Every place, with the corners where the game has them."""
    cells = [view_cell(state, place) for place in state.setup.grid.places]
    if variant not in WITHOUT_START:
        cells.append(Cell("start", "start" if state.start is not None else ""))
    if variant != "competitive":
        cells.append(Cell("finish", "finish" if state.finish else ""))
    return tuple(cells)


def view_cell(state: State, place: Place) -> Cell:
    """One place: its Island, which end is up, whether it is closed or shows a border card."""
    laid = state.board[place.index]
    closed = state.expedition is not None and place.index in state.expedition.closed
    return Cell(
        place.name,
        laid.name if laid is not None else "",
        facing=laid.facing if laid is not None else "",
        closed="storm" if closed else "",
        border=place.index in state.setup.border,
    )


def view_seats(state: State, locale: Locale, going: bool) -> tuple[Seat, ...]:
    """The players, with the Storms that lie before them."""
    seats = state.seats
    return tuple(
        Seat(
            name,
            seats.hands[seat],
            seats.piles[seat],
            going and seat == seats.mover,
            storms(state, seat, locale),
        )
        for seat, name in enumerate(seats.players)
    )


def storms(state: State, seat: int, locale: Locale) -> str:
    """The Storms before a player, in words."""
    if state.sea is None:
        return ""
    counts = (("yellow", state.sea.yellow[seat]), ("orange", state.sea.orange[seat]))
    return ", ".join(locale.say(f"screens.goals.{colour}") for colour, count in counts if count)


def row_marks(state: State) -> tuple[tuple[int, str], ...]:
    """What closes rows: the Jagged Rocks, Purple Storms."""
    marks = [(state.rocks, "rocks")] if state.rocks else []
    if state.sea is not None:
        marks += [
            (row, "storm") for row, count in enumerate(state.sea.purple, 1) if count and row != state.rocks
        ]
    return tuple(marks)


def view_goals(state: State, locale: Locale) -> tuple[Goal, ...]:
    """What the modules and variants add."""
    goals = []
    if state.sea is not None:
        goals.append(Goal("compass", locale.say("screens.goals.compasses", count=state.sea.compasses)))
    if state.sky is not None:
        goals.append(Goal(state.sky.facing, locale.say(f"screens.goals.hands-{state.sky.facing}")))
    if state.contest is not None:
        goals.append(Goal("hand", locale.say("screens.goals.row-cards", count=state.contest.row)))
    return tuple(goals)
