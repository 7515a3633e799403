"""What people choose for Tranquility: the variant, or Stormy Seas modules and how many Islands leave."""

from dataclasses import replace
from typing import Any

from companion.games.game import STANDARD
from companion.games.seats import all_deals, chosen_piles, divide
from companion.games.setup import SWITCH, Choice, Chosen, Page
from companion.games.tranquility.competitive import Competitive
from companion.games.tranquility.header import (
    HAND,
    LEVELS,
    MODULES,
    SOLO_HAND,
    SOLO_START_DISCARDS,
    VARIANTS,
)
from companion.games.tranquility.pyramid import Pyramid
from companion.games.tranquility.rule_modules import RuleModule
from companion.games.tranquility.state import COMPASSES, ONE_CARD, RULINGS
from companion.games.tranquility.storms import Storms
from companion.games.tranquility.stormy_seas import Monsters, Rocks

_BORDER_PLACES = tuple(place.name for place in Pyramid.grid.places)
NUMBERS = {  # what a module needs once it is on, as the header calls it
    Rocks.name: Choice("rocks-row", 1, tuple(range(1, 7)), old="rocks"),
    Monsters.name: Choice("monsters-count", 3, (3, 4, 5), old="monsters"),
}
_MODULE_CHOICES = {name: Choice(name, values=SWITCH, old="sea_modules") for name in MODULES}
_VARIANT = Choice("variant", STANDARD, tuple(VARIANTS), old="variant")
_REMOVED = Choice("removed", 0, LEVELS, old="removed")
_BORDER = Choice("border", (), page=Page.PLACES, options=_BORDER_PLACES, old="border")
_DIFFICULTIES = tuple(Choice(name, values=SWITCH, old=name) for name in ("harder", "easier"))
_SOLO = (
    Choice("hand", SOLO_HAND, tuple(range(3, 9)), old="hand"),
    Choice("start-discards", SOLO_START_DISCARDS, tuple(range(9)), old="start_discards"),
)
_RULING_CHOICES = {name: Choice(f"ruling-{name}", values=SWITCH) for name in RULINGS}
_PILES = Choice("piles", ())
# What the box holds of the cards that are dealt out.
BOX = {f"island-{number}": 1 for number in range(1, 81)} | {
    **{f"storm-{colour}": 2 for colour in ("yellow", "purple", "orange")},
    "finish": 5,
    "compass": 6,
    "wild": 2,
}
CHOICES: tuple[Choice, ...] = (
    *(_VARIANT, _REMOVED, _BORDER, *_DIFFICULTIES, *_SOLO),
    *(*_MODULE_CHOICES.values(), *NUMBERS.values()),
    *(_PILES, *_RULING_CHOICES.values()),
)


def choices(chosen: Chosen) -> tuple[Choice, ...]:
    """The variant and its own lines; without one the modules, each with its number once it is on."""
    rows = [_VARIANT]
    if chosen["variant"] == STANDARD:
        rows.append(_REMOVED)
        for name, choice in _MODULE_CHOICES.items():
            rows += [choice, NUMBERS[name]] if name in NUMBERS and chosen[name] else [choice]
    if chosen["variant"] == Pyramid.name:
        rows += [_BORDER, *_DIFFICULTIES]
    rows += _SOLO if chosen.solo else ()
    deals = _pile_deals(chosen)
    rows += [replace(_PILES, usual=deals[0], values=deals)] if len(deals) > 1 else []
    return (*rows, *(_RULING_CHOICES[name] for name in _open_rulings(chosen)))


def _pile_deals(chosen: Chosen) -> tuple[tuple[int, ...], ...]:
    """Every way the piles can lie: whoever begins has one of the smaller ones, the others by chance."""
    if len(chosen.players) < 2 or chosen["variant"] not in VARIANTS.keys() - {Competitive.name}:
        return ()
    cards = sum(module.cards(BOX, number) for module, number in _dealt_modules(chosen))
    variant = VARIANTS[chosen["variant"]]
    left = int(variant.has_start) - HAND
    removed = chosen["removed"] if variant.name == STANDARD else 0
    sizes = divide(cards - removed, len(chosen.players), larger_first=False)
    return all_deals(tuple(size + left for size in sizes))


def _dealt_modules(chosen: Chosen) -> list[tuple[RuleModule, int]]:
    variant = VARIANTS[chosen["variant"]]
    modules = chosen.switched_on(tuple(MODULES)) if variant.name == STANDARD else []
    numbers = {Monsters.name: chosen["monsters-count"]}
    return [(variant, 0), *((MODULES[name], numbers.get(name, 0)) for name in modules)]


def _open_rulings(chosen: Chosen) -> list[str]:
    storms = chosen["variant"] == STANDARD and chosen[Storms.name]
    played = {ONE_CARD: chosen["variant"] != Competitive.name, COMPASSES: storms}
    return [name for name in RULINGS if played[name]]


def header(chosen: Chosen) -> dict[str, Any]:
    """A variant, or the standard game with Stormy Seas modules."""
    variant = chosen["variant"]
    found = _standard_header(chosen) if variant == STANDARD else {"variant": variant}
    if variant == Pyramid.name:
        found |= {"border": list(chosen["border"])} if chosen["border"] else {}
        found |= dict.fromkeys(chosen.switched_on(("harder", "easier")), True)
    found |= chosen_piles(chosen["piles"], _pile_deals(chosen))
    if chosen.solo and variant != Competitive.name:
        found |= {"hand": chosen["hand"], "start_discards": chosen["start-discards"]}
    rulings = {name: RULINGS[name][0] for name in _open_rulings(chosen) if chosen[f"ruling-{name}"]}
    return found | ({"rulings": rulings} if rulings else {})


def _standard_header(chosen: Chosen) -> dict[str, Any]:
    modules = chosen.switched_on(tuple(MODULES))
    found: dict[str, Any] = {"removed": chosen["removed"]} if chosen["removed"] else {}
    found |= {"modules": modules} if modules else {}
    return found | {name: chosen[choice.name] for name, choice in NUMBERS.items() if name in modules}
