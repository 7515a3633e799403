"""The cards of The Ascent and its mountain: nine rows of diamonds, where they lie, which touch."""

from dataclasses import dataclass
from enum import Enum

from companion.games.table import Board, BoardPlace

_ROWS = 9
TOP_ROW = 8  # the highest row of the climb, just below the summit


class Colour(Enum):
    """The three colours of the mountain."""

    GREEN = "green"
    BLUE = "blue"
    RED = "red"


class Kind(Enum):
    """What a card is for."""

    ASCENT = "ascent"
    BRIDGE = "bridge"
    CAMPFIRE = "campfire"
    SUMMIT = "summit"


# Compared by identity: there is one value for each name, and boards of 45 are searched often.
@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card; Ascents have a colour and a value, Campfires a colour."""

    name: str
    kind: Kind
    colour: Colour | None = None
    value: int | None = None

    def __str__(self) -> str:
        return self.name


BRIDGE = Card("bridge", Kind.BRIDGE)
_ASCENTS = [Card(f"{each.value}-{n}", Kind.ASCENT, each, n) for each in Colour for n in range(1, 13)]
_CAMPFIRES = [Card(f"campfire-{each.value}", Kind.CAMPFIRE, each) for each in Colour]
CARDS = {card.name: card for card in (*_ASCENTS, BRIDGE, *_CAMPFIRES, Card("summit", Kind.SUMMIT))}
LaidCards = tuple[Card | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place by its row and position; the others it touches are indices into a board, None at an edge."""

    name: str
    index: int
    row: int
    position: int
    left: int | None
    right: int | None
    below: tuple[int, ...]
    above: tuple[int, ...]


_SPOTS = [(row, position) for row in range(1, _ROWS + 1) for position in range(1, _ROWS + 2 - row)]
_INDEX = {spot: index for index, spot in enumerate(_SPOTS)}


def _make_place(index: int, row: int, position: int) -> Place:
    below = ((row - 1, position), (row - 1, position + 1))
    above = ((row + 1, position - 1), (row + 1, position))
    return Place(
        f"{row}.{position}",
        index,
        row,
        position,
        _INDEX.get((row, position - 1)),
        _INDEX.get((row, position + 1)),
        tuple(_INDEX[spot] for spot in below if spot in _INDEX),
        tuple(_INDEX[spot] for spot in above if spot in _INDEX),
    )


PLACES = tuple(_make_place(index, *spot) for index, spot in enumerate(_SPOTS))
PLACE = {place.name: place for place in PLACES}
SUMMIT_PLACE = PLACES[-1]
EMPTY: LaidCards = (None,) * len(PLACES)
BOARD = Board(
    tuple(
        BoardPlace(place.name, place.position - 1 - (_ROWS - place.row) / 2, (place.row - 5) / 2, place.row)
        for place in PLACES
    ),
    turn_degrees=45.0,
)
