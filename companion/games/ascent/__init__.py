"""Tranquility: The Ascent: what it offers the house, and where each part is."""

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.games.ascent import actions, art, events, judging, seeing, setup, view
from companion.games.ascent.board import BOARD, PLACE
from companion.games.ascent.cards import Card
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
    legal_events = staticmethod(judging.legal_events)
    lying = staticmethod(seeing.lying)
    explain = staticmethod(seeing.explain)
    face = staticmethod(art.face)
    scenery = staticmethod(art.scenery)
    poster = staticmethod(art.poster)
    faces = "companion.games.ascent.faces"
    drawing = staticmethod(draw_mountain)
    all_choices = setup.ALL_CHOICES
    lessons = setup.LESSONS
    choices = staticmethod(setup.choices)
    header = staticmethod(setup.header)
    from_own_deck = staticmethod(setup.from_own_deck)
    setup_pages = staticmethod(setup.setup_pages)
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
        """Everybody wins or loses together."""
        return state.seats.standing(state.outcome)

    def shows(self, state: State) -> dict[str, Any]:
        """Goats, objectives and the green path, where they are in play."""
        return judging.shown(state) if state.setup.modules else {}

    def legal_places(self, state: State, card: str) -> tuple[str, ...]:
        """Where the player to move could play that card."""
        known = Card.parse(card)
        return () if known is None else judging.legal_places(state, known)


GAME = Ascent()
