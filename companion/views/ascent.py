"""The mountain as a view: places with cards and goats, players with counts, the goals of the modules."""

from companion.games.ascent.art import facet
from companion.games.ascent.goals import goats_on_top, green_row
from companion.games.ascent.mountain import PLACES, Place
from companion.games.ascent.state import GOATS, GREEN_PATH, PANORAMA, State
from companion.games.match import Match
from companion.games.values import Outcome
from companion.locale import Locale
from companion.views.values import Cell, Goal, Seat, Table


def view_table(match: Match, locale: Locale) -> Table:
    """The mountain as the companion believes it."""
    state: State = match.state
    cells = tuple(view_cell(state, place) for place in PLACES)
    going = state.outcome is Outcome.OPEN
    seats = tuple(
        Seat(name, state.seats.hands[seat], state.seats.piles[seat], going and seat == state.seats.mover)
        for seat, name in enumerate(state.seats.players)
    )
    mover = state.seats.player if going else None
    return Table("ascent", "mountain", cells, seats, mover, state.outcome, view_goals(state, locale))


def view_cell(state: State, place: Place) -> Cell:
    """A place: its card with its goats, or a piece of the slope."""
    card = state.board[place.index]
    name = card.name if card else ""
    return Cell(place.name, name, state.goats[place.index], ground=facet(place.row))


def view_goals(state: State, locale: Locale) -> tuple[Goal, ...]:
    """A line for each module in play, and the ropes of a solo game."""
    goals: list[Goal] = []
    if state.has(GREEN_PATH):
        row = green_row(state.board)
        goals.append(Goal("path", locale.say("screens.goals.green-path", row=row), row == 8))
    if state.has(PANORAMA):
        goals += [
            Goal("photo", "–".join(map(str, sequence)), done)
            for sequence, done in zip(state.setup.objectives, state.objectives, strict=True)
        ]
    if state.has(GOATS):
        top = goats_on_top(state)
        goals.append(Goal("goat", locale.say("screens.goals.goats", top=top), top >= 8))
    if state.setup.solo:
        goals.append(Goal("rope", locale.say("screens.goals.ropes", count=state.ropes)))
    return tuple(goals)
