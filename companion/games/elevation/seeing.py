"""The trick as a camera sees it: cards in the order of their arrival come in, the trick goes out."""

from dataclasses import replace

from companion.games.elevation.cards import Card, Cards
from companion.games.elevation.events import Trick
from companion.games.elevation.state import Day, State
from companion.games.table import GROWING, SETTLED, Explanation, Table


def explain(state: State, seen: Table) -> Explanation:
    """A trick once all its cards lie, legal or not; those of tricks already played may wait to be cleared."""
    cards = trick_cards(state, seen)
    if not cards:
        return SETTLED
    day = state.day
    if day is None or not day.goes_on:
        return GROWING
    if len(cards) < cards_needed(state, day):
        return replace(GROWING, order=tuple(seen))
    return Explanation((_as_trick(day, cards),), order=tuple(seen))


def trick_cards(state: State, seen: Table) -> Cards:
    """The cards of the trick under way in the order of their arrival; none while all were played before.

    A card that was played today and comes again belongs to the trick: that is a mistake to be told.
    """
    played = frozenset() if state.day is None else state.day.seen
    found = (Card.parse(each.card) for each in seen.values())
    cards = tuple(card for card in found if card is not None)
    return () if played.issuperset(cards) else cards


def cards_needed(state: State, day: Day) -> int:
    """How many cards make the next trick, the phantom's included."""
    return len(state.setup.climbers) * day.cards_each + int(has_phantom(day))


def has_phantom(day: Day) -> bool:
    """Whether a phantom plays last: while a pile holds a card."""
    return day.conditions.phantom and day.piles.total > 0


def _as_trick(day: Day, cards: Cards) -> Trick:
    names = tuple(card.name for card in cards)
    return Trick(cards=names[:-1], phantom=names[-1]) if has_phantom(day) else Trick(cards=names)
