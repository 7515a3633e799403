"""Reading a JSON object field by field: what is missing, of the wrong type or unknown is a BadRecord."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from companion.games.values import BadRecord, Pairs

_CARD_FORM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLACE_FORM = re.compile(r"([a-z]+ )?[0-9]{1,6}\.[0-9]{1,6}")
T = TypeVar("T")
_MISSING = object()


class Fields:
    """The fields of one line, taken one by one; `reject_unknown` refuses what is left over."""

    __slots__ = ("players", "rest")

    def __init__(self, raw: Mapping[str, Any], players: Sequence[str] = ()) -> None:
        self.rest = dict(raw)
        self.players = players

    def has(self, name: str) -> bool:
        """Whether the field is given and not yet taken."""
        return name in self.rest

    def take(self, name: str, kind: str, check: Callable[[Any], bool]) -> Any:
        """A required field; `kind` names what it must be."""
        value = self.rest.pop(name, _MISSING)
        if value is _MISSING:
            raise BadRecord("field-missing", field=name)
        if not check(value):
            raise BadRecord("field-type", field=name, kind=kind)
        return value

    def optional(self, name: str, read: Callable[[str], T], default: T) -> T:
        """A field that may be left out: `fields.optional("goat", fields.flag, False)`."""
        return read(name) if name in self.rest else default

    def text(self, name: str) -> str:
        """Any text."""
        value: str = self.take(name, "text", _is_text)
        return value

    def flag(self, name: str) -> bool:
        """True or false."""
        value: bool = self.take(name, "flag", lambda each: isinstance(each, bool))
        return value

    def number(self, name: str, low: int = 0, high: int = 10**9) -> int:
        """A whole number in a range."""
        value: int = self.take(name, "number", is_whole)
        if not low <= value <= high:
            raise BadRecord("field-range", field=name, low=low, high=high)
        return value

    def choice(self, name: str, choices: Collection[str]) -> str:
        """One of a few words."""
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
        """The name of somebody at the table."""
        value = self.text(name)
        if value not in self.players:
            raise BadRecord("not-a-player", field=name)
        return value

    def list(self, name: str) -> Sequence[Any]:
        """A list of anything."""
        values: Sequence[Any] = self.take(name, "list", _is_list)
        return values

    def each(self, name: str, read: Callable[["Fields"], T]) -> tuple[T, ...]:
        """A list, each element read by `read` as the field of this name."""
        return tuple(read(Fields({name: value}, self.players)) for value in self.list(name))

    def cards(self, name: str) -> tuple[str, ...]:
        """A list of cards."""
        return tuple([_check_card(value, name) for value in self.list(name)])

    def places(self, name: str) -> tuple[str, ...]:
        """A list of places."""
        return self.each(name, lambda one: one.place(name))

    def people(self, name: str) -> tuple[str, ...]:
        """A list of names at the table."""
        return self.each(name, lambda one: one.person(name))

    def numbers(self, name: str, low: int = 0, high: int = 10**9) -> tuple[int, ...]:
        """A list of whole numbers in a range."""
        return self.each(name, lambda one: one.number(name, low, high))

    def by_player(self, name: str, read: Callable[["Fields", str], T]) -> Pairs:
        """An object from names at the table to values, each read as the field of that name."""
        values = self.take(name, "object", lambda value: isinstance(value, dict))
        stranger = next((key for key in values if key not in self.players), None)
        if stranger is not None:
            raise BadRecord("not-a-player", field=name)
        inner = Fields(values, self.players)
        return Pairs((key, read(inner, key)) for key in values)

    def inner(self, name: str) -> "Fields":
        """An object inside this one."""
        return Fields(self.take(name, "object", lambda value: isinstance(value, dict)), self.players)

    def ignore(self, *names: str) -> None:
        """Fields that may stand here without meaning anything."""
        for name in names:
            self.rest.pop(name, None)

    def reject_unknown(self) -> None:
        """Nothing may be left over."""
        if self.rest:
            raise BadRecord("field-unknown", field=next(iter(self.rest)))


def _check_card(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise BadRecord("field-type", field=field, kind="text")
    if not _CARD_FORM.fullmatch(value):
        raise BadRecord("card-form", field=field)
    return value


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _is_text(value: object) -> bool:
    """Whether a JSON value is a text."""
    return isinstance(value, str)


def is_whole(value: object) -> bool:
    """Whether a JSON value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)
