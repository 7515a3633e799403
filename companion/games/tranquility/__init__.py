"""Tranquility with Stormy Seas: what it offers the house, and where each part is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from companion.games.events import Count, Event, Fields, Stuck, read_event
from companion.games.game import Game
from companion.games.table import Board
from companion.games.tranquility import actions, events, judging, view
from companion.games.tranquility.art import TranquilityArt
from companion.games.tranquility.board import BORDER, COMPASS, FINISH, MONSTER, ROCKS, START, WILD
from companion.games.tranquility.pyramid import Pyramid
from companion.games.tranquility.setup import MODULES, VARIANTS, TranquilitySetup, new_game
from companion.games.tranquility.state import State
from companion.games.tranquility.stormy_seas import Monsters, Rocks, Storms, Wild
from companion.games.tranquility.variants import DayNight
from companion.games.tranquility.view import draw_grid
from companion.games.values import Standing

# Whose fields they are: they mean nothing where it is not in play.
_OWNERS = {"rocks": Rocks.name, "explorer": Pyramid.name, "facing": DayNight.name}
# Which variants and modules bring these cards, by their family.
_PLAYED_WITH = {
    ROCKS: (Rocks.name, Pyramid.name),
    MONSTER: (Monsters.name, Pyramid.name),
    WILD: (Wild.name, Pyramid.name),
    "storm": (Storms.name, Pyramid.name),
    COMPASS: (Storms.name, DayNight.name, Pyramid.name),
    BORDER: (Pyramid.name,),
}


class Tranquility(Game[State]):
    """A sea of numbered Islands, put in order together."""

    name = "tranquility"
    boards: ClassVar[Mapping[str, Board | None]] = {name: each.board for name, each in VARIANTS.items()}
    modules = tuple(MODULES)
    codes = (
        *("over", "turn", "module", "deck", "undo", "not-stuck"),
        *("slot", "occupied", "phase", "duplicate", "order", "impossible", "blocked", "adjacent-only"),
        *("orientation", "cost", "explorer-missing", "rocks-missing", "rocks-full", "hand"),
        *("start-again", "start-split", "finish-early", "finish-monsters", "finish-orientation"),
        *("monster-target", "rotate-target", "storm-full", "compass-none", "storm-none"),
    )
    events: ClassVar[tuple[type[Event], ...]] = (
        *(events.Place, events.Start, events.Finish, events.Discard, events.DiscardHand, events.Monster),
        *(events.Storm, events.Reopen, events.EndStorm, events.Flip, events.Rotate, events.Refresh),
        *(Stuck, Count),
    )
    new_game = staticmethod(new_game)
    judge = staticmethod(judging.judge)
    takes_turn = staticmethod(judging.takes_turn)
    legal_places = staticmethod(judging.legal_places)
    lying = staticmethod(view.lying)
    explain = staticmethod(view.explain)
    setup = TranquilitySetup()
    art = TranquilityArt()
    drawing = staticmethod(draw_grid)
    offers = staticmethod(actions.offers)
    card_tree = staticmethod(view.card_tree)
    view = staticmethod(view.view)

    def is_in_play(self, state: State, card: str) -> bool:
        owners = _PLAYED_WITH.get(card.partition("-")[0], ())
        return not owners or any(map(state.has, owners))

    def laid(self, state: State, event: Event) -> Mapping[str, str]:
        """A Wild shows the Island that it stands for."""
        wild = event.as_ if isinstance(event, events.Place) else None
        return {place: wild or card for place, card in super().laid(state, event).items()}

    def read_event(self, state: State, line: Fields) -> Event:
        """The event that a line describes; what the game in play does not know is ignored."""
        line.ignore(*(field for field, owner in _OWNERS.items() if not state.has(owner)))
        reopens = line.rest.get("do") == events.Reopen.do and line.has("at")
        kinds = {**self._kinds, events.Reopen.do: events.Reopen} if reopens else self._kinds
        event = read_event(kinds, line)
        events.check_event(event, grid_full=state.is_full)
        return event

    def standing(self, state: State) -> Standing:
        standing = state.setup.variant.standing(state)
        return replace(standing, shows={"compasses": state.sea.compasses}) if state.sea else standing

    def summary(self, state: State) -> dict[str, Any]:
        """A Wild shows its number; by day and night, which end of a card is up."""
        places = zip(state.setup.grid.places, state.board, strict=True)
        lying = {place.name: laid for place, laid in places if laid is not None}
        board = {START: START} if state.start is not None else {}
        board |= {name: laid.name for name, laid in lying.items()}
        board |= {FINISH: FINISH} if state.finish else {}
        facing = {"facing": {name: laid.facing for name, laid in lying.items()}} if state.sky else {}
        return {**super().summary(state), "board": board, **facing}


GAME = Tranquility()
