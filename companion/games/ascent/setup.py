"""What people choose for The Ascent: modules with what they need, the ropes of a solo game."""

from dataclasses import replace
from typing import Any

from companion.games.ascent.cards import CARDS, Kind
from companion.games.ascent.events import Place
from companion.games.ascent.state import (
    GOATS,
    GREEN_PATH,
    MODULES,
    MOST_GOATS,
    MOST_OBJECTIVES,
    MOST_ROPES,
    PANORAMA,
)
from companion.games.events import Event
from companion.games.setup import SWITCH, Choice, Chosen, Page

# To begin with: the players enter those that their own Panoramas show. The books name the first two.
OBJECTIVES = ((3, 4, 3), (9, 8, 7), (1, 2, 2), (4, 5, 6), (10, 10))
OBJECTIVE_COUNTS = (3, 4, 5)
SLOPES = tuple(card.name for card in CARDS.values() if card.kind is Kind.ASCENT)

CHOICES: tuple[Choice, ...] = (
    Choice(GREEN_PATH, values=SWITCH, old="ascent_modules"),
    Choice(PANORAMA, values=SWITCH, old="ascent_modules"),
    Choice(
        "objectives", OBJECTIVES[:3], page=Page.NUMBERS, most=MOST_OBJECTIVES, icon="photo", old="objectives"
    ),
    Choice(GOATS, values=SWITCH, old="ascent_modules"),
    Choice("goat-cards", (), page=Page.CARDS, options=SLOPES, most=MOST_GOATS, icon="goat", old="goat_cards"),
    Choice("ropes", MOST_ROPES, tuple(range(MOST_ROPES + 1)), old="ropes"),
)


def choices(chosen: Chosen) -> tuple[Choice, ...]:
    """The modules, each with what it needs once it is on."""
    path, panorama, objectives, goats, goat_cards, ropes = CHOICES
    rows = [path, panorama]
    if chosen[PANORAMA]:
        counts = Choice("objective-count", values=_objective_counts(chosen), field="objectives")
        rows += [counts, objectives]
    rows += [goats, goat_cards] if chosen[GOATS] else [goats]
    return (*rows, ropes) if chosen.solo else tuple(rows)


def _objective_counts(chosen: Chosen) -> tuple[tuple[tuple[int, ...], ...], ...]:
    kept = chosen["objectives"]
    others = tuple(each for each in OBJECTIVES if each not in kept)
    return tuple((*kept, *others)[:count] for count in OBJECTIVE_COUNTS)


def header(chosen: Chosen) -> dict[str, Any]:
    """Modules, objectives with the panorama, ropes when alone."""
    modules = chosen.switched_on(MODULES)
    found: dict[str, Any] = {"modules": modules} if modules else {}
    if PANORAMA in modules:
        found["objectives"] = [list(each) for each in chosen["objectives"]]
    return found | ({"ropes": chosen["ropes"]} if chosen.solo else {})


def from_own_deck(event: Event, chosen: Chosen) -> Event:
    """A card that shows the goat in the owner's deck brings it, until the player says otherwise."""
    shows = isinstance(event, Place) and event.card in chosen["goat-cards"]
    return replace(event, goat=True) if shows and isinstance(event, Place) else event
