"""Wild cards: two that stand for any card, whoever holds them."""

from dataclasses import replace

from companion.games.game import CardCounts
from companion.games.tranquility.cards import WILD
from companion.games.tranquility.rule_modules import RuleModule
from companion.games.tranquility.state import State


class Wild(RuleModule):
    """The Wild cards in a game."""

    name = WILD

    def cards(self, deck: CardCounts, chosen: int) -> int:
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
