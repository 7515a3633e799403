"""The mountain's shape: nine rows of diamonds, where they lie, which touch, and boards as tuples of cards."""

from dataclasses import dataclass

from companion.games.ascent.cards import Card
from companion.games.board import Board, BoardPlace

_ROWS = 9
TOP_ROW = 8  # the highest row of the climb, just below the summit

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

    @property
    def is_first(self) -> bool:
        """Whether it is the leftmost place of its row."""
        return self.left is None

    @property
    def is_end(self) -> bool:
        """Whether it is the first or the last place of its row."""
        return self.left is None or self.right is None


def _row_length(row: int) -> int:
    return 10 - row


_NAMES = [(row, position) for row in range(1, _ROWS + 1) for position in range(1, _row_length(row) + 1)]
_INDEX = {name: index for index, name in enumerate(_NAMES)}


def _make_place(index: int, row: int, position: int) -> Place:
    below = [(row - 1, position), (row - 1, position + 1)] if row > 1 else []
    above = [(row + 1, position - 1), (row + 1, position)]
    return Place(
        f"{row}.{position}",
        index,
        row,
        position,
        _INDEX.get((row, position - 1)),
        _INDEX.get((row, position + 1)),
        tuple(_INDEX[name] for name in below),
        tuple(_INDEX[name] for name in above if name in _INDEX),
    )


PLACES = tuple(_make_place(index, *name) for index, name in enumerate(_NAMES))
PLACE = {place.name: place for place in PLACES}
SUMMIT_PLACE = PLACES[-1]
EMPTY: LaidCards = (None,) * len(PLACES)
ROW_PLACES = tuple(tuple(place for place in PLACES if place.row == row) for row in range(1, _ROWS + 1))

BOARD = Board(
    tuple(
        BoardPlace(place.name, place.position - 1 - (_ROWS - place.row) / 2, (place.row - 5) / 2, place.row)
        for place in PLACES
    ),
    turn_degrees=45.0,
)


def lay(board: LaidCards, index: int, card: Card) -> LaidCards:
    """The board with a card laid on a place, over what was there."""
    return (*board[:index], card, *board[index + 1 :])
