"""Tranquility: The Ascent: what it offers the house, and where each part is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from companion.games.ascent import actions, events, judging, view
from companion.games.ascent.art import AscentArt
from companion.games.ascent.board import BOARD, CARDS, PLACE
from companion.games.ascent.setup import AscentSetup
from companion.games.ascent.state import MODULES, State, new_game, shown
from companion.games.ascent.view import draw_mountain
from companion.games.events import Count, Event, Stuck
from companion.games.game import STANDARD, Game
from companion.games.table import Board
from companion.games.values import Standing


class Ascent(Game[State]):
    """A mountain of diamonds, climbed together."""

    name = "ascent"
    boards: ClassVar[Mapping[str, Board | None]] = {STANDARD: BOARD}
    modules = MODULES
    codes = (
        *("over", "turn", "module", "deck", "slot", "undo", "not-stuck", "hand"),
        *("summit-place", "occupied", "row-start", "support", "row-value", "colour", "cost"),
        *("bridge-end", "summit-early", "summit-goal", "rope"),
        *("campfire-target", "campfire-colour", "campfire-goats", "campfire-move"),
        *("herd-from", "herd-path", "herd-empty", "herd-bridge", "herd-top"),
    )
    events: ClassVar[tuple[type[Event], ...]] = (
        *(events.Place, events.Campfire, events.Discard, events.Herd, events.Rope),
        *(Stuck, Count),
    )
    new_game = staticmethod(new_game)
    judge = staticmethod(judging.judge)
    lying = staticmethod(view.lying)
    explain = staticmethod(view.explain)
    setup = AscentSetup()
    art = AscentArt()
    drawing = staticmethod(draw_mountain)
    offers = staticmethod(actions.offers)
    card_tree = staticmethod(view.card_tree)
    view = staticmethod(view.view)

    def laid(self, state: State, event: Event) -> Mapping[str, str]:
        """A Campfire also moves the card that it replaces."""
        if isinstance(event, events.Campfire) and event.at in PLACE:
            moved = state.board[PLACE[event.at].index]
            return {event.at: event.card, event.to: moved.name if moved else ""}
        return super().laid(state, event)

    def standing(self, state: State) -> Standing:
        standing = state.seats.standing(state.outcome)
        return replace(standing, shows=shown(state)) if state.setup.modules else standing

    def legal_places(self, state: State, card: str) -> tuple[str, ...]:
        return judging.legal_places(state, CARDS[card]) if card in CARDS else ()


GAME = Ascent()
