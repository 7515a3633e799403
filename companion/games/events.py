"""Events: what happened at the table, read from and written to a record's line by their annotations.

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Place(Event):
        do: ClassVar[str] = "place"
        card: CardText
        at: PlaceText
        goat: bool = False

reads `{"do": "place", "card": "green-5", "at": "1.1"}`. A field without a default is required; one with a
default is written only when it differs. What an annotation cannot say is read by a function of the game, and
told in sentences as another says: `colour: Annotated[str, read_colour, Word]`.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

from companion.games.fields import Fields
from companion.games.values import BadRecord, CardName, Pairs

_Read = Callable[[Fields, str], Any]
_Tell = Callable[[Any], Any]


def _name_cards(names: tuple[str, ...]) -> tuple[CardName, ...]:
    return tuple(map(CardName, names))


CardText = Annotated[str, Fields.card, CardName]
PlaceText = Annotated[str, Fields.place]
Person = Annotated[str, Fields.person]
CardTexts = Annotated[tuple[str, ...], Fields.cards, _name_cards]
T = TypeVar("T", bound="Event")

_PLAIN: Mapping[Any, _Read] = {str: Fields.text, int: Fields.number, bool: Fields.flag}
# Fields that mean nothing where they do not apply, in whichever game (docs/records.md).
_IGNORED = ("rocks", "explorer", "facing", "goat")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened at the table; its fields are the fields of its line in the record."""

    do: ClassVar[str]
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


def _read_fields(kind: type[T], line: Fields) -> T:
    written_as: Any = kind
    given = {
        name: read(line, key)
        for name, key, default, read, _ in _written_fields(written_as)
        if default is MISSING or line.has(key)
    }
    return kind(**given)


def read_event(kinds: Mapping[str, type[Event]], line: Fields) -> Event:
    """The event that a line describes, one of these kinds by its `do`; every field must be understood."""
    do = line.text("do")
    if do not in kinds:
        raise BadRecord("do-unknown", do=do)
    event = _read_fields(kinds[do], line)
    if line.rest:
        line.ignore(*_IGNORED)
        line.reject_unknown()
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
    card: CardText | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Event):
    """A correction of the hidden counts after a look at the table."""

    do: ClassVar[str] = "count"
    hand: int
    pile: int
