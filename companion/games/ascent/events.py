"""The events of The Ascent: fields of a record's line come in, frozen events go out."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.common import COUNTED, Read
from companion.games.fields import Fields
from companion.games.values import BadRecord, Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Event):
    """An Ascent, Bridge or Summit is laid on a place; `goat` where the card shows the goat symbol."""

    do: ClassVar[str] = "place"
    card: str
    at: str
    goat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Campfire(Event):
    """A Campfire replaces the Ascent `at`, which moves up `to` another place."""

    do: ClassVar[str] = "campfire"
    card: str
    at: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Event):
    """Two cards are discarded."""

    do: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Herd(Event):
    """All goats of the path's first card climb along it, a card discarded for each step."""

    do: ClassVar[str] = "herd"
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rope(Event):
    """A Guide rope: the hand is shuffled into the pile and a new one drawn."""

    do: ClassVar[str] = "rope"


def read_place(fields: Fields) -> Event:
    """`{"do": "place", "card": "green-5", "at": "1.1"}`."""
    return Place(
        player=fields.player(),
        card=fields.card("card"),
        at=fields.place("at"),
        goat=fields.optional("goat", fields.flag, False),
    )


def read_campfire(fields: Fields) -> Event:
    """`{"do": "campfire", "card": "campfire-green", "at": "1.4", "to": "2.1"}`."""
    return Campfire(
        player=fields.player(), card=fields.card("card"), at=fields.place("at"), to=fields.place("to")
    )


def read_herd(fields: Fields) -> Event:
    """`{"do": "herd", "path": ["1.2", "2.1", "3.1"]}`."""
    player, path = fields.player(), fields.places("path")
    if len(path) < 2:
        raise BadRecord("path-short")
    return Herd(player=player, path=path)


READERS: dict[str, Read] = {
    **COUNTED,
    "place": read_place,
    "campfire": read_campfire,
    "herd": read_herd,
    "discard": lambda fields: Discard(player=fields.player()),
    "rope": lambda fields: Rope(player=fields.player()),
}
