"""The values that all games share: facts of sentences, outcomes, rulings and verdicts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from companion.errors import CompanionError

Say = Callable[..., str]  # a sentence of the reader's language: its key and its facts


class Outcome(Enum):
    """How a game stands; `DONE` ends a game that has winners instead of one shared result."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"
    DONE = "done"


class CardName(str):
    """A card's written name among the facts of a sentence: every language says it in its own way."""

    __slots__ = ()


class Word(str):
    """A word among the facts of a sentence that every language has in its own list, as a colour."""

    __slots__ = ()


class CardCount(int):
    """A number of cards among the facts of a sentence: "1 card", "2 cards"."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence inside another one's facts: its key in the locale files, and its own facts."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class Language(Protocol):
    """The words of one language: sentences by their keys in the locale files, and cards by their names."""

    def say(self, key: str, **facts: Any) -> str:
        """The sentence of a key with its facts filled in."""

    def card(self, name: str) -> str:
        """A card's name."""


class BadRecord(CompanionError, ValueError):
    """A line that is not part of a valid record: a key of the locale's [record] sentences, and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.key} " + ", ".join(f"{name}={value!r}" for name, value in self.facts.items())


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """One broken rule (or warning): its code, the facts of its sentence, the places that make it so.

    `missing` ones only lack an answer that a person can give, as where a card goes that nobody has moved yet.
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    missing: bool = False


class Pairs(tuple[tuple[str, Any], ...]):
    """A small mapping that can be hashed: the pairs of a JSON object, in their order."""

    __slots__ = ()

    @classmethod
    def of(cls, mapping: Mapping[str, Any]) -> "Pairs":
        return cls(mapping.items())

    def get(self, key: str, default: Any = None) -> Any:
        return next((value for name, value in self if name == key), default)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of an event: what it breaks, what it costs, and the state that follows.

    `warnings` do not undo it; `remarks` are told to people; `shows` are further fields of the verdict;
    `player` is who acted where neither the event nor the turn says so; `headline` is what
    matters most where nothing is discarded.
    """

    breaks: tuple[BrokenRule, ...]
    discards: int
    after: Any = field(repr=False, compare=False)
    remarks: tuple[BrokenRule, ...] = ()
    warnings: tuple[BrokenRule, ...] = ()
    shows: Mapping[str, Any] = field(default_factory=dict)
    player: str | None = None
    headline: Phrase | None = None
    draws: bool = False  # whether people want to see the table now, as a score sheet after its day


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands: its outcome, who is to move, the hidden cards by player, who has how many points.

    `each` are the hand and the pile where they are the same for everybody; `shows` are further fields of
    every verdict.
    """

    outcome: Outcome
    next: str | None
    hands: Mapping[str, int] = field(default_factory=dict)
    piles: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, int] = field(default_factory=dict)
    rounds: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # points by player
    winners: tuple[str, ...] = ()
    each: tuple[int, int] | None = None
    shows: Mapping[str, Any] = field(default_factory=dict)

    def counts(self, player: str | None) -> tuple[int | None, int | None]:
        """How many cards a player has in the hand and in the pile, None where nobody counts them."""
        if self.each is not None:
            return self.each
        return self.hands.get(player or ""), self.piles.get(player or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Ruling):
    """The answer to an event: the ruling, who then holds how many cards, who is next and how it stands."""

    do: str
    hand: int | None
    pile: int | None
    next: str | None
    outcome: Outcome

    @property
    def legal(self) -> bool:
        return not self.breaks

    @property
    def rules(self) -> tuple[str, ...]:
        """The codes of the broken rules, in the documented order."""
        return tuple(each.code for each in self.breaks)

    def as_dict(self, line: int, why: str = "") -> dict[str, Any]:
        """The written form, as `companion judge --json` prints it."""
        written: dict[str, Any] = {
            "line": line,
            "do": self.do,
            "player": self.player,
            "legal": not self.breaks,
            "rules": [each.code for each in self.breaks],
        }
        if why:
            written["why"] = why
        written |= {
            "discards": self.discards,
            "hand": self.hand,
            "pile": self.pile,
            "next": self.next,
            "outcome": self.outcome.value,
        }
        if self.warnings:
            written["warnings"] = [each.code for each in self.warnings]
        written.update(self.shows)
        return written
