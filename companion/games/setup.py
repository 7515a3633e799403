"""Setting up a game: what people choose, prepare and can be taught; what a header says of piles, rulings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import permutations
from typing import Any, ClassVar

from companion.games.events import Event, Fields
from companion.games.values import BadRecord, Say
from companion.games.view import TableView

SWITCH = (False, True)


class Page(Enum):
    """What a choice's own page lets people tell: sequences of numbers, some cards, some places."""

    NUMBERS = "numbers"
    CARDS = "cards"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the set-up: a press steps to its next value, or opens a page.

    `key` names its sentence under [screens.setup]; it is remembered as `field`, or as `key` without one;
    `values` that are words have sentences under [screens.setup.values]; `options` are the cards or places
    of a page, `most` how many can be told.
    """

    key: str
    usual: Any = False
    values: tuple[Any, ...] = ()
    page: Page | None = None
    field: str = ""
    options: tuple[str, ...] = ()
    most: int = 0
    icon: str = ""

    @property
    def name(self) -> str:
        return self.field or self.key


@dataclass(frozen=True, slots=True)
class Chosen:
    """What people chose for one game: who plays, and the value of every choice by its name."""

    players: tuple[str, ...]
    values: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def solo(self) -> bool:
        return len(self.players) == 1

    def switched_on(self, names: tuple[str, ...]) -> list[str]:
        """Those of some switches that are on."""
        return [name for name in names if self.values[name]]


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards to draw on a page: how many lie in a pile and in a hand, whose or what they are.

    `card` is a card whose face shows it, `icon` a sign on its back; `passes` says where two cards go on:
    -1 to the left, 1 to the right.
    """

    count: int
    label: str
    card: str = ""
    icon: str = ""
    hand: int = 0
    passes: int = 0

    @property
    def number(self) -> int:
        return self.count or self.hand

    @property
    def sum(self) -> str:
        """The same in words of numbers: `5 + 16` are five in hand and sixteen in the pile."""
        return f"{self.hand} + {self.count}" if self.hand and self.count else str(self.number)


def faces(*cards: str) -> tuple[Stack, ...]:
    """One of each card; its face says enough."""
    return tuple(Stack(1, "", card) for card in cards)


@dataclass(frozen=True, slots=True)
class SetupPage:
    """One page of what players are told to prepare: a title, a few sentences, what is drawn beside them."""

    title: str
    lines: tuple[str, ...]
    stacks: tuple[Stack, ...] = ()
    icon: str = ""  # drawn where there is nothing to count
    table: TableView | None = None  # an example to draw, with places to mark
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonPage:
    """What is played on a page of a lesson, after the pages before it; places to mark, or cards to show.

    A stack's label is the key of its words; a face needs none.
    """

    moves: tuple[Mapping[str, Any], ...] = ()
    marks: tuple[str, ...] = ()
    cards: tuple[Stack, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a module or variant changes, page by page; its words are under [learn.KEY]: title, page-1, ..."""

    key: str
    header: Mapping[str, Any]
    pages: tuple[LessonPage, ...]


class GuidedSetup:
    """What leads people into a game; by default there is nothing to choose, to prepare or to teach."""

    all_choices: ClassVar[tuple[Choice, ...]] = ()  # whatever can be chosen, with its usual value
    lessons: ClassVar[tuple[Lesson, ...]] = ()  # what each module and variant changes

    def choices(self, chosen: Chosen) -> tuple[Choice, ...]:
        """The lines of the set-up that apply to what is chosen so far."""
        return self.all_choices

    def header(self, chosen: Chosen) -> dict[str, Any]:
        """The fields of a record's header that these choices make."""
        return {}

    def pages(self, state: Any, say: Say) -> tuple[SetupPage, ...]:
        """What players prepare, page by page, for the game that begins with this state."""
        return ()

    def from_own_deck(self, event: Event, chosen: Chosen) -> Event:
        """An event that the eye saw, with what the owner has told of the deck."""
        return event


def divide(cards: int, players: int, *, larger_first: bool) -> tuple[int, ...]:
    """Cards divided as evenly as possible; the larger piles go to the first players, or to the last."""
    small, more = divmod(cards, players)
    piles = [small + (seat < more) for seat in range(players)]
    return tuple(piles if larger_first else reversed(piles))


def all_deals(piles: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every way in which piles of these sizes can lie: the first player's is known, the rest is chance."""
    ways = sorted(set(permutations(piles[1:])), key=lambda way: (way != piles[1:], way))
    return tuple((*piles[:1], *way) for way in ways)


def chosen_piles(chosen: tuple[int, ...], deals: tuple[tuple[int, ...], ...]) -> dict[str, list[int]]:
    """The header's `piles` where the deal leaves them open: as chosen, else the first of the deals."""
    if len(deals) < 2:
        return {}
    return {"piles": list(chosen if chosen in deals else deals[0])}


def read_piles(header: Fields, default: tuple[int, ...], most: int) -> tuple[int, ...]:
    """The header's draw piles after the starting hands were drawn, or the default."""
    if not header.has("piles"):
        return default
    piles = header.numbers("piles", 0, most)
    if len(piles) != len(header.players):
        raise BadRecord("piles-players", count=len(piles), players=len(header.players))
    if sum(piles) > most:
        raise BadRecord("piles-many", count=sum(piles), most=most)
    return piles


def read_modules(header: Fields, modules: tuple[str, ...]) -> tuple[str, ...]:
    """The header's modules in play, none twice."""
    if not header.has("modules"):
        return ()
    chosen = header.each("modules", lambda one: one.choice("modules", modules))
    if len(set(chosen)) != len(chosen):
        raise BadRecord("field-twice", field="modules")
    return chosen


def read_rulings(header: Fields, known: Mapping[str, tuple[str | int, ...]]) -> dict[str, str | int]:
    """The header's readings that differ from the usual ones: each by its name."""
    if not header.has("rulings"):
        return {}
    given = header.inner("rulings")
    chosen = dict(given.rest)
    for name, value in chosen.items():
        if name not in known:
            raise BadRecord("ruling-unknown", ruling=name, rulings=", ".join(known))
        if not any(type(value) is type(each) and value == each for each in known[name]):
            choices = " | ".join(map(str, known[name]))
            raise BadRecord("field-choice", field=name, choices=choices)
    return chosen
