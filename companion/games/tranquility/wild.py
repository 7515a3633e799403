"""Wild cards: two that stand for any card, whoever holds them."""

from dataclasses import replace

from companion.games.protocol import Deck
from companion.games.tranquility.cards import WILD
from companion.games.tranquility.state import State
from companion.games.tranquility.units import Unit


class Wild(Unit):
    """The Wild cards in a game."""

    name = WILD

    def cards(self, deck: Deck, chosen: int) -> int:
        """As many as the box holds."""
        return deck.get(WILD, 0)

    def wilds(self, state: State, seat: int) -> int:
        """Any player may hold those that were not played."""
        return state.setup.deck.get(WILD, 0) - state.wilds

    def use_wild(self, state: State, seat: int) -> State:
        """One Wild less."""
        return replace(state, wilds=state.wilds + 1)

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        """A Wild that was not played."""
        return card == WILD and self.wilds(state, seat) > 0
