"""Elevation: what it offers the house, and where each part is."""

from typing import Any, ClassVar

from companion.games.elevation import actions, events, judging, view
from companion.games.elevation.art import ElevationArt
from companion.games.elevation.cards import face_up_zones
from companion.games.elevation.setup import ElevationSetup
from companion.games.elevation.state import State, new_game
from companion.games.elevation.view import draw_sheet
from companion.games.events import Event, Fields, Stuck
from companion.games.game import Game
from companion.games.table import Zone
from companion.games.values import Standing


class Elevation(Game[State]):
    """Three days of tricks, scored by mountain ranges."""

    name = "elevation"
    most_players = 6
    codes = (
        *("over", "turn", "day-open", "deck", "undo", "not-stuck"),
        *("approach", "count", "duplicate", "early", "answer", "revoke"),
    )
    events: ClassVar[tuple[type[Event], ...]] = (
        events.Day,
        events.Trick,
        events.ApproachCard,
        events.EndDay,
        Stuck,
    )
    new_game = staticmethod(new_game)
    judge = staticmethod(judging.judge)
    explain = staticmethod(view.explain)
    setup = ElevationSetup()
    art = ElevationArt()
    drawing = staticmethod(draw_sheet)
    offers = staticmethod(actions.offers)
    card_tree = staticmethod(view.card_tree)
    view = staticmethod(view.view)

    def zones(self, state: State) -> tuple[Zone, ...]:
        return face_up_zones(state.setup.climbers[state.setup.humans :])

    def read_event(self, state: State, line: Fields) -> Event:
        """The event that a line describes; auto-ascenders may be named like players."""
        line.players = state.setup.climbers
        return super().read_event(state, line)

    def takes_turn(self, state: State, event: Event) -> bool:
        """Days, approach cards and scores are everybody's."""
        return isinstance(event, events.Trick | Stuck)

    def standing(self, state: State) -> Standing:
        """Hands and the face-down pile are the same for everybody, nothing outside a day."""
        day = state.day
        each = (0, 0) if day is None else (day.hand, day.piles.down)
        return Standing(
            state.outcome,
            state.next,
            scores=state.totals,
            rounds={name: state.points(seat) for seat, name in enumerate(state.setup.scorers)},
            winners=tuple(state.winners),
            each=each,
            shows={"tricks_left": None if day is None else day.tricks_left},
        )

    def summary(self, state: State) -> dict[str, Any]:
        days = [day.as_dict() for day in state.days]
        return {"days": days, "totals": state.totals, "winners": state.winners}


GAME = Elevation()
