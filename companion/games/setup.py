"""Setting up a game: the choices that it offers, and what people have chosen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

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
    of a page, `most` how many can be told. `old` is how files before 0.2 remembered it.
    """

    key: str
    usual: Any = False
    values: tuple[Any, ...] = ()
    page: Page | None = None
    field: str = ""
    options: tuple[str, ...] = ()
    most: int = 0
    icon: str = ""
    old: str = ""

    @property
    def name(self) -> str:
        """What it is remembered as."""
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
        """Whether one person plays."""
        return len(self.players) == 1

    def switched_on(self, names: tuple[str, ...]) -> list[str]:
        """Those of some switches that are on."""
        return [name for name in names if self.values[name]]


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards to draw on a page: how many, what they are, and a card whose face shows it (else its back)."""

    count: int
    label: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class SetupPage:
    """One page of what players are told to prepare: a title, a few sentences, the cards it is about."""

    title: str
    lines: tuple[str, ...]
    stacks: tuple[Stack, ...] = ()
