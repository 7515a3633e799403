"""The events of Tranquility: fields of a record's line come in, frozen events go out."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.common import COUNTED, Read
from companion.games.fields import Fields, is_whole
from companion.games.tranquility.cards import COLOURS, EXPLORERS, KEPT, MOON, SUN, WILD
from companion.games.values import BadRecord, Event, Pairs

STAY = "stay"
NOTHING = Pairs()
PURPLE = "purple"


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Event):
    """What takes a turn; while the Jagged Rocks are in the game it also says where they go."""

    rocks: int | str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Action):
    """An Island, or a Wild as one, is laid on a place."""

    do: ClassVar[str] = "place"
    card: str
    as_: str | None = None
    at: str
    facing: str | None = None
    explorer: str | None = None

    @property
    def form(self) -> str:
        """A Wild has its own sentence, an explorer card too."""
        head = "place-wild" if self.as_ else "place"
        return f"{head}-explorer" if self.explorer else head


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Action):
    """The Start is played and the players discard eight together."""

    do: ClassVar[str] = "start"
    split: Pairs
    from_pile: Pairs = NOTHING
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Action):
    """The Finish is played; everyone has said how many Sea Monsters are held."""

    do: ClassVar[str] = "finish"
    monsters_held: int = 0
    card: str | None = None


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
    at: str
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Storm(Event):
    """A Storm was drawn and is resolved, or averted at once with a Compass."""

    do: ClassVar[str] = "storm"
    colour: str
    row: int | None = None
    averted: bool = False

    @property
    def form(self) -> str:
        """An averted Storm has its own sentence, a row that is closed too."""
        if self.averted:
            return "storm-averted"
        return "storm-row" if self.row is not None else "storm"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndStorm(Event):
    """A Compass, or a Wild as one, ends a Storm."""

    do: ClassVar[str] = "compass"
    colour: str
    row: int | None = None
    card: str | None = None

    @property
    def form(self) -> str:
        """A row that is opened has its own sentence."""
        return "compass-row" if self.row is not None else "compass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopen(Action):
    """Pyramid: a drawn Compass reopens a place."""

    do: ClassVar[str] = "compass"
    at: str
    card: str | None = None

    @property
    def form(self) -> str:
        """The pyramid's own sentence."""
        return "compass-at"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip(Event):
    """Day & Night: a Compass was drawn, every hand turns over."""

    do: ClassVar[str] = "flip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotate(Action):
    """Day & Night: one card is discarded and one of the grid turned."""

    do: ClassVar[str] = "rotate"
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh(Action):
    """Competitive: the hand is shown and discarded, the row taken."""

    do: ClassVar[str] = "refresh"


def read_rocks(fields: Fields) -> int | str | None:
    """Where the Jagged Rocks go: a row's number or "stay"."""
    if not fields.has("rocks"):
        return None
    value: int | str = fields.take("rocks", "rocks", lambda each: is_whole(each) or each == STAY)
    return value


def read_card(fields: Fields) -> str | None:
    """The card that stands in, where it is told."""
    return fields.card("card") if fields.has("card") else None


def read_row(fields: Fields, colour: str) -> int | None:
    """The row of a Purple Storm; the other colours have none."""
    return fields.number("row", -(10**9)) if colour == PURPLE else None


def read_place(fields: Fields) -> Event:
    """`{"do": "place", "card": "island-12", "at": "2.3"}`; a Wild tells its number with `as`."""
    card = fields.card("card")
    return Place(
        player=fields.player(),
        card=card,
        as_=fields.card("as") if card == WILD else None,
        at=fields.place("at"),
        facing=fields.choice("facing", (SUN, MOON)) if fields.has("facing") else None,
        explorer=fields.choice("explorer", (*EXPLORERS, KEPT)) if fields.has("explorer") else None,
        rocks=read_rocks(fields),
    )


def read_start(fields: Fields) -> Event:
    """`{"do": "start", "split": {"Ann": 3, "Ben": 5}}`."""
    return Start(
        player=fields.player(),
        split=fields.by_player("split", lambda inner, name: inner.number(name)),
        from_pile=fields.by_player("from_pile", lambda inner, name: inner.number(name))
        if fields.has("from_pile")
        else NOTHING,
        card=read_card(fields),
        rocks=read_rocks(fields),
    )


def read_finish(fields: Fields) -> Event:
    """`{"do": "finish", "monsters_held": 0}`."""
    held = fields.number("monsters_held") if fields.has("monsters_held") else 0
    return Finish(
        player=fields.player(), monsters_held=held, card=read_card(fields), rocks=read_rocks(fields)
    )


def read_monster(fields: Fields) -> Event:
    """`{"do": "monster", "at": "2.3"}`."""
    return Monster(
        player=fields.player(), at=fields.place("at"), card=read_card(fields), rocks=read_rocks(fields)
    )


def read_storm(fields: Fields) -> Event:
    """`{"do": "storm", "colour": "purple", "row": 4}`; `check_storm` asks for a row that must be named."""
    colour = fields.choice("colour", COLOURS)
    averted = fields.optional("averted", fields.flag, False)
    row = read_row(fields, colour) if fields.has("row") else None
    return Storm(player=fields.player(), colour=colour, row=row, averted=averted)


def check_storm(event: Event, *, grid_full: bool) -> None:
    """A Purple Storm names its row unless it is averted or the grid is full."""
    if not isinstance(event, Storm) or event.colour != PURPLE or event.averted or grid_full:
        return
    if event.row is None:
        raise BadRecord("field-missing", field="row")


def read_compass(fields: Fields) -> Event:
    """`{"do": "compass", "at": "2.3"}` in the pyramid, else with the Storm's colour."""
    player, card = fields.player(), read_card(fields)
    if fields.has("at"):
        return Reopen(player=player, at=fields.place("at"), card=card)
    colour = fields.choice("colour", COLOURS)
    return EndStorm(player=player, colour=colour, row=read_row(fields, colour), card=card)


READERS: dict[str, Read] = {
    **COUNTED,
    "place": read_place,
    "start": read_start,
    "finish": read_finish,
    "monster": read_monster,
    "storm": read_storm,
    "compass": read_compass,
    "discard": lambda fields: Discard(player=fields.player(), rocks=read_rocks(fields)),
    "discard-hand": lambda fields: DiscardHand(player=fields.player(), rocks=read_rocks(fields)),
    "flip": lambda fields: Flip(player=fields.player()),
    "rotate": lambda fields: Rotate(player=fields.player(), at=fields.place("at")),
    "refresh": lambda fields: Refresh(player=fields.player()),
}
