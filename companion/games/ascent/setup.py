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
    RULINGS,
    bridge_seats,
)
from companion.games.events import Event
from companion.games.seats import all_deals, chosen_piles, divide
from companion.games.setup import SWITCH, Choice, Chosen, Page

# To begin with: the players enter those that their own Panoramas show. The books name the first two.
_OBJECTIVES = ((3, 4, 3), (9, 8, 7), (1, 2, 2), (4, 5, 6), (10, 10))
_OBJECTIVE_COUNTS = (3, 4, 5)
_HAND = 5
_SLOPES = tuple(card.name for card in CARDS.values() if card.kind is Kind.ASCENT)

CHOICES: tuple[Choice, ...] = (
    Choice(GREEN_PATH, values=SWITCH, old="ascent_modules"),
    Choice(PANORAMA, values=SWITCH, old="ascent_modules"),
    Choice(
        "objectives", _OBJECTIVES[:3], page=Page.NUMBERS, most=MOST_OBJECTIVES, icon="photo", old="objectives"
    ),
    Choice(GOATS, values=SWITCH, old="ascent_modules"),
    Choice(
        "goat-cards", (), page=Page.CARDS, options=_SLOPES, most=MOST_GOATS, icon="goat", old="goat_cards"
    ),
    Choice("ropes", MOST_ROPES, tuple(range(MOST_ROPES + 1)), old="ropes"),
    Choice("piles", (), ()),
)
_RULING_CHOICES = tuple(Choice(f"ruling-{name}", values=SWITCH) for name in RULINGS)
ALL_CHOICES = (*CHOICES, *_RULING_CHOICES)
_CARDS_DEALT = 85  # the book: four players divide 83 once two of them have a Bridge


def choices(chosen: Chosen) -> tuple[Choice, ...]:
    """The modules, each with what it needs once it is on."""
    path, panorama, objectives, goats, goat_cards, ropes, _ = CHOICES
    rows = [path, panorama]
    if chosen[PANORAMA]:
        counts = Choice(
            "objective-count", chosen["objectives"], _objective_counts(chosen), field="objectives"
        )
        rows += [counts, objectives]
    rows += [goats, goat_cards] if chosen[GOATS] else [goats]
    rows += [ropes] if chosen.solo else []
    deals = pile_deals(len(chosen.players))
    rows += [Choice("piles", deals[0], deals)] if len(deals) > 1 else []
    return (*rows, *_RULING_CHOICES)


def pile_deals(players: int) -> tuple[tuple[int, ...], ...]:
    """Every way the piles can lie after the draw: the first player has a larger one, the others by chance."""
    if players < 2:
        return ()
    dealt = bridge_seats(players)
    sizes = divide(_CARDS_DEALT - len(dealt), players, larger_first=True)
    bridges = [seat in dealt for seat in range(players)]
    return tuple(
        tuple(size - _HAND + bridge for size, bridge in zip(way, bridges, strict=True))
        for way in all_deals(sizes)
    )


def _objective_counts(chosen: Chosen) -> tuple[tuple[tuple[int, ...], ...], ...]:
    kept = chosen["objectives"]
    others = tuple(each for each in _OBJECTIVES if each not in kept)
    return tuple((*kept, *others)[:count] for count in _OBJECTIVE_COUNTS)


def header(chosen: Chosen) -> dict[str, Any]:
    """Modules, objectives with the panorama, ropes when alone."""
    modules = chosen.switched_on(MODULES)
    found: dict[str, Any] = {"modules": modules} if modules else {}
    if PANORAMA in modules:
        found["objectives"] = [list(each) for each in chosen["objectives"]]
    found |= {"ropes": chosen["ropes"]} if chosen.solo else {}
    found |= chosen_piles(chosen["piles"], pile_deals(len(chosen.players)))
    rulings = {name: RULINGS[name][0] for name in RULINGS if chosen[f"ruling-{name}"]}
    return found | ({"rulings": rulings} if rulings else {})


def from_own_deck(event: Event, chosen: Chosen) -> Event:
    """A card that shows the goat in the owner's deck brings it, until the player says otherwise."""
    shows = isinstance(event, Place) and event.card in chosen["goat-cards"]
    return replace(event, goat=True) if shows and isinstance(event, Place) else event
