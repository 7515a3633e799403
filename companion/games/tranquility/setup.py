"""Setting Tranquility up: what people choose, how a header says it, what they prepare and are taught."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.events import Fields
from companion.games.game import STANDARD, CardCounts
from companion.games.setup import (
    SWITCH,
    Choice,
    Chosen,
    GuidedSetup,
    Lesson,
    LessonPage,
    Page,
    SetupPage,
    Stack,
    all_deals,
    chosen_piles,
    divide,
    faces,
    read_modules,
    read_piles,
    read_rulings,
)
from companion.games.table import Seats
from companion.games.tranquility.judging import rules_of
from companion.games.tranquility.pyramid import Pyramid, most_borders
from companion.games.tranquility.state import (
    COMPASSES,
    ONE_CARD,
    RULINGS,
    Contest,
    RuleModule,
    Setup,
    State,
    Variant,
)
from companion.games.tranquility.stormy_seas import Monsters, Rocks, Storms, Wild
from companion.games.tranquility.variants import Competitive, DayNight, HighArch, Standard
from companion.games.values import BadRecord, Say

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
    rule_modules = (variant, *(module for name, module in MODULES.items() if name in modules))
    solo = len(header.players) == 1
    rocks = _read_with(header, "rocks", Rocks.name in modules, 1, len(variant.grid.rows))
    easier = header.optional("easier", header.flag, False)
    removed = header.optional("removed", header.number, 0)
    if removed not in LEVELS:
        raise BadRecord("removed-level", levels=", ".join(map(str, LEVELS)))
    setup = Setup(
        deck,
        variant,
        rule_modules,
        rules_of(variant, rule_modules),
        hand_size=_read_solo(header, "hand", solo, 1, SOLO_HAND, HAND),
        start_discards=_read_solo(header, "start_discards", solo, 0, SOLO_START_DISCARDS, _START_DISCARDS),
        monsters=_read_with(header, "monsters", Monsters.name in modules, 3, 5),
        removed=removed,
        border=_read_border(header, variant, most_borders(deck, easier=easier)),
        harder=header.optional("harder", header.flag, False),
        easier=easier,
        rulings=read_rulings(header, RULINGS),
    )
    players = tuple(header.players)
    seats = Seats(players, (setup.hand_size,) * len(players), _read_starting_piles(header, setup))
    state = State(setup, seats, (None,) * len(setup.grid.places), rocks=rocks)
    for module in rule_modules:
        state = module.open(state)
    return state


def _check_variant(header: Fields, variant: Variant, modules: tuple[str, ...]) -> None:
    if modules and variant.name != Standard.name:
        raise BadRecord("variant-modules", variant=variant.name)
    if variant.name != Pyramid.name:
        stranger = next((name for name in ("easier", "border", "harder") if header.has(name)), None)
        if stranger is not None:
            raise BadRecord("field-module", field=stranger, module=Pyramid.name)
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


def _read_border(header: Fields, variant: Variant, most: int) -> frozenset[int]:
    names: tuple[str, ...] = header.optional("border", header.places, ())
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
    cards = sum(module.cards(setup.deck, chosen.get(module.name, 0)) for module in setup.rule_modules)
    dealt = divide(cards - setup.removed, players, larger_first=False)
    piles = tuple(pile - setup.hand_size + setup.variant.has_start for pile in dealt)
    return read_piles(header, piles, sum(piles))


_BORDER_PLACES = tuple(place.name for place in Pyramid.grid.places)
_NUMBERS = {  # what a module needs once it is on, as the header calls it
    Rocks.name: Choice("rocks-row", 1, tuple(range(1, 7))),
    Monsters.name: Choice("monsters-count", 3, (3, 4, 5)),
}
_MODULE_CHOICES = {name: Choice(name, values=SWITCH) for name in MODULES}
_VARIANT = Choice("variant", STANDARD, tuple(VARIANTS))
_REMOVED = Choice("removed", 0, LEVELS)
_BORDER = Choice("border", (), page=Page.PLACES, options=_BORDER_PLACES)
_DIFFICULTIES = tuple(Choice(name, values=SWITCH) for name in ("harder", "easier"))
_SOLO = (
    Choice("hand", SOLO_HAND, tuple(range(3, 9))),
    Choice("start-discards", SOLO_START_DISCARDS, tuple(range(9))),
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
_CHOICES: tuple[Choice, ...] = (
    *(_VARIANT, _REMOVED, _BORDER, *_DIFFICULTIES, *_SOLO),
    *(*_MODULE_CHOICES.values(), *_NUMBERS.values()),
    *(_PILES, *_RULING_CHOICES.values()),
)


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


def _standard_header(chosen: Chosen) -> dict[str, Any]:
    modules = chosen.switched_on(tuple(MODULES))
    found: dict[str, Any] = {"removed": chosen["removed"]} if chosen["removed"] else {}
    found |= {"modules": modules} if modules else {}
    return found | {name: chosen[choice.name] for name, choice in _NUMBERS.items() if name in modules}


def _frame(state: State, say: Say) -> SetupPage:
    variant = state.setup.variant.name
    lines = [say(f"prepare.sea.frame-{variant}")]
    stacks: tuple[Stack, ...] = ()
    if state.rocks:
        lines.append(say("prepare.sea.rocks", row=state.rocks))
    if state.sea is not None:
        compasses = state.setup.deck.get("compass", 0)
        lines.append(say("prepare.sea.compasses", count=compasses))
        stacks = (Stack(compasses, say("prepare.sea.compass-label"), icon="compass"),)
    return SetupPage(say("prepare.sea.frame"), tuple(lines), stacks)


def _cards(state: State, say: Say) -> SetupPage:
    setup = state.setup
    lines = [say("prepare.sea.removed", count=setup.removed)] if setup.removed else []
    shuffled = [Stack(80 - setup.removed, say("prepare.sea.islands"), "island-40")]
    if setup.variant.has_finish and state.expedition is None:
        shuffled.append(Stack(setup.deck.get("finish", 0), say("prepare.sea.finishes"), "finish"))
    if setup.monsters:
        shuffled.append(Stack(setup.monsters, say("prepare.sea.monsters"), icon="monster"))
    if state.sea is not None:
        storms = sum(setup.deck.get(f"storm-{each}", 0) for each in ("yellow", "purple", "orange"))
        shuffled.append(Stack(storms, say("prepare.sea.storms"), icon="storm"))
    if state.has("wild"):
        shuffled.append(Stack(setup.deck.get("wild", 0), say("prepare.sea.wilds"), icon="wild"))
    if state.sky is not None:
        shuffled.append(Stack(setup.deck.get("compass", 0), say("prepare.sea.compass-label"), icon="compass"))
    lines.append(say("prepare.sea.shuffle"))
    if state.expedition is not None:
        lines.append(say("prepare.sea.easier" if setup.easier else "prepare.sea.explorers"))
    return SetupPage(say("prepare.cards"), tuple(lines), tuple(shuffled))


def _piles(state: State, say: Say) -> SetupPage:
    seats, setup = state.seats, state.setup
    if state.contest is not None:
        return _common_pile(state, state.contest, say)
    solo = "-solo" if len(seats.players) == 1 else ""
    lines = [say(f"prepare.sea.hand{solo}", count=setup.hand_size)]
    if setup.variant.has_start:
        lines.append(say(f"prepare.sea.starts{solo}", count=len(seats.players)))
    if state.sky is not None:
        lines.append(say("prepare.sea.sun"))
    if not solo:
        lines.append(say("prepare.sea.first", player=seats.players[0]))
    stacks = tuple(
        Stack(pile, name, hand=setup.hand_size) for name, pile in zip(seats.players, seats.piles, strict=True)
    )
    return SetupPage(say("prepare.piles"), tuple(lines), stacks)


def _common_pile(state: State, contest: Contest, say: Say) -> SetupPage:
    lines = (
        say("prepare.sea.common", count=state.setup.hand_size),
        say("prepare.sea.row", count=contest.row),
    )
    hands = tuple(Stack(0, name, hand=state.setup.hand_size) for name in state.seats.players)
    pile = Stack(state.seats.piles[0], say("prepare.sea.pile"))
    return SetupPage(say("prepare.piles"), lines, (*hands, pile))


def _talk(state: State, say: Say) -> SetupPage:
    alone, setup = len(state.seats.players) == 1, state.setup
    lines = [say("prepare.sea.alone" if alone else "prepare.sea.silence")]
    if setup.variant.has_start:
        key = "prepare.sea.cost-start" if alone else "prepare.sea.talk-start"
        lines.append(say(key, count=setup.start_discards))
    if state.sea is not None and not alone:
        lines.append(say("prepare.sea.talk-storms"))
    if setup.monsters and not alone:
        lines.append(say("prepare.sea.talk-monsters"))
    return SetupPage(say("prepare.talk"), tuple(lines), icon="talk" if alone else "hush")


_Move = Mapping[str, Any]


def _place(number: int, at: str, **more: object) -> _Move:
    return {"do": "place", "card": f"island-{number}", "at": at, **more}


def _lesson(
    key: str,
    header: _Move,
    first: tuple[_Move, ...],
    second: tuple[_Move, ...],
    *marks: str,
    shown: tuple[tuple[Stack, ...], tuple[Stack, ...]] = ((), ()),
) -> Lesson:
    pages = (LessonPage(first, cards=shown[0]), LessonPage(second, marks, shown[1]))
    return Lesson(key, {"players": ["Ann", "Ben"], **header}, pages)


_WILD = {"do": "place", "card": "wild", "as": "island-12", "at": "1.4"}
_WILDS = (Stack(2, "prepare.sea.wilds", "wild"), *faces("start", "island-12", "finish"))
_COMPASS_WAYS = (
    Stack(1, "learn.storms.compass", icon="compass"),
    *faces("start", "island-7", "island-8", "island-9"),
    Stack(0, "learn.storms.hand", hand=5),
)
_LESSONS = (
    _lesson(
        "rocks",
        {"modules": ["rocks"], "rocks": 2},
        (_place(10, "1.3", rocks=3),),
        (_place(20, "2.3", rocks="stay"),),
        "2.3",
    ),
    _lesson(
        "monsters",
        {"modules": ["monsters"], "monsters": 3},
        (_place(10, "1.3"), _place(40, "4.2")),
        ({"do": "monster", "at": "4.2"},),
        "4.2",
    ),
    _lesson(
        "storms",
        {"modules": ["storms"]},
        (_place(10, "1.3"), {"do": "storm", "player": "Ann", "colour": "purple", "row": 4}),
        ({"do": "discard-hand"}, {"do": "compass", "colour": "purple", "row": 4}),
        shown=((), _COMPASS_WAYS),
    ),
    _lesson("wild", {"modules": ["wild"]}, (_place(10, "1.3"),), (_WILD,), "1.4", shown=(_WILDS, ())),
    _lesson(
        "high-arch",
        {"variant": "high-arch"},
        (_place(10, "left 1.1"), _place(20, "right 1.2")),
        (_place(25, "left 1.2"), _place(60, "right 3.2")),
        "left 1.2",
        "right 3.2",
    ),
    _lesson(
        "pyramid",
        {"variant": "pyramid", "border": ["1.3", "2.2", "3.4"]},
        (_place(10, "1.2"),),
        (_place(12, "1.3", explorer="storm"),),
        "1.3",
    ),
    _lesson(
        "day-night",
        {"variant": "day-night"},
        (_place(10, "1.3", facing="sun"), {"do": "flip", "player": "Ann"}),
        (_place(50, "5.2", facing="moon"), {"do": "rotate", "at": "5.2"}),
        "5.2",
    ),
    _lesson(
        "competitive",
        {"variant": "competitive"},
        (_place(10, "1.3"), _place(60, "5.2")),
        (_place(12, "1.4"), _place(61, "5.3")),
        "1.3",
        "1.4",
    ),
)


class TranquilitySetup(GuidedSetup):
    """What people choose, prepare and can be taught."""

    all_choices = _CHOICES
    lessons = _LESSONS

    def choices(self, chosen: Chosen) -> tuple[Choice, ...]:
        """The variant and its own lines; without one the modules, each with its number once it is on."""
        rows = [_VARIANT]
        if chosen["variant"] == STANDARD:
            rows.append(_REMOVED)
            for name, choice in _MODULE_CHOICES.items():
                rows += [choice, _NUMBERS[name]] if name in _NUMBERS and chosen[name] else [choice]
        if chosen["variant"] == Pyramid.name:
            rows += [_BORDER, *_DIFFICULTIES]
        rows += _SOLO if chosen.solo else ()
        deals = _pile_deals(chosen)
        rows += [replace(_PILES, usual=deals[0], values=deals)] if len(deals) > 1 else []
        return (*rows, *(_RULING_CHOICES[name] for name in _open_rulings(chosen)))

    def header(self, chosen: Chosen) -> dict[str, Any]:
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

    def pages(self, state: State, say: Say) -> tuple[SetupPage, ...]:
        return (_frame(state, say), _cards(state, say), _piles(state, say), _talk(state, say))
