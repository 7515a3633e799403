"""Setting The Ascent up: what people choose, what they then prepare, and what each module changes."""

from dataclasses import replace
from typing import Any

from companion.games.ascent.board import CARDS, Kind
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
    State,
    bridge_seats,
)
from companion.games.events import Event
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
)
from companion.games.values import Say

# To begin with: the players enter those that their own Panoramas show. The books name the first two.
_OBJECTIVES = ((3, 4, 3), (9, 8, 7), (1, 2, 2), (4, 5, 6), (10, 10))
_OBJECTIVE_COUNTS = (3, 4, 5)
_HAND = 5
_SLOPES = tuple(card.name for card in CARDS.values() if card.kind is Kind.ASCENT)

_CHOICES: tuple[Choice, ...] = (
    Choice(GREEN_PATH, values=SWITCH),
    Choice(PANORAMA, values=SWITCH),
    Choice("objectives", _OBJECTIVES[:3], page=Page.NUMBERS, most=MOST_OBJECTIVES, icon="photo"),
    Choice(GOATS, values=SWITCH),
    Choice("goat-cards", (), page=Page.CARDS, options=_SLOPES, most=MOST_GOATS, icon="goat"),
    Choice("ropes", MOST_ROPES, tuple(range(MOST_ROPES + 1))),
    Choice("piles", (), ()),
)
_RULING_CHOICES = tuple(Choice(f"ruling-{name}", values=SWITCH) for name in RULINGS)
_ALL_CHOICES = (*_CHOICES, *_RULING_CHOICES)
_CARDS_DEALT = 85  # the book: four players divide 83 once two of them have a Bridge
_PANORAMAS = 10


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


def _foot(state: State, say: Say) -> SetupPage:
    lines = [say("prepare.ascent.panoramas", count=_PANORAMAS)]
    if state.has(PANORAMA):
        lines.append(say("prepare.ascent.reveal", count=len(state.setup.objectives)))
    if state.has(GREEN_PATH):
        lines.append(say("prepare.ascent.hiker"))
    if state.has(GOATS):
        lines.append(say("prepare.ascent.goats"))
    stacks = (Stack(_PANORAMAS, say("prepare.ascent.panorama-label"), icon="photo"),)
    return SetupPage(say("prepare.ascent.foot"), tuple(lines), stacks)


def _cards(state: State, say: Say) -> SetupPage:
    if state.setup.solo:
        alone = (say("prepare.ascent.no-ones"), say("prepare.ascent.ropes", count=state.ropes))
        stacks = (Stack(state.ropes, say("prepare.ascent.ropes-label"), icon="rope"),)
        return SetupPage(say("prepare.cards"), alone, stacks)
    players = state.seats.players
    dealt = [players[seat] for seat in bridge_seats(len(players))]
    lines = (
        say("prepare.ascent.first", player=players[0]),
        say("prepare.ascent.bridge", players=dealt),
        say("prepare.ascent.shuffle"),
    )
    return SetupPage(say("prepare.cards"), lines, tuple(Stack(1, name, "bridge") for name in dealt))


def _piles(state: State, say: Say) -> SetupPage:
    seats, hand = state.seats, state.setup.hand_size
    lines = [say("prepare.ascent.hand-solo" if state.setup.solo else "prepare.ascent.hand", count=hand)]
    dealt = bridge_seats(len(seats.players))
    sizes = {pile - (seat in dealt) for seat, pile in enumerate(seats.piles)}  # before hands were drawn
    if len(sizes) > 1:
        lines.append(say("prepare.ascent.uneven", player=seats.players[0]))
    if dealt:
        lines.append(say("prepare.ascent.four", count=hand - 1))
    lines.append(say("prepare.ascent.room"))
    stacks = tuple(
        Stack(pile, name, hand=hand) for name, pile in zip(seats.players, seats.piles, strict=True)
    )
    return SetupPage(say("prepare.piles"), tuple(lines), stacks)


def _talk(state: State, say: Say) -> SetupPage:
    key = "prepare.ascent.talk-solo" if state.setup.solo else "prepare.ascent.talk"
    lines = [say(key), say("prepare.ascent.goal")]
    lines += [say(f"prepare.ascent.goal-{module}") for module in sorted(state.setup.modules)]
    return SetupPage(say("prepare.talk"), tuple(lines), icon="talk")


def _place(card: str, at: str, **more: object) -> dict[str, object]:
    return {"do": "place", "card": card, "at": at, **more}


_TWO = ["Ann", "Ben"]
_LESSONS = (
    Lesson(
        "green-path",
        {"players": _TWO, "modules": ["green-path"]},
        (
            LessonPage(
                (_place("green-3", "1.1"), _place("red-3", "1.2"), _place("green-4", "2.1")), ("1.1", "2.1")
            ),
            LessonPage(
                (_place("blue-3", "1.3"), _place("red-4", "2.2"), _place("green-5", "3.1")),
                ("1.1", "2.1", "3.1"),
            ),
        ),
    ),
    Lesson(
        "panorama",
        {"players": _TWO, "modules": ["panorama"], "objectives": [[3, 4, 3], [9, 8, 7], [1, 2, 2]]},
        (
            LessonPage((_place("green-3", "1.1"), _place("red-4", "1.2"))),
            LessonPage((_place("green-3", "1.3"),), ("1.1", "1.2", "1.3")),
        ),
    ),
    Lesson(
        "goats",
        {"players": _TWO, "modules": ["goats"]},
        (
            LessonPage(
                (_place("green-3", "1.1", goat=True), _place("red-3", "1.2", goat=True)), ("1.1", "1.2")
            ),
            LessonPage((_place("blue-4", "2.1"), {"do": "herd", "path": ["1.1", "2.1"]}), ("2.1",)),
        ),
    ),
    Lesson(
        "ropes",
        {"players": ["Ann"], "ropes": 3},
        (
            LessonPage(
                (_place("green-3", "1.1"), _place("red-5", "1.2")),
                cards=(
                    Stack(0, "learn.ropes.hand", hand=6),
                    Stack(3, "prepare.ascent.ropes-label", icon="rope"),
                    Stack(3, "learn.ropes.box", "green-1"),
                ),
            ),
            LessonPage(
                ({"do": "rope"},),
                cards=(
                    Stack(1, "learn.ropes.rope", icon="rope"),
                    Stack(40, "learn.ropes.shuffle", hand=4),
                    Stack(0, "learn.ropes.draw", hand=6),
                ),
            ),
        ),
    ),
)


class AscentSetup(GuidedSetup):
    """What people choose, prepare and can be taught."""

    all_choices = _ALL_CHOICES
    lessons = _LESSONS

    def choices(self, chosen: Chosen) -> tuple[Choice, ...]:
        path, panorama, objectives, goats, goat_cards, ropes, _ = _CHOICES
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

    def header(self, chosen: Chosen) -> dict[str, Any]:
        modules = chosen.switched_on(MODULES)
        found: dict[str, Any] = {"modules": modules} if modules else {}
        if PANORAMA in modules:
            found["objectives"] = [list(each) for each in chosen["objectives"]]
        found |= {"ropes": chosen["ropes"]} if chosen.solo else {}
        found |= chosen_piles(chosen["piles"], pile_deals(len(chosen.players)))
        rulings = {name: RULINGS[name][0] for name in RULINGS if chosen[f"ruling-{name}"]}
        return found | ({"rulings": rulings} if rulings else {})

    def from_own_deck(self, event: Event, chosen: Chosen) -> Event:
        """A card that shows the goat in the owner's deck brings it, until the player says otherwise."""
        shows = isinstance(event, Place) and event.card in chosen["goat-cards"]
        return replace(event, goat=True) if shows and isinstance(event, Place) else event

    def pages(self, state: State, say: Say) -> tuple[SetupPage, ...]:
        return (_foot(state, say), _cards(state, say), _piles(state, say), _talk(state, say))
