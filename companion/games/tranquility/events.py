"""The events of Tranquility, as records write them."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from companion.games.events import CardText, Event, Fields, PlaceText, event, is_whole
from companion.games.tranquility.board import COLOURS, EXPLORERS, KEPT, MOON, SUN, WILD
from companion.games.values import BadRecord, CardName, Pairs, Word

STAY = "stay"
_NOTHING = Pairs()
PURPLE = "purple"


def _read_rocks(line: Fields, name: str) -> Any:
    return line.take(name, "rocks", lambda each: is_whole(each) or each == STAY)


_Colour = Annotated[str, lambda line, name: line.choice(name, COLOURS), Word]
_Facing = Annotated[str, lambda line, name: line.choice(name, (SUN, MOON))]
_Explorer = Annotated[
    str,
    lambda line, name: line.choice(name, (*EXPLORERS, KEPT)),
    lambda kind: CardName(f"explorer-{kind}"),
]
_Row = Annotated[int, lambda line, name: line.number(name, -(10**9))]
_Rocks = Annotated[int | str, _read_rocks]
_Shares = Annotated[Pairs, lambda line, name: line.by_player(name, Fields.number)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Event):
    """What takes a turn; while the Jagged Rocks are in the game it also says where they go."""

    rocks: _Rocks | None = None


@event("place")
class Place(Action):
    """An Island, or a Wild as one, is laid on a place."""

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


@event("start")
class Start(Action):
    """The Start is played and the players discard eight together."""

    split: _Shares
    from_pile: _Shares = _NOTHING
    card: CardText | None = None


@event("finish")
class Finish(Action):
    """The Finish is played; everyone has said how many Sea Monsters are held."""

    monsters_held: int = 0
    card: CardText | None = None


@event("discard")
class Discard(Action):
    """Two cards are discarded."""


@event("discard-hand")
class DiscardHand(Action):
    """The whole hand is discarded, for a Compass."""


@event("monster")
class Monster(Action):
    """A Sea Monster, or a Wild as one, takes a card of the grid with it."""

    at: PlaceText
    card: CardText | None = None


@event("storm")
class Storm(Event):
    """A Storm was drawn and is resolved, or averted at once with a Compass."""

    colour: _Colour
    row: _Row | None = None
    averted: bool = False

    @property
    def form(self) -> str:
        if self.averted:
            return "storm-averted"
        return "storm-row" if self.row is not None else "storm"


@event("compass")
class EndStorm(Event):
    """A Compass, or a Wild as one, ends a Storm."""

    colour: _Colour
    row: _Row | None = None
    card: CardText | None = None

    @property
    def form(self) -> str:
        return "compass-row" if self.row is not None else "compass"


@event("compass")
class Reopen(Action):
    """Pyramid: a drawn Compass reopens a place."""

    at: PlaceText
    card: CardText | None = None

    @property
    def form(self) -> str:
        return "compass-at"


@event("flip")
class Flip(Event):
    """Day & Night: a Compass was drawn, every hand turns over."""


@event("rotate")
class Rotate(Action):
    """Day & Night: one card is discarded and one of the grid turned."""

    at: PlaceText


@event("refresh")
class Refresh(Action):
    """Competitive: the hand is shown and discarded, the row taken."""


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
