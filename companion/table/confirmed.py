"""Confirmed cards: what an event changed and what was seen come in, each card's upright patch goes out."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.games.events import Event
from companion.games.match import Match
from companion.games.table import Lying, Seen
from companion.table.tracker import TableTracker
from vision.types import Picture


@dataclass(frozen=True, slots=True, eq=False)
class ConfirmedCard:
    """A card that people confirmed, as it was seen."""

    card: str
    patch: Picture


def confirmed_cards(
    before: Match, after: Match, event: Event, seen: Seen, tracker: TableTracker
) -> tuple[ConfirmedCard, ...]:
    """The cards that an event brought and that were seen to lie; not those that were told before."""
    taken = set(before.game.taken(event))
    loose = (
        ConfirmedCard(each.card, each.seen.patch)
        for _, each in tracker.as_they_came()
        if each.card in taken and each.card is not None and each.seen.patch is not None
    )
    return (*_on_places(before, after, event, seen, tracker), *loose)


def _on_places(
    before: Match, after: Match, event: Event, seen: Seen, tracker: TableTracker
) -> Iterator[ConfirmedCard]:
    old, new = before.game.lying(before.state), after.game.lying(after.state)
    laid = {place: Lying(card) for place, card in before.game.laid(before.state, event).items()}
    brought = laid | {place: lying for place, lying in new.items() if old.get(place) != lying}
    for place, lying in brought.items():
        reading, there = tracker.readings.get(place), seen.table.get(place)
        card = None if reading is None else reading.card
        if card is None or card.patch is None or there is None or there.card != lying.card:
            continue
        turned = lying.turned and card.card is None  # what was read is upright already
        patch = np.ascontiguousarray(np.rot90(card.patch, 2)) if turned else card.patch
        yield ConfirmedCard(lying.card, patch)
