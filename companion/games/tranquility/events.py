"""The events of Tranquility, as records write them."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from companion.games.events import CardText, Event, Fields, PlaceText, is_whole
from companion.games.tranquility.board import COLOURS, EXPLORERS, KEPT, MOON, SUN, WILD
from companion.games.values import BadRecord, CardName, Pairs, Word

STAY = "stay"
_NOTHING = Pairs()
PURPLE = "purple"


def _read_rocks(line: Fields, name: str) -> Any:
    return line.take(name, "rocks", lambda each: is_whole(each) or each == STAY)


def _read_shares(line: Fields, name: str) -> Pairs:
    return line.by_player(name, lambda inner, player: inner.number(player))


def _name_explorer(kind: str) -> CardName:
    return CardName(f"explorer-{kind}")


_Colour = Annotated[str, lambda line, name: line.choice(name, COLOURS), Word]
_Facing = Annotated[str, lambda line, name: line.choice(name, (SUN, MOON))]
_Explorer = Annotated[str, lambda line, name: line.choice(name, (*EXPLORERS, KEPT)), _name_explorer]
_Row = Annotated[int, lambda line, name: line.number(name, -(10**9))]
_Rocks = Annotated[int | str, _read_rocks]
_Shares = Annotated[Pairs, _read_shares]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Event):
    """What takes a turn; while the Jagged Rocks are in the game it also says where they go."""

    rocks: _Rocks | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Action):
    """An Island, or a Wild as one, is laid on a place."""

    do: ClassVar[str] = "place"
    of_card: ClassVar[tuple[str, ...]] = ("as",)
    card: CardText
    as_: CardText | None = None
    at: PlaceText
    facing: _Facing | None = None
    explorer: _Explorer | None = None

    @property
    def form(self) -> str:
        head = "place-wild" if self.as_ else "place"
        return f"{head}-explorer" if self.explorer else head


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Action):
    """The Start is played and the players discard eight together."""

    do: ClassVar[str] = "start"
    split: _Shares
    from_pile: _Shares = _NOTHING
    card: CardText | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Action):
    """The Finish is played; everyone has said how many Sea Monsters are held."""

    do: ClassVar[str] = "finish"
    monsters_held: int = 0
    card: CardText | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Action):
    """Two cards are discarded."""

    do: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardHand(Action):
    """The whole hand is discarded, for a Compass."""

    do: ClassVar[str] = "discard-hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Monster(Action):
    """A Sea Monster, or a Wild as one, takes a card of the grid with it."""

    do: ClassVar[str] = "monster"
    at: PlaceText
    card: CardText | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Storm(Event):
    """A Storm was drawn and is resolved, or averted at once with a Compass."""

    do: ClassVar[str] = "storm"
    colour: _Colour
    row: _Row | None = None
    averted: bool = False

    @property
    def form(self) -> str:
        if self.averted:
            return "storm-averted"
        return "storm-row" if self.row is not None else "storm"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndStorm(Event):
    """A Compass, or a Wild as one, ends a Storm."""

    do: ClassVar[str] = "compass"
    colour: _Colour
    row: _Row | None = None
    card: CardText | None = None

    @property
    def form(self) -> str:
        return "compass-row" if self.row is not None else "compass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopen(Action):
    """Pyramid: a drawn Compass reopens a place."""

    do: ClassVar[str] = "compass"
    at: PlaceText
    card: CardText | None = None

    @property
    def form(self) -> str:
        return "compass-at"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip(Event):
    """Day & Night: a Compass was drawn, every hand turns over."""

    do: ClassVar[str] = "flip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotate(Action):
    """Day & Night: one card is discarded and one of the grid turned."""

    do: ClassVar[str] = "rotate"
    at: PlaceText


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh(Action):
    """Competitive: the hand is shown and discarded, the row taken."""

    do: ClassVar[str] = "refresh"


def check_event(event: Event, *, grid_full: bool) -> None:
    """What a line must or must not say besides its fields' types: a Wild's number, a Purple Storm's row."""
    if isinstance(event, Place):
        _check("as", event.as_, wanted=event.card == WILD, refused=event.card != WILD)
    elif isinstance(event, EndStorm):
        _check("row", event.row, wanted=event.colour == PURPLE, refused=event.colour != PURPLE)
    elif isinstance(event, Storm):
        purple = event.colour == PURPLE
        _check("row", event.row, wanted=purple and not event.averted and not grid_full, refused=not purple)


def _check(name: str, value: object, *, wanted: bool, refused: bool) -> None:
    if wanted and value is None:
        raise BadRecord("field-missing", field=name)
    if refused and value is not None:
        raise BadRecord("field-unknown", field=name)
