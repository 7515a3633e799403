"""Questions as values: what is asked, the answers that are possible, and where on the table they lie."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.games.events import Event
from companion.games.match import Match
from companion.locale import Locale


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: its value, how it reads, and what it marks on the table."""

    value: Any
    label: str
    detail: str = ""
    places: tuple[str, ...] = ()
    card: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose one option; with `most` above one, from `least` to `most` of them."""

    title: str
    options: tuple[Option, ...]
    text: str = ""
    marks: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    picked: tuple[Any, ...] = ()

    @property
    def many(self) -> bool:
        """Whether several answers may be picked."""
        return self.most > 1 or self.least == 0


@dataclass(frozen=True, slots=True)
class Row:
    """A number to fill in, from low to high."""

    value: Any
    label: str
    low: int
    high: int
    number: int


@dataclass(frozen=True, slots=True)
class Fill:
    """Fill in numbers, perhaps with a sum that they must reach; the answer is a tuple of (value, number)."""

    title: str
    rows: tuple[Row, ...]
    text: str = ""
    total: int | None = None


@dataclass(frozen=True, slots=True)
class PickCard:
    """Pick a card with one press out of five, again and again; without a list, any card of the game."""

    title: str
    cards: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """The dialogue cannot go on; the sentence says why."""

    title: str
    text: str


Question = Choose | Fill | PickCard | Refused
Answers = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """What a dialogue may look at: the match and the language."""

    match: Match
    locale: Locale
    known: Any = field(default=None)

    def say(self, key: str, **facts: Any) -> str:
        """A sentence of the dialogues."""
        return self.locale.say(f"dialogues.{key}", **facts)


Dialogue = Callable[[Talk, Answers], Question | Event]
