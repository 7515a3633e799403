"""Setting the table: a header comes in, the state before the first card goes out."""

from companion.games.events import Fields
from companion.games.game import CardCounts
from companion.games.seats import Seats, divide, read_modules, read_piles, read_rulings
from companion.games.tranquility.competitive import Competitive
from companion.games.tranquility.day_night import DayNight
from companion.games.tranquility.judging import rules_of
from companion.games.tranquility.pyramid import Pyramid, most_borders
from companion.games.tranquility.rule_modules import HighArch, RuleModule, Standard, Variant
from companion.games.tranquility.state import RULINGS, Setup, State
from companion.games.tranquility.stormy_seas import Monsters, Rocks, Storms, Wild
from companion.games.values import BadRecord

VARIANTS: dict[str, Variant] = {
    variant.name: variant for variant in (Standard(), HighArch(), Pyramid(), DayNight(), Competitive())
}
MODULES: dict[str, RuleModule] = {module.name: module for module in (Rocks(), Monsters(), Storms(), Wild())}
LEVELS = (0, 4, 6, 8, 10, 12)  # nothing removed, Galateia, Triton, Leucothea, Amphitrite, Poseidon
HAND = 5
_START_DISCARDS = 8
# Ruling: the sources do not hold the solo card; these are the stated defaults of the two settings.
SOLO_HAND = 5
SOLO_START_DISCARDS = 4
_MOST_SOLO = 10


def new_game(header: Fields, deck: CardCounts) -> State:
    """The state before the first event."""
    variant = VARIANTS[header.choice("variant", tuple(VARIANTS)) if header.has("variant") else Standard.name]
    modules = read_modules(header, tuple(MODULES))
    _check_variant(header, variant, modules)
    rule_modules: tuple[RuleModule, ...] = (
        variant,
        *(module for name, module in MODULES.items() if name in modules),
    )
    solo = len(header.players) == 1
    rocks = _read_with(header, "rocks", Rocks.name in modules, 1, len(variant.grid.rows))
    easier = _read_flag(header, "easier", variant)
    setup = Setup(
        deck,
        variant,
        rule_modules,
        rules_of(variant, rule_modules),
        hand_size=_read_solo(header, "hand", solo, 1, SOLO_HAND, HAND),
        start_discards=_read_solo(header, "start_discards", solo, 0, SOLO_START_DISCARDS, _START_DISCARDS),
        monsters=_read_with(header, "monsters", Monsters.name in modules, 3, 5),
        removed=_read_removed(header),
        border=_read_border(header, variant, most_borders(deck, easier=easier)),
        harder=_read_flag(header, "harder", variant),
        easier=easier,
        rulings=read_rulings(header, RULINGS),
    )
    return _open_game(header, setup, rocks)


def _open_game(header: Fields, setup: Setup, rocks: int) -> State:
    players = tuple(header.players)
    seats = Seats(players, (setup.hand_size,) * len(players), _read_starting_piles(header, setup))
    state = State(setup, seats, setup.grid.empty, rocks=rocks)
    for module in setup.rule_modules:
        state = module.open(state)
    return state


def _check_variant(header: Fields, variant: Variant, modules: tuple[str, ...]) -> None:
    if modules and variant.name != Standard.name:
        raise BadRecord("variant-modules", variant=variant.name)
    if variant.name != Competitive.name:
        return
    if len(header.players) != 2:
        raise BadRecord("competitive-players", count=len(header.players))
    if header.has("piles"):
        raise BadRecord("competitive-piles")


def _read_with(header: Fields, name: str, wanted: bool, low: int, high: int) -> int:
    if wanted:
        return header.number(name, low, high)
    if header.has(name):
        raise BadRecord("field-module", field=name, module=name)
    return 0


def _read_solo(header: Fields, name: str, solo: bool, low: int, default: int, others: int) -> int:
    if not solo:
        if header.has(name):
            raise BadRecord("field-solo", field=name)
        return others
    return header.optional(name, lambda field: header.number(field, low, _MOST_SOLO), default)


def _read_removed(header: Fields) -> int:
    removed = header.number("removed") if header.has("removed") else 0
    if removed not in LEVELS:
        raise BadRecord("removed-level", levels=", ".join(map(str, LEVELS)))
    return removed


def _for_pyramid(header: Fields, name: str, variant: Variant) -> bool:
    if header.has(name) and variant.name != Pyramid.name:
        raise BadRecord("field-module", field=name, module=Pyramid.name)
    return header.has(name)


def _read_flag(header: Fields, name: str, variant: Variant) -> bool:
    return _for_pyramid(header, name, variant) and header.flag(name)


def _read_border(header: Fields, variant: Variant, most: int) -> frozenset[int]:
    names = header.places("border") if _for_pyramid(header, "border", variant) else ()
    stranger = next((name for name in names if name not in variant.grid.by_name), None)
    if stranger is not None:
        raise BadRecord("border-place", place=stranger)
    if len(set(names)) != len(names):
        raise BadRecord("field-twice", field="border")
    if len(names) > most:
        raise BadRecord("border-many", count=len(names), most=most)
    return frozenset(variant.grid.by_name[name].index for name in names)


def _read_starting_piles(header: Fields, setup: Setup) -> tuple[int, ...]:
    """The piles once hands are drawn and Starts shuffled in; ruling: the first players have the smaller."""
    players = len(header.players)
    chosen = {Monsters.name: setup.monsters}
    cards = (
        sum(module.cards(setup.deck, chosen.get(module.name, 0)) for module in setup.rule_modules)
        - setup.removed
    )
    start = int(setup.variant.has_start)
    dealt = divide(cards, players, larger_first=False)
    piles = tuple(pile - setup.hand_size + start for pile in dealt)
    return read_piles(header, piles, sum(piles))
