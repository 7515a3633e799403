"""Tranquility: The Ascent: what it offers the house, and where each part is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from companion.games.ascent import actions, events, judging, seeing, view
from companion.games.ascent.art import AscentArt
from companion.games.ascent.board import BOARD, PLACE
from companion.games.ascent.cards import Card
from companion.games.ascent.setup import AscentSetup
from companion.games.ascent.state import MODULES, State, new_game
from companion.games.ascent.view import draw_mountain
from companion.games.board import Board
from companion.games.events import Count, Event, Stuck
from companion.games.game import STANDARD, Game
from companion.games.values import Standing


class Ascent(Game[State]):
    """A mountain of diamonds, climbed together."""

    name = "ascent"
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
    lying = staticmethod(seeing.lying)
    explain = staticmethod(seeing.explain)
    setup = AscentSetup()
    art = AscentArt()
    drawing = staticmethod(draw_mountain)
    offers = staticmethod(actions.offers)
    card_tree = staticmethod(view.card_tree)
    view = staticmethod(view.view)

    def board(self, variant: str = STANDARD) -> Board:
        """The mountain."""
        return BOARD

    def laid(self, state: State, event: Event) -> Mapping[str, str]:
        """A Campfire also moves the card that it replaces."""
        if isinstance(event, events.Campfire) and event.at in PLACE:
            moved = state.board[PLACE[event.at].index]
            return {event.at: event.card, event.to: moved.name if moved else ""}
        return super().laid(state, event)

    def standing(self, state: State) -> Standing:
        """Everybody wins or loses together; goats, objectives and the green path where they are in play."""
        standing = state.seats.standing(state.outcome)
        return replace(standing, shows=judging.shown(state)) if state.setup.modules else standing

    def legal_places(self, state: State, card: str) -> tuple[str, ...]:
        """Where the player to move could play that card."""
        known = Card.parse(card)
        return () if known is None else judging.legal_places(state, known)


GAME = Ascent()
