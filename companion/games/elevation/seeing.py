"""The trick as a camera sees it: cards in the order of their arrival come in, the trick goes out."""

from companion.games.elevation.cards import Card, Cards
from companion.games.elevation.events import Trick
from companion.games.elevation.state import Day, State
from companion.games.seeing import GROWING, SETTLED, UNEXPLAINED, Explanation, Table


def lying(state: State) -> Table:
    """Nothing has to lie on the table between two tricks."""
    return {}


def explain(state: State, seen: Table) -> Explanation:
    """A trick once all its cards lie; those of tricks already played may still wait to be cleared."""
    new = new_cards(state, seen)
    if not new:
        return SETTLED
    if state.day is None or not state.day.goes_on:
        return GROWING
    needed = cards_needed(state, state.day)
    if len(new) != needed:
        return GROWING if len(new) < needed else UNEXPLAINED
    return Explanation((as_trick(state.day, new),))


def new_cards(state: State, seen: Table) -> Cards:
    """The cards that have not been played today, in the order of their arrival."""
    played = frozenset() if state.day is None else state.day.seen
    cards = (Card.parse(each.card) for each in seen.values())
    return tuple(card for card in cards if card is not None and card not in played)


def cards_needed(state: State, day: Day) -> int:
    """How many cards make the next trick, the phantom's included."""
    return len(state.setup.climbers) * day.cards_each + int(has_phantom(day))


def has_phantom(day: Day) -> bool:
    """Whether a phantom plays last: while a pile holds a card."""
    return day.conditions.phantom and day.piles.total > 0


def as_trick(day: Day, cards: Cards) -> Trick:
    """The trick that these cards make; what the winner draws only the players know."""
    names = tuple(card.name for card in cards)
    return Trick(cards=names[:-1], phantom=names[-1]) if has_phantom(day) else Trick(cards=names)
