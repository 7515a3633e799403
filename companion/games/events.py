"""Events: what happened at the table, read from and written to a record's line by their annotations.

    @event("place")
    class Place(Event):
        card: CardText
        at: PlaceText
        goat: bool = False

reads `{"do": "place", "card": "green-5", "at": "1.1"}`. A field without a default is required; one with a
default is written only when it differs. What an annotation cannot say is read by a function of the game, and
told in sentences as another says: `colour: Annotated[str, read_colour, Word]`.
What is missing, of the wrong type or unknown is a BadRecord.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.games.values import BadRecord, CardName, Pairs

_CARD_FORM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLACE_FORM = re.compile(r"([a-z]+ )?[0-9]{1,6}\.[0-9]{1,6}")
T = TypeVar("T")
_Kind = TypeVar("_Kind", bound="Event")


class Fields:
    """The fields of one line, taken one by one; `reject_unknown` refuses what is left over."""

    __slots__ = ("players", "rest")

    def __init__(self, raw: Mapping[str, Any], players: Sequence[str] = ()) -> None:
        self.rest = dict(raw)
        self.players = players

    def has(self, name: str) -> bool:
        return name in self.rest

    def take(self, name: str, kind: str, check: Callable[[Any], bool]) -> Any:
        """A required field; `kind` names what it must be."""
        value = self.rest.pop(name, MISSING)
        if value is MISSING:
            raise BadRecord("field-missing", field=name)
        if not check(value):
            raise BadRecord("field-type", field=name, kind=kind)
        return value

    def optional(self, name: str, read: Callable[[str], T], default: T) -> T:
        """A field that may be left out: `fields.optional("goat", fields.flag, False)`."""
        return read(name) if name in self.rest else default

    def text(self, name: str) -> str:
        value: str = self.take(name, "text", lambda each: isinstance(each, str))
        return value

    def flag(self, name: str) -> bool:
        value: bool = self.take(name, "flag", lambda each: isinstance(each, bool))
        return value

    def number(self, name: str, low: int = 0, high: int = 10**9) -> int:
        value: int = self.take(name, "number", is_whole)
        if not low <= value <= high:
            raise BadRecord("field-range", field=name, low=low, high=high)
        return value

    def choice(self, name: str, choices: Collection[str]) -> str:
        value = self.text(name)
        if value not in choices:
            raise BadRecord("field-choice", field=name, choices=" | ".join(choices))
        return value

    def card(self, name: str) -> str:
        """A card's name in its written form; whether the game has it is for the judge."""
        return _check_card(self.text(name), name)

    def place(self, name: str) -> str:
        """A place's name in its written form; whether the table has it is for the judge."""
        value = self.text(name)
        if not _PLACE_FORM.fullmatch(value):
            raise BadRecord("place-form", field=name)
        return value

    def person(self, name: str) -> str:
        value = self.text(name)
        if value not in self.players:
            raise BadRecord("not-a-player", field=name)
        return value

    def list(self, name: str) -> Sequence[Any]:
        values: Sequence[Any] = self.take(name, "list", lambda each: isinstance(each, list))
        return values

    def each(self, name: str, read: Callable[["Fields"], T]) -> tuple[T, ...]:
        """A list, each element read by `read` as the field of this name."""
        return tuple(read(Fields({name: value}, self.players)) for value in self.list(name))

    def cards(self, name: str) -> tuple[str, ...]:
        return tuple([_check_card(value, name) for value in self.list(name)])

    def places(self, name: str) -> tuple[str, ...]:
        return self.each(name, lambda one: one.place(name))

    def people(self, name: str) -> tuple[str, ...]:
        return self.each(name, lambda one: one.person(name))

    def numbers(self, name: str, low: int = 0, high: int = 10**9) -> tuple[int, ...]:
        return self.each(name, lambda one: one.number(name, low, high))

    def by_player(self, name: str, read: Callable[["Fields", str], T]) -> Pairs:
        """An object from names at the table to values, each read as the field of that name."""
        inner = self.inner(name)
        if any(key not in self.players for key in inner.rest):
            raise BadRecord("not-a-player", field=name)
        return Pairs((key, read(inner, key)) for key in tuple(inner.rest))

    def inner(self, name: str) -> "Fields":
        return Fields(self.take(name, "object", lambda value: isinstance(value, dict)), self.players)

    def ignore(self, *names: str) -> None:
        """Fields that may stand here without meaning anything."""
        for name in names:
            self.rest.pop(name, None)

    def reject_unknown(self) -> None:
        if self.rest:
            raise BadRecord("field-unknown", field=next(iter(self.rest)))


def _check_card(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise BadRecord("field-type", field=field, kind="text")
    if not _CARD_FORM.fullmatch(value):
        raise BadRecord("card-form", field=field)
    return value


def is_whole(value: object) -> bool:
    """Whether a JSON value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


_Read = Callable[[Fields, str], Any]
_Tell = Callable[[Any], Any]


CardText = Annotated[str, Fields.card, CardName]
PlaceText = Annotated[str, Fields.place]
Person = Annotated[str, Fields.person]
CardTexts = Annotated[tuple[str, ...], Fields.cards, lambda names: tuple(map(CardName, names))]
_PLAIN: Mapping[Any, _Read] = {str: Fields.text, int: Fields.number, bool: Fields.flag}
# Fields that mean nothing where they do not apply, in whichever game (docs/records.md).
_IGNORED = ("rocks", "explorer", "facing", "goat")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened at the table; its fields are the fields of its line in the record."""

    do: ClassVar[str]
    of_card: ClassVar[tuple[str, ...]] = ()  # written fields that tell of the card: not true of another one
    player: Person | None = None

    @property
    def form(self) -> str:
        """Which of the locale's sentences tells it; some events have several."""
        return self.do

    def as_dict(self) -> dict[str, Any]:
        """The written form; reading it gives the same event again."""
        written: dict[str, Any] = {"do": self.do}
        kind: Any = type(self)
        for name, key, default, _, _ in _written_fields(kind):
            value = getattr(self, name)
            if value != default:
                written[key] = _plain(value)
        return written

    def facts(self) -> dict[str, Any]:
        """What its sentence tells: the written form, with cards and words as each language names them."""
        kind: Any = type(self)
        facts = self.as_dict()
        for _, key, _, _, tell in _written_fields(kind):
            if tell is not None and key in facts:
                facts[key] = tell(facts[key])
        return facts

    @property
    def places(self) -> tuple[str, ...]:
        """The places that it touches, in its own order."""
        kind: Any = type(self)
        found = [getattr(self, name) for name, _, _, read, _ in _written_fields(kind) if read is Fields.place]
        return tuple(place for place in found if place is not None)

    @property
    def loose_cards(self) -> tuple[str, ...]:
        """The cards lying anyhow that it accounts for."""
        return ()


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(do: str) -> Callable[[type[_Kind]], type[_Kind]]:
    """Declare an event that records call so; its annotated fields are those of its line."""

    def declare(kind: type[_Kind]) -> type[_Kind]:
        kind.do = do
        return dataclass(frozen=True, slots=True, kw_only=True)(kind)

    return declare


def read_event(kinds: Mapping[str, type[Event]], line: Fields) -> Event:
    """The event that a line describes, one of these kinds by its `do`; every field must be understood."""
    do = line.text("do")
    if do not in kinds:
        raise BadRecord("do-unknown", do=do)
    kind: Any = kinds[do]
    given = {
        name: read(line, key)
        for name, key, default, read, _ in _written_fields(kind)
        if default is MISSING or line.has(key)
    }
    line.ignore(*_IGNORED)
    line.reject_unknown()
    event: Event = kind(**given)
    return event


@cache
def _written_fields(kind: Any) -> tuple[tuple[str, str, Any, _Read, _Tell | None], ...]:
    # name, key in the record (`as_` is "as"), default, how it is read, how it is told
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (each.name, each.name.rstrip("_"), each.default, *_reader(hints[each.name])) for each in fields(kind)
    )


def _reader(hint: Any) -> tuple[_Read, _Tell | None]:
    if get_origin(hint) is Annotated:
        read, *tell = hint.__metadata__
        return read, tell[0] if tell else None
    kinds = [each for each in get_args(hint) if each is not type(None)]
    return (_PLAIN[hint], None) if hint in _PLAIN else _reader(kinds[0])


def _plain(value: Any) -> Any:
    if isinstance(value, Pairs):
        return {key: _plain(each) for key, each in value}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


@event("undo")
class Undo(Event):
    """Takes back the last legal event that is not a note."""


@event("note")
class Note(Event):
    """A remark; it changes nothing."""

    text: str


@event("stuck")
class Stuck(Event):
    """The player to move says that no action is left, perhaps showing the lone card."""

    card: CardText | None = None


@event("count")
class Count(Event):
    """A correction of the hidden counts after a look at the table."""

    hand: int
    pile: int
