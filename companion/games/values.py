"""The values that all games share: outcomes, events, broken rules and verdicts; nothing here knows a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache
from typing import Any, ClassVar

from companion.errors import CompanionError


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
    """One broken rule (or warning): its code, the facts of its sentence, the places that make it so."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened at the table; its fields are the fields of its line in the record."""

    do: ClassVar[str]
    player: str | None = None

    @property
    def form(self) -> str:
        """Which of the locale's sentences tells it; some events have several."""
        return self.do

    def as_dict(self) -> dict[str, Any]:
        """The written form; reading it gives the same event again."""
        written: dict[str, Any] = {"do": self.do}
        kind: Any = type(self)
        for name, key, default in written_fields(kind):
            value = getattr(self, name)
            if value != default:
                written[key] = plain(value)
        return written


@cache
def written_fields(kind: Any) -> tuple[tuple[str, str, Any], ...]:
    """Each field of an event: its name, its key in the record (`as_` is "as"), its default."""
    return tuple((each.name, each.name.rstrip("_"), each.default) for each in fields(kind))


def plain(value: Any) -> Any:
    """A value as JSON writes it: tuples of pairs behind a `Pairs` become objects, tuples lists."""
    if isinstance(value, Pairs):
        return {key: plain(each) for key, each in value}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value


class Pairs(tuple[tuple[str, Any], ...]):
    """A small mapping that can be hashed: the pairs of a JSON object, in their order."""

    __slots__ = ()

    @classmethod
    def of(cls, mapping: Mapping[str, Any]) -> "Pairs":
        """The pairs of a mapping."""
        return cls(mapping.items())

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or the default."""
        return next((value for name, value in self if name == key), default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Event):
    """Takes back the last legal event that is not a note."""

    do: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Event):
    """A remark; it changes nothing."""

    do: ClassVar[str] = "note"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck(Event):
    """The player to move says that no action is left, perhaps showing the lone card."""

    do: ClassVar[str] = "stuck"
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Event):
    """A correction of the hidden counts after a look at the table."""

    do: ClassVar[str] = "count"
    hand: int
    pile: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to an event: legal when nothing is broken, and then `after` is the state that follows."""

    do: str
    player: str | None
    breaks: tuple[BrokenRule, ...]
    discards: int
    hand: int | None
    pile: int | None
    next: str | None
    outcome: Outcome
    after: Any = field(repr=False, compare=False)
    warnings: tuple[BrokenRule, ...] = ()
    shows: Mapping[str, Any] = field(default_factory=dict)
    remarks: tuple[BrokenRule, ...] = ()
    draws: bool = False  # whether people want to see the table now, as a score sheet after its day

    @property
    def legal(self) -> bool:
        """Whether the event stands."""
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
